"""Checks that a family's file is complete: rows and hashes as recorded, keys unique and in order, everything explained."""

from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from tafelwerk.errors import BookError, StorageError, TafelwerkError
from tafelwerk.frozen import frozen
from tafelwerk.tables import metadata
from tafelwerk.tables.book import Book, attach, readable_file
from tafelwerk.tables.contents import foreign_definitions, open_locked
from tafelwerk.tables.layout import Table, comments, identifier, layout, read_comments, read_layout
from tafelwerk.tables.storage import is_file_fault, raise_file_fault, remedy
from tafelwerk.wording import rows_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMED = 3
_LONGEST = 200  # characters of an exception that are repeated


@frozen
class Check:
    """Result of one check.

    Attributes:
        name: what was checked.
        ok: whether it is right.
        detail: what was found.
        cause: the exception that it ended with, if any.
        proved, of: units examined, and their total; None for checks that do not count units.
        missed: largest share of faulty units compatible with the sample at 95 % confidence.
    """

    name: str
    ok: bool
    detail: str
    cause: Exception | None = field(default=None, compare=False, repr=False)
    proved: int | None = None
    of: int | None = None
    missed: float | None = None

    @property
    def verdict(self) -> str:
        """What came of it, in words: of a claim about units of which none was looked at, that it is not proved."""
        if not self.ok:
            return "FAILED"
        return "not proved" if self.proved == 0 else "ok"


def verify_file(book: Book, family: str) -> list[Check]:
    """Check the family's file; a family without a file has nothing to check.

    Raises:
        BookError: the file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    if not readable_file(book.path, family):
        return []
    with open_locked([book.file(family)]) as connection:
        attach(connection, book.path, family)
        try:
            return list(_checks(connection, book.file(family), family))
        except (duckdb.Error, OSError) as fault:
            if not is_file_fault(fault) and not isinstance(fault, OSError):
                raise
            raise_file_fault(fault, book.file(family))


def failed_check(name: str, fault: Exception) -> Check:
    """The failed check for an exception in a proof; arbitrary stored values can cause arbitrary exceptions.

    Raises:
        StorageError: the file cannot be read; MemoryError: there is too little memory. Neither says anything about the rows.
    """
    if isinstance(fault, (StorageError, MemoryError)):
        raise fault
    if isinstance(fault, BookError):
        return Check(name, False, str(fault), fault)
    words = " ".join(f"{type(fault).__name__}: {fault}".split())
    return Check(name, False, f"stored values cannot be proved ({words[:_LONGEST]})", fault)


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


def _checks(connection: duckdb.DuckDBPyConnection, file: Path, family: str) -> "Iterator[Check]":
    from tafelwerk.tables.checksum import digest_rows, seals

    ask = metadata.asking(connection)
    metadata.check_sizes(ask, f"{family}.meta.builds", file)
    recorded = {name: (rows, sha256) for name, rows, sha256 in metadata.read_tables(ask, f"{family}.meta.tables", file)}
    foreign = foreign_definitions(connection, (family,)).get(family)
    yield Check(
        f"{family}: views and macros",
        not foreign,
        f"not this version's: {', '.join(foreign)}" if foreign else "this version's",
    )
    try:
        tables = read_layout(connection, family)
    except TafelwerkError as fault:
        yield _other_file(f"{family}: columns and keys", file, str(fault))
        return
    shipped = {table.name: table for table in layout(family)}
    other = [table.name for table in tables if table != shipped.get(table.name)]
    name = f"{family}: columns and keys"
    if other:
        yield _other_file(name, file, f"not this version's: {', '.join(other)}")
    else:
        yield Check(name, True, "this version's")
    names = {table.name for table in tables}
    lacking = sorted(set(shipped) - names - set(recorded))
    yield Check(
        f"{family}: tables of this version",
        not lacking,
        f"lacking: {', '.join(lacking)}; tafelwerk build {family} adds them" if lacking else "all there",
    )
    name, differing = f"{family}: tables as recorded", sorted(names ^ set(recorded))
    if differing:
        yield _other_file(name, file, f"differ: {', '.join(differing)}")
    else:
        yield Check(name, True, "all there")
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
            f"unique and in order: {', '.join(table.key)}"
            if faults == 0
            else f"{rows_text(faults)} out of order or twice",
        )
    yield _comments(connection, family)
    recorded_seals = metadata.read_seals(ask, f"{family}.meta.seals", file)
    broken = sorted(
        {name for name, _ in set(recorded_seals).symmetric_difference(seals(connection, family, tables))}
        | ({"meta.seals"} if len(recorded_seals) != len(set(recorded_seals)) else set())
    )
    yield Check(
        f"{family}: measured columns and provenance",
        not broken,
        f"not as they were written: {', '.join(broken)}" if broken else "as they were written",
    )


def _other_file(name: str, file: Path, detail: str) -> Check:
    """The failed check of a file that a build would refuse, too; it says what to do about the file."""
    fault = BookError(f"{detail}; {file}: {remedy(file)}")
    return Check(name, False, str(fault), fault)


def _comments(connection: duckdb.DuckDBPyConnection, family: str) -> Check:
    """Check that every comment is the shipped one; two tables of a file could differ in nothing else."""
    shipped, held = comments(family), read_comments(connection, family)
    other = sorted({key[1:] for key, _ in shipped.items() ^ held.items()})
    names = ", ".join(".".join(name for name in key if name) for key in other[:_NAMED])
    detail = f"not this version's: {names}{' and more' if len(other) > _NAMED else ''}"
    return Check(f"{family}: comments", not other, detail if other else "this version's")
