"""Games played: against exact chances on the board of order 3, by every way that potentials are found."""

from fractions import Fraction

import pytest
from switching_policies import compiled, policy

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching import simulation
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import make_graph
from tafelwerk.solvers.switching.pairing import pair
from tafelwerk.solvers.switching.positions import board_positions
from tafelwerk.solvers.switching.simulation import Sample, simulate

PAIRS = [
    ("random", "random", 20000),
    ("temperature:0.1", "temperature:0.3", 10000),
    ("temperature:3", "temperature:inf", 1000),
    ("heuristic", "temperature:0.1", 10000),
    ("gauss-seidel:2:0.2", "gauss-seidel:1", 10000),
    ("gauss-seidel:9", "gauss-seidel:9:0.5", 5000),
    ("gauss-seidel:5:inf", "gauss-seidel:8", 2000),
    ("mc:3", "mc:10", 2000),
    ("heuristic", "perfect", 1000),
    ("random", "perfect", 500),
    ("temperature:0.3", "heuristic", 5000),
]

BOARDS = [
    (2, simulation.MOST_WHOLE_EDGES),
    *(pytest.param(3, whole, marks=compiled) for whole in (simulation.MOST_WHOLE_EDGES, 0)),
]


@pytest.mark.parametrize(("order", "whole_edges"), BOARDS)
@pytest.mark.parametrize(("cut", "short", "games"), PAIRS)
def test_rates_are_near_exact_chances(
    order: int, whole_edges: int, cut: str, short: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "MOST_WHOLE_EDGES", whole_edges)
    positions = board_positions(order)
    exact = pair(positions, policy(order, cut), policy(order, short))
    games = min(games, 300) if order == 2 else games
    found = simulate(positions.graph, parse_agent(cut), parse_agent(short), games, seed=5)
    assert found.games == games
    assert abs(found.rate - exact.short) < 3 * found.error


@compiled
def test_games_depend_on_seed_and_number_alone() -> None:
    graph = make_board(4).graph
    agents = parse_agent("random"), parse_agent("gauss-seidel:4:0.5")
    whole = simulate(graph, *agents, 200, seed=2**62 + 3)
    parts = [simulate(graph, *agents, 50, seed=2**62 + 3, first=first).short for first in (0, 50, 100, 150)]
    assert whole.short == sum(parts)
    others = [simulate(graph, *agents, 50, seed=3, first=first).short for first in (0, 50, 100, 150)]
    assert len(set(parts)) > 1
    assert parts != others


@compiled
def test_order_4_at_temperature_one_tenth() -> None:
    """Jena dissertation, section 5.4.3: about 5 % where Cut is cold; figure 5.10 shows between 4 and 5."""
    found = simulate(make_board(4).graph, parse_agent("heuristic"), parse_agent("temperature:0.1"), 10000, seed=1)
    assert 0.038 < found.rate < 0.05


@compiled
@pytest.mark.parametrize(("order", "games", "lost"), [(4, 50, 0), (5, 50, 0), (8, 50, 0), (9, 500, 2 / 81)])
def test_shannon_against_shannon(order: int, games: int, lost: float) -> None:
    """Jena dissertation, section 5.3.2: Cut always wins up to order 8; Short wins after 2 of 81 openings of order 9."""
    heuristic = parse_agent("heuristic")
    found = simulate(make_board(order).graph, heuristic, heuristic, games, seed=5)
    assert (found.short > 0) == (lost > 0)
    assert abs(found.rate - lost) < 3 * found.error


@compiled
def test_sweeps_near_the_heuristic() -> None:
    """Many sweeps, at a temperature, where ties do not matter."""
    graph = make_board(4).graph
    rates = [
        simulate(graph, parse_agent("random"), parse_agent(f"{name}:0.3"), 2000, seed=6).rate
        for name in ("temperature", "gauss-seidel:200")
    ]
    assert abs(rates[0] - rates[1]) < 0.005


def test_any_graph() -> None:
    """Two edges between A and B, and a loop at A: Cut needs both edges, and must not waste its move on the loop."""
    graph = make_graph(2, [(0, 1), (0, 1), (0, 0)])
    assert simulate(graph, parse_agent("random"), parse_agent("heuristic"), 100, seed=1).short == 100
    found = simulate(graph, parse_agent("heuristic"), parse_agent("random"), 2000, seed=1)
    assert abs(found.rate - 0.5) < 3 * found.error


def test_standard_error() -> None:
    found = Sample(400, 100)
    assert found.rate == 0.25
    assert found.error == pytest.approx(float(Fraction(1, 400)) ** 0.5 * 0.433, rel=0.01)
    assert Sample(100, 0).error > 0


def test_misuse() -> None:
    graph, random = make_board(3).graph, parse_agent("random")
    for games, seed, first, word in (
        (0, 1, 0, "games are"),
        (10**8, 1, 0, "games are"),
        (1, -1, 0, "a seed is"),
        (1, 2**63, 0, "a seed is"),
        (5, 1, 2**32 - 4, "numbers"),
    ):
        with pytest.raises(InputError, match=word):
            simulate(graph, random, random, games, seed, first)
    with pytest.raises(InputError, match="mc:inf needs"):
        simulate(graph, random, parse_agent("mc:inf"), 1, 1)
    with pytest.raises(InputError, match="up to 2000 edges"):
        simulate(make_board(33).graph, random, random, 1, 1)
