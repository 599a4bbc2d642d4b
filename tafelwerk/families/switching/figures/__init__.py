"""Figures of the switching game: a position drawn as Shannon's graph, and as the two lattices of dots that players of Bridg-It
know; the small boards, one before the first move, and games that Cut loses to the heuristic or to Short. Shares of won games:
`rates`.

Coordinates are those of midpoints of edges: columns and rows from 0, A above row 0, B below the last. Nodes are at even columns
and odd rows, with an edge between any two neighbours in a row.

Between two neighbouring dots of Short and two of Cut lies one edge of Shannon's graph: marked it is Short's link, deleted it is
Cut's, across it. Coordinates are those of edges' midpoints; Short's dots stand at even columns and odd rows from -1, Cut's at odd
columns from -1 and even rows.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 5.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import Any

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.switching.rules import FAMILY, build_line
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.plots.pictures import Picture, add_caption, circle, line, words
from tafelwerk.plots.style import BLUE, OUTLINE, VERMILION, add_title, panel
from tafelwerk.wording import join_words

UNIT = 44.0
"""Pixels between a node and the midpoint of its edges, unless the drawing would be wider than WIDEST."""

WIDEST = 2600.0

LONGEST = 5
"""Most characters of a fraction; longer ones are shown as decimals."""

_MARGIN = 1.8
"""Margin around the midpoints of edges, in units."""

_LINE = 60
"""Characters per line of text above the smallest boards."""

_PARTS = (style.GREEN, style.PURPLE)


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
    lines = style.chart(records).encode(
        **at("x1", "y1", order),
        x2="x2:Q",
        y2="y2:Q",
        color=alt.Color("colour:N", scale=None, legend=None),
        strokeWidth=alt.StrokeWidth("width:Q", scale=None, legend=None),
        tooltip=style.hints(name="edge"),
    )
    nodes = [{"x1": x, "y1": y} for y in range(1, span, 2) for x in range(0, span + 1, 2)]
    bars = [{"x1": -0.6, "x2": span + 0.6, "y1": y, "name": name} for y, name in ((-1, "A"), (span + 1, "B"))]
    ends = style.chart(bars).encode(**at("x1", "y1", order))
    return [
        lines.mark_rule(strokeCap="round"),
        ends.mark_rule(color=style.INK, strokeWidth=3).encode(x2="x2:Q"),
        style.chart(nodes).mark_circle(color=style.INK, opacity=1, size=dot).encode(**at("x1", "y1", order)),
        ends.mark_text(dx=-14, fontSize=14, fontWeight="bold", color=style.INK).encode(text="name:N"),
    ]


def draw_board(position: Position, title: str, *subtitle: str) -> Drawing:
    """A position.

    Args:
        position: the position.
        title: what the drawing shows.
        subtitle: lines below the title, before those that say how to read the drawing; long ones are wrapped.
    """
    order = position.order
    unit = min(UNIT, WIDEST * UNIT / side(order, UNIT))
    characters = max(_LINE, int(side(order, unit) / 6))
    below = [line for text in (*subtitle, *_legend(position)) for line in wrap(text, characters)]
    return style.add_title(board_panel(position, unit), title, *below)


def board_panel(position: Position, unit: float, heading: str | None = None) -> Layer:
    """A position with no text but a heading, at a number of pixels per unit."""
    order, zoom = position.order, unit / UNIT
    names = style.chart(_names(position)).encode(**at("x", "y", order), tooltip=style.hints(name="edge"))
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
        potentials = style.chart(_potentials(position)).encode(**at("x", "y", order), text="text:N")
        layers.append(
            potentials.mark_text(color=style.MUTED, align="left", dx=4 * zoom, dy=-10 * zoom, fontSize=10 * zoom)
        )
    size = side(order, unit)
    return style.panel(*layers, width=size, height=size, title=heading, frame=False)


def _lines(position: Position, zoom: float) -> list[Record]:
    """Edges, with taken and coloured ones on top."""
    span, lines = 2 * position.order - 2, []
    for edge, (name, x, y) in enumerate(position.edges):
        part = next((colour for colour, edges in enumerate(position.parts) if edge in edges), None)
        if edge in position.deleted:
            line = across(x, y) | {"colour": style.VERMILION, "width": 3.2 * zoom}
        elif edge in position.marked:
            line = segment(x, y, span) | {"colour": style.BLUE, "width": 5 * zoom}
        elif part is not None:
            line = segment(x, y, span) | {"colour": _PARTS[part], "width": 5 * zoom}
        else:
            line = segment(x, y, span) | {"colour": style.OUTLINE, "width": 2 * zoom}
        lines.append(line | {"name": name})
    return sorted(lines, key=lambda line: line["width"])


def _names(position: Position) -> list[Record]:
    """Names of edges, at the edges."""
    labels = []
    for edge, (name, x, y) in enumerate(position.edges):
        ink = style.VERMILION if edge in position.deleted else style.BLUE if edge in position.marked else style.INK
        picked = edge in position.chosen
        look = {
            "fill": style.CHOSEN if picked else style.PAPER,
            "ring": style.INK if picked else style.PAPER,
            "ink": ink,
        }
        labels.append({"name": name, "x": x, "y": y} | look)
    return labels


def _potentials(position: Position) -> list[Record]:
    """Potentials of the grid's nodes and of A and B."""
    order = position.order
    span = 2 * order - 2
    labels = [{"x": span + 0.6, "y": y, "text": text} for y, text in ((-1, "1"), (span + 1, "0"))]
    for node, value in enumerate(position.potentials):
        if value is not None:
            labels.append({"x": 2 * (node % order), "y": 2 * (node // order) + 1, "text": _short(value)})
    return labels


def _short(value: Fraction) -> str:
    """A potential as a fraction of at most LONGEST characters, otherwise to three decimals, never rounded to 0 or 1."""
    text = str(value)
    if len(text) <= LONGEST:
        return text
    return f"{float(min(max(value, Fraction(1, 1000)), Fraction(999, 1000))):.3f}"


def _legend(position: Position) -> list[str]:
    """Lines that say how to read the drawing."""
    lines = []
    if position.marked or position.deleted:
        lines.append("Blue: marked by Short. Orange: deleted by Cut, drawn across the edge.")
    if position.potentials:
        lines.append("Beside nodes: potentials, A at 1 and B at 0.")
    return lines


LINK_UNIT = 34.0
"""Pixels between a dot and the midpoint of a link from it."""


_EDGE = 1.7
"""Units around the edges' midpoints."""

_NAME = style.NOTE_INK

READ = (
    "Blue dots: Short's, to be linked from the top (A) to the bottom (B). Red rings: Cut's, to be linked from left to right. "
    "No two links cross."
)
"""How to read a board."""


def draw_lattice(position: Position, title: str, *below: str, cut_owns: bool = False) -> Picture:
    """A position, with its title and how to read it.

    Args:
        position: what is on the board.
        title: what is seen.
        below: lines below it.
        cut_owns: whether the two sets of edges of a proof are Cut's links, not Short's.
    """
    return add_caption(
        lattice_picture(position, cut_owns=cut_owns), title, *below, READ, text=describe_position(position)
    )


def lattice_picture(
    position: Position,
    *,
    cut_owns: bool = False,
    named: bool = True,
    currents: Mapping[int, float] | None = None,
    recent: Collection[int] = (),
) -> Picture:
    """The board alone.

    Args:
        position: what is on the board.
        cut_owns: as of `draw_lattice`.
        named: whether free links show their names.
        currents: by free edge, its current as a share of the greatest one: the width of a line below its name. Default: none.
        recent: taken edges that are set off.
    """
    order, span = position.order, 2 * position.order - 2
    unit = _unit(order)
    side = unit * (span + 2 * _EDGE)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + _EDGE) * unit, (y + _EDGE) * unit

    parts = [*_goals(order, unit)]
    for edge, (_, x, y) in enumerate(position.edges):
        owner = next((number for number, edges in enumerate(position.parts) if edge in edges), None)
        is_cut = edge in position.deleted
        if is_cut or edge in position.marked:
            if edge in recent:
                parts.append(link(order, x, y, cut=is_cut, colour=style.CHOSEN, width=0.5))
            parts.append(link(order, x, y, cut=is_cut, colour=style.VERMILION if is_cut else style.BLUE, width=0.16))
        elif currents:
            if currents.get(edge, 0) > 0:
                parts.append(link(order, x, y, cut=False, colour=style.OUTLINE, width=0.6 * currents[edge]))
        elif owner is not None:
            parts.append(link(order, x, y, cut=cut_owns, colour=_PARTS[owner], width=0.12, dash=(0.22, 0.2)))
    parts += [circle(*at(x, y), 0.14 * unit, style.BLUE) for y in range(-1, span + 2, 2) for x in range(0, span + 1, 2)]
    parts += [
        circle(*at(x, y), 0.125 * unit, style.PAPER, style.VERMILION, 0.07 * unit)
        for y in range(0, span + 1, 2)
        for x in range(-1, span + 2, 2)
    ]
    for edge, (name, x, y) in enumerate(position.edges):
        if edge in position.deleted or edge in position.marked:
            continue
        chosen, owned = edge in position.chosen, any(edge in edges for edges in position.parts) or bool(currents)
        if chosen or (owned and named):
            parts.append(
                circle(*at(x, y), 0.4 * unit, style.CHOSEN if chosen else style.PAPER, style.INK if chosen else "none")
            )
        if named:
            parts.append(words(*at(x, y), name, 0.32 * unit, style.INK if chosen or owned else _NAME, "middle"))
    return Picture(side, side, "".join(parts), f"Bridg-It, order {order}", describe_position(position))


def link(
    order: int, x: int, y: int, *, cut: bool, colour: str, width: float, dash: tuple[float, float] | None = None
) -> str:
    """A link of a player as a line between two dots; width and dashes in units."""
    unit = _unit(order)
    upright = (x % 2 == 0) != cut
    dx, dy = (0, 1) if upright else (1, 0)
    ends = ((across + _EDGE) * unit for across in (x - dx, y - dy, x + dx, y + dy))
    x1, y1, x2, y2 = ends
    dashes = f"{dash[0] * unit:.1f} {dash[1] * unit:.1f}" if dash else ""
    return line(x1, y1, x2, y2, colour, width * unit, dashes)


def centre(order: int, column: float, row: float) -> tuple[float, float, float]:
    """Where the midpoint of an edge lies on the board, x and y in pixels, and how many a unit has."""
    unit = _unit(order)
    return (column + _EDGE) * unit, (row + _EDGE) * unit, unit


def _unit(order: int) -> float:
    return min(LINK_UNIT, WIDEST / (2 * order - 2 + 2 * _EDGE))


def _goals(order: int, unit: float) -> Iterator[str]:
    """Bars behind the sides that each player joins."""
    low, high = (_EDGE - 1.35) * unit, (2 * order - 2 + _EDGE + 1.35) * unit
    left, right = _EDGE * unit, (2 * order - 2 + _EDGE) * unit
    for bar in (low, high):
        yield line(left, bar, right, bar, style.BLUE, 0.1 * unit)
        yield line(bar, left, bar, right, style.VERMILION, 0.1 * unit)


def describe_position(position: Position) -> str:
    """The position in words."""
    names = [name for name, _, _ in position.edges]

    def list_edges(what: str, edges: object) -> str:
        held = [names[edge] for edge in range(len(names)) if edge in edges]  # type: ignore[operator]
        return f"{what}: {', '.join(held) or 'none'}."

    sentences = [f"Board of order {position.order}.", list_edges("Short's links", position.marked)]
    sentences.append(list_edges("Cut's links", position.deleted))
    if position.chosen:
        sentences.append(list_edges("Marked on the board", position.chosen))
    return " ".join(sentences)


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
    return add_title(
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
    return draw_board(
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
        plies = len(moves) * stage // STAGES
        records = []
        for edge, _, x, y in edges:
            ply = ply_of.get(edge, plies + 1)
            taken, cut = ply <= plies, ply % 2 == 1
            recent = taken and ply > len(moves) * (stage - 1) // STAGES
            if taken and cut:
                line = across(x, y) | {"colour": VERMILION}
            else:
                line = segment(x, y, span) | {"colour": BLUE if taken else OUTLINE}
            records.append(line | {"name": name_of[edge], "width": 3.2 if recent else 2 if taken else 0.8})
        records.sort(key=lambda record: record["width"])
        size = side(order, unit)
        # A and B would be on the frame
        drawing = skeleton(records, order, 1.1 * unit)
        panels.append(panel(*drawing, width=size, height=size, title=f"after {plies} plies", frame=False))
    first, last = name_of[moves[0][1]], name_of[moves[-1][1]]
    return add_title(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {order}: Cut opens with {first} and has lost after {len(moves)} plies, with Short's {last}",
        "Heuristic against heuristic. Blue: marked by Short. Orange: deleted by Cut, drawn across the edge.",
        "Thick: the last moves.",
    )


A, B = 0, 1
"""The nodes at potentials 1 and 0."""


def potentials(
    ends: Sequence[tuple[int, int]], deleted: Collection[int], marked: Collection[int]
) -> list[Fraction | None]:
    """Potentials of the nodes from 2 on; None for a node without current. A and B must not be joined.

    Args:
        ends: the two nodes of each edge.
        deleted, marked: edges that Cut and Short have taken.
    """
    nodes = max(map(max, ends)) + 1
    label = list(range(nodes))
    for edge in marked:
        low, high = sorted(label[end] for end in ends[edge])
        label = [low if node == high else node for node in label]
    free = [
        (label[node], label[other])
        for edge, (node, other) in enumerate(ends)
        if edge not in deleted and edge not in marked and label[node] != label[other]
    ]
    near, before = {A, B}, 0
    while len(near) > before:
        before = len(near)
        near |= {node for pair in free if near & {*pair} for node in pair}
    inner = sorted(near - {A, B})
    row_of = {node: number for number, node in enumerate(inner)}
    rows = [[Fraction(0)] * (len(inner) + 1) for _ in inner]
    for pair in free:
        for here, there in (pair, pair[::-1]):
            if here in row_of:
                row = rows[row_of[here]]
                row[row_of[here]] += 1
                if there in row_of:
                    row[row_of[there]] -= 1
                elif there == A:
                    row[-1] += 1
    for number, row in enumerate(rows):
        # pivots are sums of conductances, hence positive
        row[:] = [value / row[number] for value in row]
        for other in rows:
            if other is not row and other[number]:
                share = other[number]
                other[:] = [value - share * own for value, own in zip(other, row, strict=True)]
    value = {A: Fraction(1), B: Fraction(0)} | {node: rows[number][-1] for node, number in row_of.items()}
    return [value.get(label[node]) for node in range(2, nodes)]


SMALLEST, NEXT = 3, 4
"""Orders of the two figures."""

GAME_STAGES = (0, 2, 4, 6)
"""Plies after which the game of order 3 is shown; on the last board Short has won."""

_UNITS = {SMALLEST: 36.0, NEXT: 26.0}


def _edges_with_ends(book: Book, order: int) -> list[tuple[Any, ...]]:
    sql = "SELECT name, x, y, one, other FROM switching.edges WHERE m = ? ORDER BY edge"
    return need(book.rows(FAMILY, sql, order), f"the board of order {order}", build_line(order))


def _games(book: Book, order: int, image: str) -> dict[str, list[int]]:
    """Games by their openings, up to symmetry."""
    rows = book.rows(
        FAMILY,
        f"SELECT l.opening, e.{image} FROM switching.lines l JOIN switching.edges e USING (m, edge) WHERE l.m = ? "
        "ORDER BY l.opening, l.ply",
        order,
    )
    need(rows, f"games that Cut loses at order {order}", build_line(order))
    games: dict[str, list[int]] = {}
    for opening, edge in rows:
        games.setdefault(opening, []).append(edge)
    return games


def _position(order: int, edges: list[tuple[Any, ...]], moves: list[int], plies: int, *, shown: bool) -> Position:
    deleted, marked = moves[:plies:2], moves[1:plies:2]
    ends = [(node, other) for *_, node, other in edges]
    values = potentials(ends, deleted, marked) if shown else ()
    return Position(order, [edge[:3] for edge in edges], deleted, marked, potentials=values)


def smallest(book: Book) -> Drawing:
    """Figure 5.5: the game of order 3 that Cut loses, in the orientation of the source."""
    edges = _edges_with_ends(book, SMALLEST)
    (moves,) = _games(book, SMALLEST, "flipped").values()
    names = [edge[0] for edge in edges]
    panels = []
    for plies in GAME_STAGES:
        position = _position(SMALLEST, edges, moves, plies, shown=plies < GAME_STAGES[-1])
        heading = f"after {' '.join(names[edge] for edge in moves[:plies])}" if plies else "before the first move"
        panels.append(board_panel(position, _UNITS[SMALLEST], heading))
    last = GAME_STAGES[-2]
    drops = _drops(edges, moves, last)
    most = max(drops.values())
    below = max(value for value in drops.values() if value < most)
    chosen, runners_up = ([names[edge] for edge, value in drops.items() if value == level] for level in (most, below))
    begun = " ".join(names[edge] for edge in moves[:last])
    return add_title(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {SMALLEST}: after {begun} the heuristic takes {join_words(chosen, last='or')}",
        f"It has {_common_fractions(most, below)[0]} of the voltage, {join_words(runners_up)}"
        f" {_common_fractions(most, below)[1]}. "
        f"Cut takes {names[moves[last]]}, Short {names[moves[last + 1]]}, and Short can no longer be stopped: "
        f"{' '.join(names[edge] for edge in moves[last + 2 :])}.",
        "Blue: marked by Short. Orange: deleted by Cut, drawn across the edge. Beside nodes: potentials, A at 1 and B at 0.",
    )


def _drops(edges: list[tuple[Any, ...]], moves: list[int], plies: int) -> dict[int, Fraction]:
    """Potential differences of the free edges after some moves."""
    ends = [(end, other) for *_, end, other in edges]
    value = [Fraction(1), Fraction(0), *potentials(ends, moves[:plies:2], moves[1:plies:2])]
    drops = {}
    for edge, (end, other) in enumerate(ends):
        high, low = value[end], value[other]
        if edge not in moves[:plies] and high is not None and low is not None:
            drops[edge] = abs(high - low)
    return drops


def _common_fractions(*values: Fraction) -> list[str]:
    """Fractions over a common denominator."""
    common = 1
    for value in values:
        common *= (value * common).denominator
    return [f"{value.numerator * (common // value.denominator)}/{common}" for value in values]


def every_opening(book: Book) -> Drawing:
    """Figure 5.6: one game per class of symmetric openings, with Short's moves."""
    edges = _edges_with_ends(book, NEXT)
    games = _games(book, NEXT, "edge")
    names = [edge[0] for edge in edges]
    panels = []
    for moves in games.values():
        position = _position(NEXT, edges, moves, len(moves), shown=False)
        panels.append(board_panel(position, _UNITS[NEXT], _in_lines([names[edge] for edge in moves])))
    firsts = join_words([names[moves[0]] for moves in games.values()])
    return add_title(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {NEXT}: Short beats the heuristic after {firsts}, and so after every opening",
        "Cut follows the heuristic, whatever its choice among tied edges; mirror images of the openings are left out.",
        "Blue: marked by Short. Orange: deleted by Cut, drawn across the edge. Above each board: the moves, Cut first.",
    )


def _in_lines(names: list[str]) -> Any:
    """A heading with twelve moves per line."""
    return [" ".join(names[begin : begin + 12]) for begin in range(0, len(names), 12)]
