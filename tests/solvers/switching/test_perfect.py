"""Perfect play: against plain minimax, its proofs by the certificates of verify, boards against their duals, every position."""

import random
from collections.abc import Callable, Sequence
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import switching as naive
from naive.switching import Minimax, States, close_positions, positions, successors, taken_in_turn, turn_consistent
from naive.switching_agents import graphs
from naive.switching_heuristic import dual_states
from naive.switching_policies import compiled, number_of, player_of

from tafelwerk.errors import InputError
from tafelwerk.proofs.switching.switching_certificates import forest_faults, tree_faults
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.playouts.game_graph import UNDECIDED
from tafelwerk.solvers.switching.perfect_switching import Solution, repairs, solve, winning_moves
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    A,
    B,
    Graph,
    Player,
    make_board,
    make_graph,
    winner,
)
from tafelwerk.solvers.switching.switching_positions import board_positions, graph_positions, perfect_outcomes

CUT, SHORT = Player.CUT, Player.SHORT
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def is_certificate(graph: Graph, states: Sequence[int], parts: Pair, by: Player) -> bool:
    """Whether two sets of edges prove that a player wins as second player, by the definition."""
    names = ["A", "B", *(str(node) for node in range(2, graph.nodes))]
    ends = {str(edge): (names[start], names[end]) for edge, (start, end) in enumerate(graph.ends.tolist())}
    deleted, marked = ([str(edge) for edge, state in enumerate(states) if state == kind] for kind in (DELETED, MARKED))
    faults = tree_faults if by is Player.SHORT else forest_faults
    return not list(faults(ends, deleted, marked, [list(map(str, part)) for part in parts]))


def assert_proved(graph: Graph, states: States, to_move: Player, solution: Solution) -> None:
    """The proof holds where it should, and speaks for the winner alone."""
    state = list(states)
    if solution.moves:
        state[solution.moves[0]] = to_move.colour
    proof, other = solution.trees, solution.forests
    if solution.winner is CUT:
        proof, other = other, proof
    assert other is None
    assert proof is not None
    assert is_certificate(graph, state, proof, solution.winner)


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


K33 = [(u, v) for u in (0, 2, 3) for v in (1, 4, 5)]
K5 = [(u, v) for u in range(5) for v in range(u)]


def test_small_graphs() -> None:
    """Who wins when Cut and when Short begins."""
    for nodes, edges, won in (
        (2, [(A, B)], [CUT, SHORT]),
        (2, [(A, B), (B, A)], [SHORT, SHORT]),
        (3, [(A, 2), (2, B)], [CUT, CUT]),
        (3, [(A, 2), (2, B), (2, 2)], [CUT, CUT]),
        (3, [(A, 2), (2, B), (A, B)], [CUT, SHORT]),
        (3, [(A, 2), (A, 2), (2, B), (B, 2)], [SHORT, SHORT]),
        (6, K33, [CUT, SHORT]),
        (5, K5, [SHORT, SHORT]),
    ):
        graph = make_graph(nodes, edges)
        plain, start = naive.Minimax(graph), (FREE,) * graph.edges
        assert [solve(graph, start, to_move).winner for to_move in (CUT, SHORT)] == won
        for to_move in Player:
            assert_solved(graph, start, to_move, plain)


def test_order_2_whole() -> None:
    graph = make_board(2).graph
    plain = naive.Minimax(graph)
    for states, _ in naive.turn_consistent(graph.edges):
        for to_move in Player:
            assert_solved(graph, states, to_move, plain)


@given(st.data(), st.integers(2, 7), st.sampled_from(Player))
def test_duality(data: st.DataObject, order: int, to_move: Player) -> None:
    """Exchanging the players' parts exchanges the winners."""
    board = make_board(order)
    edges = board.graph.edges
    states = taken_in_turn(edges, data.draw(st.integers(0, edges)), random.Random(data.draw(st.integers(0, 2**32))))
    mirrored = tuple(dual_states(states, board.dual.tolist()))
    one, other = solve(board.graph, states, to_move), solve(board.graph, mirrored, to_move.rival)
    assert other.winner is one.winner.rival
    assert other.moves == tuple(sorted(board.dual[list(one.moves)].tolist()))
    assert_proved(board.graph, states, to_move, one)


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


@pytest.mark.parametrize("first", Player)
def test_first_player_wins(first: Player) -> None:
    """A board is its own dual, so either wins who begins."""
    for order in (2, 6):
        assert play_out(order, first, order) is first
    for order in (2, 4) if INTERPRETED else (7, 13, 30):
        graph = make_board(order).graph
        solution = solve(graph, (FREE,) * graph.edges, first)
        assert solution.winner is first
        assert_proved(graph, (FREE,) * graph.edges, first, solution)


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


@pytest.mark.parametrize("order", [2, 4])
@pytest.mark.parametrize("player", list(Player))
def test_repairs_are_the_answers_that_leave_a_certificate(order: int, player: Player) -> None:
    graph, draw, attacked = make_board(order).graph, random.Random(f"{order} {player}"), 0
    for _ in range(40):
        states = draw.choices((FREE, DELETED, MARKED), (4, 1, 1), k=graph.edges)
        solution = solve(graph, states, player)
        if winner(graph, states) is not None or solution.winner is player:
            continue
        parts = solution.trees or solution.forests or ((), ())
        for held, edge in ((held, edge) for held, part in enumerate(parts) for edge in part):
            attacked += 1
            answers, after = repairs(graph, states, solution, edge), list(states)
            after[edge] = player.colour
            own, other = tuple(each for each in parts[held] if each != edge), parts[1 - held]
            if not answers:
                assert is_certificate(graph, after, (own, other), player.rival)
            for answer in other if answers else ():
                answered, left = list(after), tuple(each for each in other if each != answer)
                answered[answer] = player.rival.colour
                # the end of the game needs no proof
                is_repaired = winner(graph, answered) is None and is_certificate(
                    graph, answered, (own, left), player.rival
                )
                assert is_repaired == (answer in answers) or winner(graph, answered) is player.rival
        assert not any(
            repairs(graph, states, solution, edge)
            for edge, state in enumerate(states)
            if state == FREE and all(edge not in part for part in parts)
        )
    assert attacked > 5


def test_game_over() -> None:
    graph, proof = make_graph(2, [(A, B), (A, B)]), ((), ())
    for states, over in (([MARKED, FREE], SHORT), ([DELETED, DELETED], CUT)):
        for to_move in Player:
            solution = solve(graph, states, to_move)
            assert solution == Solution(over, (), proof if over is SHORT else None, proof if over is CUT else None)
            assert winning_moves(graph, states, to_move) == (over, ())


@pytest.mark.parametrize("ask", [solve, winning_moves])
def test_misuse(ask: Callable[..., object]) -> None:
    for states, to_move, message in (
        ([FREE], CUT, r"states must have shape \(2,\), one per edge, not \(1,\)"),
        ([FREE, 3], CUT, r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not 3"),
        ([-1, FREE], CUT, r"a state is 0 \(free\), 1 \(deleted\) or 2 \(marked\), not -1"),
        ([FREE, FREE], "left", "to_move must be cut or short, not 'left'"),
    ):
        with pytest.raises(InputError, match=message):
            ask(make_graph(2, [(A, B), (A, B)]), states, to_move)


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


def test_misuse_of_positions() -> None:
    with pytest.raises(InputError, match="orders 2 and 3, not 4"):
        board_positions(4)
    with pytest.raises(InputError, match="up to 13 edges, not 25"):
        graph_positions(make_board(4).graph)
