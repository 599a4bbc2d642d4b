"""Best strategies against codes with weights: the least sum of weight times queries."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal.bounds import NONE, least_totals
from tafelwerk.solvers.deduction.optimal.tree import MEMORY, Search, check
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree


def most_weight(problem: SearchProblem) -> int:
    """Greatest sum of the weights of all codes."""
    answered = max(len(np.unique(row)) for row in problem.answers)
    totals = least_totals(len(problem.codes), answered, problem.solved >= 0, 0)[0]
    return NONE // (3 + min(len(problem.codes), int(np.diff(totals).max())))


@dataclass(frozen=True, eq=False, slots=True)
class Reply:
    """A best reply to weights.

    Attributes:
        cost: sum over the codes of weight times queries; no strategy has a smaller one.
        tree: a strategy of this cost; its totals are queries without weights.
    """

    cost: int
    tree: StrategyTree


def best_reply(
    problem: SearchProblem, weights: NDArray[np.int64], below: int | None = None, memory: int = MEMORY
) -> Reply | None:
    """Find a strategy of least cost by weight.

    Args:
        problem: the search problem.
        weights: int64, shape (C,): weights of the codes, at least 1; symmetries of the problem keep them.
        below: cost above those of interest. Default: all are.
        memory: most bytes of the memo.

    Returns:
        The best reply; None if no strategy costs less than `below`.

    Raises:
        InputError: a weight is below 1, their sum is too large, or codes cannot be told apart or named.
    """
    if weights.min() < 1 or int(weights.sum()) > most_weight(problem):
        raise InputError(f"weights must be at least 1, with a sum of at most {most_weight(problem)}")
    codes = np.argsort(-weights, kind="stable").astype(np.int32)
    check(problem, codes, (), None, memory)
    search = Search(problem, codes, (), None, memory, weights=weights[codes])
    if below is not None:
        search.goal = min(below, NONE) - 1
    cost, _ = search.least(None, None)
    if below is not None and cost >= min(below, NONE):
        return None
    if cost >= NONE:
        raise InputError("codes: some cannot be told apart by any query")
    tree, _ = search.strategy(cost)
    total = tree.codes.astype(np.int64)
    for node in range(len(total) - 1, 0, -1):
        total[tree.parent[node]] += total[node]
    return Reply(cost, replace(tree, total=total))
