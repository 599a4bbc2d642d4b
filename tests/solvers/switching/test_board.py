"""Boards of Bridg-It: their sizes, names, symmetries and duality."""

import random

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.boards import MOST_ORDER
from tafelwerk.solvers.switching.board import Board, column_name, make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, joined, winner

ORDERS = (2, 3, 4, 7, 12)


@pytest.mark.parametrize("order", [*ORDERS, 30, MOST_ORDER])
def test_sizes(order: int) -> None:
    board = make_board(order)
    assert board.order == order
    assert board.graph.nodes == order * (order - 1) + 2
    assert board.graph.edges == order**2 + (order - 1) ** 2
    degrees = np.bincount(board.graph.ends.ravel(), minlength=board.graph.nodes)
    assert degrees[A] == degrees[B] == order
    assert set(degrees[2:].tolist()) == ({3} if order == 2 else {3, 4})


@pytest.mark.parametrize("order", [1, 0, -3, MOST_ORDER + 1])
def test_no_order(order: int) -> None:
    with pytest.raises(InputError, match=f"an order is 2 to 60, not {order}"):
        make_board(order)


def test_order_3_by_hand() -> None:
    """Nodes 2, 3, 4 next to A, 5, 6, 7 next to B."""
    board = make_board(3)
    ends = {board.name(edge): tuple(ends) for edge, ends in enumerate(board.graph.ends.tolist())}
    assert ends == {
        "A1": (A, 2),
        "C1": (A, 3),
        "E1": (A, 4),
        "B2": (2, 3),
        "D2": (3, 4),
        "A3": (2, 5),
        "C3": (3, 6),
        "E3": (4, 7),
        "B4": (5, 6),
        "D4": (6, 7),
        "A5": (5, B),
        "C5": (6, B),
        "E5": (7, B),
    }


def test_column_names() -> None:
    """Without I, L and O, so that E9 and P9 mirror each other at order 9, as the figures have it."""
    assert [column_name(column) for column in (0, 7, 8, 9, 10, 11, 12, 22)] == ["A", "H", "J", "K", "M", "N", "P", "Z"]
    assert [column_name(column) for column in (23, 24, 45, 46)] == ["AA", "AB", "AZ", "BA"]
    board = make_board(9)
    assert board.name(board.mirrors[1, board.edge("E9")]) == "P9"


@pytest.mark.parametrize("order", [*ORDERS, 30, MOST_ORDER])
def test_names(order: int) -> None:
    board = make_board(order)
    names = board.names(range(board.graph.edges))
    assert len(set(names)) == board.graph.edges
    assert [board.edge(name) for name in names] == list(range(board.graph.edges))
    assert [board.edge(f" {name.lower()} ") for name in names] == list(range(board.graph.edges))
    assert board.edges(", ".join(names)) == list(range(board.graph.edges))


def test_edges_of_a_text() -> None:
    board = make_board(3)
    assert board.names(board.edges(" A5 C5,c3\n a1 ")) == ["A5", "C5", "C3", "A1"]
    assert board.edges("") == []


@pytest.mark.parametrize("name", ["B1", "A2", "F1", "A6", "A0", "A01", "I1", "1A", "", "A", "A1B", "L3", "A-1", "A١"])
def test_no_name(name: str) -> None:
    with pytest.raises(InputError) as refused:
        make_board(3).edge(name)
    assert str(refused.value) == (
        f"there is no edge {name!r} on the board of order 3: columns are A to E without I, L and O, rows 1 to 5, "
        "odd columns with odd rows and even with even, such as A1 or B2"
    )


def test_no_name_in_a_text() -> None:
    with pytest.raises(InputError, match="there is no edge 'B1'"):
        make_board(3).edges("A1 B1")


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


def test_no_mirror() -> None:
    """What the test above leans on does tell a permutation that is none of nodes."""
    board = make_board(3)
    images = list(range(board.graph.edges))
    images[0], images[3] = 3, 0
    assert not permuted(board, images)


@pytest.mark.parametrize("order", ORDERS)
def test_duality(order: int) -> None:
    """Marked edges join A and B on a board just when they do not on its dual, where the players' parts are exchanged."""
    board, chosen = make_board(order), random.Random(order)
    assert board.dual[board.dual].tolist() == list(range(board.graph.edges))
    for _ in range(60):
        states = np.array([chosen.choice((DELETED, MARKED)) for _ in range(board.graph.edges)], np.int8)
        image = np.empty_like(states)
        image[board.dual] = np.where(states == MARKED, DELETED, MARKED)
        assert joined(board.graph, states, (MARKED,)) is not joined(board.graph, image, (MARKED,))


@pytest.mark.parametrize("order", ORDERS)
def test_duality_while_edges_are_free(order: int) -> None:
    board, chosen = make_board(order), random.Random(order)
    won = set()
    for _ in range(100):
        states = np.array([chosen.choice((FREE, DELETED, DELETED, MARKED, MARKED)) for _ in range(board.graph.edges)])
        image = np.empty_like(states)
        image[board.dual] = np.array([FREE, MARKED, DELETED])[states]
        over = winner(board.graph, states)
        assert winner(board.graph, image) is (None if over is None else over.rival)
        won.add(over)
    assert len(won) == 3


def test_one_board_of_an_order() -> None:
    assert make_board(5) is make_board(5)
    for array in (make_board(5).mirrors, make_board(5).dual, make_board(5).places):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
