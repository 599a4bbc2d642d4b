"""A proven lower bound on the least total of a small variant of Beams.

Take the true game down to sets of at most `above` codes, with every query at every larger set. At a set S below, of n codes,
any strategy asks a query first that splits it, or guesses where there is none; if a is the most answers that any query has on S,
no query has more on a part of it, and the rest of a part of s codes is at least B_a(s) (see `bounds`). So the rest of S is at
least the least promise, n + sum B_a(parts), over the queries that split it. Put this in the place of the rests of such sets:
the value of the game so cut off, with its minimum over all queries at the larger sets, is not above the least total. Sets of few
codes are solved exactly wherever they occur, which only raises it.
"""

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.optimum.optimal import EVERY, Report, entries_for, run
from tafelwerk.solvers.beams.optimum.search_tables import SMALL, make_tables
from tafelwerk.solvers.beams.optimum.tree_search import make_desk
from tafelwerk.solvers.beams.rules.problem import Problem


def lower_bound(problem: Problem, above: int, *, exact: int = 16, progress: Report | None = None) -> int:
    """A total that no strategy is below.

    Args:
        problem: a small variant.
        above: sets of more codes are searched with every query; the smaller, the sharper and the longer (6c3p: 1000 takes 2
            seconds, 300 takes 40).
        exact: sets of at most so many codes are solved exactly, 63 at most.
        progress: told how far the search is.

    Returns:
        The bound; it is the least total where `above` is not above `exact`.

    Raises:
        InputError: `exact` or `above` out of range; a variant that `make_tables` refuses.
    """
    if not 1 <= exact <= SMALL:
        raise InputError(f"exact must be 1 to {SMALL} codes, not {exact}")
    if above < 1:
        raise InputError(f"above must be at least 1 code, not {above}")
    tables = make_tables(problem)
    widths = np.zeros(problem.codes + 1, np.int64)
    widths[above + 1 :] = EVERY
    desk = make_desk(problem, tables, widths, entries_for(problem), exact)
    patterns = len(problem.patterns)
    desk.elements[:patterns] = problem.patterns
    return run(tables, desk, (0, patterns, 0, 0, patterns), progress)
