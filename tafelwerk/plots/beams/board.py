"""The boards: fields and diagonals by the numbers that queries and tables call them by.

A board of side R + 1 has the fields (q, r) with |q|, |r|, |q + r| <= R but for the centre, numbered with r ascending, then q, and
the diagonals r = -R..R, then q = -R..R, then s = -q - r = -R..R.
"""

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.plots.style import BLUE, GREEN, INK, MUTED, VERMILION, data, dressed, layered

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

UNIT = 46
"""Pixels between the centres of neighbouring fields."""

GAP = 0.97
"""Size of a field as it is drawn, against one without a gap to its neighbours."""

HEXAGON = f"M0,-1L{sqrt(3) / 2:.6f},-0.5L{sqrt(3) / 2:.6f},0.5L0,1L{-sqrt(3) / 2:.6f},0.5L{-sqrt(3) / 2:.6f},-0.5Z"
"""Shape of a field, one corner up."""

FIELD_INK, FIELD = "#b8b8b8", "#f6f3ea"

# by direction: what is equal along a diagonal, the step towards the end that is labelled, and the colour. The three ends lie on
# pairs of sides of their own, so that no two labels meet.
_Cell = tuple[int, int]
_DIRECTIONS: tuple[tuple[Callable[[int, int], int], _Cell, str], ...] = (
    (lambda q, r: r, (-1, 0), BLUE),
    (lambda q, r: q, (0, 1), VERMILION),
    (lambda q, r: -q - r, (1, -1), GREEN),
)


def _cells(radius: int) -> list[_Cell]:
    """All places of the board, the centre too, with r ascending, then q."""
    span = range(-radius, radius + 1)
    return [(q, r) for r in span for q in span if abs(q + r) <= radius]


def _at(q: float, r: float) -> dict[str, float]:
    """Where a place lies, in units between neighbours, y upwards."""
    return {"x": round(q + r / 2, 5), "y": round(-r * sqrt(3) / 2, 5)}


def _fields(radius: int) -> list[dict[str, Any]]:
    fields = [cell for cell in _cells(radius) if cell != (0, 0)]
    return [_at(*cell) | {"text": str(number)} for number, cell in enumerate(fields)]


def _ends(radius: int) -> list[dict[str, Any]]:
    """By diagonal its number, beyond one of its ends, and a line from there to the field at that end."""
    found = []
    for direction, (equal, (dq, dr), colour) in enumerate(_DIRECTIONS):
        for place in range(-radius, radius + 1):
            line = [(q, r) for q, r in _cells(radius) if equal(q, r) == place]
            q, r = max(line, key=lambda cell: cell[0] * dq + cell[1] * dr)
            near, far, text = (_at(q + dq * by, r + dr * by) for by in (0.55, 0.8, 1.08))
            number = direction * (2 * radius + 1) + place + radius + 1
            found.append(
                text
                | {
                    "text": str(number),
                    "colour": colour,
                    "x1": near["x"],
                    "y1": near["y"],
                    "x2": far["x"],
                    "y2": far["y"],
                }
            )
    return found


def _drawn(radius: int, variants: str, example: str) -> "alt.TopLevelMixin":
    import altair as alt

    reach = radius + 1.4
    across = alt.Scale(domain=[-reach, reach], nice=False)
    upwards = alt.Scale(domain=[0.3 - reach, reach - 0.3], nice=False)

    def at(x: str, y: str) -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=upwards)}

    # a shape is drawn in a square whose side is the root of its size; a field's corners lie 1 / sqrt(3) from its centre
    hexagon: dict[str, Any] = {
        "shape": HEXAGON,
        "size": (2 * UNIT / sqrt(3) * GAP) ** 2,
        "strokeWidth": 1,
        "opacity": 1,
    }
    fields = alt.Chart(data(_fields(radius))).encode(**at("x", "y"))
    cells = fields.mark_point(**hexagon, fill=FIELD, stroke=FIELD_INK)
    numbers = fields.mark_text(fontSize=13, color=INK).encode(text="text:N")
    centre = alt.Chart(data([_at(0, 0)])).mark_point(**hexagon, stroke=MUTED, strokeDash=[3, 3]).encode(**at("x", "y"))
    ends = alt.Chart(data(_ends(radius))).encode(color=alt.Color("colour:N", scale=None))
    ticks = ends.mark_rule(strokeWidth=2).encode(**at("x1", "y1"), x2="x2:Q", y2="y2:Q")
    labels = ends.mark_text(fontSize=14, fontWeight=700).encode(**at("x", "y"), text="text:N")
    board = layered(centre, cells, numbers, ticks, labels)
    lines = 3 * (2 * radius + 1)
    return dressed(
        board.properties(width=2 * reach * UNIT, height=2 * (reach - 0.3) * UNIT, view=alt.ViewBackground(stroke=None)),
        f"Beams {variants}: {lines} diagonals and {3 * radius * (radius + 1)} fields",
        f"Coloured: diagonals 1 to {lines}, each at one end. Black: fields.",
        "Places are counted from the end with the smaller field number.",
        example,
    )


def standard(book: "Book") -> "alt.TopLevelMixin":
    """The board of 6c6p; nothing of the book is needed."""
    return _drawn(3, "6c6p", "Answer 2,3 to 1@4: fields 16 and 17 have colour 1.")


def small(book: "Book") -> "alt.TopLevelMixin":
    """The board of 3c6p and 6c3p."""
    return _drawn(2, "3c6p and 6c3p", "Answer 1,2 to 1@3: fields 7 and 8 have colour 1.")


def expert(book: "Book") -> "alt.TopLevelMixin":
    """The board of 6c10p."""
    return _drawn(4, "6c10p", "Answer 2,3 to 1@5: fields 27 and 28 have colour 1.")
