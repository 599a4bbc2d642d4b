"""The board for people: nodes and edges between A at the top and B at the bottom, free edges by their names."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

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


def drawn(
    board: Board, states: "Sequence[int] | NDArray[np.int8]", chosen: Collection[int] = (), *, unicode: bool = True
) -> "Text":
    """The board, a line a row of edges: free ones by their names, marked ones as lines.

    Args:
        board: the board.
        states: of every edge.
        chosen: free edges that are picked out: in a terminal by colour, else by brackets.
        unicode: whether lines may be drawn.
    """
    from rich.text import Text

    node, along, between, gone = SIGNS[unicode]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    span = 2 * board.order - 1
    width = max(len(board.name(edge)) for edge in range(board.graph.edges)) + 2
    bar = (along * (width * span)).center(width * span)
    text = Text(no_wrap=True, overflow="ignore")
    text.append(f"A {bar}\n", END_STYLE)
    for y in range(span):
        text.append("  ")
        for x in range(span):
            edge = number.get((x, y))
            if edge is None:
                text.append((node if y % 2 else "").center(width), END_STYLE)
            elif states[edge] == FREE:
                name = board.name(edge)
                picked = edge in chosen
                text.append((f"[{name}]" if picked else name).center(width), CHOSEN_STYLE if picked else FREE_STYLE)
            elif states[edge] == DELETED:
                text.append(gone.center(width), DELETED_STYLE)
            else:
                text.append(between.center(width) if y % 2 == 0 else along * width, MARKED_STYLE)
        text.append("\n")
    text.append(f"B {bar}", END_STYLE)
    return text
