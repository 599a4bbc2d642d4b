"""Edges that players lack and shortest paths, by trying every set of edges and every path. To be believed at sight."""

from itertools import combinations

from naive.switching import States, successors, winner
from naive.switching_heuristic import merged_nodes

from tafelwerk.solvers.switching.switching_graph import FREE, A, B, Graph, Player


def lacked(graph: Graph, states: States, player: Player) -> int:
    """The fewest free edges with which the player has won."""
    free = [edge for edge, state in enumerate(states) if state == FREE]
    for count in range(len(free) + 1):
        for chosen in combinations(free, count):
            after = tuple(player.colour if edge in chosen else state for edge, state in enumerate(states))
            if winner(graph, after) is player:
                return count
    raise AssertionError("whoever takes all edges has won, or the other has")


def worth(graph: Graph, states: States, player: Player) -> int:
    """What a position is worth to a player."""
    won = winner(graph, states)
    if won is not None:
        return graph.edges + 1 if won is player else -graph.edges - 1
    return lacked(graph, states, player.rival) - lacked(graph, states, player)


def edge_values(graph: Graph, states: States, player: Player) -> dict[int, int]:
    """What the position after each free edge is worth to who takes it."""
    return {edge: worth(graph, after, player) for edge, after in successors(states, player)}


def searched(graph: Graph, states: States, player: Player, width: int, depth: int) -> dict[int, int]:
    """Minimax values of the best edges."""
    rated = edge_values(graph, states, player)
    after = dict(successors(states, player))
    found = {}
    for edge in sorted(rated, key=lambda edge: (-rated[edge], edge))[:width]:
        if depth == 1 or winner(graph, after[edge]) is not None:
            found[edge] = rated[edge]
        else:
            found[edge] = -max(searched(graph, after[edge], player.rival, width, depth - 1).values())
    return found


def shortest_paths(graph: Graph, states: States) -> dict[int, int]:
    """On how many shortest paths each free edge lies."""
    group, ends = merged_nodes(graph, states), graph.ends.tolist()
    paths: list[tuple[int, ...]] = []

    def walk(node: int, taken: tuple[int, ...], seen: frozenset[int]) -> None:
        if node == group[B]:
            paths.append(taken)
            return
        for edge, state in enumerate(states):
            pair = [group[end] for end in ends[edge]]
            if state == FREE and node in pair and pair[0] != pair[1]:
                other = sum(pair) - node
                if other not in seen:
                    walk(other, (*taken, edge), seen | {other})

    walk(group[A], (), frozenset({group[A]}))
    shortest = [path for path in paths if len(path) == min(map(len, paths))]
    return {edge: sum(edge in path for path in shortest) for edge, state in enumerate(states) if state == FREE}
