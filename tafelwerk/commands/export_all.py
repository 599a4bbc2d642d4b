"""`tafelwerk export --all DIR`: every table as Parquet, with the description that data repositories require."""

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tafelwerk import __version__
from tafelwerk.commands.common import asked_families, open_book
from tafelwerk.commands.output import note
from tafelwerk.errors import BookError, InputError, MissingTableError, StorageError
from tafelwerk.files import written_whole
from tafelwerk.wording import bytes_text, counted, rows_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.provenance import TableSummary
    from tafelwerk.tables.sandbox import Answer

MANIFEST = "tafelwerk"
"""Key in a Parquet file's metadata for the identity of its rows."""


def export_all(book: Path, folder: Path, family: str | None) -> None:
    """Write the tables of the book, or of one family, to a folder, each file whole or not at all; datapackage.json comes last.

    A file of an earlier run is kept if the table still has the same rows. Tables of a family that the book does not hold come
    from the pocket book. A family whose file cannot be read is left out; once the others are written, the exit code says so.

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
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables import datapackage
    from tafelwerk.tables.provenance import table_builds, table_summaries
    from tafelwerk.tables.sandbox import query

    wanted = asked_families(family)
    _check_folder(folder)
    with open_book(book) as opened, query(book, "SELECT 1", beneath=pocket_beneath(book)) as reader:
        layers = {name: layer for layer in reversed(opened.layers) for name in layer.families}
        faults = {name: fault for name, fault in reader.left_out.items() if name in wanted}
        found: list[tuple[Book, TableSummary]] = []
        records: dict[str, Any] = {}
        for name in wanted:
            if name not in layers or name in faults:
                continue
            try:
                summaries, records[name] = table_summaries(layers[name], name), table_builds(layers[name], name)
            except (BookError, StorageError) as fault:
                faults[name] = fault
            else:
                found += [(layers[name], one) for one in summaries]
        if not found:
            raise next(
                iter(faults.values()),
                MissingTableError(
                    f"tables{f' of {family}' if family else ''}", f"tafelwerk build {family or ''}".strip(), book
                ),
            )
        _make(folder)
        written = []
        for place, (layer, one) in enumerate(found, 1):
            if one.family not in faults:
                try:
                    file = _written(reader, layer, one, folder, f"{place:,} of {len(found):,}")
                except BookError as fault:
                    faults[one.family] = fault
                else:
                    written.append((layer, one, file))
        whole = [name for name in wanted if name in records and name not in faults]
        files = [file for _, one, file in written if one.family in whole]
        resources = [
            datapackage.resource(layer, one, records[one.family].get(one.name, []), file)
            for layer, one, file in written
            if one.family in whole
        ]
        dates = [record.built_at for name in whole for builds in records[name].values() for record in builds]
    for refusal in faults.values():
        note(f"left out: {refusal}")
    package = datapackage.package(resources, whole, max(dates, default=None))
    with written_whole(folder / datapackage.NAME, "--all") as partial:
        partial.write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    size = sum(file["bytes"] for file in files)
    note(f"{folder / datapackage.NAME} written: {counted(len(files), 'table')}, {bytes_text(size)}")
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


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise StorageError(f"cannot make the folder {folder}: {error.strerror}") from error


def _written(reader: "Answer", book: "Book", summary: "TableSummary", folder: Path, place: str) -> dict[str, Any]:
    """Write a table if its file does not exist yet. Returns the description of the file.

    Args:
        reader: reader whose connection reads the rows.
        book: the layer that holds the table.
        summary: summary of the table.
        folder: output folder.
        place: number of the table among all, for progress messages.
    """
    from tafelwerk.commands import rowset
    from tafelwerk.tables import datapackage

    name = f"{summary.family}.{summary.name}"
    path = folder / f"{name}.parquet"
    manifest = json.dumps(
        {
            "table": name,
            "rows": summary.rows,
            "sha256": summary.sha256,
            "seal": _seal(book, summary),
            "version": __version__,
        }
    )
    if _manifest(path) == manifest:
        note(f"{place}: {name}, there already")
    else:
        # a description of other rows must not stay beside these
        (folder / datapackage.NAME).unlink(missing_ok=True)
        answer = reader.another(f'FROM "{summary.family}"."{summary.name}"')
        with written_whole(path, "--all") as partial:
            rowset.write_parquet(answer, partial, {MANIFEST: manifest})
        note(f"{place}: {name}, {rows_text(summary.rows)}")
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"path": path.name, "bytes": path.stat().st_size, "hash": f"sha256:{digest}"}


def _seal(book: "Book", summary: "TableSummary") -> str | None:
    """Hash of the table's measured columns, which its own hash leaves out; None if it has none."""
    from tafelwerk.tables.metadata import read_seals

    ask, path = book.metadata(summary.family)
    return dict(read_seals(ask, f"{summary.family}.meta.seals", path)).get(summary.name)


def _manifest(path: Path) -> str | None:
    """Identity of a file's rows in its metadata; None if there is no such file or no such entry."""
    import duckdb

    from tafelwerk.tables.storage import duckdb_path

    if not path.is_file():
        return None
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        try:
            rows = connection.execute("SELECT key, value FROM parquet_kv_metadata(?)", [duckdb_path(path)]).fetchall()
        except duckdb.Error:
            return None
    return next((bytes(value).decode() for key, value in rows if bytes(key).decode() == MANIFEST), None)
