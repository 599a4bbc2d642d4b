"""A position of a game as a file: the board with what is known, drawn as figures are."""

from pathlib import Path

from tafelwerk.commands.beams.words import stored
from tafelwerk.commands.common import note
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.rules.beams.history import Beam


def write(
    path: Path,
    variant: str,
    known: tuple[int, ...],
    history: tuple[Beam, ...],
    asked: tuple[int, int] | None,
    title: str,
    *below: str,
    guessed: tuple[int, ...] = (),
) -> None:
    """Draw a position.

    Args:
        path: FILE.svg, FILE.png or FILE.html.
        variant: its name.
        known: by field, its colour from 1, or 0.
        history: the beams.
        asked: colour and diagonal asked next, from 1; None: none.
        title: what is seen.
        below: lines below it.
        guessed: by field, the colour from 1 that a guess gives it, or empty.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.beams.board import Position, drawn
    from tafelwerk.plots.figure import save

    save(drawn(Position(VARIANTS[variant].side, known, stored(history), asked, guessed), title, *below), path)
    note(f"{path} written")
