"""Duals: by Euler's formula, matroids and play."""

from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive.switching import Minimax, positions
from naive.switching_duals import are_dual, is_planar, orders, parts, simple

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching import planar
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_graph
from tafelwerk.solvers.switching.perfect import solve
from tafelwerk.solvers.switching.planar import dual, faces
from tafelwerk.solvers.switching.potentials.exact import drops

Ends = list[tuple[int, int]]
SWAPPED = {FREE: FREE, DELETED: MARKED, MARKED: DELETED}
COMPLETE = list(combinations(range(5), 2))
BIPARTITE = list(product(range(3), range(3, 6)))


@st.composite
def graphs(draw: st.DrawFn, most_nodes: int = 6, most_edges: int = 9) -> tuple[int, Ends]:
    """Graphs with loops, parallel edges and parts apart; some of them most of two graphs that are not planar."""
    nodes = draw(st.integers(1, most_nodes))
    node = st.integers(0, nodes - 1)
    ends = draw(st.lists(st.tuples(node, node), min_size=1, max_size=most_edges))
    hard = draw(st.sampled_from((None, COMPLETE, BIPARTITE)))
    if hard is not None and nodes == 6:
        left_out = draw(st.sets(st.sampled_from(hard), max_size=2))
        ends = [pair for pair in hard if pair not in left_out] + ends[:2]
    return nodes, ends


def dual_of(nodes: int, ends: Ends) -> tuple[int, Ends] | None:
    sides = faces(nodes, ends)
    return None if sides is None else (1 + max(map(max, sides)), sides)


@given(graphs())
def test_planar_just_when_some_order_around_nodes_is(graph: tuple[int, Ends]) -> None:
    nodes, ends = graph
    assume(orders(nodes, simple(ends)) <= 30_000)
    assert (faces(nodes, ends) is not None) == is_planar(nodes, ends)


def test_kuratowski() -> None:
    """Neither K5 nor K3,3 is planar, subdivided neither; without any edge both are."""
    for nodes, ends in ((5, COMPLETE), (6, BIPARTITE)):
        assert faces(nodes, ends) is None
        split = [(end, nodes + edge) for edge, pair in enumerate(ends) for end in pair]
        assert faces(nodes + len(ends), split) is None
        for edge in range(len(ends)):
            assert faces(nodes, ends[:edge] + ends[edge + 1 :]) is not None


@given(graphs(5, 8))
def test_faces_are_a_dual(graph: tuple[int, Ends]) -> None:
    nodes, ends = graph
    found = dual_of(nodes, ends)
    if found is not None:
        count, sides = found
        assert nodes - len(ends) + count == 1 + parts(nodes, ends)
        assert are_dual(nodes, ends, count, sides)
        again = dual_of(count, sides)
        assert again is not None
        assert are_dual(count, sides, *again)


def swapped(states: tuple[int, ...]) -> list[int]:
    return [SWAPPED[state] for state in states]


def game_and_dual(graph: Graph) -> Graph | None:
    try:
        return dual(graph)
    except InputError:
        return None


@given(positions(most_nodes=6, most_edges=9, most_free=7))
def test_winners_and_winning_moves_of_the_dual(position: tuple[Graph, tuple[int, ...], Player]) -> None:
    graph, states, player = position
    other = game_and_dual(graph)
    if other is not None:
        here, there = solve(graph, states, player), solve(other, swapped(states), player.rival)
        assert (here.winner.rival, here.moves) == (there.winner, there.moves)
        assert Minimax(other).winner(tuple(swapped(states)), player.rival) is there.winner


@pytest.mark.parametrize("order", [2, 5])
def test_boards_are_their_own_duals(order: int) -> None:
    """The dual of a board has its potential differences after moves, edges as the board's duality says."""
    board = make_board(order)
    other = dual(board.graph)
    assert (other.nodes, other.edges) == (board.graph.nodes, board.graph.edges)
    taken = {0: DELETED, order: MARKED, board.graph.edges - 1: DELETED, order**2 // 2: MARKED}
    states = [taken.get(edge, FREE) for edge in range(board.graph.edges)]
    mirrored = [FREE] * board.graph.edges
    for edge, image in enumerate(board.dual.tolist()):
        mirrored[image] = SWAPPED[states[edge]]
    there, here = drops(other, swapped(tuple(states))), drops(board.graph, mirrored)
    assert all(there[edge] == here[int(board.dual[edge])] for edge in there)


def test_faces_are_named_alike() -> None:
    """A is beside the dart from A to B; the dual of two edges in series are two parallel ones, and back."""
    series = make_graph(3, [(A, 2), (2, B)])
    assert dual(series).ends.tolist() in ([[A, B], [A, B]], [[B, A], [B, A]])
    assert sorted(map(sorted, dual(dual(series)).ends.tolist())) == [[A, 2], [B, 2]]
    assert dual(make_graph(2, [(A, B)])).nodes == 2
    loop = dual(make_graph(3, [(A, B), (A, A), (2, 2)]))
    assert loop.nodes == 4
    assert all(max(pair) > B for pair in loop.ends.tolist()[1:])


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="the graph is not planar, so"):
        dual(make_graph(5, COMPLETE))
    with pytest.raises(InputError, match="no common face"):
        dual(make_graph(5, COMPLETE[1:]))
    monkeypatch.setattr(planar, "MOST_DUAL_EDGES", 8)
    with pytest.raises(InputError, match="up to 8 edges, not 9"):
        dual(make_graph(5, COMPLETE[:-1]))


@settings(max_examples=5)
@given(st.integers(3, 60), st.randoms(use_true_random=False))
def test_larger_graphs(rows: int, draw: object) -> None:
    """A strip of squares with some diagonals: as many faces as Euler's formula asks for."""
    ends = [(2 * i + side, 2 * i + side + 2) for i in range(rows) for side in (0, 1)]
    ends += [(2 * i, 2 * i + 1) for i in range(rows + 1)]
    ends += [(2 * i, 2 * i + 3) for i in range(rows) if draw.random() < 0.5]  # type: ignore[attr-defined]
    found = dual_of(2 * rows + 2, ends)
    assert found is not None
    assert 2 * rows + 2 - len(ends) + found[0] == 2
