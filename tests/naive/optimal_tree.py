"""Least totals of search problems by trying every strategy: recursion over sets of codes, no bounds, no symmetry."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from tafelwerk.solvers.deduction.search_problem import SearchProblem


def least_total(problem: SearchProblem, codes: frozenset[int] | None = None, depth: int | None = None) -> int | None:
    """The least total over all strategies that ask at most `depth` queries for every code; None if there is none."""
    answers = problem.answers.tolist()

    @cache
    def best(left: frozenset[int], depth: int) -> int | None:
        if len(left) <= int(problem.solved < 0):
            return 0
        if depth == 0:
            return None
        found = None
        for row in answers:
            parts: dict[int, set[int]] = {}
            for code in left:
                parts.setdefault(row[code], set()).add(code)
            parts.pop(problem.solved, None)
            if left in parts.values():
                continue  # tells nothing
            values = [best(frozenset(part), depth - 1) for part in parts.values()]
            if None not in values:
                total = len(left) + sum(value for value in values if value is not None)
                found = total if found is None else min(found, total)
        return found

    everything = frozenset(range(len(problem.codes))) if codes is None else codes
    return best(everything, len(everything) if depth is None else depth)


def least_cost(problem: SearchProblem, weights: Sequence[Fraction]) -> Fraction:
    """The least sum of weight times queries over all strategies that find every code."""
    answers = problem.answers.tolist()

    @cache
    def best(left: frozenset[int]) -> Fraction:
        if len(left) <= int(problem.solved < 0):
            return Fraction(0)
        found = []
        for row in answers:
            parts: dict[int, set[int]] = {}
            for code in left:
                parts.setdefault(row[code], set()).add(code)
            parts.pop(problem.solved, None)
            if left not in parts.values():
                found.append(sum((best(frozenset(part)) for part in parts.values()), Fraction(0)))
        return min(found) + sum((weights[code] for code in left), Fraction(0))

    return best(frozenset(range(len(problem.codes))))


def every_strategy(problem: SearchProblem) -> set[tuple[int, ...]]:
    """The queries of every strategy for each code, of strategies without useless queries; for few codes."""
    answers = problem.answers.tolist()

    @cache
    def depths(left: frozenset[int]) -> frozenset[frozenset[tuple[int, int]]]:
        """The strategies for a set, each as pairs of a code and its queries."""
        if len(left) <= int(problem.solved < 0):
            return frozenset({frozenset((code, 0) for code in left)})
        found = set()
        for row in answers:
            parts: dict[int, set[int]] = {}
            for code in left:
                parts.setdefault(row[code], set()).add(code)
            if left in parts.values() and left != parts.get(problem.solved):
                continue
            ended = frozenset((code, 1) for code in parts.pop(problem.solved, set()))
            below = [
                [frozenset((code, queries + 1) for code, queries in one) for one in depths(frozenset(part))]
                for part in parts.values()
            ]
            found |= {ended.union(*chosen) for chosen in product(*below)}
        return frozenset(found)

    every = depths(frozenset(range(len(problem.codes))))
    return {tuple(queries for _, queries in sorted(one)) for one in every}


def most_within(problem: SearchProblem, within: int) -> tuple[int, int]:
    """The most codes that a strategy finds with at most `within` queries, where codes are named, and the least total of such."""
    answers = problem.answers.tolist()

    @cache
    def best(left: frozenset[int], depth: int) -> tuple[int, int]:
        """Fewest late codes, and the least total then; the queries asked before are not counted."""
        found = None
        for row in answers:
            parts: dict[int, set[int]] = {}
            for code in left:
                parts.setdefault(row[code], set()).add(code)
            ended = parts.pop(problem.solved, set())
            if left in parts.values():
                continue  # tells nothing
            late, total = len(ended) if depth == 0 else 0, len(left)
            for part in parts.values():
                more, cost = best(frozenset(part), max(0, depth - 1))
                late, total = late + more, total + cost
            found = (late, total) if found is None else min(found, (late, total))
        assert found is not None
        return found

    late, total = best(frozenset(range(len(problem.codes))), within)
    return len(problem.codes) - late, total


def least_depth(problem: SearchProblem) -> int:
    """The least depth among the strategies of least total."""
    least = least_total(problem)
    depth = 0
    while least_total(problem, None, depth) != least:
        depth += 1
    return depth
