"""Searches for the strategies of a game: estimates of their work, and computations that count operations."""

from collections.abc import Callable, Sequence
from math import ceil, inf
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Build
from tafelwerk.families.mastermind.answers import MISSES
from tafelwerk.families.mastermind.builds import estimate, least_misses_operations
from tafelwerk.families.mastermind.rows import strategy_tree
from tafelwerk.families.mastermind.rules import Entropy, Strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.best_query import CELLS, QUERY_OPERATIONS
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree
from tafelwerk.tables.questions import BUDGET, MOST_OPERATIONS, Allowance, Computation

T = TypeVar("T")

STATE_OPERATIONS = 40.0
"""Estimated operations of MIX per set and query."""

SCORED_OPERATIONS = 2.5
"""Estimated operations of LEX per code and query, with symmetries and answers scored on demand."""


def estimate_work(problem: SearchProblem, strategy: Strategy, codes: int) -> float:
    """Estimated work of a strategy with so many codes left."""
    if problem.miss >= 0 and isinstance(strategy, Optimal):
        return least_misses_operations(codes)
    if problem.on_demand is not None and isinstance(strategy, Entropy):
        cells = float(codes) * len(problem.queries)
        return SCORED_OPERATIONS * cells + QUERY_OPERATIONS * len(problem.queries) * ceil(1.5 * cells / CELLS)
    is_symmetric = codes == len(problem.codes) and problem.symmetry is not None
    return estimate(codes, len(problem.queries), strategy, symmetric=is_symmetric)


def is_counted(problem: SearchProblem, strategy: Strategy) -> bool:
    """Whether the strategy is found by a search that counts its operations, since an estimate may be far too small."""
    return isinstance(strategy, Optimal) and problem.miss < 0


def search_within(work: float, run: Callable[[Allowance], T], build: Build | None) -> Computation[T]:
    """The computation by a search that counts its operations.

    What is estimated as a look-up's work is tried with that many operations first.
    """
    if work > BUDGET:
        return Computation(work, lambda: run(Allowance(inf)), build)
    return Computation(
        work, lambda: run(Allowance(MOST_OPERATIONS)), build, lambda: run(Allowance(BUDGET)), counted=True
    )


def few_states(problem: SearchProblem) -> int:
    """Number of sets of codes that a computation on the spot may examine; each costs a pass over the queries."""
    return max(1, int(BUDGET / STATE_OPERATIONS / len(problem.queries)))


def unit_of(problem: SearchProblem) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    return MISSES if problem.miss >= 0 else None


def grow_tree(
    problem: SearchProblem,
    strategy: Strategy,
    codes: NDArray[np.int32],
    asked: Sequence[tuple[int, int]],
    allowed: Allowance | None = None,
    report: Callable[[str], None] | None = None,
) -> StrategyTree:
    """The tree of a strategy other than MIX for these codes; without nodes if a single code is left that need not be named."""
    chosen = None if len(codes) == len(problem.codes) else codes
    return strategy_tree(problem, strategy, codes=chosen, history=asked, allowed=allowed, report=report)


def codes_by_answer(problem: SearchProblem, codes: NDArray[np.int32], query: int) -> tuple[dict[str, int], bool]:
    """Number of codes left by each answer to a query, and whether the query may be the code."""
    sizes = np.bincount(problem.answers[query, codes], minlength=len(problem.labels))
    counts = {problem.labels[answer]: int(sizes[answer]) for answer in np.flatnonzero(sizes)}
    return counts, bool((codes == problem.code_of[query]).any())
