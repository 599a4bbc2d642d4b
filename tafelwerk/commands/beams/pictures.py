"""Positions of Beams as pictures."""

from typing import TYPE_CHECKING

from tafelwerk.rules.beams.board import variant_of
from tafelwerk.rules.beams.history import Beam, answer_text

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture


def picture(
    variant: str,
    known: tuple[int, ...],
    history: tuple[Beam, ...],
    title: str,
    *below: str,
    asked: tuple[int, int] | None = None,
    guessed: tuple[int, ...] = (),
) -> "Picture":
    """A position drawn as figures are.

    Args:
        variant: its name.
        known: by field, its colour from 1, or 0.
        history: the beams.
        title: what is seen; "": the board alone.
        below: lines below it.
        asked: colour and diagonal asked next, from 0; None: none.
        guessed: by field, the colour from 1 that a guess gives it, or empty.
    """
    from tafelwerk.plots.beams.board import Position, board_panel, drawn
    from tafelwerk.plots.pictures import of_chart
    from tafelwerk.plots.style import titled

    board = variant_of(variant).board
    beams = tuple((beam.colour + 1, beam.diagonal + 1, answer_text(beam.hits)) for beam in history)
    marked = None if asked is None else (asked[0] + 1, asked[1] + 1)
    position = Position(board, known, beams, marked, guessed)
    said = "; ".join(f"colour {colour} on {board.noun} {window}: {hits}" for colour, window, hits in beams)
    seen = [f"{board.noun} by {board.noun}: {said}." if said else "No beam yet."]
    if any(known):
        seen.append(f"Colours of the fields, 0 for unknown: {''.join(map(str, known))}.")
    chart = drawn(position, title, *below) if title else titled(board_panel(board, position), "")
    return of_chart(chart, title or f"Beams {variant}", " ".join((*below, *seen)))
