"""Strategies to step through, a page each, read from the tables.

    all of them, and those that the book does not hold       write(), here
    what a page is, and a tree of queries and answers        page.py
    tic-tac-toe and its misere form: every position          tictactoe.py
    Mastermind and word games, Beams: trees of strategies    mastermind.py, beams.py
    Dresher's game: mixtures of hider and searcher           dresher.py
    Bridg-It: perfect play from the empty board              switching.py
    heaps: Grundy values, periods                            heaps.py
    Memory: the best turn by pairs and known cards           memory.py
    Skat: stored games card by card                          skat.py

Links and folded parts do without JavaScript.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from tafelwerk.book import Book
from tafelwerk.errors import BookError
from tafelwerk.tables.stored import boundary
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.atlas.reading import DAMAGED, with_tables
from tafelwerk.web.atlas.strategies import beams, dresher, heaps, mastermind, memory, skat, switching, tictactoe
from tafelwerk.web.atlas.strategies.page import Page
from tafelwerk.web.atlas.tables import Held, read_from

SOURCES: tuple[tuple[str, str, Callable[[Book], Iterator[Page]]], ...] = (
    ("trees of Mastermind", "tafelwerk build mastermind", mastermind.pages),
    ("trees of Beams", "tafelwerk build beams", beams.pages),
    ("mixtures of Dresher's game", "tafelwerk build dresher", dresher.pages),
    ("played games of Skat", "tafelwerk build skat", skat.pages),
    ("positions of Bridg-It", "tafelwerk build switching", switching.pages),
    ("positions of tic-tac-toe", "tafelwerk build minimax tictactoe", tictactoe.pages),
    ("Grundy values", "tafelwerk build minimax", heaps.pages),
    ("values of Memory", "tafelwerk build minimax", memory.pages),
)
"""What is shown, the command line that builds it, and its pages."""


def write(
    book: Book, files: Files, held: Sequence[Held], tell: Callable[[str], None]
) -> tuple[list[Page], list[tuple[str, str]]]:
    """Write a page per strategy.

    Args:
        book: the book.
        files: the files.
        held: tables with a page.
        tell: told what is being written.

    Returns:
        The pages; what the book does not hold, with the command line that builds it.
    """
    written: list[Page] = []
    missing: list[tuple[str, str]] = []
    for what, line, pages in SOURCES:
        tell(f"strategies: {what}")
        try:
            with boundary():
                found, tables = with_tables(lambda pages=pages: list(pages(book)))  # type: ignore[misc]
        except BookError:
            missing.append((what, DAMAGED))
            continue
        taken = {one.name for one in written}
        for one in found:
            # names of games may differ in signs that no file name has
            name = next(name for name in _names(one.name) if name not in taken)
            taken.add(name)
            one = replace(one, name=name)
            written.append(one)
            files.page(
                f"strategies/{one.name}.html",
                one.template,
                page=one,
                tables=read_from(book, held, tables, one.rows),
                **one.values,
            )
        if not found:
            missing.append((what, line))
    return written, missing


def _names(name: str) -> Iterator[str]:
    """A name, then the same with numbers from 2 on."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
