"""The book as files: pages that open without a server, a network or anything installed. The same book gives the same bytes.

Forms, SQL and games need a server and are left out; a page names the command line instead.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from tafelwerk.build.catalogue import FAMILIES, KNOWN
from tafelwerk.commands.rowset import Format, save
from tafelwerk.commands.schema import described_tables
from tafelwerk.errors import InputError, MissingTableError, StorageError
from tafelwerk.places import pocket_beneath
from tafelwerk.plots.figure import Figure, all_figures, named
from tafelwerk.plots.parts import records
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.provenance import table_summaries
from tafelwerk.tables.sandbox import Answer, query
from tafelwerk.web.figures import library
from tafelwerk.web.pages import STATIC, cells, fill
from tafelwerk.web.statements import shown
from tafelwerk.wording import rows_text

LARGEST_PAGE = 250_000
"""Characters of the rows on a page."""

SMALL, MOST_IN_CSV = 200_000, 50_000
"""Bytes and rows of a table up to which all of it is written in CSV beside its page."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        figures, tables: how many.
        missing: figures whose rows the book does not hold.
        size: bytes of all files.
    """

    figures: int
    tables: int
    missing: tuple[str, ...]
    size: int


def write(
    book: Book, folder: Path, names: Iterable[str] | None, most: int, note: Callable[[str], None] = lambda text: None
) -> Written:
    """Write the atlas of a book.

    Args:
        book: the book.
        folder: to be made; it must not be there.
        names: of the figures. Default: all that the book has rows for.
        most: rows of a table on its page.
        note: told how far it is.

    Raises:
        InputError: the folder is there, or a figure is unknown.
        StorageError: it cannot be written.
    """
    chosen = list(all_figures(FAMILIES).values()) if names is None else [named(name, FAMILIES) for name in names]
    if folder.exists():
        raise InputError(f"{folder} is there already: name another folder, or remove it first")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"there is no folder {folder.absolute().parent}; make it first")
    partial = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        partial.mkdir()
        try:
            found = _Atlas(book, partial, most, note).write(chosen)
            partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise StorageError(f"cannot write {folder}: {error.strerror or error}; nothing was left behind") from error
    return found


class _Atlas:
    def __init__(self, book: Book, folder: Path, most: int, note: Callable[[str], None]) -> None:
        self._book, self._folder, self._most, self._note = book, folder, most, note

    def write(self, chosen: list[Figure]) -> Written:
        shutil.copytree(STATIC, self._folder / "static", ignore=shutil.ignore_patterns("sql.js"))
        self._file("vega.js", library())
        figures, missing = self._figures(chosen)
        tables = self._tables()
        self._page("index.html", "atlas.html", "", tables=tables, figures=figures)
        self._note(f"{len(figures)} figures and {len(tables)} tables")
        size = sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())
        return Written(len(figures), len(tables), missing, size)

    def _figures(self, chosen: list[Figure]) -> tuple[list[dict[str, str]], tuple[str, ...]]:
        written, missing = [], []
        for place, one in enumerate(chosen, 1):
            self._note(f"figure {place} of {len(chosen)}: {one.name}")
            try:
                spec = one.spec(self._book, zoom=True)
            except MissingTableError:
                missing.append(one.name)
                continue
            told = {"name": one.name, "title": one.title}
            # no "</script>" may stand in what a script element holds
            content = json.dumps({"spec": spec, "marks": records(spec)}, ensure_ascii=False).replace("<", "\\u003c")
            self._page(f"figures/{one.name}.html", "figure.html", "../", figure=told, content=content)
            written.append(told)
        return written, tuple(missing)

    def _tables(self) -> list[dict[str, Any]]:
        """Write a page per table that has rows."""
        written: list[dict[str, Any]] = []
        with query(self._book.path, "SELECT 1", beneath=pocket_beneath(self._book.path)) as reader:
            for family in KNOWN:
                described = {one["table"]: one for one in described_tables(family) if "table" in one}
                layer = next((layer for layer in self._book.layers if family in layer.families), None)
                for one in table_summaries(layer, family) if layer is not None else ():
                    name = f"{family}.{one.name}"
                    self._note(f"table {name}: {rows_text(one.rows)}")
                    self._table(reader, described[name], one.rows)
                    written.append({"family": family, "table": name, "rows": one.rows, "comment": one.comment})
        return written

    def _table(self, reader: Answer, described: Mapping[str, Any], rows: int) -> None:
        name = described["table"]
        statement = f"FROM {name} ORDER BY {', '.join(map(identifier, described['key'])) or 'ALL'}"
        answer = shown(reader.another(f"{statement} LIMIT {self._most + 1}"), self._most)
        kept = sum(size <= LARGEST_PAGE for size in accumulate(len(cells(row)) for row in answer["rows"]))
        if kept < len(answer["rows"]):
            answer |= {"rows": answer["rows"][:kept], "more": True}
        csv = self._folder / "tables" / f"{name}.csv"
        csv.parent.mkdir(exist_ok=True)
        has_csv = rows <= MOST_IN_CSV
        if has_csv:
            save(reader.another(statement), Format.CSV, csv)
            if csv.stat().st_size > SMALL:
                csv.unlink()
                has_csv = False
        self._page(
            f"tables/{name}.html", "table_file.html", "../", table=described, answer=answer, rows=rows, has_csv=has_csv
        )

    def _page(self, path: str, template: str, root: str, **values: Any) -> None:
        self._file(path, fill(template, root=root or "./", **values))

    def _file(self, path: str, text: str) -> None:
        place = self._folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
