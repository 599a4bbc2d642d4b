"""Logs of rounds, of whichever kind: those of this program, a round a line, and those of xskat."""

from tafelwerk.errors import InputError
from tafelwerk.formats.xskat import is_xskat, read_xskat
from tafelwerk.rules.skat.round_log import LoggedRound, read_rounds


def is_log(text: str) -> bool:
    """Whether a text, as far as its first character tells, is a log of this program."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read_log(text: str) -> list[LoggedRound]:
    """The rounds of a log of this program or of xskat, each replayed by the rules.

    Raises:
        InputError: the text is neither, or something in it is wrong; the message names line or game.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InputError("the log is empty")
    if is_log(text):
        return read_rounds(text)
    if is_xskat(text):
        return read_xskat(text)
    raise InputError("that is no log: neither of rounds played by tafelwerk, a JSON document a line, nor of xskat")
