"""Shared by the family's commands: options, the game given by them, reading of files."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from tafelwerk.commands.skat.language import SkatApp, SkatGroup
from tafelwerk.errors import InputError
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat.cards import Game, Seat, card_name, card_names, read_game, read_list, read_seat
from tafelwerk.rules.skat.deals import Deal, deal_of
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.play import OpenGame, game_of
from tafelwerk.rules.skat.words import number_text, worded
from tafelwerk.spelling import compose

S = TypeVar("S")
T = TypeVar("T")

app = SkatApp(
    cls=SkatGroup, help="Skat: best play with all cards open; bidding, discarding and play with hidden cards."
)

DealOption = Annotated[
    str,
    typer.Option(
        "--deal",
        metavar="DEAL",
        help='Deal "forehand | middlehand | rearhand | skat", or its number; - reads standard input.',
    ),
]
GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="Game: clubs, spades, hearts, diamonds, grand or null.")
]
DeclarerOption = Annotated[
    str, typer.Option("--declarer", metavar="SEAT", help="Declarer's seat: forehand, middlehand or rearhand.")
]
PlayedOption = Annotated[
    str | None, typer.Option("--played", metavar='"SA S9 ..."', help="Cards played so far, in order.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the deals.")
]

STANDARD_INPUT = "-"
_STANDARD = "standard input", "Standardeingabe"

LARGEST_DEALS = 256 * 2**20
"""Largest size of a file of deals in bytes: room for MOST_DRAWN deals with numbers and comments."""


@frozen
class Opened:
    """A game with all cards open, and the cards played so far."""

    deal: DealOption
    game: GameOption
    declarer: DeclarerOption
    played: PlayedOption = None

    @cached_property
    def named(self) -> OpenGame:
        """The game given by the options.

        Raises:
            InputError: an option is invalid; the message names it.
        """
        game, seat, deal = game_named(self.game), seat_named(self.declarer), deal_named(self.deal)
        cards = named("--played", self.played or "", read_list)
        held = deal.hands[0] | deal.hands[1] | deal.hands[2]
        for number, card in enumerate(cards, 1):
            if not held >> card & 1:
                name, where = card_name(card), worded("it is not in this deal", "sie ist nicht dabei")
                if deal.skat >> card & 1:
                    where = worded("it is in the Skat", "sie liegt im Skat")
                raise InputError(
                    worded(
                        f"--played: card {number}: nobody holds {name}; {where}",
                        f"--played: Karte {number}: niemand hat {name}; {where}",
                    )
                )
        try:
            return game_of(deal, game, seat, cards)
        except InputError as fault:
            raise InputError(f"--played: {fault}{_played_before(cards, str(fault))}") from None


def named(what: str, given: S, read: Callable[[S], T]) -> T:
    """The value read from an argument; errors are prefixed with the argument's name.

    Args:
        what: name of the argument.
        given: the argument.
        read: function that reads it.

    Raises:
        InputError: the argument is invalid.
    """
    try:
        return read(given)
    except InputError as fault:
        raise InputError(f"{what}: {fault}") from None


def game_named(text: str) -> Game:
    """The game given by option --game. Errors here and below are prefixed with the option's name."""
    return named("--game", text, read_game)


def seat_named(text: str) -> Seat:
    """The seat given by option --declarer."""
    return named("--declarer", text, read_seat)


def deal_named(text: str) -> Deal:
    """The deal given by option --deal; - reads standard input."""
    if text == STANDARD_INPUT:
        text = decoded(read_standard_input(), worded(*_STANDARD))
    return named("--deal", text, deal_of)


def deals_in(file: Path) -> Iterator[Deal]:
    """The deals of a file, one per line; - is standard input. Empty lines, and text after #, are ignored.

    Raises:
        InputError: A line is not a deal, there are no deals or too many, or the path is not a file; the message names
            file and line.
        OSError: the file cannot be read.
    """
    name, found = source_name(file), 0
    what = worded("a file with one deal per line", "eine Datei mit einer Verteilung je Zeile")
    content = read_source(file, what, LARGEST_DEALS)
    for number, line in enumerate(decoded(content, name).splitlines(), 1):
        if line.partition("#")[0].strip():
            found += 1
            if found > MOST_DRAWN:
                most = number_text(MOST_DRAWN)
                raise InputError(
                    worded(
                        f"{name} has more than {most} deals; split it",
                        f"{name} hat mehr als {most} Verteilungen; teile sie auf",
                    )
                )
            yield named(f"{name}, {worded('line', 'Zeile')} {number}", line, deal_of)
    if not found:
        raise InputError(worded(f"{name} contains no deal", f"{name} enthält keine Verteilung"))


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
        fault = worded(f"there is no file {file}", f"die Datei {file} gibt es nicht")
        if file.is_dir():
            fault = worded(f"{file} is a folder", f"{file} ist ein Ordner")
        raise InputError(
            worded(
                f"{fault}; give {what}, or - for standard input",
                f"{fault}; gib {what} an, oder - für die Standardeingabe",
            )
        )


def decoded(content: bytes, name: str) -> str:
    """The text of a file in UTF-8.

    Raises:
        InputError: the content is not UTF-8.
    """
    try:
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(worded(f"{name} is not text in UTF-8", f"{name} ist kein Text in UTF-8")) from None


def source_name(file: Path) -> str:
    """A file's name in messages; - is standard input."""
    return worded(*_STANDARD) if str(file) == STANDARD_INPUT else str(file)


def _played_before(cards: Sequence[int], fault: str) -> str:
    """The cards on the table before an invalid card, in brackets: they say which suit had to be followed."""
    match = re.match(r"(?:card|Karte) (\d+)", fault)
    number = int(match[1]) - 1 if match else 0
    table = cards[number - number % 3 : number]
    lie = worded("on the table", "auf dem Tisch")
    return f" ({lie}: {card_names(table)})" if table else ""
