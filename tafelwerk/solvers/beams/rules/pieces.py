"""Pieces: connected sets of fields of one size, as shapes up to translation and as placed on a board; what
diagonals show of them, and what symmetries of the board do to them.

Connected sets are listed each once by growing them from their lowest cell (D. H. Redelmeier, Counting polyominoes: yet another
attack, 1981).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import Board, Shape, Square, Variant, fields_of, make_board


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
    board = variant.board
    found = [
        piece
        for lowest in range(len(board.fields))
        for piece in sorted(connected_sets(board.neighbours, variant.size, board.all, lowest))
        if not variant.to_edge or piece & board.edge
    ]
    return np.array(found, np.uint64)


def shapes(size: int, shape: Shape) -> int:
    """Number of pieces up to translation that fit the board of squares, or the smallest rhombus of cells around the hexagon.

    Raises:
        InputError: no cells; on hexagons more than 12.
    """
    if isinstance(shape, Square):
        return _shapes_of_squares(size, shape)
    if not 1 <= size <= 12:
        raise InputError(f"a piece has 1 to 12 fields, not {size}")
    wide, high = (1 + max(along) - min(along) for along in zip(*make_board(shape).fields, strict=True))
    width = 2 * size - 1
    # rows r = 0, 1, ... of cells q = 1 - size, ..., size - 1; the lowest cell is (0, 0)
    cells = [(q, r) for r in range(min(size, high)) for q in range(1 - size, size)]
    number = {cell: place for place, cell in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    neighbours = [sum(1 << number[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in number) for q, r in cells]
    found = connected_sets(neighbours, size, (1 << len(cells)) - 1, size - 1)
    if size <= wide:
        return sum(1 for _ in found)
    column = (1 << width) - 1
    count = 0
    for piece in found:
        across, rest = 0, piece
        while rest:
            across |= rest & column
            rest >>= width
        count += (across // (across & -across)).bit_length() <= wide
    return count


def _shapes_of_squares(size: int, shape: Square) -> int:
    """Pieces that touch the upper and the left side of the board: all that lie on it without those that lie on it without its
    first row or column."""
    if size < 1:
        raise InputError(f"a piece has 1 field or more, not {size}")
    return sum(
        (-1) ** (down + across)
        * placed_count(size, replace(shape, rows=shape.rows - down, columns=shape.columns - across))
        for down in (0, 1)
        for across in (0, 1)
    )


def placed_count(size: int, shape: Square) -> int:
    """Number of connected sets of so many fields on a board of squares: field by field, by which of those that can still be
    touched belong to the set, and which of them hang together so far."""
    if not shape.rows or not shape.columns:
        return 0
    board = make_board(shape)
    ways: dict[tuple[tuple[int, ...], int], int] = {((), 0): 1}
    front: list[int] = []
    covered, whole = 0, 0
    for place, around in enumerate(board.neighbours):
        covered |= 1 << place
        further = [other for other in (*front, place) if board.neighbours[other] & ~covered]
        kept = [(*front, place).index(other) for other in further]
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (parts, taken), number in ways.items():
            touched = {part for other, part in zip(front, parts, strict=True) if around >> other & 1} - {0}
            # a new part's number is above all others
            joined = tuple(size + 1 if part in touched else part for part in parts)
            for all_parts, count in (((*parts, 0), taken), ((*joined, size + 1), taken + 1)):
                if count == size and count > taken:
                    whole += number * (len({*all_parts} - {0}) == 1)
                    continue
                # a part that no field to come can touch is lost, since it is not all
                state = tuple(all_parts[at] for at in kept)
                if {*all_parts} <= {*state, 0}:
                    names = {0: 0}
                    key = tuple(names.setdefault(part, len(names)) for part in state), count
                    after[key] = after.get(key, 0) + number
        ways, front = after, further
    return whole


Windows = Sequence[Sequence[int]]
"""By window, the fields of its line in their order."""


def windows_of(board: Board, diagonals: Sequence[int] | None) -> Windows:
    """The board's windows, or those of other diagonals, masks of fields, where these are given."""
    return board.windows if diagonals is None else [fields_of(line) for line in diagonals]


def answers(board: Board, pieces: NDArray[np.uint64], diagonals: Sequence[int] | None = None) -> NDArray[np.uint8]:
    """What each window shows of each placed piece: the hit fields in their order along its line, the first as bit 0.

    Args:
        board: the board.
        pieces: (m,) uint64 masks.
        diagonals: masks of lines, each with one window. Default: the windows of the board.

    Returns:
        uint8 of shape (m, windows); no line has more than eight fields.
    """
    windows = windows_of(board, diagonals)
    found = np.zeros((len(pieces), len(windows)), np.uint8)
    for place, window in enumerate(windows):
        for bit, field in enumerate(window):
            found[:, place] |= ((pieces >> np.uint64(field)) & np.uint64(1)).astype(np.uint8) << np.uint8(bit)
    return found


def field_symmetries(board: Board) -> list[tuple[int, ...]]:
    """The symmetries of the board, of the twelve of a hexagon or the eight of a square: where each takes every field; the first
    is the identity."""
    number = {field: place for place, field in enumerate(_moved_to_origin(board.fields))}
    found = []
    for mirrored in (False, True):
        cells = [(y, x) if mirrored else (x, y) for x, y in board.fields]
        for _ in range(4 if board.squares else 6):
            images = _moved_to_origin(cells)
            if number.keys() == set(images):
                found.append(tuple(number[cell] for cell in images))
            cells = [(-y, x) if board.squares else (-y, x + y) for x, y in cells]
    return found


def _moved_to_origin(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cells moved so that the least coordinates are 0."""
    x0, y0 = (min(along) for along in zip(*cells, strict=True))
    return [(x - x0, y - y0) for x, y in cells]


def window_images(windows: Windows, moved: Sequence[int]) -> list[tuple[int, list[int]]] | None:
    """What a symmetry of the fields makes of windows.

    Returns:
        By window the one it becomes, and which place on this each of its places becomes: a line's other window where it has two,
        otherwise its only one, whose fields may be counted from the other end. None where a line becomes no line.
    """
    ordered = {tuple(window): place for place, window in enumerate(windows)}
    lines = {frozenset(window): place for place, window in enumerate(windows)}
    found = []
    for window in windows:
        image = [moved[field] for field in window]
        other = ordered.get(tuple(image), lines.get(frozenset(image)))
        if other is None:
            return None
        at = {field: place for place, field in enumerate(windows[other])}
        found.append((other, [at[field] for field in image]))
    return found


def symmetries(
    board: Board, pieces: NDArray[np.int64], windows: Windows
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The symmetries of the board that take every window to a window.

    Args:
        board: the board.
        pieces: int64 masks, shape (m,), of which every symmetry of the board is one too.
        windows: D windows.

    Returns:
        piece_maps: int64, shape (g, m): the piece that each is taken to; the first row takes all to themselves.
        window_maps: int64, shape (g, D): the window that each is taken to.
    """
    number = {int(piece): place for place, piece in enumerate(pieces)}
    piece_maps, window_maps = [], []
    for moved in field_symmetries(board):
        images = window_images(windows, moved)
        if images is not None:
            window_maps.append([window for window, _ in images])
            piece_maps.append([number[_image(int(piece), moved)] for piece in pieces])
    return np.array(piece_maps, np.int64), np.array(window_maps, np.int64)


def _image(mask: int, moved: Sequence[int]) -> int:
    return sum(1 << moved[field] for field in fields_of(mask))
