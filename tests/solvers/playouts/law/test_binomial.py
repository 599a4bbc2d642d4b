"""Windows, pmf and cdf against fractions."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tafelwerk.solvers.playouts.law.binomial import pmf_kernel, window, window_limit

ROUNDING = Fraction(11, 10 * 2**53)


def binomial(y: float, k: int) -> tuple[int, np.ndarray, np.ndarray]:
    """First number of wins of the window of Binomial(k, 1/2 + y), pmf and cdf(j - 1) over it."""
    first, last = window(y, 0.0, float(k))
    arrays = np.empty((4, last - first + 1))
    pmf_kernel(y, 0.0, float(k), (first, last, first, last), *arrays)
    return first, arrays[2], arrays[3]


@given(st.floats(-0.5, 0.5), st.integers(1, 60))
@example(0.5, 7)
@example(-0.5, 7)
@example(0.0, 60)
@example(-0.5 + 2.0**-53, 60)
@example(0.49, 400)
@example(-0.499, 900)
def test_distribution_is_that_of_fractions(y: float, k: int) -> None:
    first, mass, below = binomial(y, k)
    win, of = (Fraction(y) + Fraction(1, 2)).as_integer_ratio()
    # whole numbers of of**-k: fractions of that many digits would take seconds to reduce
    exact = [comb(k, j) * win**j * (of - win) ** (k - j) for j in range(k + 1)]
    inside = sum(exact[first : first + len(mass)])
    assert (of**k - inside) * 10**19 <= of**k
    cdf = 0
    for value, lower, meant in zip(mass.tolist(), below.tolist(), exact[first:], strict=False):
        assert is_near(value, meant, inside)
        assert is_near(lower, cdf, inside)
        cdf += meant


def is_near(value: float, above: int, below: int) -> bool:
    """Whether a double is a fraction up to its rounding, and to what is next to nothing."""
    numerator, denominator = value.as_integer_ratio()
    off = abs(numerator * below - above * denominator)  # in parts of denominator * below
    return 10**280 * (ROUNDING.denominator * off - ROUNDING.numerator * above * denominator) <= (
        ROUNDING.denominator * denominator * below
    )


@pytest.mark.parametrize("k", [1, 10, 1000, 10**6, 10**9, 2**53])
@pytest.mark.parametrize("y", [-0.5, -0.4999, 0.0, 0.3, 0.5])
def test_windows_are_as_long_as_promised(k: int, y: float) -> None:
    first, last = window(y, 0.0, float(k))
    assert 0 <= first <= last <= k
    assert last - first + 1 <= window_limit(k)
    assert first - 2 <= k * (0.5 + y) <= last + 2
