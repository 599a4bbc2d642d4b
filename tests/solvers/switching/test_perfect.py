"""Perfect play of the switching game against plain minimax, its proofs against their definition, boards against their duals."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import switching as naive
from naive.switching import Pair, States, close_positions, positions, successors, taken_in_turn
from naive.switching_heuristic import dual_states
from switching_policies import compiled

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph, winner
from tafelwerk.solvers.switching.perfect import Solution, solve, winning_moves

CUT, SHORT = Player.CUT, Player.SHORT


def assert_proved(graph: Graph, states: States, to_move: Player, solution: Solution) -> None:
    """The proof holds where it should, and speaks for the winner alone."""
    state = list(states)
    if solution.moves:
        state[solution.moves[0]] = to_move.colour
    if solution.winner is SHORT:
        assert solution.forests is None
        assert solution.trees is not None
        assert naive.short_holds(graph, state, solution.trees)
    else:
        assert solution.trees is None
        assert solution.forests is not None
        assert naive.cut_holds(graph, state, solution.forests)


def assert_solved(graph: Graph, states: States, to_move: Player, plain: naive.Minimax) -> None:
    solution = solve(graph, states, to_move)
    assert solution.winner is plain.winner(states, to_move)
    assert solution.moves == plain.moves(states, to_move)
    assert winning_moves(graph, states, to_move) == (solution.winner, solution.moves)
    assert_proved(graph, states, to_move, solution)


@given(st.one_of(positions(most_free=7), close_positions(most_nodes=5, most_taken=3)))
def test_any_position(position: tuple[Graph, States, Player]) -> None:
    graph, states, to_move = position
    assert_solved(graph, states, to_move, naive.Minimax(graph))


@pytest.mark.slow
@settings(max_examples=1500)
@given(st.one_of(positions(most_nodes=9, most_edges=16, most_free=11), close_positions(most_nodes=6, most_taken=4)))
def test_any_larger_position(position: tuple[Graph, States, Player]) -> None:
    graph, states, to_move = position
    assert_solved(graph, states, to_move, naive.Minimax(graph))


K33 = [(u, v) for u in (0, 2, 3) for v in (1, 4, 5)]
K5 = [(u, v) for u in range(5) for v in range(u)]


@pytest.mark.parametrize(
    ("nodes", "edges", "won"),
    [
        (2, [(A, B)], [CUT, SHORT]),
        (2, [(A, B), (B, A)], [SHORT, SHORT]),
        (3, [(A, 2), (2, B)], [CUT, CUT]),
        (3, [(A, 2), (2, B), (2, 2)], [CUT, CUT]),
        (3, [(A, 2), (2, B), (A, B)], [CUT, SHORT]),
        (3, [(A, 2), (A, 2), (2, B), (B, 2)], [SHORT, SHORT]),
        (6, K33, [CUT, SHORT]),
        (5, K5, [SHORT, SHORT]),
    ],
)
def test_small_graphs(nodes: int, edges: list[tuple[int, int]], won: list[Player]) -> None:
    """Who wins when Cut and when Short begins."""
    graph = make_graph(nodes, edges)
    plain, start = naive.Minimax(graph), (FREE,) * graph.edges
    assert [solve(graph, start, to_move).winner for to_move in (CUT, SHORT)] == won
    for to_move in Player:
        for states in [start, *(after for _, after in successors(start, to_move.rival))]:
            assert_solved(graph, states, to_move, plain)


def test_order_2_whole() -> None:
    graph = make_board(2).graph
    plain = naive.Minimax(graph)
    for states, _ in naive.turn_consistent(graph.edges):
        for to_move in Player:
            assert_solved(graph, states, to_move, plain)


@given(st.data(), st.integers(2, 7), st.sampled_from(Player))
def test_duality(data: st.DataObject, order: int, to_move: Player) -> None:
    """Exchanging the players' parts exchanges the winners, and turns either's proof into the other's kind."""
    board = make_board(order)
    edges = board.graph.edges
    states = taken_in_turn(edges, data.draw(st.integers(0, edges)), random.Random(data.draw(st.integers(0, 2**32))))
    mirrored = tuple(dual_states(states, board.dual.tolist()))
    one, other = solve(board.graph, states, to_move), solve(board.graph, mirrored, to_move.rival)
    assert other.winner is one.winner.rival
    assert other.moves == tuple(sorted(board.dual[list(one.moves)].tolist()))
    assert_proved(board.graph, states, to_move, one)
    if one.forests is not None and winner(board.graph, states) is None:
        after = list(states)
        if one.moves:
            after[one.moves[0]] = DELETED
        if winner(board.graph, after) is None:
            image = tuple(dual_states(after, board.dual.tolist()))
            trees = tuple(board.dual[list(one.forests[0])].tolist()), tuple(board.dual[list(one.forests[1])].tolist())
            assert naive.short_holds(board.graph, image, trees)


def play_out(order: int, first: Player, seed: int) -> Player:
    """The first player plays perfectly, its rival at random: who wins."""
    board, chosen = make_board(order), random.Random(seed)
    states, player = np.zeros(board.graph.edges, np.int8), first
    while True:
        won, moves = winning_moves(board.graph, states, player)
        assert won is first
        assert bool(moves) is (player is first and winner(board.graph, states) is None)
        over = winner(board.graph, states)
        if over is not None:
            return over
        states[chosen.choice(moves or np.flatnonzero(states == FREE).tolist())] = player.colour
        player = player.rival


@pytest.mark.parametrize(
    "order", [*range(2, 7), *(pytest.param(order, marks=[compiled, pytest.mark.slow]) for order in (8, 13, 20, 30))]
)
@pytest.mark.parametrize("first", Player)
def test_first_player_wins(order: int, first: Player) -> None:
    assert play_out(order, first, order) is first


@compiled
@pytest.mark.parametrize("order", range(7, 31))
@pytest.mark.parametrize("first", Player)
def test_first_player_wins_at_any_order(order: int, first: Player) -> None:
    """The opening, with its proof; a board is its own dual, so either wins who begins."""
    board = make_board(order)
    states = (FREE,) * board.graph.edges
    solution = solve(board.graph, states, first)
    assert solution.winner is first
    assert_proved(board.graph, states, first, solution)


@given(close_positions(most_nodes=30, most_taken=20))
def test_moves_lead_where_they_should(position: tuple[Graph, States, Player]) -> None:
    """A move wins just when the rival, to move after it, loses; on graphs too large for minimax."""
    graph, states, to_move = position
    won, moves = winning_moves(graph, states, to_move)
    over = winner(graph, states) is not None
    good = [
        edge
        for edge, after in successors(states, to_move)
        if not over and winning_moves(graph, after, to_move.rival)[0] is to_move
    ]
    assert moves == tuple(good)
    assert over or (won is to_move) is bool(good)
    assert_proved(graph, states, to_move, solve(graph, states, to_move))


SQUARE = make_graph(4, [(A, 2), (2, B), (A, 3), (3, B), (2, 3), (2, 3)])
"""Two trees: 0, 4, 3 and 1, 5, 2."""


@pytest.mark.parametrize(
    ("states", "pair", "player"),
    [
        ("000000", ((0, 4, 3), (1, 5, 2)), SHORT),
        ("000200", ((0, 4), (1, 2)), SHORT),
        ("000000", ((), ()), None),
        ("000000", ((0, 1), (2, 3)), None),  # not the same nodes
        ("000000", ((0, 4, 3), (0, 5, 2)), None),  # an edge in both
        ("000000", ((0, 4, 5), (1, 2, 3)), None),  # a cycle
        ("000200", ((0, 4, 3), (1, 5, 2)), None),
        ("010000", ((4,), (5,)), None),  # off A and B
        ("001122", ((0,), (1,)), CUT),
        ("001022", ((0,), (1, 3)), None),  # 1 and 3 close a cycle
        ("001001", ((0, 4), (1,)), None),  # 3 joins A's side to B
        ("001100", ((0, 1), ()), None),  # joins A and B
        ("001100", ((0,), (0,)), None),
    ],
)
def test_what_proves_who_wins(states: str, pair: Pair, player: Player | None) -> None:
    """The tests' own checks turn proofs down that prove nothing."""
    state = list(map(int, states))
    assert naive.short_holds(SQUARE, state, pair) is (player is SHORT)
    assert naive.cut_holds(SQUARE, state, pair) is (player is CUT)


@pytest.mark.parametrize(("states", "over"), [([MARKED, FREE], SHORT), ([DELETED, DELETED], CUT)])
@pytest.mark.parametrize("to_move", Player)
def test_game_over(states: list[int], over: Player, to_move: Player) -> None:
    graph = make_graph(2, [(A, B), (A, B)])
    found = solve(graph, states, to_move)
    proof = ((), ())
    assert found == Solution(over, (), proof if over is SHORT else None, proof if over is CUT else None)
    assert winning_moves(graph, states, to_move) == (over, ())
    assert_proved(graph, tuple(states), to_move, found)


@pytest.mark.parametrize(
    ("states", "to_move", "message"),
    [
        ([FREE], CUT, r"states must have shape \(2,\), one per edge, not \(1,\)"),
        ([FREE, 3], CUT, r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not 3"),
        ([-1, FREE], CUT, r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not -1"),
        ([FREE, FREE], "left", "to_move must be cut or short, not 'left'"),
    ],
)
@pytest.mark.parametrize("ask", [solve, winning_moves])
def test_misuse(ask: Callable[..., object], states: list[int], to_move: Player, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask(make_graph(2, [(A, B), (A, B)]), states, to_move)
