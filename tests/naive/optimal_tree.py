"""Least totals of search problems by trying every strategy: recursion over sets of codes, no bounds, no symmetry."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from naive.strategies import parts

from tafelwerk.solvers.deduction.search_problem import SearchProblem

Codes = frozenset[int]


def splits(problem: SearchProblem, left: Codes) -> Iterator[tuple[Codes, list[Codes]]]:
    """What each query does that tells something: the codes it names and ends with, and the parts it leaves."""
    for query in range(len(problem.queries)):
        sets = {answer: frozenset(part) for answer, part in parts(problem, query, left).items()}
        ended = sets.pop(problem.solved, frozenset())
        if left not in sets.values():
            yield ended, list(sets.values())


def least_cost(
    problem: SearchProblem, weights: Sequence[Any], codes: Codes | None = None, depth: int | None = None
) -> Any:
    """The least sum of weight times queries over all strategies that find every code with at most `depth` queries, or None."""

    @cache
    def best(left: Codes, depth: int | None) -> Any:
        if len(left) <= int(problem.solved < 0):
            return 0
        if depth == 0:
            return None
        costs = []
        for _, below in splits(problem, left):
            values = [best(part, depth and depth - 1) for part in below]
            if None not in values:
                costs.append(sum(values))
        return min(costs) + sum(weights[code] for code in left) if costs else None

    return best(frozenset(range(len(problem.codes))) if codes is None else codes, depth)


def least_total(problem: SearchProblem, codes: Codes | None = None, depth: int | None = None) -> int | None:
    """The least total over all strategies that ask at most `depth` queries for every code; None if there is none."""
    total: int | None = least_cost(problem, [1] * len(problem.codes), codes, depth)
    return total


def most_within(problem: SearchProblem, within: int) -> tuple[int, int]:
    """The most codes that a strategy finds with at most `within` queries, where codes are named, and the least total of such."""

    @cache
    def best(left: Codes, depth: int) -> tuple[int, int]:
        """Fewest late codes, and the least total then; the queries asked before are not counted."""
        pairs = []
        for ended, below in splits(problem, left):
            values = [best(part, max(0, depth - 1)) for part in below]
            late = len(ended) if depth == 0 else 0
            pairs.append((late + sum(more for more, _ in values), len(left) + sum(cost for _, cost in values)))
        return min(pairs)

    late, total = best(frozenset(range(len(problem.codes))), within)
    return len(problem.codes) - late, total


def least_depth(problem: SearchProblem) -> int:
    """The least depth among the strategies of least total."""
    least = least_total(problem)
    depth = 0
    while least_total(problem, None, depth) != least:
        depth += 1
    return depth
