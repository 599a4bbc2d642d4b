"""Subtraction sets: values by plain recursion, periods by the values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import mex

from tafelwerk.rules.minimax.heaps import SUBTRACTION_HEAPS, subtraction_game
from tafelwerk.solvers.minimax.heaps.periods import Period, SolvedHeaps, solve_heaps


def subtraction(moves: list[int], heaps: int = SUBTRACTION_HEAPS) -> SolvedHeaps:
    return solve_heaps(subtraction_game(moves), heaps)


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted))
def test_values_and_least_period(moves: list[int]) -> None:
    solved = subtraction(moves)
    period, last = solved.period.period, solved.period.last_exception
    assert solved.period.proved
    assert period is not None
    assert last is not None
    values: list[int] = []
    for heap in range(solved.values.shape[0]):
        values.append(mex({values[heap - move] for move in moves if move <= heap}))
    assert solved.values.tolist() == values
    assert values[last + 1 : -period] == values[last + 1 + period :]
    assert last == -1 or values[last] != values[last + period]
    # no shorter period is one: the last values would have it
    tail = values[-4 * period :]
    assert all(tail[length:] != tail[:-length] for length in range(1, period))


@pytest.mark.parametrize(
    ("moves", "period"),
    [
        ([1], Period(2, -1, 3, True)),
        ([1, 2], Period(3, -1, 5, True)),
        ([1, 2, 3, 4], Period(5, -1, 9, True)),
        ([2, 5], Period(7, -1, 12, True)),
        ([1, 3, 4], Period(7, -1, 11, True)),
        ([3, 5, 11], Period(8, -1, 19, True)),
        ([3, 17, 40, 51, 64], Period(67, 221, 352, True)),
    ],
)
def test_periods(moves: list[int], period: Period) -> None:
    """1..t has period t + 1, {a, b} with b an odd multiple of a has 2a, else one of a + b or 2a b (Winning Ways, chapter 4)."""
    assert subtraction(moves).period == period
    assert subtraction(list(reversed(moves))).period == period


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 6))
def test_multiples(a: int, b: int, factor: int) -> None:
    """A set times c: heap n has the value of n // c in the set itself, so that lengths and exceptions stretch."""
    moves = sorted({a, b})
    plain = subtraction(moves, 300)
    stretched = subtraction([factor * move for move in moves], 300)
    assert stretched.values[:301].tolist() == np.repeat(plain.values, factor)[:301].tolist()


def test_a_limit_too_low_claims_nothing() -> None:
    assert subtraction([3, 17, 40, 51, 64], 300).period == Period(None, None, 300, False)
