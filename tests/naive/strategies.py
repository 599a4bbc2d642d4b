"""LEX as it is said: every query, every answer, nothing remembered; entropies are compared by the proofs."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache, cmp_to_key
from math import prod

from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction.search_problem import SearchProblem


def parts(problem: SearchProblem, query: int, left: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The codes that each answer to a query leaves, by ascending answer."""
    row = problem.answers[query].tolist()
    found: dict[int, list[int]] = {}
    for code in left:
        found.setdefault(row[code], []).append(code)
    return {answer: tuple(found[answer]) for answer in sorted(found)}


def best(
    problem: SearchProblem, left: Sequence[int], alpha: Fraction | None, queries: Iterable[int] | None = None
) -> list[int]:
    """The queries of greatest entropy, those that name a code left if there are any."""
    tied: list[int] = []
    lead: list[int] = []
    for query in range(len(problem.queries)) if queries is None else queries:
        sizes = [len(part) for part in parts(problem, query, left).values()]
        if len(sizes) == 1:
            continue
        order = compare_entropies(alpha, sizes, lead) if tied else 1
        if order > 0:
            tied, lead = [query], sizes
        elif order == 0:
            tied.append(query)
    return [query for query in tied if problem.code_of[query] in left] or tied


Queries = tuple[int, ...]


def lex(
    problem: SearchProblem,
    left: Sequence[int],
    alpha: Fraction | None,
    queries: Queries | None = None,
    after: Callable[[Queries, int, int], Queries] = lambda queries, query, answer: queries,
) -> list[tuple[int, int, int, int]]:
    """The tree of LEX in depth-first order: parent, answer, query, codes left; IndexError where no query splits.

    after: those of some queries that may follow a query and its answer.
    """
    nodes: list[tuple[int, int, int, int]] = []

    def ask(parent: int, answer: int, left: Sequence[int], queries: Queries) -> None:
        if len(left) == 1:
            if problem.solved < 0:
                return
            query = int(problem.query_of[left[0]])
        else:
            query = best(problem, left, alpha, queries)[0]
        node = len(nodes)
        nodes.append((parent, answer, query, len(left)))
        for label, part in parts(problem, query, left).items():
            if label != problem.solved:
                ask(node, label, part, after(queries, query, label))

    ask(-1, 0, left, tuple(range(len(problem.queries))) if queries is None else queries)
    return nodes


def read_alpha(text: str) -> Fraction | None:
    """An order of entropy from 0, 1/2, 1.5, inf."""
    return None if text == "inf" else Fraction(text)


remembered = cache(compare_entropies)


def disorder(counts: Iterable[int], alpha: Alpha) -> Hashable:
    """What orders partitions by falling entropy, in whole numbers where that can be."""
    sizes = sorted(counts)
    if alpha is None:
        return sizes[-1]
    if alpha == 0:
        return -len(sizes)
    if alpha == 1:
        return prod(n**n for n in sizes)
    if alpha.denominator == 1:
        return sum(n**alpha.numerator for n in sizes)
    return cmp_to_key(lambda a, b: -remembered(alpha, a, b))(tuple(sizes))
