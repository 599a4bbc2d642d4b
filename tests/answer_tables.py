"""Tables of answers at random, as search problems."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from tafelwerk.solvers.deduction.search_problem import SearchProblem

WIDE = SearchProblem(
    codes=tuple("abc"),
    queries=tuple("xy"),
    labels=tuple(map(str, range(257))),
    answers=np.array([[0, 256, 256], [256, 256, 5]], np.uint16),
    code_of=np.full(2, -1, np.int32),
    solved=-1,
)
"""Codes told apart by x, then y; the index of an answer is the first that needs more than a byte."""


@st.composite
def tables(draw: st.DrawFn, most: int, strides: Sequence[int] = (1, 1, 35)) -> SearchProblem:
    """Answers at random, codes named or not; every code can be told from every other.

    most: largest number of codes.
    strides: answers are multiples of one of them, so that few of many labels occur; of more than 64 with 35.
    """
    count, extra, named = draw(st.integers(1, most)), draw(st.integers(0, 6)), draw(st.booleans())
    kinds, stride = draw(st.integers(2, 5)), draw(st.sampled_from(strides))
    answers = st.lists(st.integers(0, kinds - 1 - named), min_size=count, max_size=count)
    code_of = draw(st.permutations([*range(count), *[-1] * extra]))
    rows = []
    for code in code_of:
        rows.append(draw(answers))
        if code >= 0 and named:
            rows[-1][code] = kinds - 1
        elif code >= 0:
            rows[-1] = [min(1, abs(other - code)) for other in range(count)]
    labels = kinds * stride
    return SearchProblem(
        codes=tuple(f"c{i}" for i in range(count)),
        queries=tuple(f"q{i}" for i in range(len(rows))),
        labels=tuple(str(i) for i in range(labels)),
        answers=stride * np.array(rows, np.uint8 if labels <= 256 else np.uint16),
        code_of=np.array(code_of if named else [-1] * len(rows), np.int32),
        solved=(kinds - 1) * stride if named else -1,
    )
