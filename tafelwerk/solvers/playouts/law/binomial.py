"""The relevant part of a binomial distribution, up to one rounding: windows by Bernstein's inequality, pmf and cdf by ratios.

The pmf starts from 1 at the mode and continues outwards by its ratios. Division by its own sum makes it a distribution, so no
logarithm of a factorial is needed, and its relative error is that of a few hundred thousand steps that are exact to u^2.
"""

from math import ceil, floor, sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import (
    add,
    divide,
    divide_double,
    multiply,
    multiply_double,
    two_product,
    two_sum,
)
from tafelwerk.solvers.machine.jit import fma, kernel

Reals = NDArray[np.float64]
Span = tuple[int, int, int, int]

WINDOW_EXPONENT = 44.5
"""Each side outside a window has a chance of at most exp(-44.5) < 4.8e-20."""

OUTSIDE = 1e-19
"""Bound on the chance of a binomial to fall outside its window, both sides together."""

MOST_WINDOW = 1 << 22
"""Length of the longest window for which a kernel has scratch space."""


def window_limit(k: int) -> int:
    """A length that no window of k playouts exceeds, whatever the chance."""
    reach = WINDOW_EXPONENT / 3 + sqrt((WINDOW_EXPONENT / 3) ** 2 + 0.5 * k * WINDOW_EXPONENT)
    return min(k + 1, 2 * ceil(reach) + 6)


@kernel
def window(hi: float, lo: float, k: float) -> tuple[int, int]:
    """First and last number of wins of a window outside which Binomial(k, 1/2 + hi + lo) falls with chance below 1e-19.

    Each side uses the sharper of two inequalities: Bernstein's, with a trial above its mean by at most q and below it by at most
    p, or Hoeffding's, exp(-2 t^2 / k). The ends are moved outwards by a little more than one, which covers the rounding of the
    mean for k up to 2^53.
    """
    p = (0.5 + hi) + lo
    q = (0.5 - hi) - lo
    if p <= 0.0:
        return 0, 0
    if q <= 0.0:
        return int(k), int(k)
    mean = k * p
    spread, farthest = 2.0 * k * p * q * WINDOW_EXPONENT, sqrt(0.5 * k * WINDOW_EXPONENT)
    down, up = p * WINDOW_EXPONENT / 3.0, q * WINDOW_EXPONENT / 3.0
    below = mean - min(farthest, down + sqrt(down * down + spread)) * (1.0 + 1e-12) - 1.5
    above = mean + min(farthest, up + sqrt(up * up + spread)) * (1.0 + 1e-12) + 1.5
    return int(max(0.0, ceil(below))), int(min(k, floor(above)))


@kernel
def power(xh: float, xl: float, k: int) -> tuple[float, float]:
    """The k-th power of a pair by repeated squaring; relative error below 10 k u^2."""
    rh, rl = 1.0, 0.0
    while k > 0:
        if k & 1:
            rh, rl = multiply(rh, rl, xh, xl)
        xh, xl = multiply(xh, xl, xh, xl)
        k >>= 1
    return rh, rl


@kernel
def chance_pair(hi: float, lo: float) -> tuple[float, float]:
    """1/2 + hi + lo as a pair."""
    ph, pl = two_sum(0.5, hi)
    return add(ph, pl, lo, 0.0)


@kernel
def multiply_up(raw: Reals, tail: Reals, begin: int, end: int, step: int) -> None:
    """Turn the ratios in begin, begin + step, ... up to end (exclusive) into their running products."""
    bh, bl = 1.0, 0.0
    for i in range(begin, end, step):
        rh = raw[i]
        th, tl = two_product(bh, rh)
        bl = fma(bl, rh, fma(bh, tail[i], tl))
        bh = th
        raw[i], tail[i] = bh, bl


@kernel
def outward(hi: float, lo: float, k: float, first: int, last: int, raw: Reals, tail: Reals) -> tuple[float, float]:
    """Write a multiple of the pmf over first..last as unnormalised pairs raw + tail.

    Error, with u = 2^-53 and W the length of the window: the relative error of each ratio is at most 40 u^2. The running product
    keeps its rounding errors in a second word that is never renormalised. After W steps that word is below 3 W u of the first
    word, so its own rounding loses less than 10 W^2 u^2; the same holds for the running sum. For W <= 2^22 all this stays below u
    / 50 (except for values below 1e-290, as absolute error).

    Args:
        hi, lo: chance of a win minus 1/2; 0 < p < 1 as rounded.
        raw, tail: float64, at least last - first + 1 entries, filled.

    Returns:
        The factor that makes the sum 1, as a pair.
    """
    length = last - first + 1
    ph, pl = chance_pair(hi, lo)
    qh, ql = chance_pair(-hi, -lo)
    mode = min(last, max(first, floor((k + 1.0) * ph)))
    # the ratios first: they are independent of one another
    oh, ol = divide(ph, pl, qh, ql)
    for i in range(mode + 1 - first, length):
        wins = float(first + i)
        th, tl = multiply_double(oh, ol, k - wins + 1.0)
        raw[i], tail[i] = divide_double(th, tl, wins)
    oh, ol = divide(qh, ql, ph, pl)
    for i in range(mode - first):
        wins = float(first + i)
        th, tl = multiply_double(oh, ol, wins + 1.0)
        raw[i], tail[i] = divide_double(th, tl, k - wins)
    raw[mode - first], tail[mode - first] = 1.0, 0.0
    multiply_up(raw, tail, mode + 1 - first, length, 1)
    multiply_up(raw, tail, mode - first - 1, -1, -1)
    sh, sl = running_sum(raw, tail, length)
    ih, il = two_sum(sh, sl)
    return divide(1.0, 0.0, ih, il)


@kernel
def running_sum(raw: Reals, tail: Reals, end: int) -> tuple[float, float]:
    """Sum of the pairs 0..end - 1, unnormalised."""
    sh, sl = 0.0, 0.0
    for i in range(end):
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]
    return sh, sl


@kernel
def pmf_kernel(hi: float, lo: float, k: float, span: Span, raw: Reals, tail: Reals, pmf: Reals, below: Reals) -> None:
    """Write pmf(j) and cdf(j - 1) of Binomial(k, 1/2 + hi + lo), restricted to its window, for j = low..high.

    Every value has a relative error below 1.03 u (see `outward`; one rounding at the end).

    Args:
        span: first and last number of wins of the window, then low and high.
        raw, tail: float64 scratch, at least last - first + 1 entries.
        pmf, below: float64, at least high - low + 1 entries, filled.
    """
    first, last, low, high = span
    offset = low - first
    begin, end = min(max(offset, 0), last - first + 1), min(high, last) - first + 1
    for j in range(low, high + 1):
        pmf[j - low] = 0.0
        below[j - low] = 1.0 if j > first else 0.0
    if first == last:
        if low <= first <= high:
            pmf[first - low] = 1.0
        return
    ih, il = outward(hi, lo, k, first, last, raw, tail)
    sh, sl = running_sum(raw, tail, begin)
    for i in range(begin, end):
        pmf[i - offset] = fma(raw[i], ih, fma(raw[i], il, tail[i] * ih))
        below[i - offset] = fma(sh, ih, fma(sh, il, sl * ih))
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]


@kernel
def cdf_pairs_kernel(
    hi: float, lo: float, k: float, span: Span, raw: Reals, tail: Reals, cdf: Reals, cdf_tail: Reals
) -> None:
    """Write cdf(j - 1) for j = low..high as unnormalised pairs, relative errors below u / 40.

    Second words stay below 4 W u of the first. For arguments see `pmf_kernel`.
    """
    first, last, low, high = span
    offset = low - first
    begin, end = min(max(offset, 0), last - first + 1), min(high, last) - first + 1
    for j in range(low, high + 1):
        cdf[j - low], cdf_tail[j - low] = 1.0 if j > first else 0.0, 0.0
    if first == last:
        return
    ih, il = outward(hi, lo, k, first, last, raw, tail)
    sh, sl = running_sum(raw, tail, begin)
    for i in range(begin, end):
        th, tl = two_product(sh, ih)
        cdf[i - offset] = th
        cdf_tail[i - offset] = fma(sh, il, fma(sl, ih, tl))
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]


@kernel
def advance_kernel(ph: float, pl: float, length: int, x: Reals, tail: Reals, pmf: Reals, below: Reals) -> None:
    """Round pmf and cdf for k playouts, and update the cdf in place to that for k + 1.

    Entry i of the pair x + tail is cdf(j - 1) for j = i + low; pmf(j) is the difference d of entries i + 1 and i. With one more
    playout cdf(j) becomes cdf(j) - p d, which replaces entry i: `low` increases by one, and the `length` entries become one
    fewer. In this order the loop vectorises.

    Error: the second words are not renormalised. s steps after a start over a window W they are below (3 W + 3 s) u, and each
    step rounds them by less than 6 u of that. For s <= 64 and W <= 2^12 all steps together lose less than 1e-25, absolutely. A
    step averages two entries, so it amplifies no error of earlier steps.

    Args:
        ph, pl: chance of a win as a pair.
        x, tail: float64, `length` entries.
        pmf, below: float64, at least length - 1 entries, filled.
    """
    for i in range(length - 1):
        low, high, low_tail, high_tail = x[i], x[i + 1], tail[i], tail[i + 1]
        d = high - low
        rest = ((high - d) - low) + (high_tail - low_tail)
        lost, e = two_product(ph, d)
        s = high - lost
        x[i] = s
        tail[i] = high_tail + (((high - s) - lost) - e) - fma(ph, rest, pl * d)
        pmf[i] = d + rest
        below[i] = low + low_tail
