"""Builder of the Mastermind family."""

from collections.abc import Iterator
from time import process_time

from tafelwerk.build.mastermind.problems import stored_rules
from tafelwerk.build.mastermind.sets import (
    curve_build,
    file_rules,
    game_build,
    quick,
    standard,
    strategy_build,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.mastermind import Entropy, Optimal, Pegs

__all__ = [
    "calibrate",
    "curve_build",
    "file_rules",
    "game_build",
    "quick",
    "standard",
    "stored_rules",
    "strategy_build",
    "verify",
    "warm",
]


def warm() -> None:
    """Compile every kernel, by way of the smallest games that reach them all."""
    from fractions import Fraction

    for build in (
        game_build(Pegs(2, 3)),
        strategy_build(Pegs(3, 3), Optimal(least_depth=True)),
        strategy_build(Pegs(3, 3), Entropy(Fraction(1))),
        strategy_build(Pegs(3, 3), Entropy(Fraction(1), "mix")),
        curve_build(Pegs(3, 3), "lex", None, (Fraction(1, 2), Fraction(2))),
    ):
        for task in build.tasks:
            task.run()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    from fractions import Fraction

    warm()
    begin = process_time()
    operations = 0.0
    for strategy in (Optimal(), Entropy(Fraction(1)), Entropy(Fraction(2), "mix")):
        build = strategy_build(Pegs(4, 5), strategy)
        operations += build.operations()
        for task in build.tasks:
            task.run()
    return operations / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.mastermind.proof import verify as proved

    return proved(book, sample)
