"""Games without chance, also with cycles: values and distances of all positions by retrograde analysis.

Outcomes are processed by decreasing absolute value. In the stage of s, a position gets the value s if some move leads to a
position worth s to its player; it gets the value -s when the last of its moves becomes known in this stage. Positions are reached
in the order of their distance, since the winner hurries and the loser delays. Positions that no stage decides have value 0: both
players can avoid worse, by an end of 0 or by playing on for ever.

Source: retrograde analysis, K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.games.graph import Graph
from tafelwerk.solvers.machine.jit import kernel

ENDLESS = -1
"""Distance of a position of value 0 from which no end of value 0 can be reached by moves that keep the value."""

_UNKNOWN = np.iinfo(np.int32).min

Ints = NDArray[np.int32]


class _Reversed(NamedTuple):
    """The edges of a graph by the position that they lead to.

    Attributes:
        offsets: int32, shape (n + 1,).
        sources: int32, shape (m,): the position from which an edge starts.
        signs: int8, shape (m,).
        degrees: int32, shape (n,): number of edges of a position not processed yet.
    """

    offsets: Ints
    sources: Ints
    signs: NDArray[np.int8]
    degrees: Ints


def solve_moves(graph: Graph, ranks: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Values and distances of every position.

    Args:
        graph: n positions, none with chance.
        ranks: int32, shape (k,): outcomes of the ends, as integers in the order of their values, 0 for 0.
        ends: int32, shape (k,): the ends, positions.

    Returns:
        Values, as ranks, for the player to move, and distances in plies, or ENDLESS; both int32, shape (n,).
    """
    values = np.full(len(graph), _UNKNOWN, np.int32)
    distances = np.full(len(graph), ENDLESS, np.int32)
    order = np.argsort(-np.abs(ranks), kind="stable")
    back = reverse(graph)
    _retrograde_kernel(back, ranks[order], ends[order], values, distances, np.empty(len(graph), np.int32))
    return values, distances


def reverse(graph: Graph) -> _Reversed:
    """The edges by the position that they lead to."""
    order = np.argsort(graph.successors, kind="stable")
    degrees = np.diff(graph.offsets).astype(np.int32)
    sources = np.repeat(np.arange(len(graph), dtype=np.int32), degrees)[order]
    counts = np.bincount(graph.successors, minlength=len(graph))
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return _Reversed(offsets, sources, graph.signs[order], degrees)


@kernel
def _retrograde_kernel(back: _Reversed, ranks: Ints, ends: Ints, values: Ints, distances: Ints, queue: Ints) -> None:
    """Ends come by decreasing absolute value of their ranks; `degrees` are used up."""
    seed = 0
    while seed < ends.shape[0] and ranks[seed] != 0:
        size = abs(ranks[seed])
        head, tail = 0, 0
        while seed < ends.shape[0] and abs(ranks[seed]) == size:
            values[ends[seed]] = ranks[seed]
            distances[ends[seed]] = 0
            queue[tail] = ends[seed]
            tail += 1
            seed += 1
        while head < tail:
            place = queue[head]
            head += 1
            for edge in range(back.offsets[place], back.offsets[place + 1]):
                before = back.sources[edge]
                if values[before] != _UNKNOWN:
                    continue
                value = back.signs[edge] * values[place]
                if value < 0:
                    back.degrees[before] -= 1
                    if back.degrees[before] > 0:
                        continue
                values[before] = value
                distances[before] = distances[place] + 1
                queue[tail] = before
                tail += 1
    for place in range(values.shape[0]):
        if values[place] == _UNKNOWN:
            values[place] = 0
    head, tail = 0, 0
    while seed < ends.shape[0]:
        distances[ends[seed]] = 0
        queue[tail] = ends[seed]
        tail += 1
        seed += 1
    while head < tail:
        place = queue[head]
        head += 1
        for edge in range(back.offsets[place], back.offsets[place + 1]):
            before = back.sources[edge]
            if values[before] == 0 and distances[before] < 0:
                distances[before] = distances[place] + 1
                queue[tail] = before
                tail += 1
