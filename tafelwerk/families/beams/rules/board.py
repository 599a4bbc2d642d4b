"""The boards of Beams with their fields, neighbours and windows, and the variants played on them.

A field is a pair of coordinates: axial (q, r) on hexagons, (column, row) on squares. Fields are numbered row by row. Sets of
fields are masks. A window is the entry of a beam: the fields of its line in the order in which hits are counted.
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
"""Windows of a square board: on its four sides, so that each row and column has two; or one per row, column and diagonal."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon with equal opposite sides and no empty field; fields are numbered with r ascending, then q.

    Attributes:
        sides: number of fields on the upper side, the upper right side and the lower right side.
    """

    sides: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Square:
    """A board of squares.

    Attributes:
        rows, columns: number of rows, number of columns.
        windows: placement of the windows.
        corners: whether fields that touch at a corner are neighbours, so that pieces may cross.
    """

    rows: int
    columns: int
    windows: Windows = "sides"
    corners: bool = True


Shape = int | Hexagon | Square
"""Shape of a board; a number is the side of a regular hexagon whose centre is empty and belongs to no piece."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant: the hidden pieces and the board.

    Attributes:
        name: name of the variant, such as "6c6p".
        colours: number of colours; each covers one connected piece.
        size: fields per piece.
        shape: shape of the board.
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
"""The named variants; 6c6p is the standard game, 6c10p the expert game."""

STORED = (*VARIANTS, "square30-directions", "square36-directions")
"""Variants that books hold; small boards of squares are computed on demand."""

LISTED = ("3c6p", "6c3p")
"""Named variants whose codes are listed one by one: the book holds their answers as bitsets, and whole trees."""

ANALYSED = (*LISTED, "6c6p", "hex30")
"""Named variants whose strategies can be analysed."""

SOLVED = ("3c6p",)
"""Named variants of which all strategies are tried: the best ones are known, also against a codemaker who chooses."""

FEWEST_QUERIES = {"3c6p": 5, "6c3p": 11}
"""Fewest queries that are enough for every code, where both sides are proved: some strategy takes no more, and none fewer."""

_LISTED_FIELDS = {2: 18, 3: 21, 4: 16, 5: 15, 6: 12}
"""Largest number of fields of a board of squares whose codes are listed, by number of colours: fewer than 120,000 codes each."""

_ANALYSED_FIELDS = {2: 18, 3: 21, 4: 24, 5: 25, 6: 24}
"""Largest number of fields of a board of squares whose patterns are listed, by number of colours: fewer than 1.4 million each."""

LEAST_SIDE, MOST_SIDE, MOST_FIELDS = 2, 8, 36
"""Least and largest number of rows and columns of a square board, and its largest number of fields."""

COLOURS = range(2, 7)
"""Numbers of colours on a square board: the game has discs in six colours."""

SAMPLED = ("6c10p", "square30", "square36", "square30-directions", "square36-directions")
"""Variants with too many codes to list; their answers come from samples."""

MOST_ABOVE = 1_000_000
"""Largest N of a lower bound that searches sets of more than N codes with every query."""

BOUND_EXACT = 16
"""Largest number of codes of the sets that a lower bound solves exactly."""

ATTEMPTS = 30
"""Default number of hidden codes to try for a puzzle with a given number of beams."""


def square_variant(rows: int, columns: int, colours: int, windows: str = "sides") -> Variant:
    """Variant on a board of squares; all colours have the same number of fields.

    Raises:
        InputError: too few or too many rows, columns, fields or colours; a number of colours that does not divide the number of
            fields; unknown windows.
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
            f"{f': {allowed}' if allowed else ', and no such number does'}; {colours} was given"
        )
    name = f"{rows}x{columns}c{colours}"
    for known in VARIANTS.values():
        if known.shape == Square(rows, columns) and known.colours == colours:
            name = known.name
    suffix = "" if windows == "sides" else f"-{windows}"
    return Variant(name + suffix, colours, fields // colours, Square(rows, columns, windows))


@cache
def variant_of(name: str) -> Variant:
    """Variant of a name: one of `VARIANTS`, or RxCcN for N colours on a small board of squares. Names of square boards may end
    in "-directions" for these windows.

    Raises:
        InputError: there is no variant of that name.
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
    """Canonical name of a variant, as stored.

    Raises:
        InputError: there is no variant of that name.
    """
    return variant_of(word).name


def variant_options(name: str) -> str:
    """Command-line options that name a variant."""
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
    """Reading of the rules that a variant follows where the source leaves a choice; None where it leaves none."""
    rules = variant_of(name)
    match rules.shape:
        case Hexagon(sides):
            rows = [sum(r == row for _, r in rules.board.fields) for row in range(rules.board.rows)]
            ends = ",".join(map(str, (*sides, *sides)))
            return f"a hexagon with sides {ends} clockwise from the top; rows of {','.join(map(str, rows))} fields, none empty"
        case Square(windows="sides"):
            return "windows on all four sides, two for each row and column; fields that touch at a corner are connected"
        case Square():
            return "one window for each row, column and diagonal; fields that touch at a corner are connected"
    if rules.to_edge:
        outer = rules.board.edge.bit_count()
        return f"each colour has at least one of the {outer} fields on the outer edge; those around the centre do not count"
    return None


@dataclass(frozen=True, slots=True)
class Board:
    """A board with its fields and windows.

    Attributes:
        shape: shape of the board.
        fields: coordinates per field; the number of a field is its place.
        neighbours: (fields,) masks of the neighbours of each field.
        windows: fields of each window's line, in the order in which hits are counted; two windows may share a line.
        rows: number of rows; the first `rows` windows cover every field once.
        edge: mask of the fields on the edge.
        diagonals: mask of the fields of each window's line.
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
        """Word for a window: "diagonal" on hexagons, where each diagonal has one window."""
        return "window" if self.squares else "diagonal"


_AXIAL_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_SIDE_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_CORNER_STEPS = ((1, 1), (-1, -1), (1, -1), (-1, 1))


@cache
def make_board(shape: Shape) -> Board:
    """Board of a shape.

    Raises:
        InputError: a regular hexagon with a side below 2 or above 5, where masks would not fit a word.
    """
    if isinstance(shape, Square):
        return _square_board(shape)
    if isinstance(shape, int):
        if not 2 <= shape <= 5:
            raise InputError(f"the side of a hexagon is 2 to 5 fields, not {shape}")
        return _hexagonal_board(shape, (shape, shape, shape), 1 - shape, 1 - shape, empty=(0, 0))
    return _hexagonal_board(shape, shape.sides, 0, 0)


def _hexagonal_board(
    shape: Shape, sides: tuple[int, int, int], q0: int, r0: int, empty: tuple[int, int] | None = None
) -> Board:
    """Board of a hexagon, from its least q and r; its diagonals are those of r, then q, then s = -q - r, each ascending."""
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
    """Board of squares. Windows on the sides: rows from the left, columns from the top, rows from the right, columns from the
    bottom. Windows by direction: rows, columns, column - row, column + row. Each kind is ascending."""
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
    """Whether a set of fields is connected."""
    reached = fields & -fields
    border = reached
    while border:
        around = 0
        for place in fields_of(border):
            around |= neighbours[place]
        border = around & fields & ~reached
        reached |= border
    return reached == fields
