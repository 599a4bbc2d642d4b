"""The board for people: nodes and edges between A at the top and B at the bottom, free edges by their names.

Between two nodes of a row stands the edge that joins them, above and below a node those to its neighbours; so a board is as
narrow as the longest name allows.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tafelwerk.commands.output import console, encodes
from tafelwerk.solvers.switching.board import Board
from tafelwerk.solvers.switching.graph import DELETED, FREE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

SIGNS = {True: ("•", "━", "┃", "·"), False: ("o", "=", "|", "x")}
"""A node, a marked edge along a row and between rows, a deleted edge; with and without such signs."""

FREE_STYLE, CHOSEN_STYLE, MARKED_STYLE, DELETED_STYLE, END_STYLE = (
    "cyan",
    "bold yellow",
    "bold green",
    "dim red",
    "bold",
)
PART_STYLES = ("bold green", "bold magenta")

_INDENT = 2


def width(board: Board) -> int:
    """Columns that a drawing of the board takes."""
    name = _longest(board)
    return _INDENT + (board.order - 1) * (name + 3) + name + 2


def too_wide(board: Board) -> str | None:
    """One line where the board is wider than the terminal, None where it fits; a file or a pipe takes any width."""
    needed, there = width(board), console().width
    if needed <= there:
        return None
    return f"The board of order {board.order} takes {needed} columns, and there are {there}"


def drawn(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    chosen: Collection[int] = (),
    parts: Sequence[Collection[int]] = (),
) -> "Text":
    """The board, one line per row of edges: free ones by their names, marked ones as lines.

    Args:
        board: the board.
        states: of every edge.
        chosen: free edges that are picked out, in brackets.
        parts: two sets of free edges, none of them chosen: `1:` and `2:` stand before their names.
    """
    from rich.text import Text

    node, along, between, gone = SIGNS[encodes("".join(SIGNS[True]))]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    cell, span = _longest(board) + 2, 2 * board.order - 1
    bar = along * (width(board) - _INDENT)
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
    """A free edge's name as it stands there, and its style."""
    part = next((place for place, edges in enumerate(parts) if edge in edges), None)
    if edge in chosen:
        return f"[{name}]".center(cell), CHOSEN_STYLE
    if part is not None:
        return f"{part + 1}:{name}".center(cell), PART_STYLES[part]
    return name.center(cell), FREE_STYLE


def _longest(board: Board) -> int:
    return max(len(board.name(edge)) for edge in range(board.graph.edges))
