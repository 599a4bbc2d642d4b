"""Pieces against growing them field by field, the published counts; symmetries: what they keep, and which diagonals keep them."""

from itertools import combinations

import numpy as np
import pytest
from beams_games import WRONG
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, make_board
from tafelwerk.solvers.beams.rules.pieces import (
    answers,
    connected_sets,
    field_symmetries,
    placed_pieces,
    shapes,
    symmetries,
    windows_of,
)

A001207 = (1, 3, 11, 44, 186, 814, 3652, 16689)
"""Hexagonal polyominoes of 1, 2, ... cells, turned and mirrored ones counted apart. The On-Line Encyclopedia of Integer
Sequences, A001207."""


def shapes_by_growing(size: int, side: int) -> int:
    """Sets of cells grown cell by cell on an endless board, moved to the corner of the rhombus."""
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    found = {frozenset([(0, 0)])}
    for _ in range(size - 1):
        found = {
            cornered({*shape, (q + dq, r + dr)})
            for shape in found
            for q, r in shape
            for dq, dr in steps
            if (q + dq, r + dr) not in shape
        }
    box = 2 * side - 1
    return sum(max(max(cell) for cell in shape) < box for shape in found)


def cornered(shape: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    left, top = min(q for q, _ in shape), min(r for _, r in shape)
    return frozenset((q - left, r - top) for q, r in shape)


@pytest.mark.parametrize(
    ("variant", "count"), [("3c6p", 751), ("6c3p", 11), ("6c6p", 814), ("6c10p", 361_648)], ids=lambda x: str(x)
)
def test_published_shapes(variant: str, count: int) -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.8."""
    assert shapes(VARIANTS[variant].size, VARIANTS[variant].shape) == count


@pytest.mark.parametrize("side", [2, 3, 4])
def test_shapes_equal_those_grown(side: int) -> None:
    for size in range(1, 8):
        assert shapes(size, side) == shapes_by_growing(size, side)


def test_shapes_in_a_rhombus_that_holds_all() -> None:
    assert tuple(shapes(size, 5) for size in range(1, 9)) == A001207


@pytest.mark.parametrize("size", [0, -1, 13])
def test_says_how_large_a_piece_may_be(size: int) -> None:
    with pytest.raises(InputError, match=f"1 to 12 fields, not {size}"):
        shapes(size, 3)


@pytest.mark.parametrize(
    ("variant", "count"),
    [
        (VARIANTS["3c6p"], 871),
        (VARIANTS["6c3p"], 78),
        (VARIANTS["6c6p"], 6241),
        (Variant("3c6p", 3, 6, 3, True), 870),
        (Variant("6c3p", 6, 3, 3, True), 72),
        (Variant("2c9p", 2, 9, 3), 7024),
        (Variant("3c2p", 3, 2, 2), 6),
    ],
    ids=str,
)
def test_placed_pieces_equal_those_grown(variant: Variant, count: int) -> None:
    pieces = placed_pieces(variant)
    assert pieces.dtype == np.uint64
    assert len(pieces) == count
    assert [frozenset(fields_of(int(piece))) for piece in pieces] == naive.pieces(variant)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_growing_misses_nothing(size: int) -> None:
    """All sets of that many fields are tried."""
    every = {frozenset(fields) for fields in combinations(range(18), size) if naive.hangs_together(3, fields)}
    assert naive.connected_sets(3, size) == every


@given(st.integers(2, 4), st.integers(1, 5), st.data())
def test_each_connected_set_comes_once(side: int, size: int, data: st.DataObject) -> None:
    board = make_board(side)
    lowest = data.draw(st.integers(0, len(board.fields) - 1))
    allowed = data.draw(st.integers(0, board.all)) | 1 << lowest
    found = [frozenset(fields_of(cells)) for cells in connected_sets(board.neighbours, size, allowed, lowest)]
    assert len(set(found)) == len(found)
    every = naive.connected_sets(side, size)
    assert set(found) == {cells for cells in every if min(cells) == lowest and all(allowed >> i & 1 for i in cells)}


@pytest.mark.parametrize(
    "variant", [VARIANTS["3c6p"], VARIANTS["6c3p"], VARIANTS["6c6p"], Variant("3c2p", 3, 2, 2)], ids=str
)
def test_answers_are_the_fields_hit(variant: Variant) -> None:
    pieces = placed_pieces(variant)
    shown = answers(make_board(variant.shape), pieces)
    assert shown.dtype == np.uint8
    check_answers(pieces, shown, naive.lines(variant.shape))


def test_answers_on_other_diagonals() -> None:
    pieces = placed_pieces(VARIANTS["6c3p"])
    lines = [[4, 5, 6, 8], [0, 17], [3]]
    shown = answers(make_board(3), pieces, [sum(1 << field for field in line) for line in lines])
    check_answers(pieces, shown, lines)


def check_answers(pieces: NDArray[np.uint64], shown: NDArray[np.uint8], lines: naive.Lines) -> None:
    assert shown.shape == (len(pieces), len(lines))
    for piece, row in list(zip(pieces.tolist(), shown.tolist(), strict=True))[::7]:
        covered = fields_of(piece)
        assert row == [sum((field in covered) << bit for bit, field in enumerate(line)) for line in lines]


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_twelve_that_keep_neighbours(side: int) -> None:
    board = make_board(side)
    found = field_symmetries(board)
    assert len(set(found)) == 12
    assert found[0] == tuple(range(len(board.fields)))
    for moved in found:
        for field, near in enumerate(board.neighbours):
            assert sorted(moved[other] for other in fields_of(near)) == fields_of(board.neighbours[moved[field]])


def test_maps_of_pieces_and_diagonals() -> None:
    variant = Variant("3c6p", 3, 6, 3)
    board, pieces = make_board(3), placed_pieces(variant).astype(np.int64)
    piece_maps, diagonal_maps = symmetries(board, pieces, board.windows)
    moves = field_symmetries(board)
    assert len(piece_maps) == len(diagonal_maps) == 12
    for moved, to, lines in zip(moves, piece_maps, diagonal_maps, strict=True):
        for piece in range(0, len(pieces), 50):
            image = {moved[field] for field in fields_of(int(pieces[piece]))}
            assert image == set(fields_of(int(pieces[to[piece]])))
        for line, mask in enumerate(board.diagonals):
            assert {moved[field] for field in fields_of(mask)} == set(fields_of(board.diagonals[lines[line]]))


def test_a_wrong_diagonal_leaves_few() -> None:
    board, pieces = make_board(3), placed_pieces(Variant("3c6p", 3, 6, 3)).astype(np.int64)
    assert len(symmetries(board, pieces, windows_of(board, WRONG))[0]) < 12
    assert len(symmetries(board, pieces, board.windows[:5])[0]) == 4
    assert len(symmetries(board, pieces, board.windows[:10])[0]) == 4
