"""Logs of rounds of Skat, of whichever kind: those of this program, a round per line, and those of xskat."""

from tafelwerk.errors import InputError
from tafelwerk.formats.xskat import is_xskat, scan_xskat
from tafelwerk.rules.skat.round_log import Log, read_rounds


def is_log(text: str) -> bool:
    """Whether a text, as far as its first character tells, is a log of this program."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def read_log(content: bytes | str, name: str = "the log") -> Log:
    """The rounds of a log of this program or of xskat, each replayed by the rules.

    Args:
        content: text, or a file of it in UTF-8; xskat writes names in Latin-1.
        name: what messages call the log.

    Raises:
        InputError: it is neither, or something in it is wrong; the message names line or game.
    """
    text = (content if isinstance(content, str) else _decoded(content)).removeprefix("\ufeff")
    try:
        if not text.strip():
            raise InputError("the log is empty")
        if is_log(text):
            return Log(name, read_rounds(text))
        if not is_xskat(text):
            raise InputError(
                "that is no log: neither of rounds played by tafelwerk, a JSON document a line, nor of xskat"
            )
        found = scan_xskat(text)
    except InputError as fault:
        raise InputError(f"{name}: {fault}") from None
    skipped = [f"game {number}, line {line}: {why}" for number, line, why in found.skipped]
    if not found.rounds:
        raise InputError(f"{name}: no game of it is one of the Skat Order, played to its end; {skipped[0]}")
    return Log(name, found.rounds, skipped)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
