"""Deals stored whole in the book: their positions, a judge that reads them, and the time an answer takes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from tafelwerk.errors import BookError
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.cards import Seat, bits
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import (
    Position,
    leader_cards,
    legal,
    needed_keys,
    play,
    start_key,
    winning,
    worth,
)
from tafelwerk.frozen import frozen
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.families.skat.rules.play import OpenGame
    from tafelwerk.tables.book import Book


@frozen
class StoredPosition:
    """The start of a trick: bounds on the declarer's card points to come, and a card to lead that keeps them, as a bit."""

    lower: int
    upper: int
    best: int


@layered
def get_position(book: "Book", deal: int, game: str, declarer: str, position: int) -> StoredPosition | None:
    """A position of a deal stored whole, or None; `position` as in table positions."""
    row = book.one(
        FAMILY,
        "SELECT lower, upper, best, build FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ? AND position = ?",
        deal,
        game,
        declarer,
        position,
    )
    return None if row is None else StoredPosition(*row)


@layered
def get_positions(
    book: "Book", deal: int, game: str, declarer: str, keys: Collection[int]
) -> dict[int, StoredPosition]:
    """Positions of a deal stored whole, by key; missing ones are left out.

    Args:
        book: the book.
        deal: number of the deal.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
        keys: keys as in table positions, any number of them.
    """
    rows = book.rows(
        FAMILY,
        "SELECT position, lower, upper, best, build FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ?"
        " AND position IN (SELECT unnest(?::UINTEGER[]))",
        deal,
        game,
        declarer,
        list(keys),
    )
    return {row[0]: StoredPosition(*row[1:]) for row in rows}


LookUp = Callable[[Collection[int]], Mapping[int, int]]
"""Values of starts of tricks by key, as in `families.skat.rules.play.worth`; unknown ones are left out."""


class TableJudge:
    """A judge that reads a table of all starts of tricks of a deal, for one game and declarer, without searching.

    Its methods raise LookupError if the table lacks a start or contradicts itself.
    """

    def __init__(self, deal: Deal, look_up: LookUp) -> None:
        """Set the table.

        Args:
            deal: the deal when play began.
            look_up: the table; asked once per trick, and never twice for a known key.
        """
        self._cards = leader_cards(deal)
        self._look_up = look_up
        self._values: dict[int, int] = {}

    @property
    def nodes(self) -> int:
        return 0

    def gather(self, positions: Iterable[Position]) -> None:
        """Look up all values needed for these positions at once."""
        wanted: set[int] = set()
        for position in positions:
            wanted |= needed_keys(position, self._cards)
        wanted -= self._values.keys()
        if wanted:
            self._values.update(self._look_up(wanted))

    def won(self, position: Position) -> bool:
        return self.value(position) >= winning(position.game)

    def value(self, position: Position) -> int:
        try:
            return self._worth(position)
        except KeyError:
            self.gather([position])
            return self._worth(position)

    def cards(self, position: Position) -> dict[int, int]:
        try:
            values = self._after(position)
        except KeyError:
            self.gather([position])
            values = self._after(position)
        best = max if position.to_move is position.declarer else min
        if values and best(values.values()) != self._worth(position):
            raise LookupError(f"the value of a start of a trick is not that of its best card: {position}")
        return values

    def best_card(self, position: Position, value: int) -> int:
        for card, after in self.cards(position).items():
            if after == value:
                return card
        raise LookupError(f"no card keeps {value}: {position}")

    def _worth(self, position: Position) -> int:
        return worth(position, self._values, self._cards)

    def _after(self, position: Position) -> dict[int, int]:
        return {card: self._worth(play(position, card)) for card in bits(legal(position))}


def stored_judge(book: "Book", wanted: "OpenGame", positions: "Sequence[Position]") -> TableJudge | None:
    """A judge that reads the book, with the values for these positions looked up at once; None if the deal is not stored whole.

    Use it within `whole`, which reports contradictions.

    Args:
        book: the book.
        wanted: deal, game and declarer.
        positions: positions of this game that will be asked about.
    """
    deal, game, declarer = wanted.deal, wanted.game.value, wanted.declarer.word
    number = wanted.number

    def look_up(keys: Collection[int]) -> Mapping[int, int]:
        rows = get_positions(book, number, game, declarer, keys)
        return {key: row.lower for key, row in rows.items() if row.lower == row.upper}

    first = start_key(deal.hands, Seat.FOREHAND, leader_cards(deal))
    if get_position(book, number, game, declarer, first) is None:
        return None
    judge = TableJudge(deal, look_up)
    judge.gather(positions)
    return judge


@contextmanager
def whole(wanted: "OpenGame") -> Iterator[None]:
    """Report missing or contradictory positions of a deal stored whole as an error of the book.

    Raises:
        BookError: there are such positions; the message names the command to run.
    """
    try:
        yield
    except LookupError as fault:
        raise BookError(
            f"table skat.positions lacks positions of deal {wanted.number}, {wanted.game} by {wanted.declarer.word}, or "
            "contradicts itself there; for details run: tafelwerk verify skat"
        ) from fault


def impossible_result(wanted: "OpenGame", openings: int, points: int | None) -> BookError:
    """The error for a stored result that does not fit its deal: the number of openings with a value, and the points."""
    return BookError(
        f"table skat.results holds {openings} openings and points {points} for deal {wanted.number}; "
        "for details run: tafelwerk verify skat"
    )


class Watch:
    """Time taken, in seconds."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Watch]:
    """Measure the wall-clock time of the block."""
    watch, begin = Watch(), perf_counter()
    yield watch
    watch.seconds = perf_counter() - begin
