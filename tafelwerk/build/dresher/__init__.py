"""Builder of Dresher's guessing game."""

from collections.abc import Iterator
from time import process_time

from tafelwerk.build.dresher.sets import games_builds, missing_builds, quick, runs_build, standard
from tafelwerk.build.dresher.tasks import Games
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

__all__ = ["calibrate", "games_builds", "missing_builds", "quick", "runs_build", "standard", "verify", "warm"]


def warm() -> None:
    """Compile every kernel, by way of the smallest games."""
    Games(1, 1, 5).run()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    task = Games(113, 113, 128)
    begin = process_time()
    task.run()
    return task.operations() / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by another method than the one that made them, see `proof`."""
    from tafelwerk.build.dresher.proof import verify as proved

    return proved(book, sample)
