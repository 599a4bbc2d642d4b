"""`tafelwerk plot`: figures of the sources, drawn from the book."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, JsonOption
from tafelwerk.commands.output import ROW_FILES, answer, note, table
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.places import quote_path
from tafelwerk.plots.output import LARGEST, SMALLEST, check
from tafelwerk.plots.specification import NARROWEST, PURPOSES, WIDEST
from tafelwerk.wording import join_words

app = App()


@app.command()
def plot(
    book: BookOption,
    figure: Annotated[
        str | None,
        typer.Argument(
            metavar="FIGURE",
            help="Figure: family and the source's number, as --list shows them. With --list: a family, a game or words of texts.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="FILE.svg, .png, .pdf or .html. Default: FIGURE.svg."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            min=NARROWEST,
            max=WIDEST,
            metavar="PX",
            help="Width of the picture in pixels: plots are stretched, boards scaled. Default: the figure's own.",
        ),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(
            min=SMALLEST,
            max=LARGEST,
            metavar="X",
            help="Scale factor of the file. Default: 2 for PNG, 1 for other formats.",
        ),
    ] = None,
    purpose: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="|".join(PURPOSES),
            help="Purpose. slides: 16:9 with large letters; print: 170 mm wide. Default: as on a page.",
        ),
    ] = None,
    theme: Annotated[str, typer.Option(metavar="light|dark", help="Colours of the figure.")] = "light",
    list_figures: Annotated[
        bool, typer.Option("--list", help="List the figures: all, or those that match FIGURE.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Draw a figure from the book, as SVG, PNG, PDF or self-contained HTML with tooltips and zoom.

    Example: tafelwerk plot --list montecarlo

    Example: tafelwerk plot montecarlo-2.12 -o duel.html

    Example: tafelwerk plot dresher-3.1 -o strategies.png --width 900 --theme dark

    Example: tafelwerk plot montecarlo-2.10 --for slides -o weaker.png
    """
    from tafelwerk.families import FAMILIES
    from tafelwerk.plots.figure import all_figures, figure_named, find_figures
    from tafelwerk.plots.style import checked_theme

    if list_figures:
        known = all_figures(FAMILIES) if figure is None else find_figures(figure, FAMILIES)
        columns = {"title": [entry.title for entry in known.values()]}
        if figure is not None and any(sentences := [entry.sentence_with(figure) for entry in known.values()]):
            columns["says"] = sentences
        answer(
            json,
            [{"figure": name, "title": entry.title} for name, entry in known.items()],
            lambda: table(["figure", *columns], [*zip(known, *columns.values(), strict=True)]),
        )
        return
    if figure is None:
        raise InputError("FIGURE is missing; choose one from `tafelwerk plot --list`")
    chosen = figure_named(figure)
    if purpose is not None and purpose not in PURPOSES:
        raise InputError(f"--for must be {join_words([*PURPOSES], last='or')}, not {in_quotes(purpose)}")
    if purpose is not None and width is not None:
        raise InputError("--for and --width do not go together; give one of them")
    path = output or Path(f"{figure}.svg")
    if path.suffix.lower() in ROW_FILES and chosen.has_rows:
        raise InputError(f"rows of the figure are written by: tafelwerk sql --query {figure} -o {quote_path(path)}")
    check(path, scale)
    look = checked_theme(theme), width, scale
    from tafelwerk.plots.rendering import save

    with open_book(book) as opened:
        save(chosen.chart(opened), path, *look, PURPOSES[purpose] if purpose else None)
    if json:
        answer(json, {"figure": figure, "file": path}, "")
    else:
        note(f"{path} written")
