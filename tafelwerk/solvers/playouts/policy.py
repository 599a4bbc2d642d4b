"""An agent's choices, as a chance for every edge of a game graph: from shares, or as MC(k).

Agents whose chances are small fractions (random, perfect, MC(inf) and the like) are given as shares, one integer per edge. An
edge is drawn with its share over the sum of the shares of its position, so one array gives the agent in doubles and in
exact fractions.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import Edges, GameGraph
from tafelwerk.solvers.playouts.law.playout_runs import STEPS
from tafelwerk.solvers.playouts.law.selection import Groups, Scratch, check_playouts, law_kernel, scratch, workspace
from tafelwerk.solvers.playouts.law.tie_sum import Rules, rules_for
from tafelwerk.solvers.playouts.random_play import RandomPlay

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
    hi: Reals,
    lo: Reals,
    delta: float,
    k: int,
    wanted: Ints,
    part: tuple[int, int],
    rules: Rules,
    memory: Scratch,
    chances: Reals,
    errors: Reals,
) -> None:
    """Write chances and error bounds of all edges of some positions for the wanted ones of k, k + 1, ...

    Args:
        hi, lo: float64 (n,), losing chance of the player to move, minus 1/2, within delta of the truth.
        wanted: int64 (steps,), the row of chances and errors for k + step, or -1.
        part: first position, and one past the last.
        chances, errors: float64 (rows, e), filled.
    """
    rows = chances.shape[0]
    space, real, group = workspace(memory), memory.real, memory.whole[2]
    groups, chance, error = Groups(real[4], real[5], memory.whole[3]), real[6 : 6 + rows], real[6 + rows :]
    for i in range(part[0], part[1]):
        begin, end = edges.offsets[i], edges.offsets[i + 1]
        if begin == end:
            continue
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

    def positions(begin: int, end: int) -> None:
        policies_kernel(
            graph.arrays,
            play.loss_hi,
            play.loss_lo,
            float(play.error),
            k,
            wanted,
            (begin, end),
            rules,
            scratch(groups, k if candidates > 2 else 1, wanted.size, rows),
            chances,
            errors,
        )

    if threads == 1:
        positions(0, graph.positions)
    else:
        cuts = np.linspace(0, graph.positions, 16 * threads + 1).astype(int).tolist()
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(positions, begin, end) for begin, end in pairwise(cuts)]:
                done.result()
    return [Policy(chances[row], errors[row]) for row in range(rows)]


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
