"""Pieces: connected sets of fields of one size, as shapes up to translation and as placed on a board; the answers of
diagonals for them, and their images under symmetries of the board.

Every connected set is listed once, grown from its lowest cell (D. H. Redelmeier, Counting polyominoes: yet another attack, 1981).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Board, Shape, Square, Variant, fields_of, make_board


def connected_sets(neighbours: Sequence[int], size: int, allowed: int, lowest: int) -> Iterator[int]:
    """All connected sets of `size` cells that contain `lowest` and otherwise only higher cells of `allowed`, once each, as masks.

    Args:
        neighbours: masks, one per cell.
        size: cells per set, at least 1.
        allowed: mask of the cells that may be used.
        lowest: the lowest cell.
    """
    above = allowed & ~((2 << lowest) - 1)
    # cells still to try, cells of the set, cells that have been neighbours
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
    """Masks of all placements of pieces on the board, by lowest field, then mask; uint64, shape (m,)."""
    board = variant.board
    pieces = [
        piece
        for lowest in range(len(board.fields))
        for piece in sorted(connected_sets(board.neighbours, variant.size, board.all, lowest))
        if not variant.to_edge or piece & board.edge
    ]
    return np.array(pieces, np.uint64)


def shapes(size: int, shape: Shape) -> int:
    """Number of pieces up to translation that fit the board of squares, or the smallest rhombus of cells around the hexagon.

    Raises:
        InputError: size 0, or on hexagons above 12.

    >>> shapes(3, 3), shapes(6, 3)
    (11, 751)
    """
    if isinstance(shape, Square):
        return _shapes_of_squares(size, shape)
    if not 1 <= size <= 12:
        raise InputError(f"a piece must have 1 to 12 fields, not {size}")
    wide, high = (1 + max(along) - min(along) for along in zip(*make_board(shape).fields, strict=True))
    width = 2 * size - 1
    # rows r = 0, 1, ... of cells q = 1 - size, ..., size - 1; the lowest cell is (0, 0)
    cells = [(q, r) for r in range(min(size, high)) for q in range(1 - size, size)]
    number = {cell: index for index, cell in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    neighbours = [sum(1 << number[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in number) for q, r in cells]
    pieces = connected_sets(neighbours, size, (1 << len(cells)) - 1, size - 1)
    if size <= wide:
        return sum(1 for _ in pieces)
    column = (1 << width) - 1
    count = 0
    for piece in pieces:
        across, remaining = 0, piece
        while remaining:
            across |= remaining & column
            remaining >>= width
        count += (across // (across & -across)).bit_length() <= wide
    return count


def _shapes_of_squares(size: int, shape: Square) -> int:
    """Number of pieces that touch the upper and the left side of the board, by inclusion and exclusion of the first row and
    column."""
    if size < 1:
        raise InputError(f"a piece must have 1 field or more, not {size}")
    return sum(
        (-1) ** (down + across)
        * placed_count(size, replace(shape, rows=shape.rows - down, columns=shape.columns - across))
        for down in (0, 1)
        for across in (0, 1)
    )


def placed_count(size: int, shape: Square) -> int:
    """Number of connected sets of `size` fields on a board of squares: field by field, with states of the frontier that say which
    of its fields belong to the set, and which of these are connected so far."""
    if not shape.rows or not shape.columns:
        return 0
    board = make_board(shape)
    ways: dict[tuple[tuple[int, ...], int], int] = {((), 0): 1}
    front: list[int] = []
    covered, total = 0, 0
    for field, around in enumerate(board.neighbours):
        covered |= 1 << field
        further = [other for other in (*front, field) if board.neighbours[other] & ~covered]
        slots = [(*front, field).index(other) for other in further]
        after: dict[tuple[tuple[int, ...], int], int] = {}
        for (parts, taken), number in ways.items():
            touched = {part for other, part in zip(front, parts, strict=True) if around >> other & 1} - {0}
            # a new part gets a number above all others
            joined = tuple(size + 1 if part in touched else part for part in parts)
            for all_parts, count in (((*parts, 0), taken), ((*joined, size + 1), taken + 1)):
                if count == size and count > taken:
                    total += number * (len({*all_parts} - {0}) == 1)
                    continue
                # drop the state: a part that no later field touches cannot join the others
                state = tuple(all_parts[at] for at in slots)
                if {*all_parts} <= {*state, 0}:
                    names = {0: 0}
                    key = tuple(names.setdefault(part, len(names)) for part in state), count
                    after[key] = after.get(key, 0) + number
        ways, front = after, further
    return total


Windows = Sequence[Sequence[int]]
"""Fields of each window's line, in their order."""


def windows_of(board: Board, diagonals: Sequence[int] | None) -> Windows:
    """Windows of the given diagonals, masks of fields. Default: the board's windows."""
    return board.windows if diagonals is None else [fields_of(line) for line in diagonals]


def answers(board: Board, pieces: NDArray[np.uint64], diagonals: Sequence[int] | None = None) -> NDArray[np.uint8]:
    """Answer of each window for each placed piece: the hit fields in their order along its line, the first as bit 0.

    Args:
        board: the board.
        pieces: (m,) uint64 masks.
        diagonals: masks of lines, each with one window. Default: the windows of the board.

    Returns:
        uint8 of shape (m, windows); no line has more than eight fields.
    """
    windows = windows_of(board, diagonals)
    table = np.zeros((len(pieces), len(windows)), np.uint8)
    for column, window in enumerate(windows):
        for bit, field in enumerate(window):
            table[:, column] |= ((pieces >> np.uint64(field)) & np.uint64(1)).astype(np.uint8) << np.uint8(bit)
    return table


def field_symmetries(board: Board) -> list[tuple[int, ...]]:
    """Symmetries of the board, among the twelve of a hexagon or the eight of a square, as images of the fields; the first one is
    the identity."""
    number = {field: index for index, field in enumerate(_moved_to_origin(board.fields))}
    maps = []
    for mirrored in (False, True):
        cells = [(y, x) if mirrored else (x, y) for x, y in board.fields]
        for _ in range(4 if board.squares else 6):
            images = _moved_to_origin(cells)
            if number.keys() == set(images):
                maps.append(tuple(number[cell] for cell in images))
            cells = [(-y, x) if board.squares else (-y, x + y) for x, y in cells]
    return maps


def _moved_to_origin(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cells moved so that the least coordinates are 0."""
    x0, y0 = (min(along) for along in zip(*cells, strict=True))
    return [(x - x0, y - y0) for x, y in cells]


def window_images(windows: Windows, moved: Sequence[int]) -> list[tuple[int, list[int]]] | None:
    """Images of windows under a symmetry of the fields.

    Returns:
        Per window its image, and the place on the image that each of its places is mapped to. If the line of the image has two
        windows, the one with the right direction is chosen; if it has one, its fields may be counted from the other end. None if
        the image of some line is not a line.
    """
    ordered = {tuple(window): index for index, window in enumerate(windows)}
    lines = {frozenset(window): index for index, window in enumerate(windows)}
    images = []
    for window in windows:
        image = [moved[field] for field in window]
        other = ordered.get(tuple(image), lines.get(frozenset(image)))
        if other is None:
            return None
        at = {field: index for index, field in enumerate(windows[other])}
        images.append((other, [at[field] for field in image]))
    return images


def symmetries(
    board: Board, pieces: NDArray[np.int64], windows: Windows
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Symmetries of the board that map every window to a window.

    Args:
        board: the board.
        pieces: int64 masks, shape (m,), closed under the symmetries of the board.
        windows: D windows.

    Returns:
        piece_maps: int64, shape (g, m): image of each piece; the first row is the identity.
        window_maps: int64, shape (g, D): image of each window.
    """
    number = {int(piece): index for index, piece in enumerate(pieces)}
    piece_maps, window_maps = [], []
    for moved in field_symmetries(board):
        images = window_images(windows, moved)
        if images is not None:
            window_maps.append([window for window, _ in images])
            piece_maps.append([number[_image(int(piece), moved)] for piece in pieces])
    return np.array(piece_maps, np.int64), np.array(window_maps, np.int64)


def _image(mask: int, moved: Sequence[int]) -> int:
    return sum(1 << moved[field] for field in fields_of(mask))
