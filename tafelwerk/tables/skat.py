"""Look-ups of double-dummy Skat: outcomes of stored deals, positions of deals stored whole."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

FAMILY = "skat"


@dataclass(frozen=True, slots=True)
class Result:
    """Outcome of a deal under best play by all. Exact.

    `deal`: its number; `points`: the declarer's at the end, the Skat's included, None in Null; `won`: 61 points or more, in Null
    no trick; `openings`: the same points after each of forehand's cards is led, from its highest bit down, in Null 1 or 0.
    """

    deal: int
    game: str
    declarer: str
    points: int | None
    won: bool
    openings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """The start of a trick: bounds on the declarer's card points still to come, and a card to lead that keeps them, as a bit."""

    lower: int
    upper: int
    best: int


def get_result(book: "Book", deal: int, game: str, declarer: str) -> Result | None:
    """The stored outcome of a deal, or None.

    Args:
        book: the book.
        deal: number of the deal.
        game: clubs, spades, hearts, diamonds, grand or null.
        declarer: forehand, middlehand or rearhand.
    """
    row = book.one(
        FAMILY,
        "SELECT points, won, openings FROM skat.results WHERE deal = ? AND game = ? AND declarer = ?",
        deal,
        game,
        declarer,
    )
    return None if row is None else Result(deal, game, declarer, row[0], row[1], tuple(row[2]))


def probe_result(book: "Book", deal: int, game: str, declarer: str, text: str) -> Result:
    """The stored outcome of a deal, given by its number and as text.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_result(book, deal, game, declarer)
    if found is None:
        raise MissingTableError(f"{game} by {declarer} on {text}", build_line(text))
    return found


def get_position(book: "Book", deal: int, game: str, declarer: str, position: int) -> StoredPosition | None:
    """A position of a deal stored whole, or None; `position` as in table positions."""
    row = book.one(
        FAMILY,
        "SELECT lower, upper, best FROM skat.positions WHERE deal = ? AND game = ? AND declarer = ? AND position = ?",
        deal,
        game,
        declarer,
        position,
    )
    return None if row is None else StoredPosition(*row)


def build_line(text: str) -> str:
    """The command line that puts a deal into the book."""
    return f'tafelwerk build {FAMILY} --deal "{text}"'
