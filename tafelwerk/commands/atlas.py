"""`tafelwerk atlas`: the book as pages that open from files."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, note, open_book
from tafelwerk.wording import bytes_text, counted, listed

app = App()


@app.command()
def atlas(
    book: BookOption,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder to make.")],
    figures: Annotated[
        list[str] | None,
        typer.Option(
            "--figures", metavar="FIGURE", help="A figure; may be repeated. Default: all that the book has rows for."
        ),
    ] = None,
    rows: Annotated[
        int,
        typer.Option(
            "--rows",
            min=1,
            max=100_000,
            metavar="N",
            help="Rows of a table on its page. Default: 2000.",
            show_default=False,
        ),
    ] = 2000,
) -> None:
    """Write the book as pages that open from files, without a server or a network: figures and tables, to give away.

    Example: tafelwerk atlas -o atlas

    Example: tafelwerk atlas -o atlas --figures dresher-3.1 --rows 200
    """
    from tafelwerk.web.atlas import write

    with open_book(book) as opened:
        found = write(opened, output, figures, rows, note)
    if found.missing:
        note(f"left out, since the book does not hold their rows: {listed(list(found.missing))}")
    note(
        f"{output / 'index.html'} written: {counted(found.figures, 'figure')}, {counted(found.tables, 'table')},"
        f" {bytes_text(found.size)}"
    )
