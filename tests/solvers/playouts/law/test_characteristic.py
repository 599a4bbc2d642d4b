"""The mean sign of a difference of binomials against fractions and against windows."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.selection import law
from numba import config

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.law.binomial import binomial
from tafelwerk.solvers.playouts.law.characteristic import sign_mean, variation

compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too long without compiled kernels")

shifts = st.floats(-0.5, 0.5).map(lambda y: 0.0 if abs(y) < 1e-12 else y)


@given(shifts, shifts, st.integers(1, 12))
@example(0.5, -0.5, 3)
@example(0.5, 0.5, 3)
@example(0.0, 1e-9, 1)
@example(0.499, -0.499, 12)
@example(0.2, -0.2, 2)
def test_error_is_within_its_bound(first: float, second: float, k: int) -> None:
    value, error = sign_mean((first, 0.0), (second, 0.0), k)
    f, g = law([Fraction(y) + Fraction(1, 2) for y in (first, second)], [1, 1], k)
    assert abs(Fraction(value) - (f - g)) <= Fraction(error)
    assert error <= 1e-13
    other, _ = sign_mean((second, 0.0), (first, 0.0), k)
    assert other == -value


@compiled
@pytest.mark.parametrize(("k", "first", "second"), [(10**3, 0.1, 0.12), (10**4, -0.3, -0.301), (4 * 10**4, 0.0, 0.01)])
def test_many_playouts_against_windows(k: int, first: float, second: float) -> None:
    value, error = sign_mean((first, 0.0), (second, 0.0), k)
    start, mass, _ = binomial((first, 0.0), k)
    begin, other, lower = binomial((second, 0.0), k)
    cdf = np.concatenate([np.zeros(max(0, begin - start)), lower, np.ones(len(mass) + len(other))])
    pmf = np.concatenate([np.zeros(max(0, begin - start)), other, np.zeros(len(mass) + len(other))])
    at = max(0, start - begin)
    cdf, pmf = cdf[at : at + len(mass)], pmf[at : at + len(mass)]
    assert abs(float(np.sum(mass * (cdf - (1 - cdf - pmf)))) - value) <= error + 1e-14


def test_a_difference_too_small_for_doubles() -> None:
    # p1 - p2 = 1e-25 lies in the second words: E sgn is k (p1 - p2) 2 E|...| to first order, for k = 1 the difference itself
    value, error = sign_mean((0.25, 1e-25), (0.25, 0.0), 1)
    assert value == pytest.approx(1e-25, rel=1e-12)
    assert error < 2e-19


@pytest.mark.parametrize("k", [10**9, 10**12, 10**15, 2**53])
def test_huge_numbers_of_playouts(k: int) -> None:
    far, error = sign_mean((1e-3, 0.0), (0.0, 0.0), k)
    assert (far, error) == (1.0, 6e-20)
    z = 1.0 / np.sqrt(k)
    near, error = sign_mean((z, 0.0), (0.0, 0.0), k)
    # difference over its standard deviation is sqrt 2: erf(1) up to O(1 / k)
    assert near == pytest.approx(0.8427007929497149, abs=1e-8)
    assert error < 1e-14


def test_variation_bounds_what_it_says() -> None:
    k, p, delta = 40, Fraction(1, 4), Fraction(1, 2**20)
    rows = [list(binomial((float(q - Fraction(1, 2)), 0.0), k)[1]) for q in (p, p + delta)]
    assert len(rows[0]) == len(rows[1])
    exact = sum(abs(a - b) for a, b in zip(*rows, strict=True)) / 2
    bound = variation(-0.25, 0.0, float(k), float(delta))
    assert exact <= bound <= 2 * exact
    assert variation(-0.25, 0.0, 40.0, 0.0) == 0.0
    assert variation(0.5, 0.0, 40.0, 1e-30) == pytest.approx(4e-29, rel=0.01)


def test_bad_arguments_are_named() -> None:
    with pytest.raises(InputError, match="first"):
        sign_mean((0.7, 0.0), (0.0, 0.0), 3)
    with pytest.raises(InputError, match="second"):
        sign_mean((0.0, 0.0), (0.5, 1e-20), 3)
    with pytest.raises(InputError, match="k must"):
        sign_mean((0.0, 0.0), (0.1, 0.0), 0)
