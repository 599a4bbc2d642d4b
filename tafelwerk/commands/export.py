"""`tafelwerk export`: a table of the book as a file."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, note, open_book
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, quoted
from tafelwerk.wording import rows_text, suggestion

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
    from tafelwerk.build.catalogue import KNOWN
    from tafelwerk.commands import rowset
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.sandbox import query

    suffix = output.suffix.lower().removeprefix(".")
    if suffix not in ("parquet", "csv"):
        raise InputError(f"--output {output}: a table is written as FILE.parquet or FILE.csv")
    family, _, plain_name = name.partition(".")
    known = _tables(book, family)
    if name not in known:
        if family in KNOWN and not any(table.startswith(f"{family}.") for table in known):
            raise MissingTableError(f"table {name}", f"tafelwerk build {family}", book)
        if plain_name in _views(book, family):
            raise InputError(
                f"{name} is a view, not a table; write its rows with: "
                f'tafelwerk sql "FROM {name}" --output {shlex.quote(str(output))}'
            )
        raise InputError(f"unknown table {quoted(name)}; {suggestion(name, known, 'tafelwerk schema')}")
    with query(book, f'FROM "{family}"."{plain_name}"', beneath=pocket_beneath(book)) as result:
        rows = rowset.save(result, rowset.Format(suffix), output)
    note(f"{output} written: {rows_text(rows)}")


def _tables(book: Path, wanted: str) -> list[str]:
    """Tables of all families, as family.table; raises only where the file of the wanted one cannot be read."""
    from tafelwerk.tables.provenance import table_summaries

    known: list[str] = []
    with open_book(book) as opened:
        for family in dict.fromkeys(family for layer in opened.layers for family in layer.families):
            try:
                known += [f"{family}.{entry.name}" for entry in table_summaries(opened, family)]
            except (BookError, StorageError):
                if family == wanted:
                    raise
    return known


def _views(book: Path, family: str) -> list[str]:
    """Names of the views of a family's file; none where there is no such file."""
    with open_book(book) as opened:
        rows = opened.rows(
            family,
            "SELECT view_name FROM duckdb_views() WHERE database_name = ? AND schema_name = 'main' AND NOT internal",
            family,
        )
    return [row[0] for row in rows]
