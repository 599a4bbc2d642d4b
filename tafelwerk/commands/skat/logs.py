"""Logs of rounds on the command line: as they are read, appended to, and compared with the book; players as they are named."""

import os
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.common import open_book
from tafelwerk.commands.skat.words import STANDARD_INPUT, check_source, decoded, named, read_source, source_name
from tafelwerk.errors import InputError, quoted
from tafelwerk.files import read_limited, refuse_book_file, standard_input
from tafelwerk.rules.skat.limits import WORLDS, agent_name
from tafelwerk.rules.skat.words import worded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.formats.skat_logs import Format
    from tafelwerk.rules.skat.recorded import Records
    from tafelwerk.rules.skat.round_log import Log, LoggedRound

PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="A,B,C",
        help=(
            "Three programs, which bid alike: pimc:K looks at K worlds for a card, informed:K weighs them by what was announced,"
            " random plays any card, open sees all cards."
        ),
    ),
]


_LOG = "a log of rounds", "ein Protokoll von Runden"


def players_named(text: str, worlds: int = WORLDS) -> tuple[str, str, str]:
    """The three players that option --players names, in full.

    Args:
        text: three names with commas between them, or one that stands for all three.
        worlds: how many `pimc` without a number looks at.

    Raises:
        InputError: one of them is none, or they are not three.
    """
    words = text.split(",")
    words = 3 * words if len(words) == 1 else words
    if len(words) != 3:
        raise InputError(
            worded(
                f"--players names three programs, as in pimc:100,pimc:30,random, not {len(words)}",
                f"--players nennt drei Programme, etwa pimc:100,pimc:30,random, nicht {len(words)}",
            )
        )
    first, second, third = (named("--players", word, lambda name: agent_name(name, worlds)) for word in words)
    return first, second, third


def log_in(file: Path) -> "Log":
    """The log of a file, of this program or of xskat; - is standard input.

    Raises:
        InputError: there is no such file, or it holds no log; the message names file and line.
        OSError: it cannot be read.
    """
    from tafelwerk.formats.skat_logs import read_log

    return read_log(read_source(file, worded(*_LOG)), source_name(file))


def records_in(file: Path, format: "Format | None") -> "Records":
    """The log of a file, of any format, read as it goes; - is standard input, which can be read once.

    Raises:
        InputError: there is no such file.
    """
    from tafelwerk.formats.skat_logs import log_file, records_of

    if str(file) == STANDARD_INPUT:
        return records_of(lambda: nullcontext(standard_input()), source_name(file), format)
    check_source(file, worded(*_LOG))
    return log_file(file, format)


def no_file(path: Path) -> str:
    """Why a path is no place for a file."""
    if path.is_dir():
        return worded("is a folder", "ist ein Ordner")
    return worded("lies in no folder that is there", "liegt in keinem vorhandenen Ordner")


def rounds_before(log: Path) -> "Sequence[LoggedRound]":
    """The rounds of a log to which others are to be appended; none where it is not there yet.

    Raises:
        InputError: the file cannot be one, or is there and no log.
        OSError: it cannot be read.
    """
    from tafelwerk.rules.skat.round_log import read_rounds

    refuse_book_file(log, "--log")
    if log.is_dir() or not log.absolute().parent.is_dir():
        name = worded("name a file to which rounds are appended", "nenne eine Datei, an die Runden angehängt werden")
        raise InputError(f"--log: {log} {no_file(log)}; {name}")
    if not log.exists():
        return []
    text = decoded(read_limited(log), f"--log: {log}")
    fault = worded(f"--log: {log} is no log of rounds", f"--log: {log} ist kein Protokoll von Runden")
    return named(fault, text, read_rounds)


def append_line(path: Path, line: str) -> None:
    """Append a line to a file, whole or not at all as far as the system can; a torn line before it is ended first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        torn = False
        if end:
            file.seek(end - 1)
            torn = file.read(1) != b"\n"
        file.write(("\n" * torn + line + "\n").encode())


def check_names(book: Path, rounds: "Sequence[LoggedRound]", source: str) -> None:
    """Refuse rounds whose names the book has for others.

    Raises:
        InputError: it has; the message names one.
    """
    from tafelwerk.build.skat.rounds import recorded_game, round_row
    from tafelwerk.tables.skat.played import get_cards, get_rounds

    names = [one.name for one in rounds]
    with open_book(book, pocket=False) as opened:
        stored = {one.name: one for one in get_rounds(opened, names)}
        games = get_cards(opened, names)
    for one in rounds:
        if one.name not in stored and one.name not in games:
            continue
        game, same = recorded_game(one), stored.get(one.name)
        cards = None if game is None else (game.deal, game.cards)
        if same is None or asdict(same) != round_row(one) or games.get(one.name) != cards:
            raise InputError(
                f"{source}: the book holds another round by the name {quoted(one.name)}; name it otherwise in the log"
            )
