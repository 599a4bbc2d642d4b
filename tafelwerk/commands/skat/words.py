"""What the family's commands share: their options, a game as it was asked for, deals as lines of text, numbers as words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tafelwerk.commands.common import App
from tafelwerk.commands.output import seconds_text
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError, quoted
from tafelwerk.files import read_limited, read_standard_input
from tafelwerk.rules.skat.cards import WIN, Game, Seat, card_text, mask_of, read_game, read_list, read_seat
from tafelwerk.rules.skat.deals import MOST_DEALS, Deal, numbered_deal, random_deals, read_deal
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_DRAWN
from tafelwerk.rules.skat.play import OpenGame, game_of
from tafelwerk.tables.skat.answers import Announced, Explanation, Solution

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.rules.skat.play import Position
    from tafelwerk.rules.skat.scoring import Contract

S = TypeVar("S")
T = TypeVar("T")

app = App(help="Skat: best play with every card open, and play, bidding and discarding with hidden cards.")

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

LARGEST_DEALS = 256 * 2**20
"""Bytes of a file of deals: MOST_DRAWN of them with their numbers, and comments."""

DEAL_FORM = "forehand's cards | middlehand's | rearhand's | the Skat"


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
        return opened(self.deal, self.game, self.declarer, self.played)


def opened(deal: str, game: str, declarer: str, played: str | None) -> OpenGame:
    """The game that options name.

    Raises:
        InputError: one of them is at fault; the message names it.
    """
    game_asked, seat, given = game_named(game), seat_named(declarer), deal_named(deal)
    cards = tuple(named("--played", played or "", read_list))
    held = given.hands[0] | given.hands[1] | given.hands[2]
    for number, card in enumerate(cards, 1):
        if not held >> card & 1:
            where = "it lies in the Skat" if given.skat >> card & 1 else "it is not in this deal"
            raise InputError(f"--played: card {number}: no one holds {card_text(card)}; {where}")
    try:
        return game_of(given, game_asked, seat, cards)
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
        text = decoded(read_standard_input(), "standard input")
    return named("--deal", text, deal_of)


def deal_of(text: str) -> Deal:
    """A deal as text, maybe over several lines with comments behind #, or by its number.

    Raises:
        InputError: the text is no deal.
    """
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    whole = " ".join(line for line in lines if line)
    if not whole:
        raise InputError(f'there is no deal; it is "{DEAL_FORM}"')
    if re.fullmatch(r"-?[0-9]{1,30}", whole, re.ASCII):
        return numbered_deal(int(whole))
    if "|" not in whole:
        raise InputError(f'a deal is "{DEAL_FORM}" or its number, 0 to {MOST_DEALS - 1}, not {quoted(whole, 40)}')
    if sum("|" in line for line in lines) > 1 and all(line.count("|") in (0, 2, 3) for line in lines):
        raise InputError(f"there are {sum('|' in line for line in lines)} deals; give one")
    return read_deal(whole)


def deals_in(file: Path) -> Iterator[Deal]:
    """The deals of a file, one a line; - is standard input. Empty lines and what stands behind # do not count.

    Raises:
        InputError: a line holds no deal, or the file cannot be one of deals; the message names file and line.
        OSError: the file cannot be read.
    """
    name = source_name(file)
    if file.is_dir():
        raise InputError(f"{name} is a folder; name a file with a deal a line, or - for standard input")
    if str(file) != STANDARD_INPUT and not file.exists():
        raise InputError(f"there is no file {name}; name one with a deal a line, or - for standard input")
    standard = str(file) == STANDARD_INPUT
    content = read_standard_input(LARGEST_DEALS) if standard else read_limited(file, LARGEST_DEALS)
    found = 0
    for number, line in enumerate(decoded(content, name).splitlines(), 1):
        if line.partition("#")[0].strip():
            found += 1
            if found > MOST_DRAWN:
                raise InputError(f"{name} has more than {MOST_DRAWN:,} deals; divide it")
            yield named(f"{name}, line {number}", line, deal_of)


def decoded(content: bytes, name: str) -> str:
    """The text of a file in UTF-8.

    Raises:
        InputError: it is none.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name} is no text in UTF-8") from None


def source_name(file: Path) -> str:
    """A file as messages call it; - is standard input."""
    return "standard input" if str(file) == STANDARD_INPUT else str(file)


def drawn_deals(count: int, seed: int, cards_each: int) -> Iterator[Deal]:
    """Random deals number 0, 1, ... of a seed; of ten cards each they are the book's samples of that seed."""
    return random_deals(count, seed, cards_each=cards_each)


def contract_of(announced: Announced) -> "Contract":
    """A contract of an answer."""
    from tafelwerk.rules.skat.scoring import Contract

    return Contract(Game(announced.game), announced.hand, announced.schneider, announced.schwarz, announced.ouvert)


def share(chance: float | None) -> "Text":
    """A chance in percent; what is not certain is not shown as if it were, and nothing where there is none."""
    from rich.text import Text

    if chance is None:
        return Text()
    shown = f"{100 * chance:.0f}%"
    if shown in ("0%", "100%") and 0 < chance < 1:
        shown = "< 1%" if chance < 0.5 else "> 99%"
    return Text(shown, justify="right")


def best_first(values: Mapping[int, int], position: "Position") -> list[int]:
    """Cards from the best for the player to move down; equals as a player sorts them."""
    from tafelwerk.rules.skat.cards import order

    sign = -1 if position.to_move is position.declarer else 1
    return sorted(order(position.game).sorted(mask_of(values)), key=lambda card: sign * values[card])


def made(asked: OpenGame, points: int | None, makes: str, verdict: str) -> str:
    """The outcome of a game in words: the points, where they are known, and who wins, where that can be.

    Args:
        asked: the game.
        points: the declarer's at the end, or None.
        makes: "makes" or "has".
        verdict: "wins" or what else is to be said of it.
    """
    if asked.winnable:
        return verdict if points is None else f"{makes} {counted(points, 'point')} and {verdict}"
    if points is None:
        return f"cannot win: it takes {WIN} points, and the deal has {asked.points}"
    return f"{makes} {points} of {counted(asked.points, 'point')}"


def origin(found: Solution | Explanation) -> str:
    """Where an answer comes from, in words: the book, or a search and what it took."""
    if found.source is not None and found.source.is_stored:
        return f"from the {found.source}"
    took = f"{1000 * found.seconds:.1f} ms" if found.seconds < 0.1 else seconds_text(found.seconds)
    return f"{counted(found.nodes, 'position')} searched, {took}"


def _played_before(cards: Sequence[int], fault: str) -> str:
    """How the cards before a fault lie, where that is a running trick: it says what had to be followed."""
    match = re.match(r"card (\d+)", fault)
    number = int(match[1]) - 1 if match else 0
    table = cards[number - number % 3 : number]
    return f" (on the table: {' '.join(map(card_text, table))})" if table else ""
