"""Shares, means and paired differences of samples: the intervals cover the truth as often as they promise."""

from collections.abc import Iterator
from math import factorial, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.skat.surveys import mean_interval, mean_of, paired_difference, share_of
from tafelwerk.tables.answers import QUANTILE, sampled_share

COUNTS = st.integers(0, 60)
Counts = tuple[int, int, int, int]


def outcomes(cases: int) -> Iterator[Counts]:
    """All ways in which cases fall into four classes."""
    for both in range(cases + 1):
        for first in range(cases + 1 - both):
            for second in range(cases + 1 - both - first):
                yield both, first, second, cases - both - first - second


def chance(counts: Counts, chances: tuple[float, ...]) -> float:
    """Multinomial chance of an outcome."""
    ways = factorial(sum(counts))
    product = 1.0
    for count, one in zip(counts, chances, strict=True):
        ways //= factorial(count)
        product *= one**count
    return ways * product


@pytest.mark.parametrize(
    "chances",
    [(0.8, 0.02, 0.08, 0.1), (0.6, 0.05, 0.15, 0.2), (0.3, 0.2, 0.3, 0.2), (0.9, 0.01, 0.04, 0.05)],
)
def test_paired_intervals_cover_the_difference(chances: tuple[float, ...]) -> None:
    """Over all outcomes of twenty cases; with rare differences the intervals are wider than they need to be."""
    truth, covered = chances[2] - chances[1], 0.0
    for counts in outcomes(20):
        low, high = paired_difference(*counts).interval
        covered += chance(counts, chances) * (low <= truth <= high)
    assert covered > 0.93


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_paired_differences(both: int, first: int, second: int, neither: int) -> None:
    cases = both + first + second + neither
    if not cases:
        return
    found = paired_difference(both, first, second, neither)
    low, high = found.interval
    assert found.difference == (second - first) / cases
    assert -1 <= low <= found.difference <= high <= 1
    assert low < high
    # the same cases with the other share first, and with the properties negated
    swapped = paired_difference(both, second, first, neither)
    negated = paired_difference(neither, second, first, both)
    assert swapped.interval == pytest.approx((-high, -low), abs=1e-12)
    assert negated.interval == pytest.approx((-high, -low), abs=1e-12)
    # the error is that of the mean of the differences of the cases
    differences = [0] * (both + neither) + [-1] * first + [1] * second
    if cases > 1:
        assert found.standard_error == pytest.approx(stdev(differences) * sqrt(cases - 1) / cases, abs=1e-12)


@pytest.mark.parametrize(
    ("counts", "printed"),
    [
        ((36, 2, 12, 0), (0.0569, 0.3404)),  # Newcombe 1998, method 10
        (
            (1, 1, 7, 12),
            (0.026, 0.507),
        ),  # Fagerland, Lydersen and Laake, Statistics in Medicine 33, 2014: square-and-add
    ],
)
def test_published_paired_intervals(counts: Counts, printed: tuple[float, float]) -> None:
    """The second has a correlation that the continuity correction takes to 0."""
    assert paired_difference(*counts).interval == pytest.approx(printed, abs=5e-4)


def test_independent_shares_add_their_margins() -> None:
    """Without correlation the margins of the two shares add as independent ones do."""
    found = paired_difference(25, 25, 25, 25)
    one = share_of(50, 100)
    assert found.interval == pytest.approx((-sqrt(2) * (0.5 - one.interval[0]), sqrt(2) * (one.interval[1] - 0.5)))


def test_shares() -> None:
    for count, samples in [(0, 7), (3, 7), (7, 7), (123, 1000)]:
        found = share_of(count, samples)
        assert (found.count, found.share) == (count, count / samples)
        assert found.interval == sampled_share(count / samples, samples, 0.0)["interval"]


@given(st.lists(st.integers(-120, 120), max_size=30))
def test_means(values: list[int]) -> None:
    found, error = mean_of(values)
    assert found == (pytest.approx(mean(values)) if values else None)
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    assert error == (None if spread is None else pytest.approx(spread))
    interval = mean_interval(found, error)
    assert (interval is None) == (not error)
    if found is not None and interval is not None and error:
        assert interval == (found - QUANTILE * error, found + QUANTILE * error)
