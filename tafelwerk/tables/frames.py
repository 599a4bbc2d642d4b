"""Rows of DuckDB as Polars frames, and Polars frames as tables of DuckDB, by Arrow's C stream.

This module must not import DuckDB at its top. Polars keeps the classes whose objects it has read, and with them all that
their module holds; DuckDB would be kept alive to the end of the process, and complain there of objects it did not free.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars
    from duckdb import DuckDBPyRelation


class Stream:
    """The rows of a relation or a frame, for the other library to read: `polars.DataFrame(...)`, `connection.register(...)`.

    Neither library then goes by the class of the other's object, for which each would want a third library.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Any) -> None:
        self._source = source

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._source.__arrow_c_stream__(requested_schema)


def frame(relation: "DuckDBPyRelation") -> "polars.DataFrame":
    """All rows of a relation.

    Raises:
        duckdb.Error: as the query raises it.
    """
    import polars

    # materialized first, so that an error comes from DuckDB and not wrapped by Polars
    return polars.DataFrame(Stream(relation.materialize()))


def readable_type(kind: Any, plain: Collection[str]) -> str:
    """The DuckDB type to read a column as: its own where the reader has such values, with text in place of other values.

    Args:
        kind: DuckDB's type of the column.
        plain: names of the types that the reader has, lists and structures left out, which it has too.
    """
    if kind.id in plain:
        return str(kind)
    children = dict(kind.children) if kind.id in ("list", "array", "map", "struct") else {}
    if not children or "" in children:
        return "VARCHAR"
    if kind.id == "list":
        return f"{readable_type(children['child'], plain)}[]"
    if kind.id == "array":
        return f"{readable_type(children['child'], plain)}[{children['size']}]"
    if kind.id == "map":
        return f"MAP({readable_type(children['key'], plain)}, {readable_type(children['value'], plain)})"
    fields = ('"' + name.replace('"', '""') + '" ' + readable_type(child, plain) for name, child in children.items())
    return f"STRUCT({', '.join(fields)})"
