"""A log tells by its beginning what kind it is."""

import bz2
import gzip
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.families.skat.log_formats import Contents
from tafelwerk.families.skat.log_formats.logs import is_log, log_file, read_log, records_of
from tafelwerk.families.skat.log_formats.xskat import scan_xskat
from tafelwerk.families.skat.rules.round_log import Skipped, read_round, write_round
from tafelwerk.families.skat.rules.rounds import Round

XSKAT = Path(__file__).parents[2] / "data" / "xskat.log"


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


def test_xskat() -> None:
    whole = XSKAT.read_text(encoding="latin-1")
    ending = "=" * 40 + "\n"
    text = "".join(game + ending for game in whole.split(ending)[:4])
    assert not is_log(text)
    assert read_log(text, "mine") == (list(scan_xskat(text.split("\n"))), [])


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
        "line 7: bad_round: bid must be a number, not '0 x'",
        "line 9: bad_round: not a recorded round: key 'skat_round' is missing",
    ]


def test_a_compressed_log_is_read(tmp_path: Path) -> None:
    rounds = [one for one in log_file(XSKAT).read(lambda word: None) if isinstance(one, Round)]
    for pack in (bz2.compress, gzip.compress):
        path = tmp_path / "xskat.packed"
        path.write_bytes(pack(XSKAT.read_bytes()))
        assert [one for one in log_file(path).read(lambda word: None) if isinstance(one, Round)] == rounds


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("(;FF[4]GM[1]SZ[19];B[pd];W[dd])\n", r"not_skat: GM\[1\], a record of Go"),
        ("(;FF[4]SZ[19];B[pd];W[dd])\n", r"not_skat: no GM\[Skat\]; moves of B and W, as in a record of Go"),
        ("(;GM[1]FF[4]\n;B[pd](;W[dd])(;W[dc];B[aa]))\n", r"not_skat: GM\[1\], a record of Go, and 2 more"),
        ("(;GM[2];B[d3];)\n", r"not_skat: GM\[2\], a record of Othello"),
        ("(;GM[Bridge]PC[x];)\n", r"not_skat: GM\[Bridge\]"),
        ('[Event "?"]\n[Site "?"]\n\n1. e4 e5 *\n', "a record of chess in PGN, or of bridge in PBN"),
        ("pn|a,b,c,d|st||md|3S", "a record of bridge in LIN"),
    ],
)
def test_a_record_of_another_game_is_named_as_what_it_is(record: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "record.sgf"
    path.write_text(record, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        list(log_file(path).read(lambda word: None))


def test_logs_that_are_none() -> None:
    for text in ("", " \n", "\ufeff"):
        with pytest.raises(InputError, match="the log is empty"):
            read_log(text)
    with pytest.raises(InputError, match="a log must be one of tafelwerk"):
        read_log("CJ SJ HJ")
    with pytest.raises(InputError, match="line 1: incomplete line"):
        read_log('{"skat_round": 1,')


@given(st.lists(st.integers(0, 5000), max_size=4000))
def test_lines_of_first_occurrences(values: list[int]) -> None:
    contents = Contents()
    first: dict[int, int] = {}
    for line, value in enumerate(values, 1):
        assert contents.earlier(("record", value), line) == first.get(value)
        first.setdefault(value, line)
