"""What a history leaves over, against trying every code, and the least explanation of a contradiction."""

from itertools import combinations

import numpy as np
from answer_tables import problem_of
from hypothesis import example, given
from hypothesis import strategies as st
from naive.words import least_contradiction, left_over

from tafelwerk.solvers.deduction.search_problem import consistent, contradiction


@st.composite
def games(draw: st.DrawFn) -> tuple[list[list[int]], list[tuple[int, int]]]:
    codes, queries = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    row = st.lists(st.integers(0, 3), min_size=codes, max_size=codes)
    rows = draw(st.lists(row, min_size=queries, max_size=queries))
    return rows, draw(st.lists(st.tuples(st.integers(0, queries - 1), st.integers(0, 3)), max_size=6))


@given(games())
@example(([[0, 1]], []))
@example(([[0, 0, 1], [0, 1, 0], [1, 0, 0]], [(0, 0), (1, 0), (2, 0)]))
@example(([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0]], [(0, 0), (1, 0), (3, 0), (2, 0)]))
def test_history_against_trying_every_code(game: tuple[list[list[int]], list[tuple[int, int]]]) -> None:
    rows, history = game
    problem = problem_of(rows, 4)
    left = consistent(problem, history)
    assert left.dtype == np.int32
    assert left.tolist() == left_over(rows, history)
    places = contradiction(problem, history)
    least = least_contradiction(rows, history)
    if places is None:
        assert least is None
        return
    assert list(places) == sorted(set(places))
    assert not left_over(rows, [history[place] for place in places])
    for place in places:
        assert left_over(rows, [history[other] for other in places if other != place])
    assert len(places) == least if least <= 2 else len(places) >= least
    if least == 2:
        pairs = [
            pair for pair in combinations(range(len(history)), 2) if not left_over(rows, [history[i] for i in pair])
        ]
        assert places == min(pairs, key=lambda pair: (pair[1], pair[0]))
