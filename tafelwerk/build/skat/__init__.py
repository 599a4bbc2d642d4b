"""Builder of double-dummy Skat."""

from collections.abc import Iterator
from time import process_time

from tafelwerk.build.skat.ladder import load
from tafelwerk.build.skat.learning import derived, playout_builds, trial_builds
from tafelwerk.build.skat.sets import (
    PLAYERS,
    given_build,
    ladder_builds,
    listed_builds,
    log_builds,
    match_builds,
    quick,
    sample_builds,
    standard,
)
from tafelwerk.build.skat.tasks import RandomDeals
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

__all__ = [
    "PLAYERS",
    "calibrate",
    "derived",
    "given_build",
    "ladder_builds",
    "listed_builds",
    "log_builds",
    "match_builds",
    "playout_builds",
    "quick",
    "sample_builds",
    "standard",
    "trial_builds",
    "verify",
    "warm",
]


def warm() -> None:
    """Compile every kernel, by way of one deal and the ladder."""
    RandomDeals(0, 0, 0).run()
    load()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    task = RandomDeals(0, 1, 3)
    begin = process_time()
    task.run()
    return task.operations() / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.skat.proof import verify as proved

    return proved(book, sample)
