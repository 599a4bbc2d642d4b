"""Boards of Bridg-It: their sizes, names, symmetries and duality."""

import random
import re

import numpy as np
import pytest
from naive.switching_heuristic import dual_states

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.boards import MOST_ORDER
from tafelwerk.solvers.switching.board import Board, column_name, make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, winner

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
