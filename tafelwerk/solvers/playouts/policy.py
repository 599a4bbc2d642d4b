"""What an agent does, as a chance for every edge of a game graph."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.gauss import tie_rules
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law.selection import check_playouts, law_kernel, scratch
from tafelwerk.solvers.playouts.random_play import RandomPlay

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """An agent's behaviour, independent of which player it is.

    Attributes:
        chances: float64 (e,), the chance of an edge, all its candidates together; those that leave a position sum to 1.
        errors: float64 (e,), proven bounds on the absolute errors of the chances.
    """

    chances: NDArray[np.float64]
    errors: NDArray[np.float64]


def candidate_counts(graph: GameGraph) -> NDArray[np.int64]:
    """Candidate moves of every position, int64 (n,); 0 where the game is over."""
    total = np.concatenate([np.zeros(1, np.int64), np.cumsum(graph.multiplicities, dtype=np.int64)])
    counts: NDArray[np.int64] = total[graph.offsets[1:]] - total[graph.offsets[:-1]]
    return counts


def uniform_policy(graph: GameGraph) -> Policy:
    """Every candidate with the same chance, as in a playout."""
    total = np.repeat(candidate_counts(graph), np.diff(graph.offsets))
    chances = graph.multiplicities / total
    return Policy(chances, np.where(chances == 1.0, 0.0, UNIT * chances))


@kernel
def gather(
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    hi: Reals,
    lo: Reals,
    i: int,
    group: Ints,
    group_hi: Reals,
    group_lo: Reals,
    counts: Ints,
) -> int:
    """Sort the edges of position i into groups of equal chances; returns the number of groups.

    Args:
        offsets, successors, multiplicities: of the graph.
        hi, lo: float64 (n,), loss chance of the player to move, less 1/2: the win chance of who moved there.
        group: int64, out, the group of each edge, counted from the position's first edge.
        group_hi, group_lo, counts: out, the groups' chances and candidates.
    """
    groups = 0
    for e in range(offsets[i], offsets[i + 1]):
        s = successors[e]
        g = 0
        while g < groups and (group_hi[g] != hi[s] or group_lo[g] != lo[s]):
            g += 1
        if g == groups:
            group_hi[g], group_lo[g], counts[g] = hi[s], lo[s], 0
            groups += 1
        counts[g] += multiplicities[e]
        group[e - offsets[i]] = g
    return groups


@kernel
def rows_kernel(
    offsets: NDArray[np.int64],
    successors: NDArray[np.int32],
    multiplicities: NDArray[np.int32],
    hi: Reals,
    lo: Reals,
    delta: float,
    k: float,
    begin: int,
    end: int,
    starts: Ints,
    nodes: Reals,
    weights: Reals,
    wide: Reals,
    block: Reals,
    whole: Ints,
    real: Reals,
    count: Ints,
    chances: Reals,
    errors: Reals,
) -> None:
    """Write the chances and error bounds of the edges of positions begin..end - 1.

    `wide`, `block`, `whole` are the scratch of `law_kernel`; `real` float64 (4, groups), `count` int64 (2, groups).
    """
    group_hi, group_lo, chance, error = real[0], real[1], real[2], real[3]
    group, counts = count[0], count[1]
    for i in range(begin, end):
        if offsets[i] == offsets[i + 1]:
            continue
        groups = gather(offsets, successors, multiplicities, hi, lo, i, group, group_hi, group_lo, counts)
        law_kernel(
            group_hi, group_lo, counts, groups, k, delta, starts, nodes, weights, wide, block, whole, chance, error
        )
        for e in range(offsets[i], offsets[i + 1]):
            g = group[e - offsets[i]]
            share = multiplicities[e] / counts[g]
            f = chance[g] * share
            chances[e] = f
            errors[e] = error[g] * share * (1.0 + 1e-12)
            if share != 1.0:
                errors[e] += 2.0 * UNIT * f


def monte_carlo_policy(graph: GameGraph, play: RandomPlay, k: int, threads: int = 1) -> Policy:
    """The agent MC(k): k uniformly random playouts of every candidate, the one with the most wins is played.

    Args:
        graph: the game; candidates equal in their successor are candidates of their own, with k playouts each.
        play: random play on this graph.
        k: playouts of each candidate, 1 to 2^53; where a position has more than two candidates to about 10^11.
        threads: how many threads share the positions; the result does not depend on it.

    Raises:
        InputError: play belongs to another graph, or k is out of range.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1.
    """
    if play.loss_hi.shape != (graph.positions,):
        raise InputError(
            f"play must hold a chance for each of the {graph.positions} positions, not {play.loss_hi.shape[0]}"
        )
    candidates = int(candidate_counts(graph).max(initial=1))
    check_playouts(k, candidates)
    groups = int(np.diff(graph.offsets).max(initial=1))
    rules = tie_rules(candidates)
    chances, errors = np.empty(graph.edges), np.empty(graph.edges)

    def rows(begin: int, end: int) -> None:
        rows_kernel(
            graph.offsets,
            graph.successors,
            graph.multiplicities,
            play.loss_hi,
            play.loss_lo,
            float(play.error),
            float(k),
            begin,
            end,
            *rules,
            *scratch(groups, k if candidates > 2 else 1),
            np.empty((4, groups)),
            np.empty((2, groups), np.int64),
            chances,
            errors,
        )

    if threads == 1:
        rows(0, graph.positions)
    else:
        cuts = np.linspace(0, graph.positions, 16 * threads + 1).astype(int).tolist()
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(rows, begin, end) for begin, end in pairwise(cuts)]:
                done.result()
    return Policy(chances, errors)
