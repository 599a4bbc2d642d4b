"""Which tables a statement reads, and a book that notes the statements it answers."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from tafelwerk.book import Book
from tafelwerk.build.catalogue import KNOWN
from tafelwerk.tables import book as tables
from tafelwerk.tables.layout import layout, schema_sql

if TYPE_CHECKING:
    import os

    import duckdb

T = TypeVar("T")

Statement = tuple[str, str]
"""A family and a statement over its tables."""

DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

_VIEW = re.compile(r"CREATE VIEW (\w+) AS\b(.*?);\s*(?:COMMENT|CREATE|$)", re.DOTALL)


class WatchedBook(Book):
    """A book that notes the statements it answers.

    Attributes:
        statements: those answered so far.
    """

    def __init__(
        self,
        path: "str | os.PathLike[str]",
        beneath: tables.Book | None = None,
        statements: set[Statement] | None = None,
    ) -> None:
        super().__init__(path, beneath)
        self.statements: set[Statement] = set() if statements is None else statements
        if beneath is not None:
            self._own = WatchedBook(path, None, self.statements)
            self.beneath = WatchedBook(beneath.path, None, self.statements)

    def tables_of(self, work: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
        """What some work returns, and the tables that it reads, as FAMILY.TABLE in order."""
        self.statements.clear()
        found = work()
        return found, tables_read(self.statements)

    def _answered(
        self, family: str, sql: str, parameters: Sequence[object], read: "Callable[[duckdb.DuckDBPyConnection], T]"
    ) -> T | None:
        self.statements.add((family, sql))
        return super()._answered(family, sql, parameters, read)


def tables_read(statements: Iterable[Statement]) -> tuple[str, ...]:
    """The tables that statements read, behind their views, as FAMILY.TABLE in order."""
    found = set()
    for _, sql in statements:
        for family, name in re.findall(rf"\b({'|'.join(KNOWN)})\.(\w+)", sql):
            found |= {f"{family}.{table}" for table in _behind(family).get(name, ())}
    return tuple(sorted(found))


@cache
def _behind(family: str) -> dict[str, frozenset[str]]:
    """The tables behind each table and view of a family; a view may read other views."""
    found = {table.name: frozenset([table.name]) for table in layout(family)}
    for view, text in _VIEW.findall(schema_sql(family)):
        words = set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", text))
        found[view] = frozenset[str]().union(*(behind for name, behind in found.items() if name in words))
    return found
