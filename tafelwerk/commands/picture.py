"""Pictures written to files by commands: the option, its check before any work is done, and the file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.output import note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.plots.pictures import Picture

__all__ = ["OutputOption", "check_picture", "picture_option", "save"]


def check_picture(path: Path | None) -> Path | None:
    """The file of an option, before any work is done for it.

    Raises:
        InputError: its ending is none of a picture.
    """
    if path is not None:
        from tafelwerk.plots.output import check  # no answer without a picture pays for it

        check(path)
    return path


def picture_option(help: str) -> Any:
    """The option for a file of a picture, checked before any work is done for it."""
    return typer.Option("--output", "-o", metavar="FILE", callback=check_picture, help=help)


OutputOption = Annotated[
    Path | None,
    picture_option("File for a picture of the answer: FILE.svg, .png, .pdf or .html. Default: no picture."),
]


def save(pages: "Picture | Sequence[Picture]", path: Path) -> None:
    """Write a picture, or the pages of a sheet, and report it.

    Args:
        pages: the picture, or the pages.
        path: the file.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.language import say, speech
    from tafelwerk.plots.output import write
    from tafelwerk.plots.pictures import document

    write(document(pages, speech().language), path)
    note(say("{path} written", path=path))
