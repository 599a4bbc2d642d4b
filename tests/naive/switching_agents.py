"""Agents of the switching game and the outcome of two of them, in fractions, position after position. To be believed at sight."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st
from naive import switching_counting as counting
from naive.selection import law
from naive.switching import Minimax, States, positions, successors, winner
from naive.switching_heuristic import drops, merged_nodes

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.switching.switching_graph import FREE, A, B, Graph, Player

Row = dict[int, Fraction]
Values = Mapping[int, Fraction | int]
Agent = Callable[[States, Player], Row]


def graphs(most_nodes: int, most_edges: int) -> st.SearchStrategy[Graph]:
    """Graphs with loops and parallel edges."""
    return positions(most_nodes, most_edges).map(lambda position: position[0])


def free_edges(states: States) -> list[int]:
    """Edges that may be taken."""
    return [edge for edge, state in enumerate(states) if state == FREE]


def evenly(edges: list[int]) -> Row:
    """All with the same chance."""
    return {edge: Fraction(1, len(edges)) for edge in edges}


def by_weight(weights: Values) -> Row:
    """In proportion to weights."""
    total = Fraction(sum(weights.values()))
    return {edge: weight / total for edge, weight in weights.items()}


def greatest(values: Values) -> Row:
    """Evenly among the greatest."""
    return evenly([edge for edge, value in values.items() if value == max(values.values())])


def by_drops(drops_of: Callable[[States], Values], exponent: int | None) -> Agent:
    """The greatest drop, or in proportion to a power of the drops."""

    def row(states: States, player: Player) -> Row:
        found = drops_of(states)
        if exponent is None:
            return greatest(found)
        return by_weight({edge: drop**exponent for edge, drop in found.items() if drop > 0})

    return row


def swept(graph: Graph, states: States, sweeps: int, omega: Fraction = Fraction(1)) -> dict[int, Fraction]:
    """Drops after Gauss-Seidel sweeps with over-relaxation, from 1/2."""
    return swept_from(graph, states, sweeps, omega, [Fraction(1, 2)] * graph.nodes)[0]


def swept_from(
    graph: Graph, states: States, sweeps: int, omega: Fraction, start: Sequence[Fraction]
) -> tuple[dict[int, Fraction], list[Fraction]]:
    """Drops after sweeps, and the potentials that they end with."""
    group, ends = merged_nodes(graph, states), graph.ends.tolist()
    potential = [*start]
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


def monte_carlo_agent(graph: Graph, playouts: int) -> Agent:
    """The most wins in a number of random playouts per edge."""
    even = agent_of(graph, "random")
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


def agent_of(graph: Graph, name: str) -> Agent:
    """The agent of a name, one of whose temperatures is 1 / a whole number, 0 or infinite."""
    agent = parse_agent(name)
    exponent = int(1 / agent.temperature) if agent.temperature else None if agent.temperature == 0 else 0
    match agent.kind:
        case "perfect":
            game = Minimax(graph)
            return lambda states, player: evenly(list(game.moves(states, player)) or free_edges(states))
        case "heuristic":
            return by_drops(lambda states: drops(graph, states), exponent)
        case "gauss-seidel":
            return by_drops(lambda states: swept(graph, states, agent.sweeps, agent.omega), exponent)
        case "shortest-path":
            return by_drops(lambda states: counting.shortest_paths(graph, states), exponent)
        case "edge-count" | "k-best" if exponent is None:
            # all edges, and no further
            width, depth = agent.width or graph.edges, agent.depth or 1
            return lambda states, player: greatest(counting.searched(graph, states, player, width, depth))
        case "mc":
            assert agent.playouts is not None
            return monte_carlo_agent(graph, agent.playouts)
    return lambda states, player: evenly(free_edges(states))


NAMES = (
    *("random", "perfect", "heuristic", "edge-count", "edge-count:inf"),
    *(f"temperature:{heat}" for heat in ("inf", "1", "0.5", "1/3", "0.1")),
    *(f"gauss-seidel:{sweeps}" for sweeps in (1, 2, 3, 8, 30)),
    *(f"gauss-seidel:{sweeps}" for sweeps in ("2:0.5", "1:inf", "2:0:1.5", "5:0:1.7", "3:0.5:0.5", "4:inf:5/3")),
    *(f"shortest-path{heat}" for heat in ("", ":0.5", ":inf")),
    *(f"k-best:{sizes}" for sizes in ("2:1", "3:2", "2:4")),
    *(f"mc:{playouts}" for playouts in (1, 2, 3)),
)
