"""Statements from outside: one reading statement, without files, network or settings."""

import re
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import duckdb

from tafelwerk.errors import BookError, InputError, TafelwerkError
from tafelwerk.tables.book import attach, check_folder, family_files, raise_file_fault, readable_file
from tafelwerk.tables.frames import frame, readable_type
from tafelwerk.tables.layout import identifier

if TYPE_CHECKING:
    import polars

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
_FILE = re.compile(r'"([^"]*?([a-z][a-z0-9_]*)\.duckdb)"')
_FILE_FAULTS = ("IO Error", "Serialization Error", "FATAL Error", "Fatal Error", "INTERNAL Error", "Internal Error")
_SPOKEN = re.compile(r"([A-Z][A-Za-z ]* Error): ")
_NO_BUILDS = (
    "SELECT ''::VARCHAR AS family, ''::VARCHAR AS digest, ''::VARCHAR AS name, ''::VARCHAR AS parameters,"
    " 0::UBIGINT AS rows, ''::VARCHAR AS sha256, ''::VARCHAR AS fingerprint, ''::VARCHAR AS machine, ''::VARCHAR AS certainty,"
    " 0::DOUBLE AS seconds, TIMESTAMP '1970-01-01' AS built_at WHERE false"
)

_POLARS = frozenset(
    {
        "tinyint",
        "smallint",
        "integer",
        "bigint",
        "hugeint",
        "utinyint",
        "usmallint",
        "uinteger",
        "ubigint",
        "float",
        "double",
    }
    | {"decimal", "boolean", "varchar", "blob", "enum", "uuid", "null", "date", "time", "timestamp", "timestamp_s"}
    | {"timestamp_ms", "timestamp_ns", "timestamp with time zone"}
)
"""Types of DuckDB that Polars has too."""

_WIDE = {"HUGEINT": "Int128", "UHUGEINT": "UInt128"}
"""Numbers of 128 bits, which arrive as decimals or text."""


class Answer:
    """Answer of one statement; a context manager, within which Ctrl-C stops a statement that would not end.

    Attributes:
        relation: DuckDB's relation of the rows, to be read under `translated`.
        columns: names of its columns.
        types: DuckDB's names of their types.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, relation: duckdb.DuckDBPyRelation, open_things: ExitStack
    ) -> None:
        self.relation = relation
        self.columns: tuple[str, ...] = tuple(relation.columns)
        self.types: tuple[str, ...] = tuple(str(kind) for kind in relation.dtypes)
        self._connection = connection
        self._open = open_things

    def rows(self) -> list[tuple[Any, ...]]:
        """All rows, as Python values."""
        with translated():
            return list(self.relation.fetchall())

    def batches(self, expressions: Sequence[str], size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Rows as Python values, some at a time; never all of them are in memory.

        Args:
            expressions: what to read, in SQL; the columns are #1, #2, ...
            size: rows at a time.
        """
        with translated():
            found = self._connection.execute(self.relation.project(", ".join(expressions)).sql_query())
            try:
                while batch := found.fetchmany(size):
                    yield batch
            finally:
                found.abort()

    def pl(self) -> "polars.DataFrame":
        """All rows, as a Polars frame; what Polars has no type for is text."""
        import polars

        names, kinds = self.columns, self.relation.types
        read_as = [readable_type(kind, _POLARS) for kind in kinds]
        columns = [
            (f"#{place}" if str(kind) == as_kind else f"CAST(#{place} AS {as_kind})") + f" AS {identifier(name)}"
            for place, (name, kind, as_kind) in enumerate(zip(names, kinds, read_as, strict=True), 1)
        ]
        with translated():
            rows = frame(self.relation.project(", ".join(columns)))
        wide = {name: _WIDE[kind] for name, kind in zip(names, self.types, strict=True) if kind in _WIDE}
        return rows.with_columns(polars.col(name).cast(getattr(polars, kind)) for name, kind in wide.items())

    def close(self) -> None:
        """Let go of the book."""
        self._open.close()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


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
    # DuckDB wraps what it is given in a query of its own: no semicolon, nor a comment behind one
    ends = [place for place, _ in duckdb.tokenize(statement) if statement[place] == ";"]
    return statement[: ends[0]] if ends else statement


def query(book_path: Path, statement: str) -> Answer:
    """Answer one reading statement over all families of the book, which may be empty.

    Raises:
        InputError: it is not one reading statement, reaches for files or the network, or DuckDB finds a fault in it.
        BookError: a file of the book is damaged, foreign or of another format.
        StorageError: a file cannot be read.
    """
    alone = checked(statement)
    check_folder(book_path)
    with ExitStack() as stack:
        connection = stack.enter_context(duckdb.connect(":memory:"))
        parts = []
        for family in family_files(book_path):
            if readable_file(book_path, family):
                attach(connection, book_path, family)
                parts.append(f"SELECT '{family}' AS family, * FROM {family}.meta.builds")
        connection.execute("CREATE SCHEMA meta")
        connection.execute("CREATE VIEW meta.builds AS " + " UNION ALL ".join([*parts, _NO_BUILDS]))
        for lock in _LOCKS:
            connection.execute(lock)
        stack.enter_context(_interruptible(connection))
        with translated():
            relation = connection.sql(alone)
            return Answer(connection, relation, stack.pop_all())


@contextmanager
def translated() -> Iterator[None]:
    """Say what DuckDB finds wrong, here or through a stream of Arrow, in the errors of this program.

    Raises:
        InputError: the statement is at fault.
        BookError, StorageError: a file of the book is at fault.
        KeyboardInterrupt: the statement was stopped.
    """
    try:
        yield
    except TafelwerkError:
        raise
    except (duckdb.Error, OSError, ValueError, RuntimeError) as fault:
        text = str(fault)
        if isinstance(fault, duckdb.InterruptException) or "Query interrupted" in text or "INTERRUPT Error" in text:
            raise KeyboardInterrupt from fault
        spoken = _SPOKEN.match(text)
        if not isinstance(fault, duckdb.Error) and not spoken and "Corrupt database" not in text:
            raise
        file = _FILE.search(text)
        if spoken and file and spoken[1] in _FILE_FAULTS:
            raise_file_fault(fault, Path(file[1]), file[2])
        if "Corrupt database" in text:
            raise BookError(f"a file of the book is damaged ({text[:160]}): `tafelwerk verify` finds it") from fault
        raise InputError(_sql_fault(fault)) from fault


@contextmanager
def _interruptible(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Interrupt the connection on SIGINT at once: Python's own handler has to wait until DuckDB returns."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)

        def watch() -> None:
            while received := ours.recv(1):
                if received[0] == signal.SIGINT:
                    connection.interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before, warn_on_full_buffer=False)
            theirs.shutdown(socket.SHUT_RDWR)
            watcher.join()


def _sql_fault(fault: BaseException) -> str:
    text = str(fault).strip()
    first = text.partition("\n")[0]
    if "disabled" in text and ("external access" in text or "file system" in text.lower()):
        return f"a statement has no access to files or the network ({first})"
    hint = next((line for line in text.splitlines() if line.startswith(("Did you mean", "Candidate"))), "")
    return f"{first} {hint}".strip()
