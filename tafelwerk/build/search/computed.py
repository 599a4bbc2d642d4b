"""Computations of answers that the book does not hold: one function per question, with its estimate of work."""

from tafelwerk.build.computation import Computation
from tafelwerk.build.search.explaining import explain
from tafelwerk.build.search.sets import free_build, root_build
from tafelwerk.build.search.tasks import root_operations, search_root
from tafelwerk.rules.search import DENSE, LARGEST_WIDTH, Strategy, check_root
from tafelwerk.solvers.search.free import best_split, even_total
from tafelwerk.solvers.search.free import free_total as least_total
from tafelwerk.tables.search.questions import FreeTotal, RootTotal, free_total, root_total

__all__ = ["explain"]
"""Computations that are defined elsewhere."""

MOST_KEPT = 100_000
"""Largest number of codes for which a computed answer of free search can be stored."""


def free(codes: int, width: int) -> Computation[FreeTotal]:
    """Free search with any number of codes, from the closed form."""

    def run() -> FreeTotal:
        query = best_split(codes, width) if codes > 1 else ()
        return free_total(codes, width, least_total(codes, width), even_total(codes, width), query)

    build = free_build(codes, width) if codes <= MOST_KEPT and width <= LARGEST_WIDTH else None
    return Computation(1e4, run, build)


def root(size: int, strategy: Strategy) -> Computation[RootTotal]:
    """The root model under a strategy; all smaller sizes are computed as well."""
    check_root(size, strategy)

    def run() -> RootTotal:
        played = search_root(size, strategy)
        query = played.query(size) if size > 1 else None
        rest, small = (None, ()) if query is None else (query.rest, query.small)
        return root_total(size, strategy, int(played.totals[size]), rest, small)

    build = root_build(size, strategy, None if size <= DENSE else 2)
    return Computation(root_operations(size, strategy), run, build)
