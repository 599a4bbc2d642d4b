"""Perfect play: what every position is worth when both players know everything, and the moves that keep it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2 and 3.1 (backward
analysis).
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.policy import Policy, share_policy


def perfect_values(graph: GameGraph) -> NDArray[np.int8]:
    """Value of every position for the player to move: +1 won, 0 drawn, -1 lost; int8, shape (positions,). Exact."""
    values = np.empty(graph.positions, dtype=np.int8)
    _values_kernel(graph.offsets, graph.successors, graph.payoff, values)
    return values


def perfect_shares(graph: GameGraph) -> NDArray[np.int64]:
    """The perfect agent as shares an edge: candidates that keep the value of the position, 0 on the edges that do not.

    A lost position has nothing to lose: all its candidates count, and so all of a drawn one that keep the draw.

    Returns:
        int64, shape (edges,), in candidate moves.
    """
    values = perfect_values(graph)
    before = np.repeat(values, np.diff(graph.offsets))
    kept = -values[graph.successors] == before
    return np.where(kept, graph.multiplicities, 0).astype(np.int64)


def perfect_policy(graph: GameGraph) -> Policy:
    """Draws evenly among the candidates that keep the value of the position; all candidates where it is lost."""
    return share_policy(graph, perfect_shares(graph))


@kernel
def _values_kernel(
    offsets: NDArray[np.int64], successors: NDArray[np.int32], payoff: NDArray[np.int8], values: NDArray[np.int8]
) -> None:
    """Fills the values, last positions of the game first."""
    for i in range(payoff.shape[0]):
        if offsets[i] == offsets[i + 1]:
            values[i] = payoff[i]
            continue
        best = -1
        for edge in range(offsets[i], offsets[i + 1]):
            best = max(best, -values[successors[edge]])
            if best == 1:
                break
        values[i] = best
