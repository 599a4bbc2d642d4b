"""Whether a family's file is whole: rows and hashes as recorded, keys unique and in order, everything explained."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from tafelwerk.tables.book import Book, attach, is_file_fault, raise_file_fault, readable_file
from tafelwerk.tables.layout import Table, identifier, read_layout

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what, whether it is right, and what was found."""

    name: str
    ok: bool
    detail: str


def verify_file(book: Book, family: str) -> list[Check]:
    """Look the family's file over; a family without a file has nothing to check.

    Raises:
        BookError: the file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    if not readable_file(book.path, family):
        return []
    with duckdb.connect(":memory:") as connection:
        attach(connection, book.path, family)
        try:
            return list(_checks(connection, family))
        except (duckdb.Error, OSError) as fault:
            if not is_file_fault(fault) and not isinstance(fault, OSError):
                raise
            raise_file_fault(fault, book.file(family), family)


def disorder(connection: duckdb.DuckDBPyConnection, source: str, table: Table) -> int:
    """Number of neighbouring rows of a source, as stored, whose keys do not ascend strictly.

    None means that the rows are sorted by the key and that it is unique.
    """
    keys = [identifier(name) for name in table.key]
    before = ", ".join(f"lag({key}) OVER () AS b{index}" for index, key in enumerate(keys))
    # no row before: the numbered first row alone
    ascends = " OR ".join(
        "(" + " AND ".join([*(f"b{i} = {keys[i]}" for i in range(index)), f"b{index} < {keys[index]}"]) + ")"
        for index in range(len(keys))
    )
    (row,) = connection.execute(
        f"SELECT count(*) FILTER (WHERE NOT coalesce({ascends}, false)) - 1, count(*)"
        f" FROM (SELECT {', '.join(keys)}, {before} FROM {source})"
    ).fetchall()
    return int(row[0]) if row[1] else 0


def _checks(connection: duckdb.DuckDBPyConnection, family: str) -> "Iterator[Check]":
    from tafelwerk.tables.checksum import digest_rows

    recorded = {
        name: (rows, sha256)
        for name, rows, sha256 in connection.execute(f"SELECT name, rows, sha256 FROM {family}.meta.tables").fetchall()
    }
    tables = read_layout(connection, family)
    names = {table.name for table in tables}
    yield Check(
        f"{family}: tables as recorded",
        names == set(recorded),
        "all there" if names == set(recorded) else f"differ: {', '.join(sorted(names ^ set(recorded)))}",
    )
    for table in tables:
        source = f"{family}.main.{identifier(table.name)}"
        rows, sha256 = digest_rows(connection, source, table)
        if table.name in recorded:
            expected_rows, expected_sha256 = recorded[table.name]
            yield Check(f"{family}.{table.name}: rows", rows == expected_rows, f"{rows}, recorded {expected_rows}")
            yield Check(
                f"{family}.{table.name}: checksum",
                sha256 == expected_sha256,
                sha256 if sha256 == expected_sha256 else f"{sha256}, recorded {expected_sha256}",
            )
        faults = disorder(connection, source, table)
        yield Check(
            f"{family}.{table.name}: key",
            faults == 0,
            f"unique and in order: {', '.join(table.key)}" if faults == 0 else f"{faults} rows out of order or twice",
        )
    silent = connection.execute(
        "SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE database_name = ? AND comment IS NULL"
        " UNION ALL SELECT table_name FROM duckdb_tables() WHERE database_name = ? AND comment IS NULL",
        [family, family],
    ).fetchall()
    yield Check(
        f"{family}: comments",
        not silent,
        "every table and column has one" if not silent else f"missing on {', '.join(row[0] for row in silent)}",
    )
