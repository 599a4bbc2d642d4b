"""Rows of DuckDB as Polars frames, and Polars frames as tables of DuckDB, by Arrow's C stream.

This module must not import DuckDB at module level. Polars keeps the classes whose objects it has read, and with them their whole
module; DuckDB would then stay alive to the end of the process and report objects that it did not free.
"""

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
