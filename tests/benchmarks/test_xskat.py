"""The measurement beside xskat, without xskat: what is compared, what is kept, and what is said where it is not installed."""

import sys
from itertools import product
from pathlib import Path

import pytest

from benchmarks import xskat
from benchmarks.paired import clustered, paired
from benchmarks.xskat import MISSING, Task, logged_games, main, measured
from tafelwerk.families.skat.log_formats.logs import read_log
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.solvers.skat.open_judge import judge_of

LOG = Path(__file__).parents[1] / "data" / "xskat.log"


@pytest.fixture(scope="module")
def rounds() -> dict[str, Round]:
    return {logged.name: logged for logged in read_log(LOG.read_text(encoding="ascii"))[0]}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for xskat: writes the first ten games of the log, whatever is asked."""
    path = tmp_path / "bin" / "xskat"
    path.parent.mkdir()
    path.write_text(
        f"#!{sys.executable}\nimport sys\nend = '=' * 40 + chr(10)\ngames = open({str(LOG)!r}).read().split(end)[:10]\n"
        "open(sys.argv[sys.argv.index('-log') + 1], 'w').write(end.join(games) + end)\n"
    )
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(path.parent))
    return path


def test_without_xskat_nothing_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(xskat, "FOLDERS", ())
    assert main(["--games", "3", "--out", str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().out == f"{MISSING}\n"
    assert not (tmp_path / "out.json").exists()


def test_the_games_of_a_log(program: Path) -> None:
    found = logged_games(str(program), 3, 7, null=False)
    assert [(number, logged.name) for number, logged in found] == [
        (0, "xskat-1795314937-0"),
        (1, "xskat-1795314937-1"),
        (2, "xskat-1795314937-47"),
    ]
    nulls = logged_games(str(program), 3, 7, null=True)
    assert [number for number, _ in nulls] == [3, 4, 9]
    with pytest.raises(SystemExit, match="played 10 games, 3 of them of use"):
        logged_games(str(program), 4, 7, null=True)


def test_what_xskat_gave_away_is_what_pricing_says(rounds: dict[str, Round]) -> None:
    """A forced card costs nothing, so that the decisions have all of it."""
    logged = rounds["xskat-1795315446-14944"]
    game = logged.game
    assert game is not None
    found = measured(Task("decisions", 0, logged, 2, 1))["decisions"]
    priced = price(judge_of(game.game), game)
    for alone, seats in ((True, [game.declarer]), (False, [seat for seat in Seat if seat is not game.declarer])):
        theirs = sum(one["cost"][1] for one in found if one["alone"] is alone)
        assert theirs == sum(priced.cost(seat) for seat in seats)
        if game.null:
            assert theirs == sum(one["lost"][1] for one in found if one["alone"] is alone)
    for one in found:
        ours, other = one["cards"]
        assert (ours != other) or one["cost"][0] == one["cost"][1]
        assert min(one["cost"]) >= 0


def test_sign_flips_against_all_of_them() -> None:
    """Of the 2^7 ways to set signs the share with as low a sum; sampled 100 000 times, so within five standard errors."""
    values = [-3, 1, -4, -1, 5, -9, -2]
    sums = [
        sum(sign * value for sign, value in zip(signs, values, strict=True)) for signs in product((-1, 1), repeat=7)
    ]
    exact = [sum(one <= sum(values) for one in sums) / 128, sum(one >= sum(values) for one in sums) / 128]
    found = paired(values)
    for p, wanted in zip((found.less, found.more), exact, strict=True):
        assert abs(p - wanted) < 5 * (wanted * (1 - wanted) / 100_000) ** 0.5 + 1e-4
    assert (found.games, found.mean) == (7, sum(values) / 7)
    assert paired(values) == found


def test_means_of_groups() -> None:
    """With groups of one it is the plain mean and its standard error."""
    mean, error = clustered([1, 2, 4, 9], [1, 1, 1, 1])
    assert mean == 4
    assert error == pytest.approx((38 / 3 / 4) ** 0.5)
    assert clustered([3, 0], [2, 1])[0] == 1
