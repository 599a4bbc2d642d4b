"""Games played: against exact chances on the board of order 3, by every way that potentials are found."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from naive import switching_agents as naive
from naive.switching import winner
from naive.switching_heuristic import merged_nodes
from naive.switching_policies import compiled, policy

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules import MOST_GAMES, parse_agent
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching import switching_duels
from tafelwerk.solvers.switching.gauss_seidel import warm_start
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_duels import Sample, pair, simulate
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, Player, make_board, make_graph
from tafelwerk.solvers.switching.switching_positions import board_positions

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
@pytest.mark.parametrize("whole_edges", [switching_duels.MOST_WHOLE_EDGES, 0])
def test_rates_of_order_3(whole_edges: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switching_duels, "MOST_WHOLE_EDGES", whole_edges)
    assert_near(3, "temperature:0.1", "temperature:inf", 5000)
    assert_near(2, "heuristic", "heuristic", 1000)


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
def test_shannon_against_shannon() -> None:
    """Jena dissertation, section 5.3.2: Short wins after 2 of 81 openings of order 9."""
    heuristic = parse_agent("heuristic")
    sample = simulate(make_board(9).graph, heuristic, heuristic, 500, seed=5)
    assert sample.short > 0
    assert abs(sample.rate - 2 / 81) < 3 * sample.error


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
    agents = naive.AGENTS[cut](graph), naive.AGENTS[short](graph)
    exact = naive.short_wins(graph, *agents, (FREE,) * graph.edges, Player.CUT)
    sample = simulate(graph, parse_agent(cut), parse_agent(short), 20_000, seed=5)
    assert abs(sample.rate - float(exact)) < 4 * sample.error


def test_standard_error() -> None:
    """That of the rate after one more win and one more loss."""
    sample = Sample(400, 100)
    assert sample.rate == 0.25
    assert sample.error == pytest.approx((101 / 402 * 301 / 402 / 400) ** 0.5, rel=1e-14)
    assert Sample(100, 0).error == pytest.approx(Sample(100, 100).error, rel=1e-14)


def test_misuse() -> None:
    graph, random = make_board(3).graph, parse_agent("random")
    for games, seed, first, word in (
        (0, 1, 0, "games must be"),
        (MOST_GAMES + 1, 1, 0, "games must be"),
        (1, -1, 0, "seed must be"),
        (1, 2**63, 0, "seed must be"),
        (5, 1, 2**32 - 4, "numbers"),
    ):
        with pytest.raises(InputError, match=word):
            simulate(graph, random, random, games, seed, first)
    assert simulate(graph, random, random, 5, 2**63 - 1, 2**32 - 5).games == 5
    with pytest.raises(InputError, match="mc:inf needs"):
        simulate(graph, random, parse_agent("mc:inf"), 1, 1)
    with pytest.raises(InputError, match="up to 2000 edges"):
        simulate(make_board(33).graph, random, random, 1, 1)
    with pytest.raises(InputError, match="depends on more than the position"):
        agent_policy(board_positions(2), parse_agent("gauss-seidel:2:warm"))


@pytest.mark.parametrize(("name", "start"), [("gauss-seidel:1", "random"), ("gauss-seidel:2:0.5:1.3", "warm")])
def test_other_starts(name: str, start: str) -> None:
    """Against games in fractions: of the board of order 2, a random Cut, Short with sweeps."""
    graph, draw = make_board(2).graph, Random(3)
    agent = parse_agent(f"{name}:{start}")
    exponent = int(1 / agent.temperature) if agent.temperature else None

    def wins(number: int) -> bool:
        states, player, begun = (FREE,) * graph.edges, Player.CUT, [Fraction(1, 2)] * graph.nodes
        while winner(graph, states) is None:
            row = naive.random_agent(graph)(states, player)
            if player is Player.SHORT:
                if start == "random":
                    begun = [Fraction(draw.random()) for _ in range(graph.nodes)]
                drops, ended = naive.swept_from(graph, states, agent.sweeps, agent.omega, begun)
                row = naive.by_drops(lambda _, found=drops: found, exponent)(states, player)
                begun = ended if start == "warm" else begun
            edge = draw.choices(list(row), [float(chance) for chance in row.values()])[0]
            states = (*states[:edge], player.colour, *states[edge + 1 :])
            player = player.rival
        return winner(graph, states) is Player.SHORT

    expected = Fraction(sum(map(wins, range(1500))), 1500)
    found = simulate(graph, parse_agent("random"), agent, 4000, seed=7)
    spread = (float(expected * (1 - expected)) * (1 / 1500 + 1 / 4000)) ** 0.5
    assert abs(found.rate - expected) < 4 * spread + 1e-9


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
