"""Logs are known by their lines, those of xskat too: other kinds of games are left out, and faults named with their line."""

from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_questions import english_words
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.families.skat.log_formats import Contents
from tafelwerk.families.skat.log_formats.logs import is_log, log_file, read_log, records_of
from tafelwerk.families.skat.log_formats.xskat import scan_xskat
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.round_log import Skipped, read_round, write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.language import Language, speaking

XSKAT = Path(__file__).parents[2] / "data" / "xskat.log"
"""Twelve games as xskat 4.0 wrote them, two of which are not in the Skat Order."""


def test_a_log_is_known_by_its_lines() -> None:
    """A damaged first line is reported; what stands before it does not matter."""
    rounds = [random_round(seed).with_record(f"round {seed}", ("a", "b", "c"), "a test") for seed in range(3)]
    lines = [write_round(one) for one in rounds]
    text = "\n".join(lines)
    for log in (text, f"\ufeff{text}", f"\n  {text}"):
        assert is_log(log)
        assert read_log(log) == (rounds, [])
    for first in (lines[0][1:], lines[0][len(lines[0]) // 2 :], "\0" + lines[0]):
        content = "\n".join([first, *lines[1:]]).encode()
        fault, *others = records_of(lambda content=content: nullcontext(BytesIO(content).read)).read(lambda word: None)
        assert isinstance(fault, Skipped)
        assert (fault.line, fault.error, [one.line for one in others]) == (1, "bad_round", [2, 3])


def test_rounds_of_every_format_in_ours() -> None:
    """Lines with what xskat and the server recorded, games given up among them, are the same rounds."""
    files = [XSKAT, *sorted((XSKAT.parent / "iss").glob("*.sgf"))]
    rounds = [one for file in files for one in _readable(file)]
    assert {one.end for one in rounds} >= {"complete", "decided", "passed", "resign_declarer"}
    for one in rounds:
        line = write_round(one)
        again = read_round(line, one.line or 1)
        assert (again, again.score, again.warnings, write_round(again)) == (one, one.score, one.warnings, line)


def _readable(file: Path) -> list[Round]:
    try:
        return [one for one in log_file(file).read(lambda word: None) if isinstance(one, Round)]
    except InputError:
        return []


GERMAN = """\
Name: appendix-6
Spieler: Anna, Bert, Carla
Verteilung: Pik Bube Karo Bube Kreuz As 10 Dame Pik König 9 Herz 10 König Karo As
    | ♣ B K 8 7, ♥ B D, ♠ A, ♦ K 9 8 | Kreuz 9, Pik 10 Dame 8 7, Herz As 8 7, Karo 10 Dame | Herz 9 Karo 7
Alleinspieler: Carla
Reizung: Mittelhand reizt 18, Vorhand hält 18, Mittelhand passt, Hinterhand reizt 27, Vorhand passt
Spiel: Pik
Gedrückt: Karo 10 Dame
Karten: Karo As 8 7, Kreuz As 7 9, Kreuz 10 8 Pik 10, Herz As König Dame, Herz 9 10 Karo König
    Kreuz Dame König Pik Dame, Herz 8 Pik König As, Kreuz Bube Pik 8 9, Karo 9 Pik 7 Karo Bube, Pik Bube Herz Bube Herz 7
Augen: 61
"""


def test_rounds_are_typed_in_german() -> None:
    """Game 6 of Kupferschmid's appendix; what is refused is said in the words that were typed."""
    done = read_round(GERMAN)
    assert (done.declarer, done.bid, done.points, done.players) == (Seat.REARHAND, 27, 61, ("Anna", "Bert", "Carla"))
    refused = {
        ("Augen: 61", "Augen: 62"): "Augen ist nach den Regeln 61, nicht 62",
        ("Spiel: Pik\n", ""): "der Schlüssel 'Spiel' fehlt",
        ("hält", "hebt"): "Reizung: Ansage 2: 'Vorhand hebt 18' ist keine Ansage",
        ("Karo 7\nAll", "Karo 8\nAll"): "Verteilung: ♦8",
    }
    with speaking(Language.GERMAN, signs=True):
        for change, cause in refused.items():
            with pytest.raises(InputError) as refusal:
                read_round(GERMAN.replace(*change))
            assert cause in str(refusal.value)


def test_typed_rounds_and_lines_in_one_file() -> None:
    """A comment and a damaged line are told from the round typed between them."""
    done = random_round(3).with_record("first", ("a", "b", "c"), "a test")
    typed = f"deal: {done.dealt.text()}\nbid: 0"
    text = f"# two rounds\n{write_round(done)}\n{typed}\n# more\n\n{typed} x\n{{}}\n"
    first, second, *faults = records_of(lambda: nullcontext(BytesIO(text.encode()).read)).read(lambda word: None)
    assert first == done
    assert isinstance(second, Round)
    assert (second.name, second.line, second.end) == ("round-3", 3, "passed")
    assert [str(fault) for fault in faults] == [
        "line 7: bid must be a number, not '0 x'",
        "line 9: not a recorded round: key 'skat_round' is missing",
    ]


@given(st.lists(st.integers(0, 5000), max_size=4000))
def test_lines_of_first_occurrences(values: list[int]) -> None:
    contents = Contents()
    first: dict[int, int] = {}
    for line, value in enumerate(values, 1):
        assert contents.earlier(("record", value), line) == first.get(value)
        first.setdefault(value, line)


END = "=" * 40 + "\n"


@pytest.fixture(scope="module")
def text() -> str:
    return XSKAT.read_text(encoding="ascii")


@pytest.fixture(scope="module")
def rounds(text: str) -> dict[str, Round]:
    return {logged.name: logged for logged in read_log(text)[0]}


def games(text: str) -> list[str]:
    return [game + END for game in text.split(END)[:-1]]


def test_a_log_of_other_rules_names_its_first_game(text: str) -> None:
    with pytest.raises(
        InputError, match=r"no game follows the Skat Order .*; game 1, line 1: 'Computer1 lost the Ramsch'"
    ):
        read_log(games(text)[10])


@pytest.mark.parametrize("kind", ["german", "formatted"])
def test_the_same_games_in_german_and_with_backspaces(kind: str, rounds: dict[str, Round]) -> None:
    """A suit game, a passed deal, a Grand Hand and a Null Hand."""
    again = read_log((XSKAT.parent / f"xskat-{kind}.log").read_text(encoding="ascii"))[0]
    assert [logged.name for logged in again] == [f"xskat-1795314937-{number}" for number in (0, 10, 47, 523)]
    assert all(logged == rounds[logged.name] for logged in again)


def test_another_game_of_a_name_is_numbered(text: str) -> None:
    first, other = (games(text)[number] for number in (0, 2))
    again = other.replace("1795314937 47 3 -", "1795314937 0 3 --")
    assert [logged.name for logged in read_log(first + again)[0]] == ["xskat-1795314937-0", "xskat-1795314937-0-2"]


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


def change_game(text: str, number: int, old: str, new: str) -> str:
    """The log with something in a game put another way, once."""
    found = games(text)[:10]
    assert old in found[number - 1]
    found[number - 1] = found[number - 1].replace(old, new, 1)
    return "".join(found)


def test_faults_are_named_with_their_line(text: str) -> None:
    """A line end is written as \\n in xskat_faults.txt."""
    lines = (Path(__file__).parent / "xskat_faults.txt").read_text(encoding="utf-8").splitlines()[2:]
    for line in lines:
        number, old, new, message = line.split(" => ")
        log = change_game(text, int(number), old.replace("\\n", "\n"), new.replace("\\n", "\n"))
        with pytest.raises(InputError, match=f"game {number}, {message}"):
            read_log(log)
        with speaking(Language.GERMAN), pytest.raises(InputError) as refusal:
            read_log(log)
        assert english_words(str(refusal.value).removeprefix("the log: ")) == []


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
