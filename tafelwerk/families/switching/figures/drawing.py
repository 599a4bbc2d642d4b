"""The board as a drawing: named edges, free, deleted and marked; potentials of nodes; highlighted edges.

Coordinates are those of midpoints of edges: columns and rows from 0, A above row 0, B below the last. Nodes are at even columns
and odd rows, with an edge between any two neighbours in a row.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import Any

from tafelwerk.plots.colours import BLUE, CHOSEN, GREEN, INK, MUTED, OUTLINE, PAPER, PURPLE, VERMILION
from tafelwerk.plots.lazy import Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, hints, panel, titled

UNIT = 44.0
"""Pixels between a node and the midpoint of its edges, unless the drawing would be wider than WIDEST."""

WIDEST = 2600.0

LONGEST = 5
"""Most characters of a fraction; longer ones are shown as decimals."""

_MARGIN = 1.8
"""Margin around the midpoints of edges, in units."""

_LINE = 60
"""Characters per line of text above the smallest boards."""

_PARTS = (GREEN, PURPLE)


@dataclass(frozen=True, slots=True)
class Position:
    """A position on a board.

    Attributes:
        order: of the board.
        edges: name, column and row of each edge.
        deleted: edges that Cut has taken.
        marked: edges that Short has taken.
        chosen: highlighted edges.
        parts: two sets of edges, each in its own colour; or none.
        potentials: of the grid's nodes, row by row from A, with A at 1 and B at 0; None for a node without current. Or none.
    """

    order: int
    edges: Sequence[tuple[str, int, int]]
    deleted: Collection[int] = ()
    marked: Collection[int] = ()
    chosen: Collection[int] = ()
    parts: tuple[Collection[int], ...] = ()
    potentials: Sequence[Fraction | None] = ()


def segment(x: int, y: int, span: int) -> Record:
    """The ends of an edge, which is vertical at even columns and horizontal at odd ones."""
    if x % 2 == 0:
        return {"x1": x, "x2": x, "y1": max(y - 1, -1), "y2": min(y + 1, span + 1)}
    return {"x1": x - 1, "x2": x + 1, "y1": y, "y2": y}


def across(x: int, y: int) -> Record:
    """A line across an edge: an edge that Cut deletes is Cut's bridge."""
    if x % 2 == 0:
        return {"x1": x - 1, "x2": x + 1, "y1": y, "y2": y}
    return {"x1": x, "x2": x, "y1": y - 1, "y2": y + 1}


def at(x: str, y: str, order: int) -> dict[str, Any]:
    """Both axes in the coordinates of edges."""
    low, high = -_MARGIN, 2 * order - 2 + _MARGIN
    across_scale, down_scale = (alt.Scale(domain=ends, nice=False) for ends in ([low, high], [high, low]))
    return {
        "x": alt.X(f"{x}:Q", axis=None, scale=across_scale),
        "y": alt.Y(f"{y}:Q", axis=None, scale=down_scale),
    }


def side(order: int, unit: float) -> float:
    """Width and height of the drawing in pixels."""
    return unit * (2 * order - 2 + 2 * _MARGIN)


def skeleton(records: list[Record], order: int, dot: float) -> list[Layer]:
    """Edges as lines, nodes as dots, A and B as bars.

    Args:
        records: of lines: x1, x2, y1, y2, colour, width, and the name of the edge.
        order: of the board.
        dot: area of a node in square pixels.
    """
    span = 2 * order - 2
    lines = chart(records).encode(
        **at("x1", "y1", order),
        x2="x2:Q",
        y2="y2:Q",
        color=alt.Color("colour:N", scale=None, legend=None),
        strokeWidth=alt.StrokeWidth("width:Q", scale=None, legend=None),
        tooltip=hints(name="edge"),
    )
    nodes = [{"x1": x, "y1": y} for y in range(1, span, 2) for x in range(0, span + 1, 2)]
    bars = [{"x1": -0.6, "x2": span + 0.6, "y1": y, "name": name} for y, name in ((-1, "A"), (span + 1, "B"))]
    ends = chart(bars).encode(**at("x1", "y1", order))
    return [
        lines.mark_rule(strokeCap="round"),
        ends.mark_rule(color=INK, strokeWidth=3).encode(x2="x2:Q"),
        chart(nodes).mark_circle(color=INK, opacity=1, size=dot).encode(**at("x1", "y1", order)),
        ends.mark_text(dx=-14, fontSize=14, fontWeight="bold", color=INK).encode(text="name:N"),
    ]


def drawn(position: Position, title: str, *subtitle: str) -> Drawing:
    """A position.

    Args:
        position: the position.
        title: what the drawing shows.
        subtitle: lines below the title, before those that say how to read the drawing; long ones are wrapped.
    """
    order = position.order
    unit = min(UNIT, WIDEST * UNIT / side(order, UNIT))
    characters = max(_LINE, int(side(order, unit) / 6))
    below = [line for text in (*subtitle, *_read(position)) for line in wrap(text, characters)]
    return titled(board(position, unit), title, *below)


def board(position: Position, unit: float, heading: str | None = None) -> Layer:
    """A position with no text but a heading, at a number of pixels per unit."""
    order, zoom = position.order, unit / UNIT
    names = chart(_names(position)).encode(**at("x", "y", order), tooltip=hints(name="edge"))
    layers: list[Layer] = [
        *skeleton(_lines(position, zoom), order, 46 * zoom**2),
        names.mark_point(shape="circle", filled=True, opacity=1, size=560 * zoom**2).encode(
            fill=alt.Fill("fill:N", scale=None, legend=None),
            stroke=alt.Stroke("ring:N", scale=None, legend=None),
            strokeWidth=alt.value(1.3 * zoom),
        ),
        names.mark_text(fontSize=11 * zoom).encode(
            text="name:N",
            color=alt.Color("ink:N", scale=None, legend=None),
        ),
    ]
    if position.potentials:
        shown = chart(_potentials(position)).encode(**at("x", "y", order), text="text:N")
        layers.append(shown.mark_text(color=MUTED, align="left", dx=4 * zoom, dy=-10 * zoom, fontSize=10 * zoom))
    size = side(order, unit)
    return panel(*layers, width=size, height=size, title=heading, frame=False)


def _lines(position: Position, zoom: float) -> list[Record]:
    """Edges, with taken and coloured ones on top."""
    span, found = 2 * position.order - 2, []
    for edge, (name, x, y) in enumerate(position.edges):
        part = next((place for place, edges in enumerate(position.parts) if edge in edges), None)
        if edge in position.deleted:
            line = across(x, y) | {"colour": VERMILION, "width": 3.2 * zoom}
        elif edge in position.marked:
            line = segment(x, y, span) | {"colour": BLUE, "width": 5 * zoom}
        elif part is not None:
            line = segment(x, y, span) | {"colour": _PARTS[part], "width": 5 * zoom}
        else:
            line = segment(x, y, span) | {"colour": OUTLINE, "width": 2 * zoom}
        found.append(line | {"name": name})
    return sorted(found, key=lambda line: line["width"])


def _names(position: Position) -> list[Record]:
    """Names of edges, at the edges."""
    found = []
    for edge, (name, x, y) in enumerate(position.edges):
        ink = VERMILION if edge in position.deleted else BLUE if edge in position.marked else INK
        picked = edge in position.chosen
        look = {"fill": CHOSEN if picked else PAPER, "ring": INK if picked else PAPER, "ink": ink}
        found.append({"name": name, "x": x, "y": y} | look)
    return found


def _potentials(position: Position) -> list[Record]:
    """Potentials of the grid's nodes and of A and B."""
    order = position.order
    span = 2 * order - 2
    found = [{"x": span + 0.6, "y": y, "text": text} for y, text in ((-1, "1"), (span + 1, "0"))]
    for node, value in enumerate(position.potentials):
        if value is not None:
            found.append({"x": 2 * (node % order), "y": 2 * (node // order) + 1, "text": _short(value)})
    return found


def _short(value: Fraction) -> str:
    """A potential as a fraction of at most LONGEST characters, otherwise to three decimals, never rounded to 0 or 1."""
    text = str(value)
    if len(text) <= LONGEST:
        return text
    return f"{float(min(max(value, Fraction(1, 1000)), Fraction(999, 1000))):.3f}"


def _read(position: Position) -> list[str]:
    """Lines that say how to read the drawing."""
    found = []
    if position.marked or position.deleted:
        found.append("Blue: marked by Short. Orange: deleted by Cut, drawn across the edge.")
    if position.potentials:
        found.append("Beside nodes: potentials, A at 1 and B at 0.")
    return found
