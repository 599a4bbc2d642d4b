"""Builder of Beams."""

from collections.abc import Iterator
from fractions import Fraction
from time import process_time

from tafelwerk.build.beams.sets import (
    bound_build,
    check_strategy,
    curve_builds,
    part_build,
    quick,
    standard,
    strategy_build,
    strategy_builds,
    top_build,
    variant_build,
)
from tafelwerk.tables.beams import TIES, Entropy, Optimal
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check

__all__ = [
    "bound_build",
    "calibrate",
    "check_strategy",
    "curve_builds",
    "part_build",
    "quick",
    "standard",
    "strategy_build",
    "strategy_builds",
    "top_build",
    "variant_build",
    "verify",
    "warm",
]


def warm() -> None:
    """Compile every kernel, by way of the smallest variant."""
    builds = [variant_build("3c6p"), strategy_build("3c6p", Optimal())]
    builds += [strategy_build("3c6p", Entropy(Fraction(1), tie)) for tie in TIES]
    for build in builds:
        for task in build.tasks:
            task.run()


def calibrate() -> float:
    """Operations a second, on one core, by the tasks' own estimates; a second or two once kernels are compiled."""
    warm()
    begin = process_time()
    operations = 0.0
    for build in (strategy_build("3c6p", Optimal()), strategy_build("6c3p", Entropy(Fraction(1)))):
        operations += build.operations()
        for task in build.tasks:
            task.run()
    return operations / max(process_time() - begin, 1e-6)


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.beams.proof import verify as proved

    return proved(book, sample)
