"""The mean sign of a difference of binomials against fractions and against windows."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.selection import law, pmf

from tafelwerk.solvers.playouts.law.characteristic import sign_kernel, variation

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
