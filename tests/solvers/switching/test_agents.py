"""Agents: their chances in every position and what they draw from in one, and two of them on all positions, against fractions."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import switching_agents as naive
from naive import switching_counting
from naive.selection import law
from naive.switching import positions as drawn_positions
from naive.switching_policies import compiled, number_of, player_of, policy

from tafelwerk.errors import InputError
from tafelwerk.families.switching.bridg_it import _won_splits
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.switching.exact_drops import drops, heuristic_moves
from tafelwerk.solvers.switching.gauss_seidel import exact_swept_drops, swept_drops
from tafelwerk.solvers.switching.switching_agents import (
    Shares,
    agent_shares,
    choices,
    edge_values,
    k_best,
    powers,
    shortest_path_counts,
    softmax,
    softmax_policy,
)
from tafelwerk.solvers.switching.switching_duels import (
    Pairing,
    choice_law,
    heuristic_against_playouts,
    lapses,
    pair,
    winning_splits,
)
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, Graph, Player, make_board, play, winner
from tafelwerk.solvers.switching.switching_positions import (
    all_drops,
    board_positions,
    graph_positions,
    perfect_outcomes,
)


def check(order: int, name: str, sample: int | None = None) -> None:
    """In every position, or in the first and some, the chances are those of the twin."""
    positions = board_positions(order)
    game, row, twin = positions.game, policy(order, name), naive.AGENTS[name](positions.graph)
    numbers = np.flatnonzero(positions.won == FREE).tolist()
    for number in numbers if sample is None else [game.root, *Random(name).sample(numbers, sample)]:
        expected = twin(tuple(positions.states(number).tolist()), player_of(int(positions.to_move[number])))
        for index in game.edges_of(number):
            chance, error = Fraction(float(row.chances[index])), Fraction(float(row.errors[index]))
            assert abs(chance - expected.get(int(game.labels[index]), 0)) <= error < 1e-9, name


@pytest.mark.parametrize("kind", sorted({name.split(":")[0] for name in naive.AGENTS}))
def test_chances_at_order_2(kind: str) -> None:
    for name in naive.AGENTS:
        if name.split(":")[0] == kind:
            check(2, name)


@compiled
@pytest.mark.parametrize("name", ["temperature:0.1", "gauss-seidel:2:0.5"])
def test_chances_at_order_3(name: str) -> None:
    check(3, name, 60)


@given(naive.graphs(most_nodes=5, most_edges=7))
@settings(max_examples=15)
def test_drops_of_any_graph(graph: Graph) -> None:
    """Loops and parallel edges too."""
    positions = graph_positions(graph)
    drops_of, swept = all_drops(positions), swept_drops(positions, 4)
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
    found = powers(np.array([[0.0, 1.0], [0.5, 0.3], [1e-9, 0.999]]), temperature)
    assert found[0].tolist() == [0.0, 1.0]
    with ctx.workprec(200):
        for base, value in zip((0.5, 0.3, 1e-9, 0.999), found[1:].ravel().tolist(), strict=True):
            exact = arb(base) ** arb(fmpq(temperature.denominator, temperature.numerator))
            assert abs(arb(value) / exact - 1) < 2.0**-52


def test_large_temperature_nears_evenly_and_small_the_heuristic() -> None:
    for name, limit in (("temperature:1000000", "temperature:inf"), ("temperature:0.000001", "heuristic")):
        hot, end = policy(2, name), policy(2, limit)
        assert np.abs(hot.chances - end.chances).max() < 1e-4
        assert ((hot.chances > 0) <= (policy(2, "temperature:inf").chances > 0)).all()


def test_misuse() -> None:
    positions = board_positions(2)
    game = positions.game
    with pytest.raises(InputError, match="sweeps must be 1 to"):
        swept_drops(positions, 0)
    with pytest.raises(InputError, match="above 0"):
        softmax_policy(game, np.ones(game.edges), np.zeros(game.edges), Fraction(0))
    with pytest.raises(InputError, match="below half"):
        softmax_policy(game, np.ones(game.edges), np.ones(game.edges), Fraction(1))


@pytest.mark.parametrize("kind", sorted({name.split(":")[0] for name in naive.AGENTS} - {"mc"}))
def test_rows_of_order_2(kind: str) -> None:
    positions = board_positions(2)
    for name in (name for name in naive.AGENTS if name.split(":")[0] == kind):
        agent, row = parse_agent(name), policy(2, name)
        for number in np.flatnonzero(positions.won == FREE).tolist():
            player = player_of(int(positions.to_move[number]))
            weights = choices(positions.graph, positions.states(number), player, agent)
            assert list(weights) == sorted(weights)
            for index in positions.game.edges_of(number):
                expected = weights.get(int(positions.game.labels[index]), 0.0) / sum(weights.values())
                assert row.chances[index] == pytest.approx(expected, abs=1e-14), name


@given(drawn_positions(5, 7), st.sampled_from((None, 1, 2, 5)))
def test_any_graph(drawn: Any, exponent: int | None) -> None:
    graph, states, player = drawn
    if winner(graph, states) is not None:
        return
    name = "heuristic" if exponent is None else f"temperature:{Fraction(1, exponent)}"
    found = choices(graph, np.array(states, np.int8), player, parse_agent(name))
    expected = naive.heuristic_agent(graph, exponent)(tuple(states), player)
    total = sum(found.values())
    assert {edge: pytest.approx(weight / total) for edge, weight in found.items()} == {
        edge: float(chance) for edge, chance in expected.items()
    }


def test_temperatures() -> None:
    drops = {3: Fraction(1, 2), 4: Fraction(0), 7: Fraction(1, 4)}
    assert softmax(drops, Fraction(0)) == {3: 1.0}
    assert softmax(drops, None) == {3: 1.0, 7: 1.0}
    assert softmax(drops, Fraction(1, 2)) == {3: 1.0, 7: 0.25}
    # what underflows is never drawn
    assert softmax(drops, Fraction(1, 10**6)) == {3: 1.0}
    assert softmax({2: Fraction(0), 5: Fraction(0)}, Fraction(1)) == {2: 1.0, 5: 1.0}


def test_misuse_of_choices() -> None:
    positions = board_positions(2)
    with pytest.raises(InputError, match="plays playouts of every edge"):
        choices(positions.graph, positions.states(positions.game.root), Player.CUT, parse_agent("mc:5"))
    over = int(np.flatnonzero(positions.won == DELETED)[0])
    with pytest.raises(InputError, match="cut has won"):
        choices(positions.graph, positions.states(over), Player.SHORT, parse_agent("random"))


Position = tuple[Graph, tuple[int, ...], Player]


@given(drawn_positions(6, 9, 7))
@settings(max_examples=40)
def test_missing_edges_and_paths(position: Position) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        found = edge_values(graph, np.array(states, np.int8), player)
        assert found == switching_counting.edge_values(graph, states, player)
        assert shortest_path_counts(graph, np.array(states, np.int8)) == switching_counting.shortest_paths(
            graph, states
        )


@given(drawn_positions(5, 7, 6), st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=25)
def test_k_best_search(position: Position, width: int, depth: int) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        values = switching_counting.searched(graph, states, player, width, depth)
        expected = sorted(edge for edge, value in values.items() if value == max(values.values()))
        assert k_best(graph, np.array(states, np.int8), player, width, depth) == expected


def test_the_first_move() -> None:
    """Shortest paths are straight; a first move makes one edge less or more to go."""
    board = make_board(4)
    states = np.zeros(board.graph.edges, np.int8)
    paths = shortest_path_counts(board.graph, states)
    assert {board.name(edge): count for edge, count in paths.items() if count} == {
        board.name(edge): 1 for edge in range(board.graph.edges) if board.places[edge, 0] % 2 == 0
    }
    values = edge_values(board.graph, states, Player.CUT)
    assert set(values.values()) == {0, 1}
    assert {board.name(edge) for edge, value in values.items() if value == 1} >= {"A1", "G7"}


def test_temperatures_of_counting() -> None:
    """Values one apart differ by exp(-1 / T), paths 2 to 1 by 2^(1 / T)."""
    board = make_board(3)
    states = np.zeros(board.graph.edges, np.int8)
    found = choices(board.graph, states, Player.CUT, parse_agent("edge-count:0.5"))
    values = edge_values(board.graph, states, Player.CUT)
    best = max(values.values())
    assert all(abs(weight - np.exp(-2.0 * (best - values[edge]))) < 1e-12 for edge, weight in found.items())
    assert set(choices(board.graph, states, Player.CUT, parse_agent("k-best:3:2")).values()) == {1.0}


def paired(order: int, cut: str, short: str) -> Pairing:
    return pair(board_positions(order), policy(order, cut), policy(order, short))


def shares_of_order_3(name: str) -> Shares:
    shares = agent_shares(board_positions(3), parse_agent(name))
    assert shares is not None
    return shares


@cache
def twin(name: str) -> naive.Agent:
    return naive.AGENTS[name](board_positions(2).graph)


AGENTS = ("perfect", "heuristic", "temperature:0.5", "mc:2", "gauss-seidel:2", "random")


@pytest.mark.parametrize(("cut", "short"), [*pairwise(AGENTS), (AGENTS[-1], AGENTS[0])])
def test_any_two_agents_of_order_2(cut: str, short: str) -> None:
    graph = board_positions(2).graph
    expected = naive.short_wins(graph, twin(cut), twin(short), (FREE,) * graph.edges, Player.CUT)
    found = paired(2, cut, short)
    assert abs(Fraction(found.short) - expected) <= Fraction(found.error) < Fraction(1, 10**12)


@compiled
def test_rates_of_order_3() -> None:
    """Of all splits of 13 edges, 7 deleted and 6 marked, 19/52 join A and B: what random play comes to. Jena dissertation,
    sections 5.3.2 and 5.4.3."""
    evenly = paired(3, "random", "random")
    assert abs(Fraction(evenly.short) - Fraction(19, 52)) <= Fraction(evenly.error) < 1e-12
    assert paired(3, "heuristic", "heuristic").short == 0
    assert 0.0737 <= paired(3, "temperature:0.1", "temperature:0.1").short <= 0.0738


@compiled
def test_where_agents_err() -> None:
    positions, board = board_positions(3), make_board(3)
    perfect, found = (lapses(positions, shares_of_order_3(name) > 0) for name in ("perfect", "heuristic"))
    assert perfect.numbers.size == 0
    assert (len(found.numbers), int((found.moves == found.losing).sum())) == (800, 64)
    states = np.zeros(13, np.int8)
    states[board.edges("A5 C3")] = DELETED
    states[board.edges("C5 A1")] = MARKED
    place = found.numbers.tolist().index(number_of(positions, states))
    assert board.names(edge for edge in range(13) if found.losing[place] >> edge & 1) == ["A3", "B4"]
    winners = perfect_outcomes(positions).winner
    for number, losing in zip(found.numbers[::40].tolist(), found.losing[::40].tolist(), strict=True):
        state, colour = positions.states(number), positions.to_move[number]
        assert winners[number] == colour
        for edge in heuristic_moves(positions.graph, state):
            after = state.copy()
            after[edge] = colour
            assert (winners[number_of(positions, after)] != colour) == bool(losing >> edge & 1)


@compiled
def test_misuse_of_pairing() -> None:
    positions, other = board_positions(2), policy(3, "random")
    with pytest.raises(InputError, match="policy a"):
        pair(positions, other, other)
    with pytest.raises(InputError, match="possible"):
        lapses(positions, np.zeros(3, np.bool_))


def exact(order: int, name: str) -> float:
    positions = board_positions(order)
    return pair(positions, policy(order, "heuristic"), policy(order, name)).short


@pytest.mark.parametrize("moves", ["A1", "B2 A1 D4 C5 E3"])
def test_winning_splits(moves: str) -> None:
    board = make_board(3)
    states, player = play(board.graph, board.edges(moves))
    assert player is Player.SHORT
    found = winning_splits(board.graph, states)
    assert found == {
        edge: _won_splits(board.graph, states, player, edge) for edge in np.flatnonzero(states == FREE).tolist()
    }


@pytest.mark.parametrize("playouts", [1, 7])
def test_the_law_of_a_move(playouts: int) -> None:
    """Of 6 splits 1, 3, 3 and 6 are won."""
    wins = {4: 3, 5: 1, 7: 6, 9: 3, 11: 3}
    chances, error = choice_law(wins, playouts)
    expected = law([Fraction(count, 6) for count in wins.values()], [1] * 5, playouts)
    assert all(abs(chances[edge] - chance) <= error + 1e-15 for edge, chance in zip(wins, expected, strict=True))
    assert choice_law(wins, None) == ({7: 1.0}, 0.0)
    assert choice_law({1: 2, 3: 2}, playouts) == ({1: 0.5, 3: 0.5}, 0.0)


@pytest.mark.parametrize("name", ["mc:1", "mc:20", "mc:inf"])
def test_order_2_whole(name: str) -> None:
    playouts = None if name == "mc:inf" else int(name[3:])
    found = heuristic_against_playouts(2, playouts, 0.0)
    assert abs(found.short - exact(2, name)) <= found.error + 1e-14
    assert found.error < 1e-12


@compiled
def test_order_3() -> None:
    """What is left out is in the error; at 50 playouts it is the certified optimum of 0.97 %."""
    met = heuristic_against_playouts(3, 50, 1e-5)
    assert abs(met.short - exact(3, "mc:50")) <= met.error + 1e-14
    assert 0 < met.error < 2e-3


def test_misuse_of_limit_duel() -> None:
    with pytest.raises(InputError, match="up to 26 free edges, not 40"):
        heuristic_against_playouts(5, None, 0.0)
