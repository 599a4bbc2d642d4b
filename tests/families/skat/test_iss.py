"""Records of the International Skat Server: where they begin and end, what was played in them, and which are at fault."""

import inspect
import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.skat_contracts import scored
from page_commands import ROOT
from skat_rounds import random_round

from benchmarks.iss import iss_record
from tafelwerk.families.skat.log_formats import iss
from tafelwerk.families.skat.log_formats.iss import (
    FAULTS,
    LONGEST,
    FaultError,
    RawRecord,
    properties,
    raw_records,
    scan_iss,
)
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.rules.round_log import Skipped, read_round, write_round
from tafelwerk.families.skat.rules.rounds import Round


def records(content: bytes, size: int = 1 << 16) -> list[RawRecord]:
    stream = BytesIO(content)
    return list(raw_records(lambda most: stream.read(min(most, size))))


GOOD = b"(;GM[Skat]MV[w x ]R[passed] ;)"


@given(
    st.lists(st.sampled_from([GOOD, b"\n", b"\r\n", b"junk (", b"(;GM[Skat]MV[cut", b"# (;) \n", b";)"])),
    st.integers(1, 40),
)
def test_blocks_do_not_matter(parts: list[bytes], size: int) -> None:
    content = b"".join(parts)
    found = records(content)
    assert records(content, size) == found
    for one in found:
        assert content.split(b"\n")[one.line - 1].count(b"(;") >= 1


def test_line_ends() -> None:
    spread = b"(;\nGM[Skat]\nPC[here]\nMV[w x\n]R[passed]\n;)"
    content = GOOD + b"\n" + spread + b"\n" + GOOD
    for text, end in ((content, "\n"), (content.replace(b"\n", b"\r\n"), "\r\n")):
        found = records(text)
        assert [one.line for one in found] == [1, 2, 8]
        assert all(one.complete for one in found)
        assert properties(found[1])[0] == {"GM": "Skat", "PC": "here", "MV": f"w x{end}", "R": "passed"}


def test_a_record_without_end_is_given_up() -> None:
    for cut in (b"(;GM[Skat]CO[" + b"a" * (2 * LONGEST), b"(;GM[Skat]MV[w x 1 p"):
        found = records(cut + b"\n" + GOOD + b" junk\n(;GM[Skat]MV[w x ]R[passed]")
        assert [(one.line, one.complete) for one in found] == [(1, False), (2, True), (3, False)]
        with pytest.raises(FaultError, match="truncated"):
            properties(found[0])


def test_brackets_and_smileys() -> None:
    """A value ends at its first ], and nothing else in it means anything."""
    (one,) = records(b"(;GM[Skat]CO[;) (; # [nice]P0[a[b#c]MV[w x ]R[passed] # a note ;)\n;)")
    found, unknown = properties(one)
    assert (found["CO"], found["P0"], found["R"], unknown) == (";) (; # [nice", "a[b#c", "passed", [])
    (one,) = records(b"(;GM[Skat]XY[1]XY[2]MV[w x ]R[passed] ;)")
    assert properties(one)[1] == ["XY"]


def test_faults() -> None:
    for content, kind in lines("records"):
        (one,) = records(b"(;" + content.replace("\\0", "\0").encode("latin-1") + b";)")
        with pytest.raises(FaultError) as fault:
            properties(one)
        assert fault.value.kind == kind, content


def changed_at(record: bytes, place: int, old: bytes, new: bytes) -> bytes:
    """A record with one of the places where a text stands in it put another way."""
    places = [at for at in range(len(record)) if record.startswith(old, at)]
    at = places[place % len(places)]
    return record[:at] + new + record[at + len(old) :]


DAMAGES = {
    "no parenthesis": lambda record, place: record[1:],
    "no beginning": lambda record, place: record[2:],
    "a space in the beginning": lambda record, place: b"( " + record[1:],
    "another beginning": lambda record, place: [b"(GM[", b";;GM[", b"( ; GM[", b"[GM["][place % 4] + record[5:],
    "begun twice": lambda record, place: b"(;" + record,
    "in parentheses": lambda record, place: b"((" + record[1:] + b")",
    "no end": lambda record, place: record[:-2],
    "ended twice": lambda record, place: record + b";)",
    "no [": lambda record, place: changed_at(record, place, b"[", b""),
    "no ]": lambda record, place: changed_at(record, place, b"]", b""),
    "[[": lambda record, place: changed_at(record, place, b"[", b"[["),
    "]]": lambda record, place: changed_at(record, place, b"]", b"]]"),
    "junk": lambda record, place: changed_at(record, place, b"", b"\0\xff\x80"),
    "a line end": lambda record, place: changed_at(record, place, b"", b"\n"),
    "a zero byte": lambda record, place: record.replace(b"GM[", b"G\0M["),
    "cut at its end": lambda record, place: record[: 3 + place % (len(record) - 3)],
    "cut at its beginning": lambda record, place: record[place % (len(record) - 4) :],
    "no game": lambda record, place: record.replace(b"GM[Skat]", b""),
    "only moves": lambda record, place: record[record.index(b"MV[") : record.index(b"]R[")],
}


WRITTEN = [iss_record(random_round(seed), seed).strip().encode() for seed in range(3)]


@settings(max_examples=150)
@given(
    st.sampled_from(list(DAMAGES)),
    st.integers(0, 2),
    st.integers(0, 2**16),
    st.sampled_from([b"\n", b"", b"\r\n", b"\njunk \x80 [\n"]),
)
def test_a_damaged_record_is_one_record(damage: str, number: int, place: int, between: bytes) -> None:
    """It is left out or read, and those around it come out as they are."""
    parts = [*WRITTEN]
    parts[number] = DAMAGES[damage](WRITTEN[number], place)
    content = between.join(parts)
    found = records(content)
    assert len(found) == 3, [(one.line, one.content[:30]) for one in found]
    for at, (one, record) in enumerate(zip(found, WRITTEN, strict=True)):
        if at != number:
            assert (one.content, one.complete, one.begun) == (record[2:-2], True, True)
    assert records(content, 40 + place % 500) == found


DATA = Path(__file__).parents[2] / "data" / "iss"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))

# a Grand by forehand, who could lay down the hand: 18 at the first call, no trick but forehand's
DEAL = "CJ.SJ.HJ.DJ.SA.ST.SK.CA.CT.D7.D8.SQ.S9.C7.C8.HA.HT.HK.H9.H8.D9.S8.S7.CK.CQ.C9.H7.HQ.DA.DT.DK.DQ"
BEGUN = f"w {DEAL} 1 p 2 p 0 18"
TAKEN = f"{BEGUN} 0 s w DK.DQ"
TRICK = "0 CJ 1 SQ 2 S8"
LOST_TRICK = "0 D7 1 D8 2 DA"


def scan(text: str | bytes) -> list[Round | Skipped]:
    return list(scan_iss(BytesIO(text if isinstance(text, bytes) else text.encode()).read))


def record(moves: str, result: str = "unknown") -> str:
    return f"(;GM[Skat]PC[International Skat Server]ID[7]MV[{moves} ]R[{result}] ;)\n"


def read_moves(moves: str, result: str = "unknown") -> Round:
    (found,) = scan(record(moves, result))
    assert isinstance(found, Round), found
    return found


def outcome(found: Round) -> tuple[Any, ...]:
    """End, points, tricks, won, value."""
    assert found.score is not None
    return found.end, found.points, found.tricks, found.score.won, found.score.score


@pytest.mark.parametrize("name", EXPECTED)
def test_examples(name: str) -> None:
    for found, wanted in zip(scan((DATA / name).read_bytes()), EXPECTED[name], strict=True):
        if isinstance(found, Skipped):
            assert (found.line, found.error, found.detail) == (wanted["line"], wanted["error"], wanted["detail"])
            continue
        game, score = found.game, found.score
        assert (found.line, found.declarer, found.end) == (wanted["line"], wanted["declarer"], wanted["end"])
        assert list(found.warnings) == wanted["warnings"]
        assert [found.tournament(seat) for seat in Seat] == wanted["seeger"]
        if game is None or score is None:
            assert wanted["contract"] is None
            continue
        contract = game.contract
        said = [contract.game.value, contract.hand, contract.schneider, contract.schwarz, contract.ouvert]
        assert said == wanted["contract"]
        assert (found.points, found.tricks, len(game.cards)) == (wanted["points"], wanted["tricks"], wanted["cards"])
        assert (score.won, score.overbid, score.matadors) == (wanted["won"], wanted["overbid"], wanted["matadors"])
        assert (score.score, found.auction.bid) == (wanted["value"], wanted["bid"])


@given(st.integers(0, 2**32))
def test_random_rounds_come_back(seed: int) -> None:
    done = random_round(seed)
    (found,) = scan(iss_record(done, seed))
    assert isinstance(found, Round), found
    assert found.warnings == ()
    assert (found.dealt, found.auction.calls, found.declarer) == (done.dealt, done.auction.calls, done.declarer)
    game, played, score = done.game, found.game, found.score
    if game is None or played is None or score is None:
        assert (game, played, found.end) == (None, None, "passed")
        return
    assert (played.contract, played.deal) == (game.contract, game.deal)
    assert played.cards == game.cards[: len(played.cards)]
    if found.end == "complete" or game.contract.game is Game.NULL:
        assert (played.cards, score) == (game.cards, done.score)
        assert (found.points, found.tricks) == (game.position.declarer_points, game.position.declarer_tricks)
    if game.contract.game is not Game.NULL:
        own = game.deal.hands[game.declarer] | game.deal.skat
        # what a game decided early would have brought counts for neither side
        tricks = found.tricks or int(found.end == "decided")
        assert score.score == scored(game.contract, own, found.points, tricks, done.bid)[-1]


def lines(part: str) -> list[list[str]]:
    """Lines of a part of iss_rounds.txt, divided at " => "."""
    text = (Path(__file__).parent / "iss_rounds.txt").read_text(encoding="utf-8")
    for name, moves in (
        ("lost trick", LOST_TRICK),
        ("trick", TRICK),
        ("taken", TAKEN),
        ("begun", BEGUN),
        ("deal", DEAL),
    ):
        text = text.replace(f"{{{name}}}", moves)
    return [line.split(" => ") for line in text.split(f"== {part}\n")[1].split("\n==")[0].splitlines() if line]


def test_early_ends() -> None:
    """A declarer with enough points who resigns has won; one defender who resigns plays on; 30 points decide nothing."""
    for moves, wanted in lines("early ends"):
        done = read_moves(moves)
        end, points, tricks, won, value = outcome(done)
        assert f"{end}: {points} points, {tricks} tricks, {'won' if won else 'lost'} {value}" == wanted, moves
        assert read_round(write_round(done)) == done


def test_penalties() -> None:
    for moves, declarer, end, seats in lines("penalties"):
        done, fined = read_moves(moves, f"d:{declarer} penalty v:0"), [int(seat) for seat in seats.split()]
        assert (done.declarer, done.end, done.game) == (None if declarer == "-1" else int(declarer), end, None)
        assert list(done.fined_seats) == fined
        assert [done.tournament(seat) for seat in Seat] == [-100 * (seat in fined) for seat in Seat]
        assert done.warnings == ()
        # whether the Skat was taken up by then is not written
        assert read_round(write_round(done)) == replace(done, taken=False)
        assert read_moves(moves, "passed").warnings == ("result_differs:penalty",)


def test_contracts() -> None:
    for moves, words in lines("contracts"):
        game, *levels = words.split()
        done = read_moves(moves)
        assert done.game is not None
        assert done.game.contract == Contract(Game(game), **dict.fromkeys(levels, True)), moves
        assert done.game.deal.skat.bit_count() == 2
        assert done.warnings == ()


def test_warnings() -> None:
    for moves, warnings in lines("warnings"):
        done = read_moves(moves)
        assert list(done.warnings) == warnings.split(), moves
        assert read_round(write_round(done)) == done
    (done,) = scan(record(f"w {DEAL} 1 p 2 p 0 p", "passed").replace("ID[7]", "ID[7]OW[3]NN[x]"))
    assert isinstance(done, Round)
    assert done.warnings == ("unknown_tag:NN", "player_view:3")


def test_faults_have_kinds() -> None:
    cases = lines("faults")
    assert len(cases) == 50
    for moves, kind in cases:
        (fault,) = scan("\n" + record(moves))
        assert isinstance(fault, Skipped), fault
        assert (fault.line, fault.error) == (2, kind), fault
        assert fault.detail


def test_bad_results() -> None:
    for text in ("", *(line for (line,) in lines("bad results"))):
        (fault,) = scan(record(f"w {DEAL} 1 p 2 p 0 p", text))
        assert isinstance(fault, Skipped), text
        assert fault.error == "bad_result"


@pytest.mark.parametrize(
    "changed",
    ["d:1 declarer", "loss won", "v:24 value", "m:3 matadors", "p:84 points", "t:6 tricks", "overbid overbid"],
)
def test_a_result_that_differs_is_told(changed: str) -> None:
    changed, what = changed.split()
    text = (DATA / "12_suit_all_120_but_not_schwarz.sgf").read_text(encoding="ascii")
    key = changed.partition(":")[0]
    old = {"loss": "win", "overbid": "bidok"}.get(changed) or rf"{key}:-?\d+"
    head, _, result = text.rpartition("R[")
    (found,) = scan(f"{head}R[{re.sub(rf'(?<![a-z]){old}', changed, result, count=1)}")
    assert isinstance(found, Round)
    assert found.warnings == (f"result_differs:{what}",)


def test_levels_that_the_server_of_2012_left_out() -> None:
    """Clubs Ouvert with one, lost: 192 by the Order; 144 is taken for the same."""
    deal = "CJ.C7.C8.C9.CQ.CK.CT.CA.S7.S8.SJ.SA.HA.DA.H7.H8.H9.D7.D8.D9.HJ.DJ.ST.SK.SQ.S9.HT.HK.HQ.DT.DK.DQ"
    moves = f"w {deal} 1 p 2 p 0 18 0 CO 0 S7 1 SA 2 S9"
    for value, warnings in ((-192, ()), (-144, ()), (-96, ("result_differs:value",))):
        found = read_moves(moves, f"d:0 loss v:{value} m:1 bidok p:7 t:0 s:0 z:0")
        assert outcome(found) == ("decided", 7, 0, False, -192)
        assert found.warnings == warnings


def test_the_file_as_a_whole() -> None:
    warned: list[str] = []
    text = record(f"w {DEAL} 1 p 2 p 0 p", "passed").strip().encode()
    named = text.replace(b"ID[7]", b"ID[8]P0[J\xf6rg]")
    content = b"\xef\xbb\xbf" + text + named + b"\n" + text + text.replace(b"ID[7]", b"")
    assert [type(one) for one in scan_iss(BytesIO(content).read, warned.append)] == [
        Round,
        Round,
        Skipped,
        Round,
    ]
    assert warned == ["bom", "several_records_on_a_line", "not_utf8"]
    # names of people are not kept
    kept = [
        (one.name, one.players) for one in scan((DATA / "58_three_records.sgf").read_bytes()) if isinstance(one, Round)
    ]
    assert kept == [(f"iss-{number}", ("forehand", "middlehand", "rearhand")) for number in (70057, 70058, 70059)]


SINGLE = "w 0 1 2 p y s 18 20 RE SC SC.CJ CH GO N NO.DK.DQ G DK.DQ CJ ?? [ ] ;)"
TOKENS = (*SINGLE.split(), "w TI.1", "w LE.0")


@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 200), st.sampled_from(TOKENS)), max_size=4),
)
def test_whatever_stands_there_is_a_round_or_has_a_kind(seed: int, edits: list[tuple[int, int, str]]) -> None:
    words = iss_record(random_round(seed), seed).split(" ")
    for kind, place, token in edits:
        where = place % (len(words) + 1)
        words[where : where + (kind > 0)] = [token] * (kind < 2)
    for found in scan(" ".join(words)):
        assert isinstance(found, Round) or re.fullmatch(r"[a-z_]+", found.error)


def test_every_error_of_a_record_is_said_in_words() -> None:
    """Each has its words, and stands in the table of the docs."""
    raised = set(re.findall(r'FaultError\("(\w+)"', inspect.getsource(iss)))
    page = (ROOT / "docs" / "skat-playing.md").read_text(encoding="utf-8").partition("| error | problem")[2]
    assert raised <= FAULTS.keys() == {*re.findall(r"`([a-z_]+)`", page.partition("\n\n")[0])}
