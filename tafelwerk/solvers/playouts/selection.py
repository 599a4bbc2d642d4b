"""The law of a Monte-Carlo agent's choice: the chance that each candidate gets the most wins in k playouts per candidate.

The wins of candidate i are Binomial(k, p_i), independent; the candidate with the most is chosen, ties are split evenly.
Candidates with equal chances form a group. With a uniform variable t that breaks ties, the chance of group g (c_g
candidates) is

    f_g = c_g sum_j b_g(j) integral_0^1 A_g^(c_g - 1) prod_{l != g} A_l^(c_l) dt,    A_l = B_l(j - 1) + t b_l(j)

with pmf b and cdf B. The integrand is a polynomial of degree m - 1, so ceil(m / 2) Gauss-Legendre nodes integrate it exactly, and
no term is negative. Three reductions come first: only the windows of `binomial` are summed over; a group whose window ends below
the beginning of another is never chosen; two single candidates are settled by their characteristic function.

Error of a chance f_g, with u = 2^-53, m candidates, n nodes, all relative and to first order: A_l has 3 u (1 for b, B,
t and the product each, one more for the sum), m - 1 factors of them with a product each 4 (m - 1) u, the factor b_g 2
u, weight and its product 2 u, c_g u, the sum over nodes n u, the sum over j 17 u (see `tie_sum`); pmf and cdf are 1.03
u rather than u. So every f_g has the factor 1 + e with |e| <= E = (4.2 (m - 1) + n + 23.1) u. Division by the sum S of
all (true sum 1) leaves an error of at most 2 E f_g (1 - f_g) / (1 - E), since it is f_g (e_g - mean of e) to first
order, and 3 u f_g for S and the division. Windows: all candidates are in their windows except with chance m 1e-19, and the law
conditional on that is computed; the absolute error of any f_g from this is at most m 1e-19 (1.2 m 1e-19 with underflow). If the
p are known only within delta, the total variation of the wins of all candidates together is added.

For consecutive k the cdf of each group is carried as a pair and updated from k to k + 1, see `binomial.advance_kernel`; a run has
at most 64 steps and k at most 2^16. This changes the above as follows. The distribution that a run begins with is restricted to
its window (total variation 1e-19), and what later leaves the stored numbers of wins is lost (0.5e-19). Windows stay below
W = 2^12, so the cdf has an absolute error below 10 W^2 u^2 + 1e-25 < 2.5e-24. The pmf is the difference of neighbours: besides
its rounding it has an absolute error below 5e-24, over all wins less than 2.1e-20 per candidate, and it may be negative by as
much. With the windows of each k, the candidates dropped and the numbers of wins left out, 3.5 m 1e-19 covers everything; in
addition pmf and cdf have a relative error of at most 1.2 u.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1, whose formula (2.1)
sums over subsets of tied candidates.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, multiply, subtract, two_sum
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.playouts.binomial import (
    MOST_PLAYOUTS,
    MOST_WINDOW,
    OUTSIDE,
    TAIL_EXPONENT,
    advance_kernel,
    cdf_pairs_kernel,
    chance_pair,
    pmf_kernel,
    power,
    sign_kernel,
    variation,
    window,
    window_limit,
)
from tafelwerk.solvers.playouts.tie_sum import BLOCK, MOST_NODES, Rules, rules_for, tie_point, tie_sum

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_CANDIDATES = 2 * MOST_NODES

MOST_NUMBERS = 1 << 26
"""Most numbers of wins, all groups together, in a single law."""

TRIMMED = 1e-20
"""Numbers of wins are left out if the best candidate stays below them with at most this chance."""

TRIMMED_EXPONENT = 46.1
"""exp(-46.1) < TRIMMED."""

FRAME = 8
"""Numbers of playouts that share the first and the last number of wins of the sum."""


class Groups(NamedTuple):
    """Groups of candidates with equal chances at one position; arrays may be longer than there are groups.

    Attributes:
        hi, lo: float64, chance of winning a playout after a candidate, minus 1/2, as a pair.
        counts: int64, number of candidates in the group.
    """

    hi: Reals
    lo: Reals
    counts: Ints


class Scratch(NamedTuple):
    """Memory of a `Workspace`: few arrays, because each costs time at every call from Python.

    Attributes:
        wide: float64 (2 g + 2, w) for a single k, (4 g + 2, w) for more.
        lanes: float64 (9 g + 3, BLOCK).
        real: float64 (6 + 2 rows, g).
        integers: int64 (4, g).
    """

    wide: Reals
    lanes: Reals
    real: Reals
    integers: Ints


class Workspace(NamedTuple):
    """Scratch of `law_kernel` for positions with up to g groups, and up to w entries per distribution.

    Attributes:
        pmf, below: float64 (g, w), pmf(j) and cdf(j - 1) of the groups kept.
        cdf, tail: float64 (g, w), the cdf as a pair while k increases; (0, w) for a single k.
        raw: float64 (2, w).
        lanes: float64 (9 g + 3, BLOCK), of `tie_sum`.
        pairs: float64 (4, g), chance of a win, and of winning all playouts, as pairs.
        remaining, number: int64 (g,), groups that can be chosen, and their numbers of candidates.
    """

    pmf: Reals
    below: Reals
    cdf: Reals
    tail: Reals
    raw: Reals
    lanes: Reals
    pairs: Reals
    remaining: Ints
    number: Ints


def scratch(groups: int, k: int, steps: int = 1, rows: int = 1) -> Scratch:
    """Memory for k, k + 1, ..., k + steps - 1 playouts of positions with up to `groups` groups, of which `rows` are wanted."""
    width = window_limit(k + steps) + 2 * steps + 1 + BLOCK
    return Scratch(
        # one array: several of this size would be returned to the system and allocated again at every call
        np.empty(((4 if steps > 1 else 2) * groups + 2, width)),
        np.empty((9 * groups + 3, BLOCK)),
        np.empty((6 + 2 * rows, groups)),
        np.empty((4, groups), np.int64),
    )


@kernel
def workspace(memory: Scratch) -> Workspace:
    """The parts of the memory that `law_kernel` uses; rows from 4 of `real` and from 2 of `whole` are its caller's."""
    wide, groups = memory.wide, memory.integers.shape[1]
    pairs = (wide.shape[0] - 2) // 2 - groups
    return Workspace(
        wide[2 : 2 + groups],
        wide[2 + groups : 2 + 2 * groups],
        wide[2 + 2 * groups : 2 + 2 * groups + pairs],
        wide[2 + 2 * groups + pairs :],
        wide[:2],
        memory.lanes,
        memory.real[:4],
        memory.integers[0],
        memory.integers[1],
    )


@kernel
def contenders(groups: Groups, size: int, k: float, remaining: Ints, number: Ints) -> tuple[int, int]:
    """Write the groups that can still be chosen to `remaining`, and their numbers of candidates to `number`.

    A candidate is dropped if its chance of reaching the wins of one of the best group is below 3e-20. Let d be the difference of
    the chances, v the variance of a pair of trials and M the most by which a trial raises the difference above its mean (the
    larger of the candidate's own q and the best p). Bernstein's inequality gives at most exp(-L) once k d >= a + sqrt(a^2 + 2 k v
    L), a = M L / 3, that is k d^2 >= 2 a d + 2 v L. So a group that is dropped at some k stays dropped.

    Returns:
        Number of groups and of candidates kept.
    """
    hi, lo = groups.hi, groups.lo
    best = 0
    for g in range(1, size):
        if hi[g] > hi[best] or (hi[g] == hi[best] and lo[g] > lo[best]):
            best = g
    p = (0.5 + hi[best]) + lo[best]
    pq = p * ((0.5 - hi[best]) - lo[best])
    left, tied = 0, 0
    for g in range(size):
        q = (0.5 - hi[g]) - lo[g]
        d = (hi[best] - hi[g]) + (lo[best] - lo[g])
        spread = max(p, q) * d / 3.0 + pq + q * ((0.5 + hi[g]) + lo[g])
        if g == best or k * d * d <= 2.0000001 * TAIL_EXPONENT * spread:
            remaining[left], number[left] = g, groups.counts[g]
            left += 1
            tied += groups.counts[g]
    return left, tied


@kernel
def together_below(groups: Groups, k: float, wins: int, left: int, space: Workspace) -> float:
    """An e such that all candidates kept have at most `wins` wins with chance at most exp(-e), by Bernstein or Hoeffding."""
    exponent = 0.0
    for i in range(left):
        g = space.remaining[i]
        p = (0.5 + groups.hi[g]) + groups.lo[g]
        short = k * p - wins
        if short > 0.0:
            variance = k * p * ((0.5 - groups.hi[g]) - groups.lo[g])
            exponent += space.number[i] * short * short / min(0.5 * k, 2.0 * (variance + p * short / 3.0))
    return exponent


@kernel
def frame(groups: Groups, k: int, later: int, left: int, space: Workspace) -> tuple[int, int]:
    """First and last number of wins that matter for k to `later` playouts.

    The best candidate stays below the first with chance at most TRIMMED, and a candidate exceeds the last with chance at most
    OUTSIDE / 2. Candidates have more wins with more playouts, so one end follows from the fewest playouts and the other from the
    most.
    """
    low, high, top = 0, 0, 0
    for i in range(left):
        g = space.remaining[i]
        first, _ = window(groups.hi[g], groups.lo[g], float(k))
        _, last = window(groups.hi[g], groups.lo[g], float(later))
        low, high, top = max(low, first), max(high, int(k * ((0.5 + groups.hi[g]) + groups.lo[g]))), max(top, last)
    while high - low > 1:
        middle = (low + high) // 2
        if together_below(groups, float(k), middle, left, space) >= TRIMMED_EXPONENT:
            low = middle
        else:
            high = middle
    return low, top


@kernel
def law_kernel(
    groups: Groups,
    size: int,
    k: int,
    wanted: Ints,
    delta: float,
    rules: Rules,
    space: Workspace,
    chance: Reals,
    error: Reals,
) -> None:
    """Write chance and absolute error bound of every group for the wanted ones of k, k + 1, ... playouts.

    For a single k, pmf and cdf come from `pmf_kernel`, and two candidates are settled by `sign_kernel`. For several, the cdf
    begins with `cdf_pairs_kernel` and is updated by `advance_kernel`.

    Args:
        groups, size: the groups, distinct or not, and their number; chances within delta of the truth.
        k: 1 to 2^53, or to 2^16 for more than one.
        wanted: int64 (steps,), the row of chance and error for k + step, or -1.
        chance, error: float64 (rows, groups), filled.
    """
    steps = wanted.shape[0]
    last = k + steps - 1
    remaining = space.remaining
    left, tied = contenders(groups, size, float(k), remaining, space.number)
    candidates, slack = 0, 0.0
    for g in range(size):
        candidates += groups.counts[g]
        # the variation increases with k, so the last one bounds all
        slack += groups.counts[g] * variation(groups.hi[g], groups.lo[g], float(last), delta)
    outside = (1.6 if steps == 1 else 3.5) * candidates * OUTSIDE + 2.0 * TRIMMED
    # rounding of counts and of this bound itself
    slack = 1.0001 * (slack + outside) if size > 1 else 0.0
    for row in range(chance.shape[0]):
        for g in range(size):
            chance[row, g], error[row, g] = 0.0, slack
        if left == 1:
            chance[row, remaining[0]] = 1.0
    if left == 1:
        return
    certain = False
    for i in range(left):
        g = remaining[i]
        certain = certain or (0.5 - groups.hi[g]) - groups.lo[g] <= 0.0
    if steps == 1 and tied == 2 and not certain:
        a, b = remaining[0], remaining[1]
        mean, bound = sign_kernel(groups.hi[a], groups.lo[a], groups.hi[b], groups.lo[b], float(k))
        chance[0, a], chance[0, b] = 0.5 + 0.5 * mean, 0.5 - 0.5 * mean
        error[0, a] = slack + 0.5 * bound + UNIT * chance[0, a]
        error[0, b] = slack + 0.5 * bound + UNIT * chance[0, b]
        return
    field = Field(left, tied, certain, candidates, slack)
    summed_kernel(groups, k, wanted, field, rules, space, chance, error)


@kernel
def _single_kernel(
    groups: Groups, k: int, wanted: Ints, delta: float, rules: Rules, memory: Scratch, chance: Reals, error: Reals
) -> None:
    """`law_kernel`, called from Python."""
    law_kernel(groups, groups.hi.shape[0], k, wanted, delta, rules, workspace(memory), chance, error)


class Field(NamedTuple):
    """The candidates of a position.

    Attributes:
        left, tied: numbers of groups and candidates kept.
        certain: whether some candidate wins every playout for certain.
        candidates: number of all candidates.
        slack: absolute error besides that of the sum.
    """

    left: int
    tied: int
    certain: bool
    candidates: int
    slack: float


@inlined
def summed_kernel(
    groups: Groups,
    k: int,
    wanted: Ints,
    field: Field,
    rules: Rules,
    space: Workspace,
    chance: Reals,
    error: Reals,
) -> None:
    """Write the laws by `tie_sum`."""
    left, tied, certain, candidates, slack = field
    steps = wanted.shape[0]
    last = k + steps - 1
    floor, top, bottom = 0, 0, 0
    if not certain:
        floor, top = frame(groups, last, last, left, space)
        bottom = floor - steps + 1
        fill(groups, k, left, bottom, top, steps, space)
    length = top - bottom + 2
    rule = rules.nodes[rules.starts[tied, 0] : rules.starts[tied, 1]]
    weight = rules.weights[rules.starts[tied, 0] : rules.starts[tied, 1]]
    for step in range(steps):
        if certain:
            full_scores(groups, k + step, left, step == 0, space)
        elif steps > 1:
            if step % FRAME == 0:
                floor, top = frame(groups, k + step, min(last, k + step + FRAME - 1), left, space)
            for i in range(left):
                ph, pl = space.pairs[0, i], space.pairs[1, i]
                advance_kernel(ph, pl, length - step, space.cdf[i], space.tail[i], space.pmf[i], space.below[i])
                space.pmf[i, length - step - 1], space.below[i, length - step - 1] = 0.0, 1.0
        row = wanted[step]
        if row < 0:
            continue
        if certain:
            # only full scores count
            tie_point(space.pmf, space.below, space.number, left, rule, weight, space.lanes)
        else:
            base = bottom + step
            begin, end = max(floor, base) - base, top - base + 1
            tie_sum(space.pmf, space.below, space.number, left, begin, end, rule, weight, space.lanes)
        doubt = slack + (candidates * 20.0 * (k + step) * UNIT * UNIT if certain else 0.0)
        accuracy = 1.1 if steps == 1 else 1.2
        normalise(space, left, tied, rule.shape[0], accuracy, doubt, chance[row], error[row])


@kernel
def fill(groups: Groups, k: int, left: int, bottom: int, top: int, steps: int, space: Workspace) -> None:
    """Write the distributions of the wins in k playouts with which `tie_sum` or `advance_kernel` begins."""
    for i in range(left):
        hi, lo = groups.hi[space.remaining[i]], groups.lo[space.remaining[i]]
        first, last = window(hi, lo, float(k))
        length = top - bottom + 1
        if steps == 1:
            span = (first, last, bottom, top)
            pmf_kernel(hi, lo, float(k), span, space.raw[0], space.raw[1], space.pmf[i], space.below[i])
        else:
            span = (first, last, bottom, top + 1)
            cdf_pairs_kernel(hi, lo, float(k), span, space.raw[0], space.raw[1], space.cdf[i], space.tail[i])
            space.pairs[0, i], space.pairs[1, i] = chance_pair(hi, lo)
        for j in range(length, length + BLOCK):
            space.pmf[i, j], space.below[i, j] = 0.0, 1.0


@kernel
def full_scores(groups: Groups, k: int, left: int, anew: bool, space: Workspace) -> None:
    """Write p^k and 1 - p^k, each with relative error below 1.03 u or absolute error below 20 k u^2, as entries 0.

    Args:
        anew: whether to compute the powers anew; otherwise space.pairs holds those for k - 1 playouts.
    """
    pairs = space.pairs
    for i in range(left):
        if anew:
            pairs[0, i], pairs[1, i] = chance_pair(groups.hi[space.remaining[i]], groups.lo[space.remaining[i]])
            if pairs[0, i] <= 0.0:
                pairs[0, i], pairs[1, i] = 0.0, 0.0
            pairs[2, i], pairs[3, i] = power(pairs[0, i], pairs[1, i], k)
        else:
            pairs[2, i], pairs[3, i] = multiply(pairs[2, i], pairs[3, i], pairs[0, i], pairs[1, i])
        high, low = subtract(1.0, 0.0, pairs[2, i], pairs[3, i])
        space.pmf[i, 0], space.below[i, 0] = pairs[2, i] + pairs[3, i], max(0.0, high + low)


@kernel
def normalise(
    space: Workspace,
    left: int,
    tied: int,
    nodes: int,
    accuracy: float,
    slack: float,
    chance: Reals,
    error: Reals,
) -> None:
    """Compute chances and bounds from the sums in space.lanes[:, 0]; `accuracy`: relative error of pmf and cdf in units u."""
    total, compensation = 0.0, 0.0
    for i in range(left):
        total, e = two_sum(total, space.lanes[i, 0])
        compensation += e
    total += compensation
    relative = ((tied - 1) * (accuracy + 3.05) + accuracy + nodes + 22.0) * UNIT
    for i in range(left):
        f = min(1.0, max(0.0, space.lanes[i, 0] / total))
        chance[space.remaining[i]] = f
        error[space.remaining[i]] = slack + 1.0001 * f * (2.0 * relative * (1.0 - f) + 3.0 * UNIT)


def check_playouts(k: int, candidates: int) -> None:
    """Raise InputError unless k playouts per candidate are possible for positions with up to `candidates` candidates."""
    if not 1 <= k <= MOST_PLAYOUTS:
        raise InputError(f"k must be between 1 and {MOST_PLAYOUTS} playouts, not {k}")
    if candidates > MOST_CANDIDATES:
        raise InputError(f"a position may have at most {MOST_CANDIDATES} candidate moves, not {candidates}")
    if candidates > 2 and window_limit(k) > MOST_WINDOW:
        most = int((MOST_WINDOW / 2 - 40) ** 2 / 23)
        raise InputError(f"k must be at most {most} if a position has more than two candidate moves, not {k}")


def selection_law(
    p_hi: ArrayLike, p_lo: ArrayLike, counts: ArrayLike, k: int, delta: float = 0.0
) -> tuple[Reals, Reals]:
    """Chance that MC(k) chooses a candidate of each group.

    Args:
        p_hi, p_lo: float64 (g,), chance of winning a playout after a candidate of the group, minus 1/2, as double-double.
        counts: int64 (g,), number of candidates in the group, each with k playouts of its own.
        k: playouts per candidate, 1 to 2^53; with more than two candidates to about 10^11.
        delta: bound on the error of every chance.

    Returns:
        chances: float64 (g,), chance that one of the group's candidates is chosen.
        errors: float64 (g,), proven bounds on their absolute errors.

    Raises:
        InputError: shapes differ, a chance is outside 0 to 1, a count is below 1, or k is out of range or too large for the
            number of groups.
    """
    hi = np.ascontiguousarray(p_hi, np.float64)
    lo = np.ascontiguousarray(p_lo, np.float64)
    number = np.ascontiguousarray(counts, np.int64)
    if hi.ndim != 1 or hi.shape != lo.shape or hi.shape != number.shape or hi.size == 0:
        raise InputError(f"p_hi, p_lo and counts must have the same length, not {hi.shape}, {lo.shape}, {number.shape}")
    if not bool(np.all((np.abs(hi) <= 0.5) & (np.abs(lo) <= UNIT) & ((np.abs(hi) < 0.5) | (lo * hi <= 0)))):
        raise InputError("p_hi + p_lo must be win chances minus 1/2: pairs of doubles between -0.5 and 0.5")
    if bool((number < 1).any()):
        raise InputError(f"counts must be at least 1, not {int(number.min())}")
    candidates = int(number.sum())
    check_playouts(k, candidates)
    if candidates > 2 and hi.size * window_limit(k) > MOST_NUMBERS:
        raise InputError(f"k: {k:,} playouts are too many for {hi.size:,} different chances")
    chances, errors = np.empty((1, hi.size)), np.empty((1, hi.size))
    memory, wanted = scratch(hi.size, k if candidates > 2 else 1), np.zeros(1, np.int64)
    _single_kernel(Groups(hi, lo, number), k, wanted, delta, rules_for(candidates), memory, chances, errors)
    return chances[0], errors[0]
