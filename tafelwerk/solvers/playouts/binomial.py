"""Binomial distributions: the relevant part up to one rounding, and the comparison of two.

The relevant part: windows by Bernstein's inequality, pmf and cdf by ratios.

The pmf starts from 1 at the mode and continues outwards by its ratios. Division by its own sum makes it a distribution, so no
logarithm of a factorial is needed, and its relative error is that of a few hundred thousand steps that are exact to u^2.

Comparison of two Monte-Carlo candidates: the mean sign of a difference of two binomials, for any k.

For independent X1 ~ Binomial(k, p1) and X2 ~ Binomial(k, p2), f1 - f2 = E sgn(X1 - X2), where a tie counts 0. With N nodes
t_n = (2 n - 1) pi / N the sum

    S(d) = (2 / N) sum_{0 < t_n < pi} sin(d t_n) cot(t_n / 2)

is a square wave: sin(d t) cot(t / 2) = 1 + 2 sum_{0 < r < d} cos(r t) + cos(d t), and the mean of cos(r t_n) over all N nodes is
0 unless N divides r, and -1 at r = N. So S(d) = sgn(d) for |d| < N, and |S(d)| <= 1 always. Therefore

    E sgn(X1 - X2) = (2 / N) sum_{0 < t_n < pi} Im(phi(t_n)) cot(t_n / 2) + rest,    |rest| <= 2 P(|X1 - X2| >= N),

where phi is the characteristic function of the difference. N follows from Bernstein's inequality and grows like sqrt(k); the
number of nodes at which phi has not yet vanished stays about 30 for any k.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 (the agent and the
chances of its choices; the method here is another).
"""

from math import atan2, ceil, cos, exp, floor, log, log1p, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import (
    UNIT,
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
        remainder = ((high - d) - low) + (high_tail - low_tail)
        lost, e = two_product(ph, d)
        s = high - lost
        x[i] = s
        tail[i] = high_tail + (((high - s) - lost) - e) - fma(ph, remainder, pl * d)
        pmf[i] = d + remainder
        below[i] = low + low_tail


MOST_PLAYOUTS = 2**53
"""Most playouts per candidate: above it, a double does not represent every integer."""

TAIL_EXPONENT = 45.0
"""Tails below exp(-45) < 2.9e-20 count as truncation error."""

BREAK_OFF = 1e-20


@kernel
def bernstein_reach(variance: float, bound: float, exponent: float) -> float:
    """The t for which exp(-t^2 / (2 (variance + bound t / 3))) = exp(-exponent).

    A sum of independent centred variables, each at most `bound`, exceeds t with at most that probability (Bernstein).
    """
    linear = bound * exponent / 3.0
    return linear + sqrt(linear * linear + 2.0 * variance * exponent)


@kernel
def variation(hi: float, lo: float, k: float, delta: float) -> float:
    """Bound on the total variation distance between Binomial(k, 1/2 + hi + lo) and Binomial(k, p) for any p within delta.

    It is k delta by coupling trial by trial, or delta sqrt(k / (2 p (1 - p))) by Pinsker's inequality and KL <= chi^2.
    """
    if delta == 0.0:
        return 0.0
    product = ((0.5 - hi) - lo) * ((0.5 + hi) + lo)
    coupled = k * delta
    if product * k <= 1.0:
        return 1.001 * coupled
    return 1.001 * min(coupled, delta * sqrt(k / (2.0 * product)))


@kernel
def sign_kernel(h1: float, l1: float, h2: float, l2: float, k: float) -> tuple[float, float]:
    """E sgn(X1 - X2) and a bound on its absolute error, for p_i = 1/2 + h_i + l_i exactly; k an integer up to 2^53.

    The bound is computed along with the value: u = 2^-53, elementary functions within one unit in the last place (2 u). Per node,
    to first order:

    - x = t / 2 has relative error 2.5 u, s = sin x and c = cos x 4.5 u (c from the complement of x above 1), cot x 10
      u, weight times |phi| times sine 17 u besides the errors of the last two;
    - z = phi^(1/k) has Re z = c^2 + 4 y1 y2 s^2 and Im z = 2 (p1 - p2) s c. The parts of Re z have 15 u, and their
      absolute values sum to at most |z| (Cauchy-Schwarz on |z|^2 = (c^2 + 4 y1^2 s^2)(c^2 + 4 y2^2 s^2)); Im z has 12
      u. The angle is off by at most |Im z| (12 u |Re z| + 15 u |z|) / |z|^2 <= 27 u |angle|, with atan2 and the factor
      k 30 u relatively;
    - for s^2 <= 1/2, |z|^2 = 1 - x with x = a + b - a b, a and b = 4 p q s^2 with 16 u: x is off by u (17 (a + b) + 34
      a b + x), the logarithm by that over 1 - x and 2 u relatively; for s^2 > 1/2 the product of sums of squares has 31
      u.

    Everything is summed with compensation and multiplied by 1.001 for second orders and the rounding of the bound
    itself.
    """
    dh, dl = subtract(h1, l1, h2, l2)
    d = dh + dl
    if d == 0.0:
        return 0.0, 0.0
    v1 = ((1.0 - 2.0 * h1) - 2.0 * l1) * ((1.0 + 2.0 * h1) + 2.0 * l1)
    v2 = ((1.0 - 2.0 * h2) - 2.0 * l2) * ((1.0 + 2.0 * h2) + 2.0 * l2)
    reach = 1.0000001 * bernstein_reach(0.25 * k * (v1 + v2), 1.0, TAIL_EXPONENT) + 1.0
    distance = k * abs(d)
    if distance > reach:
        return (1.0 if d > 0.0 else -1.0), 6e-20
    n = min(ceil(distance + reach), k + 1.0)
    step = pi / (2.0 * n)
    y1, y2 = h1 + l1, h2 + l2
    total, compensation, bound = 0.0, 0.0, 0.0
    odd = 1.0
    while odd < n:
        x = step * odd
        s = sin(x)
        c = cos(x) if x < 1.0 else sin(step * (n - odd))
        cot = c / s
        ss = s * s
        if ss <= 0.5:
            a, b = v1 * ss, v2 * ss
            drop = (a + b) - a * b
            logarithm = 0.5 * k * log1p(-drop)
            off = 0.5 * k * UNIT * (17.0 * (a + b) + 34.0 * a * b + drop) / (1.0 - drop)
        else:
            g1, g2 = 2.0 * y1 * s, 2.0 * y2 * s
            logarithm = 0.5 * k * log((c * c + g1 * g1) * (c * c + g2 * g2))
            off = 0.5 * k * UNIT * 31.0
        size = exp(logarithm)
        if size * cot < BREAK_OFF:
            break
        phase = k * atan2(2.0 * d * s * c, c * c + 4.0 * y1 * y2 * ss)
        wave = sin(phase)
        weight = cot * size
        total, low = two_sum(total, weight * wave)
        compensation += low
        bound += weight * ((18.0 * UNIT + off - 3.0 * UNIT * logarithm) * abs(wave) + 32.0 * UNIT * abs(phase))
        odd += 2.0
    value = 2.0 / n * (total + compensation)
    error = 1.001 * (2.0 / n * bound + 4.0 * UNIT * abs(value)) + (2.5 * BREAK_OFF if n > k else 1.5e-19)
    return min(1.0, max(-1.0, value)), error
