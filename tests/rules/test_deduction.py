"""Lower bounds of totals, and the strategies that deduction games share."""

from itertools import count

import pytest

from tafelwerk.rules.deduction import least_total
from tafelwerk.solvers.deduction.search_problem import least_totals


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("answers", [2, 3, 5, 14])
def test_the_bound_is_that_of_searches(named: bool, answers: int) -> None:
    least = least_totals(300, answers, named, 0)[0]
    assert [least_total(codes, answers, named) for codes in range(1, 301)] == least[1:].tolist()


def test_one_query_after_another() -> None:
    """With two answers, one of which ends the game, codes are named one by one; without, they are halved."""
    for codes, total in zip(range(1, 9), (1, 3, 6, 10, 15, 21, 28, 36), strict=True):
        assert least_total(codes, 2, named=True) == total
    for codes in (1, 2, 4, 8, 16):
        assert least_total(codes, 2, named=False) == codes * next(k for k in count() if 2**k == codes)
