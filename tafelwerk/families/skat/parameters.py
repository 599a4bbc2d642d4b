"""What questions share: games, seats, cards and deals as words, errors that name the option, and questions that are only read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.skat.rules.cards import (
    Game,
    Seat,
    card_name,
    card_names,
    card_text,
    cards_text,
    read_cards,
    read_game,
    read_list,
    read_seat,
)
from tafelwerk.families.skat.rules.deals import deal_of
from tafelwerk.families.skat.rules.limits import LARGEST_SEED
from tafelwerk.families.skat.rules.play import OpenGame, game_of
from tafelwerk.language import say
from tafelwerk.parameters import Parameter
from tafelwerk.tables.questions import A, Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.questions import Computation


S = TypeVar("S")
T = TypeVar("T")

GAMES = "clubs, spades, hearts, diamonds, grand or null"
SEATS = "forehand, middlehand or rearhand"
"""Games and seats in help."""


def read_argument(what: str, argument: S, read: Callable[[S], T]) -> T:
    """The value read from an argument; errors are prefixed with the argument's name.

    Args:
        what: name of the argument.
        argument: the argument.
        read: function that reads it.

    Raises:
        InputError: the argument is invalid.
    """
    try:
        return read(argument)
    except InputError as fault:
        raise InputError(f"{what}: {fault}") from None


def game_named(text: str) -> Game:
    """The game given by option --game. Errors here and below are prefixed with the option's name."""
    return read_argument("--game", text, read_game)


def game_word(text: str) -> str:
    """The same in English."""
    return game_named(text).value


def seat_named(text: str) -> Seat:
    """The seat given by option --declarer."""
    return read_argument("--declarer", text, read_seat)


def seat_word(option: str) -> Callable[[str], str]:
    """Reads the seat given by an option; its word in English."""
    return lambda text: read_argument(option, text, read_seat).word


def cards_words(option: str, wanted: int) -> Callable[[str], str]:
    """Reads the cards given by an option, in any order; the cards as they are written in tables."""
    return lambda text: cards_text(cards_named(option, text, wanted))


def cards_named(option: str, text: str, wanted: int) -> int:
    """The mask of the cards given by an option, in any order; a bar between hand and Skat is ignored.

    Raises:
        InputError: unknown card, card given twice, or wrong number of cards; the message names the option.
    """
    cards = read_argument(option, text.replace("|", " "), read_cards)
    if (count := cards.bit_count()) != wanted:
        what = {
            2: say("the Skat has 2 cards"),
            10: say("a hand has 10 cards"),
            12: say("give 12 cards, the ten of the hand and the two of the Skat"),
        }[wanted]
        other = {
            12: say("; for twelve cards use: tafelwerk skat discard"),
            10: say("; for ten cards use: tafelwerk skat bid"),
        }.get(count, "")
        raise InputError(f"{option}: {what}, {say('not')} {count}{other}")
    return cards


def open_game_named(deal: str, game: str, declarer: str, played: str | None) -> OpenGame:
    """The game given by options with all cards open, and the cards played so far.

    Raises:
        InputError: an option is invalid; the message names it.
    """
    dealt, cards = deal_of(deal), read_list(played or "")
    held = dealt.hands[0] | dealt.hands[1] | dealt.hands[2]
    for number, card in enumerate(cards, 1):
        if not held >> card & 1:
            name, where = card_name(card), say("it is not in this deal")
            if dealt.skat >> card & 1:
                where = say("it is in the Skat")
            raise InputError(
                say("--played: card {number}: nobody holds {name}; {where}", number=number, name=name, where=where)
            )
    try:
        return game_of(dealt, read_game(game), read_seat(declarer), cards)
    except InputError as fault:
        raise InputError(f"--played: {fault}{_played_before(cards, str(fault))}") from None


def _played_before(cards: Sequence[int], fault: str) -> str:
    """The cards on the table before an invalid card, in brackets: they say which suit had to be followed."""
    match = re.match(r"(?:card|Karte) (\d+)", fault)
    number = int(match[1]) - 1 if match else 0
    table = cards[number - number % 3 : number]
    lie = say("on the table")
    return f" ({lie}: {card_names(table)})" if table else ""


def _played_words(text: str) -> str | None:
    return " ".join(map(card_text, read_argument("--played", text, read_list))) or None


DealWords = Annotated[
    str,
    Parameter(
        "DEAL",
        'Deal "forehand | middlehand | rearhand | skat", or its number; - reads standard input.',
        parse=lambda text: read_argument("--deal", text, deal_of).text(),
        write=quote,
        is_argument=False,
        is_read=True,
    ),
]
GameName = Annotated[str, Parameter("GAME", f"Game: {GAMES}.", parse=game_word, is_argument=False)]
Declarer = Annotated[
    str, Parameter("SEAT", f"Declarer's seat: {SEATS}.", parse=seat_word("--declarer"), is_argument=False)
]
Played = Annotated[str, Parameter('"SA S9 ..."', "Cards played so far, in order.", parse=_played_words, write=quote)]
Position = Annotated[str, Parameter("SEAT", f"Your seat: {SEATS}.", parse=seat_word("--position"))]
Seed = Annotated[int, Parameter("S", "Random seed of the deals.", 0, LARGEST_SEED)]


class StoredOnly(Question[A]):
    """A question whose answers are only read."""

    at_once = True

    @property
    def build_options(self) -> str:
        """The options of `tafelwerk build skat` that put the answer into a book."""
        return ""

    def computation(self, book: Book) -> Computation[A]:
        raise self.missing(book)

    def missing(self, book: Book) -> MissingTableError:
        return not_stored(self, book, self.build_options)


def not_stored(asked: Question[Any], book: Book, options: str = "") -> MissingTableError:
    """The error of a question whose answer is not in the book, with the build that puts it there."""
    return MissingTableError(asked.phrase, f"tafelwerk build skat {options}".rstrip(), book.path)
