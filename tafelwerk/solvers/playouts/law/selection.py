"""The law of a Monte-Carlo agent's choice: how likely each candidate gets the most wins in k playouts of each.

The wins of candidate i are Binomial(k, p_i), independent; the candidate with the most is chosen, ties are split evenly.
Candidates with equal chances form a group. With a uniform variable t that breaks ties, the chance of group g (c_g
candidates) is

    f_g = c_g sum_j b_g(j) integral_0^1 A_g^(c_g - 1) prod_{l != g} A_l^(c_l) dt,    A_l = B_l(j - 1) + t b_l(j)

with pmf b and cdf B: the integrand is a polynomial of degree m - 1, so ceil(m / 2) Gauss-Legendre nodes integrate it
exactly, and no term is negative. Three reductions come first: only the windows of `binomial` are summed over; a group
whose window ends below the beginning of another is never chosen; two single candidates are settled by their
characteristic function.

Error of a chance f_g, with u = 2^-53, m candidates, n nodes, all relative and to first order: A_l has 3 u (1 for b, B,
t and the product each, one more for the sum), m - 1 factors of them with a product each 4 (m - 1) u, the factor b_g 2
u, weight and its product 2 u, c_g u, the sum over nodes n u, the sum over j 17 u (see `tie_sum`); pmf and cdf are 1.03
u rather than u. So every f_g has the factor 1 + e with |e| <= E = (4.2 (m - 1) + n + 23.1) u. Division by the sum S of
all (true sum 1) leaves an error of at most 2 E f_g (1 - f_g) / (1 - E), since it is f_g (e_g - mean of e) to first
order, and 3 u f_g for S and the division. Windows: all candidates are in their windows but for a chance of m 1e-19, and
the law given that they are is what is computed; the absolute error of any f_g from this is at most m 1e-19 (1.2 m 1e-19
with underflow). If the p are only known within delta, the total variation of the wins of all candidates together is
added.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1, whose formula (2.1)
sums over subsets of tied candidates.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, two_sum
from tafelwerk.solvers.machine.gauss import MOST_NODES, tie_rules
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.law.binomial import MOST_WINDOW, OUTSIDE, all_wins, pmf_kernel, window, window_limit
from tafelwerk.solvers.playouts.law.characteristic import MOST_PLAYOUTS, TAIL_EXPONENT, sign_kernel, variation
from tafelwerk.solvers.playouts.law.tie_sum import BLOCK, TRIMMED, tie_point, tie_sum, trimmed

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_CANDIDATES = 2 * MOST_NODES


@kernel
def contenders(hi: Reals, lo: Reals, counts: Ints, groups: int, k: float, kept: Ints, number: Ints) -> tuple[int, int]:
    """Groups that can still be chosen, into kept, their candidates into number; returns how many groups and candidates.

    A candidate is dropped when it reaches the wins of one of the best group with chance below 3e-20: with d the
    difference of the chances, v the variance of a pair of trials and M the most by which a trial raises the difference
    over its mean (the larger of the candidate's own q and the best p), Bernstein's inequality gives exp(-L) at most
    once k d >= a + sqrt(a^2 + 2 k v L), a = M L / 3, which is k d^2 >= 2 a d + 2 v L. So who is dropped at some k stays
    dropped.
    """
    best = 0
    for g in range(1, groups):
        if hi[g] > hi[best] or (hi[g] == hi[best] and lo[g] > lo[best]):
            best = g
    p = (0.5 + hi[best]) + lo[best]
    pq = p * ((0.5 - hi[best]) - lo[best])
    left, tied = 0, 0
    for g in range(groups):
        q = (0.5 - hi[g]) - lo[g]
        d = (hi[best] - hi[g]) + (lo[best] - lo[g])
        spread = max(p, q) * d / 3.0 + pq + q * ((0.5 + hi[g]) + lo[g])
        if g == best or k * d * d <= 2.0000001 * TAIL_EXPONENT * spread:
            kept[left], number[left] = g, counts[g]
            left += 1
            tied += counts[g]
    return left, tied


@kernel
def law_kernel(
    hi: Reals,
    lo: Reals,
    counts: Ints,
    groups: int,
    k: float,
    delta: float,
    starts: Ints,
    nodes: Reals,
    weights: Reals,
    wide: Reals,
    work: Reals,
    whole: Ints,
    chance: Reals,
    error: Reals,
) -> None:
    """Write chance and absolute error bound of every group.

    Args:
        hi, lo: float64 (groups,), p - 1/2 of the groups, distinct or not; p within delta of the truth.
        counts: int64 (groups,).
        k: float64, a whole number from 1 to 2^53.
        starts, nodes, weights: `gauss.tie_rules` for at least the candidates there are.
        wide: float64 scratch (2 + 2 groups, window_limit(k) + 1 + BLOCK).
        work: float64 scratch of `tie_sum`.
        whole: int64 scratch (4, groups).
        chance, error: float64 (groups,), out.
    """
    candidates = 0
    slack = 0.0
    for g in range(groups):
        candidates += counts[g]
        slack += counts[g] * variation(hi[g], lo[g], k, delta)
        chance[g] = 0.0
    # rounding of counts and of this bound itself
    slack = 1.0001 * (slack + 1.6 * candidates * OUTSIDE + 2.0 * TRIMMED)
    if groups == 1:
        chance[0] = 1.0
        error[0] = 0.0
        return
    first, last, kept, number = whole[0], whole[1], whole[2], whole[3]
    left, tied = contenders(hi, lo, counts, groups, k, kept, number)
    floor, top = 0, 0
    for i in range(left):
        g = kept[i]
        first[g], last[g] = window(hi[g], lo[g], k)
        floor, top = max(floor, first[g]), max(top, last[g])
    for g in range(groups):
        error[g] = slack
    if left == 1:
        chance[kept[0]] = 1.0
        return
    pmf, below = wide[2 : 2 + left], wide[2 + groups : 2 + groups + left]
    length = top - floor + 1
    if floor == k:
        # some candidate wins every playout for certain: only full scores count
        for i in range(left):
            pmf[i, 0], below[i, 0] = all_wins(hi[kept[i]], lo[kept[i]], int(k))
        slack += candidates * 20.0 * k * UNIT * UNIT
    elif tied == 2:
        a, b = kept[0], kept[1]
        mean, bound = sign_kernel(hi[a], lo[a], hi[b], lo[b], k)
        chance[a], chance[b] = 0.5 + 0.5 * mean, 0.5 - 0.5 * mean
        error[a] = slack + 0.5 * bound + UNIT * chance[a]
        error[b] = slack + 0.5 * bound + UNIT * chance[b]
        return
    else:
        for i in range(left):
            g = kept[i]
            pmf_kernel(hi[g], lo[g], k, first[g], last[g], wide[0], wide[1], floor, top, pmf[i], below[i])
    rule, weight = nodes[starts[tied, 0] : starts[tied, 1]], weights[starts[tied, 0] : starts[tied, 1]]
    if length == 1:
        tie_point(pmf, below, number, left, rule, weight, work)
    else:
        for i in range(left):
            for j in range(length, length + BLOCK):
                pmf[i, j], below[i, j] = 0.0, 1.0
        tie_sum(pmf, below, number, left, trimmed(below, number, left, 0, length), length, rule, weight, work)
    normalise(work, kept, left, tied, rule.shape[0], 1.1, slack, chance, error)


@kernel
def normalise(
    work: Reals,
    kept: Ints,
    left: int,
    tied: int,
    nodes: int,
    accuracy: float,
    slack: float,
    chance: Reals,
    error: Reals,
) -> None:
    """Chances and bounds from the sums in work[:, 0]; `accuracy` is the relative error of pmf and cdf in units u."""
    total, rest = 0.0, 0.0
    for i in range(left):
        total, e = two_sum(total, work[i, 0])
        rest += e
    total += rest
    relative = ((tied - 1) * (accuracy + 3.05) + accuracy + nodes + 22.0) * UNIT
    for i in range(left):
        f = min(1.0, work[i, 0] / total)
        chance[kept[i]] = f
        error[kept[i]] = slack + 1.0001 * f * (2.0 * relative * (1.0 - f) + 3.0 * UNIT)


def scratch(groups: int, k: int) -> tuple[Reals, Reals, Ints]:
    """Scratch of `law_kernel` for up to that many groups: (wide, work, whole)."""
    return (
        np.empty((2 + 2 * groups, window_limit(k) + 1 + BLOCK)),
        np.empty((9 * groups + 3, BLOCK)),
        np.empty((4, groups), np.int64),
    )


def check_playouts(k: int, candidates: int) -> None:
    """Raise InputError unless k playouts of each can be handled for positions with up to that many candidates."""
    if not 1 <= k <= MOST_PLAYOUTS:
        raise InputError(f"k must be between 1 and {MOST_PLAYOUTS} playouts, not {k}")
    if candidates > MOST_CANDIDATES:
        raise InputError(f"a position has {candidates} candidate moves, {MOST_CANDIDATES} are the limit")
    if candidates > 2 and window_limit(k) > MOST_WINDOW:
        most = int((MOST_WINDOW / 2 - 40) ** 2 / 23)
        raise InputError(f"k must be at most {most} where a position has more than two candidate moves, not {k}")


def selection_law(p_hi: ArrayLike, p_lo: ArrayLike, counts: ArrayLike, k: int) -> tuple[Reals, Reals]:
    """Chance that MC(k) chooses a candidate of each group.

    Args:
        p_hi, p_lo: float64 (g,), win chance of a playout after a candidate of the group, less 1/2, as double-double;
            taken as exact.
        counts: int64 (g,), candidates in the group, each with k playouts of its own.
        k: playouts of each candidate, 1 to 2^53; with more than two candidates to about 10^11.

    Returns:
        chances: float64 (g,), that one of the group's candidates is chosen.
        errors: float64 (g,), proven bounds on their absolute errors.

    Raises:
        InputError: shapes that differ, a chance outside 0 to 1, a count below 1, or k out of range.
    """
    hi = np.ascontiguousarray(p_hi, np.float64)
    lo = np.ascontiguousarray(p_lo, np.float64)
    number = np.ascontiguousarray(counts, np.int64)
    if hi.ndim != 1 or hi.shape != lo.shape or hi.shape != number.shape or hi.size == 0:
        raise InputError(
            f"p_hi, p_lo and counts must be as long as each other, not {hi.shape}, {lo.shape}, {number.shape}"
        )
    if not bool(np.all((np.abs(hi) <= 0.5) & (np.abs(lo) <= UNIT) & ((np.abs(hi) < 0.5) | (lo * hi <= 0)))):
        raise InputError("p_hi + p_lo must be win chances less 1/2: pairs of doubles between -0.5 and 0.5")
    if bool((number < 1).any()):
        raise InputError(f"counts must be at least 1, not {int(number.min())}")
    candidates = int(number.sum())
    check_playouts(k, candidates)
    chances, errors = np.empty(hi.size), np.empty(hi.size)
    law_kernel(
        hi, lo, number, hi.size, float(k), 0.0, *tie_rules(candidates), *scratch(hi.size, k if candidates > 2 else 1),
        chances, errors,
    )  # fmt: skip
    return chances, errors
