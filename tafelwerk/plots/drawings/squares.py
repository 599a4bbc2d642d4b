"""Tic-tac-toe: a board with its marks and the numbers of free fields."""

from tafelwerk.plots.colours import BLUE, CHOSEN, INK, MUTED, VERMILION
from tafelwerk.plots.pictures import Picture, box, circle, line, words

SIDE = 44.0
"""A field."""


def board(fields: str, chosen: str = "", numbered: bool = True) -> Picture:
    """A board.

    Args:
        fields: nine characters row by row: X, O and a point.
        chosen: numbers of highlighted fields.
        numbered: whether free fields show their numbers.
    """
    parts = []
    for place, mark in enumerate(fields):
        x, y = SIDE * (place % 3), SIDE * (place // 3)
        if str(place) in chosen:
            parts.append(box(x + 1, y + 1, SIDE - 2, SIDE - 2, CHOSEN, "none"))
        near, far = 0.24 * SIDE, 0.76 * SIDE
        if mark == "X":
            parts.append(line(x + near, y + near, x + far, y + far, VERMILION, 4))
            parts.append(line(x + near, y + far, x + far, y + near, VERMILION, 4))
        elif mark == "O":
            parts.append(circle(x + SIDE / 2, y + SIDE / 2, 0.28 * SIDE, "none", BLUE, 4))
        elif numbered:
            parts.append(words(x + SIDE / 2, y + SIDE / 2, str(place), 11, MUTED, "middle"))
    for place in (1, 2):
        parts.append(line(place * SIDE, 2, place * SIDE, 3 * SIDE - 2, INK, 1.6))
        parts.append(line(2, place * SIDE, 3 * SIDE - 2, place * SIDE, INK, 1.6))
    rows = ", ".join(" ".join(fields[start : start + 3]) for start in (0, 3, 6))
    return Picture(3 * SIDE, 3 * SIDE, "".join(parts), "Tic-tac-toe", f"Rows from the top: {rows}.")
