"""Perfect play: against plain minimax, proofs by the definition of certificates, boards by their duals, every position."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.switching import (
    Minimax,
    States,
    close_positions,
    components,
    positions,
    successors,
    taken_in_turn,
    turn_consistent,
)
from naive.switching_agents import graphs
from naive.switching_heuristic import dual_states
from naive.switching_policies import number_of, player_of

from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching import switching_graph
from tafelwerk.solvers.switching.perfect_switching import Solution, repairs, solve, winning_moves
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_board
from tafelwerk.solvers.switching.switching_positions import graph_positions, perfect_outcomes

CUT, SHORT = Player.CUT, Player.SHORT
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def is_certificate(graph: Graph, states: Sequence[int], parts: Pair, by: Player) -> bool:
    """Whether two sets of edges prove that a player wins as second player, by the definition.

    Two disjoint trees of free edges on the same nodes, A and B among them after marked edges are contracted, win for Short. Two
    disjoint sets of free edges win for Cut if each of them, with all other edges contracted that are not deleted, is a forest
    that does not join A and B: even with an edge from A to B there is no cycle. A. Lehman, A solution of the Shannon switching
    game, J. SIAM 12, 1964.
    """
    ends, chosen = graph.ends.tolist(), [*parts[0], *parts[1]]
    if len(set(chosen)) < len(chosen) or any(states[edge] != FREE for edge in chosen):
        return False
    joined = [edge for edge, state in enumerate(states) if state == MARKED or (by is CUT and state == FREE)]
    group, _ = components(graph.nodes, [ends[edge] for edge in joined if edge not in chosen])
    if group[A] == group[B]:
        return by is SHORT
    held = [[(group[start], group[end]) for start, end in (ends[edge] for edge in part)] for part in parts]
    if by is CUT:
        return all(components(graph.nodes, [*pairs, (group[A], group[B])])[1] for pairs in held)
    nodes = [{node for pair in pairs for node in pair} for pairs in held]
    are_trees = all(
        components(graph.nodes, pairs)[1] and len(met) == len(pairs) + 1 for pairs, met in zip(held, nodes, strict=True)
    )
    return are_trees and nodes[0] == nodes[1] and {group[A], group[B]} <= nodes[0]


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


@given(st.one_of(positions(most_free=7), close_positions(most_nodes=5, most_taken=3)))
def test_any_position(position: tuple[Graph, States, Player]) -> None:
    graph, states, to_move = position
    plain, solution = Minimax(graph), solve(graph, states, to_move)
    assert (solution.winner, solution.moves) == (plain.winner(states, to_move), plain.moves(states, to_move))
    assert winning_moves(graph, states, to_move) == (solution.winner, solution.moves)
    assert_proved(graph, states, to_move, solution)


@given(st.data(), st.integers(2, 7), st.sampled_from(Player))
def test_duality(data: st.DataObject, order: int, to_move: Player) -> None:
    """Exchanging the players' parts exchanges the winners."""
    board = make_board(order)
    edges = board.graph.edges
    states = taken_in_turn(edges, data.draw(st.integers(0, edges)), Random(data.draw(st.integers(0, 2**32))))
    mirrored = tuple(dual_states(states, board.dual.tolist()))
    one, other = solve(board.graph, states, to_move), solve(board.graph, mirrored, to_move.rival)
    assert other.winner is one.winner.rival
    assert other.moves == tuple(sorted(board.dual[list(one.moves)].tolist()))
    assert_proved(board.graph, states, to_move, one)


@pytest.mark.parametrize("first", Player)
def test_first_player_wins(first: Player) -> None:
    """A board is its own dual, so either wins who begins."""
    for order in (2, 4) if INTERPRETED else (2, 9):
        graph = make_board(order).graph
        solution = solve(graph, (FREE,) * graph.edges, first)
        assert solution.winner is first
        assert_proved(graph, (FREE,) * graph.edges, first, solution)


@given(close_positions(most_nodes=30, most_taken=20))
def test_moves_lead_where_they_should(position: tuple[Graph, States, Player]) -> None:
    """A move wins just when the rival, to move after it, loses; on graphs too large for minimax."""
    graph, states, to_move = position
    won, moves = winning_moves(graph, states, to_move)
    over = switching_graph.winner(graph, states) is not None
    good = [
        edge
        for edge, after in successors(states, to_move)
        if not over and winning_moves(graph, after, to_move.rival)[0] is to_move
    ]
    assert moves == tuple(good)
    assert over or (won is to_move) is bool(good)
    assert_proved(graph, states, to_move, solve(graph, states, to_move))


@pytest.mark.parametrize("player", list(Player))
def test_repairs_are_the_answers_that_leave_a_certificate(player: Player) -> None:
    graph, draw, attacked = make_board(4).graph, Random(f"4 {player}"), 0
    for _ in range(40):
        states = draw.choices((FREE, DELETED, MARKED), (4, 1, 1), k=graph.edges)
        solution = solve(graph, states, player)
        if switching_graph.winner(graph, states) is not None or solution.winner is player:
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
                is_repaired = switching_graph.winner(graph, answered) is None and is_certificate(
                    graph, answered, (own, left), player.rival
                )
                assert is_repaired == (answer in answers) or switching_graph.winner(graph, answered) is player.rival
        assert not any(
            repairs(graph, states, solution, edge)
            for edge, state in enumerate(states)
            if state == FREE and all(edge not in part for part in parts)
        )
    assert attacked > 5


@given(graphs(most_nodes=5, most_edges=6))
@settings(max_examples=25)
def test_perfect_play_of_any_graph(graph: Graph) -> None:
    positions, plain = graph_positions(graph), Minimax(graph)
    outcomes = perfect_outcomes(positions)
    count = 0
    for states, to_move in turn_consistent(graph.edges):
        number = number_of(positions, states)
        count += 1
        assert player_of(int(positions.to_move[number])) is to_move
        assert player_of(int(outcomes.winner[number])) is plain.winner(states, to_move)
        moves = int(outcomes.moves[number])
        assert tuple(edge for edge in range(graph.edges) if moves >> edge & 1) == plain.moves(states, to_move)
    assert count == positions.game.positions
