"""Builder of the search family: free search and the root model."""

from collections.abc import Iterator
from fractions import Fraction
from time import process_time

from tafelwerk.build.search.sets import curve_build, free_build, quick, root_build, standard
from tafelwerk.build.search.tasks import FreeTotals, RootTotals
from tafelwerk.solvers.search.root_entropy import root_play
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

__all__ = ["calibrate", "curve_build", "free_build", "quick", "root_build", "standard", "verify", "warm"]


def warm() -> None:
    """Compile every kernel, by way of the smallest searches that reach them all."""
    FreeTotals(20, (3,)).run()
    RootTotals("optimal", 50, None).run()
    root_play(50, Fraction(3, 2))
    root_play(50, Fraction(1))


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    tasks = (FreeTotals(1000, (10,)), RootTotals("optimal", 100_000, 1000), RootTotals("h1.5", 100_000, 1000))
    begin = process_time()
    for task in tasks:
        task.run()
    return sum(task.operations() for task in tasks) / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.search.proof import verify as proved

    return proved(book, sample)
