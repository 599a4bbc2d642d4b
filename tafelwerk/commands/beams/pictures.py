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
    """A position as a picture, in the style of the figures.

    Args:
        variant: name of the variant.
        known: colour per field, from 1; 0 for unknown.
        history: the beams.
        title: title of the picture; "" draws only the board.
        below: lines below the board.
        asked: colour and diagonal of the next query, from 0. Default: None, no query.
        guessed: colour per field, from 1, that a guess gives. Default: no guess.
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
