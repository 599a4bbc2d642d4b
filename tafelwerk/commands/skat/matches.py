"""What commands on matches and logs share: players as they are named, logs as they are read, names that the book has."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from tafelwerk.commands.common import open_book
from tafelwerk.commands.skat.words import STANDARD_INPUT, named, source_name
from tafelwerk.errors import InputError, quoted
from tafelwerk.files import read_limited, read_standard_input

if TYPE_CHECKING:
    from tafelwerk.rules.skat.round_log import LoggedRound

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


def players_named(text: str, worlds: int | None = None) -> tuple[str, str, str]:
    """The three players that option --players names, in full.

    Args:
        text: three names with commas between them, or one that stands for all three.
        worlds: how many `pimc` without a number looks at; None for its own.

    Raises:
        InputError: one of them is none, or they are not three.
    """
    from tafelwerk.rules.skat.limits import WORLDS, agent_name

    words = text.split(",")
    words = 3 * words if len(words) == 1 else words
    if len(words) != 3:
        raise InputError(f"--players names three programs, as in pimc:100,pimc:30,random, not {len(words)}")
    count = WORLDS if worlds is None else worlds
    first, second, third = (named("--players", word, lambda name: agent_name(name, count)) for word in words)
    return first, second, third


class Log(NamedTuple):
    """What a log holds.

    Attributes:
        name: the log, as messages call it.
        rounds: its rounds.
        skipped: in words, the games of a log of xskat that are no rounds.
    """

    name: str
    rounds: "list[LoggedRound]"
    skipped: list[str]


def log_in(file: Path) -> Log:
    """The log of a file, of this program or of xskat; - is standard input.

    Raises:
        InputError: there is no such file, or it holds no log; the message names file and line.
        OSError: it cannot be read.
    """
    from tafelwerk.formats.skat_logs import is_log, read_log
    from tafelwerk.formats.xskat import is_xskat, scan_xskat

    name, text = source_name(file), _text(file)
    try:
        if is_log(text) or not is_xskat(text):
            return Log(name, read_log(text), [])
        found = scan_xskat(text)
    except InputError as fault:
        raise InputError(f"{name}: {fault}") from None
    skipped = [f"game {number}, line {line}: {why}" for number, line, why in found.skipped]
    if not found.rounds:
        raise InputError(f"{name}: no game of it is one of the Skat Order, played to its end; {skipped[0]}")
    return Log(name, found.rounds, skipped)


def rounds_before(log: Path) -> "list[LoggedRound]":
    """The rounds of a log to which others are to be appended; none where it is not there yet.

    Raises:
        InputError: the file cannot be one, or is there and no log.
        OSError: it cannot be read.
    """
    from tafelwerk.files import refuse_book_file
    from tafelwerk.rules.skat.round_log import read_rounds

    refuse_book_file(log, "--log")
    if log.is_dir() or not log.absolute().parent.is_dir():
        why = "is a folder" if log.is_dir() else "lies in no folder that is there"
        raise InputError(f"--log: {log} {why}; name a file to which rounds are appended")
    if not log.exists():
        return []
    try:
        return read_rounds(read_limited(log).decode())
    except UnicodeDecodeError:
        raise InputError(f"--log: {log} is no text in UTF-8") from None
    except InputError as fault:
        raise InputError(f"--log: {log} is no log of rounds: {fault}") from None


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
        if same is None or same.row != round_row(one) or games.get(one.name) != cards:
            raise InputError(
                f"{source}: the book holds another round by the name {quoted(one.name)}; name it otherwise in the log"
            )


def _text(file: Path) -> str:
    name = source_name(file)
    if str(file) == STANDARD_INPUT:
        return _text_of(read_standard_input())
    if file.is_dir():
        raise InputError(f"{name} is a folder; name a log of rounds, or - for standard input")
    if not file.exists():
        raise InputError(f"there is no file {name}; name a log of rounds, or - for standard input")
    return _text_of(read_limited(file))


def _text_of(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")  # as xskat writes players' names
