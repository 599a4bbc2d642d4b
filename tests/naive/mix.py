"""MIX by its definition: every tied query at every set of codes, averaged over fractions."""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cache, cmp_to_key
from math import prod

from naive.strategies import compare, parts

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.search_problem import SearchProblem

Found = dict[int, Fraction]
"""Expected number of codes found with each number of queries."""


def mix(problem: SearchProblem, codes: Iterable[int], alpha: Alpha) -> Found:
    """What MIX does from a set of codes on."""

    @cache
    def play(left: frozenset[int]) -> Found:
        if len(left) == 1:
            return {1: Fraction(1)} if problem.solved >= 0 else {0: Fraction(1)}
        splits = [parts(problem, query, left) for query in range(len(problem.queries))]
        keys = [disorder(map(len, sets.values()), alpha) for sets in splits]
        best = min(keys)
        tied = [query for query, key in enumerate(keys) if key == best]
        tied = [query for query in tied if problem.code_of[query] in left] or tied
        found: Counter[int] = Counter()
        for query in tied:
            for answer, part in splits[query].items():
                if answer == problem.solved:
                    found[1] += Fraction(1, len(tied))
                else:
                    for queries, count in play(frozenset(part)).items():
                        found[queries + 1] += count / len(tied)
        return dict(found)

    return play(frozenset(codes))


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
    return cmp_to_key(lambda a, b: remembered(alpha, a, b))(tuple(sizes))


remembered = cache(compare)
