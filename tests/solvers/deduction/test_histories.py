"""What a history leaves over, against trying every code, and the least explanation of a contradiction."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.words import least_contradiction, left_over

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.search_problem import SearchProblem, consistent, contradiction
from tafelwerk.solvers.mastermind.scoring import mastermind


def problem_of(rows: list[list[int]]) -> SearchProblem:
    """A problem with these answers, in which nothing is named."""
    answers = np.array(rows, dtype=np.uint8)
    queries, codes = answers.shape
    return SearchProblem(
        codes=tuple(f"code {code}" for code in range(codes)),
        queries=tuple(f"query {query}" for query in range(queries)),
        labels=tuple(f"answer {answer}" for answer in range(4)),
        answers=answers,
        code_of=np.full(queries, -1, dtype=np.int32),
        solved=-1,
    )


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
    problem = problem_of(rows)
    left = consistent(problem, history)
    assert left.dtype == np.int32
    assert left.tolist() == left_over(rows, history)
    places = contradiction(problem, history)
    least = least_contradiction(rows, history)
    if places is None:
        assert least is None
        return
    assert least is not None
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


def test_mastermind_says_which_answers_contradict() -> None:
    problem = mastermind(4, 6)
    queries, labels = problem.queries.index, problem.labels.index
    history = [(queries("AABC"), labels("1,2")), (queries("DEFF"), labels("1,0")), (queries("ABDE"), labels("4,0"))]
    assert len(consistent(problem, history[:1])) > 0
    assert contradiction(problem, history[:2]) is None
    assert contradiction(problem, history) == (0, 2)
    assert contradiction(problem, [(queries("AABC"), labels("3,1"))]) == (0,)


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ([(2, 0)], "history: query 2 at place 1; queries go from 0 to 1"),
        ([(0, 0), (-1, 0)], "history: query -1 at place 2"),
        ([(0, 4)], "history: answer 4 at place 1; answers go from 0 to 3"),
    ],
)
def test_what_cannot_be_is_refused(history: list[tuple[int, int]], message: str) -> None:
    problem = problem_of([[0, 1, 2], [1, 1, 2]])
    with pytest.raises(InputError, match=message):
        consistent(problem, history)
    with pytest.raises(InputError, match=message):
        contradiction(problem, history)
