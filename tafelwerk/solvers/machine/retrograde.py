"""Retrograde analysis: value and distance of every position of a game without chance, given by its edges; cycles are allowed.

Outcomes are processed by decreasing absolute value. In the stage of s, a position gets the value s if some move leads to a
position worth s to its player; it gets the value -s when the last of its moves becomes known in this stage. Positions are reached
in the order of their distance, since the winner hurries and the loser delays. Positions that no stage decides have value 0: both
players can avoid worse, by an end of 0 or by playing on for ever; their distance is the fewest plies to an end of 0 by moves that
keep the value.

Source: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

ENDLESS = -1
"""Distance of a position of value 0 from which no end of value 0 can be reached by moves that keep the value."""

_UNKNOWN = np.iinfo(np.int32).min

Ints = NDArray[np.int32]


class Edges(NamedTuple):
    """The edges of n positions, m of them; those of position i are offsets[i] to offsets[i + 1].

    Attributes:
        offsets: int32, shape (n + 1,).
        successors: int32, shape (m,): the position that an edge leads to.
        signs: int8, shape (m,): 1 if the same player is to move before and after, otherwise -1.
    """

    offsets: Ints
    successors: Ints
    signs: NDArray[np.int8]


class Backward(NamedTuple):
    """The edges by the position that they lead to.

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


def solve_moves(edges: Edges, ranks: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Values and distances of every position.

    Args:
        edges: the moves of n positions, none of them chance.
        ranks: int32, shape (k,): outcomes of the ends, as integers in the order of their values, 0 for 0.
        ends: int32, shape (k,): the ends, positions.

    Returns:
        Values, as ranks, for the player to move, and distances in plies, or ENDLESS; both int32, shape (n,).
    """
    size = len(edges.offsets) - 1
    values, distances = np.full(size, _UNKNOWN, np.int32), np.full(size, ENDLESS, np.int32)
    order = np.argsort(-np.abs(ranks), kind="stable")
    _retrograde_kernel(reverse(edges), ranks[order], ends[order], values, distances, np.empty(size, np.int32))
    return values, distances


def sources_of(edges: Edges) -> Ints:
    """The position from which each edge starts: int32, shape (m,)."""
    degrees = np.diff(edges.offsets)
    return np.repeat(np.arange(len(degrees), dtype=np.int32), degrees)


def reverse(edges: Edges) -> Backward:
    """The edges by the position that they lead to."""
    degrees = np.diff(edges.offsets).astype(np.int32)
    counts = np.bincount(edges.successors, minlength=len(degrees))
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    back = Backward(offsets, np.empty_like(edges.successors), np.empty_like(edges.signs), degrees)
    _reverse_kernel(edges, back, offsets[:-1].copy())
    return back


@kernel
def _reverse_kernel(edges: Edges, back: Backward, ends: Ints) -> None:
    """Fill sources and signs; `ends`: begins of the positions' edges, moved to their ends."""
    for source in range(ends.shape[0]):
        for edge in range(edges.offsets[source], edges.offsets[source + 1]):
            successor = edges.successors[edge]
            back.sources[ends[successor]] = source
            back.signs[ends[successor]] = edges.signs[edge]
            ends[successor] += 1


@kernel
def _retrograde_kernel(back: Backward, ranks: Ints, ends: Ints, values: Ints, distances: Ints, queue: Ints) -> None:
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
            position = queue[head]
            head += 1
            for edge in range(back.offsets[position], back.offsets[position + 1]):
                before = back.sources[edge]
                if values[before] != _UNKNOWN:
                    continue
                value = back.signs[edge] * values[position]
                if value < 0:
                    back.degrees[before] -= 1
                    if back.degrees[before] > 0:
                        continue
                values[before] = value
                distances[before] = distances[position] + 1
                queue[tail] = before
                tail += 1
    for position in range(values.shape[0]):
        if values[position] == _UNKNOWN:
            values[position] = 0
    head, tail = 0, 0
    while seed < ends.shape[0]:
        distances[ends[seed]] = 0
        queue[tail] = ends[seed]
        tail += 1
        seed += 1
    while head < tail:
        position = queue[head]
        head += 1
        for edge in range(back.offsets[position], back.offsets[position + 1]):
            before = back.sources[edge]
            if values[before] == 0 and distances[before] < 0:
                distances[before] = distances[position] + 1
                queue[tail] = before
                tail += 1
