"""Boards: edges by their names with the potentials before the first move, and the game that Cut loses at order 9."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.style import BLUE, INK, VERMILION, data, dressed, heading, layered
from tafelwerk.tables.switching import FAMILY, rate_build_line

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

SHOWN_ORDER, LOST_ORDER = 4, 9
"""Orders of the two figures."""

STAGES = 4
"""Boards of the strip: after each of as many parts of the game."""

_FREE = "#c9c9c9"

Record = dict[str, Any]


def _edges(book: "Book", order: int) -> list[tuple[Any, ...]]:
    rows = book.rows(FAMILY, "SELECT edge, name, x, y FROM switching.edges WHERE m = ? ORDER BY edge", order)
    if not rows:
        raise MissingTableError(f"the board of order {order}", rate_build_line(order))
    return rows


def _segment(x: int, y: int, span: int) -> Record:
    """Where an edge runs: up and down at even columns, left and right at odd ones; A lies above row -1, B below."""
    if x % 2 == 0:
        return {"x1": x, "x2": x, "y1": max(y - 1, -1), "y2": min(y + 1, span + 1)}
    return {"x1": x - 1, "x2": x + 1, "y1": y, "y2": y}


def _at(field: str, low: float, high: float, upright: bool) -> Any:
    import altair as alt

    scale = alt.Scale(domain=[high, low] if upright else [low, high], nice=False)
    channel = alt.Y if upright else alt.X
    return channel(f"{field}:Q", axis=None, scale=scale)


def _layers(records: list[Record], order: int, unit: float) -> list["alt.Chart"]:
    """Edges as lines, nodes as dots, A and B as bars, all in the edges' coordinates."""
    import altair as alt

    span = 2 * order - 2
    low, high = -1.8, span + 1.8

    def xy(one: str, other: str) -> dict[str, Any]:
        return {"x": _at(one, low, high, False), "y": _at(other, low, high, True)}

    lines = alt.Chart(data(records)).encode(
        **xy("x1", "y1"),
        x2="x2:Q",
        y2="y2:Q",
        color=alt.Color("colour:N", scale=None, legend=None),
        strokeWidth=alt.StrokeWidth("width:Q", scale=None, legend=None),
    )
    nodes = [{"x1": x, "y1": y} for y in range(1, span, 2) for x in range(0, span + 1, 2)]
    bars = [{"x1": -0.6, "x2": span + 0.6, "y1": y, "name": name} for y, name in ((-1, "A"), (span + 1, "B"))]
    ends = alt.Chart(data(bars)).encode(**xy("x1", "y1"))
    return [
        lines.mark_rule(strokeCap="round"),
        ends.mark_rule(color=INK, strokeWidth=3).encode(x2="x2:Q"),
        alt.Chart(data(nodes)).mark_circle(color=INK, opacity=1, size=unit * 1.1).encode(**xy("x1", "y1")),
        ends.mark_text(dx=-14, fontSize=14, fontWeight="bold", color=INK).encode(text="name:N"),
    ]


def board(book: "Book") -> "alt.TopLevelMixin":
    """The board of order 4 before the first move: names, and the potentials of the rows."""
    import altair as alt

    order, unit = SHOWN_ORDER, 52.0
    span = 2 * order - 2
    records = [
        _segment(x, y, span) | {"name": name, "x": x, "y": y, "colour": _FREE, "width": 2}
        for _, name, x, y in _edges(book, order)
    ]
    rows = [
        {"x1": span + 1.3, "y1": 2 * row - 1, "text": str(Fraction(order - row, order))} for row in range(order + 1)
    ]
    size = {"width": unit * (span + 3.6), "height": unit * (span + 3.6)}
    low, high = -1.8, span + 1.8
    names = alt.Chart(data(records)).encode(x=_at("x", low, high, False), y=_at("y", low, high, True), text="name:N")
    shown = alt.Chart(data(rows)).encode(x=_at("x1", low, high, False), y=_at("y1", low, high, True), text="text:N")
    return dressed(
        layered(
            *_layers(records, order, unit),
            alt.Chart(data(records))
            .mark_circle(color="white", opacity=1, size=620)
            .encode(x=_at("x", low, high, False), y=_at("y", low, high, True)),
            names.mark_text(fontSize=12, color=INK),
            shown.mark_text(fontSize=12, color=VERMILION, align="left"),
        ).properties(**size),
        f"The board of order {order}: {len(records)} edges, named by their midpoints",
        "On the right: potentials before the first move. Edges between rows all have the same difference, edges along rows none.",
    )


def lost_game(book: "Book") -> "alt.TopLevelMixin":
    """Figure 5.7: the game after each quarter of its moves."""
    import altair as alt

    order, unit = LOST_ORDER, 14.0
    span = 2 * order - 2
    edges = _edges(book, order)
    moves = book.rows(
        FAMILY,
        "SELECT ply, edge FROM switching.lines WHERE m = ? AND opening = (SELECT min(opening) FROM switching.lines WHERE m = ?) "
        "ORDER BY ply",
        order,
        order,
    )
    if not moves:
        raise MissingTableError(f"the game that Cut loses at order {order}", rate_build_line(order))
    ply_of, name_of = {edge: ply for ply, edge in moves}, {edge: name for edge, name, _, _ in edges}
    panels = []
    for stage in range(1, STAGES + 1):
        shown = len(moves) * stage // STAGES
        records = []
        for edge, _, x, y in edges:
            ply = ply_of.get(edge, shown + 1)
            taken, cut = ply <= shown, ply % 2 == 1
            recent = taken and ply > len(moves) * (stage - 1) // STAGES
            if taken and cut:
                # what Cut deletes is a bridge across it
                place = _across(x, y) | {"colour": VERMILION}
            else:
                place = _segment(x, y, span) | {"colour": BLUE if taken else _FREE}
            records.append(place | {"width": 3.2 if recent else 2 if taken else 0.8})
        records.sort(key=lambda record: record["width"])
        chart = layered(*_layers(records, order, unit)).properties(
            width=unit * (span + 3.6), height=unit * (span + 3.6), title=heading(f"after {shown} plies")
        )
        panels.append(chart)
    first, last = name_of[moves[0][1]], name_of[moves[-1][1]]
    return dressed(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {order}: Cut opens with {first} and loses after {len(moves)} plies, by {last}",
        "Heuristic against heuristic. Blue: marked by Short. Red: deleted by Cut, drawn across the edge. Thick: the last moves.",
    )


def _across(x: int, y: int) -> Record:
    """A line across an edge."""
    if x % 2 == 0:
        return {"x1": x - 1, "x2": x + 1, "y1": y, "y2": y}
    return {"x1": x, "x2": x, "y1": y - 1, "y2": y + 1}
