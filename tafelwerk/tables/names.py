"""Names that a book holds, of word lists and of played games: what a shell completes and what messages suggest.

DuckDB takes longer to start than to answer. All layers of a book are therefore read by one connection.
"""

from contextlib import closing, suppress
from typing import TYPE_CHECKING

from tafelwerk.tables.contents import open_locked

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def word_lists(book: "Book") -> list[str]:
    """Names of the games of Mastermind that were built from files, in any layer of the book, in order."""
    return _stored(book, "mastermind", "games", "game", "pegs IS NULL")


def played_games(book: "Book") -> list[str]:
    """Names of the games of Skat that are stored in any layer of the book, in order."""
    return _stored(book, "skat", "games", "name", "true")


def _stored(book: "Book", family: str, table: str, column: str, which: str) -> list[str]:
    """The values of a column in any layer of the book, sorted; none of a file that an earlier version made without it.

    Raises:
        BookError: a file of the family is damaged, foreign or of another format.
        StorageError: one cannot be read.
    """
    from tafelwerk.tables.book import attach, readable_file
    from tafelwerk.tables.engine import duckdb

    layers = [layer.path for layer in book.layers if readable_file(layer.path, family)]
    if not layers:
        return []
    found: set[str] = set()
    with closing(open_locked([path / f"{family}.duckdb" for path in layers], layers, {"threads": "1"})) as connection:
        for number, path in enumerate(layers):
            views = attach(connection, path, family, f"layer{number}")
            if table in views:  # it would run what the file's author wrote
                continue
            with suppress(duckdb.CatalogException, duckdb.BinderException):
                rows = connection.execute(f"SELECT {column} FROM layer{number}.{table} WHERE {which}").fetchall()
                found.update(str(name) for (name,) in rows)
    return sorted(found)
