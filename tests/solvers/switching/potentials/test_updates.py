"""Potentials after moves from a base, and refined ones of a base, within their bounds: Kirchhoff's equations in fractions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import switching_heuristic as naive

from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, winner
from tafelwerk.solvers.switching.potentials.elimination import measure
from tafelwerk.solvers.switching.potentials.network import make_network
from tafelwerk.solvers.switching.potentials.refinement import drop_of, refine
from tafelwerk.solvers.switching.potentials.updates import (
    MOST_UPDATES,
    describe,
    make_updates,
    measure_updated,
    rebase,
)


def check_game(graph: Graph, states: list[int], draw: Random, most: int) -> int:
    """Play edges with current, and compare every position with fractions; returns the number of moves described."""
    network, updates = make_network(graph), make_updates(graph.nodes, graph.edges)
    found, held = np.empty(graph.edges), np.array(states, np.int8)
    rebase(network, updates, held, measure(network, held, found))
    described = 0
    for _ in range(most):
        drops = naive.drops(graph, held.tolist())
        edge = draw.choice([edge for edge, drop in drops.items() if drop > 0])
        held[edge] = draw.choice([DELETED, MARKED])
        if winner(graph, held) is not None:
            break
        expected = naive.drops(graph, held.tolist())
        if describe(network, updates, held, edge if draw.random() < 0.5 else -1):
            described += 1
            error, best, below = measure_updated(network, updates, found)
            assert error < 1e-9
            assert all(abs(Fraction(found[each]) - drop) <= 2 * error for each, drop in expected.items())
            others = [found[each] for each in expected if each != best]
            assert found[best] == max(found)
            assert below == max(others, default=0.0)
            if draw.random() < 0.8:
                continue
        rebase(network, updates, held, measure(network, held, found))
        error = refine(network, updates, held)
        assert error < 1e-26
        for each, drop in expected.items():
            high, low = drop_of(updates, each)
            assert abs(Fraction(high) + Fraction(low) - drop) <= 2 * Fraction(error)
    return described


@given(naive.open_positions(), st.integers(0, 2**32))
def test_any_graph(position: tuple[Graph, list[int]], seed: int) -> None:
    graph, states = position
    check_game(graph, states, Random(seed), 6)


@pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
@pytest.mark.parametrize("order", [3, 7])
def test_games_on_boards(order: int) -> None:
    graph = make_board(order).graph
    assert check_game(graph, [FREE] * graph.edges, Random(order), 60) > order


def test_what_cannot_be_described() -> None:
    graph = make_board(12).graph
    network, updates = make_network(graph), make_updates(graph.nodes, graph.edges)
    states, drops = np.zeros(graph.edges, np.int8), np.empty(graph.edges)
    assert not describe(network, updates, states, -1), "there is no base"
    rebase(network, updates, states, measure(network, states, drops))
    assert describe(network, updates, states, -1)
    _, best, below = measure_updated(network, updates, drops)
    assert [drops[best], below] == pytest.approx([1 / 12] * 2), "no move has been made, and openings are tied"
    for ply in range(MOST_UPDATES):
        states[best] = MARKED if ply % 2 else DELETED
        assert describe(network, updates, states, best)
        _, best, _ = measure_updated(network, updates, drops)
    states[best] = DELETED
    assert not describe(network, updates, states, best), "too many moves"
    rebase(network, updates, states, measure(network, states, drops))
    states[best] = FREE
    assert not describe(network, updates, states, -1), "a move was taken back"
    rebase(network, updates, states, measure(network, states, drops))
    measure(network, states, drops)
    assert not describe(network, updates, states, -1), "the factors belong to another elimination"
