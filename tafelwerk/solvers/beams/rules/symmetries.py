"""Symmetries of the board: turns and mirrorings that leave the diagonals the same, as what they do to pieces and diagonals."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.beams.board import Board, fields_of


def field_symmetries(board: Board) -> list[tuple[int, ...]]:
    """The twelve symmetries of the hexagon: where each takes every field; the first takes none anywhere."""
    number = {field: place for place, field in enumerate(board.fields)}
    found = []
    for mirrored in (False, True):
        cells = [(r, q) if mirrored else (q, r) for q, r in board.fields]
        for _ in range(6):
            found.append(tuple(number[cell] for cell in cells))
            cells = [(-r, q + r) for q, r in cells]
    return found


def symmetries(
    board: Board, pieces: NDArray[np.int64], diagonals: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The symmetries of the board that take every diagonal to a diagonal.

    Args:
        board: the board.
        pieces: int64 masks, shape (m,), of which every symmetry of the board is one too.
        diagonals: D masks.

    Returns:
        piece_maps: int64, shape (g, m): the piece that each is taken to; the first row takes all to themselves.
        diagonal_maps: int64, shape (g, D): the diagonal that each is taken to.
    """
    piece_number = {int(piece): place for place, piece in enumerate(pieces)}
    diagonal_number = {line: place for place, line in enumerate(diagonals)}
    piece_maps, diagonal_maps = [], []
    for moved in field_symmetries(board):
        lines = [_image(line, moved) for line in diagonals]
        if all(line in diagonal_number for line in lines):
            diagonal_maps.append([diagonal_number[line] for line in lines])
            piece_maps.append([piece_number[_image(int(piece), moved)] for piece in pieces])
    return np.array(piece_maps, np.int64), np.array(diagonal_maps, np.int64)


def _image(mask: int, moved: Sequence[int]) -> int:
    return sum(1 << moved[field] for field in fields_of(mask))
