"""`meta.published` in SQL: every printed number beside the book's."""

from typing import TYPE_CHECKING

import duckdb

from tafelwerk.errors import out_of_memory, was_interrupted
from tafelwerk.tables.noted import literal
from tafelwerk.tables.published import compare_numbers
from tafelwerk.tables.published.number import Number, value_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

COLUMNS = {
    "family": "Family whose tables hold the number.",
    "source": "Where it is printed.",
    "place": "Table, section or figure there.",
    "printed": "The number as printed.",
    "ours": "The book's number; NULL where the book does not hold it, or where it is asked rather than stored.",
    "verdict": "agrees (equal, or equal when rounded to the printed digits), differs, or not stored.",
    "reason": "Why the two differ.",
    "query": "SQL that gives the book's number, or the question that is asked, in Python.",
}
"""Columns and their comments."""


def create(connection: "DuckDBPyConnection") -> None:
    """Create and fill meta.published; the schema meta is there, and the families' files are attached."""
    columns = ", ".join(f"{name} VARCHAR" for name in COLUMNS)
    connection.execute(f"CREATE TABLE meta.published ({columns})")
    connection.execute("COMMENT ON TABLE meta.published IS 'Every printed number of the sources beside the book''s.'")
    for name, comment in COLUMNS.items():
        connection.execute(f"COMMENT ON COLUMN meta.published.{name} IS {literal(comment)}")

    def find(family: str, number: Number) -> str | None:
        if not number.is_sql:
            return None
        try:
            return value_text(connection.execute(number.query).fetchone())
        except (duckdb.Error, ArithmeticError, ValueError) as fault:
            if was_interrupted(fault) or out_of_memory(fault):
                raise
            return None  # no file of this family, an older one, or one of other values

    rows = [tuple(comparison.row()[name] for name in COLUMNS) for comparison in compare_numbers(find)]
    marks = ", ".join(["(" + ", ".join("?" * len(COLUMNS)) + ")"] * len(rows))
    connection.execute(f"INSERT INTO meta.published VALUES {marks}", [value for row in rows for value in row])
