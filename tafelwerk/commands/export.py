"""`tafelwerk export`: a table of the book as a file, or all tables with a description."""

import hashlib
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, asked_families
from tafelwerk.commands.output import ROW_FILES, note, write_text
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, TafelwerkError, in_quotes
from tafelwerk.files import written_whole
from tafelwerk.frozen import frozen
from tafelwerk.tables.book import Book
from tafelwerk.tables.filters import INTEGERS, MOST_SHOWN, Selection, select
from tafelwerk.tables.layout import Table, identifier, layout
from tafelwerk.tables.provenance import BuildRecord, TableSummary
from tafelwerk.wording import bytes_text, count_noun, join_words, rows_text, suggestion

app = App()


class Form(StrEnum):
    """File formats of a table."""

    PARQUET = "parquet"
    CSV = "csv"
    CSV2 = "csv2"
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
    form: Annotated[
        Form | None,
        typer.Option(
            "--format", help="Format; csv2 has semicolons and decimal commas. Default: by the ending of FILE, or csv."
        ),
    ] = None,
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

        export_all(book, every, family)
        return
    if name is None:
        raise InputError("TABLE is missing: name one as family.table, or give --all DIR")
    if family is not None:
        raise InputError("--family goes with --all DIR")
    if "." not in name:
        _table(book, name, output)  # says which table is meant
    form = _form(form, output)
    if form is not Form.BFILE and (column or index or last is not None):
        raise InputError(f"{'--column' if column else '--index' if index else '--to'} goes with --format bfile")

    table = _table(book, name, output)
    if form in (Form.BFILE, Form.NFG):
        _as_text(book, name, table, form, output, only or [], Terms(column, index, last))
    else:
        _as_rows(book, name, table, form, output, only or [])


def _form(form: Form | None, output: Path | None) -> Form:
    """The format given by the option or by the file name."""
    if form is None and output is None:
        return Form.CSV
    if form is None and output is not None:
        is_bfile = output.suffix == ".txt" and output.stem[:1] == "b" and output.stem[1:].isdigit()
        form = Form.BFILE if is_bfile else ENDINGS.get(output.suffix.lower().removeprefix("."))
        if form is None:
            line = f'; JSON: tafelwerk sql "FROM TABLE" --output {output}' if output.suffix.lower() in ROW_FILES else ""
            raise InputError(
                f"--output {output}: the ending must be .parquet, .csv, .md or .nfg; or give --format{line}"
            )
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
    from tafelwerk.families import KNOWN

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
        raise InputError(f"unknown table {in_quotes(name)}; {suggestion(name, known, 'tafelwerk schema')}")
    return next(entry for entry in layout(family) if entry.name == plain)


def _as_rows(book: Path, name: str, table: "Table", form: Form, output: Path | None, only: list[str]) -> None:
    """The rows themselves."""
    from tafelwerk.build.kind import no_rows
    from tafelwerk.commands import rowset
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.sandbox import query

    family, _, plain = name.partition(".")
    with open_book(book) as opened:
        where = selection(opened, name, table, only).where
    with query(book, f'FROM "{family}"."{plain}"{where}', beneath=pocket_beneath(book)) as result:
        if output is None:
            text = rowset.gather(result, rowset.Format(form))
            rows = text.rows
        else:
            rows = rowset.save(result, rowset.Format(form), output)
    if output is None:
        rowset.tell(text)
    else:
        note(f"{output} written: {rows_text(rows)}")
    if not rows and not where:
        note(no_rows(name, book))


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


def _no_rows(name: str, book: "Book") -> MissingTableError:
    """The error of a table, family.table, that no build has filled."""
    from tafelwerk.build.kind import build_line

    return MissingTableError(
        f"rows of {name}", build_line(name) or f"tafelwerk build {name.partition('.')[0]}", book.path
    )


@frozen
class Terms:
    """The terms of a b-file.

    Attributes:
        column: the terms. Default: the one column of integers outside the key.
        index: their numbers n. Default: the last column of the key that holds integers and is not fixed.
        last: largest n. Default: that of the book.
    """

    column: str | None = None
    index: str | None = None
    last: int | None = None


def selection(book: "Book", name: str, table: "Table", only: Sequence[str]) -> Selection:
    """The rows of --only COLUMN=VALUE, each column with all of its values.

    Args:
        book: the book.
        name: name of the table, with its family.
        table: the table.
        only: as given.

    Raises:
        InputError: an entry is not of this form, the table does not have its column, or no row has its value.
        MissingTableError: the table has no rows.
    """
    family = name.partition(".")[0]
    values: dict[str, list[str]] = {}
    integers = {column.name for column in table.columns if "INT" in column.type}
    for text in only:
        column, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--only must be COLUMN=VALUE, such as {table.key[0]}=3, not {in_quotes(text)}")
        _check_column(column, table, name, "--only")
        if re.fullmatch(r"\d+(?:\.\.|-|:)\d+", value) and column in integers:
            least, most = re.findall(r"\d+", value)
            raise InputError(
                f"--only takes one value, as in --only {column}={least} --only {column}={most}; a range: "
                f'tafelwerk sql "FROM {name} WHERE {column} BETWEEN {least} AND {most}" -o FILE.csv'
            )
        values.setdefault(column, []).append(value)
    if values and not book.rows(family, f"SELECT 1 AS row FROM {family}.{identifier(table.name)} LIMIT 1"):
        raise _no_rows(name, book)
    kinds = {column.name: column.type for column in table.columns}
    return select(lambda statement: book.rows(family, statement), name, kinds, values, "--only")


def sequence(book: "Book", family: str, table: "Table", fixed: Selection, terms: Terms) -> Iterator[str]:
    """The lines of a b-file: the values of a column by those of another.

    Args:
        book: the book.
        family: family of the table.
        table: the table.
        fixed: values of other columns.
        terms: the columns and the last n.

    Raises:
        InputError: there are no such columns; several rows have one n; a value is not an integer; or there is a gap.
    """
    from tafelwerk.formats import bfile_lines

    name = f"{family}.{table.name}"
    kinds = {field.name: field.type for field in table.columns}
    measured = {field.name for field in table.columns if field.measured}
    column, index = terms.column, terms.index
    if index is None:
        counted = [field for field in reversed(table.key) if kinds[field] in INTEGERS]
        index = next((field for field in counted if field not in fixed.values), None)
        if index is None and counted:
            raise InputError(
                f"{name}: --only fixes {counted[0]}; leave that out, or name the n with --index {counted[0]}"
            )
        if index is None:
            raise InputError(f"{name} is not a sequence: no column of its key ({', '.join(table.key)}) holds integers")
    else:
        _check_column(index, table, name, "--index")
    if column is None:
        others = [
            field
            for field, kind in kinds.items()
            if kind in INTEGERS and field not in (*table.key, *fixed.values, *measured)
        ]
        if len(others) != 1:
            which = f"it has {', '.join(others)}" if others else "it has none but those of its key"
            raise InputError(f"--column NAME is missing: a column of integers of {name}; {which}")
        column = others[0]
    else:
        _check_column(column, table, name, "--column")
    _check_single(book, family, table, fixed, {index})
    rows = book.rows(
        family,
        f"SELECT {identifier(index)}, CAST({identifier(column)} AS VARCHAR) FROM {family}.{identifier(table.name)}"
        f"{fixed.where} ORDER BY {identifier(index)}",
    )
    if terms.last is not None:
        rows = [row for row in rows if row[0] <= terms.last]
    about = f"Tafelwerk, table {name}\n{column} by {index}{', ' if fixed.words else ''}{fixed.words}"
    if not rows:
        raise InputError(f"{name}, {column} by {index}: {_nothing(book, family, table, fixed, index, terms)}")
    last: str | None = None
    try:
        for line in bfile_lines(rows, about.encode("ascii", "replace").decode()):
            last = last if line.startswith("#") else line.partition(" ")[0]
            yield line
    except InputError as error:
        remedy = "" if last is None else f"; --to {last} ends it there"
        raise InputError(f"{name}, {column} by {index}: {error}{remedy}") from None


def _nothing(book: "Book", family: str, table: "Table", fixed: Selection, index: str, terms: Terms) -> str:
    """Why there are no terms."""
    source = f"{family}.{identifier(table.name)}{fixed.where}"
    first = book.one(family, f"SELECT min({identifier(index)}) AS first FROM {source}")
    if first is None or first[0] is None:
        raise _no_rows(f"{family}.{table.name}", book)
    return f"the first term is that of {first[0]}, after --to {terms.last}"


@frozen
class Payoffs:
    """A table as a game in strategic form: each player is paid the chance to win, so that both sum to 1.

    Attributes:
        title: title of the game.
        players: the one who chooses the row, and the one who chooses the column.
        rows: column of the table with the first player's strategy.
        columns: the same of the second player.
        chance: column with a winning chance; NAME_num and NAME_den are used if they exist.
        exact: whether these exist.
        of_second: whether it is the second player's chance.
    """

    title: str
    players: tuple[str, str]
    rows: str
    columns: str
    chance: str
    exact: bool = False
    of_second: bool = False

    def pair(self, values: Sequence[object]) -> tuple[Fraction, Fraction]:
        """Payoffs of both players, from the row's chance: a float as its shortest decimals, or numerator and denominator."""
        chance = Fraction(int(str(values[0])), int(str(values[1]))) if self.exact else Fraction(repr(values[0]))
        return (1 - chance, chance) if self.of_second else (chance, 1 - chance)


PAYOFFS = {
    "switching.pairings": Payoffs(
        "Switching game: chances to win", ("Cut", "Short"), "cut", "short", "chance", of_second=True
    ),
    "montecarlo.agent_duels": Payoffs(
        "Subtraction game: chances to win", ("First", "Second"), "first", "second", "chance", exact=True
    ),
}
"""The tables of payoffs, by family.table."""


def game(book: "Book", family: str, table: "Table", fixed: Selection) -> Iterator[str]:
    """The lines of a .nfg file: a table that holds the payoffs of a game.

    Strategies that have not met all others are left out, with a note.

    Args:
        book: the book.
        family: family of the table.
        table: the table.
        fixed: values of columns: one for each column that identifies the game; of strategies, those that take part.

    Raises:
        InputError: the table is not a game, has several games, or has no such rows.
    """
    from tafelwerk.formats import complete_part, nfg_lines

    name = f"{family}.{table.name}"
    form = PAYOFFS.get(name)
    if form is None:
        raise InputError(
            f"{name} holds no payoffs of a two-player game; tables of payoffs are {join_words(list(PAYOFFS))}, "
            "and `tafelwerk dresher matrix N -o FILE.nfg` writes Dresher's game"
        )
    _check_single(book, family, table, fixed, {form.rows, form.columns})
    chance = [f"{form.chance}_num", f"{form.chance}_den"] if form.exact else [form.chance]
    wanted = [f"CAST({identifier(column)} AS VARCHAR)" for column in (form.rows, form.columns)] + list(
        map(identifier, chance)
    )
    rows = book.rows(
        family,
        f"SELECT {', '.join(wanted)} FROM {family}.{identifier(table.name)}{fixed.where} ORDER BY ALL",
    )
    if not rows:
        raise _no_rows(name, book)
    paid = {(row[0], row[1]): form.pair(row[2:]) for row in rows}
    sides = [list(dict.fromkeys(names)) for names in zip(*paid, strict=True)]
    complete = complete_part(sides[0], sorted(sides[1]), set(paid))
    for side, player, stay in zip(sides, form.players, complete, strict=True):
        gone = sorted(set(side) - set(stay))
        if gone:
            note(f"left out of {player}, because not every pair is stored: {join_words(gone, MOST_SHOWN)}")
    comment = (
        f"Tafelwerk, table {name}{': ' if fixed.words else ''}{fixed.words}{_certainty(book, family, table, fixed)}"
    )
    payoffs = [[paid[row, column] for column in complete[1]] for row in complete[0]]
    yield from nfg_lines(form.title, form.players, (complete[0], complete[1]), payoffs, comment)


def _certainty(book: "Book", family: str, table: "Table", fixed: Selection) -> str:
    """Certainty of the rows, if a column gives it per row."""
    if "certainty" not in table.column_names:
        return ""
    rows = book.rows(
        family, f"SELECT DISTINCT certainty::VARCHAR AS one FROM {family}.{table.name}{fixed.where} ORDER BY one"
    )
    return f"; chances: {join_words([row[0] for row in rows])}"


def _check_single(book: "Book", family: str, table: "Table", fixed: Selection, free: set[str]) -> None:
    """Raise unless every column of the key except the free ones has one value in the requested rows."""
    for column in table.key:
        if column in free:
            continue
        rows: list[tuple[Any, ...]] = book.rows(
            family,
            f"SELECT CAST(value AS VARCHAR) AS text FROM (SELECT DISTINCT {identifier(column)} AS value"
            f" FROM {family}.{identifier(table.name)}{fixed.where}) ORDER BY value LIMIT {MOST_SHOWN + 1}",
        )
        if len(rows) > 1:
            values = [str(row[0]) for row in rows[:MOST_SHOWN]] + ["..."] * (len(rows) > MOST_SHOWN)
            raise InputError(
                f"{family}.{table.name} has rows of several {column}: add --only {column}=VALUE, one of {', '.join(values)}"
            )


def _check_column(column: str, table: "Table", name: str, option: str) -> None:
    if column not in table.column_names:
        hint = suggestion(column, table.column_names, f"tafelwerk schema {name}")
        raise InputError(f"{option}: {name} has no column {in_quotes(column)}; {hint}")


def export_all(book: Path, folder: Path, family: str | None) -> None:
    """Write the tables of the book, or of one family, to a folder, each file whole or not at all; datapackage.json comes last.

    Tables of a family that the book does not hold come from the pocket book. A family whose file cannot be read is left out; once
    the others are written, the exit code says so.

    Args:
        book: folder of the book.
        folder: output folder; created if it does not exist.
        family: one family. Default: all.

    Raises:
        InputError: no such family; the folder is a book, or cannot be made.
        MissingTableError: there is nothing to export.
        BookError: a family's file is damaged or foreign, and there is no other to export.
        StorageError: a file cannot be read or written.
        typer.Exit: a family was left out.
    """
    from tafelwerk.commands import rowset
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables import datapackage
    from tafelwerk.tables.provenance import cited_builds, table_summaries
    from tafelwerk.tables.sandbox import query

    wanted = asked_families(family)
    _check_folder(folder)
    faults: dict[str, TafelwerkError] = {}
    tables: list[tuple[TableSummary, list[BuildRecord]]] = []
    with open_book(book) as opened, query(book, "SELECT 1", beneath=pocket_beneath(book)) as reader:
        layers = {name: layer for layer in reversed(opened.layers) for name in layer.families}
        for name in (name for name in wanted if name in layers):
            try:
                if name in reader.left_out:
                    raise reader.left_out[name]
                builds = cited_builds(layers[name], name)
                tables += [(summary, builds.get(summary.name, [])) for summary in table_summaries(layers[name], name)]
            except (BookError, StorageError) as fault:
                faults[name] = fault
        if not tables:
            what = f"tables of {family}" if family else "tables"
            missing = MissingTableError(what, f"tafelwerk build {family or ''}".strip(), book)
            raise next(iter(faults.values()), missing)
        description = _make_folder(folder) / datapackage.NAME
        # a description of other rows must not stand beside these
        description.unlink(missing_ok=True)
        for number, (table, _) in enumerate(tables, 1):
            path = folder / f"{table.family}.{table.name}.parquet"
            try:
                if table.family not in faults:
                    answer = reader.another(f'FROM "{table.family}"."{table.name}"')
                    with written_whole(path, "--all") as partial:
                        rowset.write_parquet(answer, partial)
                    note(f"{number:,} of {len(tables):,}: {table.family}.{table.name}, {rows_text(table.rows)}")
            except BookError as fault:
                faults[table.family] = fault
    for refusal in faults.values():
        note(f"left out: {refusal}")
    tables = [(table, builds) for table, builds in tables if table.family not in faults]
    resources = [datapackage.resource(table, builds, _file(folder, table)) for table, builds in tables]
    dates: list[datetime] = [record.built_at for _, builds in tables for record in builds]
    families = list(dict.fromkeys(table.family for table, _ in tables))
    package = datapackage.package(resources, families, max(dates, default=None))
    with written_whole(description, "--all") as partial:
        partial.write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    size = sum(resource["bytes"] for resource in resources)
    note(f"{description} written: {count_noun(len(resources), 'table')}, {bytes_text(size)}")
    if faults:
        raise typer.Exit(next(iter(faults.values())).exit_code)


def _check_folder(folder: Path) -> None:
    """Raise unless the folder can be made, or is there and no book."""
    if folder.is_dir() and any(folder.glob("*.duckdb")):
        raise InputError(f"--all {folder} is the folder of a book, to which only builds write; give another folder")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--all {folder} is a file; give a folder")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"--all {folder}: there is no folder {folder.parent}; create it first")


def _make_folder(folder: Path) -> Path:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise StorageError(f"cannot make the folder {folder}: {error.strerror}") from error
    return folder


def _file(folder: Path, table: "TableSummary") -> dict[str, Any]:
    """A table's file in the description."""
    path = folder / f"{table.family}.{table.name}.parquet"
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"path": path.name, "bytes": path.stat().st_size, "hash": f"sha256:{digest}"}
