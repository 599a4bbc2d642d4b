"""Basins of curves whose minimum is known."""

from collections.abc import Sequence
from math import log

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.montecarlo.basins import DENSE_TO, Curve, basins

K_MAX = 10**12


def noisy(bottom: int, error: float) -> Curve:
    """A curve that falls to its minimum at `bottom` and rises after it, with an error below `error` at every k."""

    def curve(ks: Sequence[int]) -> tuple[list[float], list[float]]:
        noise = [(k * 2654435761 % 1000 / 500 - 1) * 0.9 * error for k in ks]
        return [height(k, bottom) + shift for k, shift in zip(ks, noise, strict=True)], [error] * len(ks)

    return curve


def height(k: int, bottom: int) -> float:
    return 0.4 + log(k / bottom) ** 2 / 1000


@given(st.integers(3, 10**9), st.sampled_from([0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5]))
def test_the_interval_holds_the_minimum_and_no_more_than_the_errors_hide(bottom: int, error: float) -> None:
    [basin] = basins(noisy(bottom, error), K_MAX)
    assert basin.k_low <= min(basin.k, bottom) <= max(basin.k, bottom) <= basin.k_high
    for outside, end in ((basin.k_low - 1, basin.k_low), (basin.k_high + 1, basin.k_high)):
        assert height(outside, bottom) > height(basin.k, bottom)
        assert height(end, bottom) - height(basin.k, bottom) <= 4 * error + 1e-15


@given(st.integers(3, DENSE_TO - 1) | st.just(975))  # after which no other k of the grid than the last shows a rise
def test_a_single_k_is_stated_where_its_neighbours_are_certainly_higher(bottom: int) -> None:
    [basin] = basins(noisy(bottom, 1e-12), 1000)
    assert basin.k_low == basin.k == basin.k_high == bottom


def test_a_descent_that_goes_on_is_no_basin() -> None:
    assert basins(lambda ks: ([1 / k for k in ks], [1e-15] * len(ks)), 1000) == []
