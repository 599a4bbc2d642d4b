"""Positions: numbered, decided, and won, against the rules tried out and perfect play by trees."""

from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from naive.switching import Minimax, turn_consistent
from naive.switching_agents import graphs
from switching_policies import compiled, number_of, player_of

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.graph import UNDECIDED
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.positions import board_positions, graph_positions, perfect_outcomes


@compiled
def test_numbers_of_positions() -> None:
    """Which edges are taken, and which of those are deleted."""
    positions = board_positions(3)
    assert positions.game.positions == sum(comb(13, taken) * comb(taken, taken // 2) for taken in range(14)) == 414_584
    assert int((positions.won == FREE).sum()) == 327_992
    positions.game.check()


@compiled
@pytest.mark.parametrize("order", [2, 3])
def test_numbers_and_states_belong_together(order: int) -> None:
    positions = board_positions(order)
    assert number_of(positions, np.zeros(positions.graph.edges)) == positions.game.root
    for number in Random(order).choices(range(positions.game.positions), k=50):
        states = positions.states(number)
        assert number_of(positions, states) == number
        over = winner(positions.graph, states)
        won = int(positions.won[number])
        assert over is (player_of(won) if won != FREE else None)
        colour = int(positions.to_move[number])
        assert colour == (1 if (states != FREE).sum() % 2 == 0 else 2)
        edges = positions.game.edges_of(number)
        assert (len(edges) == 0) == (won != FREE) == (positions.game.payoff[number] != UNDECIDED)
        for place in edges:
            after = states.copy()
            after[positions.game.labels[place]] = colour
            assert number_of(positions, after) == positions.game.successors[place]


@given(graphs(most_nodes=5, most_edges=6))
@settings(max_examples=25)
def test_perfect_play_of_any_graph(graph: Graph) -> None:
    positions, naive = graph_positions(graph), Minimax(graph)
    outcomes = perfect_outcomes(positions)
    count = 0
    for states, to_move in turn_consistent(graph.edges):
        number = number_of(positions, states)
        count += 1
        assert player_of(int(positions.to_move[number])) is to_move
        assert player_of(int(outcomes.winner[number])) is naive.winner(states, to_move)
        moves = int(outcomes.moves[number])
        assert tuple(edge for edge in range(graph.edges) if moves >> edge & 1) == naive.moves(states, to_move)
    assert count == positions.game.positions


@compiled
def test_perfect_play_of_order_3_is_that_of_the_trees() -> None:
    positions = board_positions(3)
    outcomes = perfect_outcomes(positions)
    is_open = np.flatnonzero(positions.won == FREE).tolist()
    for number in Random(3).sample(is_open, 300):
        player = player_of(int(positions.to_move[number]))
        won, moves = winning_moves(positions.graph, positions.states(number), player)
        assert won is player_of(int(outcomes.winner[number]))
        assert sum(1 << edge for edge in moves) == outcomes.moves[number]
    assert player_of(int(outcomes.winner[positions.game.root])) is Player.CUT


def test_misuse() -> None:
    with pytest.raises(InputError, match="orders 2 and 3, not 4"):
        board_positions(4)
    with pytest.raises(InputError, match="up to 13 edges, not 25"):
        graph_positions(make_board(4).graph)
