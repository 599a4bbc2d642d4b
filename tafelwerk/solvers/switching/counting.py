"""Heuristics that count: missing edges, and shortest paths.

Short lacks the fewest free edges that would join A and B: a shortest path in which marked edges have length 0. Cut lacks the
fewest free edges whose deletion would separate them: as many as there are paths without a common free edge (Menger). In a planar
graph these are shortest paths of the dual. The value of a position is what the rival lacks minus what the player lacks; the value
of a won game is the number of edges plus one.

k-best search examines only the best edges, by the value of the position after each, ties in the order of their numbers, and takes
the minimax value at a given depth. At depth 1 over all edges it is the heuristic itself.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.5, which names Sameith's program
for the game Connections: missing edges counted, with k-best alpha-beta search.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, contract
from tafelwerk.solvers.switching.positions import Positions, read_states

States = NDArray[np.int8]
Numbers = NDArray[np.int32]
Values = NDArray[np.int32]


def shortest_path_counts(graph: Graph, states: States) -> dict[int, int]:
    """Number of shortest paths between A and B through each free edge, with marked edges contracted; the game is open."""
    left = contract(graph, states)
    ends: list[list[int]] = left.ends.tolist()
    around: list[list[int]] = [[] for _ in range(left.nodes)]
    for one, other in ends:
        if one != other:
            around[one].append(other)
            around[other].append(one)
    (far_a, paths_a), (far_b, paths_b) = (_paths(around, end) for end in (A, B))
    shortest = far_a[B]

    def through(one: int, other: int) -> int:
        # an unreachable node has no path
        return paths_a[one] * paths_b[other] if far_a[one] + 1 + far_b[other] == shortest else 0

    counts = (through(one, other) + through(other, one) for one, other in ends)
    return dict(zip(left.edges.tolist(), counts, strict=True))


def _paths(around: list[list[int]], start: int) -> tuple[list[int], list[int]]:
    """Lengths and numbers of shortest paths from a node."""
    length, count = [len(around)] * len(around), [0] * len(around)
    length[start], count[start] = 0, 1
    todo = [start]
    for node in todo:
        for other in around[node]:
            if length[other] == len(around):
                length[other] = length[node] + 1
                todo.append(other)
            if length[other] == length[node] + 1:
                count[other] += count[node]
    return length, count


def edge_values(graph: Graph, states: States, player: Player) -> dict[int, int]:
    """Value, for the player who takes it, of the position after each free edge.

    Args:
        graph: the graph.
        states: int8, shape (edges,): states of an open position.
        player: player to move.
    """
    values = np.empty(graph.edges, np.int32)
    _fill_values(graph.ends, states.copy(), player.colour, _make_space(graph), values)
    return {edge: int(values[edge]) for edge in np.flatnonzero(states == FREE).tolist()}


def k_best(graph: Graph, states: States, player: Player, width: int, depth: int) -> list[int]:
    """The best edges by minimax to depth `depth` over the `width` best edges in every position, ascending.

    Args:
        graph, states, player: see `edge_values`.
        width, depth: 1 or more.
    """
    found: dict[int, int] = {}
    for edge, value in _ranked(graph, states, player, width):
        # values as good as the best so far are found exactly
        floor = max(found.values(), default=-_infinite(graph)) - 1
        found[edge] = _searched(graph, states, player, (edge, value), width, depth, floor, _infinite(graph))
    most = max(found.values())
    return sorted(edge for edge, value in found.items() if value == most)


def _infinite(graph: Graph) -> int:
    """A number larger than the value of any position."""
    return graph.edges + 2


def _ranked(graph: Graph, states: States, player: Player, width: int) -> list[tuple[int, int]]:
    """The best edges and their values."""
    values = edge_values(graph, states, player)
    return sorted(values.items(), key=lambda item: (-item[1], item[0]))[:width]


def _searched(
    graph: Graph, states: States, player: Player, move: tuple[int, int], width: int, depth: int, low: int, high: int
) -> int:
    """Value of a move by alpha-beta search: exact between low and high, otherwise a bound."""
    edge, value = move
    if depth == 1 or abs(value) > graph.edges:
        return value
    after = states.copy()
    after[edge] = player.colour
    best = -_infinite(graph)
    for further in _ranked(graph, after, player.rival, width):
        best = max(best, _searched(graph, after, player.rival, further, width, depth - 1, max(-high, best), -low))
        if best >= -low:
            break
    return -best


def k_best_shares(positions: Positions, width: int, depth: int) -> NDArray[np.int64]:
    """Choices of k-best search in every position: int64, shape (game edges,), 1 if an edge is among the best, otherwise 0."""
    game, values = positions.game, position_values(positions)
    is_open = np.diff(game.offsets) > 0
    begin, degree = game.offsets[:-1][is_open], np.diff(game.offsets)[is_open]
    owners = np.repeat(np.arange(game.positions), np.diff(game.offsets))
    rated = -values[game.successors]
    order = np.lexsort((game.labels, -rated, owners))
    rank = np.empty(game.edges, np.int64)
    rank[order] = np.arange(game.edges) - np.repeat(begin, degree)
    for _ in range(depth - 1):
        best = values.copy()
        best[is_open] = np.maximum.reduceat(np.where(rank < width, rated, -1000), begin)
        rated = -best[game.successors]
    kept = np.where(rank < width, rated, -1000)
    shares: NDArray[np.int64] = (kept == np.repeat(np.maximum.reduceat(kept, begin), degree)).astype(np.int64)
    return shares


def position_values(positions: Positions) -> Values:
    """Value of every position for the player to move: int32, shape (n,)."""
    graph, found = positions.graph, np.empty(positions.game.positions, np.int32)
    states = np.empty(graph.edges, np.int8)
    _fill_positions(graph.ends, positions.keys, positions.to_move, states, _make_space(graph), found)
    return found


class _Space(NamedTuple):
    """Scratch arrays: flow, int32, shape (edges,); length and came, int32, shape (nodes,)."""

    flow: Numbers
    length: Numbers
    came: Numbers


def _make_space(graph: Graph) -> _Space:
    return _Space(np.empty(graph.edges, np.int32), *np.empty((2, graph.nodes), np.int32))


@kernel
def _short_lacks(ends: Numbers, states: States, length: Numbers) -> int:
    """The fewest free edges that would join A and B; more than all edges if none would."""
    far = len(states) + 1
    length[:] = far
    length[A] = 0
    changed = True
    while changed:
        changed = False
        for edge in range(len(states)):
            if states[edge] != DELETED:
                one, other = ends[edge, 0], ends[edge, 1]
                step = 1 if states[edge] == FREE else 0
                if length[one] + step < length[other]:
                    length[other] = length[one] + step
                    changed = True
                elif length[other] + step < length[one]:
                    length[one] = length[other] + step
                    changed = True
    return int(length[B])


@kernel
def _cut_lacks(ends: Numbers, states: States, flow: Numbers, came: Numbers) -> int:
    """The fewest free edges whose deletion would separate A and B, which marked edges do not join. Paths are added one by one,
    each through edges without flow in its direction."""
    flow[:] = 0
    total = 0
    while True:
        came[:] = -1
        came[A] = len(states)
        changed = True
        while changed and came[B] < 0:
            changed = False
            for edge in range(len(states)):
                if states[edge] == DELETED:
                    continue
                one, other = ends[edge, 0], ends[edge, 1]
                is_marked = states[edge] == MARKED
                if came[one] >= 0 and came[other] < 0 and (is_marked or flow[edge] < 1):
                    came[other] = edge
                    changed = True
                elif came[other] >= 0 and came[one] < 0 and (is_marked or flow[edge] > -1):
                    came[one] = edge
                    changed = True
        if came[B] < 0:
            return total
        total += 1
        node = B
        while node != A:
            edge = came[node]
            # the path runs towards the node
            flow[edge] += 1 if ends[edge, 1] == node else -1
            node = ends[edge, 0] + ends[edge, 1] - node


@kernel
def _worth(ends: Numbers, states: States, colour: int, space: _Space) -> int:
    """Value of a position for the player of a colour."""
    won = len(states) + 1
    short = _short_lacks(ends, states, space.length)
    if short == 0 or short == won:
        worth = won if short == 0 else -won
    else:
        worth = _cut_lacks(ends, states, space.flow, space.came) - short
    return worth if colour == MARKED else -worth


@kernel
def _fill_values(ends: Numbers, states: States, colour: int, space: _Space, values: Values) -> None:
    """Fill values of the position after each free edge, for the player of a colour, who takes it."""
    for edge in range(len(states)):
        if states[edge] == FREE:
            states[edge] = colour
            values[edge] = _worth(ends, states, colour, space)
            states[edge] = FREE


@kernel
def _fill_positions(
    ends: Numbers, keys: Numbers, to_move: States, states: States, space: _Space, values: Values
) -> None:
    """Fill the values of all positions for the player to move."""
    for number in range(len(keys)):
        read_states(int(keys[number]), states)
        values[number] = _worth(ends, states, int(to_move[number]), space)
