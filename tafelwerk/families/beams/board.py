"""The board as text: its fields with their known colours, surrounded by the numbers of the windows; `picture` has it drawn
by `figures`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tafelwerk.families.beams.rules import Beam, Board, Square, answer_text, variant_of
from tafelwerk.texts import StyledText

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

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
"""Text before and after a number: a line towards the fields."""

# by direction of a hexagon: the step from a diagonal's last field to its label, so that no two labels share a place, and its line
_ENDS: tuple[tuple[_Place, _Label], ...] = (((-1, 0), ("", " -")), ((0, 1), ("\\", "")), ((1, -1), ("/", "")))


def draw_text(
    board: Board,
    known: Sequence[int],
    next_query: tuple[int, int] | None = None,
    colours_by_window: Mapping[int, int] | None = None,
    guessed: Sequence[int] = (),
) -> StyledText:
    """The board, one line per row; rows of hexagons are shifted by half a field each.

    The number of a window is at its entry, or at one end of its diagonal. The colour of a past or next query precedes it: `1@17`.

    Args:
        board: the board.
        known: colour per field, from 1; 0 for unknown.
        next_query: colour and window of the next query, from 0. Default: None, no query.
        colours_by_window: colour asked for, from 0, by window, from 0.
        guessed: colour per field, from 1, that a guess gives; shown with a question mark where none is known. Default: no guess.
    """
    line = 0 if next_query is None else board.diagonals[next_query[1]]
    contents = {
        cell: _field(known[field], bool(line >> field & 1), guessed[field] if guessed else 0)
        for field, cell in enumerate(board.fields)
    }
    for window, (cell, label) in enumerate(_labels(board)):
        contents[cell] = _label(window, label, next_query, colours_by_window or {})
    text = StyledText()
    shift = 0 if board.squares else CELL // 2
    left = min(CELL * x + shift * y for x, y in contents)
    for row in range(min(y for _, y in contents), max(y for _, y in contents) + 1):
        line_text = StyledText()
        for x in sorted(x for x, y in contents if y == row):
            column = CELL * x + shift * row - left
            line_text.append(" " * (column - len(line_text))).append(contents[x, row])
        line_text.rstrip()
        text.append(line_text).append("\n")
    return text


def _field(colour: int, marked: bool, guess: int) -> StyledText:
    """A field, five columns wide."""
    if colour:
        return StyledText(f" ({colour}) " if marked else f"  {colour}  ", PIECES[colour - 1])
    if guess:
        return StyledText("  ").append(f"{guess}?", "dim").append(" ")
    return StyledText("  ").append(ASKED if marked else UNKNOWN, "bold" if marked else "dim").append("  ")


def _label(
    window: int, label: _Label, next_query: tuple[int, int] | None, colours_by_window: Mapping[int, int]
) -> StyledText:
    """The number of a window, with the colour of its past or next query."""
    before, behind = label
    name, style = str(window + 1), ""
    if window in colours_by_window:
        name, style = f"{colours_by_window[window] + 1}@{name}", PIECES[colours_by_window[window]]
    elif next_query is not None and window == next_query[1]:
        name, style = f"{next_query[0] + 1}@{name}", "bold reverse"
    # before a row it stands at the row's side
    indent = " " * (CELL - 1 - len(name + behind)) if behind else ""
    return StyledText(indent + before, "dim").append(name, style).append(behind, "dim")


def _labels(board: Board) -> Iterator[tuple[_Place, _Label]]:
    """Place of each window's number, free of fields and other numbers, and the text beside it."""
    if isinstance(board.shape, Square):
        yield from _square_labels(board.shape)
        return
    for window in board.windows:
        cells = [board.fields[field] for field in window]
        (dq, dr), label = _ENDS[_direction(cells)]
        q, r = max(cells, key=lambda cell: cell[0] * dq + cell[1] * dr)
        yield (q + dq, r + dr), label


def _direction(cells: Sequence[_Place]) -> int:
    """The coordinate that the fields of a diagonal share: 0 for r, 1 for q, 2 for their sum."""
    (q, r), (other, another) = cells[:2]
    return 0 if r == another else 1 if q == other else 2


def _square_labels(shape: Square) -> Iterator[tuple[_Place, _Label]]:
    """Rows and columns at their windows; with one window per direction also diagonals, falling ones at their lower ends, rising
    ones at their upper ends, each kind in a separate row or column."""
    rows, columns = shape.rows, shape.columns
    yield from (((-1, y), ("", " -")) for y in range(rows))
    yield from (((x, -1), ("  ", "")) for x in range(columns))
    if shape.windows == "sides":
        yield from (((columns, y), ("- ", "")) for y in range(rows))
        yield from (((x, rows), ("  ", "")) for x in range(columns))
        return
    for value in range(1 - rows, columns):
        x = min(columns - 1, value + rows - 1)
        yield (x + 1, rows) if x - value == rows - 1 else (columns + 1, x - value + 2), ("\\", "")
    for value in range(rows + columns - 1):
        x = min(columns - 1, value)
        yield (x + 2, -2) if value == x else (columns, value - x - 1), ("/", "")


def picture(
    variant: str,
    known: tuple[int, ...],
    history: tuple[Beam, ...],
    title: str,
    *below: str,
    next_query: tuple[int, int] | None = None,
    guessed: tuple[int, ...] = (),
) -> "Picture":
    """A position as a picture, in the style of the figures.

    Args:
        variant: name of the variant.
        known: colour per field, from 1; 0 for unknown.
        history: the beams.
        title: title of the picture; "" draws only the board.
        below: lines below the board.
        next_query: colour and diagonal of the next query, from 0. Default: None, no query.
        guessed: colour per field, from 1, that a guess gives. Default: no guess.
    """
    from tafelwerk.families.beams.figures import Position, board_panel, draw_position
    from tafelwerk.plots.pictures import of_chart
    from tafelwerk.plots.style import add_title

    board = variant_of(variant).board
    beams = tuple((beam.colour + 1, beam.diagonal + 1, answer_text(beam.hits)) for beam in history)
    marked = None if next_query is None else (next_query[0] + 1, next_query[1] + 1)
    position = Position(board, known, beams, marked, guessed)
    beams_text = "; ".join(f"colour {colour} on {board.noun} {window}: {hits}" for colour, window, hits in beams)
    seen = [f"{board.noun} by {board.noun}: {beams_text}." if beams_text else "No beam yet."]
    if any(known):
        seen.append(f"Colours of the fields, 0 for unknown: {''.join(map(str, known))}.")
    chart = draw_position(position, title, *below) if title else add_title(board_panel(board, position), "")
    return of_chart(chart, title or f"Beams {variant}", " ".join((*below, *seen)))
