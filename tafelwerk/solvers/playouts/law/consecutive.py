"""Policies of MC(k) for consecutive k at once: pmf and cdf step from k to k + 1 instead of being made anew.

A run of STEPS numbers of playouts begins with the pairs of `binomial.pmf_pairs_kernel` and goes on by x(j) = q x(j) + p
x(j - 1), a vectorised pass over a window. Runs begin at multiples of STEPS, so what is computed for a k does not depend
on the other k asked for.

Errors are those of `selection` with these changes. The distribution a run begins with is the one restricted to its
window (total variation 1e-19), and what later leaves the numbers of wins kept is lost (0.5e-19). The cdf is carried as
a pair; for k up to 2^16 windows stay below W = 2^12 and its error, relatively 10 W^2 u^2 + 320 (3 W + 200) u^2, below
2.5e-24. The pmf is the difference of neighbours: besides its rounding it has an absolute error below 5e-24, over all
wins less than 2.1e-20 a candidate. With the windows of each k, the candidates dropped and the numbers of wins left out
3.5 m 1e-19 covers everything, and pmf and cdf have a relative error of 1.2 u at most besides.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 and appendix B.2.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import UNIT, add, multiply, subtract, two_sum
from tafelwerk.solvers.machine.gauss import tie_rules
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law.binomial import (
    OUTSIDE,
    advance_kernel,
    cdf_pairs_kernel,
    power,
    window,
    window_limit,
)
from tafelwerk.solvers.playouts.law.characteristic import variation
from tafelwerk.solvers.playouts.law.playout_runs import STEPS
from tafelwerk.solvers.playouts.law.selection import contenders, normalise
from tafelwerk.solvers.playouts.law.tie_sum import BLOCK, TRIMMED, tie_point, tie_sum, trimmed
from tafelwerk.solvers.playouts.policy import Policy, candidate_counts, gather
from tafelwerk.solvers.playouts.random_play import RandomPlay

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def frame(
    hi: Reals,
    lo: Reals,
    counts: Ints,
    groups: int,
    k: int,
    steps: int,
    kept: Ints,
    number: Ints,
    floors: Ints,
    tops: Ints,
) -> tuple[int, int, int]:
    """Lowest and highest number of wins that matters for each of k..k + steps - 1, into floors and tops.

    Returns the wins a run must begin with, which become one more at every step, the highest it ever needs, and the
    largest number of groups left at any step.
    """
    bottom, highest, most = 1 << 62, 0, 1
    for step in range(steps):
        left, _ = contenders(hi, lo, counts, groups, float(k + step), kept, number)
        if step == 0 and left == 1:
            return 0, 0, 1
        floors[step], tops[step] = 0, 0
        for i in range(left):
            first, last = window(hi[kept[i]], lo[kept[i]], float(k + step))
            floors[step] = max(floors[step], first)
            tops[step] = max(tops[step], last)
        bottom = min(bottom, floors[step] - step)
        highest = max(highest, tops[step])
        most = max(most, left)
    return bottom, highest, most


@kernel
def run_kernel(
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    hi: Reals,
    lo: Reals,
    delta: float,
    k: int,
    wanted: Ints,
    starts: Ints,
    nodes: Reals,
    weights: Reals,
    wide: Reals,
    work: Reals,
    windows: Ints,
    real: Reals,
    count: Ints,
    chances: Reals,
    errors: Reals,
) -> None:
    """Write the chances of all edges for those of k, k + 1, ... that are wanted.

    Args:
        wanted: int64 (steps,), the row of chances and errors a k goes to, or -1.
        wide: float64 scratch (2 + 4 groups, longest window + STEPS + BLOCK).
        work: float64 scratch of `tie_sum`.
        windows: int64 scratch (2, steps).
        real: float64 scratch (11, groups).
        count: int64 scratch (5, groups).
        chances, errors: float64 (number wanted, e), out.
    """
    steps, groups_most = wanted.shape[0], count.shape[1]
    group_hi, group_lo, chance, error, shares = real[0], real[1], real[2], real[3], real[10]
    group, counts, kept, number, alive = count[0], count[1], count[2], count[3], count[4]
    floors, tops = windows[0], windows[1]
    raw, tail = wide[0], wide[1]
    pmf, below = wide[2 : 2 + groups_most], wide[2 + groups_most : 2 + 2 * groups_most]
    for i in range(offsets.shape[0] - 1):
        if offsets[i] == offsets[i + 1]:
            continue
        groups = gather(offsets, successors, multiplicities, hi, lo, i, group, group_hi, group_lo, counts)
        for e in range(offsets[i], offsets[i + 1]):
            shares[e - offsets[i]] = multiplicities[e] / counts[group[e - offsets[i]]]
        bottom, top, most = frame(group_hi, group_lo, counts, groups, k, steps, kept, number, floors, tops)
        certain = False
        candidates = 0
        for g in range(groups):
            candidates += counts[g]
            certain = certain or (group_hi[g] == 0.5 and group_lo[g] == 0.0)
        length = top + 1 - bottom + 1
        # pairs p and q and the distributions of the groups alive at the start; who is dropped stays dropped
        living, _ = contenders(group_hi, group_lo, counts, groups, float(k), alive, number)
        if most == 1:
            living = 0
        for n in range(living):
            g = alive[n]
            ph, pl = two_sum(0.5, group_hi[g])
            real[4, g], real[5, g] = add(ph, pl, group_lo[g], 0.0)
            ph, pl = two_sum(0.5, -group_hi[g])
            real[6, g], real[7, g] = add(ph, pl, -group_lo[g], 0.0)
            if certain:
                real[8, g], real[9, g] = 0.0, 0.0
                if real[4, g] > 0.0:
                    real[8, g], real[9, g] = power(real[4, g], real[5, g], k)
                continue
            at = 2 + 2 * groups_most + 2 * g
            begin, end = window(group_hi[g], group_lo[g], float(k))
            begin = min(begin, max(0, bottom))
            if begin == end:
                # as good as certain to win no playout, or every one: a point
                for j in range(length):
                    wide[at, j] = 1.0 if bottom + j > begin else 0.0
                    wide[at + 1, j] = 0.0
            else:
                cdf_pairs_kernel(
                    group_hi[g], group_lo[g], float(k), begin, end, raw, tail, bottom, top + 1, wide[at], wide[at + 1]
                )
        # what all candidates together stay below at the start they stay below later
        cut = bottom
        while living > 0 and not certain and cut + 16 <= top:
            lower = 1.0
            for n in range(living):
                for _ in range(number[n]):
                    lower *= wide[2 + 2 * groups_most + 2 * alive[n], cut + 16 - bottom]
            if lower > TRIMMED:
                break
            cut += 16
        # the variation rises with k, so that of the last serves all
        common = 3.5 * candidates * OUTSIDE + 2.0 * TRIMMED
        for g in range(groups):
            common += counts[g] * variation(group_hi[g], group_lo[g], float(k + steps - 1), delta)
        common *= 1.0001
        for step in range(steps):
            if wanted[step] >= 0:
                slack = common
                for g in range(groups):
                    chance[g] = 0.0
                    error[g] = slack
                left, tied = contenders(group_hi, group_lo, counts, groups, float(k + step), kept, number)
                if left == 1:
                    chance[kept[0]] = 1.0
                    if groups == 1:
                        error[0] = 0.0
                else:
                    rule, weight = nodes[starts[tied, 0] : starts[tied, 1]], weights[starts[tied, 0] : starts[tied, 1]]
                    if certain:
                        slack += candidates * 20.0 * (k + step) * UNIT * UNIT
                        for n in range(left):
                            g = kept[n]
                            nh, nl = subtract(1.0, 0.0, real[8, g], real[9, g])
                            pmf[n, 0], below[n, 0] = real[8, g] + real[9, g], max(0.0, nh + nl)
                        tie_point(pmf, below, number, left, rule, weight, work)
                    else:
                        begin = max(floors[step], cut)
                        length_now = tops[step] - begin + 1
                        for n in range(left):
                            at = 2 + 2 * groups_most + 2 * kept[n]
                            round_pairs(wide[at], wide[at + 1], begin - bottom - step, length_now, pmf[n], below[n])
                        at = trimmed(below, number, left, 0, length_now)
                        tie_sum(pmf, below, number, left, at, length_now, rule, weight, work)
                    normalise(work, kept, left, tied, rule.shape[0], 1.2, slack, chance, error)
                row = wanted[step]
                for e in range(offsets[i], offsets[i + 1]):
                    g, share = group[e - offsets[i]], shares[e - offsets[i]]
                    chances[row, e] = chance[g] * share
                    errors[row, e] = error[g] * share * (1.0 + 1e-12)
                    if share != 1.0:
                        errors[row, e] += 2.0 * UNIT * chances[row, e]
            if step == steps - 1:
                continue
            for n in range(living):
                g = alive[n]
                if certain:
                    real[8, g], real[9, g] = multiply(real[8, g], real[9, g], real[4, g], real[5, g])
                else:
                    at = 2 + 2 * groups_most + 2 * g
                    advance_kernel(
                        real[4, g], real[5, g], real[6, g], real[7, g], length - step, wide[at], wide[at + 1]
                    )


@kernel
def round_pairs(cdf: Reals, tail: Reals, begin: int, length: int, pmf: Reals, below: Reals) -> None:
    """Round `length` pairs from entry `begin` on and their differences, and pad with BLOCK entries past every win."""
    high, low = cdf[begin:], tail[begin:]
    for i in range(length):
        below[i] = high[i] + low[i]
        pmf[i] = max(0.0, (high[i + 1] - high[i]) + (low[i + 1] - low[i]))
    for i in range(length, length + BLOCK):
        pmf[i] = 0.0
        below[i] = 1.0


def consecutive_policies(graph: GameGraph, play: RandomPlay, begin: int, wanted: list[int]) -> dict[int, Policy]:
    """MC(k) for the wanted k of the run that begins at `begin`, as `policy.monte_carlo_policy` up to rounding.

    Args:
        graph, play: the game and random play on it.
        begin: a multiple of STEPS, up to LONGEST_RUN_K; the run is begin..begin + STEPS - 1 (from 1 if begin is 0).
        wanted: numbers of playouts of the run, rising.
    """
    first = max(1, begin)
    steps = begin + STEPS - first
    rows = np.full(steps, -1, np.int64)
    for row, k in enumerate(wanted):
        rows[k - first] = row
    candidates = int(candidate_counts(graph).max(initial=1))
    groups = int(np.diff(graph.offsets).max(initial=1))
    chances, errors = np.empty((len(wanted), graph.edges)), np.empty((len(wanted), graph.edges))
    run_kernel(
        graph.offsets,
        graph.successors,
        graph.multiplicities,
        play.loss_hi,
        play.loss_lo,
        float(play.error),
        first,
        rows,
        *tie_rules(candidates),
        np.empty((2 + 4 * groups, 2 * window_limit(begin + STEPS) + 2 * STEPS + BLOCK)),
        np.empty((9 * groups + 3, BLOCK)),
        np.empty((2, steps), np.int64),
        np.empty((11, groups)),
        np.empty((5, groups), np.int64),
        chances,
        errors,
    )
    return {k: Policy(chances[row], errors[row]) for row, k in enumerate(wanted)}
