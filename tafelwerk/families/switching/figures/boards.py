"""Boards: the small ones, one before the first move, and games that Cut loses to the heuristic or to Short."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from tafelwerk.extras import Book, Drawing, alt
from tafelwerk.families.switching.figures.drawings import (
    Position,
    across,
    board_panel,
    draw_board,
    segment,
    side,
    skeleton,
)
from tafelwerk.families.switching.rules import FAMILY, build_line
from tafelwerk.plots.figure import need
from tafelwerk.plots.style import BLUE, OUTLINE, VERMILION, add_title, panel
from tafelwerk.wording import join_words

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


def _in_lines(names: list[str], count: int = 12) -> Any:
    """A heading with some moves per line."""
    return [" ".join(names[begin : begin + count]) for begin in range(0, len(names), count)]
