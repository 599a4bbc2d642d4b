"""What the family's commands share: their options, a game as it was asked for, files as they are read."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from tafelwerk.commands.skat.language import SkatApp, SkatGroup
from tafelwerk.errors import InputError
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.rules.skat.cards import Game, Seat, card_name, card_names, read_game, read_list, read_seat
from tafelwerk.rules.skat.deals import Deal, deal_of
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.play import OpenGame, game_of
from tafelwerk.rules.skat.words import number_text, worded

S = TypeVar("S")
T = TypeVar("T")

app = SkatApp(
    cls=SkatGroup, help="Skat: best play with every card open, and play, bidding and discarding with hidden cards."
)

DealOption = Annotated[
    str,
    typer.Option(
        "--deal", metavar="DEAL", help='"forehand | middlehand | rearhand | skat", or a deal\'s number; - reads it.'
    ),
]
GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="clubs, spades, hearts, diamonds, grand or null.")
]
DeclarerOption = Annotated[
    str, typer.Option("--declarer", metavar="SEAT", help="Who plays alone: forehand, middlehand or rearhand.")
]
PlayedOption = Annotated[
    str | None, typer.Option("--played", metavar='"SA S9 ..."', help="Cards played so far, in their order.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the deals.")
]

STANDARD_INPUT = "-"
_STANDARD = "standard input", "Standardeingabe"

LARGEST_DEALS = 256 * 2**20
"""Bytes of a file of deals: MOST_DRAWN of them with their numbers, and comments."""


@dataclass
class Opened:
    """A game with every card open, and the cards played so far."""

    deal: DealOption
    game: GameOption
    declarer: DeclarerOption
    played: PlayedOption = None

    @cached_property
    def named(self) -> OpenGame:
        """The game that the options name.

        Raises:
            InputError: one of them is at fault; the message names it.
        """
        game, seat, deal = game_named(self.game), seat_named(self.declarer), deal_named(self.deal)
        cards = named("--played", self.played or "", read_list)
        held = deal.hands[0] | deal.hands[1] | deal.hands[2]
        for number, card in enumerate(cards, 1):
            if not held >> card & 1:
                name, where = card_name(card), worded("it is not in this deal", "sie ist nicht dabei")
                if deal.skat >> card & 1:
                    where = worded("it lies in the Skat", "sie liegt im Skat")
                raise InputError(
                    worded(
                        f"--played: card {number}: no one holds {name}; {where}",
                        f"--played: Karte {number}: niemand hat {name}; {where}",
                    )
                )
        try:
            return game_of(deal, game, seat, cards)
        except InputError as fault:
            raise InputError(f"--played: {fault}{_played_before(cards, str(fault))}") from None


def named(what: str, given: S, read: Callable[[S], T]) -> T:
    """What an argument says; a fault is told with its name.

    Args:
        what: the argument's name.
        given: what stands there.
        read: makes something of it.

    Raises:
        InputError: it is at fault.
    """
    try:
        return read(given)
    except InputError as fault:
        raise InputError(f"{what}: {fault}") from None


def game_named(text: str) -> Game:
    """What option --game names; a fault is told with the option's name, as by those below."""
    return named("--game", text, read_game)


def seat_named(text: str) -> Seat:
    """Whom option --declarer names."""
    return named("--declarer", text, read_seat)


def deal_named(text: str) -> Deal:
    """The deal that option --deal gives; - reads standard input."""
    if text == STANDARD_INPUT:
        text = decoded(read_standard_input(), worded(*_STANDARD))
    return named("--deal", text, deal_of)


def deals_in(file: Path) -> Iterator[Deal]:
    """The deals of a file, one per line; - is standard input. Empty lines and what stands behind # do not count.

    Raises:
        InputError: a line holds no deal, there is none or too many, or the file cannot be one of deals; the message names
            file and line.
        OSError: the file cannot be read.
    """
    name, found = source_name(file), 0
    what = worded("a file with a deal a line", "eine Datei mit einer Verteilung je Zeile")
    content = read_source(file, what, LARGEST_DEALS)
    for number, line in enumerate(decoded(content, name).splitlines(), 1):
        if line.partition("#")[0].strip():
            found += 1
            if found > MOST_DRAWN:
                most = number_text(MOST_DRAWN)
                raise InputError(
                    worded(
                        f"{name} has more than {most} deals; divide it",
                        f"{name} hat mehr als {most} Verteilungen; teile sie auf",
                    )
                )
            yield named(f"{name}, {worded('line', 'Zeile')} {number}", line, deal_of)
    if not found:
        raise InputError(worded(f"{name} holds no deal", f"{name} enthält keine Verteilung"))


def read_source(file: Path, what: str, most: int | None = None) -> bytes:
    """The content of a file; - is standard input.

    Args:
        file: the file.
        what: what it should be.
        most: bytes that it may have. Default: those of any file that is read.

    Raises:
        InputError: it is a folder, is not there, or is too large.
        OSError: it cannot be read.
    """
    limit = () if most is None else (most,)
    if str(file) == STANDARD_INPUT:
        return read_standard_input(*limit)
    check_source(file, what)
    return read_limited(file, *limit)


def check_source(file: Path, what: str) -> None:
    """Refuse what is no file; `what` it should be.

    Raises:
        InputError: it is a folder, or is not there.
    """
    if file.is_dir() or not file.exists():
        fault = worded(f"there is no file {file}", f"die Datei {file} gibt es nicht")
        if file.is_dir():
            fault = worded(f"{file} is a folder", f"{file} ist ein Ordner")
        raise InputError(
            worded(
                f"{fault}; name {what}, or - for standard input",
                f"{fault}; nenne {what}, oder - für die Standardeingabe",
            )
        )


def decoded(content: bytes, name: str) -> str:
    """The text of a file in UTF-8.

    Raises:
        InputError: it is none.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(worded(f"{name} is no text in UTF-8", f"{name} ist kein Text in UTF-8")) from None


def source_name(file: Path) -> str:
    """A file as messages call it; - is standard input."""
    return worded(*_STANDARD) if str(file) == STANDARD_INPUT else str(file)


def _played_before(cards: Sequence[int], fault: str) -> str:
    """How the cards before a fault lie, where that is a running trick: it says what had to be followed."""
    match = re.match(r"(?:card|Karte) (\d+)", fault)
    number = int(match[1]) - 1 if match else 0
    table = cards[number - number % 3 : number]
    lie = worded("on the table", "auf dem Tisch")
    return f" ({lie}: {card_names(table)})" if table else ""
