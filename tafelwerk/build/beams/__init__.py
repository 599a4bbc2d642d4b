"""Builder of Beams."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.build.beams.sets import (
    bound_build,
    check_strategy,
    curve_builds,
    full,
    part_build,
    pocket,
    quick,
    standard,
    strategy_build,
    strategy_builds,
    top_build,
    variant_build,
)
from tafelwerk.tables.beams import TIES, Entropy, Optimal

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.checks import Check

__all__ = [
    "bound_build",
    "check_strategy",
    "curve_builds",
    "full",
    "part_build",
    "pocket",
    "quick",
    "standard",
    "strategy_build",
    "strategy_builds",
    "top_build",
    "variant_build",
    "verify",
    "warm",
]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    builds = [variant_build("3c6p"), strategy_build("3c6p", Optimal())]
    builds += [strategy_build("3c6p", Entropy(Fraction(1), tie)) for tie in TIES]
    return tuple(task.run for build in builds for task in build.tasks)


def verify(book: "Book", sample: int | None) -> "Iterator[Check]":
    """Prove stored rows anew by other methods than those that made them, see `proof`."""
    from tafelwerk.build.beams.proof import verify as proved

    return proved(book, sample)
