"""Tables of answers at random, as search problems."""

import numpy as np
from hypothesis import strategies as st

from tafelwerk.solvers.deduction.problem import SearchProblem


@st.composite
def tables(draw: st.DrawFn, most: int) -> SearchProblem:
    """Answers at random, codes named or not; every code can be told from every other."""
    count, extra, named = draw(st.integers(1, most)), draw(st.integers(0, 3)), draw(st.booleans())
    kinds = draw(st.integers(2, 4))
    answers = st.lists(st.integers(0, kinds - 1), min_size=count, max_size=count)
    rows = [draw(answers) for _ in range(extra)]
    code_of = [-1] * extra
    for code in range(count):
        rows.append(draw(answers))
        code_of.append(code if named else -1)
        if named:
            rows[-1][code] = kinds
        elif draw(st.booleans()) or code < count - 1:  # so that every code can be told from the others
            rows[-1] = [min(1, abs(other - code)) for other in range(count)]
    labels = tuple(str(i) for i in range(kinds + 1))
    return SearchProblem(
        codes=tuple(f"c{i}" for i in range(count)),
        queries=tuple(f"q{i}" for i in range(len(rows))),
        labels=labels,
        answers=np.array(rows, np.uint8),
        code_of=np.array(code_of, np.int32),
        solved=kinds if named else -1,
    )
