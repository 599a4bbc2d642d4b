"""The board for people: a hexagon of fields, those whose colour is known in it, around it the numbers of the diagonals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tafelwerk.rules.beams.board import Board, fields_of, make_board
from tafelwerk.rules.beams.history import Beam

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

CELL = 6
"""Columns from a field to the next one in its row."""

_Place = tuple[int, int]

_Label = tuple[str, str]
"""What stands beside a number, before and behind it, as a line towards the fields."""

# by direction: the step from a diagonal's last field to its label, which leaves every label a place of its own, and its line
_ENDS: tuple[tuple[_Place, _Label], ...] = (((-1, 0), ("", " -")), ((0, 1), ("\\", "")), ((1, -1), ("/", "")))


def drawn(
    side: int,
    known: Sequence[int],
    asked: tuple[int, int] | None = None,
    used: Mapping[int, int] | None = None,
    guessed: Sequence[int] = (),
) -> "Text":
    """The board, a line a row, each set off by half a field. A diagonal's number stands at one end of it, behind the colour that
    it was, or is, asked for: `1@17`.

    Args:
        side: of the board.
        known: by field, its colour from 1, or 0.
        asked: colour and diagonal asked next, from 0; None: none.
        used: by diagonal, from 0, the colour asked for, from 0.
        guessed: by field, the colour from 1 that a guess gives it; shown, with a question mark, where none is known. Or empty.
    """
    from rich.text import Text

    board = make_board(side)
    reach = board.radius + 1
    number = {field: place for place, field in enumerate(board.fields)}
    labels = _labels(board, asked, used or {})
    line = 0 if asked is None else board.diagonals[asked[1]]
    text = Text()
    for r in range(-reach, reach + 1):
        row = Text()
        for q in range(-reach - r, reach + 1 - r):
            column = CELL * q + CELL // 2 * (r + 2 * reach)
            if (q, r) in number:
                field = number[q, r]
                guess = guessed[field] if guessed else 0
                content = _field(known[field], bool(line >> field & 1), guess)
            elif (q, r) in labels:
                content = labels[q, r]
            else:
                continue
            row.append(" " * (column - len(row))).append_text(content)
        row.rstrip()
        text.append_text(row).append("\n")
    return text


def hit_fields(side: int, history: Iterable[Beam]) -> tuple[int, ...]:
    """By field the colour that a beam hit there, from 1; 0 for the others."""
    board = make_board(side)
    found = [0] * len(board.fields)
    for beam in history:
        for place, field in enumerate(fields_of(board.diagonals[beam.diagonal])):
            if beam.hits >> place & 1:
                found[field] = beam.colour + 1
    return tuple(found)


def _field(colour: int, marked: bool, guess: int) -> "Text":
    """A field, five columns wide."""
    from rich.text import Text

    if colour:
        return Text(f" ({colour}) " if marked else f"  {colour}  ", PIECES[colour - 1])
    if guess:
        return Text("  ").append(f"{guess}?", "dim").append(" ")
    return Text("  ").append(ASKED if marked else UNKNOWN, "bold" if marked else "dim").append("  ")


def _labels(board: Board, asked: tuple[int, int] | None, used: Mapping[int, int]) -> "dict[_Place, Text]":
    """The numbers of the diagonals, by their place on a board with a ring of fields more."""
    from rich.text import Text

    found = {}
    for diagonal, line in enumerate(board.diagonals):
        (dq, dr), (before, behind) = _ENDS[diagonal // (2 * board.radius + 1)]
        q, r = max((board.fields[field] for field in fields_of(line)), key=lambda cell: cell[0] * dq + cell[1] * dr)
        name, style = str(diagonal + 1), ""
        if diagonal in used:
            name, style = f"{used[diagonal] + 1}@{name}", PIECES[used[diagonal]]
        elif asked is not None and diagonal == asked[1]:
            name, style = f"{asked[0] + 1}@{name}", "bold reverse"
        # before a row it stands at the row's side
        indent = " " * (CELL - 1 - len(name + behind)) if behind else ""
        found[q + dq, r + dr] = Text(indent + before, "dim").append(name, style).append(behind, "dim")
    return found
