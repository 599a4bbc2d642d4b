"""Files for the user, written whole or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tafelwerk.errors import InputError, StorageError

_ERRNO = re.compile(r'"errno":"(\d+)"')


@contextmanager
def written_whole(path: Path, argument: str = "--output") -> Iterator[Path]:
    """A place to write to, moved to `path` when the block ends well and removed when it does not.

    Args:
        path: the file to make or replace. A device or a pipe is written to directly.
        argument: the option that named it, for messages.

    Yields:
        The path to write to, in the same folder.

    Raises:
        InputError: `path` is a folder or its folder does not exist.
        StorageError: it cannot be written.
    """
    target = path.resolve()
    if target.is_dir():
        raise InputError(f"{argument} is a folder: {path}; name a file")
    if not target.parent.is_dir():
        raise InputError(f"{argument} {path}: there is no folder {path.parent}; make it first")
    if target.exists() and not target.is_file():
        yield target
        return
    partial = target.with_name(f".{target.stem}.{os.getpid()}.part{target.suffix}")
    try:
        try:
            yield partial
            with partial.open("rb+") as file:
                os.fsync(file.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror or error}; nothing was left behind") from error


def io_fault(fault: Exception) -> str:
    """What DuckDB says of a file that it cannot write, in the system's words where it names the system's number."""
    number = _ERRNO.search(str(fault))
    return os.strerror(int(number[1])) if number else str(fault).partition("\n")[0]
