"""Perfect play: against plain minimax, proofs by the definition of certificates, boards by their duals, every position.
Potentials: eliminations and their order, updates, exact drops, conductances: against Kirchhoff's equations in fractions.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from marks import compiled
from naive import switching_heuristic as naive
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
from naive.switching_heuristic import dual_states, open_positions, weighted_drops
from naive.switching_policies import number_of, player_of

from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.switching import exact_drops, fast_drops, switching_graph
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.perfect_switching import Solution, repairs, solve, winning_moves
from tafelwerk.solvers.switching.resistor_network import Network, make_network
from tafelwerk.solvers.switching.shannon_heuristic import drop_gap, greatest_drops
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


ABOVE_0 = st.fractions(Fraction(1, 50), 50, max_denominator=60)


@given(open_positions(), st.data())
def test_against_plain_equations(position: tuple[Graph, list[int]], data: st.DataObject) -> None:
    graph, states = position
    weights = data.draw(st.lists(ABOVE_0, min_size=graph.edges, max_size=graph.edges))
    taken = data.draw(st.none() | st.tuples(ABOVE_0, ABOVE_0))
    found = exact_drops.conductance_drops(graph, states, weights, taken)
    assert found == weighted_drops(graph, states, weights, taken)
    assert all(0 <= drop <= 1 for drop in found.values())


def check_elimination(network: Network, graph: Graph, states: list[int]) -> bool:
    """Drops of a position; whether they are whole numbers."""
    found = np.empty(graph.edges)
    error = fast_drops.measure(network, np.array(states, np.int8), found)
    expected = naive.drops(graph, states)
    assert (found < 0).tolist() == [state != FREE for state in states]
    assert error < 1e-10
    assert all(abs(Fraction(found[edge]) - drop) <= 2 * error for edge, drop in expected.items())
    scale = fast_drops.make_whole(network, error, found)
    assert not scale or all(found[edge] == drop * int(scale) for edge, drop in expected.items())
    return scale > 0


STAR = switching_graph.make_graph(8, [(0, 2), (7, 1), *((2, node) for node in range(3, 8)), (7, 6), (7, 7)])
"""Keeps a wide front downwards: all of it is eliminated upwards."""


@given(naive.open_positions())
@example((STAR, [FREE] * 9))
@example((switching_graph.make_graph(2, [(0, 1), (0, 0)]), [FREE, FREE]))
def test_any_graph(position: tuple[Graph, list[int]]) -> None:
    assert check_elimination(make_network(position[0]), *position)


@compiled
def test_what_is_kept_between_positions() -> None:
    """Moves near each other and far apart, and positions of another game."""
    graph, draw = make_board(6).graph, Random(6)
    network, states = make_network(graph), [FREE] * graph.edges
    assert len(network.blocks.own) > 2
    edge = 0
    for _ in range(120):
        edge = draw.choice([max(0, edge - 1), min(graph.edges - 1, edge + 2), draw.randrange(graph.edges)])
        before, states[edge] = states[edge], draw.randrange(3)
        if switching_graph.winner(graph, states) is not None:
            states[edge] = before
        if draw.random() < 0.02:
            states = [FREE] * graph.edges
        if draw.random() < 0.2:
            check_elimination(network, graph, states)


DEAD_EDGES = switching_graph.make_graph(5, [(0, 0), (0, 2), (3, 4), (0, 1), (2, 3)]), [FREE, FREE, FREE, FREE, DELETED]
"""A loop at A, a pendant edge, an island of two nodes, and one edge that matters."""


@given(naive.open_positions(), st.sampled_from([1, 3, 40]), st.booleans())
@example(DEAD_EDGES, 40, True)
def test_exact_drops_whatever_the_digits_per_step(
    position: tuple[Graph, list[int]], bits: int, with_dead: bool
) -> None:
    graph, states = position
    expected = naive.drops(graph, states)
    edges = [edge for edge, drop in expected.items() if drop or with_dead]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_drops, "MOST_BITS", bits)
        assert drops(graph, states) == expected
        assert exact_drops.heuristic_moves(graph, states) == naive.greatest(graph, states)
        differences = exact_drops.compare_drops(make_network(graph), np.array(states, np.int8), edges)
    assert differences == [expected[edge] - expected[edges[0]] for edge in edges]
    network, levels = make_network(graph), sorted(set(expected.values()))
    assert greatest_drops(network, np.array(states, np.int8)) == naive.greatest(graph, states)
    assert drop_gap(network, np.array(states, np.int8)) == (levels[-1] - levels[-2] if len(levels) > 1 else 0)
    # drops are differences of potentials; merged nodes share one, nodes out of reach have none
    found = exact_drops.node_potentials(graph, states)
    assert (found[0], found[1]) == (1, 0)
    for (one, other), state, edge in zip(graph.ends.tolist(), states, range(graph.edges), strict=True):
        here, there = found[one], found[other]
        if state == FREE:
            assert (here is None) == (there is None)
            assert expected[edge] == (0 if here is None or there is None else abs(here - there))
        assert state != MARKED or here == there


def test_two_long_ways_that_touch() -> None:
    """Great resistances; potentials at the joint by Kirchhoff's two equations."""
    half, lower = 700, (800, 803)
    starts = [2, 2 + half + lower[0] - 1]
    ways = [[A, *range(start, start + half + rest - 1), B] for start, rest in zip(starts, lower, strict=True)]
    joint = ways[0][half], ways[1][half]
    graph = switching_graph.make_graph(ways[1][-2] + 1, [joint, *pairwise(ways[0]), *pairwise(ways[1])])
    one, other = (Fraction(1, half) + 1 + Fraction(1, rest) for rest in lower)
    high, low = ((each + 1) / (one * other - 1) / half for each in (other, one))
    found = drops(graph, [FREE] * graph.edges)
    expected = [low - high, *[(1 - high) / half] * half, *[high / lower[0]] * lower[0]]
    assert [found[edge] for edge in range(len(ways[0]))] == [abs(drop) for drop in expected]
    assert found[graph.edges - 1] == low / lower[1]


def check_game(graph: Graph, states: list[int], draw: Random, most: int) -> int:
    """Play edges with current, and compare every position with fractions; returns the number of moves described."""
    network, updates = make_network(graph), fast_drops.make_updates(graph.nodes, graph.edges)
    found, held = np.empty(graph.edges), np.array(states, np.int8)
    fast_drops.rebase(network, updates, held, fast_drops.measure(network, held, found))
    described = 0
    for _ in range(most):
        drops = naive.drops(graph, held.tolist())
        edge = draw.choice([edge for edge, drop in drops.items() if drop > 0])
        held[edge] = draw.choice([DELETED, MARKED])
        if switching_graph.winner(graph, held) is not None:
            break
        expected = naive.drops(graph, held.tolist())
        if fast_drops.describe(network, updates, held, edge if draw.random() < 0.5 else -1):
            described += 1
            error, best, below = fast_drops.measure_updated(network, updates, found)
            assert error < 1e-9
            assert all(abs(Fraction(found[each]) - drop) <= 2 * error for each, drop in expected.items())
            others = [found[each] for each in expected if each != best]
            assert found[best] == max(found)
            assert below == max(others, default=0.0)
            if draw.random() < 0.8:
                continue
        fast_drops.rebase(network, updates, held, fast_drops.measure(network, held, found))
        free, most = list(expected), max(expected.values())
        greatest, gap = exact_drops.greatest_among(network, held, free)
        assert greatest == [each for each in free if expected[each] == most]
        rest = [drop for drop in expected.values() if drop < most]
        assert gap == (pytest.approx(float(most - max(rest)), rel=2**-29) if rest else np.inf)
    return described


@given(naive.open_positions(), st.integers(0, 2**32))
def test_any_graph_of_updates(position: tuple[Graph, list[int]], seed: int) -> None:
    graph, states = position
    check_game(graph, states, Random(seed), 6)


@compiled
def test_a_game_on_a_board() -> None:
    graph = make_board(7).graph
    assert check_game(graph, [FREE] * graph.edges, Random(7), 60) > 7
