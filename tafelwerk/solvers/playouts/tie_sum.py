"""The sum over numbers of wins in the law of a Monte-Carlo agent's choice, with ties broken by a variable t in 0..1.

    f_g = c_g sum_j b_g(j) integral_0^1 A_g^(c_g - 1) prod_{l != g} A_l^(c_l) dt,    A_l = B_l(j - 1) + t b_l(j)

Positions of races have few groups and few candidates, and this sum takes most of their time. For two to four groups and at most
six candidates (three nodes) everything for one j stays in registers; otherwise rows are processed in turn.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import two_sum
from tafelwerk.solvers.machine.jit import fma, kernel
from tafelwerk.solvers.machine.vectors import replace_entry

MOST_NODES = 2048


def _sizes(most: int) -> list[int]:
    """Sizes of the rules: every size to 8, then steps of about an eighth; a larger rule than needed is also exact."""
    sizes = [1]
    while sizes[-1] < most:
        sizes.append(sizes[-1] + max(1, sizes[-1] // 8))
    return sizes


@cache
def rule(nodes: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Ascending nodes, and weights, of the rule with the given number of nodes, exact for polynomials of degree 2 nodes - 1.

    Every number has a relative error of at most one unit u = 2^-53 (rounded from balls of 128 bits).
    """
    precision = ctx.prec
    ctx.prec = 128
    try:
        roots = [arb.legendre_p_root(nodes, i, weight=True) for i in range(nodes)]
        pairs = sorted((float((1 + x).mid() / 2), float(w.mid() / 2)) for x, w in roots)
    finally:
        ctx.prec = precision
    return tuple(t for t, _ in pairs), tuple(w for _, w in pairs)


@cache
def tie_rules(candidates: int) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Rules for every number of candidates up to the given one: (starts, nodes, weights), read-only.

    The rule for m candidates integrates polynomials of degree m - 1. It consists of entries starts[m, 0] to starts[m, 1] - 1 of
    nodes and weights; starts is int64 of shape (candidates + 1, 2).
    """
    needed = (candidates + 1) // 2
    sizes = [size for size in _sizes(needed) if size <= needed or size - max(1, size // 9) < needed]
    starts = np.zeros((candidates + 1, 2), np.int64)
    nodes: list[float] = []
    weights: list[float] = []
    begin: dict[int, int] = {}
    for size in sizes:
        begin[size] = len(nodes)
        t, w = rule(size)
        nodes.extend(t)
        weights.extend(w)
    for m in range(1, candidates + 1):
        size = next(s for s in sizes if 2 * s >= m)
        starts[m] = begin[size], begin[size] + size
    table = starts, np.array(nodes), np.array(weights)
    for array in table:
        array.flags.writeable = False
    return table


Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Values = tuple[float, ...]

BLOCK = 64
"""Numbers of wins processed at a time; a constant, so that no loop has a remainder."""

PLAIN = 9
"""Blocks added plainly before their sums are moved to a compensated sum."""


class Rules(NamedTuple):
    """Gauss-Legendre rules for every number of candidates, see `tie_rules`.

    Attributes:
        starts: int64 (candidates + 1, 2), begin and end of the rule for each number of candidates.
        nodes, weights: float64, of all rules.
    """

    starts: Ints
    nodes: Reals
    weights: Reals


def rules_for(candidates: int) -> Rules:
    """Rules for positions with at most `candidates` candidates."""
    return Rules(*tie_rules(candidates))


@kernel
def tie_sum(
    pmf: Reals, below: Reals, counts: Ints, groups: int, begin: int, end: int, nodes: Reals, weights: Reals, work: Reals
) -> None:
    """Write c_g sum_j b_g(j) integral A_g^(c_g - 1) prod A_l^(c_l), unnormalised, to work[g, 0] for groups 0, 1, ...

    Sums of non-negative terms: at most PLAIN - 1 roundings per lane, one for each addition to the compensated sum, two where the
    parts meet, six for the lanes: 17 u altogether.

    Args:
        pmf, below: float64, pmf(j) and cdf(j - 1) of group g in row g, `end` entries and BLOCK more; terms from `end` on may be
            included or not, so they must be right or 0.
        counts: int64, number of candidates of each group.
        groups: number of groups, at least 2.
        begin: entries before this one are left out.
        nodes, weights: float64, a rule exact for degree m - 1, with m the number of candidates.
        work: float64 scratch (9 groups + 3, BLOCK).
    """
    candidates = 0
    for g in range(groups):
        candidates += counts[g]
    few = groups <= 4 and candidates <= 6
    aside = end - begin > PLAIN * BLOCK
    for row in range(3 * groups if aside else groups):
        for i in range(BLOCK):
            work[row, i] = 0.0
    if few:
        few_groups(pmf, below, counts, groups, begin, end, nodes, weights, work)
    else:
        rows_of_any(pmf, below, counts, groups, begin, end, nodes, weights, work)
    for g in range(groups):
        if aside:
            for i in range(BLOCK):
                work[g, i] = (work[g, i] + work[2 * groups + g, i]) + work[groups + g, i]
        work[g, 0] = counts[g] * lane_sum(work, g)


@kernel
def few_groups(
    pmf: Reals, below: Reals, counts: Ints, groups: int, begin: int, end: int, nodes: Reals, weights: Reals, work: Reals
) -> None:
    """Add the terms of all wins from `begin` on to rows 0, 1, ... of `work`, for two to four groups and three nodes."""
    rule = nodes.shape[0]
    t = (nodes[0], nodes[min(1, rule - 1)], nodes[rule - 1])
    w = (weights[0], weights[1] if rule > 1 else 0.0, weights[2] if rule > 2 else 0.0)
    many = PLAIN * BLOCK
    for start in range(begin, end, many):
        stop = min(end, start + many)
        if groups == 2:
            c = (binary(counts[0]), binary(counts[1]))
            add_terms(pmf, below, start, stop, t, w, c, (0.0, 0.0), work)
        elif groups == 3:
            c3 = (binary(counts[0])[:2], binary(counts[1])[:2], binary(counts[2])[:2])
            add_terms(pmf, below, start, stop, t, w, c3, (0.0, 0.0, 0.0), work)
        else:
            c4 = (binary(counts[0])[:2], binary(counts[1])[:2], binary(counts[2])[:2], binary(counts[3])[:2])
            add_terms(pmf, below, start, stop, t, w, c4, (0.0, 0.0, 0.0, 0.0), work)
        if stop < end:
            put_aside(work, groups)


@kernel
def binary(count: int) -> tuple[float, float, float]:
    """Binary digits of count - 1, lowest first; count is 1 to 8."""
    number = count - 1
    return float(number & 1), float(number >> 1 & 1), float(number >> 2)


@kernel
def power_below(a: float, digits: Values) -> float:
    """a^(c - 1), from the binary digits of c - 1; without a branch."""
    power = fma(digits[0], a, 1.0 - digits[0])
    for n in range(1, len(digits)):
        a *= a
        power *= fma(digits[n], a, 1.0 - digits[n])
    return power


@kernel
def add_terms(
    pmf: Reals,
    below: Reals,
    begin: int,
    end: int,
    t: Values,
    w: Values,
    digits: tuple[Values, ...],
    zeros: Values,
    work: Reals,
) -> None:
    """Add the terms of wins begin..end - 1 to rows 0, 1, ... of `work`, BLOCK at a time.

    Args:
        t, w: nodes and weights.
        digits: for each group, binary digits of its number of candidates minus one.
        zeros: a zero per group.
    """
    groups = len(zeros)
    for start in range(begin, end, BLOCK):
        # unsigned, so that no index is tested for being negative: otherwise the loop would not vectorise
        base = np.uint64(start)
        for i in range(np.uint64(BLOCK)):
            mass = distribution = sums = factor = zeros
            for g in range(groups):
                mass = replace_entry(mass, g, pmf[g, base + i])
                distribution = replace_entry(distribution, g, below[g, base + i])
            for n in range(len(t)):
                common = w[n]
                for g in range(groups):
                    a = fma(t[n], mass[g], distribution[g])
                    factor = replace_entry(factor, g, a)
                    common *= power_below(a, digits[g])
                for g in range(groups):
                    product = common
                    for other in range(groups):
                        if other != g:
                            product *= factor[other]
                    sums = replace_entry(sums, g, sums[g] + product)
            for g in range(groups):
                work[g, i] += mass[g] * sums[g]


@kernel
def put_aside(work: Reals, groups: int) -> None:
    """Add rows 0 to groups - 1 to the compensated sums in the next rows, with compensation terms after these, and clear them."""
    for g in range(groups):
        total, compensation = groups + g, 2 * groups + g
        for i in range(BLOCK):
            s, e = two_sum(work[total, i], work[g, i])
            work[total, i] = s
            work[compensation, i] += e
            work[g, i] = 0.0


@kernel
def tie_point(pmf: Reals, below: Reals, counts: Ints, groups: int, nodes: Reals, weights: Reals, work: Reals) -> None:
    """`tie_sum` for a single number of wins: entry 0 of each row of pmf and below."""
    for g in range(groups):
        work[g, 0] = 0.0
    for node in range(nodes.shape[0]):
        common = weights[node]
        for g in range(groups):
            work[g, 1] = fma(nodes[node], pmf[g, 0], below[g, 0])
            for _ in range(counts[g] - 1):
                common *= work[g, 1]
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
    pmf: Reals, below: Reals, counts: Ints, groups: int, begin: int, end: int, nodes: Reals, weights: Reals, work: Reals
) -> None:
    """Add the terms of all wins from `begin` on to rows 0, 1, ... of `work`, for any number of groups and nodes."""
    sums, factor, common = 3 * groups, 4 * groups, 8 * groups
    for start in range(begin, end, BLOCK):
        for g in range(groups):
            mass, distribution = 6 * groups + g, 7 * groups + g
            b, c = pmf[g, start : start + BLOCK], below[g, start : start + BLOCK]
            for i in range(BLOCK):
                work[mass, i], work[distribution, i], work[sums + g, i] = b[i], c[i], 0.0
        for node in range(nodes.shape[0]):
            t, w = nodes[node], weights[node]
            for i in range(BLOCK):
                work[common, i] = w
            for g in range(groups):
                mass, distribution, base = 6 * groups + g, 7 * groups + g, factor + g
                if counts[g] == 1:
                    for i in range(BLOCK):
                        work[base, i] = fma(t, work[mass, i], work[distribution, i])
                elif counts[g] == 2:
                    for i in range(BLOCK):
                        a = fma(t, work[mass, i], work[distribution, i])
                        work[base, i] = a
                        work[common, i] *= a
                else:
                    for i in range(BLOCK):
                        work[base, i] = fma(t, work[mass, i], work[distribution, i])
                    multiply_power(work, common, base, counts[g] - 1, common + 1)
            multiply_others(work, common, factor, 5 * groups, sums, groups)
        for g in range(groups):
            for i in range(BLOCK):
                work[g, i] += work[6 * groups + g, i] * work[sums + g, i]
        if (start - begin) // BLOCK % PLAIN == PLAIN - 1 and start + BLOCK < end:
            put_aside(work, groups)


@kernel
def multiply_others(work: Reals, common: int, factor: int, after: int, sums: int, groups: int) -> None:
    """Add `common` times all factors except g to row sums + g; common is overwritten, rows from `after` on are scratch."""
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
    """Multiply a row by the power of another, by repeated squaring; at most as many roundings as in a plain product."""
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
    """Sum of a row, which is overwritten: halved until one entry is left, so six roundings."""
    half = BLOCK // 2
    while half > 0:
        for i in range(half):
            work[row, i] += work[row, half + i]
        half //= 2
    return float(work[row, 0])
