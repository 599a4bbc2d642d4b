"""Game graphs as plain recursion over fractions, and the games of rules walked beside their graphs."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph


@st.composite
def small_graphs(draw: st.DrawFn, most: int = 12) -> GameGraph:
    """Graphs with a few positions, finished ones of all kinds anywhere, several edges to one successor among them."""
    kinds = st.sampled_from([UNDECIDED, UNDECIDED, UNDECIDED, -1, 1, 0])
    payoff = [draw(st.sampled_from([-1, 1])), *draw(st.lists(kinds, min_size=1, max_size=most))]
    offsets, successors, multiplicities = [0], [], []
    for i, kind in enumerate(payoff):
        if kind == UNDECIDED:
            found = draw(st.lists(st.integers(0, i - 1), min_size=1, max_size=4))
            successors += found
            multiplicities += [draw(st.integers(1, 3)) for _ in found]
        offsets.append(len(successors))
    return GameGraph(
        offsets=np.array(offsets, dtype=np.int64),
        successors=np.array(successors, dtype=np.int32),
        multiplicities=np.array(multiplicities, dtype=np.int32),
        labels=np.arange(len(successors), dtype=np.int32),
        payoff=np.array(payoff, dtype=np.int8),
        root=len(payoff) - 1,
    )


def duel(graph: GameGraph, agents: Sequence[Sequence[Fraction]]) -> list[list[list[Fraction]]]:
    """For each position and for either agent to move, its chances to win and to lose; agents: a chance for each edge."""
    found: list[list[list[Fraction]]] = []
    for i, edges in enumerate(map(graph.edges_of, range(graph.positions))):
        found.append([[Fraction(int(graph.payoff[i] == result)) for result in (1, -1)] for _ in agents])
        for edge in edges:
            for mover, agent in enumerate(agents):
                win, loss = found[graph.successors[edge]][1 - mover]
                found[i][mover][0] += agent[edge] * loss
                found[i][mover][1] += agent[edge] * win
    return found


def random_rows(graph: GameGraph) -> list[Fraction]:
    """Random play as a chance an edge."""
    rows = []
    for i in range(graph.positions):
        total = sum(int(graph.multiplicities[edge]) for edge in graph.edges_of(i))
        rows += [Fraction(int(graph.multiplicities[edge]), total) for edge in graph.edges_of(i)]
    return rows


def random_values(graph: GameGraph) -> tuple[list[Fraction], list[Fraction]]:
    """Chances to win and to lose under random play."""
    found = duel(graph, [random_rows(graph)] * 2)
    return [win for (win, _), _ in found], [loss for (_, loss), _ in found]


def any_rows(graph: GameGraph, random: np.random.Generator) -> list[Fraction]:
    """A chance for each edge, drawn at random."""
    rows = []
    for edges in map(graph.edges_of, range(graph.positions)):
        weights = random.integers(1, 100, len(edges)).tolist()
        rows += [Fraction(x, sum(weights)) for x in weights]
    return rows


def value(graph: GameGraph, position: int) -> int:
    """Under perfect play."""
    if graph.payoff[position] != UNDECIDED:
        return int(graph.payoff[position])
    return max(-value(graph, int(graph.successors[edge])) for edge in graph.edges_of(position))
