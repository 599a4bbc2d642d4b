"""Symmetries: what they keep, and which diagonals keep them."""

import numpy as np
import pytest

from tafelwerk.rules.beams.board import Variant, fields_of, make_board
from tafelwerk.solvers.beams.rules.pieces import field_symmetries, placed_pieces, symmetries


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_twelve_that_keep_neighbours(side: int) -> None:
    board = make_board(side)
    found = field_symmetries(board)
    assert len(set(found)) == 12
    assert found[0] == tuple(range(len(board.fields)))
    for moved in found:
        for field, near in enumerate(board.neighbours):
            assert sorted(moved[other] for other in fields_of(near)) == fields_of(board.neighbours[moved[field]])


def test_closed() -> None:
    found = set(field_symmetries(make_board(3)))
    assert {tuple(a[field] for field in b) for a in found for b in found} == found


def test_maps_of_pieces_and_diagonals() -> None:
    variant = Variant("3c6p", 3, 6, 3)
    board, pieces = make_board(3), placed_pieces(variant).astype(np.int64)
    piece_maps, diagonal_maps = symmetries(board, pieces, board.diagonals)
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
    wrong = tuple(0b101110000 | 1 << 8 if line == 0b1111000 else line for line in board.diagonals)
    assert wrong != board.diagonals
    assert len(symmetries(board, pieces, wrong)[0]) < 12
    assert len(symmetries(board, pieces, board.diagonals[:5])[0]) == 4
    assert len(symmetries(board, pieces, board.diagonals[:10])[0]) == 4
