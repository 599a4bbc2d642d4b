"""The mean sign of a difference of binomials against fractions and against windows."""

from fractions import Fraction
from math import lgamma, log, log1p

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.selection import law, pmf
from numba import config

from tafelwerk.solvers.playouts.law.characteristic import sign_kernel, variation

compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too long without compiled kernels")

shifts = st.floats(-0.5, 0.5).map(lambda y: 0.0 if abs(y) < 1e-12 else y)


@given(shifts, shifts, st.integers(1, 12))
@example(0.5, -0.5, 3)
@example(0.5, 0.5, 3)
@example(0.0, 1e-9, 1)
@example(0.499, -0.499, 12)
@example(0.2, -0.2, 2)
def test_error_is_within_its_bound(first: float, second: float, k: int) -> None:
    value, error = sign_kernel(first, 0.0, second, 0.0, float(k))
    f, g = law([Fraction(y) + Fraction(1, 2) for y in (first, second)], [1, 1], k)
    assert abs(Fraction(value) - (f - g)) <= Fraction(error)
    assert error <= 1e-13
    other, _ = sign_kernel(second, 0.0, first, 0.0, float(k))
    assert other == -value


def pmf_of(wins: np.ndarray, k: int, p: float) -> np.ndarray:
    logarithms = [lgamma(k + 1) - lgamma(j + 1) - lgamma(k - j + 1) + j * log(p) + (k - j) * log1p(-p) for j in wins]
    return np.exp(logarithms)


@compiled
@pytest.mark.parametrize(("k", "first", "second"), [(10**3, 0.1, 0.12), (10**4, -0.3, -0.301), (4 * 10**4, 0.0, 0.01)])
def test_many_playouts_against_windows(k: int, first: float, second: float) -> None:
    value, error = sign_kernel(first, 0.0, second, 0.0, float(k))
    # in plain doubles, whose errors stay below 1e-13 here
    begin, end = int(k * (0.5 + min(first, second)) - 8 * k**0.5), int(k * (0.5 + max(first, second)) + 8 * k**0.5)
    wins = np.arange(max(0, begin), min(k, end) + 1)
    mass = [pmf_of(wins, k, 0.5 + y) for y in (first, second)]
    below = np.cumsum(mass[1]) - mass[1]
    assert abs(float(np.sum(mass[0] * (2 * below + mass[1] - 1))) - value) <= error + 1e-10


def test_a_difference_too_small_for_doubles() -> None:
    # p1 - p2 = 1e-25 lies in the second words: E sgn is k (p1 - p2) 2 E|...| to first order, for k = 1 the difference itself
    value, error = sign_kernel(0.25, 1e-25, 0.25, 0.0, 1.0)
    assert value == pytest.approx(1e-25, rel=1e-12)
    assert error < 2e-19


@pytest.mark.parametrize("k", [10**9, 10**12, 10**15, 2**53])
def test_huge_numbers_of_playouts(k: int) -> None:
    far, error = sign_kernel(1e-3, 0.0, 0.0, 0.0, float(k))
    assert (far, error) == (1.0, 6e-20)
    z = 1.0 / np.sqrt(k)
    near, error = sign_kernel(z, 0.0, 0.0, 0.0, float(k))
    # difference over its standard deviation is sqrt 2: erf(1) up to O(1 / k)
    assert near == pytest.approx(0.8427007929497149, abs=1e-8)
    assert error < 1e-14


def test_variation_bounds_what_it_says() -> None:
    k, p, delta = 40, Fraction(1, 4), Fraction(1, 2**20)
    rows = [pmf(q, k) for q in (p, p + delta)]
    exact = sum(abs(a - b) for a, b in zip(*rows, strict=True)) / 2
    bound = variation(-0.25, 0.0, float(k), float(delta))
    assert exact <= bound <= 2 * exact
    assert variation(-0.25, 0.0, 40.0, 0.0) == 0.0
    assert variation(0.5, 0.0, 40.0, 1e-30) == pytest.approx(4e-29, rel=0.01)
