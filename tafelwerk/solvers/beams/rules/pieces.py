"""Pieces: connected sets of fields of one size, as shapes up to translation and as placed on a board; what
diagonals show of them, and what symmetries of the board do to them.

Connected sets are listed each once by growing them from their lowest cell (D. H. Redelmeier, Counting polyominoes: yet another
attack, 1981).
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import Board, Variant, fields_of, make_board


def connected_sets(neighbours: Sequence[int], size: int, allowed: int, lowest: int) -> Iterator[int]:
    """All connected sets of `size` cells that hold `lowest` and otherwise only higher cells of `allowed`, once each, as masks.

    Args:
        neighbours: masks, one per cell.
        size: cells of a set, at least 1.
        allowed: mask of the cells that may be used.
        lowest: the lowest cell.
    """
    above = allowed & ~((2 << lowest) - 1)
    # cells yet to be tried, those of the set, those that were neighbours once
    stack = [(1 << lowest, 0, 1 << lowest, size)]
    while stack:
        untried, cells, seen, missing = stack.pop()
        while untried:
            cell = untried & -untried
            untried ^= cell
            if missing == 1:
                yield cells | cell
                continue
            new = neighbours[cell.bit_length() - 1] & above & ~seen
            stack.append((untried, cells, seen, missing))
            untried, cells, seen, missing = untried | new, cells | cell, seen | new, missing - 1


def placed_pieces(variant: Variant) -> NDArray[np.uint64]:
    """Masks of all pieces as they can lie on the board, by lowest field, then mask; uint64, shape (m,)."""
    board = make_board(variant.side)
    found = [
        piece
        for lowest in range(len(board.fields))
        for piece in sorted(connected_sets(board.neighbours, variant.size, board.all, lowest))
        if not variant.to_edge or piece & board.edge
    ]
    return np.array(found, np.uint64)


def shapes(size: int, side: int) -> int:
    """Number of pieces up to translation that fit the rhombus of 2 side - 1 cells around the board.

    Raises:
        InputError: no cells, or more than 12.
    """
    if not 1 <= size <= 12:
        raise InputError(f"a piece has 1 to 12 fields, not {size}")
    box, width = 2 * side - 1, 2 * size - 1
    # rows r = 0, 1, ... of cells q = 1 - size, ..., size - 1; the lowest cell is (0, 0)
    cells = [(q, r) for r in range(size) for q in range(1 - size, size)]
    number = {cell: place for place, cell in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    neighbours = [sum(1 << number[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in number) for q, r in cells]
    if size <= box:
        return sum(1 for _ in connected_sets(neighbours, size, (1 << len(cells)) - 1, size - 1))
    column = (1 << width) - 1
    count = 0
    for shape in connected_sets(neighbours, size, (1 << len(cells)) - 1, size - 1):
        high, across = shape.bit_length(), 0
        rest = shape
        while rest:
            across |= rest & column
            rest >>= width
        if (high - 1) // width < box and (across // (across & -across)).bit_length() <= box:
            count += 1
    return count


def answers(board: Board, pieces: NDArray[np.uint64], diagonals: Sequence[int] | None = None) -> NDArray[np.uint8]:
    """What each diagonal shows of each placed piece: the hit fields in their order along it, the first as bit 0.

    Args:
        board: the board.
        pieces: (m,) uint64 masks.
        diagonals: masks, those of the board unless given.

    Returns:
        uint8 of shape (m, diagonals); no diagonal has more than eight fields.
    """
    lines = board.diagonals if diagonals is None else tuple(diagonals)
    found = np.zeros((len(pieces), len(lines)), np.uint8)
    for place, line in enumerate(lines):
        for bit, field in enumerate(fields_of(line)):
            found[:, place] |= ((pieces >> np.uint64(field)) & np.uint64(1)).astype(np.uint8) << np.uint8(bit)
    return found


def field_symmetries(board: Board) -> list[tuple[int, ...]]:
    """The twelve symmetries of the hexagon: where each takes every field; the first is the identity."""
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
