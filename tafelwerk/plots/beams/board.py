"""The boards: fields and diagonals by the numbers that queries and tables call them by; positions of games on them.

A board of side R + 1 has the fields (q, r) with |q|, |r|, |q + r| <= R but for the centre, numbered with r ascending, then q, and
the diagonals r = -R..R, then q = -R..R, then s = -q - r = -R..R.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tafelwerk.plots.colours import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, SKY, VERMILION
from tafelwerk.plots.figure import figure
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, panel, titled

UNIT = 46
"""Pixels between the centres of neighbouring fields."""

GAP = 0.97
"""Size of a field as it is drawn, against one without a gap to its neighbours."""

HEXAGON = f"M0,-1L{sqrt(3) / 2:.6f},-0.5L{sqrt(3) / 2:.6f},0.5L0,1L{-sqrt(3) / 2:.6f},0.5L{-sqrt(3) / 2:.6f},-0.5Z"
"""Shape of a field, one corner up."""

FIELD_INK, FIELD = "#b8b8b8", "#f6f3ea"

PIECES = (
    (VERMILION, "white"),
    (BLUE, "white"),
    (GREEN, "white"),
    (ORANGE, INK),
    (PURPLE, INK),
    (SKY, INK),
)
"""How the colours of codes are shown, and what is written on them, colour 1 first."""

# by direction: what is equal along a diagonal, the step towards the end that is labelled, the colour, and how many degrees
# clockwise what is written along it is turned. The three ends lie on pairs of sides of their own, so that no two labels meet.
_Cell = tuple[int, int]
_DIRECTIONS: tuple[tuple[Callable[[int, int], int], _Cell, str, int], ...] = (
    (lambda q, r: r, (-1, 0), BLUE, 0),
    (lambda q, r: q, (0, 1), VERMILION, 60),
    (lambda q, r: -q - r, (1, -1), GREEN, -60),
)

_NEAR, _FAR, _NUMBER, _CHIP, _HITS = 0.55, 0.8, 1.08, 1.72, 2.12
"""How far from the last field of a diagonal stand a line's ends, its number, the colour asked for and the places hit."""

_LETTER = 0.15
"""Width of a sign of the places hit, at most."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is known of a hidden code.

    Attributes:
        side: of the board.
        known: by field, its colour from 1, or 0.
        history: the beams.
        asked: colour and diagonal asked next, from 1; None: none.
        guessed: by field, the colour from 1 that a guess gives it; drawn where none is known. Or empty.
    """

    side: int
    known: tuple[int, ...]
    history: Sequence[tuple[int, int, str]] = ()
    asked: tuple[int, int] | None = None
    guessed: tuple[int, ...] = ()


def _cells(radius: int) -> list[_Cell]:
    """All places of the board, the centre too, with r ascending, then q."""
    span = range(-radius, radius + 1)
    return [(q, r) for r in span for q in span if abs(q + r) <= radius]


def at(q: float, r: float) -> dict[str, float]:
    """Where a place lies, in units between neighbours, y upwards."""
    return {"x": round(q + r / 2, 5), "y": round(-r * sqrt(3) / 2, 5)}


def _fields(radius: int, known: Sequence[int] | None, asked: int | None, guessed: Sequence[int] = ()) -> list[Record]:
    """The fields with their numbers; or, where colours may be known, filled with these, and palely with those guessed."""
    found = []
    for number, (q, r) in enumerate(cell for cell in _cells(radius) if cell != (0, 0)):
        colour = known[number] if known else 0
        guess = guessed[number] if guessed and not colour else 0
        fill, ink = PIECES[colour - 1] if colour else (_pale(PIECES[guess - 1][0]) if guess else FIELD, INK)
        on_line = asked is not None and asked in _diagonals(radius, q, r)
        look = {
            "fill": fill,
            "ink": ink,
            "bold": "bold" if colour else "normal",
            "stroke": INK if on_line else FIELD_INK,
        }
        text = (f"{guess}?" if guess else str(colour or "")) if known else str(number)
        found.append(at(q, r) | look | {"text": text, "width": 3 if on_line else 1})
    # the framed ones on top
    return sorted(found, key=lambda field: field["width"])


def _pale(colour: str) -> str:
    """A colour mixed with three times as much white."""
    return "#" + "".join(f"{(int(colour[place : place + 2], 16) + 3 * 255) // 4:02x}" for place in (1, 3, 5))


def _diagonals(radius: int, q: int, r: int) -> list[int]:
    """The diagonals through a field, from 1."""
    span = 2 * radius + 1
    return [place * span + equal(q, r) + radius + 1 for place, (equal, *_) in enumerate(_DIRECTIONS)]


def _ends(radius: int) -> list[Record]:
    """By diagonal its number, beyond one of its ends, and a line from there to the field at that end."""
    found = []
    for direction, (equal, (dq, dr), colour, turn) in enumerate(_DIRECTIONS):
        for place in range(-radius, radius + 1):
            line = [(q, r) for q, r in _cells(radius) if equal(q, r) == place]
            q, r = max(line, key=lambda cell: cell[0] * dq + cell[1] * dr)
            near, far, text, chip, hits = (at(q + dq * by, r + dr * by) for by in (_NEAR, _FAR, _NUMBER, _CHIP, _HITS))
            number = direction * (2 * radius + 1) + place + radius + 1
            found.append(
                text
                | {"text": str(number), "colour": colour, "turn": turn}
                | {f"{axis}1": value for axis, value in near.items()}
                | {f"{axis}2": value for axis, value in far.items()}
                | {f"chip_{axis}": value for axis, value in chip.items()}
                | {f"hits_{axis}": value for axis, value in hits.items()}
            )
    return found


def _beams(ends: list[Record], position: Position) -> list[Record]:
    """What was, or is, asked for on diagonals, beyond their numbers."""
    beams = list(position.history)
    if position.asked is not None:
        beams.append((*position.asked, "?"))
    found = []
    for colour, diagonal, hits in beams:
        fill, ink = PIECES[colour - 1]
        end = ends[diagonal - 1]
        # a sign alone would not be read when turned
        turn = end["turn"] if len(hits) > 1 else 0
        align = "left" if turn else "center" if end["turn"] else "right"
        found.append(
            {name: end[name] for name in ("chip_x", "chip_y", "hits_x", "hits_y", "turn")}
            | {
                "angle": turn,
                "align": align,
                "asked": str(colour),
                "hits": hits.replace("-", "–"),
                "fill": fill,
                "ink": ink,
            }
        )
    return found


def _reach(ends: list[Record], beams: list[Record]) -> tuple[float, float, float, float]:
    """What the picture shows: left, right, bottom, top."""
    x = [end["x"] + side * 0.4 for end in ends for side in (-1, 1)]
    y = [end["y"] + side * 0.3 for end in ends for side in (-1, 1)]
    for beam in beams:
        length = 0.1 + _LETTER * len(beam["hits"])
        cos = 0.5 if beam["turn"] else -1.0
        sin = 0.0 if not beam["turn"] else -sqrt(3) / 2 if beam["turn"] > 0 else sqrt(3) / 2
        x += [beam["hits_x"], beam["hits_x"] + cos * length]
        y += [beam["hits_y"], beam["hits_y"] + sin * length]
    return min(x), max(x), min(y), max(y)


def board_panel(radius: int, position: Position | None = None) -> Layer:
    """The board, fields numbered; or a position on it."""
    ends = _ends(radius)
    beams = [] if position is None else _beams(ends, position)
    left, right, bottom, top = _reach(ends, beams)
    across = alt.Scale(domain=[left, right], nice=False)
    upwards = alt.Scale(domain=[bottom, top], nice=False)

    def on(x: str, y: str) -> dict[str, Any]:
        return {"x": alt.X(f"{x}:Q", axis=None, scale=across), "y": alt.Y(f"{y}:Q", axis=None, scale=upwards)}

    def own(**names: str) -> dict[str, Any]:
        kinds = {"fill": alt.Fill, "stroke": alt.Stroke, "color": alt.Color, "strokeWidth": alt.StrokeWidth}
        return {channel: kinds[channel](name, scale=None, legend=None) for channel, name in names.items()}

    # a shape is drawn in a square whose side is the root of its size; a field's corners lie 1 / sqrt(3) from its centre
    hexagon: dict[str, Any] = {"shape": HEXAGON, "size": (2 * UNIT / sqrt(3) * GAP) ** 2, "opacity": 1}
    known = None if position is None else position.known
    asked = None if position is None or position.asked is None else position.asked[1]
    guessed = () if position is None else position.guessed
    fields = chart(_fields(radius, known, asked, guessed)).encode(**on("x", "y"))
    cells = fields.mark_point(**hexagon).encode(**own(fill="fill:N", stroke="stroke:N", strokeWidth="width:Q"))
    written = fields.mark_text(fontSize=13 if known is None else 17).encode(text="text:N", **own(color="ink:N"))
    centre = chart([at(0, 0)]).mark_point(**hexagon, stroke=MUTED, strokeDash=[3, 3], strokeWidth=1)
    # in a position the colours are those of codes
    inked = ends if position is None else [end | {"colour": INK} for end in ends]
    around = chart(inked).encode(**own(color="colour:N"))
    ticks = around.mark_rule(strokeWidth=2).encode(**on("x1", "y1"), x2="x2:Q", y2="y2:Q")
    labels = around.mark_text(fontSize=14, fontWeight=700).encode(**on("x", "y"), text="text:N")
    layers: list[Layer] = [centre.encode(**on("x", "y")), cells, written, ticks, labels]
    if beams:
        chips = chart(beams).encode(**on("chip_x", "chip_y"))
        layers.append(chips.mark_point(shape="circle", size=440, opacity=1, strokeWidth=0).encode(**own(fill="fill:N")))
        layers.append(chips.mark_text(fontSize=13, fontWeight=700).encode(text="asked:N", **own(color="ink:N")))
    for turn, align in sorted({(beam["angle"], beam["align"]) for beam in beams}):
        along = [beam for beam in beams if (beam["angle"], beam["align"]) == (turn, align)]
        places = chart(along).encode(**on("hits_x", "hits_y"))
        layers.append(places.mark_text(fontSize=13, color=INK, angle=turn % 360, align=align).encode(text="hits:N"))
    return panel(*layers, width=(right - left) * UNIT, height=(top - bottom) * UNIT, frame=False)


def _drawn(radius: int, variants: str, example: str) -> Drawing:
    lines = 3 * (2 * radius + 1)
    return titled(
        board_panel(radius),
        f"Beams {variants}: {lines} diagonals and {3 * radius * (radius + 1)} fields",
        f"Coloured: diagonals 1 to {lines}, each at one end. Black: fields.",
        "Places are counted from the end with the smaller field number.",
        example,
    )


def drawn(position: Position, title: str, *subtitle: str) -> Drawing:
    """A position: what is known is filled, and at the edge stand the diagonals, what they were asked for and the places hit.

    Args:
        position: what is known.
        title: what is seen.
        subtitle: lines below it, before those that say how to read the picture.
    """
    return titled(
        board_panel(position.side - 1, position),
        title,
        *subtitle,
        "At the edge: the diagonal, the colour asked for on it, the places hit,",
        "counted from the end that is higher, of rows from the left.",
    )


@figure("beams-board", "Beams 6c6p: the board, fields and diagonals by number")
def standard(book: Book) -> Drawing:
    """The board of 6c6p; nothing of the book is needed."""
    return _drawn(3, "6c6p", "Answer 2,3 to 1@4: fields 16 and 17 have colour 1.")


@figure("beams-board-small", "Beams 3c6p and 6c3p: the board, fields and diagonals by number")
def small(book: Book) -> Drawing:
    """The board of 3c6p and 6c3p."""
    return _drawn(2, "3c6p and 6c3p", "Answer 1,2 to 1@3: fields 7 and 8 have colour 1.")


@figure("beams-board-expert", "Beams 6c10p: the board, fields and diagonals by number")
def expert(book: Book) -> Drawing:
    """The board of 6c10p."""
    return _drawn(4, "6c10p", "Answer 2,3 to 1@5: fields 27 and 28 have colour 1.")
