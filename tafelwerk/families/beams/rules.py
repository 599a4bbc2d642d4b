"""Rules of Beams: boards, variants, histories of beams as text and as numbers, and the names of strategies.

A field is a pair of coordinates: axial (q, r) on hexagons, (column, row) on squares. Fields are numbered row by row. Sets of
fields are masks. A window is the entry of a beam: the fields of its line in the order in which hits are counted.

A history is written "1@17 2,4; 2@3 -": colour@diagonal, then the places hit on the diagonal, or - for none; all from 1. Places
are counted from the diagonal's end with the smaller field number; on boards of squares, where a diagonal is a window, from that
window.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Literal, NamedTuple, TypeGuard, TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules import deduction
from tafelwerk.rules.deduction import ALIASES, Alpha, Optimal, StrategyWithTie, check_stored, order_name, read_order
from tafelwerk.rules.numbers import separate
from tafelwerk.spelling import split_entries

FAMILY = "beams"

T = TypeVar("T")

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
        raise InputError(f"--windows must be {' or '.join(WINDOWS)}, not {in_quotes(windows)}")
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
    name = name.strip().lower()
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
        f"--variant must be {', '.join(others)} or {last}, or a board of squares such as 4x4c4, not {in_quotes(name)}"
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
        lines = tuple(sum(1 << number for number in window) for window in self.windows)
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
    cells = [
        (q, r)
        for r in range(r0, r0 + right + lower - 1)
        for q in range(q0, q0 + upper + lower - 1)
        if least <= q + r <= most
    ]
    fields = tuple(cell for cell in cells if cell != empty)
    lines = [[(r, q, -q - r)[direction] for q, r in fields] for direction in range(3)]
    windows = [
        tuple(number for number, at in enumerate(along) if at == value)
        for along in lines
        for value in range(min(along), max(along) + 1)
    ]
    inside = {(x, y) for x, y in cells if all((x + q, y + r) in cells for q, r in _AXIAL_STEPS)}
    edge = sum(1 << number for number, cell in enumerate(fields) if cell not in inside)
    return Board(shape, fields, _neighbours(fields, _AXIAL_STEPS), tuple(windows), right + lower - 1, edge)


def _square_board(shape: Square) -> Board:
    """Board of squares. Windows on the sides: rows from the left, columns from the top, rows from the right, columns from the
    bottom. Windows by direction: rows, columns, column - row, column + row. Each kind is ascending."""
    fields = tuple((x, y) for y in range(shape.rows) for x in range(shape.columns))
    number = {cell: n for n, cell in enumerate(fields)}
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
    number = {cell: n for n, cell in enumerate(fields)}
    return tuple(sum(1 << number[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in number) for x, y in fields)


def fields_of(mask: int) -> list[int]:
    """The fields of a set, ascending."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def is_connected(fields: int, neighbours: Sequence[int]) -> bool:
    """Whether a set of fields is connected."""
    reached = fields & -fields
    border = reached
    while border:
        around = 0
        for number in fields_of(border):
            around |= neighbours[number]
        border = around & fields & ~reached
        reached |= border
    return reached == fields


_EXAMPLE = "1@3 2,4, or 1@3 - where nothing is hit"


class Beam(NamedTuple):
    """A query and its answer, all from 0.

    Attributes:
        colour: colour asked for.
        diagonal: diagonal asked.
        hits: fields of that colour as bits along the diagonal, bit 0 at its end with the smaller field number.
    """

    colour: int
    diagonal: int
    hits: int

    def __str__(self) -> str:
        return f"{query_text(self.colour, self.diagonal)} {answer_text(self.hits)}"


History = Sequence[Beam]
"""Beams in the order in which they were asked."""

TOP_DEPTH = 3
"""Number of queries before the deepest sets of a tree's top; the queries at these sets are not stored."""


def query_text(colour: int, diagonal: int) -> str:
    """Text of a query: colour@diagonal, from 1."""
    return f"{colour + 1}@{diagonal + 1}"


def answer_text(hits: int) -> str:
    """Text of an answer: the places hit, from 1, or - for none.

    Args:
        hits: bits along the diagonal.
    """
    return ",".join(str(position + 1) for position in range(hits.bit_length()) if hits >> position & 1) or "-"


def hits_of(text: str) -> int:
    """Bits along the diagonal of an answer's text."""
    return 0 if text == "-" else sum(1 << int(position) - 1 for position in text.split(","))


def hits_on(board: Board, diagonal: int, colours: Sequence[T], colour: T) -> int:
    """What a code answers: the fields of a colour, as bits along the diagonal.

    Args:
        board: the board.
        diagonal: from 0.
        colours: the colour of each field.
        colour: the colour asked for, written in the same way.
    """
    return sum(1 << index for index, field in enumerate(board.windows[diagonal]) if colours[field] == colour)


def write_history(history: History) -> str:
    """Text of a history; `read_history` reads it back."""
    return "; ".join(str(Beam(*beam)) for beam in history)


_ENTRY = re.compile(r"([0-9]+\s*@\s*[0-9]+)(?:\s*[:=]\s*|\s+)(\S.*)", re.ASCII | re.DOTALL)
"""A query and its answer, which a blank, a colon or an equals sign separates."""

_NONE = ("-", "–", "none", "keine")
"""Answers that hit nothing."""


def read_history(text: str, variant: Variant) -> tuple[Beam, ...]:
    """A history from its text.

    Args:
        text: such as "1@17 2,4; 2@3 -"; empty entries are skipped.
        variant: variant with these colours and diagonals.

    Raises:
        InputError: an entry that is not colour@diagonal with places, or names a colour, diagonal or place that does not exist;
            places that do not ascend; a diagonal used twice.
    """
    board = variant.board
    beams: list[Beam] = []
    for entry in split_entries(text):
        signs = _ENTRY.fullmatch(entry)
        words = signs.groups() if signs else entry.split(maxsplit=1)
        colour, diagonal = read_query(words[0], variant)
        if len(words) == 1:
            raise InputError(
                f"history: {in_quotes(words[0])} has no answer; write the places hit after it, such as {_EXAMPLE}"
            )
        beam = Beam(colour, diagonal, read_answer(words[1], diagonal, board))
        for earlier in beams:
            if earlier.diagonal == diagonal:
                raise InputError(
                    f"history: {in_quotes(str(beam))} uses {board.noun} {diagonal + 1} again, after {in_quotes(str(earlier))}; "
                    f"each {board.noun} may be used once, whatever the colour"
                )
        beams.append(beam)
    return tuple(beams)


def hit_fields(board: Board, history: Iterable[Beam]) -> tuple[int, ...]:
    """Colour per field, from 1, that a beam hit there; 0 for the other fields."""
    colours = [0] * len(board.fields)
    for beam in history:
        for position, number in enumerate(board.windows[beam.diagonal]):
            if beam.hits >> position & 1:
                colours[number] = beam.colour + 1
    return tuple(colours)


def read_query(text: str, variant: Variant) -> tuple[int, int]:
    """A query from its text.

    Args:
        text: colour@diagonal, from 1.
        variant: variant with these colours and diagonals.

    Returns:
        Colour and diagonal, from 0.

    Raises:
        InputError: text of another form; an unknown colour or diagonal.
    """
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*@\s*([0-9]{1,9})\s*", text)
    if not match:
        raise InputError(f"history: {in_quotes(text)} is not colour@diagonal; write {_EXAMPLE}")
    colour, diagonal = int(match[1]), int(match[2])
    if not 1 <= colour <= variant.colours:
        raise InputError(
            f"history: colour {colour} in {in_quotes(text)}; the colours of {variant.name} are 1 to {variant.colours}"
        )
    noun, diagonals = variant.board.noun, len(variant.board.windows)
    if not 1 <= diagonal <= diagonals:
        raise InputError(
            f"history: {noun} {diagonal} in {in_quotes(text)}; the {noun}s of {variant.name} are 1 to {diagonals}"
        )
    return colour - 1, diagonal - 1


def read_answer(text: str, diagonal: int, board: Board) -> int:
    """An answer from its text.

    Args:
        text: places from 1, ascending, separated by commas; - for none.
        diagonal: number of the diagonal, from 0.
        board: board of the diagonal.

    Returns:
        Bits along the diagonal.

    Raises:
        InputError: text of another form; places that the diagonal does not have, or that do not ascend.
    """
    if text.strip().casefold() in _NONE:
        return 0
    hits, last = 0, 0
    length = len(board.windows[diagonal])
    for word in separate(text):
        if not re.fullmatch("[0-9]{1,9}", word):
            raise InputError(
                f"history: {in_quotes(text.strip())} is not an answer; write the places hit, such as 2,4, or - for none"
            )
        position = int(word)
        if not 1 <= position <= length:
            raise InputError(
                f"history: place {position} in {in_quotes(text.strip())}; {board.noun} {diagonal + 1} has the places 1 to "
                f"{length}"
            )
        if position <= last:
            raise InputError(
                f"history: place {position} after {last} in {in_quotes(text.strip())}; write the places of an answer in "
                "ascending order"
            )
        hits, last = hits | 1 << (position - 1), position
    return hits


def checked_history(history: History, colours: int, diagonals: int) -> History:
    """The history unchanged, if all its numbers are in range.

    Args:
        history: beams, or triples of the same numbers.
        colours: number of colours.
        diagonals: number of diagonals.

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    for turn, (colour, diagonal, hits) in enumerate(history, start=1):
        for name, number, end in (("colour", colour, colours), ("diagonal", diagonal, diagonals), ("hits", hits, 256)):
            if not 0 <= number < end:
                raise InputError(f"history: {name} {number} at place {turn}; it is 0 to {end - 1}")
    return history


def contradiction(history: History, any_left: Callable[[History], bool]) -> tuple[int, ...] | None:
    """Smallest explanation of a contradiction: beams that no code satisfies together.

    Args:
        history: the beams.
        any_left: whether some code satisfies all of the beams given.

    Returns:
        None if a code is left. Otherwise places in the history, ascending; the last one is the first beam after which no code is
        left. It is alone if no code gives that answer. If one earlier beam excludes it, the first such beam is added; otherwise
        several beams, none of which can be left out.
    """
    if any_left(history):
        return None
    low, end = 0, len(history)
    while low < end:  # more beams never leave more codes
        middle = (low + end) // 2
        if any_left(history[: middle + 1]):
            low = middle + 1
        else:
            end = middle
    if not any_left([history[end]]):
        return (end,)
    for turn in range(end):
        if not any_left([history[turn], history[end]]):
            return (turn, end)
    needed = list(range(end + 1))
    for turn in range(end):
        fewer = [other for other in needed if other != turn]
        if not any_left([history[other] for other in fewer]):
            needed = fewer
    return tuple(needed)


def explain_contradiction(history: History, variant: Variant, any_left: Callable[[History], bool]) -> str | None:
    """Smallest explanation of a contradiction, as a sentence without a full stop; None if a code is left.

    Args:
        history: the beams.
        variant: the variant.
        any_left: whether some code satisfies all of the beams given.
    """
    places = contradiction(history, any_left)
    if places is None:
        return None
    *others, last = (str(Beam(*history[turn])) for turn in places)
    which = f"beam {places[-1] + 1}, {in_quotes(last)},"
    if not others:
        return f"{which} is impossible: no piece of {variant.name} that fits into a code gives that answer"
    names = [repr(other) for other in others]
    if len(names) == 1:
        return f"{which} leaves no code: it contradicts {names[0]}"
    return f"{which} leaves no code: it contradicts {', '.join(names[:-1])} and {names[-1]} taken together"


Tie = Literal["lex-c", "lex-d", "mix"]
TIES: tuple[Tie, ...] = ("lex-c", "lex-d", "mix")

tie_rule = partial(deduction.tie_rule, TIES)

Finish = Literal["certain", "early"]
FINISHES: tuple[Finish, ...] = ("certain", "early")
"""End of a game: where one code is left or no query splits those left; or also where laying a filling costs less."""


def finish_rule(word: str | None) -> Finish:
    """End of a game, from its word. Default: "certain".

    Raises:
        InputError: there is no such rule.
    """
    for rule in FINISHES:
        if word in (None, rule):
            return rule
    raise InputError(f"--finish must be {' or '.join(FINISHES)}, not {in_quotes(word)}")


Approximation = Literal["h-prime", "u"]
APPROXIMATIONS: tuple[Approximation, ...] = ("h-prime", "u")
"""Approximations of entropy of the source's section 4.6.3, H' and U."""

PARTS = 32
"""Default number of parts of a strategy of a large variant."""

CURVE_PARTS = 384
"""Number of parts of each strategy on a curve of a large variant; most of them are single sets."""

CURVE = (Fraction(0), Fraction(4), Fraction(1, 10))
"""Default orders of a curve: first, last and step; as in figure 4.12."""

CURVE_NEAR_ONE = (Fraction(4, 5), Fraction(6, 5), Fraction(1, 50))
"""First, last and step of additional orders of the default curve, where the mean is least."""

CURVE_FAR = (Fraction(9, 2), Fraction(5), Fraction(11, 2), Fraction(6), None)
"""Last orders of the default curve; None is infinity."""

MOST_POINTS = 2000
"""Largest number of points of a curve."""


@dataclass(frozen=True, slots=True)
class Improved(StrategyWithTie):
    """The best of the strategies that choose among a few queries of greatest entropy; of large variants one that judges a few
    queries by what the next queries achieve.

    Attributes:
        shallowest: whether it takes the fewest queries that are enough for every code.
    """

    shallowest: bool = False

    @property
    def name(self) -> str:
        """Name in the tables."""
        return "improved shallowest" if self.shallowest else "improved"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name.replace(' ', ' --')}"


@dataclass(frozen=True, slots=True)
class Approximate(StrategyWithTie):
    """A strategy that knows only the colours that each field may have, not the codes; ties by `tie`. "h-prime" maximises the sum
    of the fields' entropies, "u" the number of fields where the colour is possible."""

    kind: Approximation
    tie: Tie = "lex-c"

    @property
    def name(self) -> str:
        """Name in the tables."""
        return self.kind


@dataclass(frozen=True, slots=True)
class Entropy(deduction.Entropy):
    """Greatest Rényi entropy of order `alpha`, ties by `tie`: lowest colour, lowest diagonal, or uniformly random."""

    tie: Tie = "lex-c"


Strategy = Optimal | Improved | Entropy | Approximate

IMPROVED = ("6c3p", "hex30", "6c6p")
"""Variants with an improved strategy."""

IMPROVED_SHALLOWEST = ("6c3p",)
"""Those of them with an improved strategy of few queries at worst."""

STAND_IN = Entropy(Fraction(1))
"""Strategy that stands in where the optimal query is out of reach."""


def strategy(
    word: str,
    tie: str | None = None,
    *,
    max_depth: int | None = None,
    least_depth: bool = False,
    within: int | None = None,
    shallowest: bool = False,
) -> Strategy:
    """Strategy from its words.

    Args:
        word: "optimal", "improved", "h-prime", "u", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex-c", "lex-d" or "mix"; not with "optimal" and "improved". Default: "lex-c".
        max_depth, least_depth, within: as in `Optimal`; only with "optimal".
        shallowest: as in `Optimal` and `Improved`; only with "optimal" and "improved".

    Raises:
        InputError: there is no such strategy.
    """
    if shallowest and word not in (Optimal().name, Improved().name):
        raise InputError(f"--shallowest is for --strategy optimal and improved, not for {in_quotes(word)}")
    aims = {
        f"--max-depth {max_depth}": max_depth is not None,
        "--least-depth": least_depth,
        f"--within {within}": within is not None,
    }
    for option, is_given in aims.items():
        if is_given and word != Optimal().name:
            raise InputError(f"{option} needs --strategy optimal, not {in_quotes(word)}")
    for candidate in (Optimal(max_depth, least_depth, within, shallowest), Improved(shallowest)):
        if word == candidate.name.split()[0]:
            if tie is not None:
                raise InputError(f"--tie {tie}: the {word} strategy has no tie rule")
            return candidate
    rule = tie_rule(tie)
    for kind in APPROXIMATIONS:
        if word == kind:
            if rule == "mix":
                raise InputError(f"--tie mix is for entropy strategies, not for {word}; take lex-c or lex-d")
            return Approximate(kind, rule)
    try:
        return Entropy(read_order(word), rule)
    except InputError:
        raise InputError(
            f"--strategy must be optimal, improved, {', '.join(APPROXIMATIONS)}, or h and a number from 0 on, such as h0, h0.5, "
            f"h1, h4/3, hinf (digits, one point or slash, at most 18 places), or {', '.join(ALIASES)}, not {in_quotes(word)}"
        ) from None


def parse_strategy(text: str) -> Strategy:
    """Strategy from its text, as `str` writes it: "optimal", "optimal max-depth 5", "h1", "h0.5 --tie mix".

    Raises:
        InputError: there is no such strategy.
    """
    match text.split():
        case [word, "max-depth", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, max_depth=int(depth))
        case [word, "within", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, within=int(depth))
        case [word, "least-depth"]:
            return strategy(word, least_depth=True)
        case [word, "shallowest"]:
            return strategy(word, shallowest=True)
        case [word] | [word, "--tie", _] as words:
            return strategy(word, *words[2:])
    raise InputError(
        "a strategy is optimal [max-depth D | least-depth | within D | shallowest], improved [shallowest], h-prime, u or hA, "
        f"with --tie T where it has a tie rule, not {in_quotes(text)}"
    )


def stored_strategy(name: str, tie: str) -> Strategy:
    """Strategy from its name and tie rule in the tables.

    Raises:
        InputError: there is no such strategy.
    """
    return check_stored(parse_strategy(name if tie == "none" else f"{name} --tie {tie}"), name, tie)


def has_top(chosen: Strategy) -> TypeGuard[Entropy]:
    """Whether the top of a strategy's tree is stored for large variants: a deterministic entropy strategy."""
    return isinstance(chosen, Entropy) and chosen.tie != "mix"


def curve_orders(
    first: Fraction | None = None, last: Fraction | None = None, step: Fraction | None = None
) -> tuple[Alpha, ...]:
    """The orders of a curve, ascending; None is infinity.

    Args:
        first: the first order.
        last: upper limit of the orders.
        step: difference between consecutive orders. If none of the three is given: steps of 0.1 up to 4, finer near 1, then some
            larger orders and infinity.

    Raises:
        InputError: a negative order, a step that is not positive, no points or too many.
    """
    if first is None and last is None and step is None:
        return (*sorted({*_steps(*CURVE), *_steps(*CURVE_NEAR_ONE)}), *CURVE_FAR)
    begin, end, by = (
        value if value is not None else usual for value, usual in zip((first, last, step), CURVE, strict=True)
    )
    if begin < 0:
        raise InputError(f"--from must be 0 or more, not {begin}")
    if end < begin:
        raise InputError(f"--to must be --from ({begin}) or more, not {end}")
    if by <= 0 or (end - begin) / by >= MOST_POINTS:
        raise InputError(f"--step must be above 0 and make at most {MOST_POINTS:,} points, not {by}")
    return _steps(begin, end, by)


def _steps(first: Fraction, last: Fraction, step: Fraction) -> tuple[Fraction, ...]:
    return tuple(first + step * number for number in range((last - first) // step + 1))


def curve_options(tie: str, orders: Sequence[Alpha]) -> str:
    """The words of the command line that name a curve: its tie rule and its orders, where they are not the usual ones.

    Raises:
        ValueError: the orders are not those of a curve.
    """
    options = "--curve" if tie == "lex-c" else f"--curve --tie {tie}"
    if tuple(orders) == curve_orders():
        return options
    finite = [order for order in orders if order is not None]
    step = finite[1] - finite[0] if len(finite) > 1 else Fraction(0)
    if tuple(orders) != (curve_orders(finite[0], finite[-1], step) if step else (finite[0],)):
        raise ValueError("no such orders")
    words = {"--from": finite[0], "--to": finite[-1], **({"--step": step} if step else {})}
    return options + "".join(f" {option} {order_name(value)[1:]}" for option, value in words.items())
