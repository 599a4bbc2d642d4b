"""Agents of the switching game that proofs do not play, and sweeps, in fractions. To be believed at sight."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from hypothesis import strategies as st
from naive import switching_counting as counting
from naive.switching import States, positions
from naive.switching_heuristic import merged_nodes

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.switching.switching_graph import FREE, A, B, Graph, Player

Row = dict[int, Fraction]
Values = Mapping[int, Fraction | int]
Agent = Callable[[States, Player], Row]


def graphs(most_nodes: int, most_edges: int) -> st.SearchStrategy[Graph]:
    """Graphs with loops and parallel edges."""
    return positions(most_nodes, most_edges).map(lambda position: position[0])


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


def agent_of(graph: Graph, name: str) -> Agent | None:
    """The agent of a name, one of whose temperatures is 1 / a whole number, 0 or infinite; None if proofs play it."""
    agent = parse_agent(name)
    exponent = int(1 / agent.temperature) if agent.temperature else None if agent.temperature == 0 else 0
    if agent.kind == "shortest-path":
        return by_drops(lambda states: counting.shortest_paths(graph, states), exponent)
    if agent.kind not in ("edge-count", "k-best") or exponent is not None:
        return None
    # all edges, and no further
    width, depth = agent.width or graph.edges, agent.depth or 1
    return lambda states, player: greatest(counting.searched(graph, states, player, width, depth))
