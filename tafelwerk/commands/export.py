"""`tafelwerk export`: a table of the book as a file, or all tables with a description."""

import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption
from tafelwerk.commands.output import note, write_text
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, quoted
from tafelwerk.wording import rows_text, suggestion

if TYPE_CHECKING:
    from tafelwerk.commands.export_forms import Terms
    from tafelwerk.tables.layout import Table

app = App()


class Form(StrEnum):
    """File formats of a table."""

    PARQUET = "parquet"
    CSV = "csv"
    MARKDOWN = "markdown"
    BFILE = "bfile"
    NFG = "nfg"


LARGEST_INDEX = 2**63 - 1
"""Of a b-file: that of the book's integers."""

ENDINGS = {"parquet": Form.PARQUET, "csv": Form.CSV, "md": Form.MARKDOWN, "nfg": Form.NFG}
"""Formats by the ending of a file's name; a b-file is b000000.txt."""


@app.command()
def export(
    book: BookOption,
    name: Annotated[str | None, typer.Argument(metavar="TABLE", help="The table as family.table.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="FILE.parquet, .csv, .md or .nfg. Default: standard output."
        ),
    ] = None,
    form: Annotated[Form | None, typer.Option("--format", help="Format. Default: by the ending of FILE.")] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="COLUMN=VALUE",
            help="Only rows with this value, compared in the column's type; several values of one column are alternatives.",
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(
            "--column",
            metavar="NAME",
            help="Column with the terms of a b-file. Default: the only column of integers outside the key.",
        ),
    ] = None,
    index: Annotated[
        str | None,
        typer.Option(
            "--index",
            metavar="NAME",
            help="Column with the numbers n of a b-file. Default: the last integer column of the key.",
        ),
    ] = None,
    last: Annotated[
        int | None,
        typer.Option(
            "--to",
            min=0,
            max=LARGEST_INDEX,
            metavar="N",
            help="Largest n of a b-file. Default: the largest in the book.",
        ),
    ] = None,
    every: Annotated[
        Path | None,
        typer.Option(
            "--all",
            metavar="DIR",
            help="Folder for every table as Parquet, with their description in datapackage.json.",
        ),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option("--family", metavar="FAMILY", help="Family whose tables --all writes. Default: every family."),
    ] = None,
) -> None:
    """Write a table of the book as Parquet, CSV or Markdown, an integer sequence as an OEIS b-file, payoffs for Gambit (.nfg).

    --all DIR writes every table as Parquet with datapackage.json (Frictionless): types, keys, comments, certainty, checksums,
    builds and sources.

    Example: tafelwerk export montecarlo.subtraction_duels -o duels.parquet

    Example: tafelwerk export dresher.games --format bfile --column even_total

    Example: tafelwerk export minimax.grundy --only game=grundy --format bfile -o b002188.txt

    Example: tafelwerk export --all tafelwerk-tables --family search
    """
    if every is not None:
        if name is not None or output is not None or form is not None or only or column or index or last is not None:
            raise InputError("--all DIR goes with --family alone; it writes every table as Parquet")
        from tafelwerk.commands.export_all import export_all

        export_all(book, every, family)
        return
    if name is None:
        raise InputError("TABLE is missing: name one as family.table, or give --all DIR")
    if family is not None:
        raise InputError("--family goes with --all DIR")
    form = _form(form, output)
    if form is not Form.BFILE and (column or index or last is not None):
        raise InputError(f"{'--column' if column else '--index' if index else '--to'} goes with --format bfile")
    from tafelwerk.commands.export_forms import Terms

    table = _table(book, name, output)
    if form in (Form.BFILE, Form.NFG):
        _as_text(book, name, table, form, output, only or [], Terms(column, index, last))
    else:
        _as_rows(book, name, table, form, output, only or [])


def _form(form: Form | None, output: Path | None) -> Form:
    """The format given by the option or by the file name."""
    if form is None and output is None:
        raise InputError("give -o FILE.parquet, FILE.csv, FILE.md or FILE.nfg, or --format csv, markdown, bfile or nfg")
    if form is None and output is not None:
        is_bfile = output.suffix == ".txt" and output.stem[:1] == "b" and output.stem[1:].isdigit()
        form = Form.BFILE if is_bfile else ENDINGS.get(output.suffix.lower().removeprefix("."))
        if form is None:
            raise InputError(f"--output {output}: the ending must be .parquet, .csv, .md or .nfg; or give --format")
    assert form is not None
    if form is Form.PARQUET and output is None:
        raise InputError("--format parquet needs a file; add -o FILE.parquet")
    return form


def _table(book: Path, name: str, output: Path | None) -> "Table":
    """The table of the book, as the schema describes it.

    Raises:
        InputError: there is no such table.
        MissingTableError: its family is not built.
    """
    from tafelwerk.build.catalogue import KNOWN
    from tafelwerk.tables.layout import layout

    family, _, plain = name.partition(".")
    known = _tables(book, family)
    if name not in known:
        if family in KNOWN and not any(table.startswith(f"{family}.") for table in known):
            raise MissingTableError(f"table {name}", f"tafelwerk build {family}", book)
        if plain in _views(book, family):
            raise InputError(
                f"{name} is a view, not a table; write its rows with: "
                f'tafelwerk sql "FROM {name}" --output {shlex.quote(str(output or "FILE.csv"))}'
            )
        raise InputError(f"unknown table {quoted(name)}; {suggestion(name, known, 'tafelwerk schema')}")
    return next(entry for entry in layout(family) if entry.name == plain)


def _as_rows(book: Path, name: str, table: "Table", form: Form, output: Path | None, only: list[str]) -> None:
    """The rows themselves."""
    from tafelwerk.commands import rowset
    from tafelwerk.commands.export_forms import selection
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.sandbox import query

    family, _, plain = name.partition(".")
    with open_book(book) as opened:
        where = selection(opened, name, table, only).where
    with query(book, f'FROM "{family}"."{plain}"{where}', beneath=pocket_beneath(book)) as result:
        if output is None:
            text = rowset.gather(result, rowset.Format(form))
        else:
            rows = rowset.save(result, rowset.Format(form), output)
    if output is None:
        rowset.tell(text)
    else:
        note(f"{output} written: {rows_text(rows)}")


def _as_text(
    book: Path,
    name: str,
    table: "Table",
    form: Form,
    output: Path | None,
    only: list[str],
    terms: "Terms",
) -> None:
    """A sequence or a game."""
    from tafelwerk.commands.export_forms import game, selection, sequence

    family = name.partition(".")[0]
    with open_book(book) as opened:
        fixed = selection(opened, name, table, only)
        lines = list(
            game(opened, family, table, fixed) if form is Form.NFG else sequence(opened, family, table, fixed, terms)
        )
    write_text(lines, output)


def _tables(book: Path, wanted: str) -> list[str]:
    """Tables of all families, as family.table; raises only if the file of the wanted family cannot be read."""
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
    """Names of the views of a family's file; empty if there is no such file."""
    with open_book(book) as opened:
        rows = opened.rows(
            family,
            "SELECT view_name FROM duckdb_views() WHERE database_name = ? AND schema_name = 'main' AND NOT internal",
            family,
        )
    return [row[0] for row in rows]
