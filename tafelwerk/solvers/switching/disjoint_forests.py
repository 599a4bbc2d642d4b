"""Two disjoint forests of a graph, together of maximal size; dependences between edges; connected components.

An array of parents, int32, shape (nodes,), holds the components as trees: the entry of a representative is negative, that of any
other node is its parent.

Source: R. E. Tarjan, J. van Leeuwen, Worst-case analysis of set union algorithms, Journal of the ACM 31, 1984.

With M the matroid of forests, the sets of edges that two forests can divide are the independent sets of the union M v M, a
matroid as well. A base of it grows edge by edge. A new edge x goes into a forest in which it closes no cycle, or replaces an edge
on the cycle, which then looks for a place in the other forest. Breadth-first search finds the shortest such chain of exchanges,
which leaves two forests. If no chain ends, the edges visited together with x are x's fundamental circuit in the union: the
smallest set through x that two forests cannot divide. The visited edges are two spanning trees on the same nodes; an edge between
any two of these nodes will never fit either, so they count as one from then on.

A search is cheap since the visited edges form one tree in each forest: with both forests rooted in one node of x, a path is
followed only up to the part visited before.

Source: J. Roskind and R. E. Tarjan, A note on finding minimum-cost edge-disjoint spanning trees, Mathematics of Operations
Research 10, 1985; J. Edmonds, Minimum partition of a matroid into independent subsets, J. Res. NBS 69B, 1965.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.switching_graph import A, B

Numbers = NDArray[np.int32]
States = NDArray[np.int8]
Words = NDArray[np.int64]


@kernel
def root(parents: Numbers, node: int) -> int:
    """Representative of a node's component; halves the path to it."""
    while parents[node] >= 0:
        if parents[parents[node]] >= 0:
            parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel
def link(ends: Numbers, states: States, either: int, other: int, parents: Numbers) -> None:
    """Fill parents with the components under the edges of two states, each represented by its smallest node."""
    for node in range(len(parents)):
        parents[node] = -1
    for edge in range(len(states)):
        if states[edge] == either or states[edge] == other:
            first, second = root(parents, ends[edge, 0]), root(parents, ends[edge, 1])
            if first != second:
                parents[max(first, second)] = min(first, second)


@kernel
def is_joined(ends: Numbers, states: States, either: int, other: int, parents: Numbers) -> bool:
    """Whether edges of two states join A and B; `parents` is scratch."""
    link(ends, states, either, other, parents)
    return root(parents, A) == root(parents, B)


@kernel
def joined_sets(ends: Numbers, sets: Words, reached: Words) -> int:
    """The sets of edges that join A and B, as bits.

    Args:
        ends: int32, shape (edges, 2).
        sets: int64, shape (edges,) or longer: the sets that contain each edge, as bits.
        reached: int64, shape (nodes,) or longer: scratch.
    """
    reached[:] = 0
    reached[A] = -1
    changed = 1
    while changed != 0:
        changed = 0
        for edge in range(len(ends)):
            first, second = ends[edge, 0], ends[edge, 1]
            through = (reached[first] ^ reached[second]) & sets[edge]
            reached[first] |= through
            reached[second] |= through
            changed |= through
    return int(reached[B])


@kernel
def label(ends: Numbers, states: States, colour: int, labels: Numbers) -> None:
    """Fill labels, int32, shape (nodes,): smallest node that edges of one state join each node to."""
    link(ends, states, colour, colour, labels)
    for node in range(len(labels)):
        # a smaller node's label is final
        labels[node] = node if labels[node] < 0 else labels[labels[node]]


Flags = NDArray[np.bool_]
Bytes = NDArray[np.int8]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ForestPair:
    """Two disjoint forests of a graph, together of maximal size, then with up to two new edges A-B.

    Attributes:
        nodes: number of nodes.
        ends: int32, shape (edges + 2, 2): the two nodes of each edge; the last two are new and join A and B.
        forest: int8, shape (edges + 2,): 1 or 2, the forest that contains each edge, 0 for neither.
        fitting: number of the new edges that fit, by which they raise the rank of the union.
        in_circuit: bool, shape (edges,): whether a circuit of the union, without the new edges, contains the edge: removing it
            does not lower the rank.
        bound: bool, shape (edges,): the other edges in the fundamental circuit of the first new edge that does not fit; none if
            both fit.
    """

    nodes: int
    ends: Ints
    forest: Bytes
    fitting: int
    in_circuit: Flags
    bound: Flags

    @property
    def edges(self) -> int:
        """Number of edges without the new ones."""
        return len(self.ends) - 2


class _Space(NamedTuple):
    """A growing pair of forests, and scratch arrays; n nodes, E edges including the new ones.

    Attributes:
        ends: int32, shape (E, 2).
        forest: int8, shape (E,): see `ForestPair`.
        groups: int32, shape (3, n): trees of the first forest, of the second, and nodes between which no edge will fit.
        above, upward: int32, shape (2, n): parent of each node in its tree, and the edge to it; -1 for a root.
        met: int32, shape (2, n): stamp of the last search that visited each node.
        row: int32, shape (n,). cause, queue: int32, shape (E,).
    """

    ends: Ints
    forest: Bytes
    groups: Ints
    above: Ints
    upward: Ints
    met: Ints
    row: Ints
    cause: Ints
    queue: Ints


def forest_pair(nodes: int, ends: Ints) -> ForestPair:
    """Two disjoint forests, together of maximal size.

    Args:
        nodes: number of nodes; A is node 0 and B node 1.
        ends: int32, shape (edges, 2): the two nodes of each edge; loops and parallel edges may occur.
    """
    every = np.concatenate([ends, np.full((2, 2), (A, B), np.int32)])
    edges = len(ends)
    in_circuit, bound = np.zeros((2, edges), np.bool_)
    groups, above, upward = (np.full((sides, nodes), -1, np.int32) for sides in (3, 2, 2))
    met, row, cause, queue = (np.zeros(shape, np.int32) for shape in ((2, nodes), nodes, edges + 2, edges + 2))
    space = _Space(every, np.zeros(edges + 2, np.int8), groups, above, upward, met, row, cause, queue)
    fitting = _pair_kernel(space, in_circuit, bound)
    return ForestPair(nodes, every, space.forest, int(fitting), in_circuit, bound)


def spanning_pair(pair: ForestPair) -> Flags:
    """The two forests extended to maximal forests, each with edges of the other; new edges are used if the forests hold them.

    Returns:
        bool, shape (2, edges + 2): the edges of each forest, with as few common edges as possible.
    """
    spanning = np.zeros((2, len(pair.ends)), np.bool_)
    _spanning_kernel(pair.ends, pair.forest, spanning, np.empty(pair.nodes, np.int32))
    return spanning


def torn_edges(pair: ForestPair, spanning: Flags, start: Flags) -> Flags:
    """Closure of `start`: an edge is torn if, in a forest that does not contain it, the path between its nodes is torn.

    Args:
        pair: the graph.
        spanning: bool, shape (2, edges + 2): maximal forests.
        start: bool, shape (edges + 2,): edges torn initially, new edges possibly among them.

    Returns:
        bool, shape (edges,).
    """
    torn = start.copy()
    _torn_kernel(pair.ends, spanning, torn, np.empty(pair.nodes, np.int32))
    return torn[: pair.edges]


@kernel
def _join(groups: Ints, one: int, other: int) -> int:
    """Merge the groups of two nodes; returns the given node of the smaller one, -1 if they were the same."""
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
def _make_root(space: _Space, side: int, node: int) -> None:
    """Make a node the root of its tree."""
    above, upward = space.above[side], space.upward[side]
    parent, edge = above[node], upward[node]
    above[node], upward[node] = -1, -1
    while parent >= 0:
        next_parent, next_edge = above[parent], upward[parent]
        above[parent], upward[parent] = node, edge
        node, parent, edge = parent, next_parent, next_edge


@kernel
def _hang(space: _Space, side: int, edge: int, node: int) -> None:
    """Attach the tree of one node of an edge to the other node."""
    _make_root(space, side, node)
    space.above[side, node] = space.ends[edge, 0] + space.ends[edge, 1] - node
    space.upward[side, node] = edge


@kernel
def _search(space: _Space, new: int, stamp: int) -> tuple[int, int, int]:
    """Search for a chain of exchanges that makes room for an edge in neither forest.

    Returns:
        The last edge of the chain, or -1; the forest that takes it; the number of edges in the queue: the new edge, then those
        visited. The visited nodes get the stamp.
    """
    ends, queue = space.ends, space.queue
    start = int(ends[new, 0])
    for side in range(2):
        _make_root(space, side, start)
        space.met[side, start] = stamp
    queue[0] = new
    head, tail = 0, 1
    while head < tail:
        edge = queue[head]
        head += 1
        for side in range(2):
            if space.forest[edge] == side + 1:
                continue
            met, groups = space.met[side], space.groups[side]
            node = ends[edge, 0]  # one of its nodes is visited: edges of a path are visited from the root outwards
            if met[node] == stamp:
                node = ends[edge, 1]
            if root(groups, node) != root(groups, start):
                return edge, side + 1, tail
            steps = 0
            while met[node] != stamp:
                met[node] = stamp
                space.row[steps] = space.upward[side, node]
                steps += 1
                node = space.above[side, node]
            while steps > 0:
                steps -= 1
                space.cause[space.row[steps]] = edge
                queue[tail] = space.row[steps]
                tail += 1
    return -1, 0, tail


@kernel
def _exchange(space: _Space, edge: int, into: int) -> None:
    """Carry out a chain of exchanges from its end: only there two trees become one."""
    ends, forest = space.ends, space.forest
    node = _join(space.groups[into - 1], ends[edge, 0], ends[edge, 1])
    while True:
        left = forest[edge]
        if left != 0:
            low = ends[edge, 0] if space.upward[left - 1, ends[edge, 0]] == edge else ends[edge, 1]
            space.above[left - 1, low], space.upward[left - 1, low] = -1, -1
        forest[edge] = into
        _hang(space, into - 1, edge, node)
        if left == 0:
            return
        into = left
        edge = space.cause[edge]
        node = ends[edge, 0]


@kernel
def _pair_kernel(space: _Space, in_circuit: Flags, bound: Flags) -> int:
    """Fill forest, in_circuit and bound, initially zero; returns the number of the two new edges that fit."""
    ends, forest, groups = space.ends, space.forest, space.groups
    edges = len(in_circuit)
    for edge in range(edges):
        for side in range(2):
            node = _join(groups[side], ends[edge, 0], ends[edge, 1])
            if node >= 0:
                forest[edge] = side + 1
                _hang(space, side, edge, node)
                break
    fitting = 0
    for new in range(edges + 2):
        if forest[new] != 0:
            continue
        if new < edges and root(groups[2], ends[new, 0]) == root(groups[2], ends[new, 1]):
            in_circuit[new] = True
            continue
        last, into, count = _search(space, new, new + 1)
        if last >= 0:
            _exchange(space, last, into)
            fitting += new >= edges
            continue
        for number in range(count):
            edge = space.queue[number]
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
    """Fill spanning, initially False."""
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
    """Extend `torn` until it is closed."""
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
