"""Layouts of graphs for the elimination of their nodes, ordered by nested dissection.

Nodes are eliminated block by block, in the order of `dissection`. The front of a block holds its own nodes, and all later ones
that they are joined to by then, A and B last. What an elimination leaves between these others is kept, and added to the front of
the next block among them, the block above. So after a few changes only the blocks above them are eliminated again.

Source: J. W. H. Liu, The multifrontal method for sparse matrix solution: theory and practice, SIAM Review 34, 1992.

Nested dissection finds an order in which eliminating the nodes joins few of them.

A separator, eliminated after what it separates, keeps both parts from being joined to each other. Each part is ordered alike. A
separator is a level of a breadth-first search from a node far out, the level with the fewest nodes per node of the smaller side.
On a board of order M, elimination then takes O(M^3) operations and stores O(M^2 log M) numbers.

Source: A. George, Nested dissection of a regular finite element mesh, SIAM Journal on Numerical Analysis 10, 1973; A. George, J.
W. H. Liu, An automatic nested dissection algorithm for irregular finite element problems, SIAM Journal on Numerical Analysis 15,
1978.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.switching.switching_graph import A, B, Graph

LEAST_DISSECTED = 9
"""Fewest nodes that are divided further."""

_MOST_PER_NODE = 2.0
"""Most nodes of a separator per node of the smaller side; a graph without such a separator is left whole."""

_MOST_STARTS = 5
"""Most searches for a node far out."""


def dissect(near: Sequence[Sequence[int]], nodes: Sequence[int]) -> list[list[int]]:
    """Blocks of nodes in the order of their elimination: separators, and parts left whole.

    Args:
        near: neighbours of every node, among the nodes given.
        nodes: the nodes to order.

    Returns:
        Blocks, none of them empty; together they have every node once.
    """
    blocks, todo, parts = [], [list(nodes)], _Parts(near)
    while todo:
        part = todo.pop()
        if len(part) < LEAST_DISSECTED:
            blocks.append(part)
            continue
        searched = parts.searches(part)
        if len(searched) > 1:
            todo += [[node for level in levels for node in level] for levels in searched]
            continue
        levels = parts.deepest(part, searched[0])
        middle = _separator([len(level) for level in levels])
        if middle < 0:
            blocks.append(part)
            continue
        above = {node for level in levels[middle + 1 :] for node in level}
        separator = [node for node in levels[middle] if not above.isdisjoint(near[node])]
        outside = above.union(separator)
        blocks.append(separator)
        todo += [[node for node in part if node not in outside], list(above)]
    return [sorted(block) for block in reversed(blocks) if block]


def _separator(sizes: Sequence[int]) -> int:
    """The level with the fewest nodes per node of the smaller side, or -1."""
    best, separator, below, total = _MOST_PER_NODE, -1, sizes[0], sum(sizes)
    for level, size in enumerate(sizes[1:-1], 1):
        per_node = size / min(below, total - below - size)
        if per_node < best:
            best, separator = per_node, level
        below += size
    return separator


class _Parts:
    """Breadth-first searches in parts of a graph."""

    def __init__(self, near: Sequence[Sequence[int]]) -> None:
        self.near = near
        self.part_of = [0] * len(near)
        self.number = 0

    def searches(self, part: Sequence[int]) -> list[list[list[int]]]:
        """The levels of each component of a part."""
        self.mark(part)
        return [self.levels(node) for node in part if self.part_of[node] == self.number]

    def deepest(self, part: Sequence[int], levels: list[list[int]]) -> list[list[int]]:
        """The levels of a connected part from a node far out, where the search before ended."""
        for _ in range(_MOST_STARTS):
            self.mark(part)
            start = min(
                levels[-1], key=lambda node: sum(self.part_of[other] == self.number for other in self.near[node])
            )
            more = self.levels(start)
            if len(more) <= len(levels):
                break
            levels = more
        return levels

    def mark(self, part: Sequence[int]) -> None:
        """Make the nodes of a part those that have not been seen."""
        self.number += 1
        for node in part:
            self.part_of[node] = self.number

    def levels(self, start: int) -> list[list[int]]:
        """Nodes by their distance from a node, among those that have not been seen."""
        levels, level = [], [start]
        self.part_of[start] = 0
        while level:
            levels.append(level)
            further = []
            for node in level:
                for other in self.near[node]:
                    if self.part_of[other] == self.number:
                        self.part_of[other] = 0
                        further.append(other)
            level = further
        return levels


Floats = NDArray[np.float64]
Numbers = NDArray[np.int32]
Offsets = NDArray[np.int64]
States = NDArray[np.int8]


class Blocks(NamedTuple):
    """The order in which n nodes of E edges are eliminated, in c blocks with their fronts.

    Attributes:
        rank: int32, shape (n,): place in the order of elimination, A and B last.
        home: int32, shape (n,): block of each node, -1 for A and B.
        block: int32, shape (E,): block of an edge's first end, -1 for an edge that is never used.
        own: int32, shape (c,): number of each block's own nodes.
        above: int32, shape (c,): the block above, -1 if there is none.
        below_offsets, below: int64, shape (c + 1,), and int32: the blocks below each block.
        member_offsets, members: int64, shape (c + 1,), and int32: the nodes of each front, by rank.
        places: int32, as `members`: their places in the front above; of no use for a block's own nodes.
        factor_offsets, rest_offsets: int64, shape (c + 1,): see `factor` and `rest` of `Factors`.
        enter_offsets, entering: int64, shape (c + 1,), and int32, shape (m, 3): edges of each block, and the places of both ends
            in its front, ascending.
    """

    rank: Numbers
    home: Numbers
    block: Numbers
    own: Numbers
    above: Numbers
    below_offsets: Offsets
    below: Numbers
    member_offsets: Offsets
    members: Numbers
    places: Numbers
    factor_offsets: Offsets
    rest_offsets: Offsets
    enter_offsets: Offsets
    entering: Numbers


class Factors(NamedTuple):
    """What an elimination leaves, and its scratch; w is the size of the largest front.

    Attributes:
        known: int8, shape (E,): states that were eliminated; -1 first if none were.
        changed: int8, shape (c,): scratch, whether a block must be eliminated again or takes part in a solution.
        roundings: int64, shape (c,): number of roundings, for the error bound.
        eliminations: int64, shape (1,): number of eliminations so far.
        front: float64, shape (w, w): scratch, conductances between the members of a front, those with j > i.
        factor: float64: of each block, an array of one row per own node and one column per member: conductances over their sum.
        rest: float64: of each block, an array of one row per other member but A and B, and one column per other member:
            conductances that its elimination leaves.
        pivot: float64, shape (n,): sum of a node's conductances; 0 for an unreachable node, -1 for
            one merged with a later node.
        heir: int32, shape (n,): that node, -1 if there is none.
        heir_place: int32, shape (n,): its place in the front.
        values: float64, shape (w,): scratch. place: int32, shape (n,): scratch.
    """

    known: States
    changed: States
    roundings: Offsets
    eliminations: Offsets
    front: Floats
    factor: Floats
    rest: Floats
    pivot: Floats
    heir: Numbers
    heir_place: Numbers
    values: Floats
    place: Numbers


class Network(NamedTuple):
    """A graph laid out for elimination, and arrays that are filled; n nodes, E edges.

    Attributes:
        ends: int32, shape (E, 2): of the graph.
        near_offsets, near: int32, shapes (n + 1,) and (2 E,): all edges of each node.
        blocks: the order of elimination.
        factors: what was eliminated last.
        potential: float64, shape (n,).
        label: int32, shape (n,): the last node of those that marked edges merge.
        queue, seen: int32, shape (n,): scratch for walks.
    """

    ends: Numbers
    near_offsets: Numbers
    near: Numbers
    blocks: Blocks
    factors: Factors
    potential: Floats
    label: Numbers
    queue: Numbers
    seen: Numbers


def make_network(graph: Graph) -> Network:
    """The layout of a graph, with nothing eliminated.

    >>> from tafelwerk.solvers.switching.switching_graph import make_board
    >>> network = make_network(make_board(5).graph)
    >>> len(network.label), network.blocks.own.tolist()
    (22, [6, 4, 4, 2, 4])
    """
    blocks, nodes = _lay_out(graph), graph.nodes
    width = int(np.diff(blocks.member_offsets).max(initial=0))
    heir, heir_place, place, label, queue, seen = np.zeros((6, nodes), np.int32)
    factors = Factors(
        known=np.full(graph.edges, -1, np.int8),
        changed=np.zeros(len(blocks.own), np.int8),
        roundings=np.zeros(len(blocks.own), np.int64),
        eliminations=np.zeros(1, np.int64),
        front=np.zeros((width, width)),
        factor=np.zeros(blocks.factor_offsets[-1]),
        rest=np.zeros(blocks.rest_offsets[-1]),
        pivot=np.zeros(nodes),
        heir=heir,
        heir_place=heir_place,
        values=np.zeros(width),
        place=place,
    )
    near = (np.argsort(graph.ends.ravel(), kind="stable") // 2).astype(np.int32)
    offsets = np.searchsorted(np.sort(graph.ends.ravel()), np.arange(nodes + 1)).astype(np.int32)
    return Network(graph.ends, offsets, near, blocks, factors, np.zeros(nodes), label, queue, seen)


@lru_cache(maxsize=8)
def _lay_out(graph: Graph) -> Blocks:
    """The order of elimination, which the networks of a graph share."""
    nodes, ends = graph.nodes, graph.ends.tolist()
    around: list[set[int]] = [set() for _ in range(nodes)]
    for end, other in ends:
        if min(end, other) > B and end != other:
            around[end].add(other)
            around[other].add(end)
    blocks = dissect([sorted(others) for others in around], range(B + 1, nodes))
    order = [*(node for block in blocks for node in block), A, B]
    rank, home = np.argsort(order), [-1] * nodes
    for number, block in enumerate(blocks):
        for node in block:
            home[node] = number
    above = [-1] * len(blocks)
    below: list[list[int]] = [[] for _ in blocks]
    fronts: list[list[int]] = []
    for number, block in enumerate(blocks):
        others = {other for node in block for other in around[node] if home[other] > number}
        for lower in below[number]:
            others.update(fronts[lower][len(blocks[lower]) : -2])
        others.difference_update(block)
        fronts.append([*block, *sorted(others, key=rank.__getitem__), A, B])
        if others:
            above[number] = min(home[other] for other in others)
            below[above[number]].append(number)
    places = [{node: index for index, node in enumerate(front)} for front in fronts]
    upward = [
        [places[over].get(node, -1) if over >= 0 else -1 for node in front]
        for front, over in zip(fronts, above, strict=True)
    ]
    entering: list[list[tuple[int, int, int]]] = [[] for _ in blocks]
    block = []
    for edge, pair in enumerate(ends):
        end, other = sorted(pair, key=rank.__getitem__)
        number = home[end] if end != other else -1
        block.append(number)
        if number >= 0:
            entering[number].append((edge, places[number][end], places[number][other]))
    own = np.array([len(block) for block in blocks], np.int64)
    width = np.array([len(front) for front in fronts], np.int64)
    return Blocks(
        rank=rank.astype(np.int32),
        home=np.array(home, np.int32),
        block=np.array(block, np.int32),
        own=own.astype(np.int32),
        above=np.array(above, np.int32),
        below_offsets=_offsets([len(entries) for entries in below]),
        below=np.array([number for entries in below for number in entries], np.int32),
        member_offsets=_offsets(width),
        members=np.array([node for front in fronts for node in front], np.int32),
        places=np.array([index for front in upward for index in front], np.int32),
        factor_offsets=_offsets(own * width),
        rest_offsets=_offsets((width - own - 2) * (width - own)),
        enter_offsets=_offsets([len(entries) for entries in entering]),
        entering=np.array([each for entries in entering for each in entries], np.int32).reshape(-1, 3),
    )


def _offsets(sizes: "NDArray[np.int64] | list[int]") -> Offsets:
    return np.array([0, *accumulate(int(size) for size in sizes)], np.int64)
