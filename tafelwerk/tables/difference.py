"""Differences between two books: builds by name, rows by key, values by meaning and not by type.

The books may have different schemas, and be of different formats. Equal are

- numbers of any types, as numbers; with a whole number as text, in decimal digits; a boolean with 0 or 1;
- texts, whether VARCHAR or ENUM;
- a list of whole numbers with a text that has them separated by commas, or as hexadecimal numbers of 2, 4 or 8 digits each;
- a BLOB with a text of two hexadecimal digits per byte, or with a list of its bytes;
- values of other types, where their texts are.

Rows are matched by the key at the end of the table's COMMENT. Measured columns are not compared, nor are a build's records of
code, machine and time, nor checksums, which depend on the types. A column that one book lacks is named, but is not a difference;
nor is a table without rows.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from tafelwerk.errors import BookError, StorageError, TafelwerkError, out_of_memory, was_interrupted
from tafelwerk.tables.book import attach, check_folder, family_file, family_files, readable_file
from tafelwerk.tables.contents import open_locked
from tafelwerk.tables.layout import Column, Table, identifier, read_layout
from tafelwerk.tables.metadata import asking, read_labels, read_tables
from tafelwerk.tables.storage import is_file_fault, raise_file_fault

EXAMPLES = 5
"""Greatest number of rows of a table whose differences are listed."""

_LONGEST = 160  # characters of an error of DuckDB's that are repeated
_INTEGERS = frozenset({"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"})
_HUGE = frozenset({"HUGEINT", "UHUGEINT"})
_FLOATS = frozenset({"FLOAT", "DOUBLE"})
_DIGITS = (2, 4, 8)

_SAID = ("certainty", "evidence")
"""Facts about a build's rows besides its parameters."""

_Says = dict[str, str | None]
Pair = tuple[int, int]
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A value that differs.

    Attributes:
        name: name of the column, or of a fact about a build.
        left: the left book's value as text; None for NULL.
        right: the right book's.
    """

    name: str
    left: str | None
    right: str | None


@dataclass(frozen=True, slots=True)
class RowDifference:
    """A row that differs.

    Attributes:
        key: values of the key's columns as text, by name.
        only: "left" or "right" if the other book has no such row, otherwise None.
        changes: the values that differ; empty if one book lacks the row.
    """

    key: dict[str, str | None]
    only: str | None
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class TableDifference:
    """A table of both books, or of one.

    Attributes:
        name: name of the table.
        rows: rows in the left and in the right book; None if the book has no such table.
        only: rows whose key only the left book has, and only the right one.
        changed: rows of both books that differ, by column, for each column in which any do.
        columns_only: columns that only the left book has, and only the right one.
        retyped: columns with another type in the right book: name and both types.
        key: the columns by which rows are matched; empty if the books have no key in common.
        examples: the first rows that differ, in the order of the key.
    """

    name: str
    rows: tuple[int | None, int | None]
    only: Pair = (0, 0)
    changed: dict[str, int] = field(default_factory=dict)
    columns_only: tuple[Names, Names] = ((), ())
    retyped: tuple[Change, ...] = ()
    key: Names = ()
    examples: tuple[RowDifference, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both books agree; a table without rows is ignored."""
        if None in self.rows or not self.key:
            return not any(self.rows)
        return self.only == (0, 0) and not self.changed


@dataclass(frozen=True, slots=True)
class BuildDifference:
    """A build of the same name in both books with other parameters, or of other certainty or evidence."""

    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class FamilyDifference:
    """A family.

    Attributes:
        name: name of the family.
        held: whether the left book has a file of it, and the right one.
        builds: number of builds in the left and in the right book.
        builds_only: names of builds that only the left book has, and only the right one.
        builds_changed: builds of both that differ.
        tables: its tables, by name.
    """

    name: str
    held: tuple[bool, bool]
    builds: Pair = (0, 0)
    builds_only: tuple[Names, Names] = ((), ())
    builds_changed: tuple[BuildDifference, ...] = ()
    tables: tuple[TableDifference, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both books agree about the family."""
        alike = self.builds_only == ((), ()) and not self.builds_changed and all(table.same for table in self.tables)
        return self.held[0] == self.held[1] and alike


Refusals = list[tuple[str, TafelwerkError]]
"""Families whose files cannot be read, and why."""


def differences(
    left: Path, right: Path, families: Iterable[str] | None = None, refusals: Refusals | None = None
) -> Iterator[FamilyDifference]:
    """Compare two books, family by family.

    Args:
        left: folder of the one book.
        right: folder of the other.
        families: families to compare. Default: every family that either book has a file of, in alphabetical order.
        refusals: receives the families that cannot be compared, instead of the errors below.

    Raises:
        BookError: there is no such folder; a file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    for path in (left, right):
        check_folder(path)
        if not path.exists():
            raise BookError(f"there is no book {path.absolute()}; give the folder of a book")
    held = [family_files(path) for path in (left, right)]
    for family in sorted({*held[0], *held[1]}) if families is None else families:
        if family not in held[0] and family not in held[1]:
            continue
        try:
            found = _family((left.absolute(), right.absolute()), family)
        except (BookError, StorageError) as fault:
            if refusals is None:
                raise
            refusals.append((family, fault))
        else:
            yield found


def _family(books: tuple[Path, Path], family: str) -> FamilyDifference:
    held = (readable_file(books[0], family), readable_file(books[1], family))
    files = [family_file(book, family) for book, there in zip(books, held, strict=True) if there]
    with open_locked(files) as connection:
        names = _attach(connection, books, held, family)
        with _faults(books, family):
            records = [_read_builds(connection, book, name, family) for book, name in zip(books, names, strict=True)]
            layouts = [_layout(connection, book, name, family) for book, name in zip(books, names, strict=True)]
            tables = tuple(
                _table(connection, names, layouts[0].get(name), layouts[1].get(name))
                for name in sorted({*layouts[0], *layouts[1]})
            )
    only, changed = _builds(*records)
    return FamilyDifference(family, held, (len(records[0]), len(records[1])), only, changed, tables)


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
        told = str(fault).partition("\n")[0][:_LONGEST]
        raise BookError(f"{' and '.join(map(str, files))} cannot be compared ({told})") from fault


def _layout(connection: duckdb.DuckDBPyConnection, book: Path, name: str | None, family: str) -> dict[str, Table]:
    if name is None:
        return {}
    try:
        return {table.name: table for table in read_layout(connection, name)}
    except TafelwerkError as fault:
        raise BookError(f"{family_file(book, family)}: {fault}") from fault


def _read_builds(
    connection: duckdb.DuckDBPyConnection, book: Path, name: str | None, family: str
) -> list[tuple[str, _Says]]:
    """Name of each build, and what it says of its rows: files of earlier formats say less."""
    if name is None:
        return []
    columns = connection.execute(
        "SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = ? AND schema_name = 'meta'", [name]
    ).fetchall()
    if all(("tables", column) in columns for column in ("name", "rows", "sha256")):
        # what cannot be used is not called the same
        read_tables(asking(connection), f"{name}.meta.tables", family_file(book, family))
    said = [column for column in _SAID if ("builds", column) in columns]
    found: list[tuple[str, _Says]] = []
    for line, parameters, facts in read_labels(
        asking(connection), f"{name}.meta.builds", family_file(book, family), said
    ):
        says: _Says = {f"parameter {key}": json.dumps(value, sort_keys=True) for key, value in parameters.items()}
        found.append((line, says | facts))
    return found


def _builds(
    left: Sequence[tuple[str, _Says]], right: Sequence[tuple[str, _Says]]
) -> tuple[tuple[Names, Names], tuple[BuildDifference, ...]]:
    """Names of builds that one book lacks, and builds that differ. A name may be that of several builds."""
    only: tuple[list[str], list[str]] = ([], [])
    changed: list[BuildDifference] = []
    for name in dict.fromkeys(line for line, _ in (*left, *right)):
        these, those = ([says for line, says in side if line == name] for side in (left, right))
        for one in tuple(these):
            alike = next((other for other in those if not _changes(one, other)), None)
            if alike is not None:
                these.remove(one)
                those.remove(alike)
        for one, other in zip(these, those, strict=False):
            changed.append(BuildDifference(name, _changes(one, other)))
        only[0].extend(name for _ in these[len(those) :])
        only[1].extend(name for _ in those[len(these) :])
    return (tuple(only[0]), tuple(only[1])), tuple(changed)


def _changes(left: _Says, right: _Says) -> tuple[Change, ...]:
    """What two builds of one name say differently; what a file says of no build at all is no difference."""
    names = [name for name in sorted({*left, *right}) if name not in _SAID or (name in left and name in right)]
    return tuple(Change(name, left.get(name), right.get(name)) for name in names if left.get(name) != right.get(name))


def _table(
    connection: duckdb.DuckDBPyConnection, names: Sequence[str | None], left: Table | None, right: Table | None
) -> TableDifference:
    tables = (left, right)
    name = next(table.name for table in tables if table is not None)
    sources = [
        "" if table is None else f"{database}.main.{identifier(name)}"
        for database, table in zip(names, tables, strict=True)
    ]
    rows = [
        None if table is None else _count(connection, source) for table, source in zip(tables, sources, strict=True)
    ]
    counts = (rows[0], rows[1])
    if left is None or right is None:
        return TableDifference(name, counts)
    shared = _Shared(left, right)
    if not shared.key or sources[0] == sources[1]:
        return TableDifference(name, counts, key=shared.key, **shared.columns)
    if counts[0] == counts[1] and _in_step(connection, sources, shared):
        return TableDifference(name, counts, key=shared.key, **shared.columns)
    for source, book in zip(sources, ("left", "right"), strict=True):
        _check_unique(connection, source, shared, book, name)
    joined = shared.joined(sources)
    values = ", ".join(f"count(*) FILTER (in_left AND in_right AND d{i})" for i in range(len(shared.compared)))
    (found,) = connection.execute(
        "SELECT count(*) FILTER (in_right IS NULL), count(*) FILTER (in_left IS NULL)"
        f"{', ' if values else ''}{values} FROM ({joined})"
    ).fetchall()
    changed = {pair[0].name: count for pair, count in zip(shared.compared, found[2:], strict=True) if count}
    examples = tuple(_examples(connection, joined, shared)) if any(found) else ()
    return TableDifference(
        name, counts, (found[0], found[1]), changed, key=shared.key, examples=examples, **shared.columns
    )


def _count(connection: duckdb.DuckDBPyConnection, source: str) -> int:
    ((rows,),) = connection.execute(f"SELECT count(*) FROM {source}").fetchall()
    return int(rows)


def _in_step(connection: duckdb.DuckDBPyConnection, sources: Sequence[str], shared: "_Shared") -> bool:
    """Whether the rows of two tables of the same length agree one after the other, as stored: then no join is needed."""
    pairs = [*shared.keys, *shared.compared]
    differs = " OR ".join(_differs(one, other, "a", "b") for one, other in pairs)
    (row,) = connection.execute(
        f"SELECT count(*) FROM {sources[0]} a POSITIONAL JOIN {sources[1]} b WHERE {differs}"
    ).fetchall()
    return bool(row[0] == 0)


def _check_unique(connection: duckdb.DuckDBPyConnection, source: str, shared: "_Shared", book: str, table: str) -> None:
    """Refuse a table whose key says no longer which row is meant.

    Raises:
        BookError: two rows have the same key.
    """
    columns = ", ".join(map(identifier, shared.key))
    twice = connection.execute(f"SELECT 1 FROM {source} GROUP BY {columns} HAVING count(*) > 1 LIMIT 1").fetchone()
    if twice:
        raise BookError(
            f"table {table} of the {book} book has several rows of one key ({', '.join(shared.key)}): check it with "
            "`tafelwerk verify`"
        )


class _Shared:
    """What two tables of one name have in common.

    Attributes:
        key: the columns by which their rows belong together: of the keys whose columns both have, the longer one.
        keys: these columns, of either table.
        compared: all other columns that both have and neither measures.
        columns: the columns that one of them lacks, and those of another type.
    """

    def __init__(self, left: Table, right: Table) -> None:
        sides = [{column.name: column for column in table.columns} for table in (left, right)]
        both = [name for name in sides[0] if name in sides[1]]
        keys = [table.key for table in (left, right) if all(name in both for name in table.key)]
        self.key: Names = max(keys, key=len, default=())
        self.keys = [(sides[0][name], sides[1][name]) for name in self.key]
        pairs = [(sides[0][name], sides[1][name]) for name in both if name not in self.key]
        self.compared = [(one, other) for one, other in pairs if not one.measured and not other.measured]
        self.columns: dict[str, Any] = {
            "columns_only": (
                tuple(name for name in sides[0] if name not in sides[1]),
                tuple(name for name in sides[1] if name not in sides[0]),
            ),
            "retyped": tuple(
                Change(one.name, one.type, other.type) for one, other in [*self.keys, *pairs] if one.type != other.type
            ),
        }

    def joined(self, sources: Sequence[str]) -> str:
        """A statement: rows that belong together, whether each book has them, and for each compared column whether they differ.

        Columns: k0, k1, ... of the key; in_left and in_right, true or NULL; d0, l0, r0, ... of the compared columns, the values
        as text.
        """
        terms = [
            *(
                f"coalesce({_linked(one, other, 'a')}, {_linked(other, one, 'b')}) AS k{i}"
                for i, (one, other) in enumerate(self.keys)
            ),
            "in_left",
            "in_right",
        ]
        for i, (one, other) in enumerate(self.compared):
            terms += [
                f"{_differs(one, other, 'a', 'b')} AS d{i}",
                f"{_text(one, 'a')} AS l{i}",
                f"{_text(other, 'b')} AS r{i}",
            ]
        links = " AND ".join(
            f"{_linked(one, other, 'a')} IS NOT DISTINCT FROM {_linked(other, one, 'b')}" for one, other in self.keys
        )
        return (
            f"SELECT {', '.join(terms)} FROM (SELECT *, true AS in_left FROM {sources[0]}) a"
            f" FULL JOIN (SELECT *, true AS in_right FROM {sources[1]}) b ON {links}"
        )


def _examples(connection: duckdb.DuckDBPyConnection, joined: str, shared: _Shared) -> Iterator[RowDifference]:
    """The first rows that differ."""
    keys = [f"k{i}" for i in range(len(shared.key))]
    anything = " OR ".join(["in_left IS NULL", "in_right IS NULL", *(f"d{i}" for i in range(len(shared.compared)))])
    values = [f"d{i}, l{i}, r{i}" for i in range(len(shared.compared))]
    rows = connection.execute(
        f"SELECT {', '.join([*(f'{key}::VARCHAR' for key in keys), 'in_left', 'in_right', *values])} FROM ({joined})"
        f" WHERE {anything} ORDER BY {', '.join(keys)} LIMIT {EXAMPLES}"
    ).fetchall()
    for row in rows:
        key, (in_left, in_right), found = row[: len(keys)], row[len(keys) : len(keys) + 2], row[len(keys) + 2 :]
        only = None if in_left and in_right else "left" if in_left else "right"
        triples = zip(found[::3], found[1::3], found[2::3], strict=True)
        changes = tuple(
            Change(pair[0].name, one, other)
            for pair, (differs, one, other) in zip(shared.compared, triples, strict=True)
            if differs and only is None
        )
        yield RowDifference(dict(zip(shared.key, key, strict=True)), only, changes)


def _differs(left: Column, right: Column, a: str, b: str) -> str:
    """A condition: two values differ."""
    one, other = f"{a}.{identifier(left.name)}", f"{b}.{identifier(right.name)}"
    forms = [column.type for column in (left, right)]
    if left.type == right.type or all(map(_is_number, forms)):
        return f"{one} IS DISTINCT FROM {other}"
    for lists, texts, kind, other_kind in ((one, other, *forms), (other, one, *reversed(forms))):
        if _is_list(kind) and _is_text(other_kind):
            spellings = ", ".join([_separated(lists), *(_hexadecimal(lists, digits) for digits in _DIGITS)])
            unlike = f"lower({texts}::VARCHAR) NOT IN ({spellings})"
            return f"CASE WHEN {one} IS NULL OR {other} IS NULL THEN ({one} IS NULL) <> ({other} IS NULL) ELSE {unlike} END"
        if kind == "BLOB" and _is_list(other_kind):
            return f"lower(hex({lists})) IS DISTINCT FROM {_hexadecimal(texts, 2)}"
        if kind == "BLOB" and _is_text(other_kind):
            return f"lower(hex({lists})) IS DISTINCT FROM lower({texts}::VARCHAR)"
        if kind == "BOOLEAN" and _is_number(other_kind):
            return f"{lists}::INTEGER IS DISTINCT FROM {texts}"
    return f"{one}::VARCHAR IS DISTINCT FROM {other}::VARCHAR"


def _linked(column: Column, other: Column, side: str) -> str:
    """A key's value in a form that is equal in both books."""
    name = f"{side}.{identifier(column.name)}"
    if column.type == other.type or (_is_number(column.type) and _is_number(other.type)):
        return name
    if _is_list(column.type) and _is_text(other.type):
        return _separated(name)
    return f"{name}::VARCHAR"


def _text(column: Column, side: str) -> str:
    """A value as a person reads it."""
    name = f"{side}.{identifier(column.name)}"
    return f"lower(hex({name}))" if column.type == "BLOB" else f"{name}::VARCHAR"


def _separated(numbers: str) -> str:
    return f"array_to_string({numbers}, ',')"


def _hexadecimal(numbers: str, digits: int) -> str:
    return f"array_to_string(list_transform({numbers}, lambda n: format('{{:0{digits}x}}', n)), '')"


def _is_number(kind: str) -> bool:
    return kind in _INTEGERS or kind in _HUGE or kind in _FLOATS or kind.startswith("DECIMAL")


def _is_text(kind: str) -> bool:
    return kind == "VARCHAR" or kind.startswith("ENUM")


def _is_list(kind: str) -> bool:
    return kind.endswith("[]") and kind[:-2] in _INTEGERS
