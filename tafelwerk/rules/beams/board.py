"""The boards of Beams, their fields, neighbours and windows; and the variants played on them.

A field is a pair of coordinates: (q, r), axial, on hexagons, (column, row) on squares; fields are numbered row by row. Sets of
fields are masks. A window is where a beam enters: the fields of its line in the order in which hits are counted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from tafelwerk.errors import InputError, quoted

FAMILY = "beams"

Windows = Literal["sides", "directions"]
WINDOWS: tuple[Windows, ...] = ("sides", "directions")
"""Where the windows of a square board are: on its four sides, so that rows and columns have two each; or one for each row, column
and diagonal."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon whose opposite sides are equal, without an empty field; fields are numbered with r ascending, then q.

    Attributes:
        sides: fields of the upper side, of the upper right and of the lower right one.
    """

    sides: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Square:
    """A board of squares.

    Attributes:
        rows, columns: how many.
        windows: where they are.
        corners: whether fields that touch at a corner are neighbours, so that pieces may cross.
    """

    rows: int
    columns: int
    windows: Windows = "sides"
    corners: bool = True


Shape = int | Hexagon | Square
"""The shape of a board; a number is the side of the regular hexagon whose centre is empty and belongs to no piece."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is hidden, and on what board.

    Attributes:
        name: "6c6p" and the like.
        colours: how many, each covers one connected piece.
        size: fields of a piece.
        shape: of the board.
        to_edge: whether every colour must have a field on the edge.
    """

    name: str
    colours: int
    size: int
    shape: Shape
    to_edge: bool = False

    @property
    def board(self) -> "Board":
        """The board."""
        return make_board(self.shape)


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("3c6p", 3, 6, 3),
        Variant("6c3p", 6, 3, 3),
        Variant("6c6p", 6, 6, 4),
        Variant("6c10p", 6, 10, 5, True),
        Variant("hex30", 5, 6, Hexagon((4, 4, 3))),
        Variant("square30", 5, 6, Square(5, 6)),
        Variant("square36", 6, 6, Square(6, 6)),
    )
}
"""The variants with names of their own; 6c6p is the standard game, 6c10p that of experts."""

STORED = (*VARIANTS, "square30-directions", "square36-directions")
"""Variants that books hold; those of small boards of squares are computed when asked."""

LISTED = ("3c6p", "6c3p")
"""Named variants whose codes are listed one by one: the book holds their answers as bitsets, and whole trees."""

ANALYSED = (*LISTED, "6c6p", "hex30")
"""Named variants of which strategies can be analysed."""

_LISTED_FIELDS = {2: 18, 3: 21, 4: 16, 5: 15, 6: 12}
"""Fields, by colours, of the largest board of squares whose codes are listed: each has fewer than 120,000."""

_ANALYSED_FIELDS = {2: 18, 3: 21, 4: 24, 5: 25, 6: 24}
"""The same of those whose patterns are listed: each has fewer than 1.4 million."""

LEAST_SIDE, MOST_SIDE, MOST_FIELDS = 2, 8, 36
"""Rows and columns of a square board, and its fields at most."""

COLOURS = range(2, 7)
"""Colours on a square board: the game has discs of six."""

SAMPLED = ("6c10p", "square30", "square36", "square30-directions", "square36-directions")
"""Variants with so many codes that they are counted and asked about by samples."""

MOST_ABOVE = 1_000_000
"""Codes above which the sets of a lower bound may be searched with every query."""

BOUND_EXACT = 16
"""Codes of the sets that a lower bound solves exactly."""

ATTEMPTS = 30
"""Default number of hidden codes that are tried for a puzzle of a number of beams."""


def square_variant(rows: int, columns: int, colours: int, windows: str = "sides") -> Variant:
    """The variant of a board of squares whose colours all have the same number of fields.

    Raises:
        InputError: too few or too many rows, columns, fields or colours; colours that do not divide the fields; other windows.
    """
    if windows not in WINDOWS:
        raise InputError(f"--windows must be {' or '.join(WINDOWS)}, not {quoted(windows)}")
    fields = rows * columns
    if not (min(rows, columns) >= LEAST_SIDE and max(rows, columns) <= MOST_SIDE and fields <= MOST_FIELDS):
        raise InputError(
            f"--board must be RxC with {LEAST_SIDE} to {MOST_SIDE} rows and columns and at most {MOST_FIELDS} fields, "
            f"such as 4x4, not {rows}x{columns}"
        )
    if colours not in COLOURS or fields % colours:
        allowed = ", ".join(str(number) for number in COLOURS if fields % number == 0)
        raise InputError(
            f"--colors must be 2 to 6 and divide the {fields} fields of {rows}x{columns}"
            f"{f': {allowed}' if allowed else '; no number does'}; {colours} was given"
        )
    name = f"{rows}x{columns}c{colours}"
    for known in VARIANTS.values():
        if known.shape == Square(rows, columns) and known.colours == colours:
            name = known.name
    suffix = "" if windows == "sides" else f"-{windows}"
    return Variant(name + suffix, colours, fields // colours, Square(rows, columns, windows))


@cache
def variant_of(name: str) -> Variant:
    """The variant of a name: one of `VARIANTS`, RxCcN for N colours on a small board of squares; the latter and the square ones
    of the former with "-directions" behind them for these windows.

    Raises:
        InputError: there is none of that name.
    """
    if name in VARIANTS:
        return VARIANTS[name]
    base, _, windows = name.partition("-")
    if windows == "directions" and base in VARIANTS:
        shape = VARIANTS[base].shape
        if isinstance(shape, Square):
            return square_variant(shape.rows, shape.columns, VARIANTS[base].colours, windows)
    match = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})c([0-9]{1,2})(?:-(directions))?", name)
    if match:
        return square_variant(int(match[1]), int(match[2]), int(match[3]), match[4] or "sides")
    *others, last = VARIANTS
    raise InputError(
        f"--variant must be {', '.join(others)} or {last}, or a board of squares such as 4x4c4, not {quoted(name)}"
    )


def variant(word: str) -> str:
    """The name of a variant as it is stored.

    Raises:
        InputError: there is none of that name.
    """
    return variant_of(word).name


def variant_options(name: str) -> str:
    """The words of the command line that name a variant."""
    shape = variant_of(name).shape
    if name in VARIANTS or not isinstance(shape, Square):
        return f"--variant {name}"
    base, windows = name.partition("-")[0], "" if shape.windows == "sides" else f" --windows {shape.windows}"
    if base in VARIANTS:
        return f"--variant {base}{windows}"
    return f"--board {shape.rows}x{shape.columns} --colors {variant_of(name).colours}{windows}"


def is_listed(name: str) -> bool:
    """Whether the codes of a variant are listed one by one."""
    rules = variant_of(name)
    return name in LISTED or (rules.board.squares and len(rules.board.fields) <= _LISTED_FIELDS[rules.colours])


def is_analysed(name: str) -> bool:
    """Whether the patterns of a variant are listed, so that strategies can be analysed."""
    rules = variant_of(name)
    return name in ANALYSED or (rules.board.squares and len(rules.board.fields) <= _ANALYSED_FIELDS[rules.colours])


def reading_of(name: str) -> str | None:
    """Which reading of the rules a variant follows, where the source leaves a choice; None where it leaves none."""
    rules = variant_of(name)
    match rules.shape:
        case Hexagon(sides):
            rows = [sum(r == row for _, r in rules.board.fields) for row in range(rules.board.rows)]
            ends = ",".join(map(str, (*sides, *sides)))
            return f"a hexagon with sides {ends} clockwise from the top: rows of {','.join(map(str, rows))} fields, none empty"
        case Square(windows="sides"):
            return "windows on all four sides, two for each row and column; fields that touch at a corner are connected"
        case Square():
            return "one window for each row, column and diagonal; fields that touch at a corner are connected"
    if rules.to_edge:
        outer = rules.board.edge.bit_count()
        return f"each colour has one of the {outer} fields of the outer edge; those around the centre do not count"
    return None


@dataclass(frozen=True, slots=True)
class Board:
    """Fields and windows.

    Attributes:
        shape: what it is made from.
        fields: pairs of coordinates; a field's number is its place.
        neighbours: (fields,) masks.
        windows: by window the fields of its line, in the order in which hits are counted; two windows may have one line.
        rows: as many of the first windows, those of rows, cover every field once.
        edge: mask of the fields on the edge.
        diagonals: by window, mask of the fields of its line.
    """

    shape: Shape
    fields: tuple[tuple[int, int], ...]
    neighbours: tuple[int, ...]
    windows: tuple[tuple[int, ...], ...]
    rows: int
    edge: int
    diagonals: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        lines = tuple(sum(1 << place for place in window) for window in self.windows)
        object.__setattr__(self, "diagonals", lines)

    @property
    def all(self) -> int:
        """Mask of all fields."""
        return (1 << len(self.fields)) - 1

    @property
    def squares(self) -> bool:
        """Whether fields are squares."""
        return isinstance(self.shape, Square)

    @property
    def noun(self) -> str:
        """What a window is called: on hexagons there is one per diagonal."""
        return "window" if self.squares else "diagonal"


_AXIAL_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_SIDE_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_CORNER_STEPS = ((1, 1), (-1, -1), (1, -1), (-1, 1))


@cache
def make_board(shape: Shape) -> Board:
    """The board of a shape.

    Raises:
        InputError: a regular hexagon of a side below 2 or above 5, where masks would not fit a word.
    """
    if isinstance(shape, Square):
        return _square_board(shape)
    if isinstance(shape, int):
        if not 2 <= shape <= 5:
            raise InputError(f"a side is 2 to 5 fields, not {shape}")
        return _hexagonal_board(shape, (shape, shape, shape), 1 - shape, 1 - shape, empty=(0, 0))
    return _hexagonal_board(shape, shape.sides, 0, 0)


def _hexagonal_board(
    shape: Shape, sides: tuple[int, int, int], q0: int, r0: int, empty: tuple[int, int] | None = None
) -> Board:
    """A hexagon with its least q and r; its diagonals are those of r, then q, then s = -q - r, each ascending."""
    upper, right, lower = sides
    least, most = q0 + r0 + lower - 1, q0 + r0 + lower + upper + right - 3
    places = [
        (q, r)
        for r in range(r0, r0 + right + lower - 1)
        for q in range(q0, q0 + upper + lower - 1)
        if least <= q + r <= most
    ]
    fields = tuple(place for place in places if place != empty)
    lines = [[(r, q, -q - r)[direction] for q, r in fields] for direction in range(3)]
    windows = [
        tuple(place for place, at in enumerate(along) if at == value)
        for along in lines
        for value in range(min(along), max(along) + 1)
    ]
    inside = {place for place in places if all((place[0] + q, place[1] + r) in places for q, r in _AXIAL_STEPS)}
    edge = sum(1 << number for number, place in enumerate(fields) if place not in inside)
    return Board(shape, fields, _neighbours(fields, _AXIAL_STEPS), tuple(windows), right + lower - 1, edge)


def _square_board(shape: Square) -> Board:
    """Squares; windows on the sides: rows from the left, columns from the top, rows from the right, columns from the bottom; in
    directions: rows, columns, column - row, column + row; each ascending."""
    fields = tuple((x, y) for y in range(shape.rows) for x in range(shape.columns))
    number = {place: n for n, place in enumerate(fields)}
    rows = [tuple(number[x, y] for x in range(shape.columns)) for y in range(shape.rows)]
    columns = [tuple(number[x, y] for y in range(shape.rows)) for x in range(shape.columns)]
    if shape.windows == "sides":
        windows = [*rows, *columns, *(line[::-1] for line in rows), *(line[::-1] for line in columns)]
    else:
        falling = {value: tuple(number[x, y] for x, y in fields if x - y == value) for value in _span(fields, -1)}
        rising = {value: tuple(number[x, y] for x, y in fields if x + y == value) for value in _span(fields, 1)}
        windows = [*rows, *columns, *falling.values(), *rising.values()]
    edge = sum(1 << number[x, y] for x, y in fields if x in (0, shape.columns - 1) or y in (0, shape.rows - 1))
    steps = _SIDE_STEPS + (_CORNER_STEPS if shape.corners else ())
    return Board(shape, fields, _neighbours(fields, steps), tuple(windows), shape.rows, edge)


def _span(fields: Sequence[tuple[int, int]], sign: int) -> range:
    values = [x + sign * y for x, y in fields]
    return range(min(values), max(values) + 1)


def _neighbours(fields: Sequence[tuple[int, int]], steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    number = {place: n for n, place in enumerate(fields)}
    return tuple(sum(1 << number[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in number) for x, y in fields)


def fields_of(mask: int) -> list[int]:
    """The fields of a set, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def connected(fields: int, neighbours: Sequence[int]) -> bool:
    """Whether a set of fields hangs together."""
    reached = fields & -fields
    border = reached
    while border:
        around = 0
        for place in fields_of(border):
            around |= neighbours[place]
        border = around & fields & ~reached
        reached |= border
    return reached == fields
