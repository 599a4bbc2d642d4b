"""The book as files: pages that open without a server, a network or anything installed. The same book gives the same bytes.

    all pages, in a new folder that is renamed at the end   write(), here
    the pages of the server, walked, with links to files    walk.py
    strategies to step through, a page each                 strategies.py

Forms, SQL and games need a server and are left out; a page names the command line instead.
"""

import os
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tafelwerk.book import Book
from tafelwerk.commands.rowset import Format, save
from tafelwerk.errors import InputError, StorageError
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.museum import rooms
from tafelwerk.plots.figure import Figure, all_figures, figure_named
from tafelwerk.tables.layout import identifier, layout
from tafelwerk.tables.sandbox import query
from tafelwerk.web.atlas.strategies import strategy_pages
from tafelwerk.web.atlas.walk import Walk
from tafelwerk.web.site import as_files, fill
from tafelwerk.web.stored_tables import stored_tables

Tell = Callable[[str], None]
"""Told what is being written."""


@dataclass(frozen=True, slots=True)
class AtlasSummary:
    """What was written.

    Attributes:
        pages, figures, tables, strategies: how many.
        missing: what was left out, since the book does not hold its rows, and the command line that builds them.
        failed: why a picture is missing, by its address on the server.
        size: bytes of all files.
    """

    pages: int
    figures: int
    tables: int
    strategies: int
    missing: tuple[tuple[str, str], ...]
    failed: Mapping[str, str]
    size: int


def write(
    book: Path,
    folder: Path,
    names: Iterable[str] | None,
    tell: Tell = lambda text: None,
    *,
    pocket: bool = True,
    families: Collection[str] = KNOWN,
) -> AtlasSummary:
    """Write the atlas of a book.

    Args:
        book: folder of the book.
        folder: to be made; it must not be there.
        names: of the figures. Default: all of the families that the book has rows for.
        tell: told what is being written.
        pocket: whether the pocket book supplements the book.
        families: whose games, findings, figures and tables are written.

    Raises:
        InputError: the folder is there, or a figure is unknown.
        StorageError: it cannot be written.
    """
    chosen = (
        list(all_figures([family for family in FAMILIES if family in families]).values())
        if names is None
        else [figure_named(name) for name in names]
    )
    if folder.exists():
        raise InputError(f"{folder} is there already: name another folder, or remove it first")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"there is no folder {folder.absolute().parent}; make it first")
    partial = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        partial.mkdir()
        try:
            with Book.in_folder(book, pocket=pocket) as opened, as_files():
                summary = _write_pages(opened, partial, chosen, families, tell)
            partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"cannot write {folder}: {error.strerror or error}; nothing was left behind") from error
    return summary


def _write_pages(book: Book, folder: Path, chosen: list[Figure], families: Collection[str], tell: Tell) -> AtlasSummary:
    strategies, stepped, lacking = strategy_pages(book, tell, families)
    parts = [(room, [page for page in stepped if page.room == room.name]) for room in rooms()]
    with closing(Walk(book.path, {figure.name for figure in chosen}, tell, families)) as walk:
        walk.pages |= strategies
        walk.follow()
        missing = [(name, walk.build_of(name)) for name in sorted(walk.figures - walk.drawn)]
        walk.pages["/strategies"] = fill("strategies.html", parts=parts, missing=[*missing, *lacking])
        _write_rows(book, folder, families)
        walk.write(folder)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    tables = sum(path.startswith("/tables/") and "." in path for path in walk.pages)
    return AtlasSummary(len(walk.pages), len(walk.drawn), tables, len(stepped), (*missing, *lacking), walk.failed, size)


MOST_ROWS, LARGEST = 50_000, 200_000
"""Rows and bytes of a table up to which all of it is written as CSV."""


def _write_rows(book: Book, folder: Path, families: Collection[str]) -> None:
    """Write the rows of the families' small tables beside their pages."""
    beneath = book.beneath.path if book.beneath else None
    (folder / "tables").mkdir()
    with query(book.path, "SELECT 1", beneath=beneath) as reader:
        for table in stored_tables(book):
            family, _, name = table.table.partition(".")
            key = next(described.key for described in layout(family) if described.name == name)
            file = folder / "tables" / f"{table.table}.csv"
            if family in families and table.rows <= MOST_ROWS:
                statement = f"FROM {table.table} ORDER BY {', '.join(map(identifier, key)) or 'ALL'}"
                save(reader.another(statement), Format.CSV, file)
                if file.stat().st_size > LARGEST:
                    file.unlink()
