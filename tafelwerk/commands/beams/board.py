"""The board for people: a hexagon of fields, those whose colour is known in it, the diagonal asked next marked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tafelwerk.solvers.beams.board import make_board

if TYPE_CHECKING:
    from rich.text import Text

PIECES = (
    "bold white on red",
    "bold white on blue",
    "bold black on green",
    "bold black on yellow",
    "bold white on magenta",
    "bold black on cyan",
)
"""How the colours are shown, colour 1 first."""

UNKNOWN, ASKED = "·", "○"
"""A field of unknown colour, and one on the diagonal asked next."""


def drawn(side: int, known: Sequence[int], asked: int | None) -> "Text":
    """The board, a line a row, each set off by half a field.

    Args:
        side: of the board.
        known: by field, its colour from 1, or 0.
        asked: the diagonal asked next, from 0; None: none.
    """
    from rich.text import Text

    board = make_board(side)
    line = 0 if asked is None else board.diagonals[asked]
    number = {field: place for place, field in enumerate(board.fields)}
    text = Text()
    span = range(-board.radius, board.radius + 1)
    for r in span:
        text.append(" " * (2 * abs(r) + 1))
        for q in span:
            if abs(q + r) > board.radius:
                continue
            field = number.get((q, r))
            if field is None:
                text.append("    ")
                continue
            marked = bool(line >> field & 1)
            colour = known[field]
            sign = str(colour) if colour else ASKED if marked else UNKNOWN
            style = PIECES[colour - 1] if colour else "bold" if marked else "dim"
            left, right = ("(", ")") if marked and colour else (" ", " ")
            text.append(f"{left}{sign}{right}", style).append(" ")
        text.append("\n")
    return text
