"""A log tells by its beginning what kind it is."""

from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

import pytest
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.formats.skat_logs import is_log, read_log, records_of
from tafelwerk.formats.xskat import scan_xskat
from tafelwerk.rules.skat.logs import Skipped
from tafelwerk.rules.skat.round_log import write_round

XSKAT = Path(__file__).parents[1] / "data" / "xskat.log"


def test_kinds() -> None:
    rounds = [random_round(seed).with_record(f"round {seed}", ("a", "b", "c"), "a test") for seed in range(3)]
    text = "".join(write_round(one) + "\n" for one in rounds)
    for log in (text, f"\ufeff{text}", f"\n  {text}"):
        assert is_log(log)
        assert read_log(log) == (rounds, [])


def test_a_damaged_first_line() -> None:
    """A log is known by its other lines, too, and the damaged one is reported."""
    rounds = [random_round(seed).with_record(f"round {seed}", ("a", "b", "c"), "a test") for seed in range(3)]
    lines = [write_round(one) for one in rounds]
    for first in (lines[0][1:], lines[0][len(lines[0]) // 2 :], "\0" + lines[0]):
        content = "\n".join([first, *lines[1:]]).encode()
        found = list(records_of(lambda content=content: nullcontext(BytesIO(content).read)).read(lambda word: None))
        assert [one.line for one in found] == [1, 2, 3]
        assert isinstance(found[0], Skipped)
        assert found[0].error == "bad_round"


def test_xskat() -> None:
    whole = XSKAT.read_text(encoding="latin-1")
    ending = "=" * 40 + "\n"
    text = "".join(game + ending for game in whole.split(ending)[:4])
    assert not is_log(text)
    assert read_log(text, "mine") == (list(scan_xskat(text.split("\n"))), [])


def test_logs_that_are_none() -> None:
    for text in ("", " \n", "\ufeff"):
        with pytest.raises(InputError, match="the log is empty"):
            read_log(text)
    with pytest.raises(InputError, match="a log must be one of tafelwerk"):
        read_log("CJ SJ HJ")
    with pytest.raises(InputError, match="line 1: incomplete line"):
        read_log('{"skat_round": 1,')
