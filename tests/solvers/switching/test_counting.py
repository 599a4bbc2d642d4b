"""Edges that players lack, and shortest paths: against every set and every path."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import switching_counting as naive
from naive.switching import positions as drawn_positions
from naive.switching import winner

from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.choices import choices
from tafelwerk.solvers.switching.counting import edge_values, k_best, shortest_path_counts
from tafelwerk.solvers.switching.graph import Graph, Player

Position = tuple[Graph, tuple[int, ...], Player]


@given(drawn_positions(6, 9, 7))
@settings(max_examples=40)
def test_missing_edges_and_paths(position: Position) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        found = edge_values(graph, np.array(states, np.int8), player)
        assert found == naive.edge_values(graph, states, player)
        assert shortest_path_counts(graph, np.array(states, np.int8)) == naive.shortest_paths(graph, states)


@given(drawn_positions(5, 7, 6), st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=25)
def test_k_best_search(position: Position, width: int, depth: int) -> None:
    graph, states, player = position
    if winner(graph, states) is None:
        values = naive.searched(graph, states, player, width, depth)
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


def test_temperatures() -> None:
    """Values one apart differ by exp(-1 / T), paths 2 to 1 by 2^(1 / T)."""
    board = make_board(3)
    states = np.zeros(board.graph.edges, np.int8)
    found = choices(board.graph, states, Player.CUT, parse_agent("edge-count:0.5"))
    values = edge_values(board.graph, states, Player.CUT)
    best = max(values.values())
    assert all(abs(weight - np.exp(-2.0 * (best - values[edge]))) < 1e-12 for edge, weight in found.items())
    assert set(choices(board.graph, states, Player.CUT, parse_agent("k-best:3:2")).values()) == {1.0}
