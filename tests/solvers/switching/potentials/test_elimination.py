"""Elimination: potentials within their bound, position after position, against Kirchhoff's equations in fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from naive import switching_heuristic as naive

from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, Graph, make_graph, winner
from tafelwerk.solvers.switching.potentials.elimination import make_whole, measure
from tafelwerk.solvers.switching.potentials.network import Network, make_network


def check(network: Network, graph: Graph, states: list[int]) -> bool:
    """Drops of a position; whether they are whole numbers."""
    found = np.empty(graph.edges)
    error = measure(network, np.array(states, np.int8), found)
    expected = naive.drops(graph, states)
    assert (found < 0).tolist() == [state != FREE for state in states]
    assert error < 1e-10
    assert all(abs(Fraction(found[edge]) - drop) <= 2 * error for edge, drop in expected.items())
    scale = make_whole(network, error, found)
    assert not scale or all(found[edge] == drop * int(scale) for edge, drop in expected.items())
    return scale > 0


STAR = make_graph(8, [(0, 2), (7, 1), *((2, node) for node in range(3, 8)), (7, 6), (7, 7)])
"""Keeps a wide front downwards: all of it is eliminated upwards."""


@given(naive.open_positions())
@example((STAR, [FREE] * 9))
@example((make_graph(2, [(0, 1), (0, 0)]), [FREE, FREE]))
def test_any_graph(position: tuple[Graph, list[int]]) -> None:
    assert check(make_network(position[0]), *position)


@pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
@pytest.mark.parametrize("order", [2, 6])
def test_what_is_kept_between_positions(order: int) -> None:
    """Moves near each other and far apart, and positions of another game."""
    graph, draw = make_board(order).graph, Random(order)
    network, states = make_network(graph), [FREE] * graph.edges
    assert len(network.own) > 2 or order < 4
    edge = 0
    for _ in range(120):
        edge = draw.choice([max(0, edge - 1), min(graph.edges - 1, edge + 2), draw.randrange(graph.edges)])
        before, states[edge] = states[edge], draw.randrange(3)
        if winner(graph, states) is not None:
            states[edge] = before
        if draw.random() < 0.02:
            states = [FREE] * graph.edges
        if draw.random() < 0.2:
            check(network, graph, states)
