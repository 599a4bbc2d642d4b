"""Shannon against Shannon: published rates and the lost game, every line in fractions, the kernels' parts by themselves."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import switching_heuristic as naive
from tafelwerk.solvers.switching.potentials.residues import PRIMES, compare_drops
from tafelwerk.solvers.switching.shannon_kernel import eliminate, inverted, make_network, merge, multiplied, substitute

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, make_graph, winner
from tafelwerk.solvers.switching.potentials import residues
from tafelwerk.solvers.switching.potentials.exact import drops, heuristic_moves
from tafelwerk.solvers.switching.shannon import (
    analyse,
    analyse_opening,
    collect,
    drop_gap,
    first_moves,
    greatest_drops,
    play_line,
)


@pytest.mark.parametrize("order", range(2, 9))
def test_the_first_player_wins_up_to_order_8(order: int) -> None:
    """Section 5.3.2."""
    found = analyse(order)
    assert found.rate == 1
    assert found.losing == found.mixed == []


def test_two_openings_lose_at_order_9() -> None:
    """Section 5.3.2."""
    found = analyse(9)
    board = make_board(9)
    assert found.rate == Fraction(79, 81)
    assert board.names(found.losing) == ["E9", "P9"]
    assert found.mixed == []
    (lost,) = [opening for opening in found.openings if opening.rate == 0]
    assert lost.shortest == lost.longest == 110


def test_the_lost_game_of_figure_5_7() -> None:
    """What the figure lists legibly; its third move, one of two mirror images, is the one at the bottom."""
    board = make_board(9)
    line = play_line(9, board.edge("E9"), max)
    assert line.winner is Player.SHORT
    assert len(line.moves) == 110
    figure = {1: "E9", 2: "C9", 29: "H12", 30: "A15", 57: "C5", 58: "A5", 85: "Q8", 86: "R9"}
    assert {ply: board.name(line.moves[ply - 1]) for ply in figure} == figure


@pytest.mark.parametrize(
    "order", [2, 3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)]
)
def test_every_line_in_fractions(order: int) -> None:
    board = make_board(order)
    plain = naive.SelfPlay(board.graph)
    for opening in analyse(order).openings:
        for edge in opening.images:
            states = tuple(DELETED if other == edge else FREE for other in range(board.graph.edges))
            rate, shortest, longest = plain.value(states, Player.SHORT)
            assert (opening.rate, opening.shortest - 1, opening.longest - 1) == (rate, shortest, longest)


@pytest.mark.parametrize("order", [3, 5, pytest.param(11, marks=pytest.mark.slow)])
def test_lines_are_games_by_the_heuristic(order: int) -> None:
    board = make_board(order)
    draw = random.Random(order)
    for images in first_moves(order):
        line = play_line(order, images[-1], draw.choice)
        states = np.zeros(board.graph.edges, np.int8)
        player = Player.CUT
        for edge, ties in zip(line.moves, line.ties, strict=True):
            assert winner(board.graph, states) is None
            choice = heuristic_moves(board.graph, states)
            assert edge in choice
            assert ties == len(choice)
            states[edge] = player.colour
            player = player.rival
        assert winner(board.graph, states) is line.winner


def test_games_from_openings_have_their_lengths() -> None:
    draw = random.Random(1)
    for opening in analyse(9).openings:
        line = play_line(9, opening.edge, draw.choice)
        assert opening.shortest <= len(line.moves) <= opening.longest
        assert opening.rate not in (0, 1) or opening.rate == (line.winner is Player.CUT)


def test_gaps_are_those_of_their_positions() -> None:
    for order in (2, 3, 5, 8):
        graph = make_board(order).graph
        found = analyse(order)
        assert found.gap == min(opening.gap for opening in found.openings)
        for opening in found.openings:
            levels = sorted(set(drops(graph, opening.gap_states).values()))
            assert opening.gap == levels[-1] - levels[-2]


@pytest.mark.parametrize("order", [16, pytest.param(20, marks=pytest.mark.slow)])
def test_close_decisions_in_fractions(order: int) -> None:
    """Closest decisions below a millionth of the voltage: Kirchhoff's equations of the whole board in fractions agree."""
    graph, close = make_board(order).graph, 0
    network = make_network(graph)
    for opening in analyse(order).openings:
        if opening.gap < Fraction(1, 10**6):
            close += 1
            found = drops(graph, opening.gap_states)
            levels = sorted(set(found.values()))
            assert opening.gap == levels[-1] - levels[-2] > 0
            greatest = [edge for edge, drop in found.items() if drop == levels[-1]]
            assert greatest_drops(network, opening.gap_states) == greatest
    assert close >= (1 if order == 16 else 20)


def test_openings_up_to_symmetry() -> None:
    for order in (2, 3, 6):
        board = make_board(order)
        images = first_moves(order)
        assert sorted(edge for row in images for edge in row) == heuristic_moves(
            board.graph, [FREE] * board.graph.edges
        )
    assert [board.name(row[0]) for row in first_moves(6)] == ["A1", "C1", "E1", "A3", "C3", "E3", "A5", "C5", "E5"]
    assert analyse_opening(9, make_board(9).edge("P9")).rate == 0


@given(naive.open_positions())
def test_greatest_drops_of_any_graph(position: tuple[Graph, list[int]]) -> None:
    graph, states = position[0], np.array(position[1], np.int8)
    network = make_network(graph)
    found = drops(graph, states)
    levels = sorted(set(found.values()))
    assert greatest_drops(network, states) == [edge for edge, drop in found.items() if drop == levels[-1]]
    assert drop_gap(network, states) == (levels[-1] - levels[-2] if len(levels) > 1 else 0)


@given(naive.open_positions())
def test_potentials_are_within_their_bound(position: tuple[Graph, list[int]]) -> None:
    graph, states = position[0], np.array(position[1], np.int8)
    room = make_network(graph)
    merge(graph.ends, states, room.group, room.last)
    count, width, error = eliminate(
        graph.ends, states, room.later_offsets, room.later, room.group, room.last, 0.0, room.slot, room.front, room.factor,
        room.pivot, room.roots, room.slots, room.taken,
    )  # fmt: skip
    substitute(count, width, room.factor, room.roots, room.slots, room.values, room.potential)
    assert error < 1e-11
    for edge, drop in drops(graph, states).items():
        one, other = room.potential[room.group[graph.ends[edge]]].tolist()
        assert abs(abs(Fraction(one) - Fraction(other)) - drop) <= 2 * error


@given(naive.open_positions(), st.sampled_from([PRIMES, (2, 3, 5, 7, 11, 13), (2,), ()]), st.booleans())
def test_drops_compare_as_fractions_whatever_the_primes(
    position: tuple[Graph, list[int]], primes: tuple[int, ...], with_dead: bool
) -> None:
    """Small primes take many digits, and often divide a pivot."""
    graph, states = position[0], np.array(position[1], np.int8)
    found = drops(graph, states)
    edges = [edge for edge, drop in found.items() if drop or with_dead]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(residues, "PRIMES", primes)
        excess = compare_drops(make_network(graph), states, edges)
    assert excess == [found[edge] - found[edges[0]] for edge in edges]


def test_a_prime_that_takes_a_node_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two edges to A and two to B: modulo 2 the node between seems to have none; such a prime is left out."""
    graph = make_graph(3, [(0, 2), (0, 2), (1, 2), (1, 2)])
    for primes in ((2,), (2, 3), (2, *PRIMES)):
        monkeypatch.setattr(residues, "PRIMES", primes)
        assert compare_drops(make_network(graph), np.zeros(4, np.int8), range(4)) == [0, 0, 0, 0]


def test_drops_of_a_large_board_by_digits() -> None:
    graph = make_board(9).graph
    line = play_line(9, first_moves(9)[5][0])
    states = np.zeros(graph.edges, np.int8)
    for ply, edge in enumerate(line.moves[:41]):
        states[edge] = DELETED if ply % 2 == 0 else MARKED
    found = drops(graph, states)
    edges = [edge for edge, drop in found.items() if drop]
    assert compare_drops(make_network(graph), states, edges) == [found[edge] - found[edges[0]] for edge in edges]


@given(st.sampled_from([2, 3, 11, *PRIMES]), st.integers(0, 2**49), st.integers(0, 2**49))
def test_arithmetic_modulo_a_prime(prime: int, one: int, other: int) -> None:
    one, other = one % prime, other % prime
    assert multiplied(float(one), float(other), float(prime), 1.0 / prime) == one * other % prime
    if one:
        assert int(inverted(float(one), float(prime))) * one % prime == 1


def test_what_is_no_opening() -> None:
    board = make_board(3)
    for edge in (board.edge("B2"), -1, board.graph.edges):
        with pytest.raises(InputError, match="no first move"):
            analyse_opening(3, edge)
        with pytest.raises(InputError, match="no first move"):
            play_line(3, edge)
    with pytest.raises(InputError, match="an order is"):
        analyse(1)
    with pytest.raises(InputError, match="none of the tied"):
        play_line(3, 0, lambda edges: -1)
    with pytest.raises(InputError, match="has 4 openings"):
        collect(3, analyse(2).openings)
