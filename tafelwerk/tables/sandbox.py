"""Statements from users: one read-only statement, without files, network or settings."""

import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import duckdb

from tafelwerk.errors import (
    BookError,
    InputError,
    LimitError,
    MissingTableError,
    StorageError,
    TafelwerkError,
    in_quotes,
    shorten,
    was_interrupted,
)
from tafelwerk.families import KNOWN
from tafelwerk.frozen import frozen
from tafelwerk.places import with_book
from tafelwerk.tables.book import (
    attach,
    check_folder,
    family_file,
    family_files,
    foreign_text,
    readable_file,
)
from tafelwerk.tables.contents import foreign_definitions, leave_idle, open_locked, take_idle
from tafelwerk.tables.layout import identifier, layout, macros, views
from tafelwerk.tables.published import create_table
from tafelwerk.tables.storage import file_state, is_damage, raise_file_fault
from tafelwerk.tables.value_types import REFUSED, Reader, check_names, expressions, frame, widen
from tafelwerk.wording import suggestion

if TYPE_CHECKING:
    import polars

_PERMITTED = "SELECT (FROM, WITH, VALUES, PIVOT), EXPLAIN, DESCRIBE, SHOW or SUMMARIZE"
_FILES = "-o g.csv writes the rows of a SELECT, .output g.csv in the prompt, and tafelwerk export those of a table"
_INSTEAD = {
    "COPY": _FILES,
    "EXPORT": _FILES,
    "PRAGMA": "DESCRIBE family.table lists columns, SHOW ALL TABLES tables",
}
"""What does the work of statements that are not allowed."""

_EXPLAIN = re.compile(
    r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*explain\b(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*(?:analyze\b)?\s*(?:\([^()]*\)(?=\s*\w))?",
    re.IGNORECASE | re.DOTALL,
)
_READS = re.compile(
    r"(?:\s|\(|--[^\n]*(?:\n|$)|/\*.*?\*/)*(?:select|from|with|pivot|pivot_wider|describe|summarize)\b",
    re.IGNORECASE | re.DOTALL,
)
_NOT_FOUND = re.compile(r'(?:Table|Scalar Function|Function) with name "?([\w.]+)"? does not exist')
_PUBLISHED = re.compile(r"\bpublished\b", re.IGNORECASE)
_FILE = re.compile(r'"(.*?[a-z][a-z0-9_]*\.duckdb)(?:\.wal)?"', re.DOTALL)
_FILE_FAULTS = ("IO Error", "Serialization Error", "FATAL Error", "Fatal Error", "INTERNAL Error", "Internal Error")
_LONGEST_FAULT = 600
"""Characters of a message of DuckDB's that are repeated: it may name every argument of a long statement."""

_OUT_OF_MEMORY = "Out of Memory Error"
_TOO_LARGE = "the statement needs more memory than allowed: raise the limit with --memory SIZE, or ask for less"
_MOST_PIVOTED = 1000
"""Columns that PIVOT may make of values."""

_BESIDE_OWN_FILES = (
    "to join a file of yours, open the book in DuckDB itself, ATTACH 'BOOK/FAMILY.duckdb' AS FAMILY (READ_ONLY), or join the "
    "frame of Python's book.sql(...)"
)
_OF_TEXT = re.compile(r"No function matches.*(?:\(VARCHAR\)|'[-+*/%]+\([^)]*VARCHAR)")
"""A function of one text, or arithmetic with one."""
_SPOKEN = re.compile(r"([A-Z][A-Za-z ]* Error): ")
_NO_BUILDS = (
    "SELECT ''::VARCHAR AS family, 0::UBIGINT AS build, ''::VARCHAR AS digest, ''::VARCHAR AS name, ''::VARCHAR AS parameters,"
    " 0::UBIGINT AS rows, ''::VARCHAR AS sha256, ''::VARCHAR AS fingerprint, ''::VARCHAR AS machine, ''::VARCHAR AS certainty,"
    " 0::DOUBLE AS seconds, TIMESTAMP '1970-01-01' AS built_at, ''::VARCHAR AS evidence WHERE false"
)

_NO_FILES = "SELECT ''::VARCHAR AS family, 0::UINTEGER AS version, ''::VARCHAR AS written_by WHERE false"

_BUILD = 'build, digest, name, parameters, "rows", sha256, fingerprint, machine, certainty, seconds, built_at, evidence'

_INSIST = 0.1  # seconds between attempts to interrupt a statement
_GRACE = 2.0  # seconds that an interrupted statement has to end by itself
_UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
_OVERHEAD = 256 << 20  # bytes for what DuckDB does not count: threads, buffers of the answer


@frozen
class Limits:
    """Limits of one statement. They apply to the whole process while the statement runs.

    Attributes:
        seconds: time from its start until its rows have been read.
        memory: bytes. None: half of the machine's.
        stuck: called in another thread with the error, if a statement does not end after an interrupt. DuckDB cannot interrupt
            a function that works on a single large value.
    """

    seconds: float
    memory: int | None = None
    stuck: Callable[[BaseException], object] | None = None


class Answer:
    """Answer of one statement; a context manager, within which Ctrl-C stops a statement that would not end.

    Attributes:
        relation: DuckDB's relation of the rows, to be read under `translate_errors`.
        columns: names of its columns.
        types: DuckDB's names of their types.
        left_out: families whose files cannot be read, and the errors; they are missing.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        relation: duckdb.DuckDBPyRelation,
        open_things: ExitStack,
        left_out: Mapping[str, TafelwerkError],
        *,
        has_parameters: bool = False,
    ) -> None:
        self.relation = relation
        self._has_parameters = has_parameters
        self.left_out = left_out
        self.columns: tuple[str, ...] = tuple(relation.columns)
        self.types: tuple[str, ...] = tuple(str(kind) for kind in relation.dtypes)
        self._connection = connection
        self._open = open_things

    def another(self, statement: str) -> "Answer":
        """Answer of a statement of the program's own on the same connection, to be read before this one is closed."""
        with translate_errors():
            return Answer(self._connection, self._connection.sql(statement), ExitStack(), self.left_out)

    def rows(self) -> list[tuple[Any, ...]]:
        """All rows, as Python values."""
        with translate_errors():
            return list(self.relation.fetchall())

    def batches(self, expressions: Sequence[str], size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Rows as Python values, some at a time; never all of them are in memory.

        Args:
            expressions: SQL expressions to read; the columns are #1, #2, ...
            size: rows at a time.
        """
        with translate_errors():
            relation = self.relation.project(", ".join(expressions))
            if self._has_parameters:
                # the text of the statement lacks their values
                rows = relation.fetchall()
                yield from (rows[start : start + size] for start in range(0, len(rows), size))
                return
            result = self._connection.execute(relation.sql_query())
            try:
                while batch := result.fetchmany(size):
                    yield batch
            finally:
                result.abort()

    def pl(self) -> "polars.DataFrame":
        """All rows, as a Polars frame; see `value_types` for the types.

        Raises:
            InputError: two columns have the same name, or Polars does not hold a type or a value.
        """
        check_names(self.columns, Reader.FRAME)
        with translate_errors():
            rows = frame(self.relation.project(", ".join(self._columns(Reader.FRAME))))
        return widen(rows, self.relation.types)

    def texts(self, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Rows as numbers, text, lists and dicts, some at a time.

        Raises:
            InputError: a column is of a type that has no text.
        """
        return self.batches(expressions(self.columns, self.relation.types, Reader.TEXT), size)

    def columns_for_parquet(self) -> "duckdb.DuckDBPyRelation":
        """The relation of the rows in types that Parquet holds.

        Raises:
            InputError: two columns have the same name, or Parquet does not hold a type.
        """
        check_names(self.columns, Reader.PARQUET, cases=False)
        with translate_errors():
            return self.relation.project(", ".join(self._columns(Reader.PARQUET)))

    def _columns(self, reader: Reader) -> list[str]:
        """The columns in types of a reader, under their names."""
        values = expressions(self.columns, self.relation.types, reader)
        return [f"{value} AS {identifier(name)}" for value, name in zip(values, self.columns, strict=True)]

    def close(self) -> None:
        """Release the book."""
        self._open.close()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, traceback)


_LATER_LINE = re.compile(r"^LINE ([2-9]|[1-9][0-9]+):", re.MULTILINE)
"""Where DuckDB's parser stopped, in a text of several lines."""


def check_statement(statement: str) -> str:
    """The statement, checked to be read-only.

    Raises:
        InputError: it is empty, more than one statement, not of a permitted type, or not SQL.
    """
    try:
        text = statement.encode()
    except UnicodeEncodeError as fault:
        raise InputError(f"the statement is not UTF-8 from character {fault.start + 1} on") from fault
    try:
        statements = duckdb.extract_statements(statement)
    except duckdb.Error as fault:
        line = _LATER_LINE.search(str(fault))
        raise InputError(_sql_fault(fault) + (f" in line {line[1]}" if line else "")) from fault
    if not statements:
        raise InputError(f"the statement is empty: give one {_PERMITTED} statement")
    if len(statements) > 1:
        raise InputError(f"one statement at a time, not {len(statements)}: give one {_PERMITTED} statement")
    kind = statements[0].type
    # DuckDB wraps what it is given in a query of its own: no semicolon, nor a comment behind one. Places are of bytes
    ends = [offset for offset, _ in duckdb.tokenize(statement) if text[offset : offset + 1] == b";"]
    alone = text[: ends[0]].decode() if ends else statement
    if kind == duckdb.StatementType.EXPLAIN:
        # EXPLAIN ANALYZE runs what it explains
        prefix = _EXPLAIN.match(statement)
        check_statement(statement[prefix.end() :] if prefix else "")
    elif kind == duckdb.StatementType.MULTI:
        if not _only_pivots(alone):
            raise InputError(
                f"a statement that writes, or explains, what PIVOT reads is not allowed: give one {_PERMITTED} statement"
            )
    elif kind != duckdb.StatementType.SELECT:
        begin = next(offset for offset, type_ in duckdb.tokenize(statement) if type_ != duckdb.token_type.comment)
        word = text[begin:].split()[0].decode().upper()
        instead = _INSTEAD.get(word, f"give one {_PERMITTED} statement")
        raise InputError(f"{word} is not allowed, because the book is only read: {instead}")
    return alone


def split_statements(text: str) -> list[str]:
    """The statements of a text, each behind as many line ends as stand before it; the text alone if it is not SQL, which
    `check_statement` refuses with the reason.
    """
    try:
        text.encode()
        queries = [each.query for each in duckdb.extract_statements(text)]
    except (duckdb.Error, UnicodeEncodeError):
        return [text]
    statements, end = [], 0
    for query in queries:
        begin = text.index(query, end)
        statements.append("\n" * text.count("\n", 0, begin) + query)
        end = begin + len(query)
    return statements or [text]


def _only_pivots(statement: str) -> bool:
    """Whether a statement of several steps is a reading one: those of PIVOT, which makes a type of the values that it reads.

    A statement that writes has steps, too, if it has a PIVOT within, but it is no part of a query.
    """
    if not _READS.match(statement):
        return False
    try:
        within = duckdb.extract_statements(f"FROM (\n{statement}\n)")
    except duckdb.Error:
        return False
    return [part.type for part in within] == [duckdb.StatementType.MULTI]


Parameters = Sequence[object] | Mapping[str, object]
"""Values of a statement's places: in order for `?` and `$1`, by name for `$name`."""


def query(
    book_path: Path,
    statement: str,
    limits: Limits | None = None,
    *,
    parameters: Parameters | None = None,
    beneath: Path | None = None,
    is_own: bool = False,
) -> Answer:
    """Answer one reading statement over all families of the book, which may be empty.

    A family whose file cannot be read is left out, unless the statement names it.

    Args:
        book_path: folder of the book.
        statement: one reading statement.
        limits: limits of time and memory.
        parameters: values of its places; a statement that has them is answered whole before its rows are read.
        beneath: folder of the supplementing book, for families of which the first has no file.
        is_own: whether the program has made the statement, for which a connection is used again while the files are the same.

    Raises:
        InputError: it is not one read-only statement, accesses files or the network, its parameters do not fit, or DuckDB
            rejects it.
        MissingTableError: it names a table of a family that has no file.
        BookError: it names a family whose file is damaged, foreign, of another format, or too old for the statement.
        StorageError: it names one whose file cannot be read.
        LimitError: it exceeds the limits.
    """
    alone = check_statement(statement)
    if not isinstance(parameters, Sequence | Mapping | None) or isinstance(parameters, str | bytes):
        quoted_text = in_quotes(str(parameters))
        raise InputError(f"parameters are a list of values for ?, or values by name for $name, not {quoted_text}")
    check_folder(book_path)
    folders = dict.fromkeys(family_files(beneath), beneath) if beneath is not None else {}
    folders |= dict.fromkeys(family_files(book_path), book_path)
    memory = "80%" if limits is None else "50%" if limits.memory is None else f"{limits.memory // 1000}KB"
    is_kept = is_own and not _PUBLISHED.search(alone)
    with ExitStack() as stack:
        connection, left_out = stack.enter_context(_borrow_connection(folders, memory, is_kept=is_kept))
        if _PUBLISHED.search(alone):
            with _stoppable():
                create_table(connection)
        stack.enter_context(_watch(connection, limits))
        if limits is not None:
            stack.enter_context(_memory_limited(connection))
        try:
            with translate_errors():
                relation = connection.sql(alone, params=parameters)
                return Answer(connection, relation, stack.pop_all(), left_out, has_parameters=bool(parameters))
        except InputError as error:
            for family, fault in left_out.items():
                if re.search(rf"\b{family}\b", alone, re.IGNORECASE):
                    raise fault from None
            _explain_missing(str(error), alone, book_path, folders)
            raise


_Opened = tuple[duckdb.DuckDBPyConnection, Mapping[str, TafelwerkError]]
"""A connection with the families' files attached, and the families that are left out."""

_MOST_HELD = 64 << 20
"""Bytes that a connection may hold while it waits."""


@contextmanager
def _borrow_connection(folders: Mapping[str, Path], memory: str, *, is_kept: bool) -> Iterator[_Opened]:
    """A connection over all families, with `meta.builds` and `meta.format`.

    Args:
        folders: folders of the books from which the families are read.
        memory: its limit.
        is_kept: whether it may have been used before, and waits for the next statement afterwards, unless this one fails.
    """
    files = {family: family_file(folder, family) for family, folder in folders.items()}
    use, state = f"statements in {memory}", tuple((family, file, file_state(file)) for family, file in files.items())
    idle = take_idle(use, state) if is_kept else None
    connection, left_out = _open_all(folders, memory) if idle is None else (idle, {})
    try:
        yield connection, left_out
        # Windows does not replace a file that is open
        is_kept = is_kept and not left_out and sys.platform != "win32"
        if is_kept:
            ((held,),) = connection.execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchall()
            is_kept = held <= _MOST_HELD
    except BaseException:
        connection.close()
        raise
    if is_kept:
        leave_idle(use, connection, state)
    else:
        connection.close()


def _open_all(folders: Mapping[str, Path], memory: str) -> _Opened:
    """A new connection over all families, with `meta.builds` and `meta.format`. Arguments as of `_borrow_connection`."""
    files = [family_file(folder, family) for family, folder in folders.items()]
    connection = open_locked(files, settings={"memory_limit": memory, "pivot_limit": str(_MOST_PIVOTED)})
    try:
        with _stoppable():
            left_out = _attach_all(connection, folders)
        connection.execute("CREATE SCHEMA meta")
        for name, empty, columns in (("builds", _NO_BUILDS, _BUILD), ("format", _NO_FILES, "version, written_by")):
            parts = [
                f"SELECT '{family}' AS family, {columns} FROM {family}.meta.{name}"
                for family in sorted(folders)
                if family not in left_out
            ]
            connection.execute(f"CREATE VIEW meta.{name} AS " + " UNION ALL BY NAME ".join([empty, *parts]))
    except BaseException:
        connection.close()
        raise
    return connection, left_out


def _explain_missing(said: str, statement: str, book: Path, folders: Mapping[str, Path]) -> None:
    """Raise if a table or macro that DuckDB does not find belongs to a family that is not built, or is newer than its file.

    Args:
        said: DuckDB's message.
        statement: the statement.
        book: folder of the book.
        folders: folders of the books from which families are read.

    Raises:
        MissingTableError: the family has no file.
        BookError: the family's file is of an earlier version.
        InputError: the family has no file, and would have no such table or macro.
    """
    match = _NOT_FOUND.search(said)
    if not match:
        return
    qualifier, _, name = str(match[1]).rpartition(".")
    if name.lower() in KNOWN and not qualifier:
        family = name.lower()
        raise InputError(
            f"{family} is a family of tables, not a table; name one as family.table: tafelwerk schema {family}"
        ) from None
    call = r"\s*\(" if "Function" in match[0] else r"\b"
    # DuckDB names the family only where there is none
    where = f"{qualifier}.{name}" if qualifier else statement
    family_names = "|".join(dict.fromkeys([*KNOWN, *folders]))
    caret = re.search(
        rf'\b"?({family_names})"?\s*\.\s*(?:"?main"?\s*\.\s*)?"?{re.escape(name)}"?{call}', where, re.IGNORECASE
    )
    if not caret or (call == r"\b" and not qualifier and caret[1].lower() not in folders):
        return
    family, is_macro = caret[1].lower(), call != r"\b"
    known = [entry.name for entry in (macros(family) if is_macro else (*layout(family), *views(family)))]
    what = f"{'macro' if is_macro else 'table'} {family}.{name.lower()}"
    if name.lower() in known:
        if family not in folders:
            from tafelwerk.tables.provenance import first_build

            raise MissingTableError(what, first_build(family), book) from None
        update = with_book(f"tafelwerk build {family}", book)
        file = family_file(folders[family], family)
        raise BookError(
            f"{file} was made by an earlier version, which had no {what}; bring it up to date with: {update}"
        ) from None
    if family not in folders:
        names = [f"{family}.{entry}" for entry in known]
        raise InputError(
            f"unknown {what}; {suggestion(f'{family}.{name}', names, f'tafelwerk schema {family}')}"
        ) from None


def _attach_all(connection: duckdb.DuckDBPyConnection, folders: Mapping[str, Path]) -> dict[str, TafelwerkError]:
    """Attach every family whose file is sound and entirely the program's own. Returns the errors of the others.

    `folders`: folders of the books from which the families are read.
    """
    left_out: dict[str, TafelwerkError] = {}
    files = {family: family_file(book, family) for family, book in folders.items()}
    states = {family: (file, file_state(file)) for family, file in files.items()}
    for family, book in folders.items():
        try:
            if not readable_file(book, family):
                raise StorageError(f"{files[family]} was removed a moment ago: try again")
            attach(connection, book, family)
        except (BookError, StorageError) as fault:
            left_out[family] = fault
    sound = [family for family in folders if family not in left_out]
    for family, names in foreign_definitions(connection, sound, states).items():
        connection.execute(f"DETACH {family}")
        left_out[family] = BookError(foreign_text(folders[family], family, names))
    return left_out


@contextmanager
def _stoppable() -> Iterator[None]:
    """Raise KeyboardInterrupt if Ctrl-C has stopped one of the program's own statements."""
    try:
        yield
    except (RuntimeError, duckdb.InterruptException) as fault:
        if was_interrupted(fault):
            raise KeyboardInterrupt from fault
        raise


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate DuckDB's errors, direct or through an Arrow stream, into those of this program.

    Raises:
        InputError: the statement is at fault.
        BookError, StorageError: a file of the book is at fault.
        LimitError: the statement needs more memory than allowed.
        KeyboardInterrupt: the statement was stopped.
    """
    try:
        yield
    except TafelwerkError:
        raise
    except MemoryError as fault:
        raise LimitError(_TOO_LARGE) from fault
    except (duckdb.Error, OSError, ValueError, RuntimeError) as fault:
        text = str(fault)
        if was_interrupted(fault):
            raise KeyboardInterrupt from fault
        spoken = _SPOKEN.match(text)
        if spoken and spoken[1] == _OUT_OF_MEMORY:
            raise LimitError(_TOO_LARGE) from fault
        damaged = is_damage(fault) and (not spoken or spoken[1] in _FILE_FAULTS)
        if not isinstance(fault, duckdb.Error) and not spoken and not damaged:
            raise
        file = _FILE.search(text)
        if file and (damaged or (spoken and spoken[1] in _FILE_FAULTS)):
            raise_file_fault(fault, Path(file[1]))
        if damaged:
            raise BookError(f"a file of the book is damaged ({text[:160]}): `tafelwerk verify` finds it") from fault
        raise InputError(_sql_fault(fault)) from fault


@contextmanager
def _watch(connection: duckdb.DuckDBPyConnection, limits: Limits | None) -> Iterator[None]:
    """Interrupt the connection on SIGINT and when its time is up, at once: Python's own handler waits for DuckDB.

    Raises:
        LimitError: instead of KeyboardInterrupt, if the time was up.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main and limits is None:
        yield
        return
    ours, theirs = socket.socketpair()
    reasons: list[BaseException] = []

    def watch() -> None:
        deadline = None if limits is None else time.monotonic() + limits.seconds
        stopped = 0.0
        while True:
            now = time.monotonic()
            wait = _INSIST if reasons else None if deadline is None else max(deadline - now, 1e-3)
            ours.settimeout(wait)
            try:
                received = ours.recv(1)
            except TimeoutError:
                received = None
            if received == b"":
                return
            if received is not None and received[0] != signal.SIGINT:
                continue
            if not reasons:
                stopped = time.monotonic()
                if received is not None:
                    reasons.append(KeyboardInterrupt())
                elif limits is not None:
                    reasons.append(LimitError(_too_long(limits.seconds)))
            # a statement that begins anew, to fetch more rows, has forgotten that it was interrupted
            connection.interrupt()
            if limits is not None and limits.stuck is not None and time.monotonic() - stopped > _GRACE:
                limits.stuck(reasons[0])

    with ours, theirs:
        theirs.setblocking(False)
        before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False) if is_main else -1
        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        except KeyboardInterrupt as fault:
            if reasons and isinstance(reasons[0], LimitError):
                raise reasons[0] from fault
            raise
        finally:
            if is_main:
                signal.set_wakeup_fd(before, warn_on_full_buffer=False)
            theirs.shutdown(socket.SHUT_RDWR)
            watcher.join()


def _too_long(seconds: float) -> str:
    return f"the statement took longer than {seconds:g} s: raise the limit with --timeout S, or ask for less"


@contextmanager
def _memory_limited(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Apply the connection's memory limit to the process, too, if the system can: DuckDB does not count large values."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    number, unit = str(connection.execute("SELECT current_setting('memory_limit')").fetchall()[0][0]).split()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    most = pages * os.sysconf("SC_PAGE_SIZE") + int(float(number) * _UNITS[unit]) + _OVERHEAD
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    allowed = [most, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_DATA, (min(allowed), hard))
    try:
        yield
    except MemoryError as fault:
        raise LimitError(_TOO_LARGE) from fault
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _sql_fault(fault: BaseException) -> str:
    text = str(fault).strip()
    first = shorten(text.partition("\n")[0], _LONGEST_FAULT)
    if first.startswith(f"Invalid Input Error: {REFUSED}"):
        return first.removeprefix("Invalid Input Error: ")
    if "disabled" in text and ("external access" in text or "file system" in text.lower()):
        return f"a statement has no access to files or the network ({first}); {_BESIDE_OWN_FILES}"
    if "Values were not provided for the following" in first:
        return f"{first}; --param NAME=VALUE gives one"
    if "Pivot column limit" in first:
        # of the whole rows that DuckDB reads in a table's name it would make thousands of columns, for minutes
        return f"PIVOT makes at most {_MOST_PIVOTED:,} columns: ON takes a column of few values; a table's name means its rows"
    hint = next((line for line in text.splitlines() if line.startswith(("Did you mean", "Candidate"))), "")
    if _OF_TEXT.search(first):
        first, hint = (
            first.rstrip(". "),
            "; numerators and denominators are text of any length: take the column without _num, or ::HUGEINT",
        )
        return first + hint
    return f"{first} {hint}".strip()
