"""MIX by its definition: every tied query at every set of codes, averaged over fractions; and problems to try it on."""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cache, cmp_to_key
from math import prod

import numpy as np
from hypothesis import strategies as st
from naive.strategies import compare

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.problem import SearchProblem

Found = dict[int, Fraction]
"""Expected number of codes found with each number of queries."""


def mix(problem: SearchProblem, codes: Iterable[int], alpha: Alpha) -> Found:
    """What MIX does from a set of codes on."""
    answers = problem.answers.tolist()
    code_of = problem.code_of.tolist()

    def split(query: int, left: frozenset[int]) -> dict[int, list[int]]:
        parts: dict[int, list[int]] = {}
        for code in left:
            parts.setdefault(answers[query][code], []).append(code)
        return parts

    @cache
    def play(left: frozenset[int]) -> Found:
        if len(left) == 1:
            return {1: Fraction(1)} if problem.solved >= 0 else {0: Fraction(1)}
        splits = [split(query, left) for query in range(len(answers))]
        keys = [disorder(map(len, parts.values()), alpha) for parts in splits]
        best = min(keys)
        tied = [query for query, key in enumerate(keys) if key == best]
        tied = [query for query in tied if code_of[query] in left] or tied
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


def disorder(parts: Iterable[int], alpha: Alpha) -> Hashable:
    """What orders partitions by falling entropy, in whole numbers where that can be."""
    sizes = sorted(parts)
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


@st.composite
def problems(draw: st.DrawFn, most_codes: int = 9, stride: int | None = None) -> SearchProblem:
    """Problems of random answers in which all codes can be told apart, to be named or not.

    stride: answers are multiples of it, so that there are more answers.
    """
    codes = draw(st.integers(1, most_codes))
    kinds = draw(st.integers(2, 4))
    stride = stride if stride is not None else draw(st.sampled_from([1, 1, 9, 13, 60]))
    rows = st.lists(st.integers(0, kinds - 1), min_size=codes, max_size=codes)
    answers = draw(st.lists(rows, min_size=1, max_size=12))
    code_of = [-1] * len(answers)
    solved = -1
    if draw(st.booleans()):
        solved = kinds
        for code in range(codes):
            row = draw(rows)
            row[code] = solved
            answers.append(row)
            code_of.append(code)
    for bit in range((codes - 1).bit_length()):
        answers.append([code >> bit & 1 for code in range(codes)])
        code_of.append(-1)
    order = draw(st.permutations(range(len(answers))))
    return SearchProblem(
        codes=tuple(f"c{code}" for code in range(codes)),
        queries=tuple(f"q{query}" for query in range(len(answers))),
        labels=tuple(str(answer) for answer in range((kinds + 1) * stride)),
        answers=np.array([[answer * stride for answer in answers[query]] for query in order], np.uint16),
        code_of=np.array([code_of[query] for query in order], np.int32),
        solved=solved * stride if solved >= 0 else -1,
    )
