"""Builder of the classic toolbox."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tafelwerk.build.minimax import heaps, memory, positions, tictactoe
from tafelwerk.build.task import Build

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.checks import Check

__all__ = ["full", "pocket", "quick", "standard", "verify", "warm"]


def standard() -> Iterator[Build]:
    """The builds of the standard set."""
    return chain(positions.standard(), heaps.standard(), memory.standard())


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    return chain(positions.quick(), heaps.quick(), memory.quick())


def full() -> Iterator[Build]:
    """The builds of the full set."""
    return chain(positions.full(), heaps.full(), memory.full())


def pocket() -> Iterator[Build]:
    """What the pocket book holds."""
    return chain(positions.pocket(), heaps.pocket(), memory.pocket())


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (*positions.warm(), *tictactoe.warm(), *heaps.warm())


def verify(book: "Book", sample: int | None) -> "Iterator[Check]":
    """Prove stored rows anew by another method than the one that made them, see the files named proof."""
    from tafelwerk.build.minimax.position_proof import verify as verify_positions
    from tafelwerk.build.minimax.tictactoe_proof import verify as verify_tictactoe

    yield from verify_positions(book, sample)
    yield from verify_tictactoe(book, sample)
    yield from heaps.verify(book, sample)
    yield from memory.verify(book, sample)
