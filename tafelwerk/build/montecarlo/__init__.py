"""Builder of the Monte-Carlo family."""

from collections.abc import Iterator
from time import process_time

from tafelwerk.build.montecarlo.sets import curve_build, duel_build, duel_task, quick, standard
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import Dsc, Esr, Subtraction, SubtractionRules

__all__ = ["calibrate", "curve_build", "duel_build", "quick", "standard", "verify", "warm"]


def warm() -> None:
    """Compile every kernel, by way of the smallest games that reach them all."""
    from tafelwerk.build.montecarlo import answers

    ks = tuple(range(1, 40))
    for game in (Esr(2, 3, 1), Dsc(6), Subtraction(SubtractionRules((1, 2, 3)), 12)):
        duel_task(game, ks, tuple(2 * k for k in ks)).run()
        duel_task(game, (500, 0), (1000, 0)).run()
        answers.perfect(game).run()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    ks = tuple(range(1, 60))
    begin = process_time()
    operations = 0.0
    for game in (Esr(4, 5, 1), Subtraction(SubtractionRules((1, 2)), 110), Dsc(20)):
        task = duel_task(game, ks, tuple(2 * k for k in ks))
        operations += task.operations()
        task.run()
    return operations / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.montecarlo.proof import verify as proved

    return proved(book, sample)
