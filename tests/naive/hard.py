"""Hard mode of Wordle as it is said, letter by letter: which queries may follow, LEX among them, and the least total."""

from collections.abc import Sequence
from fractions import Fraction
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


def parts(problem: SearchProblem, query: int, left: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The codes that each answer leaves."""
    found: dict[int, tuple[int, ...]] = {}
    for code in left:
        label = int(problem.answers[query, code])
        found[label] = (*found.get(label, ()), code)
    return dict(sorted(found.items()))


def lex(
    problem: SearchProblem, left: Sequence[int], queries: Sequence[int], alpha: Fraction | None
) -> list[tuple[int, int, int, int]]:
    """The tree of LEX in depth-first order: parent, answer, query, codes left."""
    nodes: list[tuple[int, int, int, int]] = []

    def ask(parent: int, answer: int, left: Sequence[int], queries: Sequence[int]) -> None:
        if len(left) == 1:
            query = int(problem.query_of[left[0]])
        else:
            best: list[int] = []
            for one in queries:
                sizes = strategies.parts_of(problem, one, left)
                if len(sizes) == 1:
                    continue
                order = strategies.compare(alpha, sizes, strategies.parts_of(problem, best[0], left)) if best else -1
                best = [one] if order < 0 else [*best, one] if order == 0 else best
            query = ([one for one in best if problem.code_of[one] in left] or best)[0]
        node = len(nodes)
        nodes.append((parent, answer, query, len(left)))
        for label, part in parts(problem, query, left).items():
            if label != problem.solved:
                ask(node, label, part, after(problem, queries, query, label))

    ask(-1, 0, left, queries)
    return nodes


def least(problem: SearchProblem, left: tuple[int, ...], queries: tuple[int, ...]) -> int:
    """The least total, by every query at every set."""

    @cache
    def total(left: tuple[int, ...], queries: tuple[int, ...]) -> int:
        best = len(left) ** 2
        for query in queries:
            found = parts(problem, query, left)
            if list(found) == [problem.solved]:
                return 1
            if len(found) > 1:
                rest = [
                    total(part, after(problem, queries, query, label))
                    for label, part in found.items()
                    if label != problem.solved
                ]
                best = min(best, len(left) + sum(rest))
        return best

    return total(left, queries)
