"""Statements from outside: one reading statement, without files, network or settings."""

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from tafelwerk.errors import InputError
from tafelwerk.tables.book import attach, check_folder, family_file, family_files, raise_file_fault, readable_file

if TYPE_CHECKING:
    import polars
    import pyarrow

T = TypeVar("T")

_PERMITTED = "SELECT (FROM, WITH, VALUES), EXPLAIN, DESCRIBE, SHOW or SUMMARIZE"
_EXPLAIN = re.compile(
    r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*explain\b(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*(?:analyze\b)?\s*(?:\([^()]*\)(?=\s*\w))?",
    re.IGNORECASE | re.DOTALL,
)
_LOCKS = (
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET temp_directory = ''",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
_NO_BUILDS = (
    "SELECT ''::VARCHAR AS family, ''::VARCHAR AS digest, ''::VARCHAR AS name, ''::VARCHAR AS parameters,"
    " 0::UBIGINT AS rows, ''::VARCHAR AS sha256, ''::VARCHAR AS fingerprint, ''::VARCHAR AS certainty,"
    " 0::DOUBLE AS seconds, TIMESTAMP '1970-01-01' AS built_at WHERE false"
)


class Answer:
    """Answer of one statement: take it once, in the form that is wanted. A context manager.

    Attributes:
        columns: names of its columns.
        types: DuckDB's names of their types.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, relation: duckdb.DuckDBPyRelation, book: Path) -> None:
        self.columns: tuple[str, ...] = tuple(relation.columns)
        self.types: tuple[str, ...] = tuple(str(kind) for kind in relation.types)
        self._connection = connection
        self._relation = relation
        self._book = book

    def rows(self) -> list[tuple[Any, ...]]:
        """All rows, as Python values."""
        return self._run(self._relation.fetchall)

    def batches(self, size: int = 10_000) -> Iterator[list[tuple[Any, ...]]]:
        """All rows, as Python values, `size` at a time."""
        while batch := self._run(lambda: self._relation.fetchmany(size)):
            yield batch

    def arrow(self) -> "pyarrow.Table":
        """All rows, as an Arrow table."""
        return self._run(self._relation.to_arrow_table)

    def arrow_batches(self, size: int = 100_000) -> "Iterator[pyarrow.RecordBatch]":
        """All rows, as Arrow record batches of about `size` rows, one after the other; at least one, maybe empty."""
        reader = self._run(lambda: self._relation.to_arrow_reader(size))
        seen = False
        while True:
            try:
                batch = self._run(lambda: next(reader, None))
            except OSError as error:
                # a fault while streaming reaches us through Arrow, as text
                raise InputError(str(error).partition("\n")[0]) from error
            if batch is None:
                break
            seen = True
            yield batch
        if not seen:
            import pyarrow

            yield pyarrow.RecordBatch.from_pylist([], schema=reader.schema)

    def pl(self) -> "polars.DataFrame":
        """All rows, as a Polars frame."""
        import polars

        frame = polars.from_arrow(self.arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def close(self) -> None:
        """Let go of the book."""
        self._connection.close()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, action: Callable[[], T]) -> T:
        return _run(self._connection, action, self._book)


def checked(statement: str) -> str:
    """The statement, if it is one that only reads.

    Raises:
        InputError: it is empty, several, not of a permitted type, or no SQL.
    """
    try:
        statements = duckdb.extract_statements(statement)
    except duckdb.Error as fault:
        raise InputError(_sql_fault(fault)) from fault
    if not statements:
        raise InputError(f"the statement is empty: give one {_PERMITTED} statement")
    if len(statements) > 1:
        raise InputError(f"one statement at a time, not {len(statements)}: give one {_PERMITTED} statement")
    kind = statements[0].type
    if kind == duckdb.StatementType.EXPLAIN:
        # EXPLAIN ANALYZE runs what it explains
        prefix = _EXPLAIN.match(statement)
        checked(statement[prefix.end() :] if prefix else "")
    elif kind != duckdb.StatementType.SELECT:
        raise InputError(f"a {kind.name} statement is not for the book, which is only read: give one {_PERMITTED}")
    return statement


def query(book_path: Path, statement: str) -> Answer:
    """Answer one reading statement over all families of the book, which may be empty.

    Raises:
        InputError: it is not one reading statement, reaches for files or the network, or DuckDB finds a fault in it.
        BookError: a file of the book is damaged, foreign or of another format.
        StorageError: a file cannot be read.
    """
    checked(statement)
    check_folder(book_path)
    connection = duckdb.connect(":memory:")
    try:
        parts = []
        for family in family_files(book_path):
            if readable_file(book_path, family):
                attach(connection, book_path, family)
                parts.append(f"SELECT '{family}' AS family, * FROM {family}.meta.builds")
        connection.execute("CREATE SCHEMA meta")
        connection.execute("CREATE VIEW meta.builds AS " + " UNION ALL ".join([*parts, _NO_BUILDS]))
        for lock in _LOCKS:
            connection.execute(lock)
        return Answer(connection, _run(connection, lambda: connection.sql(statement), book_path), book_path)
    except BaseException:
        connection.close()
        raise


def _run(connection: duckdb.DuckDBPyConnection, action: Callable[[], T], book: Path) -> T:
    """Do it in a thread of its own, so that Ctrl-C stops a statement that would not end."""
    result: list[T] = []
    faults: list[BaseException] = []

    def work() -> None:
        try:
            result.append(action())
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.2)
    except BaseException:
        connection.interrupt()
        thread.join(5)
        raise
    if not faults:
        return result[0]
    fault = faults[0]
    if isinstance(fault, (duckdb.IOException, duckdb.SerializationException, duckdb.FatalException)):
        for family in family_files(book):
            path = family_file(book, family)
            if str(path) in str(fault):
                raise_file_fault(fault, path, family)
    if isinstance(fault, duckdb.Error):
        raise InputError(_sql_fault(fault)) from fault
    raise fault


def _sql_fault(fault: duckdb.Error) -> str:
    text = str(fault).strip()
    first = text.partition("\n")[0]
    if "disabled" in text and ("external access" in text or "file system" in text.lower()):
        return f"a statement has no access to files or the network ({first})"
    hint = next((line for line in text.splitlines() if line.startswith(("Did you mean", "Candidate"))), "")
    return f"{first} {hint}".strip()
