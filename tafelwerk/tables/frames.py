"""Rows of DuckDB as Polars frames, and Polars frames as tables of DuckDB, by Arrow's C stream.

This module must not import DuckDB at module level. Polars keeps the classes whose objects it has read, and with them their whole
module; DuckDB would then stay alive to the end of the process and report objects that it did not free.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars
    from duckdb import DuckDBPyRelation


class Stream:
    """The rows of a relation or a frame for the other library to read: `polars.DataFrame(...)`, `connection.register(...)`.

    With it, neither library depends on the class of the other's object, for which each would need a third library.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Any) -> None:
        self._source = source

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._source.__arrow_c_stream__(requested_schema)


def frame(relation: "DuckDBPyRelation") -> "polars.DataFrame":
    """All rows of a relation.

    Raises:
        duckdb.Error: error of the query.
    """
    import polars

    # materialized first, so that an error comes from DuckDB and not wrapped by Polars
    return polars.DataFrame(Stream(relation.materialize()))


def readable_type(kind: Any, plain: Collection[str]) -> str:
    """The DuckDB type in which to read a column: its own if the reader has such values, with text instead of other values.

    Args:
        kind: DuckDB's type of the column.
        plain: names of the reader's types; it also has lists and structures.
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
