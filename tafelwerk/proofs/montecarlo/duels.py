"""Duels of Monte-Carlo agents by backward induction, every value with a proven radius, by another method than the solvers'.

Random play is computed in integers with 256 bits after the binary point. MC(inf) takes the best candidates, by
fractions.

For the mean value of MC(k)'s choice candidates are added one by one (appendix B.2 of the source). For every number j of wins,
the coefficient of t^r in P(t) is the chance that no candidate so far has more than j wins and r of them have exactly j. W(t) is
the same with the sum of the values of these r. A candidate of mass b and distribution function B turns P into P (B(j - 1) + t
b(j)), and W into W (B(j - 1) + t b(j)) + v t b(j) P. At the end, the mean value of the one chosen of r tied candidates is the
coefficient of t^r in W over r. Values are counted from the least of all, so that only the spread of the successors is rounded.

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

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.4, and appendix B.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import atan2, ceil, cos, cosh, exp, floor, ldexp, log, log1p, pi, sin, sinh, sqrt
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.rules import DoubleStep, Esr, Game, Subtraction
from tafelwerk.proofs.montecarlo import plain_games
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
        scratch: float64 (width,), scratch.
    """

    b: Reals
    below: Reals
    first: Ints
    length: Ints
    tail: Reals
    scratch: Reals


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
    window = windows.b[slot], windows.below[slot], windows.scratch
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
            at = least + 16 - first[slots[g]]
            if at < length[slots[g]]:
                for _ in range(counts[g]):
                    chance *= below[slots[g], at]
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
    omitted = 1.5 * (1.0 + exp(log_growth(c, d, 2.0 * h, k))) * near / (1.0 - near)
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
    error = 1.01 * (factor * (bound + 1e-19) + rounding + omitted)
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


BITS = 256
"""Bits of chances after the binary point."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A game as arrays; n positions, successors first. Position 0 is lost for the player to move, 1 is won.

    Attributes:
        offsets: int64 (n + 1,), start of each position's successors.
        successors, counts: int64 (e,), successors, and number of candidates that lead to each.
        chances: float64 (n, 4), chances of the player to move at random play: of losing, as a pair, and of winning.
        starts: numbers of the positions that duels start from, by heap, or under None.
        pairs: whether no position has more than two candidates, except where all are equivalent.
    """

    offsets: Ints
    successors: Ints
    counts: Ints
    chances: Reals
    starts: dict[int | None, int]
    pairs: bool


def duel(game: Game, k: int, rival: int) -> dict[int | None, tuple[float, float, float]]:
    """MC(k) against MC(rival); 0 stands for infinitely many playouts.

    Returns:
        (first, second, radius) by heap, or under None from the start of a race: the chances of MC(k) to win when it moves first
        and second, each within the radius.
    """
    board = board_of(game)
    positions, edges = board.offsets.size - 1, board.successors.size
    shares = np.zeros((2, edges if 0 in (k, rival) else 0))
    for agent, playouts in enumerate((k, rival)):
        if not playouts:
            shares[agent] = limit_shares(game)
    # contours need masses of few positions only
    eager = [not board.pairs or playouts <= CONTOUR_PLAYOUTS for playouts in (k, rival)]
    width = max(window_cap(playouts) if full else 1500 for playouts, full in zip((k, rival), eager, strict=True))
    ring = _reach(board) if any(eager) else 1
    groups = int(np.diff(board.offsets).max(initial=1))
    tied = int(np.add.reduceat(board.counts, board.offsets[2:-1]).max()) if edges else 1
    agents = Agents(np.array([k, rival], np.float64), np.array(eager), shares, ring)
    scratch = Scratch(np.empty((2, groups), np.int64), np.empty(groups), np.empty((2 * tied + 6, BLOCK)))
    windows = empty_windows(ring + 2, width), empty_windows(ring + 2, width)
    win, error = np.zeros((2, positions)), np.zeros((2, positions))
    _duel_kernel((board.offsets, board.successors, board.counts), board.chances, agents, windows, scratch, win, error)
    return {
        heap: (float(win[0, at]), float(1.0 - win[1, at]), float(max(error[0, at], error[1, at])) + UNIT)
        for heap, at in board.starts.items()
    }


class Agents(NamedTuple):
    """Two agents.

    Attributes:
        playouts: float64 (2,); 0 stands for infinitely many.
        eager: bool (2,), whether the masses of every position are written.
        shares: float64 (2, e), choices of an agent with infinitely many playouts.
        ring: number of slots for positions, not counting the two endings.
    """

    playouts: Reals
    eager: NDArray[np.bool_]
    shares: Reals
    ring: int


class Scratch(NamedTuple):
    """Groups of candidates in one position.

    Attributes:
        groups: int64 (2, groups), slot and number of candidates.
        worth: float64 (groups,), values.
        work: float64 (2 m + 6, BLOCK), for `all_candidates`.
    """

    groups: Ints
    worth: Reals
    work: Reals


@kernel
def _duel_kernel(
    edges: tuple[Ints, Ints, Ints],
    chances: Reals,
    agents: Agents,
    both: tuple[Windows, Windows],
    scratch: Scratch,
    win: Reals,
    error: Reals,
) -> None:
    """Fill win and error, float64 (2, n): winning chance of the agent to move. Masses are kept in a ring of slots."""
    offsets, successors, counts = edges
    ring, candidate_groups, worth = agents.ring, scratch.groups, scratch.worth
    for i in range(offsets.shape[0] - 1):
        for agent in range(2):
            if i < 2:
                win[agent, i] = float(i)
                continue
            begin, end = offsets[i], offsets[i + 1]
            others, doubts = win[1 - agent], error[1 - agent]
            windows, k = both[agent], agents.playouts[agent]
            if k == 0.0:
                total, doubt, size = 0.0, 0.0, 0.0
                for e in range(begin, end):
                    total += agents.shares[agent, e] * (1.0 - others[successors[e]])
                    doubt += agents.shares[agent, e] * doubts[successors[e]]
                    size += 1.0 if agents.shares[agent, e] > 0.0 else 0.0
                win[agent, i] = min(1.0, total)
                error[agent, i] = 1.0001 * (doubt + (size + 2.0) * UNIT * total) if size > 1.0 else doubt + UNIT
                continue
            least, spread, worst = 2.0, 0.0, 0.0
            for e in range(begin, end):
                v = 1.0 - others[successors[e]]
                least, spread = min(least, v), max(spread, v)
                worst = max(worst, doubts[successors[e]])
            if end - begin == 1 or (spread == least and worst == 0.0):
                win[agent, i] = least
                error[agent, i] = worst + (0.5 * UNIT if 0.0 < least < 1.0 else 0.0)
                continue
            if end - begin == 2 and counts[begin] == 1 and counts[begin + 1] == 1:
                s1, s2 = successors[begin], successors[begin + 1]
                share, unsure = _pair(chances, s1, s2, k, agents.eager[agent], ring, windows)
                v1, v2 = 1.0 - others[s1], 1.0 - others[s2]
                # the share is that of the first candidate
                value = v2 + share * (v1 - v2)
                win[agent, i] = min(1.0, max(0.0, value))
                error[agent, i] = 1.0001 * (
                    share * doubts[s1]
                    + (1.0 - share) * doubts[s2]
                    + unsure * (abs(v1 - v2) + doubts[s1] + doubts[s2])
                    + UNIT * (value + 3.0 * abs(v1 - v2))
                )
                continue
            floor = 0
            for e in range(begin, end):
                floor = max(floor, windows.first[_slot(successors[e], ring)])
            # a candidate whose masses end below all those of another is never chosen
            groups, candidates, cut = 0, 0, 2.0 * LEFT_OUT
            least, worst = 2.0, 0.0
            for e in range(begin, end):
                slot = _slot(successors[e], ring)
                cut += counts[e] * windows.tail[slot]
                if windows.length[slot] == 0:
                    cut += 1.0
                if windows.first[slot] + windows.length[slot] > floor:
                    candidates += counts[e]
                    candidate_groups[0, groups], candidate_groups[1, groups] = slot, counts[e]
                    worth[groups] = 1.0 - others[successors[e]]
                    least, worst = min(least, worth[groups]), max(worst, doubts[successors[e]])
                    groups += 1
            added = 0.0
            if groups > 1:
                for g in range(groups):
                    worth[g] -= least
                added = all_candidates(windows, candidate_groups[0], candidate_groups[1], worth, groups, scratch.work)
            win[agent, i] = min(1.0, least + added)
            error[agent, i] = 1.0001 * (worst + 2.0 * cut + UNIT * ((6.0 * candidates + 17.0) * added + least + added))
        for agent in range(2):
            if agents.eager[agent]:
                write_masses(both[agent], _slot(i, ring), chances[i], agents.playouts[agent])


@kernel
def _slot(position: int, ring: int) -> int:
    """Slot of a position's masses; the two endings have slots of their own."""
    return ring + position if position < 2 else position % ring


@kernel
def _pair(chances: Reals, s1: int, s2: int, k: float, eager: bool, ring: int, windows: Windows) -> tuple[float, float]:
    """Chance that the first of two candidates is chosen, and a bound on its error."""
    slot1, slot2 = _slot(s1, ring), _slot(s2, ring)
    if not eager:
        p1, q1, p2, q2 = chances[s1, 0], chances[s1, 2], chances[s2, 0], chances[s2, 2]
        # a candidate that wins or loses for certain ties only if the other does so in every playout
        if p1 >= 1.0 and chances[s1, 1] == 0.0 and q1 <= 0.0:
            return 1.0 - 0.5 * _all(p2, q2, k), 1e-14 * _all(p2, q2, k)
        if p2 >= 1.0 and q2 <= 0.0:
            return 0.5 * _all(p1, q1, k), 1e-14 * _all(p1, q1, k)
        if p1 <= 0.0:
            return 0.5 * _all(q2, p2, k), 1e-14 * _all(q2, p2, k)
        if p2 <= 0.0:
            return 1.0 - 0.5 * _all(q1, p1, k), 1e-14 * _all(q1, p1, k)
        if k * (p1 * q1 + p2 * q2) >= CONTOUR_VARIANCE:
            if (p1 - p2) + (chances[s1, 1] - chances[s2, 1]) <= 0.0:
                return contour(chances[s1], chances[s2], k)
            value, unsure = contour(chances[s2], chances[s1], k)
            return 1.0 - value, unsure + UNIT
        slot1, slot2 = 0, 1
        write_masses(windows, slot1, chances[s1], k)
        write_masses(windows, slot2, chances[s2], k)
    first, length, tail = windows.first, windows.length, windows.tail
    cut = tail[slot1] + tail[slot2]
    if length[slot1] == 0 or length[slot2] == 0:
        return 0.5, 0.5
    if first[slot1] + length[slot1] <= first[slot2]:
        return 0.0, cut
    if first[slot2] + length[slot2] <= first[slot1]:
        return 1.0, cut
    value = two_candidates(windows, slot1, slot2)
    return value, cut + 17.0 * UNIT * value


@kernel
def _all(p: float, q: float, k: float) -> float:
    """p^k with q = 1 - p; relative error 1e-14 unless it is below e^-EXPONENT."""
    if p <= 0.0:
        return 0.0
    exponent = k * (np.log1p(-q) if q < 0.5 else np.log(p))
    return np.exp(exponent) if exponent > -EXPONENT else 0.0


def _reach(board: Board) -> int:
    """Largest distance between a position and its successors, not counting the endings."""
    here = np.repeat(np.arange(board.offsets.size - 1), np.diff(board.offsets))
    inner = board.successors >= 2
    return int((here - board.successors)[inner].max(initial=0)) + 1


@lru_cache(maxsize=1)
def board_of(game: Game) -> Board:
    """The game by its rules, with random play."""
    match game:
        case Esr(n, m, s):
            return race_board(n, m, s)
        case DoubleStep(n):
            plain: plain_games.PlainGame[Any] = plain_games.plain_lane(n, game.crash)
            starts: dict[int | None, int] = {None: plain.numbers[0, 0]}
        case Subtraction(rules, heap):
            plain = plain_games.plain_subtraction(rules.moves, heap, rules.overshoot)
            starts = {0: plain_games.LOST, **{left: plain.numbers[left] for left in range(1, heap + 1)}}
    edges = np.array([edge for options in plain.options for edge in options], np.int64).reshape(-1, 2)
    return _board(np.array([len(options) for options in plain.options]), edges[:, 0], edges[:, 1], starts)


def _board(degrees: Ints, successors: Ints, counts: Ints, starts: dict[int | None, int]) -> Board:
    """A board from the degrees of its positions, with the chances of random play."""
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(degrees)])
    wins = [0, 1 << BITS]
    pairs, edges = True, list(zip(successors.tolist(), counts.tolist(), strict=True))
    for begin, end in pairwise(offsets[2:].tolist()):
        candidates = sum(count for _, count in edges[begin:end])
        wins.append(sum(count * ((1 << BITS) - wins[after]) for after, count in edges[begin:end]) // candidates)
        pairs = pairs and (candidates <= 2 or end - begin == 1)
    losses = [(1 << BITS) - chance for chance in wins]
    return Board(offsets, successors, counts, np.array([*_split(losses), *_split(wins)]).T.copy(), starts, pairs)


def _split(chances: Sequence[int]) -> tuple[list[float], list[float]]:
    """Integers over 2^BITS as pairs of doubles."""
    high = [float(chance) for chance in chances]
    low = [float(chance - int(double)) for chance, double in zip(chances, high, strict=True)]
    return [ldexp(double, -BITS) for double in high], [ldexp(double, -BITS) for double in low]


def race_board(n: int, m: int, s: int) -> Board:
    """ESR(n, m, s): pairs of states of the player to move and of the opponent, with equal tempo or one step behind."""
    steps = plain_games.race_steps(n, m, s)
    levels = [list(states) for _, states in groupby(steps, key=sum)]
    rank = {state: i for states in levels for i, state in enumerate(states)}
    # a player's moves: state, rank of the next state (-1: home), candidates
    moves = []
    for states in levels:
        rows = []
        for i, state in enumerate(states):
            candidates: dict[int, int] = {}
            for after in steps[state]:
                next_rank = -1 if after is None else rank[after]
                candidates[next_rank] = candidates.get(next_rank, 0) + 1
            rows += [(i, next_rank, count) for next_rank, count in candidates.items()]
        moves.append(np.array(rows, np.int64))
    bases: dict[tuple[int, int], int] = {}
    position = 2
    successors, counts, degrees = [], [], [np.zeros(2, np.int64)]
    for t in range(len(levels) - 1, -1, -1):
        for ahead in (1, 0):
            if t + ahead >= len(levels):
                continue
            movers, opponents = len(levels[t]), len(levels[t + ahead])
            following = len(levels[t + 1]) if t + 1 < len(levels) else 0
            mover, next_rank, number = moves[t].T
            # every opponent for every move, in the order of positions
            degree = np.bincount(mover, minlength=movers)
            order = np.repeat(mover, opponents) * opponents + np.tile(np.arange(opponents), mover.size)
            target = bases.get((t + ahead, t + 1), 2) + np.tile(np.arange(opponents), mover.size) * following
            led = np.where(np.repeat(next_rank, opponents) < 0, 0, target + np.repeat(next_rank, opponents))
            sorting = np.argsort(order, kind="stable")
            successors.append(led[sorting])
            counts.append(np.repeat(number, opponents)[sorting])
            degrees.append(np.repeat(degree, opponents))
            bases[t, t + ahead] = position
            position += movers * opponents
    return _board(np.concatenate(degrees), np.concatenate(successors), np.concatenate(counts), {None: position - 1})


@lru_cache(maxsize=1)
def limit_shares(game: Game) -> Reals:
    """Choices of MC(inf): the chance of each successor in `board_of(game)`; best candidates are found by fractions.

    Raises:
        KeyError: the game is neither a race nor a subtraction game.
    """
    board = board_of(game)
    chances, shares = [fmpq(0), fmpq(1)], list[float]()
    edges = list(zip(board.successors.tolist(), board.counts.tolist(), strict=True))
    for begin, end in pairwise(board.offsets[2:].tolist()):
        candidates = edges[begin:end]
        lost = sum((count * chances[after] for after, count in candidates), fmpq(0))
        chances.append(1 - lost / sum(count for _, count in candidates))
        least = min(chances[after] for after, _ in candidates)
        best = [count if chances[after] == least else 0 for after, count in candidates]
        shares += [count / sum(best) for count in best]
    return np.array(shares)
