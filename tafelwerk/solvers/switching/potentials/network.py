"""Layouts of graphs for the elimination of their nodes.

Nodes are eliminated from both ends of their numbering towards a cut: nodes below `begin` in ascending order, nodes from `end` on
in descending order, and those between last. On the way up, an edge enters at the turn of its lower inner node, on the way down at
that of its higher one; an edge to A or B enters at the turn of its inner node. A front holds the waiting nodes: touched, but not
yet eliminated."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.switching.graph import A, B, Graph

Floats = NDArray[np.float64]
Numbers = NDArray[np.int32]
States = NDArray[np.int8]

UP, DOWN = 0, 1
"""Sides of a cut: nodes eliminated in ascending and in descending order."""

UNLIMITED = 2**30

_MOST_CUTS = 64


class Front(NamedTuple):
    """Nodes waiting for their elimination; n nodes, w slots.

    Attributes:
        conductance: float64, shape (w, w), between slots; A and B are slots 0 and 1, whose rows are not stored.
        slot: int32, shape (n,): slot of a waiting node, -1 before it is touched; merged nodes share one.
        waiting: int32, shape (w,): number of a slot's nodes whose turn has not passed; 0 if the slot is free.
    """

    conductance: Floats
    slot: Numbers
    waiting: Numbers


class Network(NamedTuple):
    """A layout of a graph for elimination, and scratch arrays; n nodes, E edges, w slots, c cuts.

    Attributes:
        ends: int32, shape (E, 2): of the graph.
        offsets, entering: int32, shapes (2, n + 1) and (2, m): edges that enter at the turn of each node, by side.
        near_offsets, near: int32, shapes (n + 1,) and (2 E,): all edges of each node.
        begin, end: int32, shape (c,): the cuts, ascending.
        lowest: int64, shape (1,): the lowest cut in use.
        known: int8, shape (E,): states for which the checkpoints are valid; -1 first if none is valid.
        cut: int64, shape (1,): the cut of the last elimination.
        eliminations: int64, shape (1,): number of eliminations so far.
        conductance, slot, waiting: fronts on both sides of each cut, shapes (2, c + 1, ...); the last one is scratch.
        roundings: int64, shape (2, c): number of roundings, for the error bound, by checkpoint.
        factor: float64, shape (n, w): conductances of an eliminated node over their sum.
        pivot: float64, shape (n,): that sum, or its inverse modulo a prime; 0 for an unreachable node, -1 for one merged with a
            node of a later turn.
        place: int32, shape (n,): slot of a node at its turn.
        kept, lost: int32, shape (2, E): slots that a marked edge merged, -1 if it merged none.
        links: int32, shape (w,): scratch. values: float64, shape (w,): scratch, potentials of slots.
        potential: float64, shape (n,).
        label: int32, shape (n,): smallest node of those that marked edges merge.
        queue, seen: int32, shape (n,): scratch for walks.
    """

    ends: Numbers
    offsets: Numbers
    entering: Numbers
    near_offsets: Numbers
    near: Numbers
    begin: Numbers
    end: Numbers
    lowest: NDArray[np.int64]
    known: States
    cut: NDArray[np.int64]
    eliminations: NDArray[np.int64]
    conductance: Floats
    slot: Numbers
    waiting: Numbers
    roundings: NDArray[np.int64]
    factor: Floats
    pivot: Floats
    place: Numbers
    kept: Numbers
    lost: Numbers
    links: Numbers
    values: Floats
    potential: Floats
    label: Numbers
    queue: Numbers
    seen: Numbers


def make_network(graph: Graph) -> Network:
    """The layout of a graph, with nothing eliminated."""
    nodes, edges = graph.nodes, graph.edges
    low, high = np.sort(graph.ends, axis=1).T
    entering = np.flatnonzero((high > B) & (low != high))
    low, high = low[entering], high[entering]
    low = np.where(low > B, low, high)
    up, down = np.argsort(low, kind="stable"), np.argsort(high, kind="stable")
    turns = np.arange(nodes + 1)
    offsets = np.stack([np.searchsorted(np.sort(side), turns) for side in (low, high)])
    near = np.argsort(graph.ends.ravel(), kind="stable")
    # nodes wait from the first turn that touches them to their own
    first, last = np.arange(nodes), np.arange(nodes)
    np.minimum.at(first, high, low)
    np.maximum.at(last, low, high)
    width, width_down = _width(first[B + 1 :] - B - 1), _width(nodes - 1 - last[:B:-1])
    begin = np.append(np.arange(B + 1, nodes, max(width, nodes // _MOST_CUTS)), nodes)
    touched = np.maximum.accumulate(last) + 1
    end = np.where(begin > B + 1, np.maximum(begin, touched[begin - 1]), begin)
    two_sided = (end - begin + 2 <= width) & (width_down <= width)
    two_sided[[0, -1]] = True
    begin, end = begin[two_sided], end[two_sided]
    cuts = len(begin)
    slot = np.full((2, cuts + 1, nodes), -1, np.int32)
    waiting = np.zeros((2, cuts + 1, width), np.int32)
    slot[..., A], slot[..., B], waiting[..., : B + 1] = A, B, UNLIMITED
    return Network(
        ends=graph.ends,
        offsets=offsets.astype(np.int32),
        entering=np.stack([entering[up], entering[down]]).astype(np.int32),
        near_offsets=np.searchsorted(np.sort(graph.ends.ravel()), turns).astype(np.int32),
        near=(near // 2).astype(np.int32),
        begin=begin.astype(np.int32),
        end=end.astype(np.int32),
        lowest=np.array([0 if width_down <= width else cuts - 1]),
        known=np.full(edges, -1, np.int8),
        cut=np.zeros(1, np.int64),
        eliminations=np.zeros(1, np.int64),
        conductance=np.zeros((2, cuts + 1, width, width)),
        slot=slot,
        waiting=waiting,
        roundings=np.zeros((2, cuts), np.int64),
        factor=np.zeros((nodes, width)),
        pivot=np.zeros(nodes),
        kept=np.full((2, edges), -1, np.int32),
        lost=np.full((2, edges), -1, np.int32),
        values=np.zeros(width),
        potential=np.zeros(nodes),
        links=np.zeros(width, np.int32),
        **{name: np.zeros(nodes, np.int32) for name in ("place", "label", "queue", "seen")},
    )


def _width(first: NDArray[np.int64]) -> int:
    """Number of slots of a front: A, B and the most nodes that wait at once, each from its first turn to its own."""
    nodes = len(first)
    return 2 + int(np.max(np.cumsum(np.bincount(first, minlength=nodes)) - np.arange(nodes), initial=0))
