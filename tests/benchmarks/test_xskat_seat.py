"""xskat's cards by a seat program: what it is asked, what becomes of its answers, and what is said where it fails.
The measurement beside xskat, without xskat: what is compared, what is kept, and what is said where it is not installed.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from benchmarks import xskat, xskat_seat
from benchmarks.paired import clustered, paired
from benchmarks.xskat import MISSING, Task, logged_games, main, measured
from benchmarks.xskat_seat import SeatProgram, question, seat_cards
from tafelwerk.errors import InputError
from tafelwerk.families.skat.log_formats import read_log
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, cards_text, read_cards
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.play import price
from tafelwerk.families.skat.rules.rounds import Choice, GameInPlay, Round, begin, play_out
from tafelwerk.solvers.skat.open_judge import judge_of

LOG = Path(__file__).parents[1] / "data" / "xskat.log"

LOWEST = """
order = [suit + rank for suit in "DHSC" for rank in "789QKTA"] + ["DJ", "HJ", "SJ", "CJ"]
trumps = dict(zip(["diamonds", "hearts", "spades", "clubs"], "DHSC")).get(asked["game"], "J")


def suit(card):
    return card[0] if asked["game"] == "null" or card[1] != "J" else trumps


played = asked["played"].split(",") if asked["played"] else []
held = [card for card in asked["cards"].split(",") if card not in played]
table = played[len(played) - len(played) % 3 :]
follows = [card for card in held if table and suit(card) == suit(table[0])]
print(min(follows or held, key=order.index), flush=True)
"""
"""A seat's answer: the lowest card that may be played, by our order."""

SeatMaker = Callable[..., str]


@pytest.fixture
def seat_file(tmp_path: Path) -> SeatMaker:
    """Makes a seat program of what it does with a question, `asked` by key, and has it note the questions in a file."""

    def make(answer: str, name: str = "seat") -> str:
        path = tmp_path / name
        indented = "".join(f"    {line}\n" for line in answer.strip().splitlines())
        path.write_text(
            f"#!{sys.executable}\nimport json, sys\nfor line in sys.stdin:\n"
            "    asked = dict(word.split('=') for word in line.split())\n"
            f"    print(json.dumps(asked), file=open({str(tmp_path / 'asked')!r}, 'a'))\n{indented}"
        )
        path.chmod(0o755)
        return str(path)

    return make


@pytest.fixture
def started() -> Iterator[Callable[..., SeatProgram]]:
    """Starts seat programs, and ends them."""
    programs: list[SeatProgram] = []

    def start(path: str, patience: float = xskat_seat.PATIENCE) -> SeatProgram:
        programs.append(SeatProgram(path, patience))
        return programs[-1]

    yield start
    for program in programs:
        program.close()


def a_game(game: Game = Game.SPADES, seed: int = 4, **kind: bool) -> GameInPlay:
    (dealt,) = random_deals(1, seed)
    return begin(dealt, Contract(game, **kind), Seat.MIDDLEHAND)


def words(asked: str) -> dict[str, str]:
    return dict(word.split("=") for word in asked.split())


def test_a_seat_is_asked_what_it_knows() -> None:
    """Every question of ten games that xskat played: the seat's own ten cards, what was played, and no hidden card."""
    for logged in read_log(LOG.read_text(encoding="ascii"))[0]:
        game = logged.game
        if game is None:
            continue
        now = begin(game.deal, game.contract, game.declarer)
        for number, card in enumerate(game.cards):
            found = words(question(now.known[now.to_move], game.contract, logged.bid, 7))
            seat = now.to_move
            alone = seat is game.declarer
            assert read_cards(found["cards"]) == game.deal.hands[seat]
            assert read_cards(found["skat"]) == (game.deal.skat if alone and not game.contract.hand else 0)
            shown = game.deal.hands[game.declarer] if game.contract.ouvert and not alone else 0
            assert read_cards(found["shown"]) == shown
            assert len(found["played"].split(",")) == max(number, 1)
            assert (found["seat"], found["declarer"]) == (str(int(seat)), str(int(game.declarer)))
            assert (found["game"], found["bid"]) == (game.contract.game.value, str(logged.bid))
            now = now.played(card)


@pytest.mark.parametrize("game", [Game.CLUBS, Game.NULL])
def test_a_game_by_a_seat_program(seat_file: SeatMaker, started: Callable[..., SeatProgram], game: Game) -> None:
    """The same game as by the rule that the program follows, through one process for all seats."""
    begun = a_game(game)
    program = seat_cards(started(seat_file(LOWEST)))
    done = play_out(begun, [program(begun, 5 + seat, 18) for seat in Seat])
    expected = play_out(begun, [lambda known: Choice(min(bits(known.legal)))] * 3)
    assert done.cards == expected.cards


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("print('OTHER', flush=True)", "answered 'OTHER'; forehand may play"),
        ("sys.exit(3)", "ended, with status 3, before it answered. Asked: ask=card seat=0 declarer=1 game=spades"),
        ("sys.stdin.readline()", "gave no answer within 1 s. Asked: ask=card seat=0"),
    ],
)
def test_bad_answers(seat_file: SeatMaker, started: Callable[..., SeatProgram], answer: str, fault: str) -> None:
    game = a_game()
    other = cards_text(game.deal.hands[1]).split()[0]
    program = started(seat_file(answer.replace("OTHER", other)), 1.0 if "readline" in answer else 60.0)
    message = fault.replace(".", r"\.").replace("OTHER", other)
    with pytest.raises(InputError, match=r"^the seat program .*" + message):
        program.card(game.known[0], game.contract, 18, 1)


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
