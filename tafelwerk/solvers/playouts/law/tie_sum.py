"""The sum over numbers of wins in the law of a Monte-Carlo agent's choice, with ties broken by a variable t from 0 to
1.

    f_g = c_g sum_j b_g(j) integral_0^1 A_g^(c_g - 1) prod_{l != g} A_l^(c_l) dt,    A_l = B_l(j - 1) + t b_l(j)

Positions of races have few groups and few candidates, and this sum is where their time goes. For two to four groups, at
most three nodes and at most eight candidates a group (four where there are more groups) a pass keeps everything of one
j in registers; the rest takes rows by turns.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import two_sum
from tafelwerk.solvers.machine.jit import fma, kernel

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Digits = tuple[float, float]
Rule = tuple[float, float, float]

BLOCK = 64
"""Numbers of wins taken at a time; known to the compiler, so that no loop has a remainder."""

PLAIN = 8
"""Blocks added up plainly before their sums are put aside with compensation."""

TRIMMED = 1e-20
"""Numbers of wins are left out below which the best candidate stays with at most this chance."""


@kernel
def trimmed(below: Reals, counts: Ints, groups: int, begin: int, length: int) -> int:
    """An entry from `begin` on, below which all candidates together stay with chance TRIMMED at most, if `begin` is one."""
    while begin + 16 < length:
        lower = 1.0
        for g in range(groups):
            for _ in range(counts[g]):
                lower *= below[g, begin + 16]
        if lower > TRIMMED:
            break
        begin += 16
    return begin


@kernel
def tie_sum(
    pmf: Reals,
    below: Reals,
    counts: Ints,
    groups: int,
    begin: int,
    length: int,
    nodes: Reals,
    weights: Reals,
    work: Reals,
) -> None:
    """Leave c_g sum_j b_g(j) integral A_g^(c_g - 1) prod A_l^(c_l), unnormalised, in work[g, 0] for groups 0..groups -
    1.

    Everything runs over rows of BLOCK entries, a number known to the compiler, so that no loop has a remainder.

    Args:
        pmf, below: float64, pmf(j) and cdf(j - 1) of group g in row g, length entries and then BLOCK more, of which pmf
            must be 0 and cdf finite.
        counts: int64, candidates of each group.
        begin: entries before this one are left out (see `trimmed`).
        nodes, weights: float64, a rule exact for degree m - 1.
        work: float64 scratch (9 groups + 3, BLOCK).

    Sums of non-negative terms: at most PLAIN - 1 roundings in a lane, one more a sum put aside with compensation, two
    where
    the parts meet, six for the lanes: 17 u altogether.
    """
    few = groups <= 4 and nodes.shape[0] <= 3
    for g in range(groups):
        few = few and counts[g] <= (8 if groups == 2 else 4)
    aside = length - begin > (PLAIN - 1) * BLOCK
    for row in range(3 * groups if aside else groups):
        for i in range(BLOCK):
            work[row, i] = 0.0
    if few:
        t = (nodes[0], nodes[min(1, nodes.shape[0] - 1)], nodes[nodes.shape[0] - 1])
        w = (weights[0], weights[1] if nodes.shape[0] > 1 else 0.0, weights[2] if nodes.shape[0] > 2 else 0.0)
        digits = work[8 * groups :]
        for g in range(groups):
            for bit in range(3):
                digits[g, bit] = float(((counts[g] - 1) >> bit) & 1)
        for start in range(begin, length, BLOCK):
            if groups == 2:
                block_of_two(pmf, below, start, t, w, digits, work)
            elif groups == 3:
                block_of_three(pmf, below, start, t, w, digits, work)
            else:
                block_of_four(pmf, below, start, t, w, digits, work)
            if (start - begin) // BLOCK % PLAIN == PLAIN - 1:
                put_aside(work, groups)
    else:
        rows_of_any(pmf, below, counts, groups, begin, length, nodes, weights, work)
    if aside:
        for g in range(groups):
            for i in range(BLOCK):
                work[g, i] = (work[g, i] + work[2 * groups + g, i]) + work[groups + g, i]
    for g in range(groups):
        work[g, 0] = counts[g] * lane_sum(work, g)


@kernel
def put_aside(work: Reals, groups: int) -> None:
    """Add rows 0 to groups - 1 to those after them, with compensation in the rows after these, and clear them."""
    for g in range(groups):
        total, rest = groups + g, 2 * groups + g
        for i in range(BLOCK):
            s, e = two_sum(work[total, i], work[g, i])
            work[total, i] = s
            work[rest, i] += e
            work[g, i] = 0.0


@kernel
def tie_point(pmf: Reals, below: Reals, counts: Ints, groups: int, nodes: Reals, weights: Reals, work: Reals) -> None:
    """`tie_sum` where a single number of wins counts: entry 0 of each row of pmf and below."""
    for g in range(groups):
        work[g, 0] = 0.0
    for node in range(nodes.shape[0]):
        t = nodes[node]
        common = weights[node]
        for g in range(groups):
            a = fma(t, pmf[g, 0], below[g, 0])
            work[g, 1] = a
            for _ in range(counts[g] - 1):
                common *= a
        for g in range(groups):
            product = common
            for other in range(groups):
                if other != g:
                    product *= work[other, 1]
            work[g, 0] += product
    for g in range(groups):
        work[g, 0] *= counts[g] * pmf[g, 0]


@kernel
def rows_of_any(
    pmf: Reals,
    below: Reals,
    counts: Ints,
    groups: int,
    begin: int,
    length: int,
    nodes: Reals,
    weights: Reals,
    work: Reals,
) -> None:
    """Add the terms of all wins from `begin` on to rows 0, 1, ... of `work`, as `tie_sum` does."""
    sums, factor, common = 3 * groups, 4 * groups, 8 * groups
    for start in range(begin, length, BLOCK):
        for g in range(groups):
            mass, distribution = 6 * groups + g, 7 * groups + g
            b = pmf[g, start : start + BLOCK]
            c = below[g, start : start + BLOCK]
            for i in range(BLOCK):
                work[mass, i] = b[i]
                work[distribution, i] = c[i]
                work[sums + g, i] = 0.0
        for node in range(nodes.shape[0]):
            t, w = nodes[node], weights[node]
            for i in range(BLOCK):
                work[common, i] = w
            for g in range(groups):
                mass, distribution, one = 6 * groups + g, 7 * groups + g, factor + g
                if counts[g] == 1:
                    for i in range(BLOCK):
                        work[one, i] = fma(t, work[mass, i], work[distribution, i])
                elif counts[g] == 2:
                    for i in range(BLOCK):
                        a = fma(t, work[mass, i], work[distribution, i])
                        work[one, i] = a
                        work[common, i] *= a
                elif counts[g] == 3:
                    for i in range(BLOCK):
                        a = fma(t, work[mass, i], work[distribution, i])
                        work[one, i] = a
                        work[common, i] *= a * a
                else:
                    for i in range(BLOCK):
                        work[one, i] = fma(t, work[mass, i], work[distribution, i])
                    multiply_power(work, common, one, counts[g] - 1, common + 1)
            multiply_others(work, common, factor, 5 * groups, sums, groups)
        for g in range(groups):
            mass = 6 * groups + g
            for i in range(BLOCK):
                work[g, i] += work[mass, i] * work[sums + g, i]
        if (start - begin) // BLOCK % PLAIN == PLAIN - 1:
            put_aside(work, groups)


@kernel
def multiply_others(work: Reals, common: int, factor: int, after: int, sums: int, groups: int) -> None:
    """Add common times all factors but g to row sums + g; common is overwritten, rows from `after` on are scratch."""
    for i in range(BLOCK):
        work[after + groups - 2, i] = work[factor + groups - 1, i]
    for g in range(groups - 3, -1, -1):
        for i in range(BLOCK):
            work[after + g, i] = work[after + g + 1, i] * work[factor + g + 1, i]
    for g in range(groups - 1):
        for i in range(BLOCK):
            work[sums + g, i] += work[common, i] * work[after + g, i]
            work[common, i] *= work[factor + g, i]
    for i in range(BLOCK):
        work[sums + groups - 1, i] += work[common, i]


@kernel
def multiply_power(work: Reals, product: int, base: int, exponent: int, square: int) -> None:
    """Multiply a row by the power of another, by repeated squaring; as many roundings as in a plain product at most."""
    for i in range(BLOCK):
        work[square, i] = work[base, i]
        work[square + 1, i] = 1.0
    while exponent > 0:
        if exponent & 1:
            for i in range(BLOCK):
                work[square + 1, i] *= work[square, i]
        exponent >>= 1
        for i in range(BLOCK):
            work[square, i] *= work[square, i]
    for i in range(BLOCK):
        work[product, i] *= work[square + 1, i]


@kernel
def lane_sum(work: Reals, row: int) -> float:
    """Sum of a row, which is overwritten: halved again and again, so that each pass vectorises and six roundings do."""
    half = BLOCK // 2
    while half > 0:
        for i in range(half):
            work[row, i] += work[row, half + i]
        half //= 2
    return float(work[row, 0])


@kernel
def lower_power(a: float, one: float, two: float) -> float:
    """a^(c - 1) for c = 1 to 4, where one and two are 1.0 or 0.0, the binary digits of c - 1; no branch."""
    return fma(one, a, 1.0 - one) * fma(two, a * a, 1.0 - two)


@kernel
def longer_power(a: float, one: float, two: float, four: float) -> float:
    """a^(c - 1) for c = 1 to 8, in the same way."""
    squared = a * a
    return fma(one, a, 1.0 - one) * fma(two, squared, 1.0 - two) * fma(four, squared * squared, 1.0 - four)


@kernel
def node_of_two(
    t: float, w: float, p0: float, q0: float, p1: float, q1: float, d0: Rule, d1: Rule
) -> tuple[float, float]:
    """A node's terms for two groups: w A_g^(c_g - 1) prod A_l^(c_l), with A_g = q_g + t p_g."""
    a0 = fma(t, p0, q0)
    a1 = fma(t, p1, q1)
    common = w * longer_power(a0, d0[0], d0[1], d0[2]) * longer_power(a1, d1[0], d1[1], d1[2])
    return common * a1, common * a0


@kernel
def block_of_two(pmf: Reals, below: Reals, start: int, t: Rule, w: Rule, digits: Reals, work: Reals) -> None:
    """Add the terms of a block of wins to rows 0 to 1 of `work`."""
    b0, c0 = pmf[0, start : start + BLOCK], below[0, start : start + BLOCK]
    d0 = (digits[0, 0], digits[0, 1], digits[0, 2])
    b1, c1 = pmf[1, start : start + BLOCK], below[1, start : start + BLOCK]
    d1 = (digits[1, 0], digits[1, 1], digits[1, 2])
    for i in range(BLOCK):
        p0, q0 = b0[i], c0[i]
        p1, q1 = b1[i], c1[i]
        x00, x10 = node_of_two(t[0], w[0], p0, q0, p1, q1, d0, d1)
        x01, x11 = node_of_two(t[1], w[1], p0, q0, p1, q1, d0, d1)
        x02, x12 = node_of_two(t[2], w[2], p0, q0, p1, q1, d0, d1)
        work[0, i] += p0 * (x00 + x01 + x02)
        work[1, i] += p1 * (x10 + x11 + x12)


@kernel
def node_of_three(
    t: float,
    w: float,
    p0: float,
    q0: float,
    p1: float,
    q1: float,
    p2: float,
    q2: float,
    d0: Digits,
    d1: Digits,
    d2: Digits,
) -> tuple[float, float, float]:
    """A node's terms for three groups: w A_g^(c_g - 1) prod A_l^(c_l), with A_g = q_g + t p_g."""
    a0 = fma(t, p0, q0)
    a1 = fma(t, p1, q1)
    a2 = fma(t, p2, q2)
    common = w * lower_power(a0, d0[0], d0[1]) * lower_power(a1, d1[0], d1[1]) * lower_power(a2, d2[0], d2[1])
    first, last = common * a0, common * a2
    return last * a1, last * a0, first * a1


@kernel
def block_of_three(pmf: Reals, below: Reals, start: int, t: Rule, w: Rule, digits: Reals, work: Reals) -> None:
    """Add the terms of a block of wins to rows 0 to 2 of `work`."""
    b0, c0 = pmf[0, start : start + BLOCK], below[0, start : start + BLOCK]
    d0 = (digits[0, 0], digits[0, 1])
    b1, c1 = pmf[1, start : start + BLOCK], below[1, start : start + BLOCK]
    d1 = (digits[1, 0], digits[1, 1])
    b2, c2 = pmf[2, start : start + BLOCK], below[2, start : start + BLOCK]
    d2 = (digits[2, 0], digits[2, 1])
    for i in range(BLOCK):
        p0, q0 = b0[i], c0[i]
        p1, q1 = b1[i], c1[i]
        p2, q2 = b2[i], c2[i]
        x00, x10, x20 = node_of_three(t[0], w[0], p0, q0, p1, q1, p2, q2, d0, d1, d2)
        x01, x11, x21 = node_of_three(t[1], w[1], p0, q0, p1, q1, p2, q2, d0, d1, d2)
        x02, x12, x22 = node_of_three(t[2], w[2], p0, q0, p1, q1, p2, q2, d0, d1, d2)
        work[0, i] += p0 * (x00 + x01 + x02)
        work[1, i] += p1 * (x10 + x11 + x12)
        work[2, i] += p2 * (x20 + x21 + x22)


@kernel
def node_of_four(
    t: float,
    w: float,
    p0: float,
    q0: float,
    p1: float,
    q1: float,
    p2: float,
    q2: float,
    p3: float,
    q3: float,
    d0: Digits,
    d1: Digits,
    d2: Digits,
    d3: Digits,
) -> tuple[float, float, float, float]:
    """A node's terms for four groups: w A_g^(c_g - 1) prod A_l^(c_l), with A_g = q_g + t p_g."""
    a0 = fma(t, p0, q0)
    a1 = fma(t, p1, q1)
    a2 = fma(t, p2, q2)
    a3 = fma(t, p3, q3)
    common = (
        w
        * lower_power(a0, d0[0], d0[1])
        * lower_power(a1, d1[0], d1[1])
        * lower_power(a2, d2[0], d2[1])
        * lower_power(a3, d3[0], d3[1])
    )
    front, back = common * (a0 * a1), common * (a2 * a3)
    return back * a1, back * a0, front * a3, front * a2


@kernel
def block_of_four(pmf: Reals, below: Reals, start: int, t: Rule, w: Rule, digits: Reals, work: Reals) -> None:
    """Add the terms of a block of wins to rows 0 to 3 of `work`."""
    b0, c0 = pmf[0, start : start + BLOCK], below[0, start : start + BLOCK]
    d0 = (digits[0, 0], digits[0, 1])
    b1, c1 = pmf[1, start : start + BLOCK], below[1, start : start + BLOCK]
    d1 = (digits[1, 0], digits[1, 1])
    b2, c2 = pmf[2, start : start + BLOCK], below[2, start : start + BLOCK]
    d2 = (digits[2, 0], digits[2, 1])
    b3, c3 = pmf[3, start : start + BLOCK], below[3, start : start + BLOCK]
    d3 = (digits[3, 0], digits[3, 1])
    for i in range(BLOCK):
        p0, q0 = b0[i], c0[i]
        p1, q1 = b1[i], c1[i]
        p2, q2 = b2[i], c2[i]
        p3, q3 = b3[i], c3[i]
        x00, x10, x20, x30 = node_of_four(t[0], w[0], p0, q0, p1, q1, p2, q2, p3, q3, d0, d1, d2, d3)
        x01, x11, x21, x31 = node_of_four(t[1], w[1], p0, q0, p1, q1, p2, q2, p3, q3, d0, d1, d2, d3)
        x02, x12, x22, x32 = node_of_four(t[2], w[2], p0, q0, p1, q1, p2, q2, p3, q3, d0, d1, d2, d3)
        work[0, i] += p0 * (x00 + x01 + x02)
        work[1, i] += p1 * (x10 + x11 + x12)
        work[2, i] += p2 * (x20 + x21 + x22)
        work[3, i] += p3 * (x30 + x31 + x32)
