"""Completion by Tab at the prompt of `tafelwerk sql`: families, tables, macros, columns and commands."""

import re
from collections.abc import Iterator
from functools import cache

COMMANDS = (".help", ".quit", ".schema", ".tables", ".timer")
_CLAUSES = ("FROM", "GROUP BY", "HAVING", "JOIN", "LIMIT", "ORDER BY", "USING", "WHERE")
KEYWORDS = (*_CLAUSES, "DESCRIBE", "EXPLAIN", "SELECT", "SHOW ALL TABLES", "SUMMARIZE", "VALUES", "WITH")


def completions(begun: str, statement: str = "") -> list[str]:
    """Completions of a word, in alphabetical order.

    Args:
        begun: the part of the word typed so far.
        statement: the statement typed so far; columns are those of its tables, or all if it names none.
    """
    words = _keywords(begun) if begun and "." not in begun else []
    word = begun.lower()
    return sorted({*words, *(name for name in _names(word, statement) if name.startswith(word))})


def _keywords(begun: str) -> list[str]:
    """Keywords with this beginning, in the typed case."""
    words = [word for word in KEYWORDS if word.startswith(begun.upper())]
    return [word.lower() for word in words] if begun.islower() else words


def _names(word: str, statement: str) -> Iterator[str]:
    if word.startswith("."):
        yield from COMMANDS
        return
    tables, macros = _tables(), _macros()
    if "." in word:
        yield from (*tables, *(f"{name}(" for name in macros), "meta.builds", "meta.published")
        return
    yield from sorted({f"{name.partition('.')[0]}." for name in tables} | {"meta."})
    mentioned = [name for name in tables if re.search(rf"\b{re.escape(name)}\b", statement, re.IGNORECASE)]
    for name in mentioned or tables:
        yield from tables[name]


@cache
def _tables() -> dict[str, tuple[str, ...]]:
    """The columns of every table and view, by family.table."""
    from tafelwerk.build.catalogue import KNOWN
    from tafelwerk.tables.layout import layout, views

    return {
        f"{family}.{entry.name}": tuple(column.name for column in entry.stored_columns)
        for family in KNOWN
        for entry in (*layout(family), *views(family))
    }


@cache
def _macros() -> tuple[str, ...]:
    """Every macro as family.macro."""
    from tafelwerk.build.catalogue import KNOWN
    from tafelwerk.tables.layout import macros

    return tuple(f"{family}.{macro.name}" for family in KNOWN for macro in macros(family))
