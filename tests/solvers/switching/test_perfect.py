"""Perfect play of the switching game against plain minimax, its proofs against their definition, boards against their duals."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.switching import (
    Minimax,
    Pair,
    States,
    close_positions,
    cut_holds,
    positions,
    short_holds,
    successors,
    turn_consistent,
)
from naive.switching_heuristic import dual_states

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph, winner
from tafelwerk.solvers.switching.perfect import Solution, solve, winning_moves

compiled = pytest.mark.skipif(INTERPRETED, reason="too long without compiled kernels")

CUT, SHORT = Player.CUT, Player.SHORT


def assert_proved(graph: Graph, states: States, to_move: Player, solution: Solution) -> None:
    """The proof holds where it should, and speaks for the winner alone."""
    state = list(states)
    if solution.moves:
        state[solution.moves[0]] = to_move.colour
    if solution.winner is SHORT:
        assert solution.forests is None
        assert solution.trees is not None
        assert short_holds(graph, state, solution.trees)
    else:
        assert solution.trees is None
        assert solution.forests is not None
        assert cut_holds(graph, state, solution.forests)


def assert_solved(graph: Graph, states: States, to_move: Player, plain: Minimax) -> None:
    solution = solve(graph, states, to_move)
    assert solution.winner is plain.winner(states, to_move)
    assert solution.moves == plain.moves(states, to_move)
    assert winning_moves(graph, states, to_move) == (solution.winner, solution.moves)
    assert_proved(graph, states, to_move, solution)


@given(st.one_of(positions(most_free=7), close_positions(most_nodes=5, most_taken=3)))
def test_any_position(position: tuple[Graph, States, Player]) -> None:
    graph, states, to_move = position
    assert_solved(graph, states, to_move, Minimax(graph))


@pytest.mark.slow
@settings(max_examples=1500)
@given(st.one_of(positions(most_nodes=9, most_edges=16, most_free=11), close_positions(most_nodes=6, most_taken=4)))
def test_any_larger_position(position: tuple[Graph, States, Player]) -> None:
    graph, states, to_move = position
    assert_solved(graph, states, to_move, Minimax(graph))


def every_start(graph: Graph) -> None:
    """Both players to move before the first move and after it."""
    plain, start = Minimax(graph), (FREE,) * graph.edges
    for to_move in Player:
        assert_solved(graph, start, to_move, plain)
        for _, after in successors(start, to_move):
            assert_solved(graph, after, to_move.rival, plain)


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
    assert [solve(graph, [FREE] * graph.edges, to_move).winner for to_move in (CUT, SHORT)] == won
    every_start(graph)


def test_order_2_whole() -> None:
    graph = make_board(2).graph
    plain = Minimax(graph)
    for states, _ in turn_consistent(graph.edges):
        for to_move in Player:
            assert_solved(graph, states, to_move, plain)


def some_states(edges: int, free: int, seed: int) -> States:
    """Edges taken in turn at random until so many are free."""
    chosen = random.Random(seed)
    states = [FREE] * edges
    for number, edge in enumerate(chosen.sample(range(edges), edges - free)):
        states[edge] = MARKED if number % 2 else DELETED
    return tuple(states)


@pytest.mark.parametrize("seed", range(12))
def test_order_3(seed: int) -> None:
    graph = make_board(3).graph
    states = some_states(graph.edges, 8, seed)
    for to_move in Player:
        assert_solved(graph, states, to_move, Minimax(graph))


@compiled
@pytest.mark.slow
def test_order_3_whole() -> None:
    """Every position of the board of order 3 that as many deleted edges as marked ones, or one more, leave."""
    board = make_board(3)
    plain = Minimax(board.graph)
    positions = over = 0
    for states, to_move in turn_consistent(board.graph.edges):
        positions += 1
        over += winner(board.graph, states) is not None
        assert winning_moves(board.graph, states, to_move) == (
            plain.winner(states, to_move),
            plain.moves(states, to_move),
        )
    assert (positions, positions - over) == (414_584, 327_992)


@given(st.data(), st.integers(2, 7), st.sampled_from(Player))
def test_duality(data: st.DataObject, order: int, to_move: Player) -> None:
    """Exchanging the players' parts exchanges the winners, and turns either's proof into the other's kind."""
    board = make_board(order)
    edges = board.graph.edges
    states = some_states(edges, data.draw(st.integers(0, edges)), data.draw(st.integers(0, 2**32)))
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
            assert short_holds(board.graph, image, trees)


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


@pytest.mark.parametrize("order", range(2, 7))
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


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("order", [8, 13, 20, 30])
@pytest.mark.parametrize("first", Player)
def test_first_player_wins_to_the_end(order: int, first: Player) -> None:
    assert play_out(order, first, order) is first


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
    ("trees", "taken", "holds"),
    [
        (((0, 4, 3), (1, 5, 2)), {}, True),
        (((), ()), {}, False),
        (((0, 1), (2, 3)), {}, False),  # not the same nodes
        (((0, 4, 3), (0, 5, 2)), {}, False),  # an edge in both
        (((0, 4, 5), (1, 2, 3)), {}, False),  # a cycle
        (((0, 4, 6), (1, 5, 2)), {}, False),
        (((0, 4, 3), (1, 5, 2)), {3: MARKED}, False),
        (((0, 4), (1, 2)), {3: MARKED}, True),
        (((4,), (5,)), {1: DELETED}, False),  # off A and B
    ],
)
def test_what_proves_that_short_wins(trees: Pair, taken: dict[int, int], holds: bool) -> None:
    """The tests' own check turns proofs down that prove nothing."""
    assert short_holds(SQUARE, [taken.get(edge, FREE) for edge in range(6)], trees) is holds


@pytest.mark.parametrize(
    ("forests", "taken", "holds"),
    [
        (((0,), (1,)), {2: DELETED, 3: DELETED, 4: MARKED, 5: MARKED}, True),
        (((0,), (1, 3)), {2: DELETED, 4: MARKED, 5: MARKED}, False),  # 1 and 3 close a cycle
        (((0, 4), (1,)), {2: DELETED, 5: DELETED}, False),  # 3 joins A's side to B
        (((0, 1), ()), {2: DELETED, 3: DELETED}, False),  # joins A and B
        (((0,), (0,)), {2: DELETED, 3: DELETED}, False),
        (((0,), (2,)), {2: DELETED, 3: DELETED}, False),
    ],
)
def test_what_proves_that_cut_wins(forests: Pair, taken: dict[int, int], holds: bool) -> None:
    assert cut_holds(SQUARE, [taken.get(edge, FREE) for edge in range(6)], forests) is holds


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
    ("states", "message"),
    [
        ([FREE], r"states are one for each of the 2 edges, not \(1,\)"),
        ([FREE, 3], r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not 3"),
        ([-1, FREE], r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not -1"),
    ],
)
def test_wrong_states(states: list[int], message: str) -> None:
    graph = make_graph(2, [(A, B), (A, B)])
    with pytest.raises(InputError, match=message):
        solve(graph, states, CUT)
    with pytest.raises(InputError, match=message):
        winning_moves(graph, states, CUT)


def test_wrong_player() -> None:
    graph = make_graph(2, [(A, B)])
    with pytest.raises(InputError, match="to_move is cut or short, not 'left'"):
        solve(graph, [FREE], "left")  # type: ignore[arg-type]
