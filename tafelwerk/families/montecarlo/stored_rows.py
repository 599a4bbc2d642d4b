"""Rows of the family's tables, by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelwerk.families.montecarlo.rules.games import FAMILY

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def select(
    book: Book, columns: str, table: str, key: Mapping[str, object], more: str = "", *arguments: object
) -> list[tuple[Any, ...]]:
    """Columns of the rows of a table with a key; `more` continues the condition."""
    same = " AND ".join(f"{name} = ?" for name in key)
    sql = f"SELECT {columns} FROM {FAMILY}.{table} WHERE {same} {more}"
    return book.rows(FAMILY, sql, *key.values(), *arguments)
