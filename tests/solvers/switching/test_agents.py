"""Agents: their chances in every position and what they draw from in one, and two of them on all positions, against fractions.
Games played: against exact chances on the board of order 3, by every way that potentials are found.
"""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import switching_agents as naive
from naive import switching_counting
from naive.switching import positions as drawn_positions
from naive.switching_heuristic import merged_nodes
from naive.switching_policies import number_of, player_of, policy

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching import switching_agents, switching_duels, switching_positions
from tafelwerk.solvers.switching.disjoint_forests import is_joined, joined_sets
from tafelwerk.solvers.switching.exact_drops import drops, heuristic_moves
from tafelwerk.solvers.switching.gauss_seidel import exact_swept_drops, swept_drops, warm_start
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_duels import pair, simulate
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    Graph,
    Player,
    make_board,
    make_graph,
    winner,
)
from tafelwerk.solvers.switching.switching_positions import board_positions, graph_positions

NAMES = (
    *("random", "perfect", "heuristic", "edge-count", "edge-count:inf"),
    *(f"temperature:{heat}" for heat in ("inf", "1", "0.5", "1/3", "0.1")),
    *(f"gauss-seidel:{sweeps}" for sweeps in ("1", "8", "2:0.5", "1:inf", "2:0:1.5", "3:0.5:0.5", "4:inf:5/3")),
    *(f"shortest-path{heat}" for heat in ("", ":0.5", ":inf")),
    *(f"k-best:{sizes}" for sizes in ("2:1", "3:2", "2:4")),
)


@pytest.mark.parametrize("kind", sorted({name.split(":")[0] for name in NAMES}))
def test_chances_at_order_2(kind: str) -> None:
    """What is drawn from in one position has the chances of all positions: those of the twin, or else those that are proved."""
    positions = switching_positions.board_positions(2)
    for name in (name for name in NAMES if name.split(":")[0] == kind):
        row, twin = policy(2, name), naive.agent_of(positions.graph, name)
        for number in np.flatnonzero(positions.won == FREE).tolist():
            player, states = player_of(int(positions.to_move[number])), positions.states(number)
            expected = twin(tuple(states.tolist()), player) if twin else None
            weights = switching_agents.choices(positions.graph, states, player, parse_agent(name))
            assert list(weights) == sorted(weights)
            for index in positions.game.edges_of(number):
                chance, error = Fraction(float(row.chances[index])), Fraction(float(row.errors[index]))
                edge = int(positions.game.labels[index])
                assert expected is None or abs(chance - expected.get(edge, 0)) <= error < 1e-9, name
                share = weights.get(edge, 0.0) / sum(weights.values())
                assert share == pytest.approx(float(chance), abs=1e-14), name


@given(naive.graphs(most_nodes=5, most_edges=7))
@settings(max_examples=15)
def test_drops_of_any_graph(graph: Graph) -> None:
    """Loops and parallel edges too."""
    positions = switching_positions.graph_positions(graph)
    drops_of, swept = switching_positions.all_drops(positions), swept_drops(positions, 4)
    is_open = np.flatnonzero(positions.won == FREE).tolist()
    for number in Random(0).choices(is_open, k=15):
        states = tuple(positions.states(number).tolist())
        expected, then = drops(graph, states), naive.swept(graph, states, 4)
        most = max(then.values())
        for place in positions.game.edges_of(number):
            edge = int(positions.game.labels[place])
            assert Fraction(int(drops_of.numerators[place]), int(drops_of.denominators[number])) == expected[edge]
            assert swept.greatest[place] == (then[edge] == most)
            assert (swept.ratios[place] == 0.0) == (then[edge] == 0)
            off = abs(Fraction(float(swept.ratios[place])) - then[edge] / most)
            assert off <= Fraction(float(swept.errors[place]))
        assert exact_swept_drops(graph, positions.states(number), 4) == then


def test_powers() -> None:
    temperature = Fraction(3, 10)
    found = switching_agents.powers(np.array([[0.0, 1.0], [0.5, 0.3], [1e-9, 0.999]]), temperature)
    assert found[0].tolist() == [0.0, 1.0]
    with ctx.workprec(200):
        for base, value in zip((0.5, 0.3, 1e-9, 0.999), found[1:].ravel().tolist(), strict=True):
            exact = arb(base) ** arb(fmpq(temperature.denominator, temperature.numerator))
            assert abs(arb(value) / exact - 1) < 2.0**-52


Position = tuple[Graph, tuple[int, ...], Player]


@given(drawn_positions(6, 9, 7))
@settings(max_examples=40)
def test_missing_edges_and_paths(position: Position) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        found = switching_agents.edge_values(graph, np.array(states, np.int8), player)
        assert found == switching_counting.edge_values(graph, states, player)
        assert switching_agents.shortest_path_counts(
            graph, np.array(states, np.int8)
        ) == switching_counting.shortest_paths(graph, states)


BOUNDED = make_graph(5, [divmod(ends, 10) for ends in (24, 3, 41, 24, 23, 44, 4, 11, 21, 23, 34, 3)])
"""A graph with an edge of which alpha-beta knows only that it is worse than the best."""


@given(drawn_positions(5, 7, 6), st.integers(1, 4), st.integers(1, 4))
@example((BOUNDED, [0, 0, 0, 0, 1, *[0] * 7], Player.SHORT), 4, 3)
@settings(max_examples=25)
def test_k_best_search(position: Position, width: int, depth: int) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        values = switching_counting.searched(graph, states, player, width, depth)
        expected = sorted(edge for edge, value in values.items() if value == max(values.values()))
        assert switching_agents.k_best(graph, np.array(states, np.int8), player, width, depth) == expected


def test_temperatures_of_counting() -> None:
    """Values one apart differ by exp(-1 / T), paths 2 to 1 by 2^(1 / T)."""
    board = make_board(3)
    states = np.zeros(board.graph.edges, np.int8)
    found = switching_agents.choices(board.graph, states, Player.CUT, parse_agent("edge-count:0.5"))
    values = switching_agents.edge_values(board.graph, states, Player.CUT)
    best = max(values.values())
    assert all(abs(weight - np.exp(-2.0 * (best - values[edge]))) < 1e-12 for edge, weight in found.items())
    assert set(switching_agents.choices(board.graph, states, Player.CUT, parse_agent("k-best:3:2")).values()) == {1.0}


def pair_agents(order: int, cut: str, short: str) -> switching_duels.Pairing:
    return switching_duels.pair(switching_positions.board_positions(order), policy(order, cut), policy(order, short))


@compiled
def test_where_agents_err() -> None:
    """Positions won for the player to move in which a move that the agent may make loses."""
    positions = switching_positions.board_positions(3)
    outcomes = switching_positions.perfect_outcomes(positions)
    winners, is_won = outcomes.winner, (positions.won == FREE) & (outcomes.winner == positions.to_move)
    shares = [switching_agents.agent_shares(positions, parse_agent(name)) for name in ("perfect", "heuristic")]
    perfect, moves = (switching_positions.move_masks(positions, each > 0) for each in shares)  # type: ignore[operator]
    assert not (perfect & ~outcomes.moves)[is_won].any()
    losing = moves & ~outcomes.moves
    numbers = np.flatnonzero(is_won & (losing != 0))
    assert (len(numbers), int((moves == losing)[numbers].sum())) == (800, 64)
    for number in numbers[::40].tolist():
        state, colour = positions.states(number), positions.to_move[number]
        assert winners[number] == colour
        for edge in heuristic_moves(positions.graph, state):
            after = state.copy()
            after[edge] = colour
            assert (winners[number_of(positions, after)] != colour) == bool(losing[number] >> edge & 1)


@pytest.mark.parametrize(
    ("order", "name", "least"), [(2, "mc:1", 0.0), (2, "mc:inf", 0.0), pytest.param(3, "mc:50", 1e-5, marks=compiled)]
)
def test_the_heuristic_against_playouts(order: int, name: str, least: float) -> None:
    """What is left out, chances below the least, is in the error."""
    playouts = None if name == "mc:inf" else int(name[3:])
    met = switching_duels.heuristic_against_playouts(order, playouts, least)
    assert abs(met.short - pair_agents(order, "heuristic", name).short) <= met.error + 1e-14
    assert met.error < (2e-3 if least else 1e-12)
    assert (met.short > 0.005) == (order == 3)


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


def test_sets_that_join() -> None:
    graph = make_board(4).graph
    sets = np.random.default_rng(1).integers(-(2**63), 2**63, graph.edges)
    joined = joined_sets(graph.ends, sets, np.empty(graph.nodes, np.int64))
    parents = np.empty(graph.nodes, np.int32)
    for i in range(64):
        states = np.where(sets >> i & 1, MARKED, DELETED).astype(np.int8)
        assert is_joined(graph.ends, states, MARKED, MARKED, parents) == (joined >> i & 1)


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
