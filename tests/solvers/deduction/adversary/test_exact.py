"""Best replies to chances of any denominator, against all strategies of small problems."""

from fractions import Fraction

import numpy as np
import pytest
from answer_tables import tables
from hypothesis import given
from hypothesis import strategies as st
from naive.optimal_tree import least_cost

from tafelwerk.solvers.deduction.adversary import exact
from tafelwerk.solvers.deduction.adversary.exact import ExactReplies, TooManyQueriesError
from tafelwerk.solvers.deduction.optimal.tree import MEMORY
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import walk

WEIGHTS = st.one_of(st.just(0), st.integers(1, 6), st.integers(10**30, 10**30 + 5))


@given(problem=tables(8), data=st.data())
def test_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject) -> None:
    """Chances of denominators up to 30 digits, nearly equal ones, and none."""
    count = len(problem.codes)
    if count == 1 and problem.solved < 0:
        return  # nothing is asked
    weights = data.draw(st.lists(WEIGHTS, min_size=count, max_size=count).filter(any))
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    mean, tree = ExactReplies(problem, chances, MEMORY).best()
    assert mean == least_cost(problem, chances)
    spent = walk(problem, tree).tolist()
    assert sum(chance * each for chance, each in zip(chances, spent, strict=True)) == mean
    assert int(tree.total[0]) == sum(spent)


def test_chances_that_64_bits_cannot_tell_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three codes, one of which can be asked first; the two most probable differ by one in 10^40."""
    answers = np.where(np.eye(3, dtype=bool), 2, [[0, 0, 0], [0, 0, 0], [0, 0, 0]]).astype(np.uint8)
    answers[0, 2] = answers[1, 2] = 1
    names = tuple("abc")
    problem = SearchProblem(names, names, ("0", "1", "="), answers, np.arange(3, dtype=np.int32), 2)
    for best in (0, 1):
        chances = [Fraction(10**40 + (code == best), 3 * 10**40 + 1) for code in range(3)]
        mean, tree = ExactReplies(problem, chances, MEMORY).best()
        assert tree.query[0] == best
        assert mean == 2 - chances[best]
    monkeypatch.setattr(exact, "MOST_QUERIES", 1)
    with pytest.raises(TooManyQueriesError):
        ExactReplies(problem, chances, MEMORY).best()
