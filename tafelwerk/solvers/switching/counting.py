"""Heuristics that count: edges that a player lacks, and shortest paths.

Short lacks the fewest free edges that would join A and B, a shortest path in which marked edges have length 0. Cut lacks the
fewest free edges whose deletion would part them, as many as there are paths without a common free edge (Menger). In a planar
graph these are shortest paths of the dual. A position is worth what the rival lacks less what the player lacks; a game that is
won is worth one more than all edges.

k-best search looks at the best edges alone, by the value of the position after each, equal ones in the order of their numbers,
and takes the minimax value some moves deep. One move deep over all edges it is the heuristic itself.

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
    """On how many shortest paths between A and B each free edge lies, marked edges contracted; the game is open."""
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
        # a node out of reach has no path
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
    """What the position after each free edge is worth to the player who takes it.

    Args:
        graph: the graph.
        states: int8, shape (edges,): of an open position.
        player: to move.
    """
    values = np.empty(graph.edges, np.int32)
    _fill_values(graph.ends, states.copy(), player.colour, _make_space(graph), values)
    return {edge: int(values[edge]) for edge in np.flatnonzero(states == FREE).tolist()}


def k_best(graph: Graph, states: States, player: Player, width: int, depth: int) -> list[int]:
    """The best edges by minimax over the `width` best edges in every position, `depth` moves deep, ascending.

    Args:
        graph, states, player: as of `edge_values`.
        width, depth: 1 or more.
    """
    found: dict[int, int] = {}
    for edge, value in _ranked(graph, states, player, width):
        # what is as good as the best so far is found exactly
        floor = max(found.values(), default=-_infinite(graph)) - 1
        found[edge] = _searched(graph, states, player, (edge, value), width, depth, floor, _infinite(graph))
    most = max(found.values())
    return sorted(edge for edge, value in found.items() if value == most)


def _infinite(graph: Graph) -> int:
    """More than any position is worth."""
    return graph.edges + 2


def _ranked(graph: Graph, states: States, player: Player, width: int) -> list[tuple[int, int]]:
    """The best edges and their values."""
    values = edge_values(graph, states, player)
    return sorted(values.items(), key=lambda item: (-item[1], item[0]))[:width]


def _searched(
    graph: Graph, states: States, player: Player, move: tuple[int, int], width: int, depth: int, low: int, high: int
) -> int:
    """The value of a move by alpha-beta search: exact between low and high, else a bound."""
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
    """What k-best search does in every position: int64, shape (game edges,), 1 where an edge is among the best, else 0."""
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
    """What every position is worth to the player to move: int32, shape (n,)."""
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
    """The fewest free edges that would join A and B; a length of more than all edges where none do."""
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
    """The fewest free edges whose deletion would part A and B, which marked edges do not join: paths are added one by one, each
    through edges that have no flow in its direction."""
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
    """What a position is worth to the player of a colour."""
    won = len(states) + 1
    short = _short_lacks(ends, states, space.length)
    if short == 0 or short == won:
        worth = won if short == 0 else -won
    else:
        worth = _cut_lacks(ends, states, space.flow, space.came) - short
    return worth if colour == MARKED else -worth


@kernel
def _fill_values(ends: Numbers, states: States, colour: int, space: _Space, values: Values) -> None:
    """Fill what the position after each free edge is worth to the player of a colour, who takes it."""
    for edge in range(len(states)):
        if states[edge] == FREE:
            states[edge] = colour
            values[edge] = _worth(ends, states, colour, space)
            states[edge] = FREE


@kernel
def _fill_positions(
    ends: Numbers, keys: Numbers, to_move: States, states: States, space: _Space, values: Values
) -> None:
    """Fill what all positions are worth to the player to move."""
    for number in range(len(keys)):
        read_states(int(keys[number]), states)
        values[number] = _worth(ends, states, int(to_move[number]), space)
