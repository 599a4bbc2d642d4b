"""Dresher's guessing game: sizes, and search trees by their depths."""

from operator import index
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, quoted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

FAMILY = "dresher"

MOST_NUMBERS = 4096
"""Largest N that is built."""

Depths = tuple[int, ...]
"""For each of 1, ..., n its depth in a binary search tree, 1 at the root."""


def checked_size(n: int) -> int:
    """N, where there is such a game.

    Raises:
        InputError: there is none.
    """
    try:
        size = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        size = 0
    if not 1 <= size <= MOST_NUMBERS:
        raise InputError(f"N is 1 to {MOST_NUMBERS}, not {quoted(n)}")
    return size


def stored_numbers(book: "Book") -> frozenset[int]:
    """Which games are stored, by their n."""
    return frozenset(row[0] for row in book.rows(FAMILY, "SELECT n FROM dresher.games"))
