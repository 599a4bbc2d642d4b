"""Builder of the classic toolbox."""

from collections.abc import Iterator
from itertools import chain
from time import process_time

from tafelwerk.build.minimax import heaps, memory, positions, tictactoe
from tafelwerk.build.task import Build
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

__all__ = ["calibrate", "quick", "standard", "verify", "warm"]


def standard() -> Iterator[Build]:
    """The builds of the standard set."""
    return chain(positions.standard(), heaps.standard(), memory.standard())


def quick() -> Iterator[Build]:
    """A smallest useful set."""
    return chain(positions.quick(), heaps.quick(), memory.quick())


def warm() -> None:
    """Compile every kernel, by way of small games."""
    positions.warm()
    tictactoe.warm()
    heaps.warm()
    memory.warm()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    tasks = positions.Whole("tictactoe-wild"), positions.Whole("burnt-pancakes-7"), heaps.Values("grundy", 20_000)
    # an estimate may look at the first heaps: that is no part of the run
    operations = sum(task.operations() for task in tasks)
    begin = process_time()
    for task in tasks:
        task.run()
    return operations / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by another method than the one that made them, see the files named proof."""
    from tafelwerk.build.minimax.position_proof import verify as verify_positions

    yield from verify_positions(book, sample)
    yield from tictactoe.verify(book, sample)
    yield from heaps.verify(book, sample)
    yield from memory.verify(book, sample)
