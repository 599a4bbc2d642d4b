"""Mean value of MC(k)'s choice in doubles with a proven radius, by another method than the solvers'.

Candidates are added one by one (appendix B.2 of the source). For every number j of wins, the coefficient of t^r in P(t) is the
chance that no candidate so far has more than j wins and r of them have exactly j. W(t) is the same with the sum of the values of
these r. A candidate of mass b and distribution function B turns P into P (B(j - 1) + t b(j)), and W into
W (B(j - 1) + t b(j)) + v t b(j) P. At the end, the mean value of the one chosen of r tied candidates is the coefficient of t^r in
W over r. Values are counted from the least of all, so that only the spread of the successors is rounded.

Two candidates with many playouts are settled by a contour. With G(z) the generating function of D = X1 - X2, M points
x_n = 2 pi n / M on a circle and w = h + i x_n,

    (1 / M) sum_n Re(G(e^w) coth(w / 2)) / 2 = P(D > 0) + P(D = 0) / 2 + rest,
    |rest| <= 1.5 (1 + G(e^(2h))) e^(-Mh) / (1 - e^(-Mh)),

since coth(w / 2) / 2 is 1/2 plus the sum of e^(-dw) over d > 0, and the mean of e^(w (D - d)) over the points is e^(h (D - d))
if M divides D - d, otherwise 0. Positive multiples are bounded by Markov's inequality for e^(2hD), negative ones by e^(-Mh). h is
the saddle point, or two over the standard deviation if that is larger. |G| decreases from x = 0 to pi, as do the other factors,
so each omitted point is at most as large as the last one. With p tilted by e^h, G(e^w) / G(e^h) is (1 - 2 c s^2 + i d sin x)^k
for s = sin(x / 2), c = p1 q2 + p2 q1 and d = p1 - p2.

A chance is a row of four doubles: p as a pair, then 1 - p as a pair. In the bounds u is 2^-53.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 and appendix B.2.
"""

from math import atan2, ceil, cos, cosh, exp, floor, log, log1p, pi, sin, sinh, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import fma, kernel

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

UNIT = 2.0**-53
LEFT_OUT = 1e-18
"""Masses below this share of the largest are left out, and so are numbers of wins with a smaller chance of being the most."""
EXPONENT = 46.1
"""Chances below exp(-46.1) < 1e-20 are treated as 0."""
CONTOUR_PLAYOUTS = 1000
"""Playouts from which two candidates are settled by the contour, provided that its bound holds."""
CONTOUR_VARIANCE = 100.0
"""Variance of the difference from which the contour is used."""
BLOCK = 64
"""Numbers of wins processed together; a compile-time constant."""


class Windows(NamedTuple):
    """Masses of binomial distributions, one row per slot, and for each mass the sum of those before it.

    Attributes:
        b, below: float64 (slots, width), masses and sums.
        first, length: int64 (slots,), first number of wins, and how many follow.
        tail: float64 (slots,), bound on the chance of all other numbers.
        rest: float64 (width,), scratch.
    """

    b: Reals
    below: Reals
    first: Ints
    length: Ints
    tail: Reals
    rest: Reals


def empty_windows(slots: int, width: int) -> Windows:
    """Empty windows for the masses of several distributions."""
    counts = np.zeros((2, slots), np.int64)
    return Windows(
        np.empty((slots, width)), np.empty((slots, width)), counts[0], counts[1], np.zeros(slots), np.empty(width)
    )


def window_cap(k: int) -> int:
    """Upper bound, for any p, on the numbers of wins with masses of at least LEFT_OUT times the largest."""
    # Bernstein's inequality: a mass is at most the tail, and the largest is at least 1 / (k + 1)
    exponent = EXPONENT + log(k + 1.0)
    reach = exponent / 3 + sqrt(exponent * exponent / 9 + 0.5 * k * exponent)
    return int(min(k + 1, 2 * ceil(reach) + 8))


@kernel
def write_masses(windows: Windows, slot: int, chance: Reals, k: float) -> None:
    """Write the masses of Binomial(k, p) to a slot; relative errors are below 2 u.

    Args:
        windows: at least `window_cap` wide.
        slot: row to fill.
        chance: float64 (4,), p and 1 - p as pairs.
        k: a positive integer.
    """
    window = windows.b[slot], windows.below[slot], windows.rest
    windows.first[slot], windows.length[slot], windows.tail[slot] = _masses(chance, k, *window)


@kernel
def _masses(chance: Reals, k: float, b: Reals, below: Reals, rest: Reals) -> tuple[int, int, float]:
    """First number of wins, how many there are, and a bound on the chance of all others; fills b and below."""
    ph, pl, qh, ql = chance[0], chance[1], chance[2], chance[3]
    if ph <= 0.0 or qh <= 0.0:
        b[0], below[0] = 1.0, 0.0
        return (0 if ph <= 0.0 else int(k)), 1, 0.0
    # masses over the one at the mode, first in plain doubles, to find where to stop
    mode = int(min(k, max(0.0, floor((k + 1.0) * ph))))
    odds = ph / qh
    most = b.shape[0]
    up = 0
    value = 1.0
    while mode + up < k and value >= LEFT_OUT and up < most:
        value *= odds * ((k - (mode + up)) / (mode + up + 1.0))
        up += 1
    tail = 0.0
    if mode + up < k:
        # ratios decrease from here on
        ratio = odds * ((k - (mode + up)) / (mode + up + 1.0))
        tail += value * ratio / max(1e-9, 1.0 - ratio)
    down = 0
    value = 1.0
    while mode - down > 0 and value >= LEFT_OUT and down < most:
        value *= (mode - down) / (odds * (k - (mode - down) + 1.0))
        down += 1
    if mode - down > 0:
        ratio = (mode - down) / (odds * (k - (mode - down) + 1.0))
        tail += value * ratio / max(1e-9, 1.0 - ratio)
    first, length = mode - down, up + down + 1
    if length > most:
        return first, 0, 1.0
    # odds as a pair
    oh = ph / qh
    ol = ((fma(-oh, qh, ph) + pl) - oh * ql) / qh
    ih = qh / ph
    il = ((fma(-ih, ph, qh) + ql) - ih * pl) / ph
    for i in range(down + 1, length):
        above, under = k - (first + i) + 1.0, float(first + i)
        rh = above / under
        rl = fma(-rh, under, above) / under
        th = rh * oh
        below[i] = th
        rest[i] = fma(rh, oh, -th) + fma(rh, ol, rl * oh)
    for i in range(down):
        above, under = first + i + 1.0, k - (first + i)
        rh = above / under
        rl = fma(-rh, under, above) / under
        th = rh * ih
        below[i] = th
        rest[i] = fma(rh, ih, -th) + fma(rh, il, rl * ih)
    b[down], rest[down] = 1.0, 0.0
    high, low = 1.0, 0.0
    for i in range(down + 1, length):
        ratio, extra = below[i], rest[i]
        product = high * ratio
        low = fma(low, ratio, fma(high, extra, fma(high, ratio, -product)))
        high = product
        b[i], rest[i] = high, low
    high, low = 1.0, 0.0
    for i in range(down - 1, -1, -1):
        ratio, extra = below[i], rest[i]
        product = high * ratio
        low = fma(low, ratio, fma(high, extra, fma(high, ratio, -product)))
        high = product
        b[i], rest[i] = high, low
    # running sums from the smallest, with compensation for rounding
    total, lost = 0.0, 0.0
    for i in range(length):
        below[i] = total + lost
        s = total + b[i]
        lost += (b[i] - (s - total)) + rest[i] if total >= b[i] else (total - (s - b[i])) + rest[i]
        total = s
    s = total + lost
    scale = 1.0 / s
    correction = (fma(-scale, s, 1.0) - scale * ((total - s) + lost)) * scale
    for i in range(length):
        b[i] = fma(b[i], scale, fma(b[i], correction, rest[i] * scale))
        below[i] = fma(below[i], scale, below[i] * correction)
    return first, length, 1.01 * tail


@kernel
def all_candidates(windows: Windows, slots: Ints, counts: Ints, worth: Reals, groups: int, work: Reals) -> float:
    """Mean value of the choice, up to LEFT_OUT; a sum of positive terms.

    Its relative error is at most (6 m + 16) u for m candidates: 5 u for each one added, with 2 u for b and B, then m for the sum
    over r and 8 for the sum over j; the rest covers single roundings.

    Args:
        windows: masses by slot.
        slots, counts: int64, per group of candidates: slot of its masses, and number of candidates.
        worth: float64, value per group, at least 0.
        groups: number of groups.
        work: float64 scratch (2 m + 6, BLOCK).
    """
    b, below, first, length = windows.b, windows.below, windows.first, windows.length
    least, most, tied = 0, 0, 0
    for g in range(groups):
        slot = slots[g]
        least = max(least, first[slot])
        most = max(most, first[slot] + length[slot] - 1)
        tied += counts[g]
    while least + 16 < most:
        chance = 1.0
        for g in range(groups):
            place = least + 16 - first[slots[g]]
            if place < length[slots[g]]:
                for _ in range(counts[g]):
                    chance *= below[slots[g], place]
        if chance > LEFT_OUT:
            break
        least += 16
    p_row, w_row, x, y, acc = 0, tied + 1, 2 * tied + 2, 2 * tied + 3, 2 * tied + 4
    total, lost = 0.0, 0.0
    for start in range(least, most + 1, BLOCK):
        size = min(BLOCK, most + 1 - start)
        for i in range(BLOCK):
            work[p_row, i] = 1.0
            work[w_row, i] = 0.0
            work[acc, i] = 0.0
        lanes = min(BLOCK, (size + 15) // 16 * 16)
        degree = 0
        for g in range(groups):
            slot = slots[g]
            offset = start - first[slot]
            inside = max(0, min(size, length[slot] - offset))
            for i in range(inside):
                work[x, i] = b[slot, offset + i]
                work[y, i] = below[slot, offset + i]
            for i in range(inside, lanes):
                work[x, i] = 0.0
                work[y, i] = 1.0
            v = worth[g]
            for _ in range(counts[g]):
                degree += 1
                last = degree == tied
                # the new highest power
                for i in range(lanes):
                    mass = work[x, i]
                    work[w_row + degree, i] = mass * fma(v, work[p_row + degree - 1, i], work[w_row + degree - 1, i])
                    work[p_row + degree, i] = work[p_row + degree - 1, i] * mass
                for r in range(degree - 1, 0, -1):
                    if last:
                        for i in range(lanes):
                            before = fma(v, work[p_row + r - 1, i], work[w_row + r - 1, i])
                            work[w_row + r, i] = fma(work[w_row + r, i], work[y, i], work[x, i] * before)
                    else:
                        for i in range(lanes):
                            mass, under, tied_before = work[x, i], work[y, i], work[p_row + r - 1, i]
                            before = fma(v, tied_before, work[w_row + r - 1, i])
                            work[w_row + r, i] = fma(work[w_row + r, i], under, mass * before)
                            work[p_row + r, i] = fma(work[p_row + r, i], under, tied_before * mass)
                if not last:
                    for i in range(lanes):
                        work[p_row, i] *= work[y, i]
        for r in range(1, tied + 1):
            share = 1.0 / r
            for i in range(lanes):
                work[acc, i] += share * work[w_row + r, i]
        half = BLOCK // 2
        while half > 0:
            for i in range(half):
                work[acc, i] += work[acc, half + i]
            half //= 2
        added = work[acc, 0]
        s = total + added
        lost += (added - (s - total)) if total >= added else (total - (s - added))
        total = s
    return total + lost


@kernel
def log_growth(c: float, d: float, h: float, k: float) -> float:
    """log G(e^h)."""
    s = sinh(0.5 * h)
    return k * log1p(2.0 * c * s * s + d * sinh(h))


@kernel
def contour(one: Reals, other: Reals, k: float) -> tuple[float, float]:
    """P(X1 > X2) + P(X1 = X2) / 2 for p1 <= p2 and 0 < p1, p2 < 1, and a bound on its error.

    The variance of X1 - X2 must be at least CONTOUR_VARIANCE. Rounding, to first order: tilted numbers have 6 u, so the error of
    the logarithm L of |z|^k is 24 u |L|. The angle has 8 u of itself and k 8 u (c sinh h + |d| cosh h) sin x over the
    denominators; log G(e^h) has 8 u of the sum of its parts.
    """
    p1, q1, p2, q2 = one[0], one[2], other[0], other[2]
    d = (p1 - p2) + (one[1] - other[1])
    if d >= 0.0:
        return 0.5, 0.0
    c = p1 * q2 + p2 * q1
    spread = sqrt(max(0.0, 2.0 * p1 * q2 * 2.0 * p2 * q1))
    # the minimum of G is at the saddle point and bounds the chance
    if k * log1p(-d * d / (c + spread)) < -EXPONENT:
        return 0.0, 1e-20
    deviation = sqrt(k * (p1 * q1 + p2 * q2))
    h = max(0.5 * log(p2 * q1 / (p1 * q2)), 2.0 / deviation)
    s = sinh(0.5 * h)
    parts = 2.0 * c * s * s - d * sinh(h)
    growth = log_growth(c, d, h, k)
    points = ceil((EXPONENT + 1.0 + max(0.0, log_growth(c, d, 2.0 * h, k))) / h)
    near = exp(-points * h)
    rest = 1.5 * (1.0 + exp(log_growth(c, d, 2.0 * h, k))) * near / (1.0 - near)
    e1, e2 = exp(h), exp(-h)
    n1, n2 = q1 + p1 * e1, q2 + p2 * e2
    t1, t2 = p1 * e1 / n1, p2 * e2 / n2
    r1, r2 = q1 / n1, q2 / n2
    tilted_c = t1 * r2 + t2 * r1
    tilted_d = (c * sinh(h) + d * cosh(h)) / (n1 * n2)
    unsure = k * 8.0 * UNIT * (c * sinh(h) - d * cosh(h)) / (n1 * n2)
    a1, a2 = 4.0 * t1 * r1, 4.0 * t2 * r2
    height = sinh(h)
    total = 0.5 * height / (2.0 * s * s)
    bound = total * 8.0 * UNIT
    step = pi / points
    n = 1
    while 2 * n <= points:
        half = sin(step * n)
        ss = half * half
        x = sin(2.0 * step * n)
        drop = a1 * ss + a2 * ss - (a1 * ss) * (a2 * ss)
        logarithm = 0.5 * k * log1p(-drop)
        size = exp(logarithm)
        angle = k * atan2(tilted_d * x, 1.0 - 2.0 * tilted_c * ss)
        weight = size / (2.0 * (s * s + ss))
        term = weight * (cos(angle) * height + sin(angle) * x)
        total += term
        reach = weight * (height + x)
        bound += reach * (UNIT * (20.0 - 40.0 * logarithm / (1.0 - drop) + 12.0 * abs(angle) + n) + 1.5 * unsure * x)
        if reach * points < 1e-19:
            break
        n += 1
    factor = exp(growth) / points
    value = factor * total
    rounding = value * UNIT * (12.0 + 4.0 * abs(growth) + 10.0 * k * parts)
    error = 1.01 * (factor * (bound + 1e-19) + rounding + rest)
    return min(0.5, max(0.0, value)), error


@kernel
def two_candidates(windows: Windows, one: int, other: int) -> float:
    """P(X1 > X2) + P(X1 = X2) / 2 as a sum over all numbers of wins; its relative error is at most 16 u.

    Args:
        windows: masses by slot.
        one, other: slots of the two candidates.
    """
    b, below, first, length = windows.b, windows.below, windows.first, windows.length
    least, most = max(first[one], first[other]), first[one] + length[one]
    end = min(most, first[other] + length[other])
    total, lost = 0.0, 0.0
    for j in range(least, end):
        x = b[one, j - first[one]] * fma(0.5, b[other, j - first[other]], below[other, j - first[other]])
        s = total + x
        lost += (x - (s - total)) if total >= x else (total - (s - x))
        total = s
    for j in range(max(least, end), most):
        x = b[one, j - first[one]]
        s = total + x
        lost += (x - (s - total)) if total >= x else (total - (s - x))
        total = s
    return total + lost
