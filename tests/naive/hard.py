"""Hard mode of Wordle as it is said, letter by letter: which queries may follow, and the least total."""

from collections.abc import Sequence
from functools import cache

from naive import strategies

from tafelwerk.solvers.deduction.search_problem import SearchProblem


def takes(asked: str, answer: str, query: str) -> bool:
    """Whether a query uses what an answer has shown."""
    for place, sign in enumerate(answer):
        if sign == "G" and query[place] != asked[place]:
            return False
    for letter in set(asked):
        marked = sum(asked[place] == letter and answer[place] != "-" for place in range(len(asked)))
        if sum(other == letter for other in query) < marked:
            return False
    return True


def after(problem: SearchProblem, queries: Sequence[int], query: int, answer: int) -> tuple[int, ...]:
    """Those of some queries that may follow."""
    text, label = problem.queries[query], problem.labels[answer]
    return tuple(other for other in queries if takes(text, label, problem.queries[other]))


def least(problem: SearchProblem, left: tuple[int, ...], queries: tuple[int, ...]) -> int:
    """The least total, by every query at every set."""

    @cache
    def total(left: tuple[int, ...], queries: tuple[int, ...]) -> int:
        best = len(left) ** 2
        for query in queries:
            parts = strategies.parts(problem, query, left)
            if list(parts) == [problem.solved]:
                return 1
            if len(parts) > 1:
                below = [
                    total(part, after(problem, queries, query, label))
                    for label, part in parts.items()
                    if label != problem.solved
                ]
                best = min(best, len(left) + sum(below))
        return best

    return total(left, queries)
