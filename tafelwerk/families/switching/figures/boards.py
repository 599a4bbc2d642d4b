"""Small boards, a board before the first move, and the game that Cut loses at order 9."""

from fractions import Fraction
from typing import Any

from tafelwerk.families.switching.figures.drawing import Position, across, drawn, segment, side, skeleton
from tafelwerk.families.switching.rules.boards import FAMILY, build_line
from tafelwerk.plots.colours import BLUE, OUTLINE, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, alt
from tafelwerk.plots.style import panel, titled

SMALL_ORDERS = 2, 3, 4
SHOWN_ORDER, LOST_ORDER = 4, 9
"""Orders of the figures."""

STAGES = 4
"""Number of boards in the strip, one after each part of the game."""


def _edges(book: Book, order: int) -> list[tuple[Any, ...]]:
    rows = book.rows(FAMILY, "SELECT edge, name, x, y FROM switching.edges WHERE m = ? ORDER BY edge", order)
    return need(rows, f"the board of order {order}", build_line(order))


def small(book: Book) -> Drawing:
    """Figure 5.3: nodes, edges, A and B."""
    panels = []
    for order in SMALL_ORDERS:
        edges = _edges(book, order)
        span, unit = 2 * order - 2, 26.0
        records = [segment(x, y, span) | {"colour": OUTLINE, "width": 2, "name": name} for _, name, x, y in edges]
        title = f"order {order}: {order * (order - 1) + 2} nodes, {len(edges)} edges"
        drawing = skeleton(records, order, 1.1 * unit)
        panels.append(panel(*drawing, width=side(order, unit), height=side(order, unit), title=title, frame=False))
    return titled(
        alt.hconcat(*panels, spacing=20),
        "Boards of Bridg-It as self-dual graphs",
        "M − 1 rows of M nodes, the first row joined to A, the last to B: M (M − 1) + 2 nodes, M² + (M − 1)² edges.",
    )


def board(book: Book) -> Drawing:
    """The board of order 4 before the first move."""
    order = SHOWN_ORDER
    edges = tuple((name, x, y) for _, name, x, y in _edges(book, order))
    # all edges between two rows of nodes have the same share of the voltage
    potentials = [Fraction(order - row, order) for row in range(1, order) for _ in range(order)]
    return drawn(
        Position(order, edges, potentials=potentials),
        f"The board of order {order}: {len(edges)} edges, named by their midpoints",
        "Before the first move, all edges between rows have the same potential difference, edges along rows none.",
    )


def lost_game(book: Book) -> Drawing:
    """Figure 5.7: the game after each quarter of its moves."""
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
    need(moves, f"the game that Cut loses at order {order}", build_line(order))
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
                place = across(x, y) | {"colour": VERMILION}
            else:
                place = segment(x, y, span) | {"colour": BLUE if taken else OUTLINE}
            records.append(place | {"name": name_of[edge], "width": 3.2 if recent else 2 if taken else 0.8})
        records.sort(key=lambda record: record["width"])
        size = side(order, unit)
        # A and B would be on the frame
        drawing = skeleton(records, order, 1.1 * unit)
        panels.append(panel(*drawing, width=size, height=size, title=f"after {shown} plies", frame=False))
    first, last = name_of[moves[0][1]], name_of[moves[-1][1]]
    return titled(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {order}: Cut opens with {first} and has lost after {len(moves)} plies, with Short's {last}",
        "Heuristic against heuristic. Blue: marked by Short. Orange: deleted by Cut, drawn across the edge.",
        "Thick: the last moves.",
    )
