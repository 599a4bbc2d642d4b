"""Pieces up to translation, counted again without listing them: cell by cell along the rows of a rhombus.

Only the last cell passed in each column touches later cells. The state of this front says which of these cells are taken and
which are connected so far; each state has the number of ways to reach it, by number of cells taken.
"""

from collections import defaultdict

_DIGIT = 64
"""Bits per coefficient: the ways are a polynomial in the number of cells, with its coefficients packed into one integer."""

_Front = tuple[int, ...]
"""Part of the last cell passed in each column, with parts numbered in order of appearance; 0 if the cell is not taken."""


def shapes_again(size: int, height: int, width: int) -> int:
    """Number of pieces up to translation that fit a rhombus of cells, such as the one around a hexagonal board.

    Args:
        size: cells per piece, at least 1.
        height, width: height and width of the rhombus, at least 2.
    """
    whole, narrower = placed_counts(size, width, height), placed_counts(size, width - 1, height)
    # a piece a cells wide and b high fits a rhombus w by h at (w - a + 1)(h - b + 1) places; the differences leave one place
    return whole[-1] - whole[-2] - narrower[-1] + narrower[-2]


def grown_shapes(size: int, height: int, width: int) -> int:
    """Number of pieces of squares up to translation that fit a board, where cells that touch at a corner are connected.

    Pieces are grown cell by cell.

    Args:
        size: cells per piece, at least 1.
        height, width: height and width of the board.
    """
    found = {frozenset({(0, 0)})}
    around = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    for _ in range(1, size):
        larger = {piece | {(row + y, column + x)} for piece in found for row, column in piece for y, x in around}
        found = {_moved(piece) for piece in larger if len(piece) > len(next(iter(found)))}
    return sum(1 for piece in found if max(row for row, _ in piece) < height and max(x for _, x in piece) < width)


def _moved(piece: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A piece moved into the corner."""
    top, left = min(row for row, _ in piece), min(column for _, column in piece)
    return frozenset((row - top, column - left) for row, column in piece)


def placed_counts(size: int, width: int, height: int) -> list[int]:
    """Numbers of connected sets of `size` cells in a rhombus of 0, 1, ..., `height` rows.

    Args:
        size: cells per set, at least 1.
        width: cells per row, at least 1.
        height: largest number of rows.
    """
    whole = 0
    counts = [0]
    ways: dict[_Front, int] = {(0,) * width: 1}
    kept = (1 << _DIGIT * size) - 1
    for _ in range(height):
        for column in range(width):
            further: dict[_Front, int] = defaultdict(int)
            for front, number in ways.items():
                old = front[column]
                # drop the state: a part that no later cell touches cannot join the others
                if not old or front.count(old) > 1:
                    further[_numbered((*front[:column], 0, *front[column + 1 :]))] += number
                taken = _taken(front, column)
                more = number << _DIGIT
                if max(taken) == 1:
                    whole += more >> _DIGIT * size
                further[taken] += more & kept
            ways = {front: number for front, number in further.items() if number}
        counts.append(whole)
    return counts


def _taken(front: _Front, column: int) -> _Front:
    """Front after taking the next cell of a column, which touches the cell before it and two cells of the row above."""
    new = len(front) + 1
    near = {*front[max(column - 1, 0) : column + 2]} - {0}
    joined = [new if part in near else part for part in front]
    joined[column] = new
    return _numbered(tuple(joined))


def _numbered(front: _Front) -> _Front:
    """The same front with its parts numbered in order of appearance."""
    names = {0: 0}
    return tuple(names.setdefault(part, len(names)) for part in front)
