"""`tafelwerk atlas`: the book as pages that open from files."""

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, FamilyArgument, asked_families
from tafelwerk.commands.output import note
from tafelwerk.commands.progress import status
from tafelwerk.extras import need
from tafelwerk.places import with_book
from tafelwerk.wording import bytes_text, count_noun, seconds_text

app = App()

MOST_SHOWN = 8
"""Lines about what was left out; the atlas has all."""


@app.command()
def atlas(
    book: BookOption,
    family: FamilyArgument = None,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder to make. Default: atlas.", show_default=False)
    ] = Path("atlas"),
    figures: Annotated[
        list[str] | None,
        typer.Option(
            "--figures",
            metavar="FIGURE",
            help="A figure; may be repeated. Default: all that the book has rows for.",
        ),
    ] = None,
) -> None:
    """Write the book as pages that open from files, without a server or a network, to give away.

    Games, results, figures, tables with their provenance, and strategies to step through. The folder is written under another
    name and renamed at the end; Ctrl-C leaves nothing behind.

    Example: tafelwerk atlas

    Example: tafelwerk atlas mastermind -o ~/mastermind

    Example: tafelwerk atlas -o small --figures dresher-3.1 --figures dresher-value
    """
    need("atlas", "plots", "web")
    from tafelwerk.build.executors import interrupted_by_signals
    from tafelwerk.web.atlas import write

    start = perf_counter()
    with status("starting") as tell, interrupted_by_signals():
        summary = write(book, output, figures, tell, families=asked_families(family))
    for what, line in summary.missing[:MOST_SHOWN]:
        note(f"left out, since the book does not hold its rows: {what}; run: {with_book(line, book)}")
    if len(summary.missing) > MOST_SHOWN:
        note(f"left out for the same reason: {len(summary.missing) - MOST_SHOWN} more; strategies.html lists them")
    for path, reason in summary.failed.items():
        note(f"a picture is missing, {path}: {reason}")
    note(
        f"{output / 'index.html'} written: {count_noun(summary.pages, 'page')} with {count_noun(summary.figures, 'figure')},"
        f" {count_noun(summary.tables, 'table')} and {count_noun(summary.strategies, 'strategy', 'strategies')};"
        f" {bytes_text(summary.size)} in {seconds_text(perf_counter() - start)}"
    )
