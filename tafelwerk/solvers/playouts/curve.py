"""Curves of duels over numbers of playouts: MC(k) against a rival MC(k') for many pairs, computing each policy once.

Numbers of playouts that lie close together, as in k = 1, 2, ..., K against 2 k, get their policies from runs
(`policy.consecutive_policies`), others one by one. Both are certified and agree within their bounds. The choice between them
depends on the numbers asked for, never on time or memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.duel import duel_kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law.playout_runs import DENSE_BYTES, STEPS, is_dense
from tafelwerk.solvers.playouts.law.selection import check_playouts
from tafelwerk.solvers.playouts.policy import (
    Policy,
    candidate_counts,
    check_play,
    consecutive_policies,
    monte_carlo_policy,
)
from tafelwerk.solvers.playouts.random_play import RandomPlay


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Duels of MC(k) against rivals, one row per pair and one column per position.

    Attributes:
        first: float64 (pairs, positions), chance that MC(k) wins when it is to move.
        second: float64 (pairs, positions), chance that MC(k) wins when its rival is to move.
        error: float64 (pairs, positions), proven bound on the absolute errors of first and second, and hence of their mean.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    error: NDArray[np.float64]


def duels(
    graph: GameGraph, play: RandomPlay, ks: ArrayLike, rivals: ArrayLike, positions: ArrayLike, threads: int = 1
) -> Curve:
    """Duels of MC(ks[i]) against MC(rivals[i]) from every given position.

    Args:
        graph: the game.
        play: random play on it.
        ks, rivals: uint64 (pairs,), playouts per candidate, at least 1.
        positions: int64 (p,), numbers of positions.
        threads: number of threads that share the positions of a policy computed singly; the result does not depend on it.

    Raises:
        InputError: arrays have different lengths, or a number of playouts or a position is out of range.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.5.
    """
    first_agents = [int(k) for k in np.asarray(ks).tolist()]
    second_agents = [int(k) for k in np.asarray(rivals).tolist()]
    where = np.asarray(positions, np.int64)
    if len(first_agents) != len(second_agents):
        raise InputError(f"rivals must be as many as ks, not {len(second_agents)} and {len(first_agents)}")
    if where.ndim != 1 or bool(((where < 0) | (where >= graph.positions)).any()):
        raise InputError(f"positions must be numbers from 0 to {graph.positions - 1}")
    check_play(graph, play)
    candidates = int(candidate_counts(graph).max(initial=1))
    for k in {*first_agents, *second_agents}:
        check_playouts(k, candidates)
    shape = (len(first_agents), where.size)
    curve = Curve(np.empty(shape), np.empty(shape), np.empty(shape))
    win, loss, error = (np.empty((2, graph.positions)) for _ in range(3))
    for row, a, b in _pairs(graph, play, first_agents, second_agents, candidates, threads):
        duel_kernel(graph.arrays, a.chances, a.errors, b.chances, b.errors, win, loss, error)
        curve.first[row] = win[0, where]
        curve.second[row] = loss[1, where]
        curve.error[row] = np.maximum(error[0, where], error[1, where])
    return curve


def _pairs(
    graph: GameGraph, play: RandomPlay, ks: list[int], rivals: list[int], candidates: int, threads: int
) -> Iterator[tuple[int, Policy, Policy]]:
    """Row and policies of every pair, in an order in which a policy computed for one pair is available for the next."""
    dense: set[int] = set()
    for numbers in (ks, rivals):
        if is_dense(numbers, candidates, graph.edges):
            dense |= set(numbers)
    order = sorted(range(len(ks)), key=lambda row: (ks[row], rivals[row]))
    last_use = {k: place for place, row in enumerate(order) for k in (ks[row], rivals[row])}
    # policies of a run computed early wait for their turn only if all that may wait at once fit in memory
    patient = 16 * graph.edges * len(last_use) <= DENSE_BYTES
    held: dict[int, Policy] = {}
    for place, row in enumerate(order):
        for k in (ks[row], rivals[row]):
            if k not in held:
                if k in dense:
                    begin = k - k % STEPS
                    soon = last_use if patient else _within(order[place : place + STEPS // 2], ks, rivals)
                    wanted = sorted(
                        n for n in soon if n in dense and begin <= n < begin + STEPS and last_use[n] >= place
                    )
                    held.update(consecutive_policies(graph, play, begin, wanted))
                else:
                    held[k] = monte_carlo_policy(graph, play, k, threads)
        yield row, held[ks[row]], held[rivals[row]]
        for k in {ks[row], rivals[row]}:
            if last_use[k] == place:
                del held[k]
        if not patient and len(held) > 3 * STEPS:
            held.clear()


def _within(rows: list[int], ks: list[int], rivals: list[int]) -> set[int]:
    return {k for row in rows for k in (ks[row], rivals[row])}
