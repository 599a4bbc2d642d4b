"""The board of Beams: a hexagon without its centre, its fields, neighbours and diagonals; and the variants played on it.

A field is an axial pair (q, r) with |q|, |r|, |q + r| <= R, numbered with r ascending, then q; sets of fields are masks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tafelwerk.errors import InputError, quoted

FAMILY = "beams"


@dataclass(frozen=True, slots=True)
class Variant:
    """What is hidden, and on what board.

    Attributes:
        name: "6c6p" and the like.
        colours: how many, each covers one connected piece.
        size: fields of a piece.
        side: fields of a side of the board.
        to_edge: whether every colour must have a field on the edge.
    """

    name: str
    colours: int
    size: int
    side: int
    to_edge: bool = False


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("3c6p", 3, 6, 3),
        Variant("6c3p", 6, 3, 3),
        Variant("6c6p", 6, 6, 4),
        Variant("6c10p", 6, 10, 5, True),
    )
}
"""The variants by name; 6c6p is the standard game, 6c10p that of experts."""

LISTED = ("3c6p", "6c3p")
"""Variants whose codes are listed one by one: the book holds their answers as bitsets, and whole trees."""

ANALYSED = (*LISTED, "6c6p")
"""Variants of which strategies can be analysed."""

SAMPLED = ("6c10p",)
"""Variants with so many codes that they are counted and asked about by samples."""

MOST_ABOVE = 1_000_000
"""Codes above which the sets of a lower bound may be searched with every query."""

BOUND_EXACT = 16
"""Codes of the sets that a lower bound solves exactly."""

ATTEMPTS = 30
"""Default number of hidden codes that are tried for a puzzle of a number of beams."""


def variant(word: str) -> str:
    """A variant by its name.

    Raises:
        InputError: there is none of that name.
    """
    if word not in VARIANTS:
        *others, last = VARIANTS
        raise InputError(f"--variant must be {', '.join(others)} or {last}, not {quoted(word)}")
    return word


@dataclass(frozen=True, slots=True)
class Board:
    """Fields and diagonals.

    Attributes:
        radius: R, one less than the side.
        fields: axial pairs (q, r); a field's number is its place.
        neighbours: (fields,) masks.
        diagonals: (3 (2 R + 1),) masks: r = -R..R, then q = -R..R, then s = -q - r = -R..R.
        edge: mask of the fields on the edge.
    """

    radius: int
    fields: tuple[tuple[int, int], ...]
    neighbours: tuple[int, ...]
    diagonals: tuple[int, ...]
    edge: int

    @property
    def all(self) -> int:
        """Mask of all fields."""
        return (1 << len(self.fields)) - 1


_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@cache
def make_board(side: int) -> Board:
    """The board of a side.

    Raises:
        InputError: a side below 2 or above 5, where masks would not fit a word.
    """
    if not 2 <= side <= 5:
        raise InputError(f"a side is 2 to 5 fields, not {side}")
    radius = side - 1
    span = range(-radius, radius + 1)
    fields = tuple((q, r) for r in span for q in span if abs(q + r) <= radius and (q, r) != (0, 0))
    number = {field: place for place, field in enumerate(fields)}
    neighbours = tuple(
        sum(1 << number[q + dq, r + dr] for dq, dr in _STEPS if (q + dq, r + dr) in number) for q, r in fields
    )
    diagonals = tuple(
        sum(1 << number[q, r] for q, r in fields if (r, q, -q - r)[direction] == place)
        for direction in range(3)
        for place in span
    )
    edge = sum(1 << place for place, (q, r) in enumerate(fields) if max(abs(q), abs(r), abs(q + r)) == radius)
    return Board(radius, fields, neighbours, diagonals, edge)


def fields_of(mask: int) -> list[int]:
    """The fields of a set, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def connected(fields: int, neighbours: Sequence[int]) -> bool:
    """Whether a set of fields hangs together."""
    reached = fields & -fields
    border = reached
    while border:
        around = 0
        for field in fields_of(border):
            around |= neighbours[field]
        border = around & fields & ~reached
        reached |= border
    return reached == fields
