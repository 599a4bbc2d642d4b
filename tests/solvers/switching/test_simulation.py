"""Games played: against exact chances on the board of order 3, by every way that potentials are found."""

from fractions import Fraction

import numpy as np
import pytest
from marks import compiled
from naive import switching_agents as naive
from naive.switching_heuristic import merged_nodes
from naive.switching_policies import policy

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching import switching_duels
from tafelwerk.solvers.switching.gauss_seidel import warm_start
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_duels import pair, simulate
from tafelwerk.solvers.switching.switching_graph import DELETED, MARKED, make_board, make_graph
from tafelwerk.solvers.switching.switching_positions import board_positions, graph_positions

PAIRS = [
    ("temperature:3", "temperature:inf", 10_000),
    ("heuristic", "random", 10_000),
    ("gauss-seidel:2:0.2", "gauss-seidel:1", 20_000),
    ("gauss-seidel:5:inf", "gauss-seidel:4:0:1.7", 20_000),
    ("mc:3", "mc:10", 10_000),
    ("random", "perfect", 1000),
    ("annealing:0.5", "annealing:2", 10_000),
    ("edge-count:0.5", "shortest-path", 1000),
    ("k-best:3:2", "shortest-path:0.3", 1000),
]


def assert_near(order: int, cut: str, short: str, games: int) -> None:
    """The rate is near the exact chance."""
    positions = board_positions(order)
    exact = pair(positions, policy(order, cut), policy(order, short))
    sample = simulate(positions.graph, parse_agent(cut), parse_agent(short), games, seed=5)
    assert sample.games == games
    assert abs(sample.rate - exact.short) < 3 * sample.error


@pytest.mark.parametrize(("cut", "short", "games"), PAIRS)
def test_rates_of_order_2(cut: str, short: str, games: int) -> None:
    assert_near(2, cut, short, 300 if INTERPRETED else games)


@compiled
def test_potentials_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on boards too large for all of them at once."""
    monkeypatch.setattr(switching_duels, "MOST_WHOLE_EDGES", 0)
    assert_near(2, "temperature:0.1", "temperature:inf", 5000)
    assert_near(2, "heuristic", "heuristic", 1000)


def test_any_graph() -> None:
    """Two edges between A and B, and a loop at A: Cut needs both edges, and must not waste its move on the loop."""
    graph = make_graph(2, [(0, 1), (0, 1), (0, 0)])
    assert simulate(graph, parse_agent("random"), parse_agent("heuristic"), 100, seed=1).short == 100
    found = simulate(graph, parse_agent("heuristic"), parse_agent("random"), 2000, seed=1)
    assert abs(found.rate - 0.5) < 3 * found.error


@compiled
@pytest.mark.parametrize(("cut", "short"), [("random", "gauss-seidel:1"), ("random", "mc:1"), ("mc:1", "random")])
def test_equally_good_edges_are_drawn_evenly(cut: str, short: str) -> None:
    """On a graph where it matters which of them is taken."""
    graph = make_graph(4, [(3, 2), (2, 3), (1, 3), (1, 3), (0, 2), (3, 2)])
    positions = graph_positions(graph)
    exact = pair(positions, *(agent_policy(positions, parse_agent(name)) for name in (cut, short))).short
    sample = simulate(graph, parse_agent(cut), parse_agent(short), 20_000, seed=5)
    assert abs(sample.rate - exact) < 4 * sample.error


def test_a_warm_start_is_where_the_last_sweeps_ended() -> None:
    """Replayed from the positions that were met, as in play: after two moves each the sum of sweeps."""
    graph = make_board(3).graph
    states = np.zeros(graph.edges, np.int8)
    begun = [Fraction(1, 2)] * graph.nodes
    earlier = []
    for edge, colour in ((0, DELETED), (5, MARKED), (7, DELETED), (12, MARKED), (3, DELETED)):
        states = states.copy()
        states[edge] = colour
        if colour == DELETED:
            earlier.append(states)
            _, begun = naive.swept_from(graph, tuple(states.tolist()), 3, Fraction(3, 2), begun)
    found = warm_start(graph, earlier, 3, Fraction(3, 2))
    merged = merged_nodes(graph, states.tolist())
    assert all(abs(found[node] - begun[node]) < 1e-12 for node in range(2, graph.nodes) if merged[node] == node)
