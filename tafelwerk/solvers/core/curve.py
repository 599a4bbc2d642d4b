"""Stand-in until the dense kernel is here: duels k by k."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.core.duel import duel
from tafelwerk.solvers.core.game_graph import GameGraph
from tafelwerk.solvers.core.policy import monte_carlo_policy
from tafelwerk.solvers.core.random_play import RandomPlay


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    error: NDArray[np.float64]


def duels(
    graph: GameGraph,
    play: RandomPlay,
    ks: NDArray[np.uint64],
    rivals: NDArray[np.uint64],
    positions: NDArray[np.int64],
) -> Curve:
    first, second, error = (np.empty((len(ks), len(positions))) for _ in range(3))
    for i, (k, r) in enumerate(zip(ks.tolist(), rivals.tolist(), strict=True)):
        d = duel(graph, monte_carlo_policy(graph, play, k), monte_carlo_policy(graph, play, r))
        first[i], second[i] = d.win[0, positions], d.loss[1, positions]
        error[i] = np.maximum(d.error[0, positions], d.error[1, positions])
    return Curve(first, second, error)


def operations(edges: int, ks: NDArray[np.uint64], rivals: NDArray[np.uint64]) -> float:
    return float(edges * (np.sqrt(ks.astype(float)) + np.sqrt(rivals.astype(float))).sum() * 100)
