"""Files and standard input that commands read: deals, and text in UTF-8."""

from collections.abc import Iterator
from pathlib import Path

from tafelwerk.errors import InputError
from tafelwerk.families.skat.parameters import named
from tafelwerk.families.skat.rules.deals import Deal, deal_of
from tafelwerk.families.skat.rules.limits import MOST_DRAWN
from tafelwerk.files import STANDARD_INPUT, read_limited, read_standard_input
from tafelwerk.language import say
from tafelwerk.spelling import compose
from tafelwerk.wording import number_text

LARGEST_DEALS = 256 * 2**20
"""Largest size of a file of deals in bytes: room for MOST_DRAWN deals with numbers and comments."""


def deal_named(text: str) -> Deal:
    """The deal given by option --deal; - reads standard input."""
    if text == STANDARD_INPUT:
        text = decoded(read_standard_input(), say("standard input"))
    return named("--deal", text, deal_of)


def deals_in(file: Path) -> Iterator[Deal]:
    """The deals of a file, one per line; - is standard input. Empty lines, and text after #, are ignored.

    Raises:
        InputError: A line is not a deal, there are no deals or too many, or the path is not a file; the message names
            file and line.
        OSError: the file cannot be read.
    """
    name, found = source_name(file), 0
    what = say("a file with one deal per line")
    content = read_source(file, what, LARGEST_DEALS)
    for number, line in enumerate(decoded(content, name).splitlines(), 1):
        if line.partition("#")[0].strip():
            found += 1
            if found > MOST_DRAWN:
                most = number_text(MOST_DRAWN)
                raise InputError(say("{name} has more than {most} deals; split it", name=name, most=most))
            yield named(f"{name}, {say('line')} {number}", line, deal_of)
    if not found:
        raise InputError(say("{name} contains no deal", name=name))


def read_source(file: Path, what: str, most: int | None = None) -> bytes:
    """The content of a file; - is standard input.

    Args:
        file: the file.
        what: its expected content, for messages.
        most: largest size in bytes. Default: the limit of `read_limited`.

    Raises:
        InputError: the path is a folder or does not exist, or the file is too large.
        OSError: the file cannot be read.
    """
    limit = () if most is None else (most,)
    if str(file) == STANDARD_INPUT:
        return read_standard_input(*limit)
    check_source(file, what)
    return read_limited(file, *limit)


def check_source(file: Path, what: str) -> None:
    """Refuse a path that is not a file; `what` is its expected content.

    Raises:
        InputError: the path is a folder or does not exist.
    """
    if file.is_dir() or not file.exists():
        fault = say("there is no file {file}", file=file)
        if file.is_dir():
            fault = say("{file} is a folder", file=file)
        raise InputError(say("{fault}; give {what}, or - for standard input", fault=fault, what=what))


def decoded(content: bytes, name: str) -> str:
    """The text of a file in UTF-8.

    Raises:
        InputError: the content is not UTF-8.
    """
    try:
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(say("{name} is not text in UTF-8", name=name)) from None


def source_name(file: Path) -> str:
    """A file's name in messages; - is standard input."""
    return say("standard input") if str(file) == STANDARD_INPUT else str(file)
