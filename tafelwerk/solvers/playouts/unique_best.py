"""MC(k) without ties: the agent repeats its playouts until one candidate has more wins than every other.

    f_g proportional to c_g sum_j b_g(j) B_g(j - 1)^(c_g - 1) prod_{l != g} B_l(j - 1)^(c_l)

This is the sum of `law/selection` with the tie-breaking variable t fixed at 0, divided by the chance S of a unique best
candidate. If there can be none, because several candidates win every playout for certain, the best candidates share evenly.

Error: as in `law/selection`, each f_g has the factor 1 + e with |e| <= E = (4.2 (m - 1) + 24.1) u, and division by S leaves
2 E f_g besides 3 u f_g. The part outside the windows and the errors of the chances change numerator and S by at most `slack`, so
f_g by 2 slack / S.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.7 (the question whether ties can
be ignored).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law.binomial import OUTSIDE, window_limit
from tafelwerk.solvers.playouts.law.characteristic import variation
from tafelwerk.solvers.playouts.law.selection import (
    MOST_NUMBERS,
    TRIMMED,
    Groups,
    Scratch,
    check_playouts,
    contenders,
    fill,
    frame,
    scratch,
    workspace,
)
from tafelwerk.solvers.playouts.law.tie_sum import tie_sum
from tafelwerk.solvers.playouts.policy import Policy, check_play
from tafelwerk.solvers.playouts.random_play import RandomPlay

Reals = NDArray[np.float64]


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
        place = {pair: at for at, pair in enumerate(groups)}
        for edge, pair, count in zip(edges, pairs, counts, strict=True):
            share = count / groups[pair]
            chances[edge] = law[place[pair]] * share
            errors[edge] = doubt[place[pair]] * share * (1 + 1e-12) + (2 * UNIT if share != 1 else 0.0) * chances[edge]
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
    left, tied = contenders(groups, size, float(k), space.kept, space.number)
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
        chance[space.kept[0]] = 1.0
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
        g = space.kept[i]
        chance[g] = space.lanes[i, 0] / total if total > 0.0 else space.number[i] / tied
        doubt = 2.0 * slack / total if total > 0.0 else 1.0
        error[g] = min(1.0, 1.0001 * (doubt + chance[g] * (2.0 * relative + 3.0 * UNIT)))
