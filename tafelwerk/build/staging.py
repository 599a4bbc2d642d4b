"""Staged parts: the rows of one finished task, kept beside the book until their build is committed.

A part is `.staging/<family>/<build>/<task>.parquet` (`<task>.<table>.parquet` of a task that fills several tables),
written under a temporary name, synced and renamed: it is complete or absent. Its own metadata describes it, so an interrupted
build resumes with the parts it finds. The checkpoint of a long task is next to its parts.
"""

import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.build.task import Build, Resumable, Task, tables_of, task_digest
from tafelwerk.errors import StorageError, TafelwerkError
from tafelwerk.fingerprint import family_fingerprint, machine
from tafelwerk.tables.checksum import digest_frame, digest_rows
from tafelwerk.tables.layout import Column, Table, identifier, layout
from tafelwerk.tables.readings import literal
from tafelwerk.tables.storage import duckdb_path, first_line, system_words
from tafelwerk.tables.value_types import Stream

if TYPE_CHECKING:
    import duckdb
    import polars

_TEMPORARY = re.compile(r"\.(?P<host>.*)-(?P<process>\d+)-[0-9a-f]+\.tmp")
_POLARS = {
    "BOOLEAN": "Boolean",
    "TINYINT": "Int8",
    "UTINYINT": "UInt8",
    "SMALLINT": "Int16",
    "USMALLINT": "UInt16",
    "INTEGER": "Int32",
    "UINTEGER": "UInt32",
    "BIGINT": "Int64",
    "UBIGINT": "UInt64",
    "FLOAT": "Float32",
    "DOUBLE": "Float64",
    "VARCHAR": "String",
    "HUGEINT": "String",
    "UHUGEINT": "String",
    "BLOB": "Binary",
}
_ATTEMPTS = 4  # to write into a folder that another build of the same takes away
_SLOW_SAVE = 0.05  # processor seconds of saving a state above which not every state is saved
_SAVE_SHARE = 9.0  # least time between such states, as a multiple of what the last one took
_FORGOTTEN = 24 * 3600.0  # seconds after which another machine's temporary file is taken for dead


@dataclass(frozen=True, slots=True)
class Part:
    """Manifest of a staged part.

    Attributes:
        table: the table its rows belong to.
        rows: their number.
        sha256: canonical hash of the rows, in their order.
        seconds: computing time, on one core, without compiling.
        fingerprint: fingerprint of the family's code.
        machine: processor and C library.
        held: the rows as a Polars frame, for a part that is not written; see `hold`.
        note: message about the task.
    """

    table: str
    rows: int
    sha256: str
    seconds: float
    fingerprint: str
    machine: str
    held: Any = field(default=None, compare=False, repr=False)
    note: str = field(default="", compare=False)


def staging_folder(book: Path) -> Path:
    """Folder of all staged parts of a book."""
    return book / ".staging"


def build_folder(book: Path, build: Build) -> Path:
    """Folder of a build's staged parts."""
    return staging_folder(book) / build.family / build.digest


def part_paths(book: Path, build: Build, task: Task) -> tuple[Path, ...]:
    """Paths of a task's staged parts, one per table."""
    folder, digest = build_folder(book, build), task_digest(task)
    if not hasattr(task, "tables"):
        return (folder / f"{digest}.parquet",)
    return tuple(folder / f"{digest}.{table}.parquet" for table in tables_of(task))


@dataclass(slots=True)
class FileCheckpoint:
    """Checkpoint of a long task, next to its parts; a checkpoint of other code is ignored."""

    path: Path
    fingerprint: str
    _due: float = field(default=0.0, init=False, repr=False, compare=False)
    """Processor time from which a state is saved again."""

    def load(self) -> Any:
        """The last saved state, or None."""
        saved = self._load()
        return saved["state"] if saved and saved.get("fingerprint") == self.fingerprint else None

    def save(self, state: Any, status: str) -> None:
        """Save the state, or leave it out: saving large states takes at most a tenth of the time.

        Raises:
            StorageError: it cannot be written.
        """
        begin = time.process_time()
        if begin < self._due:
            return
        text = json.dumps({"fingerprint": self.fingerprint, "status": status, "state": state})
        try:
            _write_whole(self.path, lambda temporary: temporary.write_text(text, encoding="utf-8"))
        except OSError as error:
            raise StorageError(f"cannot write to {self.path.parent}: {error.strerror or error}") from error
        end = time.process_time()
        self._due = end + _SAVE_SHARE * (end - begin) if end - begin > _SLOW_SAVE else end

    def status(self) -> str | None:
        """The last status."""
        saved = self._load()
        return saved["status"] if saved else None

    def stamp(self) -> tuple[int, int] | None:
        """A value that changes with every saved state; None if nothing was saved."""
        try:
            state = self.path.stat()
        except OSError:
            return None
        return state.st_ino, state.st_mtime_ns

    def _load(self) -> dict[str, Any] | None:
        try:
            saved = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return saved if isinstance(saved, dict) and {"state", "status"} <= set(saved) else None


def checkpoint(family: str, paths: tuple[Path, ...], task: Task) -> FileCheckpoint | None:
    """The checkpoint of a family's task whose parts are staged there; None if the task saves none."""
    if not isinstance(task, Resumable):
        return None
    return FileCheckpoint(paths[0].parent / f"{task_digest(task)}.checkpoint", family_fingerprint(family))


def prepare(book: Path, builds: tuple[Build, ...]) -> None:
    """Make the folders of the builds and remove unfinished files of dead processes.

    Raises:
        StorageError: a folder cannot be made or written to.
    """
    try:
        for build in builds:
            folder = build_folder(book, build)
            folder.mkdir(parents=True, exist_ok=True)
            clear_temporaries(folder)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise StorageError(f"cannot write to {folder}: permission denied")
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise StorageError(f"cannot write to the book {book}: {error.strerror}") from error


def clear_temporaries(folder: Path) -> None:
    """Remove unfinished files of dead processes from a folder."""
    for path in folder.glob(".*.tmp"):
        if _dead(path):
            path.unlink(missing_ok=True)


def stage(family: str, paths: tuple[Path, ...], task: Task) -> tuple[Part, ...]:
    """Run a task and stage its rows; returns the manifests of its parts.

    Args:
        family: its family.
        paths: paths of the parts, one per table of the task.
        task: the task; it resumes from its checkpoint if it saved one.

    Raises:
        StorageError: a part cannot be written.
    """
    saved = checkpoint(family, paths, task)
    parts = _run(family, task, saved)
    for path, part in zip(paths, parts, strict=True):
        _write_part(path, part)
    if saved is not None:
        saved.path.unlink(missing_ok=True)
    return tuple(replace(part, held=None) for part in parts)


def hold(family: str, task: Task) -> tuple[Part, ...]:
    """Run a task and keep its rows in memory, if running it again is faster than writing and reading its rows."""
    return _run(family, task, None)


def _run(family: str, task: Task, saved: FileCheckpoint | None) -> tuple[Part, ...]:
    """The parts of a task with their rows."""
    begin = _computing()
    rows, note = _resume(task, saved) if saved is not None and isinstance(task, Resumable) else (task.run(), "")
    seconds = max(0.0, _computing() - begin)
    by_table = rows if hasattr(task, "tables") else {tables_of(task)[0]: rows}
    if set(by_table) != set(tables_of(task)):
        raise TafelwerkError(
            f"a task's tables are {', '.join(tables_of(task))}, its rows those of {', '.join(by_table)}"
        )
    layouts = {table.name: table for table in layout(family)}
    parts = []
    for name in tables_of(task):
        if name not in layouts:
            raise TafelwerkError(f"the family {family} has no table {name}")
        held = _frame(by_table[name], layouts[name])
        digest = _digest(held, layouts[name])
        parts.append(Part(name, *digest, seconds, family_fingerprint(family), machine(), held, note))
        seconds, note = 0.0, ""  # counted and said once
    return tuple(parts)


def _resume(task: Resumable, saved: FileCheckpoint) -> tuple[Any, str]:
    """Rows of a task that resumes from its checkpoint, and a note if it discarded that and started again."""
    before = saved.stamp()
    try:
        return task.resume(saved), ""
    except (StorageError, MemoryError):
        raise
    except Exception as fault:
        if before is None or saved.stamp() != before or saved.load() is None:
            raise
        words = " ".join(f"{type(fault).__name__}: {fault}".split())
        saved.path.unlink(missing_ok=True)
    return task.resume(saved), f"a checkpoint of another shape was discarded ({words[:100]}); its task started again"


def _computing() -> float:
    """Processor time of this process without compiling, in seconds."""
    compiler = sys.modules.get("tafelwerk.solvers.machine.compiler")
    return time.process_time() - (compiler.compiling_seconds() if compiler is not None else 0.0)


def _frame(rows: Any, table: Table) -> "polars.DataFrame":
    """A task's rows in the table's columns and types.

    Raises:
        TafelwerkError: the columns are not the table's, differ in length, or have values that their types do not allow.
    """
    import polars

    if isinstance(rows, list):
        rows = _by_column(rows, table)
    columns = {name: rows[name] for name in (rows.columns if isinstance(rows, polars.DataFrame) else rows)}
    differing = set(columns) ^ set(table.column_names)
    if differing:
        raise TafelwerkError(f"rows and schema of {table.name} differ in the columns {', '.join(sorted(differing))}")
    lengths = {name: len(column) for name, column in columns.items() if not is_scalar(column)}
    if len(set(lengths.values())) != 1:
        raise TafelwerkError(f"a task's columns differ in length: {lengths}")
    (rows_made,) = set(lengths.values())
    series = []
    for column in table.columns:
        values = columns[column.name]
        try:
            series.append(_repeat(values, column, rows_made) if is_scalar(values) else _series(values, column))
        except (TypeError, OverflowError, polars.exceptions.PolarsError) as error:
            what = str(error).partition("\n")[0]
            raise TafelwerkError(f"rows of {table.name}: {column.name} is {column.type}: {what}") from error
    return polars.DataFrame(series)


def _by_column(rows: Sequence[Mapping[str, Any]], table: Table) -> dict[str, list[Any]]:
    """The columns of rows; without rows, those of the table.

    Raises:
        TafelwerkError: the rows differ in their columns.
    """
    names = rows[0].keys() if rows else table.column_names
    if any(row.keys() != names for row in rows):
        raise TafelwerkError(f"rows of {table.name} differ in their columns")
    return {name: [row[name] for row in rows] for name in names}


def is_scalar(values: Any) -> bool:
    """Whether a task gives a column as a single value for all rows."""
    return values is None or isinstance(values, str | bytes | int | float) or getattr(values, "ndim", 1) == 0


def _repeat(value: Any, column: Column, rows: int) -> "polars.Series":
    """A column with one value in all rows; text is stored once, with a number for it in the rows."""
    import polars

    single = _series([value], column)
    return (single.cast(polars.Categorical) if single.dtype == polars.String else single).new_from_index(0, rows)


def _series(values: Any, column: Column) -> "polars.Series":
    """A column as Polars has it; DuckDB makes enumerations and wide numbers of text."""
    import polars

    kind, is_list = column.type.removesuffix("[]"), column.type.endswith("[]")
    name = "String" if kind.startswith("ENUM") else _POLARS.get(kind)
    if name is None:
        return polars.Series(column.name, values)  # DuckDB converts it as it can
    if kind in ("HUGEINT", "UHUGEINT"):
        values = [None if value is None else str(value) for value in values]
    dtype = polars.List(getattr(polars, name)) if is_list else getattr(polars, name)
    return polars.Series(column.name, values, dtype=dtype)


def _digest(rows: "polars.DataFrame", table: Table) -> tuple[int, str]:
    """Number and canonical hash of a task's rows.

    Raises:
        TafelwerkError: they do not fit the table's types.
    """
    import duckdb

    digest = digest_frame(rows, table)
    if digest is not None:
        return digest
    with _scratch() as connection:
        connection.register("held", Stream(rows))
        try:
            return digest_rows(connection, cast_source("held", table), table, stored=False)
        except duckdb.Error as fault:
            what = str(fault).partition("\n")[0]
            raise TafelwerkError(f"rows of {table.name} do not fit its types: {what}") from fault


def cast_source(source: str, table: Table) -> str:
    """SQL after FROM for rows in the table's own types."""
    columns = (
        f"CAST({name} AS {column.type}) AS {name}" for column in table.columns for name in [identifier(column.name)]
    )
    return f"(SELECT {', '.join(columns)} FROM {source})"


def _scratch() -> "duckdb.DuckDBPyConnection":
    """A connection for one use; all share a database, because starting one takes longer than writing most parts."""
    return _database().cursor()


@cache
def _database() -> "duckdb.DuckDBPyConnection":
    import duckdb

    return duckdb.connect(":memory:", config={"threads": 1})


def _write_part(path: Path, part: Part) -> None:
    """Write one part with its manifest."""
    import duckdb

    manifest = {name: getattr(part, name) for name in ("table", "rows", "sha256", "seconds", "fingerprint", "machine")}
    # version 2 writes whole numbers that ascend, as ranks do, by their differences
    options = (
        "FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, USE_TMP_FILE false, KV_METADATA {tafelwerk: $manifest}"
    )

    def write(temporary: Path) -> None:
        with _scratch() as connection:
            connection.register("held", Stream(part.held))
            connection.execute(
                f"COPY (FROM held) TO {literal(duckdb_path(temporary))} ({options})", {"manifest": json.dumps(manifest)}
            )

    try:
        _write_whole(path, write)
    except OSError as error:
        raise StorageError(f"cannot write to {path.parent}: {error.strerror or error}") from error
    except duckdb.IOException as error:
        raise StorageError(f"cannot write to {path.parent}: {system_words(error) or first_line(error)}") from error


def temporary(folder: Path) -> Path:
    """Name of an unfinished file in a folder, by machine and process; see `clear_temporaries`."""
    return folder / f".{platform.node()}-{os.getpid()}-{os.urandom(6).hex()}.tmp"


def _write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under a temporary name, sync and rename it; make its folder, again if another build removes it."""
    for _ in range(_ATTEMPTS - 1):
        with suppress(FileNotFoundError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_once(temporary(path.parent), path, write)
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_once(temporary(path.parent), path, write)


def _write_once(unfinished: Path, path: Path, write: Callable[[Path], object]) -> None:
    try:
        unfinished.touch(exist_ok=False)
        write(unfinished)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def manifest(path: Path) -> Part | None:
    """The manifest of a part; None if there is no readable part."""
    import duckdb

    query = "SELECT decode(value) FROM parquet_kv_metadata(?) WHERE key = 'tafelwerk'"
    try:
        with _scratch() as connection:
            ((text,),) = connection.execute(query, [duckdb_path(path)]).fetchall()
        return Part(**json.loads(text))
    except (duckdb.Error, ValueError, TypeError):
        return None


def usable(family: str, paths: tuple[Path, ...], task: Task) -> tuple[Part, ...] | None:
    """The parts that an earlier run staged for a family's task, if this code made them and their rows are intact."""
    import duckdb

    layouts = {table.name: table for table in layout(family)}
    parts = []
    for path, table in zip(paths, tables_of(task), strict=True):
        part = manifest(path)
        if part is None or part.fingerprint != family_fingerprint(family) or part.table != table:
            return None
        source = cast_source(f"read_parquet({literal(duckdb_path(path))}, hive_partitioning = false)", layouts[table])
        try:
            with _scratch() as connection:
                digest = digest_rows(connection, source, layouts[table], stored=False)
        except duckdb.Error:
            return None
        if digest != (part.rows, part.sha256):
            return None
        parts.append(part)
    return tuple(parts)


def discard(book: Path, build: Build) -> None:
    """Remove the parts of a build, and the folders above if they become empty."""
    folder = build_folder(book, build)
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()
        staging_folder(book).rmdir()


def remove_empty(book: Path) -> None:
    """Remove empty staging folders."""
    root = staging_folder(book)
    with suppress(OSError):
        for family in list(root.iterdir()):
            with suppress(OSError):
                for folder in list(family.iterdir()):
                    with suppress(OSError):
                        folder.rmdir()
                family.rmdir()
        root.rmdir()


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable."""
    if os.name == "nt":
        return  # a folder cannot be opened there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _dead(path: Path) -> bool:
    """Whether no process writes this temporary file any more."""
    match = _TEMPORARY.fullmatch(path.name)
    if match and match["host"] == platform.node():
        try:
            os.kill(int(match["process"]), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
        return False
    try:
        return time.time() - path.stat().st_mtime > _FORGOTTEN
    except OSError:
        return False
