"""Differences between two books: builds by name, rows by key.

Rows are compared by EXCEPT over the columns that both books have. The books may be of different formats: values of different
types are compared in DuckDB's common type, numbers as numbers, ENUM and VARCHAR as text. Rows that differ are matched by the key
at the end of the table's COMMENT. Measured columns are not compared, nor are a build's records of code, machine and time. A
column that one book lacks is named, but is not a difference; nor is a table without rows.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from tafelwerk.errors import BookError, StorageError, TafelwerkError, out_of_memory, was_interrupted
from tafelwerk.tables.book import attach, check_folder, family_file, family_files, readable_file
from tafelwerk.tables.contents import open_locked
from tafelwerk.tables.layout import Table, identifier, read_layout
from tafelwerk.tables.metadata import asking, read_labels, read_tables
from tafelwerk.tables.storage import is_file_fault, raise_file_fault

SIDES = ("left", "right")

EXAMPLES = 5
"""Greatest number of rows of a table whose differences are listed."""

_LONGEST = 160  # characters of an error of DuckDB's that are repeated

_SAID = ("certainty", "evidence")
"""Facts about a build's rows besides its parameters."""

Document = dict[str, Any]
Refusals = list[tuple[str, TafelwerkError]]
"""Families whose files cannot be read, and why."""
_Build = tuple[str, frozenset[tuple[str, str | None]]]
"""The name of a build, and what its file says of it: parameters as JSON, certainty, evidence."""


def differences(
    left: Path, right: Path, families: Iterable[str] | None = None, refusals: Refusals | None = None
) -> Iterator[Document]:
    """Compare two books, family by family.

    Args:
        left: folder of the one book.
        right: folder of the other.
        families: families to compare. Default: every family that either book has a file of, in alphabetical order.
        refusals: receives the families that cannot be compared, instead of the errors below.

    Returns:
        A document per family: "family", "same", "held", "builds" and "tables", as `tafelwerk diff --json` prints it. What is said
        of both books is an object with the keys "left" and "right".

    Raises:
        BookError: there is no such folder; a file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    for path in (left, right):
        check_folder(path)
        if not path.exists():
            raise BookError(f"there is no book {path.absolute()}; give the folder of a book")
    held = {*family_files(left), *family_files(right)}
    for family in sorted(held) if families is None else held.intersection(families):
        try:
            document = _family((left.absolute(), right.absolute()), family)
        except (BookError, StorageError) as fault:
            if refusals is None:
                raise
            refusals.append((family, fault))
        else:
            yield document


def _of_both(values: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(SIDES, values, strict=True))


def _family(books: tuple[Path, Path], family: str) -> Document:
    held = (readable_file(books[0], family), readable_file(books[1], family))
    files = [family_file(book, family) for book, there in zip(books, held, strict=True) if there]
    with open_locked(files) as connection:
        names = _attach(connection, books, held, family)
        with _faults(books, family):
            sides = list(zip(books, names, strict=True))
            builds = _builds(*(_read_builds(connection, book, name, family) for book, name in sides))
            layouts = [_layout(connection, book, name, family) for book, name in sides]
            tables = [
                _table(connection, name, names, (layouts[0].get(name), layouts[1].get(name)))
                for name in sorted({*layouts[0], *layouts[1]})
            ]
    are_alike = not builds["changed"] and not any(builds["only"].values())
    same = held[0] == held[1] and are_alike and all(table["same"] for table in tables)
    return {"family": family, "same": same, "held": _of_both(held), "builds": builds, "tables": tables}


def _attach(
    connection: duckdb.DuckDBPyConnection, books: Sequence[Path], held: Sequence[bool], family: str
) -> list[str | None]:
    """Attach the family's files, of any earlier format too.

    Returns:
        The names they are known by, None where a book has none.
    """
    if all(held) and family_file(books[0], family).samefile(family_file(books[1], family)):
        # one file cannot be attached twice
        attach(connection, books[0], family, "left_book", oldest=0)
        return ["left_book", "left_book"]
    names: list[str | None] = []
    for book, there, name in zip(books, held, ("left_book", "right_book"), strict=True):
        if there:
            attach(connection, book, family, name, oldest=0)
        names.append(name if there else None)
    return names


@contextmanager
def _faults(books: Sequence[Path], family: str) -> Iterator[None]:
    """Says which file is damaged where DuckDB stumbles over one, or which two have columns that it cannot compare."""
    try:
        yield
    except duckdb.Error as fault:
        files = [family_file(book, family) for book in books]
        if is_file_fault(fault):
            raise_file_fault(
                fault, next((file for file in files[1:] if os.path.realpath(file) in str(fault)), files[0])
            )
        if isinstance(fault, duckdb.ParserException) or was_interrupted(fault) or out_of_memory(fault):
            raise
        words = str(fault).partition("\n")[0][:_LONGEST]
        raise BookError(f"{' and '.join(map(str, files))} cannot be compared ({words})") from fault


def _layout(connection: duckdb.DuckDBPyConnection, book: Path, name: str | None, family: str) -> dict[str, Table]:
    if name is None:
        return {}
    try:
        return {table.name: table for table in read_layout(connection, name)}
    except TafelwerkError as fault:
        raise BookError(f"{family_file(book, family)}: {fault}") from fault


def _read_builds(connection: duckdb.DuckDBPyConnection, book: Path, name: str | None, family: str) -> "Counter[_Build]":
    """The builds: files of earlier formats say less of them."""
    if name is None:
        return Counter()
    columns = connection.execute(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = ? AND schema_name = 'meta'", [name]
    ).fetchall()
    if all(("tables", column) in columns for column in ("name", "rows", "sha256")):
        # what cannot be used is not called the same
        read_tables(asking(connection), f"{name}.meta.tables", family_file(book, family))
    columns_said = [column for column in _SAID if ("builds", column) in columns]
    labels = read_labels(asking(connection), f"{name}.meta.builds", family_file(book, family), columns_said)
    builds: Counter[_Build] = Counter()
    for line, parameters, facts in labels:
        says = {f"parameter {key}": json.dumps(value, sort_keys=True) for key, value in parameters.items()}
        builds[line, frozenset((says | facts).items())] += 1
    return builds


def _builds(left: "Counter[_Build]", right: "Counter[_Build]") -> Document:
    """Numbers of builds, names of those that one book lacks, and those of one name that differ."""
    only, changed = {side: list[str]() for side in SIDES}, []
    apart = ([*(left - right).elements()], [*(right - left).elements()])
    for name in dict.fromkeys(line for builds in apart for line, _ in builds):
        these, those = ([dict(facts) for line, facts in builds if line == name] for builds in apart)
        for build, other in zip(these, those, strict=False):
            changes = _changes(build, other)
            if changes:
                changed.append({"build": name, "changes": changes})
        only["left"] += [name] * (len(these) - len(those))
        only["right"] += [name] * (len(those) - len(these))
    count = {"left": left.total(), "right": right.total()}
    return {"count": count, "only": {side: sorted(names) for side, names in only.items()}, "changed": changed}


def _changes(left: dict[str, str | None], right: dict[str, str | None]) -> list[Document]:
    """What two builds of one name say differently; what a file says of no build at all is no difference."""
    names = [name for name in sorted({*left, *right}) if name not in _SAID or (name in left and name in right)]
    return [_change(name, left.get(name), right.get(name)) for name in names if left.get(name) != right.get(name)]


def _change(name: str, left: str | None, right: str | None) -> Document:
    return {"name": name, "left": left, "right": right}


def _table(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    databases: Sequence[str | None],
    tables: tuple[Table | None, Table | None],
) -> Document:
    """A table: numbers of rows, of those that one book lacks, of those that differ, by column, and the first of them."""
    sources = [f"{database}.main.{identifier(name)}" for database in databases]
    rows = [
        None if table is None else connection.execute(f"SELECT count(*) FROM {source}").fetchall()[0][0]
        for table, source in zip(tables, sources, strict=True)
    ]
    document: Document = {
        "table": name,
        "same": not any(rows),
        "rows": _of_both(rows),
        "key": [],
        "only": _of_both((0, 0)),
        "changed": {},
        "columns_only": _of_both(([], [])),
        "retyped": [],
        "examples": [],
    }
    left, right = tables
    if left is None or right is None:
        return document
    columns = [{column.name: column for column in table.columns} for table in (left, right)]
    both = [column for column in columns[0] if column in columns[1]]
    measured = {column.name for table in (left, right) for column in table.columns if column.measured}
    keys = [table.key for table in (left, right) if all(column in both for column in table.key)]
    key = max(keys, key=len, default=())
    document["columns_only"] = _of_both([column for column in side if column not in both] for side in columns)
    types = [(column, columns[0][column].type, columns[1][column].type) for column in both]
    document["retyped"] = [_change(*kinds) for kinds in types if kinds[1] != kinds[2]]
    document["key"] = list(key)
    if not key:
        return document
    compared = [column for column in both if column in key or column not in measured]
    if rows[0] != rows[1] or document["retyped"] or not _is_in_step(connection, sources, compared):
        document |= _rows(connection, sources, key, compared)
    differs = document["changed"] or any(document["only"].values())
    return document | {"same": rows[0] == rows[1] and not differs}


def _is_in_step(connection: duckdb.DuckDBPyConnection, sources: Sequence[str], columns: Sequence[str]) -> bool:
    """Whether the rows of two tables of the same length agree one after the other, as stored: EXCEPT takes longer."""
    names = ", ".join(map(identifier, columns))
    left, right = (f"(SELECT {names} FROM {source})" for source in sources)
    statement = f"SELECT 1 FROM {left} a POSITIONAL JOIN {right} b WHERE a IS DISTINCT FROM b LIMIT 1"
    return not connection.execute(statement).fetchall()


def _rows(
    connection: duckdb.DuckDBPyConnection, sources: Sequence[str], key: Sequence[str], columns: Sequence[str]
) -> Document:
    """The rows that differ: "only", "changed" and "examples" of the table."""
    names = ", ".join(map(identifier, columns))
    for side, (this, other) in zip(SIDES, (sources, reversed(sources)), strict=True):
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE only_{side} AS SELECT *, true AS in_{side}"
            f" FROM (SELECT {names} FROM {this} EXCEPT SELECT {names} FROM {other})"
        )
    links = " AND ".join(f"l.{identifier(this)} IS NOT DISTINCT FROM r.{identifier(this)}" for this in key)
    joined = f"FROM only_left l FULL JOIN only_right r ON {links}"
    values = [column for column in columns if column not in key]
    differs = [f"l.{identifier(this)} IS DISTINCT FROM r.{identifier(this)}" for this in values]
    counts = [f"count(*) FILTER (in_left AND in_right AND {condition})" for condition in differs]
    lacking = [f"count(*) FILTER (in_{side} IS NULL)" for side in reversed(SIDES)]
    ((left, right, *changed),) = connection.execute(f"SELECT {', '.join([*lacking, *counts])} {joined}").fetchall()
    keys = [f"coalesce(l.{identifier(this)}, r.{identifier(this)})" for this in key]
    pairs = [f"{side}.{identifier(this)}::VARCHAR" for this in values for side in "lr"]
    selected = ", ".join([*(f"({this})::VARCHAR" for this in keys), "in_left", "in_right", *pairs])
    rows = connection.execute(f"SELECT {selected} {joined} ORDER BY {', '.join(keys)} LIMIT {EXAMPLES}").fetchall()
    return {
        "only": _of_both((left, right)),
        "changed": {column: count for column, count in zip(values, changed, strict=True) if count},
        "examples": [_example(row, key, values) for row in rows],
    }


def _example(row: Sequence[Any], key: Sequence[str], columns: Sequence[str]) -> Document:
    """A row that differs: its key, the book that alone has it or None, and what changed."""
    names, (in_left, in_right, *values) = row[: len(key)], row[len(key) :]
    only = None if in_left and in_right else "left" if in_left else "right"
    pairs = zip(columns, values[::2], values[1::2], strict=True)
    changes = [] if only else [_change(column, left, right) for column, left, right in pairs if left != right]
    return {"key": dict(zip(key, names, strict=True)), "only": only, "changes": changes}
