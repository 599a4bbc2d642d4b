"""Shares, means and paired differences of samples, each with its standard error and 95 % interval."""

from collections.abc import Sequence
from math import sqrt

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import QUANTILE, sampled_share


@frozen
class Share:
    """A share of a sample.

    Attributes:
        count: number of cases counted.
        share: their share of the sample.
        interval: its 95 % interval, by Wilson.
    """

    count: int
    share: float
    interval: tuple[float, float]


@frozen
class Difference:
    """Difference of two shares of one sample.

    Attributes:
        difference: the second share minus the first.
        standard_error: its standard error.
        interval: its 95 % interval, by Newcombe.
    """

    difference: float
    standard_error: float
    interval: tuple[float, float]


def share_of(count: int, samples: int) -> Share:
    """The share of some cases of a sample, which is not empty."""
    share = count / samples
    return Share(count, share, sampled_share(share, samples, 0.0)["interval"])


def paired_difference(both: int, first: int, second: int, neither: int) -> Difference:
    """Difference of two shares of the same cases, from the numbers of cases with both properties, only one of them, or neither.

    The interval is method 10 of R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17, 1998. It joins Wilson's intervals of the two shares by their correlation.
    It holds for small numbers too, where the normal interval is too narrow.
    """
    samples = both + first + second + neither
    shares = [share_of(both + count, samples) for count in (first, second)]
    # how far the interval of each share reaches down and up
    (down, up), (other_down, other_up) = (
        (count.share - count.interval[0], count.interval[1] - count.share) for count in shares
    )
    product = both * neither - first * second
    margins = (both + first) * (both + second) * (first + neither) * (second + neither)
    correlation = 0.0
    if margins:
        correlation = (max(product - samples / 2, 0.0) if product > 0 else product) / sqrt(margins)
    difference = (second - first) / samples
    low = sqrt(max(other_down**2 - 2 * correlation * other_down * up + up**2, 0.0))
    high = sqrt(max(other_up**2 - 2 * correlation * other_up * down + down**2, 0.0))
    error = sqrt(max(first + second - (second - first) ** 2 / samples, 0.0)) / samples
    return Difference(difference, error, (max(difference - low, -1.0), min(difference + high, 1.0)))


def mean_of(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean of values and its standard error; None if there are too few values."""
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def mean_interval(mean: float | None, error: float | None) -> tuple[float, float] | None:
    """The normal interval of a mean, meaningful from about thirty values; None without an estimate of their spread."""
    # equal values give no estimate
    if mean is None or not error:
        return None
    return mean - QUANTILE * error, mean + QUANTILE * error
