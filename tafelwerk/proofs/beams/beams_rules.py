"""A plain second implementation of the rules of Beams: boards, pieces, patterns and codes of the variants; beams up to symmetry.

Fields are axial pairs, on squares rows and columns; fields are numbered by row, then by column. Sets of fields are
masks, field 0 in the lowest bit.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Side = int | str
"""A board: the side of a regular hexagon without its centre, the hexagon of 30 fields, or rows x columns of squares with the
kind of windows, such as "5x6 sides"."""

SKEWED = "30"
"""The hexagon of 30 fields: a rhombus of six by six cells without three cells in each of two corners."""


@dataclass(frozen=True, slots=True)
class Game:
    """A variant.

    Attributes:
        colours: number of colours.
        size: fields per piece.
        side: the board.
    """

    colours: int
    size: int
    side: Side

    @property
    def fields(self) -> int:
        """Number of fields of the board."""
        return len(fields(self.side))

    @property
    def lines(self) -> int:
        """Number of diagonals or windows of the board."""
        return len(lines(self.side))


GAMES = {
    "3c6p": Game(3, 6, 3),
    "6c3p": Game(6, 3, 3),
    "6c6p": Game(6, 6, 4),
    "6c10p": Game(6, 10, 5),
    "hex30": Game(5, 6, SKEWED),
    "square30": Game(5, 6, "5x6 sides"),
    "square36": Game(6, 6, "6x6 sides"),
    "square30-directions": Game(5, 6, "5x6 directions"),
    "square36-directions": Game(6, 6, "6x6 directions"),
}
"""The variants by name."""


@cache
def fields(side: Side) -> tuple[tuple[int, ...], ...]:
    """Fields of a board. Hexagons: (r, q, s) with r + q + s = 0, by r, then q; in a regular hexagon all coordinates are less than
    the side, and the centre is left out. Squares: (row, column)."""
    if isinstance(side, int):
        reach = range(1 - side, side)
        cubes = ((r, q, -r - q) for r in reach for q in reach)
        return tuple(cube for cube in cubes if 0 < max(map(abs, cube)) < side)
    if side == SKEWED:
        return tuple((r, q, -r - q) for r in range(6) for q in range(6) if 2 <= r + q <= 8)
    rows, columns = extent(side)
    return tuple((row, column) for row in range(rows) for column in range(columns))


def extent(side: Side) -> tuple[int, int]:
    """Rows and columns of squares, or of the rhombus around a hexagon."""
    if isinstance(side, int):
        return 2 * side - 1, 2 * side - 1
    rows, _, columns = ("6x6" if side == SKEWED else side.split()[0]).partition("x")
    return int(rows), int(columns)


@cache
def lines(side: Side) -> tuple[tuple[int, ...], ...]:
    """Diagonals, each as its fields, ascending: by r, then by q, then by s. Squares: rows and columns, then the same from
    their other ends; or rows, columns, falling and rising diagonals."""
    board = fields(side)
    keys: list[list[int]] = [list(along) for along in zip(*board, strict=True)]
    if isinstance(side, str) and side.endswith("directions"):
        keys += [[column - row for row, column in board], [column + row for row, column in board]]
    forward = tuple(
        tuple(number for number, key in enumerate(along) if key == value)
        for along in keys
        for value in range(min(along), max(along) + 1)
    )
    if isinstance(side, str) and side.endswith("sides"):
        return forward + tuple(line[::-1] for line in forward)
    return forward


@cache
def near(side: Side) -> tuple[int, ...]:
    """Neighbours of each field: fields at distance 1; on squares also fields that touch it at a corner."""
    board = fields(side)
    return tuple(
        sum(
            1 << number
            for number, other in enumerate(board)
            if max(abs(a - b) for a, b in zip(cube, other, strict=True)) == 1
        )
        for cube in board
    )


def bits(mask: int) -> Iterator[int]:
    """Numbers of the set bits, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@cache
def pieces(game: Game) -> tuple[int, ...]:
    """All connected sets with the size of a piece, grown field by field; sorted by lowest field, then by mask."""
    around = near(game.side)
    masks = {1 << field for field in range(game.fields)}
    for _ in range(1, game.size):
        masks = {mask | 1 << field for mask in masks for inside in bits(mask) for field in bits(around[inside] & ~mask)}
    return tuple(sorted(masks, key=lambda mask: (mask & -mask, mask)))


@cache
def patterns(game: Game) -> NDArray[np.int64]:
    """All ways to cover the board of a small variant with pieces: int64, shape (p, colours), in lexicographic order."""
    by_lowest: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, mask in enumerate(pieces(game)):
        by_lowest[mask & -mask].append((number, mask))

    def covers(empty: int) -> Iterator[tuple[int, ...]]:
        if not empty:
            yield ()
        for number, mask in by_lowest[empty & -empty] if empty else ():
            if not mask & ~empty:
                for further in covers(empty ^ mask):
                    yield (number, *further)

    return np.array(list(covers((1 << game.fields) - 1)), np.int64)


@cache
def piece_answers(game: Game) -> NDArray[np.uint8]:
    """Answers by piece and diagonal: the fields hit as bits, in their order along the diagonal; uint8, shape (m, diagonals)."""
    masks = np.array(pieces(game), np.int64)
    table = np.zeros((len(masks), game.lines), np.uint8)
    for line, along in enumerate(lines(game.side)):
        for position, field in enumerate(along):
            table[:, line] |= ((masks >> field & 1) << position).astype(np.uint8)
    return table


def codes(game: Game) -> NDArray[np.int64]:
    """Piece of each colour in all codes of a small variant, by pattern, then by the places of colours 1, 2, ... in it; int64,
    shape (codes, colours)."""
    orders = np.array(list(permutations(range(game.colours))), np.int64)
    return patterns(game)[:, orders].reshape(-1, game.colours)


def hits_text(hits: int) -> str:
    """Text of an answer."""
    return ",".join(str(position + 1) for position in bits(hits)) or "-"


@cache
def symmetries(side: Side) -> tuple[tuple[int, ...], ...]:
    """Rotations and reflections of the board: twelve permutations of the fields; of squares none but the identity."""
    board = fields(side)
    if isinstance(side, str):
        return (tuple(range(len(board))),)
    number = {cube: index for index, cube in enumerate(board)}
    return tuple(
        tuple(number[_permute(cube, order, sign)] for cube in board)
        for order in permutations(range(3))
        for sign in (1, -1)
    )


def _permute(cube: Sequence[int], order: Sequence[int], sign: int) -> tuple[int, int, int]:
    a, b, c = (sign * cube[axis] for axis in order)
    return a, b, c


Beams = tuple[tuple[int, int, int], ...]
"""Colours, diagonals and hits, from 0."""


class Names:
    """Canonical forms of the beams of a variant.

    Args:
        game: the variant.
    """

    def __init__(self, game: Game) -> None:
        # by symmetry and diagonal: the image of the diagonal, and the image of each answer
        self._moves: list[list[tuple[int, list[int]]]] = []
        board = lines(game.side)
        for moved in symmetries(game.side):
            images = []
            for along in board:
                line = tuple(sorted(moved[field] for field in along))
                places = [line.index(moved[field]) for field in along]
                answers = [sum(1 << places[position] for position in bits(hits)) for hits in range(1 << len(along))]
                images.append((board.index(line), answers))
            self._moves.append(images)

    def name(self, beams: Beams) -> Beams:
        """Canonical form of beams under symmetries of the board, renaming of colours and reordering: the first of them."""
        forms: list[Beams] = []
        for images in self._moves:
            by_colour: dict[int, list[tuple[int, int]]] = {}
            for colour, line, hits in beams:
                image, answers = images[line]
                by_colour.setdefault(colour, []).append((image, answers[hits]))
            colours = sorted(sorted(group) for group in by_colour.values())
            forms.append(tuple((colour, *beam) for colour, group in enumerate(colours) for beam in group))
        return min(forms)

    def is_later_image(self, line: int) -> bool:
        """Whether a symmetry of the board maps a diagonal to one with a smaller number."""
        return min(images[line][0] for images in self._moves) < line
