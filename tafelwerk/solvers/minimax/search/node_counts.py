"""How many nodes minimax and alpha-beta visit on a whole game, counted without growing its tree.

A position that play can reach in several ways is a node as often. Alpha-beta searches with the full window, leaves a
node as soon as alpha >= beta and for no other reason; every visit counts, the root and the leaves included.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Alpha-Beta-Suche".
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_values

Numbers = NDArray[np.int64]


def tree_sizes(graph: GameGraph) -> list[int]:
    """Nodes of the whole tree below every position, itself among them: what plain minimax visits."""
    sizes: list[int] = []
    offsets, successors, copies = graph.offsets.tolist(), graph.successors.tolist(), graph.multiplicities.tolist()
    for position in range(graph.positions):
        edges = range(offsets[position], offsets[position + 1])
        sizes.append(1 + sum(copies[edge] * sizes[successors[edge]] for edge in edges))
    return sizes


def alpha_beta_nodes(graph: GameGraph, keys: Numbers | None = None) -> int:
    """Nodes that alpha-beta visits from the root.

    Args:
        graph: a game whose moves lead to different positions.
        keys: int64, shape (edges,): a position's moves are searched by ascending key, equal ones as they stand; None for
            as they stand.

    Raises:
        InputError: moves of a position lead to the same one, or there is not a key an edge.
    """
    if graph.edges and int(graph.multiplicities.max()) > 1:
        raise InputError("alpha-beta is counted where a position's moves lead to different positions")
    if keys is not None and keys.shape != (graph.edges,):
        raise InputError(f"there is a key an edge, {graph.edges}, not {keys.shape}")
    sources = np.repeat(np.arange(graph.positions), np.diff(graph.offsets))
    order = np.arange(graph.edges) if keys is None else np.lexsort((keys, sources))
    successors = graph.successors[order]
    heights = np.zeros(graph.positions, np.int64)
    _heights_kernel(graph.offsets, graph.successors, heights)
    stack = np.empty((5, int(heights[graph.root]) + 1), np.int64)
    return int(_alpha_beta_kernel(graph.offsets, successors, graph.payoff, graph.root, stack))


def value_keys(graph: GameGraph, best_first: bool) -> Numbers:
    """Sort keys for a search that knows every move's true value: the best moves first, or the worst."""
    values = perfect_values(graph)[graph.successors].astype(np.int64)
    return values if best_first else -values


def preference_keys(graph: GameGraph, labels: Sequence[int]) -> Numbers:
    """Sort keys for a search by moves' labels: the place of each in a list; those that it lacks come last, ascending."""
    places = {label: place for place, label in enumerate(labels)}
    return np.array([places.get(label, len(places) + label) for label in graph.labels.tolist()], np.int64)


@kernel
def _heights_kernel(offsets: Numbers, successors: NDArray[np.int32], heights: Numbers) -> None:
    """Add to heights, zero at first, the moves of the longest play from every position."""
    for position in range(heights.shape[0]):
        for edge in range(offsets[position], offsets[position + 1]):
            heights[position] = max(heights[position], heights[successors[edge]] + 1)


@kernel
def _alpha_beta_kernel(
    offsets: Numbers, successors: NDArray[np.int32], payoff: NDArray[np.int8], root: int, stack: Numbers
) -> int:
    """Nodes visited, in negamax form: values are for the player to move, and a child's window is turned round.

    Args:
        stack: scratch, shape (5, moves of the longest play + 1): a level's position, next edge, best value, alpha and beta.
    """
    nodes, level = 1, 0
    stack[0, 0], stack[1, 0], stack[2, 0], stack[3, 0], stack[4, 0] = root, offsets[root], -2, -2, 2
    while True:
        position, edge = stack[0, level], stack[1, level]
        finished = offsets[position] == offsets[position + 1]
        if finished or edge == offsets[position + 1] or stack[3, level] >= stack[4, level]:
            value = payoff[position] if finished else stack[2, level]
            if level == 0:
                return nodes
            level -= 1
            stack[2, level] = max(stack[2, level], -value)
            stack[3, level] = max(stack[3, level], -value)
            continue
        stack[1, level] = edge + 1
        after, alpha, beta = successors[edge], stack[3, level], stack[4, level]
        level += 1
        nodes += 1
        stack[0, level], stack[1, level], stack[2, level] = after, offsets[after], -2
        stack[3, level], stack[4, level] = -beta, -alpha
