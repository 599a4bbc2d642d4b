"""Two disjoint forests of a graph, together as large as can be, and what hangs on their edges.

With M the matroid of forests, the sets of edges that two forests can share out are the independent sets of the union M v M, a
matroid as well. A base of it grows edge by edge: a new edge x goes into a forest where it closes no cycle, or takes the
place of an edge on the cycle, which then looks for a place in the other forest. Breadth-first, the shortest such chain of
exchanges leaves two forests. Where no chain ends, the edges met together with x are a circuit of the union, x's fundamental
one: the smallest set through x that two forests cannot share out. What was met are two spanning trees of the same nodes; an
edge between any two of these will never fit either, so they count as one from then on.

A search is cheap since the edges met make up one tree in each forest: with both forests rooted in one end of x, a path is
followed only up to what was met before.

Source: J. Roskind and R. E. Tarjan, A note on finding minimum-cost edge-disjoint spanning trees, Mathematics of Operations
Research 10, 1985; J. Edmonds, Minimum partition of a matroid into independent subsets, J. Res. NBS 69B, 1965.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.components import root
from tafelwerk.solvers.switching.graph import A, B

Flags = NDArray[np.bool_]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ForestPair:
    """Two disjoint forests of a graph, together as large as can be, then with up to two new edges A-B.

    Attributes:
        nodes: how many.
        ends: int32, shape (edges + 2, 2): nodes that an edge joins; the last two are new and join A and B.
        forest: int8, shape (edges + 2,): 1 or 2, the forest that holds an edge, 0 for neither.
        fitting: how many of the new edges found a place: by so many they raise the rank of the union.
        in_circuit: bool, shape (edges,): whether a circuit of the union, without the new edges, holds the edge: taken out, it
            does not lower the rank.
        bound: bool, shape (edges,): the other edges in the fundamental circuit of the first new edge that does not fit, none
            where both do.
    """

    nodes: int
    ends: Ints
    forest: Bytes
    fitting: int
    in_circuit: Flags
    bound: Flags

    @property
    def edges(self) -> int:
        """How many edges there are besides the new ones."""
        return len(self.ends) - 2


def forest_pair(nodes: int, ends: Ints) -> ForestPair:
    """Two disjoint forests, together as large as can be.

    Args:
        nodes: how many; A is node 0 and B node 1.
        ends: int32, shape (edges, 2): the nodes that an edge joins; loops and parallel edges may occur.
    """
    every = np.concatenate([ends, np.full((2, 2), (A, B), np.int32)])
    edges = len(ends)
    forest, in_circuit, bound = np.zeros(edges + 2, np.int8), np.zeros(edges, np.bool_), np.zeros(edges, np.bool_)
    groups, above, upward = (np.full((sides, nodes), -1, np.int32) for sides in (3, 2, 2))
    met, row, cause, queue = (np.zeros(shape, np.int32) for shape in ((2, nodes), nodes, edges + 2, edges + 2))
    fitting = _pair_kernel(every, forest, in_circuit, bound, groups, above, upward, met, row, cause, queue)
    return ForestPair(nodes, every, forest, int(fitting), in_circuit, bound)


def spanning_pair(pair: ForestPair) -> Flags:
    """The two forests made maximal, each with edges of the other; new edges are taken where the forests hold them.

    Returns:
        bool, shape (2, edges + 2): the edges of either; in common they have as few as can be.
    """
    spanning = np.zeros((2, len(pair.ends)), np.bool_)
    _spanning_kernel(pair.ends, pair.forest, spanning, np.empty(pair.nodes, np.int32))
    return spanning


def torn_edges(pair: ForestPair, spanning: Flags, start: Flags) -> Flags:
    """What is torn where edges are torn out of two maximal forests: an edge is, when in one of the forests that do not hold
    it the path between its ends is torn.

    Args:
        pair: the graph.
        spanning: bool, shape (2, edges + 2): maximal forests.
        start: bool, shape (edges + 2,): edges torn to begin with, new ones among them or not.

    Returns:
        bool, shape (edges,).
    """
    torn = start.copy()
    _torn_kernel(pair.ends, spanning, torn, np.empty(pair.nodes, np.int32))
    return torn[: pair.edges]


@kernel
def _join(groups: Ints, one: int, other: int) -> int:
    """Make one group of two nodes' groups; returns the node of the smaller one, -1 if they were one."""
    large, small = root(groups, one), root(groups, other)
    if large == small:
        return -1
    if groups[large] > groups[small]:
        large, small = small, large
        other = one
    groups[large] += groups[small]
    groups[small] = large
    return other


@kernel
def _make_root(above: Ints, upward: Ints, node: int) -> None:
    """Root a node's tree in it."""
    parent, edge = above[node], upward[node]
    above[node], upward[node] = -1, -1
    while parent >= 0:
        next_parent, next_edge = above[parent], upward[parent]
        above[parent], upward[parent] = node, edge
        node, parent, edge = parent, next_parent, next_edge


@kernel
def _hang(above: Ints, upward: Ints, ends: Ints, edge: int, node: int) -> None:
    """Hang the tree of one end of an edge on the other end."""
    _make_root(above, upward, node)
    above[node] = ends[edge, 0] + ends[edge, 1] - node
    upward[node] = edge


@kernel
def _search_kernel(
    new: int,
    stamp: int,
    ends: Ints,
    forest: Bytes,
    groups: Ints,
    above: Ints,
    upward: Ints,
    met: Ints,
    row: Ints,
    cause: Ints,
    queue: Ints,
) -> tuple[int, int, int]:
    """Look for a chain of exchanges that makes place for an edge in neither forest.

    Returns the edge at the chain's end, -1 for none, the forest that takes it, and how many edges the queue holds: the new
    edge, then those met. The nodes met get the stamp.
    """
    start = ends[new, 0]
    for side in range(2):
        _make_root(above[side], upward[side], start)
        met[side, start] = stamp
    queue[0] = new
    head, tail = 0, 1
    while head < tail:
        edge = queue[head]
        head += 1
        for side in range(2):
            if forest[edge] == side + 1:
                continue
            node = ends[edge, 0]  # one of the ends is met: edges of a path are met from the root outwards
            if met[side, node] == stamp:
                node = ends[edge, 1]
            if root(groups[side], node) != root(groups[side], start):
                return edge, side + 1, tail
            steps = 0
            while met[side, node] != stamp:
                met[side, node] = stamp
                row[steps] = upward[side, node]
                steps += 1
                node = above[side, node]
            while steps > 0:
                steps -= 1
                cause[row[steps]] = edge
                queue[tail] = row[steps]
                tail += 1
    return -1, 0, tail


@kernel
def _exchange_kernel(
    edge: int, into: int, ends: Ints, forest: Bytes, groups: Ints, above: Ints, upward: Ints, cause: Ints
) -> None:
    """Carry out a chain of exchanges from its end: only there two trees become one."""
    node = _join(groups[into - 1], ends[edge, 0], ends[edge, 1])
    while True:
        left = forest[edge]
        if left != 0:
            low = ends[edge, 0] if upward[left - 1, ends[edge, 0]] == edge else ends[edge, 1]
            above[left - 1, low], upward[left - 1, low] = -1, -1
        forest[edge] = into
        _hang(above[into - 1], upward[into - 1], ends, edge, node)
        if left == 0:
            return
        into = left
        edge = cause[edge]
        node = ends[edge, 0]


@kernel
def _pair_kernel(
    ends: Ints,
    forest: Bytes,
    in_circuit: Flags,
    bound: Flags,
    groups: Ints,
    above: Ints,
    upward: Ints,
    met: Ints,
    row: Ints,
    cause: Ints,
    queue: Ints,
) -> int:
    """Fill forest, in_circuit and bound, zeros before; returns how many of the two new edges fit.

    Groups are the trees of the first forest, of the second, and nodes between which no edge will fit; -1 everywhere before,
    above and upward as well.
    """
    edges = in_circuit.shape[0]
    for edge in range(edges):
        for side in range(2):
            node = _join(groups[side], ends[edge, 0], ends[edge, 1])
            if node >= 0:
                forest[edge] = side + 1
                _hang(above[side], upward[side], ends, edge, node)
                break
    fitting = 0
    for new in range(edges + 2):
        if forest[new] != 0:
            continue
        if new < edges and root(groups[2], ends[new, 0]) == root(groups[2], ends[new, 1]):
            in_circuit[new] = True
            continue
        last, into, count = _search_kernel(new, new + 1, ends, forest, groups, above, upward, met, row, cause, queue)
        if last >= 0:
            _exchange_kernel(last, into, ends, forest, groups, above, upward, cause)
            fitting += new >= edges
            continue
        for place in range(count):
            edge = queue[place]
            if new < edges:
                in_circuit[edge] = True
                _join(groups[2], ends[edge, 0], ends[edge, 1])
            elif edge < edges:
                bound[edge] = True
        if new >= edges:
            break
    return fitting


@kernel
def _spanning_kernel(ends: Ints, forest: Bytes, spanning: Flags, groups: Ints) -> None:
    """Fill spanning, False before."""
    edges = ends.shape[0] - 2
    for side in range(2):
        for node in range(groups.shape[0]):
            groups[node] = -1
        for edge in range(edges + 2):
            if forest[edge] == side + 1:
                spanning[side, edge] = True
                _join(groups, ends[edge, 0], ends[edge, 1])
        for edge in range(edges):
            if _join(groups, ends[edge, 0], ends[edge, 1]) >= 0:
                spanning[side, edge] = True


@kernel
def _torn_kernel(ends: Ints, spanning: Flags, torn: Flags, groups: Ints) -> None:
    """Spread torn until nothing more tears."""
    quiet, side = 0, 0
    while quiet < 2:
        quiet += 1
        for node in range(groups.shape[0]):
            groups[node] = -1
        for edge in range(ends.shape[0]):
            if spanning[side, edge] and not torn[edge]:
                _join(groups, ends[edge, 0], ends[edge, 1])
        for edge in range(ends.shape[0] - 2):
            if spanning[side, edge] or torn[edge]:
                continue
            if root(groups, ends[edge, 0]) != root(groups, ends[edge, 1]):
                torn[edge] = True
                quiet = 0
        side = 1 - side
