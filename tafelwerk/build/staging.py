"""Staged parts: the rows of one finished task, kept beside the book until their build is committed.

A part is `.staging/<family>/<build>/<task>.parquet` (`<task>.<table>.parquet` of a task that fills several tables),
written under a temporary name, synced and renamed: it is whole or not there. What it is stands in its own metadata, so
that a build that was stopped goes on with the parts it finds. A long task's checkpoint stands beside its parts.
"""

import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from tafelwerk.build.task import Build, Task, tables_of, task_digest
from tafelwerk.errors import StorageError, TafelwerkError
from tafelwerk.fingerprint import family_fingerprint, machine
from tafelwerk.tables.checksum import digest_arrow
from tafelwerk.tables.layout import Table

_MANIFEST = b"tafelwerk"
_TEMPORARY = re.compile(r"\.(?P<host>.*)-(?P<process>\d+)-[0-9a-f]+\.tmp")
_ARROW = {
    "BOOLEAN": "bool", "TINYINT": "int8", "UTINYINT": "uint8", "SMALLINT": "int16", "USMALLINT": "uint16", "INTEGER": "int32",
    "UINTEGER": "uint32", "BIGINT": "int64", "UBIGINT": "uint64", "FLOAT": "float", "DOUBLE": "double",
}  # fmt: skip
_ATTEMPTS = 4  # to write into a folder that another build of the same takes away
_FORGOTTEN = 24 * 3600.0  # seconds after which another machine's temporary file is taken for dead


@dataclass(frozen=True, slots=True)
class Part:
    """What a staged part says of itself.

    Attributes:
        table: the table its rows belong to.
        rows: their number.
        sha256: hash of them as they stand.
        seconds: computing time, on one core, without compiling.
        fingerprint: fingerprint of the family's code.
        machine: processor and C library.
        held: the rows themselves, as an Arrow table, of a part that is not written; see `hold`.
    """

    table: str
    rows: int
    sha256: str
    seconds: float
    fingerprint: str
    machine: str
    held: Any = field(default=None, compare=False, repr=False)


def staging_folder(book: Path) -> Path:
    """Where all parts of a book are staged."""
    return book / ".staging"


def build_folder(book: Path, build: Build) -> Path:
    """Where the parts of a build are staged."""
    return staging_folder(book) / build.family / build.digest


def part_paths(book: Path, build: Build, task: Task) -> tuple[Path, ...]:
    """Where a task's parts are staged, one a table."""
    folder, digest = build_folder(book, build), task_digest(task)
    if not hasattr(task, "tables"):
        return (folder / f"{digest}.parquet",)
    return tuple(folder / f"{digest}.{table}.parquet" for table in tables_of(task))


@dataclass(frozen=True, slots=True)
class FileCheckpoint:
    """How far a long task has come, beside its parts; what other code saved does not count."""

    path: Path
    fingerprint: str

    def load(self) -> Any:
        """What was saved last, or None."""
        saved = self._read()
        return saved["state"] if saved and saved.get("fingerprint") == self.fingerprint else None

    def save(self, state: Any, status: str) -> None:
        """Keep the state.

        Raises:
            StorageError: it cannot be written.
        """
        text = json.dumps({"fingerprint": self.fingerprint, "status": status, "state": state})
        try:
            _write_whole(self.path, lambda file: file.write(text.encode()))
        except OSError as error:
            raise StorageError(f"cannot write to {self.path.parent}: {error.strerror or error}") from error

    def status(self) -> str | None:
        """What was said of it last."""
        saved = self._read()
        return saved["status"] if saved else None

    def _read(self) -> dict[str, Any] | None:
        try:
            saved = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return saved if isinstance(saved, dict) and {"state", "status"} <= set(saved) else None


def checkpoint(family: str, paths: tuple[Path, ...], task: Task) -> FileCheckpoint | None:
    """The checkpoint of a family's task whose parts are staged there; None if the task saves none."""
    if not hasattr(task, "resume"):
        return None
    return FileCheckpoint(paths[0].parent / f"{task_digest(task)}.checkpoint", family_fingerprint(family))


def prepare(book: Path, builds: tuple[Build, ...]) -> None:
    """Make the folders of the builds and clear away what dead processes left half written.

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
    """Remove what dead processes left half written in a build's folder."""
    for path in folder.glob(".*.tmp"):
        if _dead(path):
            path.unlink(missing_ok=True)


def stage(family: str, paths: tuple[Path, ...], task: Task) -> tuple[Part, ...]:
    """Run a task and stage its rows; returns the manifests of its parts.

    Args:
        family: its family.
        paths: where the parts go, one a table of the task.
        task: the task; it goes on from its checkpoint if it saved one.

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
    """Run a task and hold its rows: for one that is sooner run again than its rows are written and read."""
    return _run(family, task, None)


def _run(family: str, task: Task, saved: FileCheckpoint | None) -> tuple[Part, ...]:
    """The parts of a task with their rows."""
    begin = _computing()
    rows = task.run() if saved is None else task.resume(saved)  # type: ignore[attr-defined]
    seconds = max(0.0, _computing() - begin)
    by_table = rows if hasattr(task, "tables") else {tables_of(task)[0]: rows}
    if set(by_table) != set(tables_of(task)):
        raise TafelwerkError(
            f"a task's tables are {', '.join(tables_of(task))}, its rows those of {', '.join(by_table)}"
        )
    parts = []
    for table in tables_of(task):
        held = _arrow(by_table[table])
        parts.append(Part(table, *digest_arrow(held), seconds, family_fingerprint(family), machine(), held))
        seconds = 0.0  # counted once
    return tuple(parts)


def _computing() -> float:
    """Processor time of this process without compiling, in seconds."""
    jit = sys.modules.get("tafelwerk.solvers.jit")
    return time.process_time() - (jit.compiling_seconds() if jit is not None else 0.0)


def _write_part(path: Path, part: Part) -> None:
    """Write one part with its manifest."""
    import pyarrow
    from pyarrow import parquet

    manifest = {name: getattr(part, name) for name in ("table", "rows", "sha256", "seconds", "fingerprint", "machine")}
    rows = part.held.replace_schema_metadata({_MANIFEST: json.dumps(manifest).encode()})
    try:
        _write_whole(path, lambda file: parquet.write_table(rows, file, compression="zstd", **_encodings(rows)))
    except (OSError, pyarrow.ArrowException) as error:
        raise StorageError(f"cannot write to {path.parent}: {getattr(error, 'strerror', None) or error}") from error


def _encodings(rows: Any) -> dict[str, Any]:
    """How columns are written: whole numbers that ascend, as ranks do, by their differences, others by a dictionary."""
    import numpy as np
    import pyarrow

    ascending = []
    for column in rows.schema:
        if pyarrow.types.is_integer(column.type) and column.type.bit_width >= 32 and not rows[column.name].null_count:
            values = rows[column.name].to_numpy()
            if len(values) > 1 and bool(np.all(values[1:] > values[:-1])):
                ascending.append(column.name)
    others = [name for name in rows.column_names if name not in ascending]
    return {"use_dictionary": others, "column_encoding": dict.fromkeys(ascending, "DELTA_BINARY_PACKED") or None}


def _temporary(folder: Path) -> Path:
    return folder / f".{platform.node()}-{os.getpid()}-{os.urandom(6).hex()}.tmp"


def _write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file under a temporary name, sync and rename it; make its folder, anew if another build takes it away."""
    for _ in range(_ATTEMPTS - 1):
        with suppress(FileNotFoundError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_once(_temporary(path.parent), path, write)
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_once(_temporary(path.parent), path, write)


def _write_once(temporary: Path, path: Path, write: Callable[[BinaryIO], object]) -> None:
    try:
        with temporary.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def manifest(path: Path) -> Part | None:
    """What the part says of itself; None where there is no readable part."""
    import pyarrow
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
        return Part(**json.loads(metadata[_MANIFEST]))
    except (OSError, pyarrow.ArrowException, KeyError, ValueError, TypeError):
        return None


def usable(family: str, paths: tuple[Path, ...], task: Task) -> tuple[Part, ...] | None:
    """The parts an earlier run staged for a family's task, if this code made them and their rows are what they were."""
    import pyarrow
    from pyarrow import parquet

    found = []
    for path, table in zip(paths, tables_of(task), strict=True):
        part = manifest(path)
        if part is None or part.fingerprint != family_fingerprint(family) or part.table != table:
            return None
        try:
            digest = digest_arrow(parquet.ParquetFile(path).read())
        except (OSError, pyarrow.ArrowException):
            return None
        if digest != (part.rows, part.sha256):
            return None
        found.append(part)
    return tuple(found)


def is_canonical(path: Path, part: Part, table: Table) -> bool:
    """Whether a part's columns are the table's, in their order and of fixed types that are hashed as they stand."""
    from pyarrow import parquet

    schema = parquet.read_schema(path) if part.held is None else part.held.schema
    wanted = [(column.name, _ARROW.get(column.type)) for column in table.columns]
    return wanted == [(field.name, str(field.type)) for field in schema] and not any(c.measured for c in table.columns)


def discard(book: Path, build: Build) -> None:
    """Remove the parts of a build, and the folders above that are empty then."""
    shutil.rmtree(build_folder(book, build), ignore_errors=True)
    remove_empty(book)


def remove_empty(book: Path) -> None:
    """Remove the staging folders that hold nothing."""
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


def _arrow(rows: Any) -> Any:
    """A task's rows as an Arrow table."""
    import pyarrow

    if isinstance(rows, Mapping):
        lengths = {name: len(column) for name, column in rows.items()}
        if len(set(lengths.values())) > 1:
            raise TafelwerkError(f"a task's columns differ in length: {lengths}")
        return pyarrow.table({name: pyarrow.array(column) for name, column in rows.items()})
    return rows.to_arrow()


def _dead(path: Path) -> bool:
    """Whether nobody writes this temporary file any more."""
    found = _TEMPORARY.fullmatch(path.name)
    if found and found["host"] == platform.node():
        try:
            os.kill(int(found["process"]), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
        return False
    try:
        return time.time() - path.stat().st_mtime > _FORGOTTEN
    except OSError:
        return False
