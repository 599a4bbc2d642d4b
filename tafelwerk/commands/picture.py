"""Pictures written to files by commands: the option, its check before any work is done, and the file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.output import note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.plots.pictures import Picture

OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="File for a picture of the answer: FILE.svg, .png, .pdf or .html. Default: no picture.",
    ),
]


def check(path: Path | None) -> None:
    """Raise for a file name that is not a picture's.

    Raises:
        InputError: the name does not end in .svg, .png, .pdf or .html.
    """
    if path is not None:
        from tafelwerk.plots.pictures import checked_path

        checked_path(path)


def save(pages: "Picture | Sequence[Picture]", path: Path, said: str = "{} written", language: str = "en") -> None:
    """Write a picture, or the pages of a sheet, and report it.

    Args:
        pages: the picture, or the pages.
        path: the file.
        said: the message, with {} for the file.
        language: language of the words in the picture, as HTML names it.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.pictures import write

    write(pages, path, language)
    note(said.format(path))
