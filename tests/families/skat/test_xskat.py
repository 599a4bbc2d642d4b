"""Logs of xskat: what they say, replayed; other kinds of games left out; and faults named with their line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.skat.log_formats.logs import log_file, read_log
from tafelwerk.families.skat.log_formats.xskat import scan_xskat
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text, cards_text, read_cards
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.round_log import Skipped
from tafelwerk.families.skat.rules.rounds import Round, Stage

LOG = Path(__file__).parents[2] / "data" / "xskat.log"
"""Twelve games as xskat 4.0 wrote them, two of which is not in the Skat Order."""

END = "=" * 40 + "\n"


@pytest.fixture(scope="module")
def text() -> str:
    return LOG.read_text(encoding="ascii")


@pytest.fixture(scope="module")
def rounds(text: str) -> dict[str, Round]:
    return {logged.name: logged for logged in read_log(text)[0]}


def games(text: str) -> list[str]:
    return [game + END for game in text.split(END)[:-1]]


def test_every_game_comes_out_as_the_log_says(rounds: dict[str, Round]) -> None:
    results = {
        name.removeprefix("xskat-"): (
            one.game.contract,
            one.declarer,
            one.bid,
            one.game.position.declarer_points,
            one.score.score,
        )
        for name, one in rounds.items()
        if one.game and one.score
    }
    assert {name: one for name, one in results.items() if one[0].game is not Game.NULL} == {
        "1795314937-0": (Contract(Game.DIAMONDS), Seat.MIDDLEHAND, 18, 70, 18),
        "1795314937-1": (Contract(Game.GRAND), Seat.MIDDLEHAND, 20, 67, 48),
        "1795314937-47": (Contract(Game.GRAND, hand=True), Seat.MIDDLEHAND, 18, 66, 72),
        "1795314937-11": (Contract(Game.CLUBS), Seat.FOREHAND, 18, 52, -48),
        "1795314937-6": (Contract(Game.SPADES), Seat.MIDDLEHAND, 18, 92, 44),
        "1795314937-86": (Contract(Game.GRAND), Seat.MIDDLEHAND, 20, 120, 96),
    }
    assert {name: (one[0], one[-1]) for name, one in results.items() if one[0].game is Game.NULL} == {
        "1795314937-523": (Contract(Game.NULL, hand=True), 35),
        "1795314937-552": (Contract(Game.NULL, hand=True, ouvert=True), 59),
        "1795315446-14944": (Contract(Game.NULL, hand=True), -70),
    }
    assert all(logged.source == "xskat" and logged.seed is None for logged in rounds.values())


def test_a_round_in_full(rounds: dict[str, Round]) -> None:
    done = rounds["xskat-1795314937-0"]
    game = done.game
    assert game is not None
    assert done.players == ("Computer2", "Computer3", "Computer1")
    assert (done.auction.calls, done.stage) == ((), Stage.OVER)
    assert (cards_text(done.dealt.skat), cards_text(game.deal.skat)) == ("DT DK", "HQ H7")
    assert done.dealt.hands[Seat.MIDDLEHAND] & read_cards("HQ H7") == read_cards("HQ H7")
    played = "SA S8 SK ST SQ S7 S9 C9 HA CA DA C7 DJ HJ DQ HT HK DT SJ CJ D9 H8 CQ DK D7 H9 CK D8 C8 CT"
    assert " ".join(map(card_text, game.cards)) == played


def test_a_lost_null_ends_with_the_trick(rounds: dict[str, Round]) -> None:
    game = rounds["xskat-1795315446-14944"].game
    assert game is not None
    assert (len(game.cards), game.position.declarer_tricks, game.won) == (18, 1, False)


def test_all_passed(rounds: dict[str, Round]) -> None:
    """The one who would have led is forehand."""
    logged = rounds["xskat-1795314937-10"]
    assert (logged.stage, logged.declarer, logged.score) == (Stage.OVER, None, None)
    assert logged.players == ("Computer3", "Computer1", "Computer2")
    assert cards_text(logged.dealt.skat) == "CA H7"
    assert cards_text(logged.dealt.hands[Seat.FOREHAND]) == "SJ CT CK ST S9 HA HQ H9 DT D8"


def test_how_rounds_end() -> None:
    records = (one for one in log_file(LOG).read(lambda word: None) if isinstance(one, Round))
    ends = {one.name.removeprefix("xskat-"): one.end for one in records}
    assert (ends["1795314937-0"], ends["1795314937-10"]) == ("complete", "passed")
    # a Null that is won, and one that is lost before its last trick
    assert (ends["1795314937-523"], ends["1795315446-14944"]) == ("complete", "decided")


def test_other_kinds_are_left_out_and_counted(text: str) -> None:
    rounds, skipped = read_log(text)
    assert len(rounds) == 10
    assert [(one.number, one.line) for one in skipped] == [(11, 298), (12, 327)]
    assert "lost the Ramsch" in skipped[0].detail
    assert "Kontra" in skipped[1].detail
    assert skipped[0].of_game.startswith("game 11, line 298: 'Computer1 lost the Ramsch'")
    assert read_log("".join(games(text)[:10])) == (rounds, [])


@pytest.mark.parametrize("kind", ["german", "formatted"])
def test_the_same_games_in_german_and_with_backspaces(kind: str, rounds: dict[str, Round]) -> None:
    """A suit game, a passed deal, a Grand Hand and a Null Hand."""
    again = read_log((LOG.parent / f"xskat-{kind}.log").read_text(encoding="ascii"))[0]
    assert [logged.name for logged in again] == [f"xskat-1795314937-{number}" for number in (0, 10, 47, 523)]
    assert all(logged == rounds[logged.name] for logged in again)


def test_another_game_of_a_name_is_numbered(text: str) -> None:
    first, other = (games(text)[number] for number in (0, 2))
    again = other.replace("1795314937 47 3 -", "1795314937 0 3 --")
    assert [logged.name for logged in read_log(first + again)[0]] == ["xskat-1795314937-0", "xskat-1795314937-0-2"]


def test_the_same_game_twice_is_left_out(text: str) -> None:
    rounds, skipped = read_log(games(text)[0] * 3)
    assert [logged.name for logged in rounds] == ["xskat-1795314937-0"]
    lines = games(text)[0].count("\n")
    assert [(one.line, one.error, one.detail) for one in skipped] == [
        (number * lines + 1, "duplicate", "the same round as in line 1") for number in (1, 2)
    ]


@pytest.mark.parametrize(
    "damage",
    [
        lambda game: game.replace(END, ""),
        lambda game: game.replace(END, "=" * 7 + "\n"),
        lambda game: game.replace("-" * 40, "~" * 40, 1),
        lambda game: game.replace(END, "").replace("-" * 40, "~" * 40, 1),
        lambda game: game[30:],
        lambda game: game[game.index("\n-") + 1 :],
        lambda game: game.replace("Computer", "\0"),
        lambda game: "-" * 40 + "\n" + game,
        lambda game: game + END,
    ],
)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_damaged_game_is_one_game(text: str, number: int, damage: Callable[[str], str]) -> None:
    """It is left out or read; the next may be lost with it, but is never left out in silence."""
    three = [games(text)[at] for at in (0, 2, 3)]
    three[number] = damage(three[number])
    assert len(list(scan_xskat("".join(three).split("\n")))) == 3


def test_a_predefined_game_goes_by_its_number(text: str) -> None:
    first, second, *_ = (game.replace(" random_seed 1795314937 ", "-" * 20) for game in games(text))
    bare = [line if "-" not in line else "-" * 40 for line in (first + second).split("\n")]
    assert [logged.name for logged in read_log("\n".join(bare))[0]] == ["xskat-game-1", "xskat-game-2"]


def changed(text: str, number: int, old: str, new: str) -> str:
    """The log with something in a game put another way, once."""
    found = games(text)[:10]
    assert old in found[number - 1]
    found[number - 1] = found[number - 1].replace(old, new, 1)
    return "".join(found)


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (1, "with: 70", "with: 71", r"game 1, line 30: .* give the declarer 70 points, but the log says 71 points"),
        (1, "Won with", "Lost with", r"game 1, line 30: the game is won by the Skat Order"),
        (1, "Last bid: 18", "Last bid: 60", r"game 1, line 30: the game is overbid and so lost"),
        (1, "Last bid: 18", "Last bid: 19", r"game 1, line 30: 19 cannot be bid"),
        (1, "Computer3 played", "Computer4 played", r"game 1, line 30: 'Computer4' is not the name"),
        (1, "Spade 7     SPADE 10", "Spade_7     SPADE 10", r"game 1, line 5: forehand leads, not the player of col"),
        (1, "Spade K     SPADE A", "SPADE K     Spade_A", r"game 1, line 4: forehand takes this trick"),
        (1, "Heart A     SPADE 9", "Heart 7     SPADE 9", r"game 1, line 6: .* cannot play H7"),
        (1, "Heart A     Spade A", "Heart B     Spade A", r"game 1, line 21: HJ is twice in a hand"),
        (1, "Spade 10    Club 9", "Spade 10    Club 99", r"game 1, line 22: unknown card 'Club 99'"),
        (1, "Spade 10    Club 9", "Spade 10    Club K", r"game 1, line 30: CK is in two places"),
        (
            1,
            "Skat was: Diamond K",
            "Skat was: Club A",
            r"game 1, line 30: the Skat was CA DT, which is not in the hand and Skat of middlehand",
        ),
        (
            3,
            "Skat was: Spade 7",
            "Skat was: Spade A",
            r"game 3, line 93: .*which is not in the hand and Skat of middlehand",
        ),
        (1, "1795314937 0 1", "1795314937 0 2", r"game 1, line 14: player 2 dealt"),
        (1, "Last bid: 18\n", "", r"game 1, line 29: a game must have Skat, bid and result"),
        (6, "_Pass_", " Pass ", r"game 6, line 162: if all pass there must be one row of passes"),
        (
            1,
            "Won with: 70 points\n",
            "Won with: 70 points\n----\n",
            r"game 1, line 1: a game must have names, tricks",
        ),
    ],
)
def test_faults_are_named_with_their_line(text: str, number: int, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_log(changed(text, number, old, new))


def test_a_game_given_up_is_left_out(text: str) -> None:
    lines = games(text)[0].split("\n")
    (skipped,) = scan_xskat(lines[:10] + lines[13:])
    assert isinstance(skipped, Skipped)
    assert skipped.detail == "the game was given up after trick 7"
    lines[10] = lines[10][:14]
    (skipped,) = scan_xskat(lines[:11] + lines[13:])
    assert isinstance(skipped, Skipped)
    assert skipped.detail == "the game ends within trick 8"


def test_a_log_that_breaks_off(text: str) -> None:
    first = games(text)[0]
    last = first.count("\n") + 20
    with pytest.raises(InputError, match=rf"game 2, line {last}: no line of ==== ends the game"):
        read_log(first + "\n".join(text.split("\n")[:20]))


def test_tricks_after_the_end_are_a_fault(text: str) -> None:
    """A Null that was lost has no further tricks."""
    lines = games(text)[9].split("\n")
    assert lines[8].startswith("  Club Q      Heart_7     HEART 8")
    with pytest.raises(InputError, match=r"game 1, line 10: the game was over before this trick"):
        read_log("\n".join([*lines[:9], "  Club J      Spade J     SPADE Q", *lines[9:]]))
