"""`tafelwerk skat replay`: logs of ours and of xskat, listed and card by card."""

import json
import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from program import call, on_terminal, refused
from skat_questions import ask, read
from skat_rounds import random_round

from tafelwerk.rules.skat.cards import Game, card_text
from tafelwerk.rules.skat.round_log import LoggedRound, write_round
from tafelwerk.rules.skat.rounds import Round
from tafelwerk.solvers.skat.hidden.match import round_name

LOG = Path(__file__).parents[2] / "data" / "xskat.log"
SUIT, PASSED, NULL = "xskat-1795314937-0", "xskat-1795314937-10", "xskat-1795315446-14944"


@pytest.fixture(scope="module")
def none(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay") / "none"


@pytest.fixture(scope="module")
def listing(none: Path) -> Any:
    return ask("replay", LOG, book=none)


def round_of(*, passed: bool = False, null: bool = False) -> Round:
    """The first random round of a kind; some of its cards have numbers behind them."""
    for seed in count():
        done = random_round(seed)
        if (done.game is None) == passed and (done.game is None or (done.game.contract.game is Game.NULL) == null):
            return done
    raise AssertionError


def write_log(file: Path, players: tuple[str, str, str], names: Sequence[str], rounds: Sequence[Round]) -> Path:
    """A log of ours, with these rounds by these names."""
    logged = (LoggedRound(name, one, players, "a test", 7) for name, one in zip(names, rounds, strict=True))
    file.write_text("".join(write_round(one) + "\n" for one in logged), encoding="utf-8")
    return file


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A log of ours: a game for points, a Null, and a passed deal."""
    rounds = [round_of(), round_of(null=True), round_of(passed=True)]
    return write_log(tmp_path / "rounds.jsonl", ("pimc:100", "ada", "open"), ("one", "two", "three"), rounds)


def test_the_list_for_people(none: Path, listing: Any) -> None:
    done = call("skat", "replay", LOG, "--book", none)
    assert done.returncode == 0
    assert done.stderr.startswith("left out: game 11, line 298: 'Computer1 lost the Ramsch'")
    lines = done.stdout.splitlines()
    assert lines[0].split()[:2] == ["round", "played"]
    (line,) = (line for line in lines if line.startswith(f"{SUIT} "))
    assert line.split()[1:7] == ["Diamonds", "middlehand", "18", "70", "won", "18"]
    (line,) = (line for line in lines if line.startswith(PASSED))
    assert line.split()[1:] == ["all", "passed", "passed"]
    assert "10 rounds, 1 of them passed; 2 games of the log left out. Won: 7 of 9. Recorded by: xskat." in lines
    games = [one for one in listing["rounds"] if one["game"] not in (None, "null")]
    alone = sum(one["costs"][one["declarer"]] for one in games) / len(games)
    against = sum(sum(one["costs"].values()) for one in games) / len(games) - alone
    assert f"Points a game, Null left out: declarers {alone:.1f}, defenders {against:.1f}." in lines


def test_a_page_of_80_columns(none: Path, tmp_path: Path) -> None:
    """Names give way before what was played and what came of it, and are found by what is left of them."""
    file = tmp_path / "rounds.jsonl"
    players = ("pimc:100", "pimc:30", "random")
    names = [round_name(7, number, players) for number in range(2)]
    write_log(file, players, names, (round_of(), round_of(null=True)))
    sent = on_terminal("skat", "replay", file, columns=80, book=none)
    shown = re.sub(r"\x1b\[[\d;]*m", "", sent).splitlines()
    assert max(map(len, shown[:4])) <= 80
    assert shown[0].split()[:2] == ["round", "played"]
    assert " result " in shown[0]
    assert [line.split()[0] for line in shown[2:4]] == ["0", "1"]
    assert f"0 stands for {names[0]}, and so on." in shown
    wide = read("replay", file, book=none)
    assert [line.split()[0] for line in wide.splitlines()[2:4]] == names
    assert "stands for" not in wide
    assert ask("replay", file, "1", book=none)["name"] == names[1]


def test_without_prices(none: Path) -> None:
    text = read("replay", LOG, "--no-price", "--limit", 3, book=none)
    assert "3 rounds of 10; 2 games of the log left out. Won: 3 of 3." in text
    assert "gave away" not in text
    assert "best play" not in text


def test_a_round_for_people(none: Path) -> None:
    text = read("replay", LOG, SUIT, book=none)
    lines = text.splitlines()
    assert lines[0] == "Players: Computer2 at forehand, Computer3 at middlehand, Computer1 at rearhand."
    assert lines[1] == "Bidding: not recorded; the last bid was 18."
    assert " ".join(lines[2].split()) == "The Skat was DT DK; laid away: HQ H7."
    assert f"{SUIT}: Diamonds, middlehand plays alone." in lines
    assert "The declarer has 70 points and has won." in lines
    assert "Diamonds at 18: Without 1, game 2: 2 x 9 = 18. Score: +18." in lines
    assert lines[-1] == "Recorded by: xskat."
    lost = read("replay", LOG, NULL, book=none)
    for said in ("Hand: it was left.", "The declarer has lost.", "a game lost counts twice. Score: -70."):
        assert said in lost


def test_a_passed_deal(none: Path, ours: Path) -> None:
    for file, name, said in ((LOG, PASSED, "not recorded; all passed"), (ours, "three", "middlehand passes")):
        found = ask("replay", file, name, book=none)
        assert (found["game"], found["declarer"], found["bid"]) == (None, None, 0)
        text = read("replay", file, name, book=none)
        assert f"{name}: all passed." in text
        assert said in text


def test_what_a_program_went_by(none: Path, ours: Path) -> None:
    game = round_of().game
    assert game is not None
    text = read("replay", ours, "one", book=none)
    assert "in brackets the declarer's mean points" in text
    below = text.partition("where they were looked for:")[2]
    chosen = [decision.choice for decision in game.decisions if decision.choice and decision.choice.cards]
    assert chosen
    for choice in chosen:
        best = next(one for one in choice.cards if one.card == choice.card)
        assert f"{card_text(best.card)} {best.wins}" in below


def test_one_round_needs_no_name_and_may_come_by_standard_input(none: Path) -> None:
    only = LOG.read_text(encoding="ascii").partition("=" * 40 + "\n")[0] + "=" * 40 + "\n"
    found = ask("replay", "-", book=none, stdin=only)
    assert found["name"] == SUIT
    assert found["cards"] == ask("replay", LOG, SUIT, book=none)["cards"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((LOG, "xskat-1795314937-12"), "has no round 'xskat-1795314937-12'; did you mean xskat-1795314937-"),
        ((LOG, SUIT, "--limit", "2"), "--limit is for the list of rounds"),
        ((LOG, SUIT, "--no-price"), "--no-price is for the list of rounds"),
        ((LOG, "--limit", "0"), "--limit must be 1 to 10,000,000, not 0"),
        ((LOG.parent,), "is a folder; name a log of rounds"),
        ((LOG.parent / "no.log",), "there is no file"),
        ((LOG.parent.parent / "skat_rounds.py",), "that is no log"),
    ],
)
def test_refusals(words: tuple[object, ...], message: str, none: Path) -> None:
    assert message in refused(call("skat", "replay", *map(str, words), "--book", none), 2)


def test_faults_name_file_and_line(tmp_path: Path, none: Path, ours: Path) -> None:
    broken = tmp_path / "broken.log"
    broken.write_text(LOG.read_text(encoding="ascii").replace("with: 70", "with: 77"), encoding="ascii")
    said = refused(call("skat", "replay", broken, "--book", none), 2)
    assert f"{broken}: game 1, line 30: " in said
    text = ours.read_text(encoding="utf-8")
    record = json.loads(text.splitlines()[0])
    record["points"] += 1
    broken.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert f"{broken}: line 1: points is " in refused(call("skat", "replay", broken, "--book", none), 2)
    strange = LOG.read_text(encoding="ascii").split("=" * 40 + "\n")[10] + "=" * 40 + "\n"
    broken.write_text(strange, encoding="ascii")
    said = refused(call("skat", "replay", broken, "--book", none), 2)
    assert "no game of it is one of the Skat Order, played to its end" in said
