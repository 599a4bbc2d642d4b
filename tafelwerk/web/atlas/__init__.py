"""The book as files: pages that open without a server, a network or anything installed. The same book gives the same bytes.

    all pages, in a new folder that is renamed at the end   write(), here
    files, and pages filled from templates                  files.py
    a page per table; printed numbers; tables of statements table_files.py
    a page per figure                                       figure_files.py
    strategies to step through, a page each                 strategies.py
    findings, and records of long runs                      results.py

Forms, SQL and games need a server and are left out; a page names the command line instead.
"""

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tafelwerk.book import Book
from tafelwerk.build.catalogue import FAMILIES, KNOWN
from tafelwerk.errors import InputError, StorageError
from tafelwerk.plots.figure import Figure, all_figures, figure_named
from tafelwerk.web.atlas import figure_files, results, strategies, table_files
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.figure_jobs import library

Tell = Callable[[str], None]
"""Told what is being written."""


@dataclass(frozen=True, slots=True)
class AtlasSummary:
    """What was written.

    Attributes:
        pages, figures, tables, strategies: how many.
        missing: what was left out, since the book does not hold its rows, and the command line that builds them.
        size: bytes of all files.
    """

    pages: int
    figures: int
    tables: int
    strategies: int
    missing: tuple[tuple[str, str], ...]
    size: int


def write(
    book: Path,
    folder: Path,
    names: Iterable[str] | None,
    most: int,
    tell: Tell = lambda text: None,
    *,
    pocket: bool = True,
) -> AtlasSummary:
    """Write the atlas of a book.

    Args:
        book: folder of the book.
        folder: to be made; it must not be there.
        names: of the figures. Default: all that the book has rows for.
        most: rows of a table on its page.
        tell: told what is being written.
        pocket: whether the pocket book supplements the book.

    Raises:
        InputError: the folder is there, or a figure is unknown.
        StorageError: it cannot be written.
    """
    chosen = list(all_figures(FAMILIES).values()) if names is None else [figure_named(name, FAMILIES) for name in names]
    if folder.exists():
        raise InputError(f"{folder} is there already: name another folder, or remove it first")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"there is no folder {folder.absolute().parent}; make it first")
    partial = folder.absolute().with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        partial.mkdir()
        try:
            with Book.in_folder(book, pocket=pocket) as opened:
                summary = _write_pages(opened, Files(partial), chosen, most, tell)
            partial.rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"cannot write {folder}: {error.strerror or error}; nothing was left behind") from error
    return summary


def _write_pages(book: Book, files: Files, chosen: list[Figure], most: int, tell: Tell) -> AtlasSummary:
    files.copy_static()
    files.text("vega.js", library())
    held = table_files.stored_tables(book)
    tell("printed numbers")
    numbers = table_files.numbers(book)
    figures, missing = figure_files.write(book, files, chosen, held, numbers, tell)
    table_files.write_tables(book, files, held, most, figures, numbers, tell)
    stepped, lacking = strategies.write(book, files, held, tell)
    table_files.write_printed_numbers(files, numbers, held, figures)
    findings = results.write(book, files, held)
    families = [
        {
            "name": family,
            "about": _about(family),
            "figures": [page for page in figures if page.family == family],
            "tables": [page for page in held if page.family == family],
            "strategies": [page for page in stepped if page.family == family],
            "printed": sum(page["family"] == family for page in numbers),
        }
        for family in KNOWN
        if family in FAMILIES or any(page.family == family for page in held)
    ]
    left_out = (*missing, *lacking)
    index = sorted(
        [
            *((f"figures/{page.name}.html", page.title) for page in figures),
            *((f"tables/{page.table}.html", page.table) for page in held),
            *((f"strategies/{page.name}.html", page.title) for page in stepped),
        ],
        key=lambda link: (link[1].casefold(), link[0]),
    )
    files.page("index.html", "atlas.html", families=families, missing=left_out, results=findings, index=index)
    return AtlasSummary(files.pages, len(figures), len(held), len(stepped), left_out, files.size())


def _about(family: str) -> str:
    """What a family is, in a sentence: the help of its commands."""
    return str(import_module(f"tafelwerk.families.{family}").HELP)
