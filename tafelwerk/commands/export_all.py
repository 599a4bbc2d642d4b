"""`tafelwerk export --all DIR`: every table as Parquet, with the description that data repositories require."""

import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import asked_families
from tafelwerk.commands.output import note
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError, TafelwerkError
from tafelwerk.files import written_whole
from tafelwerk.wording import bytes_text, counted, rows_text

if TYPE_CHECKING:
    from tafelwerk.tables.provenance import BuildRecord, TableSummary


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
    from tafelwerk.tables.provenance import table_builds, table_summaries
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
                builds = table_builds(layers[name], name)
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
    note(f"{description} written: {counted(len(resources), 'table')}, {bytes_text(size)}")
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
