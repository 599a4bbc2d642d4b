"""Faces of a planar graph, and the dual of a switching game.

To form the dual game, add an edge A-B and take the dual graph: its nodes are the faces, every edge joins the faces beside it, and
A and B are those beside the new edge. An edge deleted here is marked there, so Cut plays here what Short plays there.

Each block (largest part without a cut node) is embedded by the method of Demoucron, Malgrange and Pertuiset. Starting from a
cycle, a path through a fragment is laid into a face that contains all nodes at which the fragment is attached. A fragment with
only one such face goes first; if a fragment has none, the graph is not planar. Blocks that share a node are laid into one face of
it, and so are loops.

An embedding is unique up to flipping parts that are attached at one or two nodes, and up to the face in which they lie. Here the
first possible face is used, with faces in the order in which they arise, fragments in the order of their first edges, and the new
edge first of all. Forests of the dual, and with them winners and potential differences, are the same for every choice.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.3; G. Demoucron, Y.
Malgrange, R. Pertuiset, Graphes planaires, Revue Française de Recherche Opérationnelle 8, 1964; J. Hopcroft, R. Tarjan,
Algorithm 447, Communications of the ACM 16, 1973 (blocks); H. Whitney, 2-isomorphic graphs, American Journal of Mathematics
55, 1933 (uniqueness).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from tafelwerk.errors import ContentError
from tafelwerk.solvers.switching.switching_graph import A, B, Graph, make_graph

MOST_DUAL_EDGES = 5000

Ends = Sequence[tuple[int, int]]
Face = list[int]
"""A closed walk of darts, the face on one side. Dart 2e runs along edge e from its first node to its second, dart 2e + 1 back."""


@dataclass(frozen=True, slots=True)
class _Fragment:
    """Connected edges not yet laid, the laid nodes that they touch, and the faces that contain all of these."""

    edges: tuple[int, ...]
    attached: frozenset[int]
    faces: set[int]


def dual(graph: Graph) -> Graph:
    """The graph of the dual game, edge by edge.

    A is the face beside the dart of the new edge from A to B, B the face beside the reverse dart. Other faces are numbered in the
    order in which edges touch them.

    Raises:
        ContentError: the graph with the edge A-B is not planar, or has more than MOST_DUAL_EDGES edges.

    >>> from tafelwerk.solvers.switching.switching_graph import make_graph
    >>> dual(make_graph(3, [(0, 2), (2, 1)])).ends.tolist()
    [[1, 0], [1, 0]]
    """
    if graph.edges > MOST_DUAL_EDGES:
        raise ContentError(f"a dual is computed for graphs with up to {MOST_DUAL_EDGES:,} edges, not {graph.edges:,}")
    ends = [(int(end), int(other)) for end, other in graph.ends]
    sides = faces(graph.nodes, [*ends, (A, B)])
    if sides is None and faces(graph.nodes, ends) is None:
        raise ContentError("the graph is not planar, so it has no dual")
    if sides is None:
        raise ContentError("with an edge A-B the graph is not planar: A and B lie on no common face, so it has no dual")
    number = {sides[-1][0]: A, sides[-1][1]: B}
    pairs = [(number.setdefault(end, len(number)), number.setdefault(other, len(number))) for end, other in sides[:-1]]
    return make_graph(len(number), pairs)


def faces(nodes: int, ends: Ends) -> list[tuple[int, int]] | None:
    """The faces beside the two darts of every edge; None if the graph is not planar.

    Args:
        nodes: number of nodes.
        ends: the two nodes of each edge; loops, parallel edges and unconnected parts may occur. The last edge is laid first.

    Returns:
        Numbers of faces, from 0.

    >>> faces(3, ((0, 2), (2, 1), (0, 1)))
    [(1, 0), (1, 0), (0, 1)]
    """
    side, at_node, count = [-1] * (2 * len(ends)), [-1] * nodes, 0
    for block, start in _blocks(nodes, ends):
        walks = _embedding(ends, block)
        if walks is None:
            return None
        # unconnected parts share face 0
        known = at_node[start] if at_node[start] >= 0 else 0 if count else -1
        shared = next(walk for walk in walks if any(_tail(ends, dart) == start for dart in walk))
        for walk in walks:
            face = known if walk is shared and known >= 0 else count
            count += face == count
            for dart in walk:
                side[dart], node = face, _tail(ends, dart)
                at_node[node] = face if at_node[node] < 0 else at_node[node]
    for edge, (end, other) in enumerate(ends):
        if end == other:
            count = max(count, 1)
            side[2 * edge], side[2 * edge + 1] = max(at_node[end], 0), count
            count += 1
    return list(zip(side[::2], side[1::2], strict=True))


def _tail(ends: Ends, dart: int) -> int:
    """Node at which a dart begins."""
    return ends[dart // 2][dart % 2]


def _back(way: Sequence[int]) -> list[int]:
    """The darts of a path in the reverse direction."""
    return [dart ^ 1 for dart in reversed(way)]


def _blocks(nodes: int, ends: Ends) -> Iterator[tuple[list[int], int]]:
    """Blocks, without loops: their edges, ascending, and a node shared with an earlier block, or any node if there is none.

    The block of the last edge comes first.
    """
    blocks = list(_block_edges(nodes, ends))
    inside = [sorted({node for edge in block for node in ends[edge]}) for block in blocks]
    of_node: list[list[int]] = [[] for _ in range(nodes)]
    for number, held in enumerate(inside):
        for node in held:
            of_node[node].append(number)
    order = sorted(range(len(blocks)), key=lambda number: (len(ends) - 1 not in blocks[number], blocks[number][0]))
    seen: set[int] = set()
    for first in order:
        todo = deque([(first, inside[first][0])] if first not in seen else [])
        seen.add(first)
        while todo:
            number, start = todo.popleft()
            yield blocks[number], start
            for node in inside[number]:
                further = [other for other in of_node[node] if other not in seen]
                seen.update(further)
                todo.extend((other, node) for other in further)


def _block_edges(nodes: int, ends: Ends) -> Iterator[list[int]]:
    """Edges of each block, ascending, by depth-first search: a block ends if nothing below reaches above its first node."""
    around: list[list[int]] = [[] for _ in range(nodes)]
    for edge, (end, other) in enumerate(ends):
        if end != other:
            around[end].append(edge)
            around[other].append(edge)
    depth, low, used = [-1] * nodes, [0] * nodes, [False] * len(ends)
    for root in range(nodes):
        if depth[root] >= 0:
            continue
        depth[root] = 0
        path, taken = [(root, iter(around[root]), 0)], list[int]()
        while path:
            node, untried, begin = path[-1]
            edge = next(untried, -1)
            if edge < 0:
                path.pop()
                above = path[-1][0] if path else root
                low[above] = min(low[above], low[node])
                if path and low[node] >= depth[above]:
                    yield sorted(taken[begin:])
                    del taken[begin:]
            elif not used[edge]:
                used[edge] = True
                other = sum(ends[edge]) - node
                if depth[other] < 0:
                    depth[other] = low[other] = depth[node] + 1
                    path.append((other, iter(around[other]), len(taken)))
                taken.append(edge)
                low[node] = min(low[node], depth[other])


def _embedding(ends: Ends, block: Sequence[int]) -> list[Face] | None:
    """The faces of a block; None if it is not planar."""
    first = block[-1]
    if len(block) == 1:
        return [[2 * first, 2 * first + 1]]
    end, other = ends[first]
    cycle = [2 * first, *_way(ends, block[:-1], other, {end}, {end, other})]
    walks = {0: cycle, 1: _back(cycle)}
    laid = {_tail(ends, dart) for dart in cycle}
    fragments = _fragments(ends, block, cycle, laid, {0: laid, 1: laid})
    while fragments:
        chosen = next((fragment for fragment in fragments if len(fragment.faces) < 2), fragments[0])
        if not chosen.faces:
            return None
        face, begin = min(chosen.faces), min(chosen.attached)
        way = _way(ends, chosen.edges, begin, chosen.attached - {begin}, laid)
        halves = _split(ends, walks.pop(face), way)
        new = dict(enumerate(halves, max(face, *walks, 0) + 1))
        walks |= new
        held = {half: {_tail(ends, dart) for dart in walk} for half, walk in new.items()}
        laid.update(*held.values())
        fragments = [fragment for fragment in fragments if fragment is not chosen]
        for fragment in fragments:
            if face in fragment.faces:
                fragment.faces.remove(face)
                fragment.faces.update(half for half, nodes in held.items() if fragment.attached <= nodes)
        # the remaining parts of the fragment touch the path's inner nodes, which belong to no other face
        fragments += _fragments(ends, chosen.edges, way, laid, held)
        fragments.sort(key=lambda fragment: fragment.edges[0])
    return list(walks.values())


def _split(ends: Ends, walk: Face, way: Sequence[int]) -> tuple[Face, Face]:
    """The two parts of a face that is divided by a path between two of its nodes."""
    index_of = {_tail(ends, dart): number for number, dart in enumerate(walk)}
    begin, end = index_of[_tail(ends, way[0])], index_of[_tail(ends, way[-1] ^ 1)]
    turned = walk[begin:] + walk[:begin]
    middle = (end - begin) % len(walk)
    return turned[:middle] + _back(way), [*turned[middle:], *way]


def _way(ends: Ends, edges: Iterable[int], begin: int, goal: Set[int], shut: Set[int]) -> list[int]:
    """Darts of a shortest path along given edges from a node to one in `goal`, through no node in `shut`."""
    darts: dict[int, list[int]] = {}
    for edge in edges:
        for dart in (2 * edge, 2 * edge + 1):
            darts.setdefault(_tail(ends, dart), []).append(dart)
    came: dict[int, int] = {}
    todo = deque([begin])
    while todo:
        node = todo.popleft()
        for dart in darts[node]:
            head = _tail(ends, dart ^ 1)
            if head in came or head == begin or (head in shut and head not in goal):
                continue
            came[head] = dart
            if head in goal:
                way = [dart]
                while _tail(ends, way[-1]) != begin:
                    way.append(came[_tail(ends, way[-1])])
                return way[::-1]
            todo.append(head)
    raise AssertionError("a block has two disjoint paths between any two nodes")


def _fragments(
    ends: Ends, edges: Iterable[int], way: Iterable[int], laid: Set[int], held: Mapping[int, Set[int]]
) -> list[_Fragment]:
    """Fragments of given edges without those of a path; laid nodes and the nodes of faces are given."""
    done = {dart // 2 for dart in way}
    remaining = [edge for edge in edges if edge not in done]
    around: dict[int, list[int]] = {}
    for edge in remaining:
        for node in ends[edge]:
            if node not in laid:
                around.setdefault(node, []).append(edge)
    fragments, seen = [], set[int]()
    for first in remaining:
        if first in seen:
            continue
        seen.add(first)
        together, attached = [first], set[int]()
        for edge in together:
            for node in ends[edge]:
                if node in laid:
                    attached.add(node)
                    continue
                further = [other for other in around.pop(node, ()) if other not in seen]
                seen.update(further)
                together += further
        faces = {face for face, nodes in held.items() if attached <= nodes}
        fragments.append(_Fragment(tuple(sorted(together)), frozenset(attached), faces))
    return fragments
