"""Builder of the Mastermind family."""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.build.mastermind.sets import (
    curve_build,
    curve_orders,
    file_rules,
    full,
    game_build,
    pocket,
    quick,
    standard,
    strategy_build,
)
from tafelwerk.tables.mastermind import Entropy, Optimal, Pegs

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.build.mastermind.rules import Rules
    from tafelwerk.tables.mastermind import Named

__all__ = [
    "curve_build",
    "curve_orders",
    "file_rules",
    "full",
    "game_build",
    "pocket",
    "quick",
    "standard",
    "stored_rules",
    "strategy_build",
    "warm",
]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    builds = (
        game_build(Pegs(2, 3)),
        strategy_build(Pegs(3, 3), Optimal(least_depth=True)),
        strategy_build(Pegs(3, 3), Entropy(Fraction(1))),
        strategy_build(Pegs(3, 3), Entropy(Fraction(1), "mix")),
        curve_build(Pegs(3, 3), "lex", None, (Fraction(1, 2), Fraction(2))),
    )
    return tuple(task.run for build in builds for task in build.tasks)


def stored_rules(game: "Named", book: "Path") -> "Rules":
    """What a game in the book was made from, see `problems.stored_rules`."""
    from tafelwerk.build.mastermind.problems import stored_rules as found

    return found(game, book)
