"""Agents of the switching game and the outcome of two of them, in fractions, position after position. To be believed at sight."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st
from naive import switching_counting as counting
from naive.selection import law
from naive.switching import Minimax, States, positions, successors, winner
from naive.switching_heuristic import drops, merged_nodes

from tafelwerk.solvers.switching.switching_graph import FREE, A, B, Graph, Player

Row = dict[int, Fraction]
Agent = Callable[[States, Player], Row]


def graphs(most_nodes: int, most_edges: int) -> st.SearchStrategy[Graph]:
    """Graphs with loops and parallel edges."""
    return positions(most_nodes, most_edges).map(lambda position: position[0])


def evenly(edges: list[int]) -> Row:
    """All with the same chance."""
    return {edge: Fraction(1, len(edges)) for edge in edges}


def by_weight(weights: dict[int, Fraction]) -> Row:
    """In proportion to weights."""
    total = sum(weights.values())
    return {edge: weight / total for edge, weight in weights.items()}


def greatest(values: dict[int, Fraction]) -> Row:
    """Evenly among the greatest."""
    return evenly([edge for edge, value in values.items() if value == max(values.values())])


def random_agent(graph: Graph) -> Agent:
    """Evenly among free edges."""
    return lambda states, player: evenly([edge for edge, _ in successors(states, player)])


def perfect_agent(graph: Graph) -> Agent:
    """Evenly among winning moves."""
    game = Minimax(graph)
    return lambda states, player: evenly(
        list(game.moves(states, player)) or [edge for edge, _ in successors(states, player)]
    )


def by_drops(drops_of: Callable[[States], dict[int, Fraction]], exponent: int | None) -> Agent:
    """The greatest drop, or in proportion to a power of the drops."""

    def row(states: States, player: Player) -> Row:
        found = drops_of(states)
        if exponent is None:
            return greatest(found)
        return by_weight({edge: drop**exponent for edge, drop in found.items() if drop > 0})

    return row


def heuristic_agent(graph: Graph, exponent: int | None = None) -> Agent:
    """The heuristic, at temperature 1 / exponent."""
    return by_drops(lambda states: drops(graph, states), exponent)


def swept(
    graph: Graph,
    states: States,
    sweeps: int,
    omega: Fraction = Fraction(1),
    start: Sequence[float] | None = None,
) -> dict[int, Fraction]:
    """Drops after Gauss-Seidel sweeps with over-relaxation, from 1/2 or from others."""
    return swept_from(graph, states, sweeps, omega, start or [0.5] * graph.nodes)[0]


def swept_from(
    graph: Graph, states: States, sweeps: int, omega: Fraction, start: Sequence[float | Fraction]
) -> tuple[dict[int, Fraction], list[Fraction]]:
    """Drops after sweeps, and the potentials that they end with."""
    group, ends = merged_nodes(graph, states), graph.ends.tolist()
    potential = [*map(Fraction, start)]
    potential[A], potential[B] = Fraction(1), Fraction(0)
    for _ in range(sweeps):
        for node in range(2, graph.nodes):
            around = [
                potential[group[b if group[a] == node else a]]
                for (a, b), state in zip(ends, states, strict=True)
                if state == FREE and (group[a] == node) != (group[b] == node)
            ]
            if group[node] == node and around:
                mean = sum(around) / Fraction(len(around))
                potential[node] = (1 - omega) * potential[node] + omega * mean
    found = {
        edge: abs(potential[group[ends[edge][0]]] - potential[group[ends[edge][1]]])
        for edge, state in enumerate(states)
        if state == FREE
    }
    return found, potential


def swept_agent(graph: Graph, sweeps: int, exponent: int | None = None, omega: Fraction | int = 1) -> Agent:
    """The heuristic after a number of sweeps."""
    return by_drops(lambda states: swept(graph, states, sweeps, Fraction(omega)), exponent)


def path_agent(graph: Graph, exponent: int | None = None) -> Agent:
    """The edge on the most shortest paths."""
    return by_drops(
        lambda states: {edge: Fraction(paths) for edge, paths in counting.shortest_paths(graph, states).items()},
        exponent,
    )


def counting_agent(graph: Graph, width: int = 99, depth: int = 1) -> Agent:
    """Missing edges counted, after k-best search."""

    def row(states: States, player: Player) -> Row:
        found = counting.searched(graph, states, player, width, depth)
        return greatest({edge: Fraction(value) for edge, value in found.items()})

    return row


def monte_carlo_agent(graph: Graph, playouts: int) -> Agent:
    """The most wins in a number of random playouts per edge."""
    even = random_agent(graph)
    chance = cache(lambda states, player: short_wins(graph, even, even, states, player))

    def row(states: States, player: Player) -> Row:
        after = dict(successors(states, player))
        short = [chance(then, player.rival) for then in after.values()]
        wins = short if player is Player.SHORT else [1 - p for p in short]
        return dict(zip(after, law(wins, [1] * len(wins), playouts), strict=True))

    return row


def short_wins(graph: Graph, cut: Agent, short: Agent, states: States, to_move: Player) -> Fraction:
    """Short's chance to win."""
    known: dict[States, Fraction] = {}

    def chance(states: States, to_move: Player) -> Fraction:
        over = winner(graph, states)
        if over is not None:
            return Fraction(over is Player.SHORT)
        if states not in known:
            row = (cut if to_move is Player.CUT else short)(states, to_move)
            after = dict(successors(states, to_move))
            known[states] = sum((p * chance(after[edge], to_move.rival) for edge, p in row.items() if p), Fraction(0))
        return known[states]

    return chance(states, to_move)


AGENTS: dict[str, Callable[[Graph], Agent]] = {
    "random": random_agent,
    "perfect": perfect_agent,
    "heuristic": heuristic_agent,
    "temperature:inf": lambda graph: heuristic_agent(graph, 0),
    "temperature:1": lambda graph: heuristic_agent(graph, 1),
    "temperature:0.5": lambda graph: heuristic_agent(graph, 2),
    "temperature:1/3": lambda graph: heuristic_agent(graph, 3),
    "temperature:0.1": lambda graph: heuristic_agent(graph, 10),
    "gauss-seidel:1": lambda graph: swept_agent(graph, 1),
    "gauss-seidel:2": lambda graph: swept_agent(graph, 2),
    "gauss-seidel:3": lambda graph: swept_agent(graph, 3),
    "gauss-seidel:8": lambda graph: swept_agent(graph, 8),
    "gauss-seidel:30": lambda graph: swept_agent(graph, 30),
    "gauss-seidel:2:0.5": lambda graph: swept_agent(graph, 2, 2),
    "gauss-seidel:1:inf": lambda graph: swept_agent(graph, 1, 0),
    "gauss-seidel:2:0:1.5": lambda graph: swept_agent(graph, 2, None, Fraction(3, 2)),
    "gauss-seidel:5:0:1.7": lambda graph: swept_agent(graph, 5, None, Fraction(17, 10)),
    "gauss-seidel:3:0.5:0.5": lambda graph: swept_agent(graph, 3, 2, Fraction(1, 2)),
    "gauss-seidel:4:inf:5/3": lambda graph: swept_agent(graph, 4, 0, Fraction(5, 3)),
    "shortest-path": path_agent,
    "shortest-path:0.5": lambda graph: path_agent(graph, 2),
    "shortest-path:inf": lambda graph: path_agent(graph, 0),
    "edge-count": counting_agent,
    "edge-count:inf": random_agent,
    "k-best:2:1": lambda graph: counting_agent(graph, 2),
    "k-best:3:2": lambda graph: counting_agent(graph, 3, 2),
    "k-best:2:4": lambda graph: counting_agent(graph, 2, 4),
    "mc:1": lambda graph: monte_carlo_agent(graph, 1),
    "mc:2": lambda graph: monte_carlo_agent(graph, 2),
    "mc:3": lambda graph: monte_carlo_agent(graph, 3),
}
