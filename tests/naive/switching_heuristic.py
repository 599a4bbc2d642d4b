"""The resistor heuristic in fractions, by the book: Kirchhoff's equations for every node, every tie followed."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import prod

from flint import fmpq_mat
from hypothesis import strategies as st
from naive.switching import States, components, ends_of, positions, winner

from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, Player


def solve(rows: list[list[int]]) -> list[Fraction]:
    """Solution of linear equations; what they leave open is 0."""
    reduced, rank = fmpq_mat(rows).rref()
    solution = [Fraction(0)] * len(rows)
    for *row, value in reduced.tolist()[:rank]:
        solution[row.index(1)] = Fraction(int(value.p), int(value.q))
    return solution


def merged_nodes(graph: Graph, states: Sequence[int]) -> list[int]:
    """The smallest node that marked edges join each node to."""
    return components(graph.nodes, ends_of(graph, states, MARKED))[0]


def drops(graph: Graph, states: Sequence[int]) -> dict[int, Fraction]:
    """Of every free edge; parts without current included."""
    return weighted_drops(graph, states, [Fraction(1)] * graph.edges, None)


def weighted_drops(
    graph: Graph, states: Sequence[int], conductances: Sequence[Fraction], taken: tuple[Fraction, Fraction] | None
) -> dict[int, Fraction]:
    """Where edges have conductances; `taken`: those of deleted and marked edges where they are finite."""
    merged = merged_nodes(graph, states) if taken is None else list(range(graph.nodes))
    by_state = {DELETED: taken[0], MARKED: taken[1]} if taken else {DELETED: Fraction(0), MARKED: Fraction(0)}
    scale = prod({each.denominator for each in (*conductances, *by_state.values())})
    rows = [[0] * (graph.nodes + 1) for _ in range(graph.nodes)]
    for (one, other), state, own in zip(graph.ends.tolist(), states, conductances, strict=True):
        flow = int(by_state.get(state, own) * scale)
        for here, there in ((merged[one], merged[other]), (merged[other], merged[one])):
            if here not in (A, B) and here != there:
                rows[here][here] += flow
                rows[here][there] -= flow
    rows[A] = [int(node in (A, graph.nodes)) for node in range(graph.nodes + 1)]
    rows[B] = [int(node == B) for node in range(graph.nodes + 1)]
    potential = solve(rows)
    # a part out of reach keeps one free value, which all its nodes then have
    return {
        edge: abs(potential[merged[one]] - potential[merged[other]])
        for edge, (one, other) in enumerate(graph.ends.tolist())
        if states[edge] == FREE
    }


def greatest(graph: Graph, states: Sequence[int]) -> list[int]:
    """Edges with the greatest drop."""
    found = drops(graph, states)
    return [edge for edge, drop in found.items() if drop == max(found.values())]


class SelfPlay:
    """Both follow the heuristic on one graph, ties uniform."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.value = cache(self._value)

    def _value(self, states: States, to_move: Player) -> tuple[Fraction, int, int]:
        """The chance that Cut wins, the fewest and the most plies left."""
        over = winner(self.graph, states)
        if over is not None:
            return Fraction(over is Player.CUT), 0, 0
        after = [
            self.value((*states[:edge], to_move.colour, *states[edge + 1 :]), to_move.rival)
            for edge in greatest(self.graph, states)
        ]
        rate = sum((value[0] for value in after), Fraction(0)) / len(after)
        return rate, 1 + min(value[1] for value in after), 1 + max(value[2] for value in after)


def dual_states(states: Iterable[int], dual: Sequence[int]) -> list[int]:
    """The position of the dual board: what is deleted here is marked there."""
    found = [FREE] * len(dual)
    for state, image in zip(states, dual, strict=True):
        found[image] = (FREE, MARKED, DELETED)[state]
    return found


def undecided(position: tuple[Graph, States, Player]) -> tuple[Graph, list[int]]:
    """Take edges one after the other as the position has them, except those whose state would decide the game."""
    graph, wanted, _ = position
    states = [FREE] * graph.edges
    for edge, state in enumerate(wanted):
        states[edge] = state
        if winner(graph, states) is not None:
            states[edge] = FREE
    return graph, states


def open_positions() -> st.SearchStrategy[tuple[Graph, list[int]]]:
    """Graphs with loops and parallel edges, some edges taken, before the game is decided."""
    return positions(most_nodes=8, most_edges=16, most_free=16).map(undecided)
