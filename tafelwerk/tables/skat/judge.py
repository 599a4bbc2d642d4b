"""Who answers for the positions of a deal that the book holds whole; and how long an answer takes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from tafelwerk.errors import BookError
from tafelwerk.solvers.skat.cards import Seat
from tafelwerk.solvers.skat.judge import TableJudge
from tafelwerk.solvers.skat.trick_starts import leader_cards, start_key
from tafelwerk.tables.skat.games import get_position, get_positions

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.open_game import OpenGame
    from tafelwerk.solvers.skat.rules import Position
    from tafelwerk.tables.book import Book


def stored_judge(book: "Book", wanted: "OpenGame", positions: "Sequence[Position]") -> TableJudge | None:
    """A judge who asks the book, what these positions need gathered in one look-up; None where the deal is not stored whole.

    Its answers are for `whole` to watch over.

    Args:
        book: the book.
        wanted: the deal, the game and the declarer.
        positions: what will be asked about, of this game.
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
    """What a deal stored whole lacks, or where it contradicts itself, is a fault of the book.

    Raises:
        BookError: such a fault; its message names what finds out more.
    """
    try:
        yield
    except LookupError as fault:
        raise BookError(
            f"table skat.positions lacks positions of deal {wanted.number}, {wanted.game} by {wanted.declarer.word}, or "
            "contradicts itself there; see what is wrong with: tafelwerk verify skat"
        ) from fault


class Watch:
    """Seconds that something took."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Watch]:
    """Measures the block, by the wall clock."""
    watch, begin = Watch(), perf_counter()
    yield watch
    watch.seconds = perf_counter() - begin
