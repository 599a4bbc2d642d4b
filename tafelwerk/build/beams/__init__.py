"""Builder of Beams."""

from collections.abc import Callable
from fractions import Fraction

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
    "warm",
]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    builds = [variant_build("3c6p"), strategy_build("3c6p", Optimal())]
    builds += [strategy_build("3c6p", Entropy(Fraction(1), tie)) for tie in TIES]
    return tuple(task.run for build in builds for task in build.tasks)
