"""Recorded rounds: what is written is read again, whatever was said and played; what is damaged is told by line and cause.
Logs are known by their lines, those of xskat too: other kinds of games are left out, and faults named with their line.
"""

import json
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_questions import english_words
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.families.skat.builds import published_games
from tafelwerk.families.skat.log_formats import is_log, log_file, read_log, records_of
from tafelwerk.families.skat.log_formats.xskat import scan_xskat
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import unheard
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.round_log import (
    Contents,
    RoundLog,
    Skipped,
    calls_text,
    read_round,
    read_rounds,
    split_rounds,
    write_round,
)
from tafelwerk.families.skat.rules.rounds import UNNAMED, Round, begin_round
from tafelwerk.language import Language, speaking
from tafelwerk.spelling import compose

PLAYERS = ("pimc:100", "a person", "random")


def log_round(seed: int, name: str = "a round") -> Round:
    return random_round(seed).with_record(name, PLAYERS, "a test", seed)


def seed_of(fits: Callable[[Round], bool]) -> int:
    return next(seed for seed in range(1000) if fits(log_round(seed)))


PLAYED = seed_of(lambda one: one.game is not None and one.game.contract.game is Game.CLUBS and one.taken)
PASSED = seed_of(lambda one: one.game is None)


@given(
    st.integers(0, 2**32),
    st.text('a "\\\n\x1b\u0301é\u2028♥🂡', min_size=1).map(compose),
    st.none() | st.integers(0, 2**70),
)
def test_round_trip(seed: int, name: str, chance: int | None) -> None:
    """What was said may be unknown; the outcome of the bidding is not."""
    done = random_round(seed)
    silent = replace(done, auction=unheard(done.bid, done.declarer))
    assert (silent.bid, silent.declarer, silent.stage) == (done.bid, done.declarer, done.stage)
    assert calls_text(silent.auction) is None
    for one in (done, silent):
        wanted = one.with_record(name, PLAYERS, f"source of {name}", chance)
        line = write_round(wanted)
        assert "\n" not in line
        assert read_rounds(line) == [wanted]
        assert write_round(read_rounds(line)[0]) == line


def test_a_log() -> None:
    """Every kind of game comes through, Hand and Ouvert and a passed deal too; empty lines do not count."""
    rounds = [log_round(seed, f"round {seed}") for seed in range(60)]
    text = "\n\n".join(map(write_round, rounds)) + "\n"
    assert read_rounds(text) == rounds
    contracts = [one.game and one.game.contract for one in rounds]
    assert {one and one.game for one in contracts} == {*Game, None}
    assert any(one and one.hand and one.ouvert for one in contracts)
    assert read_rounds("") == []


def test_a_line() -> None:
    """The keys and words of the format are promised to whoever reads a log elsewhere."""
    record = json.loads(write_round(log_round(PLAYED)))
    keys = "skat_round name source seed players deal calls bid declarer contract discard cards points score choices"
    assert list(record) == keys.split()
    assert record["skat_round"] == 1
    assert record["calls"].startswith("middlehand ")
    assert record["contract"] == {"game": "clubs"}
    assert len(record["discard"].split()) == 2
    assert len(record["cards"].split()) == len(record["choices"]) == 30
    assert list(json.loads(write_round(log_round(PASSED))))[-1] == "declarer"
    said = begin_round(next(random_deals(1, 0))).said(18).said(18).said().said(20).said()
    assert calls_text(said.auction) == (
        "middlehand bids 18, forehand holds 18, middlehand passes, rearhand bids 20, forehand passes"
    )


Change = Callable[[dict[str, Any]], dict[str, Any]]


def swap_cards(record: dict[str, Any]) -> dict[str, Any]:
    first, second, *others = record["cards"].split()
    return {"cards": " ".join([second, first, *others])}


CHANGES: dict[str, Change] = {
    "a higher bid": lambda record: {"bid": record["bid"] + 1},
    "cards without the first": lambda record: {"cards": record["cards"][3:]},
    "cards without the last": lambda record: {"cards": record["cards"][:-3], "choices": record["choices"][:-1]},
    "two cards swapped": swap_cards,
}


def test_damaged_lines() -> None:
    """round_faults.txt has keys that are left out, keys with other values, or the name of a change."""
    line, record = write_round(log_round(PASSED, "another")), json.loads(write_round(log_round(PLAYED)))
    for change, cause in faults("lines"):
        if change.startswith("without "):
            damaged = {key: value for key, value in record.items() if key != change.split()[1]}
        elif change.startswith("choice "):
            damaged = record | {"choices": [json.loads(change[7:]), *record["choices"][1:]]}
        else:
            damaged = record | (CHANGES[change](record) if change in CHANGES else json.loads(change))
        refuse(f"{line}\n\n{json.dumps(damaged)}\n", f"line 3: .*(?:{cause})")


def test_lines_that_are_none() -> None:
    line = write_round(log_round(PLAYED))
    for text in (line[:-20], "7", "[]", "{}", "no JSON", "[" * 100_000):
        with pytest.raises(InputError, match=r"line 1: (neither JSON nor a line|incomplete line|not a recorded round)"):
            read_rounds(text)
    with pytest.raises(InputError, match="line 2: the same round as in line 1"):
        read_rounds(f"{line}\n{line}")


def example() -> str:
    """The typed round of docs/skat.md."""
    page = (Path(__file__).parents[3] / "docs" / "skat.md").read_text(encoding="utf-8")
    section = page.split("### A round as text\n")[1].split("\n    $ ")[0]
    return "".join(line[4:] + "\n" for line in section.split("\n") if line.startswith("    "))


def test_a_round_that_a_person_types() -> None:
    """The thesis's sixth game with what its appendix says of the Skat and the bid; nobody noted who bid."""
    ((line, text),) = split_rounds(example().split("\n"))
    done = read_round(text, line)
    published = published_games()[5].game
    assert (done.line, done.name, done.players, done.source, done.seed) == (2, "appendix-6", UNNAMED, "a person", None)
    assert done.game is not None
    assert done.game.positions == (published and published.positions)
    assert (done.points, done.score and done.score.score, done.end) == (61, 66, "complete")
    assert read_rounds(write_round(done)) == [done]
    assert read_rounds(f"{example()}\n{write_round(replace(done, name='again'))}\n") == [
        done,
        replace(done, name="again"),
    ]


def test_a_round_may_stand_in_one_line() -> None:
    """With ; or , between its keys, or with its hands on lines of their own, named."""
    lines = "\n".join(example().strip().split("\n")[1:]).replace("\n    ", " ")
    (done,) = read_rounds(lines)
    deal = done.dealt.text()
    named = "".join(
        f"\n  {part}: {cards}" for part, cards in zip(("VH", "MH", "HH", "Skat"), deal.split(" | "), strict=True)
    )
    for text in (lines.replace("\n", "; "), lines.replace("\n", ", "), re.sub("deal: .*", f"deal: {named}", lines)):
        assert read_rounds(text) == [done]


def test_what_a_person_may_leave_out() -> None:
    """Without the bid the declarer plays at 18; the calls say all of the bidding; a passed deal has no game."""
    lines = dict(
        line.split(": ", 1) for line in "\n".join(example().split("\n")[1:-2]).replace("\n    ", " ").split("\n")
    )

    def typed(**changes: str | None) -> Round:
        kept = {key: value for key, value in (lines | changes).items() if value is not None}
        return read_round("\n".join(f"{key.upper()} : {value}" for key, value in kept.items()), 7)

    whole = typed()
    plain = typed(bid=None, name=None)
    assert (plain.name, plain.bid, plain.auction.is_recorded, plain.game) == ("round-7", 18, False, whole.game)
    assert json.loads(write_round(plain))["bid"] is None
    assert read_rounds(write_round(plain)) == [plain]
    calls = "middlehand passes, rearhand bids 27, forehand passes"
    bid = typed(bid=None, declarer=None, calls=calls)
    assert (bid.bid, bid.declarer, calls_text(bid.auction)) == (27, Seat.REARHAND, calls)
    passed = read_round(f"bid: 0\ndeal: {lines['deal']}\nplayers: a, b, c")
    assert (passed.end, passed.game, passed.players) == ("passed", None, ("a", "b", "c"))
    given_up = typed(cards="DA D8 D7, CA C7 C9", points="98", end="resign_defenders")
    assert (given_up.points, given_up.tricks, given_up.score and given_up.score.score) == (98, 8, 77)
    in_words = ("Gegner geben auf", "Gegenspieler geben auf.", "defenders give up")
    assert {typed(cards="DA D8 D7, CA C7 C9", points="98", end=end) for end in in_words} == {given_up}
    for end, points, made in (
        ("Rest an den Alleinspieler", None, 98),
        ("rest to declarer", "75", 75),
        ("Rest an Gegner", "75", 75),
    ):
        claimed = typed(cards="DA D8 D7, CA C7 C9", points=points, end=end)
        assert (claimed.points, claimed.score and claimed.score.won, read_rounds(write_round(claimed))) == (
            made,
            True,
            [claimed],
        )
    left = read_round(f"deal: {lines['deal']}\nend: left_penalty\nculprit: rearhand")
    assert (left.fined_seats, left.tournament(Seat.REARHAND), left.score) == ((Seat.REARHAND,), -100, None)


def faults(name: str) -> list[list[str]]:
    """Lines of round_faults.txt below a title, each divided at " => "."""
    text = (Path(__file__).parent / "round_faults.txt").read_text(encoding="utf-8")
    return [line.split(" => ") for line in text.split(f"== {name}\n")[1].split("\n==")[0].splitlines()]


def test_typing_errors() -> None:
    for old, new, cause in faults("typed"):
        assert old in example()
        line = 1 + example()[: example().index(old)].count("\n")
        # a discard is refused in the line of its contract, 7
        lines = f"2|7|{line}|{line + new.count('; ')}"
        refuse(example().replace(old, new.replace("; ", "\n")), f"line (?:{lines}): .*(?:{cause})")


def refuse(text: str, cause: str) -> None:
    """Rounds are refused for a cause, a pattern, and in German without English words other than those written."""
    with pytest.raises(InputError, match=cause):
        read_rounds(text)
    with speaking(Language.GERMAN), pytest.raises(InputError) as refusal:
        read_rounds(text)
    assert english_words(str(refusal.value), typed=text) == []


def test_rounds_that_are_not_over() -> None:
    begun = begin_round(next(random_deals(1, 0))).with_record("a round", PLAYERS, "a test")
    with pytest.raises(InputError, match="round 'a round' is not over"):
        write_round(begun)


XSKAT = Path(__file__).parents[2] / "data" / "xskat.log"
"""Twelve games as xskat 4.0 wrote them, two of which are not in the Skat Order."""


def test_a_log_is_known_by_its_lines() -> None:
    """A damaged first line is reported; what stands before it does not matter."""
    rounds = [random_round(seed).with_record(f"round {seed}", ("a", "b", "c"), "a test") for seed in range(3)]
    assert RoundLog("log", lambda word: iter(rounds)).find_round("2") == rounds[1]
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
    numbered = (
        GERMAN.replace("Karten: ", "Stiche:\n1. ")
        .replace("Kreuz As 7 9", "\n2) Kreuz As 7 9")
        .replace("    Kreuz D", "6. Kreuz D")
    )
    assert read_round(numbered) == done
    refused = {
        ("Augen: 61", "Augen: 62"): "Augen ist nach den Regeln 61, nicht 62",
        ("Spiel: Pik\n", ""): "der Schlüssel 'Spiel' fehlt",
        ("hält", "hebt"): "Reizung: Ansage 2: 'Vorhand hebt 18' ist keine Ansage",
        ("Karo 7\nAll", "Karo 8\nAll"): "Verteilung: ♦8",
        ("Gedrückt:", "Gelegt:"): "Zeile 8: unbekannter Schlüssel 'Gelegt'",
        ("Augen: 61", "Augen: viele"): "Zeile 11: Augen muss eine Zahl sein",
    }
    with speaking(Language.GERMAN, signs=True):
        for change, cause in refused.items():
            with pytest.raises(InputError) as refusal:
                read_rounds(GERMAN.replace(*change))
            assert cause in str(refusal.value)


def test_a_deal_is_typed_by_seats() -> None:
    """A line per hand stands for the deal, and how a game may end is said in words."""
    deal = next(line for line in GERMAN.split("\n") if line.startswith("Verteilung: "))
    begin, end = GERMAN.index(deal), GERMAN.index("\nAlleinspieler")
    hands = " ".join(GERMAN[begin:end].removeprefix("Verteilung: ").split()).split("|")
    lines = [
        f"{seat}: {hand}" for seat, hand in zip(("Vorhand", "Mittelhand", "Hinterhand", "Skat"), hands, strict=True)
    ]
    for typed in ("\n".join(lines), "\n".join(["Verteilung:", *lines]), "\n".join(lines[:3])):
        assert read_rounds(GERMAN[:begin] + typed + GERMAN[end:]) == read_rounds(GERMAN)
    with pytest.raises(InputError, match="such as Ende: Alleinspieler gibt auf"):
        read_round(GERMAN.replace(", Pik Bube Herz Bube Herz 7", "").replace("Augen: 61\n", ""))


def test_typed_rounds_and_lines_in_one_file() -> None:
    """A comment and a damaged line are told from the round typed between them."""
    done = random_round(3).with_record("first", ("a", "b", "c"), "a test")
    typed = f"deal: {done.dealt.text()}\nbid: 0"
    text = f"# two rounds\n{write_round(done)}\n{typed}\n# more\n\n{typed} x\n{{}}\n"
    first, second, *faults = records_of(lambda: nullcontext(BytesIO(text.encode()).read)).read(lambda word: None)
    assert first == done
    assert isinstance(second, Round)
    assert (second.name, second.line, second.end) == ("round-3", 3, "passed")
    assert [str(fault).partition(";")[0] for fault in faults] == [
        "line 8: bid must be a number, not '0 x'",
        "line 9: not a recorded round: keys 'skat_round', 'deal', 'contract' and 'cards' are missing",
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
