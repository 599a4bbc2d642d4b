"""Graphs, boards and their duals: what is refused, names and symmetries, planarity by Euler's formula, matroids and play."""

import random
import re
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive import switching as naive
from naive.switching import Minimax, States, positions
from naive.switching_duals import are_dual, is_planar, orders, parts, simple
from naive.switching_heuristic import dual_states

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules import MOST_ORDER
from tafelwerk.solvers.switching import planar_dual
from tafelwerk.solvers.switching.exact_drops import drops
from tafelwerk.solvers.switching.perfect_switching import solve
from tafelwerk.solvers.switching.planar_dual import dual, faces
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    MOST_EDGES,
    A,
    B,
    Board,
    Graph,
    Player,
    column_name,
    contract,
    is_connected,
    make_board,
    make_graph,
    play,
    winner,
)

CUT, SHORT = Player.CUT, Player.SHORT

kite = make_graph(4, [(A, 2), (A, 3), (2, 3), (2, B), (3, B)])


def test_make_graph() -> None:
    graph = make_graph(3, iter([(0, 2), (2, 1), (2, 2), (1, 2)]))
    assert (graph.nodes, graph.edges) == (3, 4)
    assert graph.ends.dtype == np.int32
    assert graph.ends.tolist() == [[0, 2], [2, 1], [2, 2], [1, 2]]
    with pytest.raises(ValueError, match="read-only"):
        graph.ends[0, 0] = 1


def test_no_graph() -> None:
    for nodes, edges, message in (
        (1, [(0, 0)], "a graph needs the nodes A and B, not 1 nodes"),
        (0, [], "a graph needs the nodes A and B, not 0 nodes"),
        (2, [], "a graph must have 1 to 100,000 edges, not 0"),
        (2, [(0, 1)] * (MOST_EDGES + 1), "a graph must have 1 to 100,000 edges, not 100,001"),
        (3, [(0, 1), (2, 3)], "edges join nodes 0 to 2, not 3"),
        (3, [(0, 1), (-1, 2)], "edges join nodes 0 to 2, not -1"),
        (3, [(0, 2)], "A and B are not connected: Cut has won before the first move"),
        (4, [(0, 2), (1, 3)], "A and B are not connected: Cut has won before the first move"),
    ):
        with pytest.raises(InputError, match=f"^{message}$"):
            make_graph(nodes, edges)
    assert make_graph(2, [(0, 1)] * MOST_EDGES).edges == MOST_EDGES


def test_play() -> None:
    states, to_move = play(kite, [0, 1])
    assert states.dtype == np.int8
    assert states.tolist() == [DELETED, MARKED, FREE, FREE, FREE]
    assert to_move is CUT
    states, to_move = play(kite, [0, 1, 4], first=SHORT)
    assert states.tolist() == [MARKED, DELETED, FREE, FREE, MARKED]
    assert to_move is CUT
    assert play(kite, [])[0].tolist() == [FREE] * 5


def test_no_play() -> None:
    for moves, first, message in (
        ([5], CUT, "move 1: there is no edge 5; edges are 0 to 4"),
        ([0, -1], CUT, "move 2: there is no edge -1; edges are 0 to 4"),
        ([0, 0], CUT, "move 2: edge 0 is deleted already"),
        ([0, 1, 1], CUT, "move 3: edge 1 is marked already"),
        ([0, 2, 1, 3], CUT, "move 4: the game is over, cut has won"),
        ([0, 1, 3, 4], SHORT, "move 4: the game is over, short has won"),
    ):
        with pytest.raises(InputError, match=f"^{message}$"):
            play(kite, moves, first)


@given(positions())
def test_any_contraction(position: tuple[Graph, States, Player]) -> None:
    """Nodes become one just where marked edges join them, and are numbered by their smallest members."""
    graph, states, _ = position
    left = contract(graph, states)
    parts = [naive.spread(naive.ends_of(graph, states, MARKED), node) for node in range(graph.nodes)]
    smallest = sorted({min(part) for part in parts})
    assert left.nodes == len(smallest)
    assert left.node_of.tolist() == [smallest.index(min(part)) for part in parts]
    assert left.edges.tolist() == [edge for edge, state in enumerate(states) if state == FREE]
    assert left.ends.tolist() == left.node_of[graph.ends[left.edges]].reshape(-1, 2).tolist()
    for colours in ((), (FREE,), (MARKED,), (FREE, MARKED), (MARKED, DELETED)):
        assert is_connected(graph, states, colours) is (B in naive.spread(naive.ends_of(graph, states, *colours), A))
    assert winner(graph, states) is winner(graph, np.array(states, np.int8)) is naive.winner(graph, states)


ORDERS = (2, 7)


@pytest.mark.parametrize("order", [*ORDERS, MOST_ORDER])
def test_sizes_and_names(order: int) -> None:
    board = make_board(order)
    assert board.order == order
    assert board.graph.nodes == order * (order - 1) + 2
    assert board.graph.edges == order**2 + (order - 1) ** 2
    degrees = np.bincount(board.graph.ends.ravel(), minlength=board.graph.nodes)
    assert degrees[A] == degrees[B] == order
    assert set(degrees[2:].tolist()) == ({3} if order == 2 else {3, 4})
    names, every = board.names(range(board.graph.edges)), list(range(board.graph.edges))
    assert len(set(names)) == len(every)
    assert [board.edge(name) for name in names] == [board.edge(f" {name.lower()} ") for name in names] == every
    assert board.edges(", ".join(names)) == every


def test_no_order() -> None:
    for order in (1, -3, MOST_ORDER + 1):
        with pytest.raises(InputError, match=f"an order is 2 to 100, not {order}"):
            make_board(order)


def test_order_3_by_hand() -> None:
    """Nodes 2, 3, 4 next to A, 5, 6, 7 next to B."""
    board = make_board(3)
    ends = [(A, 2), (A, 3), (A, 4), (2, 3), (3, 4), (2, 5), (3, 6), (4, 7), (5, 6), (6, 7), (5, B), (6, B), (7, B)]
    names = ["A1", "C1", "E1", "B2", "D2", "A3", "C3", "E3", "B4", "D4", "A5", "C5", "E5"]
    assert board.graph.ends.tolist() == [list(pair) for pair in ends]
    assert board.names(range(13)) == names


def test_column_names() -> None:
    """Without I, L and O, so that E9 and P9 mirror each other at order 9, as the figures have it."""
    assert [column_name(column) for column in (0, 7, 8, 9, 10, 11, 12, 22)] == ["A", "H", "J", "K", "M", "N", "P", "Z"]
    assert [column_name(column) for column in (23, 24, 45, 46)] == ["AA", "AB", "AZ", "BA"]
    board = make_board(9)
    assert board.name(board.mirrors[1, board.edge("E9")]) == "P9"


def test_edges_of_a_text() -> None:
    board = make_board(3)
    assert board.names(board.edges(" A5 C5,c3\n a1 ")) == ["A5", "C5", "C3", "A1"]
    assert board.edges("") == []
    for name in ("B1", "A2", "F1", "A6", "A0", "A01", "I1", "1A", "A", "A1B", "L3", "A-1", "A١"):
        message = (
            f"there is no edge {name!r} on the board of order 3: columns are A to E without I, L and O, rows 1 to 5, "
            "odd columns with odd rows and even with even, such as A1 or B2"
        )
        for text in (name, f"A1 {name}"):
            with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
                board.edges(text)
    with pytest.raises(InputError, match="there is no edge ''"):
        board.edge("")


def permuted(board: Board, images: list[int]) -> bool:
    """Whether a permutation of edges is one of nodes, with A and B kept or exchanged."""
    around = [set[int]() for _ in range(board.graph.nodes)]
    for edge, (one, other) in enumerate(board.graph.ends.tolist()):
        around[one].add(edge)
        around[other].add(edge)
    stars = [frozenset(images[edge] for edge in star) for star in around]
    ends = {frozenset(around[A]), frozenset(around[B])}
    return set(stars) == {frozenset(star) for star in around} and {stars[A], stars[B]} == ends


@pytest.mark.parametrize("order", ORDERS)
def test_mirrors(order: int) -> None:
    """The symmetries take stars of nodes to stars of nodes, are their own inverses, and make up a group."""
    board = make_board(order)
    every = list(range(board.graph.edges))
    assert board.mirrors.shape == (4, len(every))
    assert board.mirrors.dtype == np.int32
    assert board.mirrors[0].tolist() == every
    assert len({tuple(row) for row in board.mirrors.tolist()}) == 4
    for row in board.mirrors:
        assert sorted(row.tolist()) == every
        assert row[row].tolist() == every
        assert permuted(board, row.tolist())
    assert board.mirrors[1][board.mirrors[2]].tolist() == board.mirrors[3].tolist()
    next_to_a = set(np.flatnonzero((board.graph.ends == A).any(axis=1)).tolist())
    assert {edge in next_to_a for edge in board.mirrors[1][list(next_to_a)].tolist()} == {True}
    assert {edge in next_to_a for edge in board.mirrors[2][list(next_to_a)].tolist()} == {False}


@pytest.mark.parametrize("order", ORDERS)
def test_duality(order: int) -> None:
    """Somebody wins on a board just when the rival wins on its dual, where the players' parts are exchanged."""
    board, chosen = make_board(order), random.Random(order)
    assert board.dual[board.dual].tolist() == list(range(board.graph.edges))
    won = set()
    for drawn in [(DELETED, MARKED), (FREE, DELETED, DELETED, MARKED, MARKED)] * 80:
        states = [chosen.choice(drawn) for _ in range(board.graph.edges)]
        over = winner(board.graph, states)
        assert winner(board.graph, dual_states(states, board.dual.tolist())) is (over and over.rival)
        won.add(over)
    assert len(won) == 3


def test_boards_are_shared() -> None:
    for array in (make_board(5).mirrors, make_board(5).dual, make_board(5).places):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


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
    monkeypatch.setattr(planar_dual, "MOST_DUAL_EDGES", 8)
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
