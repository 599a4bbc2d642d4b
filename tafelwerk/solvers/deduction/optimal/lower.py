"""Lower bounds on the least total of a set, proved within a given amount of work.

Totals up to a limit are refuted, then up to a higher limit, until the work is done or the least total is found. A search that
looks for the least total instead knows little more than the bound of its next query until it ends.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal import workspace as ws
from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.tree import MEMORY, Search, check
from tafelwerk.solvers.deduction.problem import SearchProblem

LIMITS = 50
"""The limit rises by this fraction of the number of codes."""


def lower_bound(
    problem: SearchProblem, codes: NDArray[np.int32], asked: Sequence[int], tries: int, memory: int = MEMORY
) -> tuple[int, bool]:
    """A lower bound on the least total of a set of codes.

    Args:
        problem: the search problem.
        codes: the set, not empty.
        asked: queries asked before, whose answers left exactly these codes.
        tries: number of queries tried in all, approximately; the same number gives the same bound on every machine.
        memory: most bytes of the memo.

    Returns:
        The bound, and whether it is the least total.

    Raises:
        InputError: codes cannot be told apart or named, or an argument is out of range.
    """
    if tries < 1:
        raise InputError(f"tries must be at least 1, not {tries}")
    check(problem, codes, asked, None, memory)
    search = Search(problem, codes, asked, None, memory)
    # the search needs a limit above what the number of codes tells
    goal = bound = int(search.game.least[0, len(codes)])
    while search.tried < tries:
        search.goal = goal
        _, lower = search.least(None, tries=tries)
        # a total above the goal is not looked for: one at most the goal is attained
        if len(codes) == 1 or lower == search.work.frames[0, ws.BEST] <= goal:
            return lower, True
        if lower >= NONE:
            raise InputError("codes: some cannot be told apart by any query")
        bound = max(bound, lower)
        goal = bound + len(codes) // LIMITS
    return bound, False
