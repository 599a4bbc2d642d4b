"""What a command draws as a file: the option that asks for it, its check before any work is done, and the file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.output import note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.plots.pictures import Picture

OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Picture of the answer, too: FILE.svg, .png, .pdf or .html."),
]


def check(path: Path | None) -> None:
    """Refuse a name that no picture has.

    Raises:
        InputError: it ends otherwise than in .svg, .png, .pdf or .html.
    """
    if path is not None:
        from tafelwerk.plots.pictures import checked_path

        checked_path(path)


def save(pages: "Picture | Sequence[Picture]", path: Path, said: str = "{} written", language: str = "en") -> None:
    """Write a picture, or the pages of a sheet, and say so.

    Args:
        pages: the picture, or the pages.
        path: the file.
        said: what is said, with {} for the file.
        language: of the words in the picture, as HTML names it.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.pictures import write

    write(pages, path, language)
    note(said.format(path))
