"""Strategies to step through, a page each, read from the tables.

    all of them, and those that the book does not hold       strategy_pages(), here
    trees of queries and answers, Mastermind, Beams,
    Dresher's game; what a page is                           query_trees.py
    Skat card by card, Bridg-It from the empty board,
    tic-tac-toe, heaps, Memory                               game_strategies.py

Links and folded parts do without JavaScript.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from tafelwerk.book import Book
from tafelwerk.errors import BookError
from tafelwerk.tables.stored import boundary
from tafelwerk.web.atlas import game_strategies, query_trees
from tafelwerk.web.atlas.query_trees import Page
from tafelwerk.web.site import fill
from tafelwerk.web.stored_tables import StoredTable, read_from, stored_tables, with_tables

DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

SOURCES: tuple[tuple[str, str, Callable[[Book], Iterator[Page]]], ...] = (
    ("trees of Mastermind", "tafelwerk build mastermind", query_trees.mastermind_pages),
    ("trees of Beams", "tafelwerk build beams", query_trees.beams_pages),
    ("mixtures of Dresher's game", "tafelwerk build dresher", query_trees.dresher_pages),
    ("played games of Skat", "tafelwerk build skat", game_strategies.skat_pages),
    ("positions of Bridg-It", "tafelwerk build switching", game_strategies.switching_pages),
    ("positions of tic-tac-toe", "tafelwerk build minimax tictactoe", game_strategies.tictactoe_pages),
    ("Grundy values", "tafelwerk build minimax", game_strategies.heap_pages),
    ("values of Memory", "tafelwerk build minimax", game_strategies.memory_pages),
)
"""What is shown, the command line that builds it, and its pages."""


def strategy_pages(book: Book, tell: Callable[[str], None]) -> tuple[dict[str, str], list[Page], list[tuple[str, str]]]:
    """A page per strategy.

    Args:
        book: the book.
        tell: told what is being made.

    Returns:
        The pages by address; what is on them; what the book does not hold, with the command line that builds it.
    """
    texts: dict[str, str] = {}
    written: list[Page] = []
    missing: list[tuple[str, str]] = []
    held: Sequence[StoredTable] = stored_tables(book)
    for what, line, pages in SOURCES:
        tell(f"strategies: {what}")
        try:
            with boundary():
                family_pages, tables = with_tables(lambda pages=pages: list(pages(book)))  # type: ignore[misc]
        except BookError:
            missing.append((what, DAMAGED))
            continue
        taken = {page.name for page in written}
        for page in family_pages:
            # names of games may differ in signs that no file name has
            name = next(name for name in _names(page.name) if name not in taken)
            taken.add(name)
            page = replace(page, name=name)
            written.append(page)
            read = read_from(book, held, tables, page.rows)
            texts[f"/strategies/{name}"] = fill(page.template, page=page, tables=read, **page.values)
        if not family_pages:
            missing.append((what, line))
    return texts, written, missing


def _names(name: str) -> Iterator[str]:
    """A name, then the same with numbers from 2 on."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
