"""A log tells by its beginning what kind it is."""

from pathlib import Path

import pytest
from skat_rounds import random_round

from tafelwerk.errors import InputError
from tafelwerk.formats.skat_logs import is_log, read_log
from tafelwerk.formats.xskat import read_xskat
from tafelwerk.rules.skat.round_log import Log, LoggedRound, write_round

XSKAT = Path(__file__).parents[1] / "data" / "xskat.log"


def test_kinds() -> None:
    rounds = [LoggedRound(f"round {seed}", random_round(seed), ("a", "b", "c"), "a test") for seed in range(3)]
    text = "".join(write_round(one) + "\n" for one in rounds)
    for log in (text, f"\ufeff{text}", f"\n  {text}"):
        assert is_log(log)
        assert read_log(log).rounds == rounds


def test_xskat() -> None:
    whole = XSKAT.read_text(encoding="latin-1")
    ending = "=" * 40 + "\n"
    text = "".join(game + ending for game in whole.split(ending)[:4])
    assert not is_log(text)
    assert read_log(text, "mine") == Log("mine", read_xskat(text), [])


def test_logs_that_are_none() -> None:
    for text in ("", " \n", "\ufeff"):
        with pytest.raises(InputError, match="the log is empty"):
            read_log(text)
    with pytest.raises(InputError, match="a log must be one of tafelwerk"):
        read_log("CJ SJ HJ")
    with pytest.raises(InputError, match="line 1: incomplete line"):
        read_log('{"skat_round": 1,')
