"""Rows of DuckDB as Polars frames, and Polars frames as tables of DuckDB, by Arrow's C stream.

This module must not import DuckDB at its top. Polars keeps the classes whose objects it has read, and with them all that
their module holds; DuckDB would be kept alive to the end of the process, and complain there of objects it did not free.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars
    from duckdb import DuckDBPyRelation


class Stream:
    """The rows of a relation or a frame, for the other library to read: `polars.DataFrame(...)`, `connection.register(...)`.

    Neither library then goes by the class of the other's object, for which each would import pyarrow.
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
