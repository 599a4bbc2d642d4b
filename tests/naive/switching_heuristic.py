"""The resistor heuristic in fractions, by the book: Kirchhoff's equations for every node, every tie followed."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st
from naive.switching import components, ends_of, spread, winner

from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph

States = tuple[int, ...]


def solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gaussian elimination; what equations leave open is 0."""
    size = len(rows)
    rows = [row[:] for row in rows]
    pivots = []
    for column in range(size):
        place = len(pivots)
        found = next((i for i in range(place, size) if rows[i][column]), None)
        if found is None:
            continue
        rows[place], rows[found] = rows[found], rows[place]
        rows[place] = [value / rows[place][column] for value in rows[place]]
        for i in range(size):
            if i != place and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[place], strict=True)]
        pivots.append(column)
    solution = [Fraction(0)] * size
    for place, column in enumerate(pivots):
        solution[column] = rows[place][size]
    return solution


def merged_nodes(graph: Graph, states: Sequence[int]) -> list[int]:
    """The smallest node that marked edges join each node to."""
    return components(graph.nodes, ends_of(graph, states, MARKED))[0]


def drops(graph: Graph, states: Sequence[int]) -> dict[int, Fraction]:
    """Of every free edge; parts without current included."""
    state, ends, merged = list(states), graph.ends.tolist(), merged_nodes(graph, states)
    rows = [[Fraction(0)] * (graph.nodes + 1) for _ in range(graph.nodes)]
    for (one, other), colour in zip(ends, state, strict=True):
        one, other = merged[one], merged[other]
        if colour == FREE and one != other:
            for here, there in ((one, other), (other, one)):
                if here not in (A, B):
                    rows[here][here] += 1
                    rows[here][there] -= 1
    rows[A] = [Fraction(node in (A, graph.nodes)) for node in range(graph.nodes + 1)]
    rows[B] = [Fraction(node == B) for node in range(graph.nodes + 1)]
    potential = solve(rows)
    # a part out of reach keeps one free value, which all its nodes then have
    return {
        edge: abs(potential[merged[one]] - potential[merged[other]])
        for edge, (one, other) in enumerate(ends)
        if state[edge] == FREE
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


def dual_states(states: Iterable[int], dual: Iterable[int]) -> list[int]:
    """The position of the dual board: what is deleted here is marked there."""
    here, there = list(states), list(dual)
    found = [FREE] * len(here)
    for edge, image in enumerate(there):
        found[image] = {FREE: FREE, DELETED: MARKED, MARKED: DELETED}[here[edge]]
    return found


@st.composite
def open_positions(draw: st.DrawFn, most_nodes: int = 8, most_edges: int = 16) -> tuple[Graph, list[int]]:
    """Any graph, loops and parallel edges among its own, with edges taken in any way, before it is decided."""
    nodes = draw(st.integers(2, most_nodes))
    node = st.integers(0, nodes - 1)
    edges = draw(st.lists(st.tuples(node, node), min_size=1, max_size=most_edges - 1))
    if B not in spread(edges, A):
        edges.append((A, B))
    graph = make_graph(nodes, edges)
    states = [FREE] * graph.edges
    for edge in draw(st.permutations(range(graph.edges))):
        states[edge] = draw(st.sampled_from([FREE, DELETED, MARKED]))
        if winner(graph, states) is not None:
            states[edge] = FREE
    return graph, states
