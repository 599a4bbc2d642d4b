"""Builder of the classic toolbox."""

from collections.abc import Callable, Iterator
from itertools import chain

from tafelwerk.build.minimax import heaps, memory, positions, tictactoe
from tafelwerk.build.task import Build

__all__ = ["full", "pocket", "quick", "standard", "warm"]


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
