"""Staged parts: the rows of one finished task, kept beside the book until their build is committed.

A part is `.staging/<family>/<build>/<task>.parquet`, written under a temporary name, synced and renamed: it is whole or
not there. What it is stands in its own metadata, so that a build that was stopped goes on with the parts it finds.
"""

import json
import os
import platform
import re
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tafelwerk.build.task import Build, Task, task_digest
from tafelwerk.errors import StorageError, TafelwerkError
from tafelwerk.fingerprint import solver_fingerprint
from tafelwerk.tables.checksum import digest_arrow

_MANIFEST = b"tafelwerk"
_TEMPORARY = re.compile(r"\.(?P<host>.*)-(?P<process>\d+)-[0-9a-f]+\.tmp")
_FORGOTTEN = 24 * 3600.0  # seconds after which another machine's temporary file is taken for dead


@dataclass(frozen=True, slots=True)
class Part:
    """What a staged part says of itself.

    Attributes:
        table: the table its rows belong to.
        rows: their number.
        sha256: hash of them as they stand.
        seconds: computing time.
        fingerprint: fingerprint of the solvers.
    """

    table: str
    rows: int
    sha256: str
    seconds: float
    fingerprint: str


def staging_folder(book: Path) -> Path:
    """Where all parts of a book are staged."""
    return book / ".staging"


def build_folder(book: Path, build: Build) -> Path:
    """Where the parts of a build are staged."""
    return staging_folder(book) / build.family / build.digest


def part_path(book: Path, build: Build, task: Task) -> Path:
    """Where a task's part is staged."""
    return build_folder(book, build) / f"{task_digest(task)}.parquet"


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


def stage(path: Path, task: Task) -> Part:
    """Run a task and stage its rows; returns the part's manifest.

    Raises:
        StorageError: the part cannot be written.
    """
    import pyarrow
    from pyarrow import parquet

    begin = time.perf_counter()
    table = _arrow(task.run())
    seconds = time.perf_counter() - begin
    rows, sha256 = digest_arrow(table)
    part = Part(task.table, rows, sha256, seconds, solver_fingerprint())
    table = table.replace_schema_metadata({_MANIFEST: json.dumps(asdict(part)).encode()})
    temporary = path.parent / f".{platform.node()}-{os.getpid()}-{os.urandom(6).hex()}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                parquet.write_table(table, file, compression="zstd")
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except (OSError, pyarrow.ArrowException) as error:
        raise StorageError(f"cannot write to {path.parent}: {getattr(error, 'strerror', None) or error}") from error
    return part


def manifest(path: Path) -> Part | None:
    """What the part says of itself; None where there is no readable part."""
    import pyarrow
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
        return Part(**json.loads(metadata[_MANIFEST]))
    except (OSError, pyarrow.ArrowException, KeyError, ValueError, TypeError):
        return None


def usable(path: Path, task: Task) -> Part | None:
    """The part an earlier run staged for this task, if these solvers made it and its rows are what they were."""
    part = manifest(path)
    if part is None or part.fingerprint != solver_fingerprint() or part.table != task.table:
        return None
    import pyarrow
    from pyarrow import parquet

    try:
        found = digest_arrow(parquet.ParquetFile(path).read())
    except (OSError, pyarrow.ArrowException):
        return None
    return part if found == (part.rows, part.sha256) else None


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
