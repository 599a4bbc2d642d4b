"""Drops of single positions: figure 5.5, Kirchhoff's equations in fractions, duality."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import switching_heuristic as naive

from tafelwerk.errors import InputError
from tafelwerk.proofs.switching.board import lay_out
from tafelwerk.proofs.switching.network import exact_drops
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, make_graph, play, winner
from tafelwerk.solvers.switching.potentials import exact
from tafelwerk.solvers.switching.potentials.exact import compare_drops, drops, heuristic_moves, node_potentials
from tafelwerk.solvers.switching.potentials.network import make_network


def random_position(order: int, draw: random.Random, taken: int | None = None) -> list[int]:
    """An open position of a board."""
    graph = make_board(order).graph
    states = [FREE] * graph.edges
    for edge in draw.sample(range(graph.edges), draw.randrange(graph.edges) if taken is None else taken):
        states[edge] = draw.choice((DELETED, MARKED))
        if winner(graph, states) is not None:
            states[edge] = FREE
    return states


def test_smallest_lost_game_of_figure_5_5() -> None:
    board = make_board(3)
    states, _ = play(board.graph, board.edges("A5 C5 C3 A1"))
    found = drops(board.graph, states)
    assert found[board.edge("A3")] == found[board.edge("B4")] == Fraction(21, 42)
    assert found[board.edge("E3")] == Fraction(20, 42)
    assert board.names(heuristic_moves(board.graph, states)) == ["A3", "B4"]


@pytest.mark.parametrize("order", [2, 12])
def test_potentials_fall_evenly_at_the_start(order: int) -> None:
    """Section 5.3.1, footnote 9."""
    board = make_board(order)
    found = drops(board.graph, [FREE] * board.graph.edges)
    assert found == {
        edge: Fraction(1, order) if column % 2 == 0 else 0 for edge, (column, _) in enumerate(board.places.tolist())
    }


DEAD_EDGES = make_graph(5, [(0, 0), (0, 2), (3, 4), (0, 1), (2, 3)]), [FREE, FREE, FREE, FREE, DELETED]
"""A loop at A, a pendant edge, an island of two nodes, and one edge that matters."""


@given(naive.open_positions(), st.sampled_from([1, 3, 40]), st.booleans())
@example(DEAD_EDGES, 40, True)
def test_any_graph_whatever_the_digits_per_step(position: tuple[Graph, list[int]], bits: int, with_dead: bool) -> None:
    graph, states = position
    expected = naive.drops(graph, states)
    edges = [edge for edge, drop in expected.items() if drop or with_dead]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "MOST_BITS", bits)
        assert drops(graph, states) == expected
        assert heuristic_moves(graph, states) == naive.greatest(graph, states)
        differences = compare_drops(make_network(graph), np.array(states, np.int8), edges)
    assert differences == [expected[edge] - expected[edges[0]] for edge in edges]


@given(naive.open_positions())
@example(DEAD_EDGES)
def test_potentials_of_nodes(position: tuple[Graph, list[int]]) -> None:
    """What drops are differences of; merged nodes share one, nodes out of reach have none."""
    graph, states = position
    found = node_potentials(graph, states)
    assert (found[0], found[1]) == (1, 0)
    for edge, drop in drops(graph, states).items():
        one, other = (found[node] for node in graph.ends[edge].tolist())
        assert drop == (0 if one is None or other is None else abs(one - other))
        assert (one is None) == (other is None)
    for (one, other), state in zip(graph.ends.tolist(), states, strict=True):
        assert state != MARKED or found[one] == found[other]


def test_two_long_ways_that_touch() -> None:
    """Great resistances; potentials at the joint by Kirchhoff's two equations."""
    half, lower = 700, (800, 803)
    starts = [2, 2 + half + lower[0] - 1]
    ways = [[A, *range(start, start + half + rest - 1), B] for start, rest in zip(starts, lower, strict=True)]
    joint = ways[0][half], ways[1][half]
    graph = make_graph(ways[1][-2] + 1, [joint, *pairwise(ways[0]), *pairwise(ways[1])])
    one, other = (Fraction(1, half) + 1 + Fraction(1, rest) for rest in lower)
    high, low = ((each + 1) / (one * other - 1) / half for each in (other, one))
    found = drops(graph, [FREE] * graph.edges)
    expected = [low - high, *[(1 - high) / half] * half, *[high / lower[0]] * lower[0]]
    assert [found[edge] for edge in range(len(ways[0]))] == [abs(drop) for drop in expected]
    assert found[graph.edges - 1] == low / lower[1]


def test_doubles_that_give_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_find_digits", lambda *_: np.inf)
    with pytest.raises(InputError, match="doubles are too inaccurate"):
        drops(make_board(3).graph, [FREE] * 13)


def test_positions_of_a_large_board() -> None:
    """Against another method, that of the proofs."""
    order = 12
    draw = random.Random(order)
    graph, board = make_board(order).graph, lay_out(order)
    for _ in range(3):
        states = np.array(random_position(order, draw, graph.edges // 3), np.int8)
        assert drops(graph, states) == exact_drops(board, states)


@pytest.mark.parametrize("ask", [drops, heuristic_moves])
def test_what_has_no_drops(ask: Callable[..., object]) -> None:
    for states, message in (
        ([FREE], "one per edge, not"),
        ([FREE, 3], "not 3"),
        ([MARKED, MARKED], "short has won"),
        ([DELETED, FREE], "cut has won"),
    ):
        with pytest.raises(InputError, match=message):
            ask(make_graph(3, [(0, 2), (2, 1)]), states)
