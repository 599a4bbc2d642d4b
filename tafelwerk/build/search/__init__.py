"""Builder of the search family: free search and the root model.

sets        builds: free search, the root model, a curve; the standard set and the other sets
tasks       tasks of a build, with their estimated work
explaining  first query of a search and the reasons for it
computed    computations of answers that the book does not hold
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from tafelwerk.build.search.sets import curve_build, free_build, full, pocket, quick, root_build, standard
from tafelwerk.build.search.tasks import FreeTotals, RootTotals, search_root
from tafelwerk.rules.deduction import Entropy

__all__ = ["curve_build", "free_build", "full", "pocket", "quick", "root_build", "standard", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    played = (partial(search_root, 50, Entropy(Fraction(order))) for order in ("3/2", "1"))
    return (FreeTotals(20, (3,)).run, RootTotals(("optimal",), 50, None).run, *played)
