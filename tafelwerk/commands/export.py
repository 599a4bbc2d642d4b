"""`tafelwerk export`: a table of the book as a file."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, note
from tafelwerk.errors import InputError, MissingTableError

app = App()


@app.command()
def export(
    name: Annotated[str, typer.Argument(metavar="TABLE", help="The table as family.table.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="FILE.parquet or FILE.csv.")],
    book: BookOption,
) -> None:
    """Write a table of the book to a Parquet or CSV file.

    Example: tafelwerk export montecarlo.subtraction_duels -o duels.parquet
    """
    from tafelwerk.commands import rowset
    from tafelwerk.tables.sandbox import query

    suffix = output.suffix.lower().removeprefix(".")
    if suffix not in ("parquet", "csv"):
        raise InputError(f"--output {output}: a table is written as FILE.parquet or FILE.csv")
    known = rowset.tables(book)
    if name not in known:
        if not known:
            raise MissingTableError(f"table {name}", "tafelwerk build")
        raise InputError(f"TABLE cannot be {name!r}; the book holds {', '.join(known)}")
    family, _, plain_name = name.partition(".")
    with query(book, f'FROM "{family}"."{plain_name}"') as result:
        rows = rowset.save(result.relation, rowset.Format(suffix), output)
    note(f"{output} written: {rows:,} rows")
