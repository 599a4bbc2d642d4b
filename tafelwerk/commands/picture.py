"""A position of a game as a file: the option that asks for it, and its check before any work is done."""

from pathlib import Path
from typing import Annotated

import typer

OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Draw the board, too: FILE.svg, .png, .pdf or .html."),
]


def check(path: Path | None) -> None:
    """Refuse a name that no picture has.

    Raises:
        InputError: it ends otherwise than in .svg, .png, .pdf or .html.
    """
    if path is not None:
        from tafelwerk.plots.figure import checked_path

        checked_path(path)
