"""An agent's choices, as a chance for every edge of a game graph: from shares, MC(k), MC(k) without ties, MC(inf).

MC(k) without ties: the agent repeats its playouts until one candidate has more wins than every other.

    f_g proportional to c_g sum_j b_g(j) B_g(j - 1)^(c_g - 1) prod_{l != g} B_l(j - 1)^(c_l)

This is the sum of `selection` with the tie-breaking variable t fixed at 0, divided by the chance S of a unique best
candidate. If there can be none, because several candidates win every playout for certain, the best candidates share evenly.

Error: as in `selection`, each f_g has the factor 1 + e with |e| <= E = (4.2 (m - 1) + 24.1) u, and division by S leaves
2 E f_g besides 3 u f_g. The part outside the windows and the errors of the chances change numerator and S by at most `slack`, so
f_g by 2 slack / S.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.7 (the question whether ties can
be ignored).

The limit agent MC(inf): it plays the candidate with the highest winning chance at random play, exact ties split evenly.

Equality of two chances is decided exactly in games of any size. The double-double chances decide if they differ by more than
their proven error. The remaining pairs are compared by residues: with D a common denominator of both chances, D times their
difference is an integer, known to be small from the double-doubles. Its residues modulo enough primes, each taking one pass over
the game, determine it by the Chinese remainder theorem.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 1.2.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log2

import numpy as np
from flint import fmpq, fmpz
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, subtract
from tafelwerk.solvers.machine.draws import hash_numbers
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.binomial import OUTSIDE, variation, window_limit
from tafelwerk.solvers.playouts.game_graph import Edges, GameGraph, RandomPlay, random_play
from tafelwerk.solvers.playouts.playout_runs import STEPS
from tafelwerk.solvers.playouts.selection import (
    MOST_NUMBERS,
    TRIMMED,
    Groups,
    Scratch,
    check_playouts,
    contenders,
    fill,
    frame,
    law_kernel,
    scratch,
    workspace,
)
from tafelwerk.solvers.playouts.tie_sum import Rules, rules_for, tie_sum

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_SHARES = 2**53
"""Largest sum of a position's shares."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """An agent's choices, the same for either player.

    Attributes:
        chances: float64 (e,), chance of each edge, all its candidates together; the edges of a position sum to 1.
        errors: float64 (e,), proven bounds on the absolute errors of the chances.
    """

    chances: NDArray[np.float64]
    errors: NDArray[np.float64]


def candidate_counts(graph: GameGraph) -> NDArray[np.int64]:
    """Number of candidate moves in every position, int64 (n,); 0 where the game is over."""
    return graph.position_sums(graph.multiplicities)


def check_play(graph: GameGraph, play: RandomPlay) -> None:
    """Raise InputError unless random play has a chance for each position of the graph."""
    if play.loss_hi.shape != (graph.positions,):
        raise InputError(
            f"play must hold a chance for each of the {graph.positions} positions, not {play.loss_hi.shape[0]}"
        )


def random_shares(graph: GameGraph) -> Ints:
    """The agent that chooses evenly among all candidates; int64, shape (edges,)."""
    return graph.multiplicities.astype(np.int64)


def share_policy(graph: GameGraph, shares: Ints) -> Policy:
    """An agent in doubles, each chance rounded once: error at most 2^-54, exact if the sum is a power of two.

    Args:
        graph: the game.
        shares: int64, shape (edges,), at least 0, with sums from 1 to 2^53 over each position.

    Raises:
        InputError: shares are out of range.
    """
    totals = _totals(graph, shares)
    exact = (totals & (totals - 1) == 0) | (shares == totals) | (shares == 0)
    return Policy(chances=shares / totals, errors=np.where(exact, 0.0, 2.0**-54))


def share_rows(graph: GameGraph, shares: Ints) -> list[fmpq]:
    """The same agent exactly: one fraction per edge.

    Raises:
        InputError: see share_policy.
    """
    totals = _totals(graph, shares).tolist()
    return [fmpq(share, total) for share, total in zip(shares.tolist(), totals, strict=True)]


def _totals(graph: GameGraph, shares: Ints) -> Ints:
    """For each edge, the sum of the shares of its position."""
    if shares.shape != (graph.edges,) or shares.dtype != np.int64:
        raise InputError(f"shares: {shares.dtype} of shape {shares.shape} must be int64 of shape ({graph.edges},)")
    totals = graph.edge_sums(shares)
    if graph.edges and (int(shares.min()) < 0 or int(totals.min()) < 1 or int(totals.max()) > MOST_SHARES):
        raise InputError("shares: none may be negative, and those of a position must sum to 1 to 2^53")
    return totals


@kernel
def gather(edges: Edges, hi: Reals, lo: Reals, i: int, group: Ints, groups: Groups) -> int:
    """Sort the edges of position i into groups of equal chances; returns the number of groups.

    Args:
        hi, lo: float64 (n,), losing chance of the player to move, minus 1/2: the winning chance of the player who moved there.
        group: int64, filled: group of each edge, counted from the position's first edge.
        groups: filled.
    """
    size = 0
    begin = edges.offsets[i]
    for e in range(begin, edges.offsets[i + 1]):
        s = edges.successors[e]
        g = 0
        while g < size and (groups.hi[g] != hi[s] or groups.lo[g] != lo[s]):
            g += 1
        if g == size:
            groups.hi[g], groups.lo[g], groups.counts[g] = hi[s], lo[s], 0
            size += 1
        groups.counts[g] += edges.multiplicities[e]
        group[e - begin] = g
    return size


@kernel
def policies_kernel(
    edges: Edges,
    losses: tuple[Reals, Reals, float],
    k: int,
    wanted: Ints,
    positions: Ints,
    rules: Rules,
    memory: Scratch,
    chances: Reals,
    errors: Reals,
) -> None:
    """Write chances and error bounds of all edges of some open positions for the wanted ones of k, k + 1, ...

    Args:
        losses: float64 (n,) twice, losing chance of the player to move, minus 1/2, as pairs within a third number of the truth.
        wanted: int64 (steps,), the row of chances and errors for k + step, or -1.
        positions: int64, their numbers.
        chances, errors: float64 (rows, e), filled.
    """
    (hi, lo, delta), rows = losses, chances.shape[0]
    space, real, group = workspace(memory), memory.real, memory.integers[2]
    groups, chance, error = Groups(real[4], real[5], memory.integers[3]), real[6 : 6 + rows], real[6 + rows :]
    for i in positions:
        begin, end = edges.offsets[i], edges.offsets[i + 1]
        size = gather(edges, hi, lo, i, group, groups)
        law_kernel(groups, size, k, wanted, delta, rules, space, chance, error)
        for row in range(rows):
            for e in range(begin, end):
                g = group[e - begin]
                share = edges.multiplicities[e] / groups.counts[g]
                f = chance[row, g] * share
                chances[row, e] = f
                errors[row, e] = error[row, g] * share * (1.0 + 1e-12)
                if share != 1.0:
                    errors[row, e] += 2.0 * UNIT * f


def _policies(graph: GameGraph, play: RandomPlay, k: int, wanted: Ints, rows: int, threads: int = 1) -> list[Policy]:
    """MC(k), MC(k + 1), ... as selected by `wanted`, `rows` of them; for arguments see policies_kernel."""
    check_play(graph, play)
    candidates = int(candidate_counts(graph).max(initial=1))
    check_playouts(k, candidates)
    groups = int((graph.offsets[1:] - graph.offsets[:-1]).max(initial=1))
    rules = rules_for(candidates)
    chances, errors = np.empty((rows, graph.edges)), np.empty((rows, graph.edges))
    different, source = _alike(graph, play)

    def fill_in(positions: Ints) -> None:
        policies_kernel(
            graph.arrays,
            (play.loss_hi, play.loss_lo, float(play.error)),
            k,
            wanted,
            positions,
            rules,
            scratch(groups, k if candidates > 2 or wanted.size > 1 else 1, wanted.size, rows),
            chances,
            errors,
        )

    if threads == 1:
        fill_in(different)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(fill_in, part) for part in np.array_split(different, 16 * threads)]:
                done.result()
    if source is not None:
        for row in (*chances, *errors):
            row[:] = row[source]
    return [Policy(chances[row], errors[row]) for row in range(rows)]


@lru_cache(maxsize=1)
def _alike(graph: GameGraph, play: RandomPlay) -> tuple[Ints, Ints | None]:
    """Open positions that stand for all: in those left out, edges have the same chances and numbers of candidates, one by one, as
    in one that stays (on Bridg-It's board of order 3, in 23 of 24). And for each edge of the game the one that stands for it;
    None if no position is left out."""
    degree = np.diff(graph.offsets)
    is_open = degree > 0
    begin, degree = graph.offsets[:-1][is_open], degree[is_open]
    place = np.arange(graph.edges) - np.repeat(begin, degree)
    chances = (play.loss_hi + 1j * play.loss_lo)[graph.successors]
    _, levels = np.unique(chances, return_inverse=True)
    kinds = levels * (int(graph.multiplicities.max(initial=1)) + 1) + graph.multiplicities
    words: NDArray[np.uint64] = np.multiply(hash_numbers(kinds, 0), hash_numbers(place, 1))
    _, first, number = np.unique(np.add.reduceat(words, begin), return_index=True, return_inverse=True)
    alike = first[number]
    # where two positions differ in spite of equal sums of hashed numbers, both stand for themselves
    source = np.minimum(np.repeat(begin[alike], degree) + place, graph.edges - 1)
    is_equal = (degree == degree[alike]) & np.logical_and.reduceat(kinds == kinds[source], begin)
    alike = np.where(is_equal, alike, np.arange(len(begin)))
    different = np.flatnonzero(is_open)[np.unique(alike)]
    return different, np.repeat(begin[alike], degree) + place if len(different) < len(begin) else None


def monte_carlo_policy(graph: GameGraph, play: RandomPlay, k: int, threads: int = 1) -> Policy:
    """The agent MC(k): k uniformly random playouts per candidate; it plays the candidate with the most wins.

    Args:
        graph: the game; candidates with the same successor are separate candidates with k playouts each.
        play: random play on this graph.
        k: playouts per candidate, 1 to 2^53; to about 10^11 if a position has more than two candidates.
        threads: number of threads that share the positions; the result does not depend on it.

    Raises:
        InputError: play belongs to another graph, or k is out of range.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1.
    """
    return _policies(graph, play, int(k), np.zeros(1, np.int64), 1, threads)[0]


def consecutive_policies(graph: GameGraph, play: RandomPlay, begin: int, wanted: list[int]) -> dict[int, Policy]:
    """MC(k) for the wanted k of a run, equal to `monte_carlo_policy` within the error bounds of both.

    Runs begin at multiples of STEPS, so a policy does not depend on which other k are wanted.

    Args:
        graph, play: see monte_carlo_policy.
        begin: a multiple of STEPS, to LONGEST_RUN_K; the run is begin..begin + STEPS - 1 (from 1 if begin is 0).
        wanted: numbers of playouts in the run, ascending.
    """
    first = max(1, begin)
    rows = np.full(begin + STEPS - first, -1, np.int64)
    rows[np.array(wanted) - first] = np.arange(len(wanted))
    return dict(zip(wanted, _policies(graph, play, first, rows, len(wanted)), strict=True))


def unique_best_policy(graph: GameGraph, play: RandomPlay, k: int) -> Policy:
    """MC(k) without ties, in every position of a graph.

    Args:
        graph, play: a game, and random play on it.
        k: playouts per candidate.

    Raises:
        InputError: see unique_best_law.
    """
    check_play(graph, play)
    chances, errors = np.ones(graph.edges), np.zeros(graph.edges)
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        if len(edges) < 2:
            continue
        groups: dict[tuple[float, float], int] = {}
        pairs = [(float(play.loss_hi[s]), float(play.loss_lo[s])) for s in graph.successors[edges.start : edges.stop]]
        counts = graph.multiplicities[edges.start : edges.stop].tolist()
        for pair, count in zip(pairs, counts, strict=True):
            groups[pair] = groups.get(pair, 0) + count
        high, low = zip(*groups, strict=True)
        law, doubt = unique_best_law(high, low, list(groups.values()), k, play.error)
        group_of = {pair: at for at, pair in enumerate(groups)}
        for edge, pair, count in zip(edges, pairs, counts, strict=True):
            share = count / groups[pair]
            chances[edge] = law[group_of[pair]] * share
            errors[edge] = (
                doubt[group_of[pair]] * share * (1 + 1e-12) + (2 * UNIT if share != 1 else 0.0) * chances[edge]
            )
    return Policy(chances, errors)


def unique_best_law(
    p_hi: ArrayLike, p_lo: ArrayLike, counts: ArrayLike, k: int, delta: float = 0.0
) -> tuple[Reals, Reals]:
    """Chance that a candidate of each group is chosen; for arguments and result see `selection_law`.

    Raises:
        InputError: k is out of range, or too large for the number of groups.
    """
    groups = Groups(np.array(p_hi, np.float64), np.array(p_lo, np.float64), np.array(counts, np.int64))
    size, candidates = groups.hi.size, int(groups.counts.sum())
    # as for three candidates: every window is summed over
    check_playouts(k, max(3, candidates))
    if size * window_limit(k) > MOST_NUMBERS:
        raise InputError(f"k: {k:,} playouts are too many for {size:,} different chances")
    chance, error = np.empty(size), np.empty(size)
    _unique_kernel(groups, k, delta, np.zeros(1), np.ones(1), scratch(size, k), chance, error)
    return chance, error


@kernel
def _unique_kernel(
    groups: Groups, k: int, delta: float, node: Reals, weight: Reals, memory: Scratch, chance: Reals, error: Reals
) -> None:
    """Write the law; node and weight are [0.0] and [1.0]."""
    space = workspace(memory)
    size = groups.hi.shape[0]
    left, tied = contenders(groups, size, float(k), space.remaining, space.number)
    candidates, slack = 0, 0.0
    for g in range(size):
        candidates += groups.counts[g]
        slack += groups.counts[g] * variation(groups.hi[g], groups.lo[g], float(k), delta)
    slack = 1.0001 * (slack + 1.6 * candidates * OUTSIDE + 2.0 * TRIMMED) if size > 1 else 0.0
    certain = 0
    for g in range(size):
        chance[g], error[g] = 0.0, slack
        if (0.5 - groups.hi[g]) - groups.lo[g] <= 0.0:
            certain += groups.counts[g]
    if left == 1:
        chance[space.remaining[0]] = 1.0
        return
    if certain > 0:
        for g in range(size):
            if (0.5 - groups.hi[g]) - groups.lo[g] <= 0.0:
                chance[g] = groups.counts[g] / certain
                error[g] += UNIT
        return
    bottom, top = frame(groups, k, k, left, space)
    fill(groups, k, left, bottom, top, 1, space)
    tie_sum(space.pmf, space.below, space.number, left, 0, top - bottom + 1, node, weight, space.lanes)
    total = 0.0
    for i in range(left):
        total += space.lanes[i, 0]
    relative = (4.2 * (tied - 1) + 24.1 + left) * UNIT
    for i in range(left):
        g = space.remaining[i]
        chance[g] = space.lanes[i, 0] / total if total > 0.0 else space.number[i] / tied
        doubt = 2.0 * slack / total if total > 0.0 else 1.0
        error[g] = min(1.0, 1.0001 * (doubt + chance[g] * (2.0 * relative + 3.0 * UNIT)))


MOST_STEPS = 5_000_000_000
"""Most steps for deciding the ties; about twenty seconds."""

_OUT, _BEST, _OPEN = 0, 1, 2


def limit_policy(graph: GameGraph, play: RandomPlay | None = None) -> Policy:
    """MC(inf) as chances in doubles.

    Args:
        graph: the game.
        play: random_play(graph). Default: computed.

    Raises:
        InputError: see limit_shares.
    """
    return share_policy(graph, limit_shares(graph, play))


def limit_shares(graph: GameGraph, play: RandomPlay | None = None, position: int | None = None) -> NDArray[np.int64]:
    """MC(inf) as shares: number of candidates on edges with the highest winning chance, 0 on other edges. Exact.

    Args:
        graph: the game.
        play: random_play(graph). Default: computed.
        position: the only position of interest; shares elsewhere are 0. Default: all.

    Returns:
        int64, shape (edges,), numbers of candidate moves.

    Raises:
        InputError: play belongs to another game, or the ties would take more than MOST_STEPS.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> limit_shares(subtraction_graph([1, 2], 4)).tolist()
    [2, 0, 1, 1, 0, 1, 0]
    """
    if play is not None and play.win_hi.shape != (graph.positions,):
        raise InputError(f"play: {play.win_hi.shape[0]} positions must be {graph.positions}, those of the game")
    part = (0, graph.positions) if position is None else (position, position + 1)
    state = _limit(graph, play if play is not None else random_play(graph), part)
    if state is None:
        raise InputError(
            f"the ties of MC(inf) in this game ({graph.positions} positions) take more than {MOST_STEPS} steps to "
            "decide exactly; choose a smaller game"
        )
    return np.where(state == _BEST, graph.multiplicities, 0).astype(np.int64)


def _limit(graph: GameGraph, play: RandomPlay, part: tuple[int, int]) -> NDArray[np.int8] | None:
    """_BEST or _OUT for each edge of the positions from part[0] to before part[1]; None if it would take too long."""
    state = np.zeros(graph.edges, dtype=np.int8)
    leaders = np.full(graph.edges, -1, dtype=np.int32)
    gap = _leaders_kernel(graph.arrays, play.loss_hi, play.loss_lo, play.error, part, state, leaders)
    edges = np.flatnonzero(state == _OPEN)
    if not edges.shape[0]:
        return state
    here, there = graph.successors[edges], graph.successors[leaders[edges]]
    totals = candidate_counts(graph)
    denominator = _denominator(graph, totals, np.unique(np.concatenate((here, there))))
    # |D (x - y)| <= D * gap; a product of primes above twice that distinguishes all of them
    bits = denominator.bit_length() + log2(gap) + 2
    number = ceil(max(bits, 0) / 30.9) + 1
    # one pass over the game per prime; then every pair from its residues, each times a number as long as all primes
    if number * (graph.edges + edges.shape[0] * number // 2) > MOST_STEPS:
        return None
    primes = _primes(number)
    numerators = _numerators(graph, totals, primes, denominator, here, there)
    return _settle(state, leaders, edges, numerators)


def _settle(
    state: NDArray[np.int8], leaders: NDArray[np.int32], edges: NDArray[np.int64], numerators: dict[int, int]
) -> NDArray[np.int8]:
    """Decide the open edges.

    numerators: by index into edges, difference from the leader's chance if it is not 0, all times one number.
    """
    state[edges] = _BEST
    above: dict[int, list[tuple[int, int]]] = {}
    for index, numerator in numerators.items():
        edge = int(edges[index])
        state[edge] = _OUT
        if numerator > 0:
            above.setdefault(int(leaders[edge]), []).append((numerator, edge))
    if above:
        by_leader = np.argsort(leaders, kind="stable")
        ordered = leaders[by_leader]
        for leader, rivals in above.items():
            begin, end = np.searchsorted(ordered, [leader, leader + 1])
            state[by_leader[begin:end]] = _OUT
            most = max(rivals)[0]
            state[[edge for numerator, edge in rivals if numerator == most]] = _BEST
    return state


def _denominator(graph: GameGraph, totals: NDArray[np.int64], positions: NDArray[np.int32]) -> int:
    """A common denominator of the chances of some positions.

    The exponent of a prime in a position's denominator is at most its exponent in the number of candidates plus the largest
    exponent among the successors.
    """
    different = [int(t) for t in np.unique(totals) if t > 1]
    primes = sorted({int(p) for t in different for p, _ in fmpz(t).factor()})
    powers = np.zeros(graph.positions, dtype=np.int64)
    denominator = 1
    for p in primes:
        of_total = np.zeros(int(totals.max()) + 1, dtype=np.int64)
        for t in different:
            quotient = t
            while quotient % p == 0:
                quotient //= p
                of_total[t] += 1
        _powers_kernel(graph.arrays, of_total[totals], powers)
        denominator *= p ** int(powers[positions].max())
    return denominator


def _primes(number: int) -> list[int]:
    """The largest primes below 2^31."""
    primes: list[int] = []
    candidate = 2**31 - 1
    while len(primes) < number:
        if fmpz(candidate).is_prime():
            primes.append(candidate)
        candidate -= 2
    return primes


def _numerators(
    graph: GameGraph,
    totals: NDArray[np.int64],
    primes: list[int],
    denominator: int,
    here: NDArray[np.int32],
    there: NDArray[np.int32],
) -> dict[int, int]:
    """denominator * (loss chance of here - loss chance of there), for the pairs where it is not 0."""
    win = np.empty(graph.positions, dtype=np.int64)
    loss = np.empty(graph.positions, dtype=np.int64)
    has_draws = bool((graph.payoff == 0).any())
    different = np.zeros(here.shape[0], dtype=np.bool_)
    while True:
        # residues are kept only for pairs known to differ; if another pair turns out to differ later, everything is redone
        columns = np.flatnonzero(different)
        residues = np.zeros((len(primes), columns.shape[0]), dtype=np.int64)
        seen = different.copy()
        for row, p in enumerate(primes):
            inverses = np.zeros(int(totals.max()) + 1, dtype=np.int64)
            for t in np.unique(totals):
                inverses[t] = pow(int(t), -1, p) if t > 0 else 0
            _residues_kernel(graph.arrays, inverses[totals], p, has_draws, win, loss)
            difference = (loss[here] - loss[there]) % p
            residues[row] = difference[columns] * (denominator % p) % p
            seen |= difference != 0
            if row == 0 and int(seen.sum()) > columns.shape[0]:
                break
        if int(seen.sum()) == columns.shape[0]:
            break
        different = seen
    return dict(zip(columns.tolist(), _reconstruct(residues, primes), strict=True))


def _reconstruct(residues: NDArray[np.int64], primes: list[int]) -> list[int]:
    """The integers of least absolute value with the given residues, one per column."""
    product = 1
    for p in primes:
        product *= p
    if not residues.shape[1]:
        return []
    basis = [product // p * pow(product // p, -1, p) for p in primes]
    integers = []
    for column in residues.T.tolist():
        number = sum(r * b for r, b in zip(column, basis, strict=True)) % product
        integers.append(number - product if 2 * number > product else number)
    return integers


@kernel
def _leaders_kernel(
    edges: Edges,
    loss_hi: NDArray[np.float64],
    loss_lo: NDArray[np.float64],
    error: float,
    part: tuple[int, int],
    state: NDArray[np.int8],
    leaders: NDArray[np.int32],
) -> float:
    """Set _BEST, _OUT or _OPEN for each edge of some positions, and the leader, the edge that seems best, of those not out.

    Two chances within `error` of the truth are distinguished by a difference above 2 error; 2.001 allows for rounding.

    Returns:
        A bound on the true differences of the open pairs.
    """
    offsets, successors = edges.offsets, edges.successors
    near = 2.001 * error
    for i in range(part[0], part[1]):
        if offsets[i] == offsets[i + 1]:
            continue
        best = offsets[i]
        for edge in range(offsets[i] + 1, offsets[i + 1]):
            s, b = successors[edge], successors[best]
            if loss_hi[s] > loss_hi[b] or (loss_hi[s] == loss_hi[b] and loss_lo[s] > loss_lo[b]):
                best = edge
        b = successors[best]
        for edge in range(offsets[i], offsets[i + 1]):
            s = successors[edge]
            d, _ = subtract(loss_hi[b], loss_lo[b], loss_hi[s], loss_lo[s])
            over = offsets[s] == offsets[s + 1] and offsets[b] == offsets[b + 1]
            if d > (0.0 if over else near):
                state[edge] = _OUT
            else:
                state[edge] = _BEST if s == b or over else _OPEN
                leaders[edge] = best
    return 2.01 * near


@kernel
def _powers_kernel(edges: Edges, own: NDArray[np.int64], powers: NDArray[np.int64]) -> None:
    """Fill powers: a position's own plus the largest of its successors."""
    for i in range(own.shape[0]):
        most = 0
        for edge in range(edges.offsets[i], edges.offsets[i + 1]):
            most = max(most, powers[edges.successors[edge]])
        powers[i] = own[i] + most


@kernel
def _residues_kernel(
    edges: Edges,
    inverses: NDArray[np.int64],
    prime: int,
    has_draws: bool,
    win: NDArray[np.int64],
    loss: NDArray[np.int64],
) -> None:
    """Fill the chances under random play modulo a prime below 2^31; inverses are those of the numbers of candidates."""
    offsets, successors, multiplicities, payoff = edges.offsets, edges.successors, edges.multiplicities, edges.payoff
    for i in range(payoff.shape[0]):
        if offsets[i] == offsets[i + 1]:
            win[i] = 1 if payoff[i] == 1 else 0
            loss[i] = 1 if payoff[i] == -1 else 0
            continue
        w, x = 0, 0
        for edge in range(offsets[i], offsets[i + 1]):
            s = successors[edge]
            w = (w + multiplicities[edge] * loss[s]) % prime
            if has_draws:
                x = (x + multiplicities[edge] * win[s]) % prime
        win[i] = w * inverses[i] % prime
        loss[i] = x * inverses[i] % prime if has_draws else (1 - win[i]) % prime
