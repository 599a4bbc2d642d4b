"""Builder of the search family: free search and the root model."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from tafelwerk.build.search.sets import curve_build, free_build, full, pocket, quick, root_build, standard
from tafelwerk.build.search.tasks import FreeTotals, RootTotals

__all__ = ["curve_build", "free_build", "full", "pocket", "quick", "root_build", "standard", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    orders = (Fraction(3, 2), Fraction(1))
    return (
        FreeTotals(20, (3,)).run,
        RootTotals("optimal", 50, None).run,
        *(partial(_root_play, order) for order in orders),
    )


def _root_play(order: Fraction) -> None:
    from tafelwerk.solvers.search.root_entropy import root_play

    root_play(50, order)
