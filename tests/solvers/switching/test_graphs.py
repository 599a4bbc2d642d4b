"""Graphs, boards and their duals: what is refused, names and symmetries, planarity by Euler's formula, matroids and play."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import switching as naive
from naive.switching import Minimax, States, positions
from naive.switching_duals import are_dual, parts
from naive.switching_heuristic import dual_states

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching import switching_graph
from tafelwerk.solvers.switching.perfect_switching import solve
from tafelwerk.solvers.switching.planar_dual import dual, faces
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, Player, make_board

CUT, SHORT = Player.CUT, Player.SHORT


@given(positions())
def test_any_contraction(position: tuple[Graph, States, Player]) -> None:
    """Nodes become one just where marked edges join them, and are numbered by their smallest members."""
    graph, states, _ = position
    left = switching_graph.contract(graph, states)
    parts = [naive.spread(naive.ends_of(graph, states, MARKED), node) for node in range(graph.nodes)]
    smallest = sorted({min(part) for part in parts})
    assert left.nodes == len(smallest)
    assert left.node_of.tolist() == [smallest.index(min(part)) for part in parts]
    assert left.edges.tolist() == [edge for edge, state in enumerate(states) if state == FREE]
    assert left.ends.tolist() == left.node_of[graph.ends[left.edges]].reshape(-1, 2).tolist()
    for colours in ((), (FREE,), (MARKED,), (FREE, MARKED), (MARKED, DELETED)):
        assert switching_graph.is_connected(graph, states, colours) is (
            B in naive.spread(naive.ends_of(graph, states, *colours), A)
        )
    assert (
        switching_graph.winner(graph, states)
        is switching_graph.winner(graph, np.array(states, np.int8))
        is naive.winner(graph, states)
    )


ORDERS = (2, 7)


@pytest.mark.parametrize("order", ORDERS)
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


def permutes_nodes(board: switching_graph.Board, images: list[int]) -> bool:
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
    assert board.mirrors[0].tolist() == every
    assert len({tuple(row) for row in board.mirrors.tolist()}) == 4
    for row in board.mirrors:
        assert sorted(row.tolist()) == every
        assert row[row].tolist() == every
        assert permutes_nodes(board, row.tolist())
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
        over = switching_graph.winner(board.graph, states)
        assert switching_graph.winner(board.graph, dual_states(states, board.dual.tolist())) is (over and over.rival)
        won.add(over)
    assert len(won) == 3


def test_boards_are_shared() -> None:
    for array in (
        make_board(5).graph.ends,
        make_board(5).mirrors,
        make_board(5).dual,
        make_board(5).places,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


Ends = list[tuple[int, int]]
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
def test_faces_are_a_dual(graph: tuple[int, Ends]) -> None:
    """Only planar graphs have one (Whitney 1932); every graph is planar that has fewer edges than K3,3."""
    nodes, ends = graph
    found = dual_of(nodes, ends)
    assert found is not None or len({frozenset(pair) for pair in ends if pair[0] != pair[1]}) >= len(BIPARTITE)
    if found is not None and len(ends) <= 8:
        count, sides = found
        assert nodes - len(ends) + count == 1 + parts(nodes, ends)
        assert are_dual(nodes, ends, count, sides)
        again = dual_of(count, sides)
        assert again is not None
        assert are_dual(count, sides, *again)


def test_kuratowski() -> None:
    """Neither K5 nor K3,3 is planar, subdivided neither; without any edge both are."""
    for nodes, ends in ((5, COMPLETE), (6, BIPARTITE)):
        assert faces(nodes, ends) is None
        split = [(end, nodes + edge) for edge, pair in enumerate(ends) for end in pair]
        assert faces(nodes + len(ends), split) is None
        for edge in range(len(ends)):
            assert faces(nodes, ends[:edge] + ends[edge + 1 :]) is not None


@given(positions(most_nodes=6, most_edges=9, most_free=7))
def test_winners_and_winning_moves_of_the_dual(position: tuple[Graph, tuple[int, ...], Player]) -> None:
    graph, states, player = position
    try:
        other = dual(graph)
    except InputError:
        return
    swapped = tuple((FREE, MARKED, DELETED)[state] for state in states)
    here, there = solve(graph, states, player), solve(other, swapped, player.rival)
    assert (here.winner.rival, here.moves) == (there.winner, there.moves)
    assert Minimax(other).winner(swapped, player.rival) is there.winner
