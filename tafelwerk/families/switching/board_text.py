"""The board as text: the two lattices of dots that players know, or Shannon's graph; free edges are shown by their names.

In the graph, an edge along a row stands between its two nodes, an edge between rows above or below its nodes. The lattices add
Cut's dots: a deleted edge is a link of Cut's across the edge. A board is as narrow as its longest name allows.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tafelwerk.commands.output import console, encodes
from tafelwerk.families.switching.parameters import View
from tafelwerk.solvers.switching.board import Board
from tafelwerk.solvers.switching.graph import DELETED, FREE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

SIGNS = {True: ("•", "━", "┃", "·"), False: ("o", "=", "|", "x")}
"""A node, a marked edge along a row, a marked edge between rows, a deleted edge; by whether the terminal encodes such signs."""

DOTS = {True: ("●", "━", "┃", "○", "─", "│"), False: ("o", "=", "|", "+", "-", ":")}
"""Short's dot, its links along a row and between rows, then the same for Cut; by whether the terminal encodes such signs."""

FREE_STYLE, CHOSEN_STYLE, MARKED_STYLE, DELETED_STYLE, END_STYLE = (
    "cyan",
    "bold yellow",
    "bold green",
    "dim red",
    "bold",
)
PART_STYLES = ("bold green", "bold magenta")

SHORT_STYLE, CUT_STYLE, NAME_STYLE = "bold blue", "bold red", "dim"
"""Styles of each player's dots and links on the lattices, and of the names of free links."""

_INDENT = 2


def width(board: Board, view: View) -> int:
    """Number of columns of a drawing of the board."""
    name = _longest(board)
    if view is View.GRAPH:
        return _INDENT + (board.order - 1) * (name + 3) + name + 2
    return board.order * (_cell(board, view) + 1) + 1


def too_wide(board: Board, view: View) -> str | None:
    """A message if the board is wider than the terminal, None if it fits; files and pipes take any width."""
    needed, there = width(board, view), console().width
    if needed <= there:
        return None
    return f"The board of order {board.order} takes {needed} columns, but the terminal has {there}"


def draw_board(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    view: View,
    chosen: Collection[int] = (),
    parts: Sequence[Collection[int]] = (),
) -> "Text":
    """The board, one line per row of edges: free edges by their names, taken edges as lines.

    Args:
        board: the board.
        states: state of every edge.
        view: the lattices or the graph.
        chosen: free edges to highlight, in brackets.
        parts: two sets of free edges, disjoint from `chosen`, shown with `1:` and `2:` before their names.
    """
    return (_graph if view is View.GRAPH else _lattices)(board, states, chosen, parts)


def _lattices(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    chosen: Collection[int],
    parts: Sequence[Collection[int]],
) -> "Text":
    """Draws Short's dots at even columns and odd rows, Cut's at odd columns and even rows."""
    from rich.text import Text

    dot, along, between, other, across, upright = DOTS[encodes("".join(DOTS[True]))]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    cell, span = _cell(board, View.DOTS), 2 * board.order - 1
    text = Text(no_wrap=True, overflow="ignore")
    for y in range(-1, span + 1):
        row = Text()
        # a row of Short's dots is indented by half a cell
        row.append(" " * (cell // 2 + 1) if y % 2 else "")
        for x in range(0 if y % 2 else -1, span + (0 if y % 2 else 1)):
            edge = number.get((x, y))
            if edge is None:
                own = (dot, SHORT_STYLE) if y % 2 and x % 2 == 0 else (other, CUT_STYLE) if x % 2 else (" ", "")
                row.append(*(own if y % 2 == 0 or x % 2 == 0 else (" " * cell, "")))
            elif states[edge] == FREE:
                name, style = _free(board.name(edge), edge, chosen, parts, cell)
                row.append(name, NAME_STYLE if style == FREE_STYLE else style)
            elif states[edge] == DELETED:
                row.append(upright.center(cell) if y % 2 else across * cell, CUT_STYLE)
            else:
                row.append(along * cell if y % 2 else between.center(cell), SHORT_STYLE)
        row.rstrip()
        text.append_text(row).append("\n" if y < span else "")
    return text


def _graph(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    chosen: Collection[int],
    parts: Sequence[Collection[int]],
) -> "Text":
    """Draws nodes and edges between A at the top and B at the bottom."""
    from rich.text import Text

    node, along, between, gone = SIGNS[encodes("".join(SIGNS[True]))]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    cell, span = _cell(board, View.GRAPH), 2 * board.order - 1
    bar = along * (width(board, View.GRAPH) - _INDENT)
    text = Text(no_wrap=True, overflow="ignore")
    text.append(f"A {bar}\n", END_STYLE)
    for y in range(span):
        text.append(" " * _INDENT)
        if y % 2:
            text.append(" " * ((cell - 1) // 2))
        for x in range(span):
            edge = number.get((x, y))
            if edge is None:
                text.append(node if y % 2 else " ", END_STYLE)
            elif states[edge] == FREE:
                text.append(*_free(board.name(edge), edge, chosen, parts, cell))
            elif states[edge] == DELETED:
                text.append(gone.center(cell), DELETED_STYLE)
            else:
                text.append(along * cell if y % 2 else between.center(cell), MARKED_STYLE)
        text.append("\n")
    text.append(f"B {bar}", END_STYLE)
    return text


def _free(
    name: str, edge: int, chosen: Collection[int], parts: Sequence[Collection[int]], cell: int
) -> tuple[str, str]:
    """A free edge's name as shown, and its style."""
    part = next((place for place, edges in enumerate(parts) if edge in edges), None)
    if edge in chosen:
        return f"[{name}]".center(cell), CHOSEN_STYLE
    if part is not None:
        return f"{part + 1}:{name}".center(cell), PART_STYLES[part]
    return name.center(cell), FREE_STYLE


def _cell(board: Board, view: View) -> int:
    """Columns per edge; odd on the lattices, whose rows are offset by half a cell."""
    name = _longest(board) + 2
    return name if view is View.GRAPH else name | 1


def _longest(board: Board) -> int:
    return max(len(board.name(edge)) for edge in range(board.graph.edges))
