"""`tafelwerk plot`: figures of the sources, drawn from the book."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, note, open_book, table
from tafelwerk.errors import InputError

app = App()


@app.command()
def plot(
    book: BookOption,
    figure: Annotated[
        str | None, typer.Argument(metavar="FIGURE", help="Family and the source's number; --list names them.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="FILE.svg, .png or .html. Default: FIGURE.svg."),
    ] = None,
    list_figures: Annotated[bool, typer.Option("--list", help="List the figures.")] = False,
    json: JsonOption = False,
) -> None:
    """Draw a figure from the book, as SVG, PNG or self-contained HTML.

    Example: tafelwerk plot --list

    Example: tafelwerk plot montecarlo-2.12 -o duel.html
    """
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import all_figures, checked_path, named, save

    if list_figures:
        known = all_figures(FAMILIES)
        answer(
            json,
            [{"figure": name, "title": entry.title, "set": entry.set} for name, entry in known.items()],
            lambda: table(
                ["figure", "title", "set"], [[name, entry.title, entry.set] for name, entry in known.items()]
            ),
        )
        return
    if figure is None:
        raise InputError("FIGURE is missing: name one that `tafelwerk plot --list` shows")
    chosen = named(figure, FAMILIES)
    path = checked_path(output or Path(f"{figure}.svg"))
    with open_book(book) as opened:
        save(chosen.chart(opened), path)
    if json:
        answer(json, {"figure": figure, "file": path}, "")
    else:
        note(f"{path} written")
