"""The part of a binomial distribution that matters, to one rounding: windows by Bernstein, pmf and cdf by ratios.

The pmf starts from 1 at the mode and runs outwards by its ratios; what makes it a distribution is division by its own
sum, so no logarithm of a factorial is ever taken and its relative error is that of a few hundred thousand exact-to-u^2
steps.
"""

from math import ceil, floor, sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import (
    add,
    divide,
    divide_double,
    multiply,
    multiply_double,
    subtract,
    two_product,
    two_sum,
)
from tafelwerk.solvers.machine.jit import fma, kernel

Reals = NDArray[np.float64]

WINDOW_EXPONENT = 44.5
"""Each end of a window leaves out at most exp(-44.5) < 4.8e-20."""

OUTSIDE = 1e-19
"""Bound on the chance of a binomial to fall outside its window, both ends together."""

MOST_WINDOW = 1 << 22
"""Longest window a kernel is given scratch for."""


def window_limit(k: int) -> int:
    """A length no window of k playouts exceeds, whatever the chance."""
    reach = WINDOW_EXPONENT / 3 + sqrt((WINDOW_EXPONENT / 3) ** 2 + 0.5 * k * WINDOW_EXPONENT)
    return min(k + 1, 2 * ceil(reach) + 6)


@kernel
def window(hi: float, lo: float, k: float) -> tuple[int, int]:
    """First and last number of wins of a window that Binomial(k, 1/2 + hi + lo) leaves with chance below 1e-19.

    Bernstein's inequality for either side: a trial exceeds its mean by at most q and falls short of it by at most p.
    The ends are moved out by one and a little more, which covers the rounding of the mean for k up to 2^53.
    """
    p = (0.5 + hi) + lo
    q = (0.5 - hi) - lo
    if p <= 0.0:
        return 0, 0
    if q <= 0.0:
        return int(k), int(k)
    mean = k * p
    spread = 2.0 * k * p * q * WINDOW_EXPONENT
    down, up = p * WINDOW_EXPONENT / 3.0, q * WINDOW_EXPONENT / 3.0
    below = mean - (down + sqrt(down * down + spread)) * (1.0 + 1e-12) - 1.5
    above = mean + (up + sqrt(up * up + spread)) * (1.0 + 1e-12) + 1.5
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
def outward(hi: float, lo: float, k: float, first: int, last: int, raw: Reals, tail: Reals) -> tuple[float, float]:
    """Write a multiple of the pmf over first..last as unnormalised pairs raw + tail; returns the factor that makes its
    sum 1.

    0 < p < 1 as rounded. `raw` and `tail` are float64 with at least last - first + 1 entries.

    Error, with u = 2^-53 and W the length of the window: the ratios are good to 40 u^2 each. The running product keeps
    its rounding errors in a second word that is never renormalised: after W steps that word is below 3 W u of the
        first,
    so what its own rounding loses is below 10 W^2 u^2, the same for the running sum. For W <= 2^22 all this stays below
    u / 50 (values below 1e-290, as absolute error, apart).
    """
    length = last - first + 1
    ph, pl = two_sum(0.5, hi)
    ph, pl = add(ph, pl, lo, 0.0)
    qh, ql = two_sum(0.5, -hi)
    qh, ql = add(qh, ql, -lo, 0.0)
    mode = min(last, max(first, floor((k + 1.0) * ph)))
    # the ratios first: they do not depend on each other
    oh, ol = divide(ph, pl, qh, ql)
    for i in range(mode + 1 - first, length):
        wins = float(first + i)
        th, tl = multiply_double(oh, ol, k - wins + 1.0)
        raw[i], tail[i] = divide_double(th, tl, wins)
    if mode > first:
        oh, ol = divide(qh, ql, ph, pl)
        for i in range(mode - first):
            wins = float(first + i)
            th, tl = multiply_double(oh, ol, wins + 1.0)
            raw[i], tail[i] = divide_double(th, tl, k - wins)
    bh, bl = 1.0, 0.0
    raw[mode - first], tail[mode - first] = bh, bl
    for i in range(mode + 1 - first, length):
        rh = raw[i]
        th, tl = two_product(bh, rh)
        bl = fma(bl, rh, fma(bh, tail[i], tl))
        bh = th
        raw[i], tail[i] = bh, bl
    bh, bl = 1.0, 0.0
    for i in range(mode - first - 1, -1, -1):
        rh = raw[i]
        th, tl = two_product(bh, rh)
        bl = fma(bl, rh, fma(bh, tail[i], tl))
        bh = th
        raw[i], tail[i] = bh, bl
    sh, sl = running_sum(raw, tail, 0, length, 0.0, 0.0)
    ih, il = two_sum(sh, sl)
    return divide(1.0, 0.0, ih, il)


@kernel
def running_sum(raw: Reals, tail: Reals, begin: int, end: int, sh: float, sl: float) -> tuple[float, float]:
    """The unnormalised pair sh + sl plus the pairs begin..end - 1."""
    for i in range(begin, end):
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]
    return sh, sl


@kernel
def pmf_kernel(
    hi: float,
    lo: float,
    k: float,
    first: int,
    last: int,
    raw: Reals,
    tail: Reals,
    low: int,
    high: int,
    pmf: Reals,
    below: Reals,
) -> None:
    """Write pmf(j) and cdf(j - 1) of Binomial(k, 1/2 + hi + lo), restricted to first..last, for j = low..high.

    `pmf` and `below` are float64 with at least high - low + 1 entries, `raw` and `tail` scratch with last - first + 1;
    low >= first. Every value has a relative error below 1.03 u (see `outward`; one rounding at the end).
    """
    if first == last:
        for j in range(low, high + 1):
            pmf[j - low] = 1.0 if j == first else 0.0
            below[j - low] = 1.0 if j > first else 0.0
        return
    ih, il = outward(hi, lo, k, first, last, raw, tail)
    begin, end = low - first, min(high, last) - first + 1
    for i in range(begin, end):
        pmf[i - begin] = fma(raw[i], ih, fma(raw[i], il, tail[i] * ih))
    sh, sl = running_sum(raw, tail, 0, begin, 0.0, 0.0)
    for i in range(begin, end):
        below[i - begin] = fma(sh, ih, fma(sh, il, sl * ih))
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]
    for i in range(max(end, begin), high - first + 1):
        pmf[i - begin] = 0.0
        below[i - begin] = 1.0


@kernel
def cdf_pairs_kernel(
    hi: float,
    lo: float,
    k: float,
    first: int,
    last: int,
    raw: Reals,
    tail: Reals,
    low: int,
    high: int,
    cdf: Reals,
    cdf_tail: Reals,
) -> None:
    """Write cdf(j - 1) for j = low..high, any low, as unnormalised pairs, relative errors below u / 40; first < last.

    Second words stay below 4 W u of the first. `cdf` and `cdf_tail` are float64 with at least high - low + 1 entries.
    """
    ih, il = outward(hi, lo, k, first, last, raw, tail)
    begin, end = max(low, first) - first, min(high, last) - first + 1
    gap = first - low
    for i in range(min(begin + gap, high - low + 1)):
        cdf[i], cdf_tail[i] = 0.0, 0.0
    sh, sl = running_sum(raw, tail, 0, begin, 0.0, 0.0)
    for i in range(begin, end):
        th, tl = two_product(sh, ih)
        cdf[i + gap] = th
        cdf_tail[i + gap] = fma(sh, il, fma(sl, ih, tl))
        sh, e = two_sum(sh, raw[i])
        sl += e + tail[i]
    for i in range(max(end, begin), high - first + 1):
        cdf[i + gap], cdf_tail[i + gap] = 1.0, 0.0


@kernel
def advance_kernel(ph: float, pl: float, qh: float, ql: float, length: int, x: Reals, tail: Reals) -> None:
    """From k to k + 1 playouts, x(j) = q x(j) + p x(j - 1) for the pmf and the cdf alike, in place.

    Entry i, wins j, becomes entry i of wins j + 1, so the caller's first number of wins moves up by one and the
    `length` entries become one fewer; in this order the loop vectorises. The second words are not renormalised: s steps
    after a restart over a window W they are below (3 W + 3 s) u of the first words, a step loses less than 5 u of that,
    and s <= 64, W <= 2^14 leave less than 1e-26 altogether, relatively.
    """
    for i in range(length - 1):
        a, ea = two_product(qh, x[i + 1])
        b, eb = two_product(ph, x[i])
        s, e = two_sum(a, b)
        low = fma(ql, x[i + 1], fma(pl, x[i], e + (ea + eb)))
        tail[i] = fma(qh, tail[i + 1], fma(ph, tail[i], low))
        x[i] = s


@kernel
def all_wins(hi: float, lo: float, k: int) -> tuple[float, float]:
    """p^k and 1 - p^k for p = 1/2 + hi + lo, each with relative error below 1.03 u or absolute error below 20 k u^2."""
    ph, pl = two_sum(0.5, hi)
    ph, pl = add(ph, pl, lo, 0.0)
    if ph <= 0.0:
        return 0.0, 1.0
    wh, wl = power(ph, pl, k)
    nh, nl = subtract(1.0, 0.0, wh, wl)
    return wh + wl, max(0.0, nh + nl)


def binomial(y: tuple[float, float], k: int) -> tuple[int, Reals, Reals]:
    """Binomial(k, 1/2 + y) where it matters: the window's first number of wins, pmf and cdf(j - 1) over it, float64.

    Args:
        y: win chance less 1/2 as double-double (hi, lo), taken as exact.
        k: playouts, 1 to 2^53, as long as the window stays below 2^22 entries.

    Raises:
        InputError: k or the window out of range.
    """
    if not 1 <= k <= 2**53 or window_limit(k) > MOST_WINDOW:
        raise InputError(f"k must be at least 1 and leave a window of at most {MOST_WINDOW} entries, not {k}")
    first, last = window(float(y[0]), float(y[1]), float(k))
    length = last - first + 1
    raw, tail, pmf, below = (np.empty(length + 1) for _ in range(4))
    pmf_kernel(float(y[0]), float(y[1]), float(k), first, last, raw, tail, first, last, pmf, below)
    return first, pmf[:length], below[:length]
