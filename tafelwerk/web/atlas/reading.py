"""Which tables a statement reads, and which some work reads."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeVar

from tafelwerk.build.catalogue import KNOWN
from tafelwerk.tables.layout import layout, schema_sql
from tafelwerk.tables.noted import noted

T = TypeVar("T")

Statement = tuple[str, str]
"""A family and a statement over its tables."""

DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

_VIEW = re.compile(r"CREATE VIEW (\w+) AS\b(.*?);\s*(?:COMMENT|CREATE|$)", re.DOTALL)


def with_tables(work: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
    """What some work returns, and the tables that it reads, as FAMILY.TABLE in order."""
    with noted() as statements:
        found = work()
    return found, tables_read((one.family, one.sql) for one in statements)


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
