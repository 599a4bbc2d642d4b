"""Perfect play: the value of every position, and the moves that keep it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2 and 3.1 (backward
analysis).
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import Edges, GameGraph


def perfect_values(graph: GameGraph) -> NDArray[np.int8]:
    """Value of every position for the player to move: +1 won, 0 drawn, -1 lost; int8, shape (positions,). Exact."""
    values = np.empty(graph.positions, dtype=np.int8)
    _values_kernel(graph.arrays, values)
    return values


def perfect_shares(graph: GameGraph) -> NDArray[np.int64]:
    """The perfect agent as shares: number of candidates on edges that keep the position's value, 0 on other edges.

    In a lost position all candidates keep the value.

    Returns:
        int64, shape (edges,), numbers of candidate moves.
    """
    values = perfect_values(graph)
    before = np.repeat(values, np.diff(graph.offsets))
    kept = -values[graph.successors] == before
    return np.where(kept, graph.multiplicities, 0).astype(np.int64)


@kernel
def _values_kernel(edges: Edges, values: NDArray[np.int8]) -> None:
    """Fill the values, last positions of the game first."""
    for i in range(values.shape[0]):
        if edges.offsets[i] == edges.offsets[i + 1]:
            values[i] = edges.payoff[i]
            continue
        best = -1
        for edge in range(edges.offsets[i], edges.offsets[i + 1]):
            best = max(best, -values[edges.successors[edge]])
            if best == 1:
                break
        values[i] = best
