"""Lower bounds within a given amount of work, against all strategies of small problems and against least totals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.mix import problems
from naive.optimal_tree import least_total

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal.lower import lower_bound
from tafelwerk.solvers.deduction.optimal.tree import optimal_tree
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.mastermind.scoring import mastermind

ENOUGH = 10**9


@given(problems(most_codes=7), st.integers(1, 500))
def test_never_above_the_least_total(problem: SearchProblem, tries: int) -> None:
    codes, least = np.arange(len(problem.codes), dtype=np.int32), least_total(problem, None, None)
    bound, exact = lower_bound(problem, codes, (), tries)
    assert bound <= least
    assert not exact or bound == least
    assert lower_bound(problem, codes, (), ENOUGH) == (least, True)


@pytest.mark.parametrize("tries", [1, 200, 2000, ENOUGH])
def test_parts_of_mastermind(tries: int) -> None:
    problem, total = mastermind(3, 6), 1
    for answer in np.unique(problem.answers[7]).tolist():
        if answer != problem.solved:
            codes = np.flatnonzero(problem.answers[7] == answer).astype(np.int32)
            bound, exact = lower_bound(problem, codes, [7], tries)
            least = optimal_tree(problem, codes=codes, asked=[7], tree=False).total
            assert bound <= least if least is not None else False
            assert exact == (bound == least) or tries < ENOUGH
            total += len(codes) + bound
    if tries == ENOUGH:
        assert total >= optimal_tree(problem, tree=False).total  # type: ignore[operator]


def test_tries_out_of_range() -> None:
    with pytest.raises(InputError, match="tries must be at least 1, not 0"):
        lower_bound(mastermind(2, 3), np.arange(9, dtype=np.int32), (), 0)
