"""Names in a book, of word lists, played games and games of the user's own: what a shell completes and what messages suggest.

DuckDB takes longer to start than to answer. One connection therefore reads all layers of a book, and what a shell completes
is remembered while the files of the book are unchanged. No answer relies on that.
"""

from collections.abc import Callable
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from tafelwerk.tables.storage import file_state, recall, remember

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def word_lists(book: "Book") -> list[str]:
    """Names of the games of Mastermind that were built from files, in any layer of the book, in order.

    Raises:
        BookError: a file of the family is damaged, foreign or of another format.
        StorageError: one cannot be read.
    """
    return _read_names(book, "mastermind", "game", "pegs IS NULL")


def played_games(book: "Book") -> list[str]:
    """Names of the games of Skat that are stored in any layer of the book, in order. Errors as of `word_lists`."""
    return _read_names(book, "skat", "name", "true")


def own_games(book: "Book") -> list[str]:
    """Names of the user's own games that are stored in any layer of the book, in order. Errors as of `word_lists`."""
    return _read_names(book, "games", "game", "true")


def cached_names(names: "Callable[[Book], list[str]]", book: "Book", family: str) -> list[str]:
    """The same names from the user's cache, as long as the family's files are unchanged; it is brought up to date otherwise.

    Args:
        names: one of the functions above.
        book: the book.
        family: the family whose files are read.
    """
    files = [layer.file(family) for layer in book.layers]
    state = [[str(file), *(file_state(file) or ())] for file in files]
    key = f"{names.__name__} {book.path}"
    values = recall("names", key, state)
    if values is None:
        values = names(book)
        remember("names", key, state, values)
    return values


def _read_names(book: "Book", family: str, column: str, which: str) -> list[str]:
    """The values of a column of the table `games` in any layer of the book, sorted; none of a file that an earlier version made
    without it."""
    from tafelwerk.tables.book import attach, readable_file
    from tafelwerk.tables.contents import open_locked
    from tafelwerk.tables.engine import duckdb

    layers = [layer.path for layer in book.layers if readable_file(layer.path, family)]
    if not layers:
        return []
    values: set[str] = set()
    with closing(open_locked([path / f"{family}.duckdb" for path in layers], layers, {"threads": "1"})) as connection:
        for number, path in enumerate(layers):
            views = attach(connection, path, family, f"layer{number}")
            if "games" in views:  # it would run what the file's author wrote
                continue
            with suppress(duckdb.CatalogException, duckdb.BinderException):
                rows = connection.execute(f"SELECT {column} FROM layer{number}.games WHERE {which}").fetchall()
                values.update(str(name) for (name,) in rows)
    return sorted(values)
