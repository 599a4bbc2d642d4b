"""Logs of rounds on the command line: reading, appending, comparing with the book; names of players."""

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.errors import InputError, quoted
from tafelwerk.families.skat.parameters import named
from tafelwerk.families.skat.rules.limits import WORLDS, agent_name
from tafelwerk.families.skat.sources import check_source, decoded, read_source, source_name
from tafelwerk.file_kinds import HEAD, compression
from tafelwerk.files import STANDARD_INPUT, read_limited, refuse_book_file, standard_input
from tafelwerk.language import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.families.skat.rules.logs import RoundLog, Skipped
    from tafelwerk.families.skat.rules.rounds import Round
    from tafelwerk.formats.skat_logs import Format

PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="A,B,C",
        help=(
            "Three programs with the same bidding: pimc:K samples K worlds per card, informed:K weights them by the announcement,"
            " random plays any card, open sees all cards."
        ),
    ),
]


def players_named(text: str, worlds: int = WORLDS) -> tuple[str, str, str]:
    """Full names of the three players given by option --players.

    Args:
        text: three names separated by commas, or one name for all three.
        worlds: worlds per card of `pimc` without a number.

    Raises:
        InputError: unknown player, or not three names.
    """
    words = text.split(",")
    words = 3 * words if len(words) == 1 else words
    if len(words) != 3:
        raise InputError(
            say("--players needs three programs, such as pimc:100,pimc:30,random, not {count}", count=len(words))
        )
    first, second, third = (named("--players", word, lambda name: agent_name(name, worlds)) for word in words)
    return first, second, third


def log_in(file: Path) -> "tuple[list[Round], list[Skipped]]":
    """The log in a file, of this program or of xskat, as in `read_log`; - is standard input.

    Raises:
        InputError: no such file, or not a log; the message names file and line.
        OSError: the file cannot be read.
    """
    from tafelwerk.formats.skat_logs import read_log

    return read_log(read_source(file, say("a log of rounds")), source_name(file))


def records_in(file: Path, format: "Format | None") -> "RoundLog":
    """The log in a file, of any format, read as a stream; - is standard input, which can be read once.

    Raises:
        InputError: no such file.
    """
    from tafelwerk.formats.skat_logs import log_file, records_of

    if str(file) == STANDARD_INPUT:
        return records_of(lambda: nullcontext(standard_input()), source_name(file), format)
    check_source(file, say("a log of rounds"))
    return log_file(file, format)


def no_file(path: Path) -> str:
    """Why no file can be written at a path."""
    if path.is_dir():
        return say("is a folder")
    return say("is in a folder that does not exist")


def rounds_before(log: Path) -> "Sequence[Round]":
    """The rounds of a log that is to be appended to; none if the file does not exist yet.

    Raises:
        InputError: the path is unusable, or the file is not a log.
        OSError: the file cannot be read.
    """
    from tafelwerk.families.skat.rules.round_log import read_rounds

    refuse_book_file(log, "--log")
    if log.is_dir() or not log.absolute().parent.is_dir():
        name = say("give a file to append rounds to")
        raise InputError(f"--log: {log} {no_file(log)}; {name}")
    if not log.exists():
        return []
    with log.open("rb") as file:
        packed_by = compression(file.read(HEAD))
    if packed_by is not None:
        raise InputError(
            say(
                "--log: {log} is compressed by {packed_by}; rounds are appended to text: unpack it first",
                log=log,
                packed_by=packed_by,
            )
        )
    text = decoded(read_limited(log), f"--log: {log}")
    fault = say("--log: {log} is not a log of rounds", log=log)
    return named(fault, text, read_rounds)


def append_line(path: Path, line: str) -> None:
    """Append a line to a file in one write; an incomplete last line is ended first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        torn = False
        if end:
            file.seek(end - 1)
            torn = file.read(1) != b"\n"
        file.write(("\n" * torn + line + "\n").encode())


def check_names(book: Path, rounds: "Sequence[Round]", source: str) -> None:
    """Refuse rounds whose names belong to other rounds in the book.

    Raises:
        InputError: there is such a round; the message names it.
    """
    from tafelwerk.families.skat.stored_rounds import get_rounds

    with open_book(book, pocket=False) as opened:
        stored = get_rounds(opened, [done.name for done in rounds])
    for done in rounds:
        if done.name in stored and stored[done.name].without_choices() != done.without_choices():
            raise InputError(
                f"{source}: the book holds another round named {quoted(done.name)}; rename the round in the log"
            )
