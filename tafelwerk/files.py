"""The user's files: read up to a limit, written whole or not at all."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tafelwerk.errors import ArgumentError, InputError, StorageError, in_quotes
from tafelwerk.file_kinds import Read, unpack

_STAGING = ".staging"
_OF_A_BOOK = re.compile(r".+\.duckdb(\.wal|\.new)?|\.[a-z][a-z0-9_]*\.lock")
_partial: set[Path] = set()


def named_path(given: str | os.PathLike[str], argument: str) -> Path:
    """A path that a user names. An empty one, as of a shell variable that is not set, is not the current folder.

    Args:
        given: the path.
        argument: what names it, for messages.

    Raises:
        InputError: it is empty, or no path can be so named.
    """
    text = os.fspath(given)
    if not text:
        raise InputError(f"{argument} is empty: name a path, or leave it out")
    if "\0" in text:
        raise InputError(f"{argument} {in_quotes(text)} has a null character, which no path can have")
    return Path(text)


def refuse_book_file(path: Path, argument: str = "--output") -> None:
    """Raise for a path that is, or looks like, a file of a book.

    Args:
        path: the file to make, replace or append to.
        argument: the option that gave it, for messages.

    Raises:
        ArgumentError: it is a DuckDB file, has the name of one or of a lock, or lies in a staging folder.
    """
    target = Path(os.path.realpath(path))
    if _OF_A_BOOK.fullmatch(target.name) or _STAGING in target.parts or _is_duckdb(target):
        raise ArgumentError(f"{argument} {path} is a file of a book, to which only builds write; give another file")


def _is_duckdb(path: Path) -> bool:
    if not path.is_file():
        return False
    with suppress(OSError), path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"
    return False


def abandon() -> None:
    """Remove unfinished files before the process ends at once."""
    for path in tuple(_partial):
        with suppress(OSError):
            path.unlink(missing_ok=True)


STANDARD_INPUT = "-"
"""What stands on the command line for standard input."""

LARGEST_TEXT = 64 * 2**20
"""Default limit of the bytes of a file that is read whole."""


def read_limited(file: Path, most: int = LARGEST_TEXT) -> bytes:
    """Content of a file of text, unpacked if it is compressed.

    Raises:
        InputError: it has more than `most` bytes; no more than that are read. Or it is a file of another kind.
        OSError: it cannot be read.
    """
    with file.open("rb") as stream:
        return _read_at_most(unpack(stream.read, str(file), str(file)), most, str(file))


def read_standard_input(most: int = LARGEST_TEXT) -> bytes:
    """The text on standard input, up to its end, unpacked if it is compressed.

    Raises:
        InputError: it has more than `most` bytes; no more than that are read. Or it is of another kind.
        OSError: it cannot be read.
    """
    return _read_at_most(unpack(standard_input(), "standard input"), most, "standard input")


def standard_text() -> str:
    """The text on standard input, up to its end.

    Raises:
        InputError: it is not UTF-8, or longer than `read_standard_input` reads.
        OSError: it cannot be read.
    """
    try:
        return read_standard_input().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("standard input is not text in UTF-8") from None


def standard_input() -> Callable[[int], bytes]:
    """A reader of standard input: returns at most a number of bytes, or characters if replaced by text; b"" at its end."""
    stream = getattr(sys.stdin, "buffer", None)
    # a caller of the program may have put a text in its place
    if stream is not None:
        read: Callable[[int], bytes] = stream.read
        return read
    return lambda size: b"" if sys.stdin is None else sys.stdin.read(size).encode(errors="surrogateescape")


def _read_at_most(read: Read, most: int, name: str) -> bytes:
    content = bytearray()
    while len(content) <= most and (block := read(most + 1 - len(content))):
        content += block
    if len(content) > most:
        raise InputError(f"{name} has more than {most / 2**20:,.0f} MB, the limit")
    return bytes(content)


@contextmanager
def written_whole(path: Path, argument: str = "--output") -> Iterator[Path]:
    """A temporary path to write to, moved to `path` if the block succeeds and removed otherwise.

    Args:
        path: the file to make or replace. A device or a pipe is written to directly.
        argument: the option that named it, for messages.

    Yields:
        The path to write to, in the same folder.

    Raises:
        ArgumentError: `path` is a folder or a file of a book, or its folder does not exist.
        StorageError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror}") from error
    if target.is_dir():
        raise ArgumentError(f"{argument} is a folder: {path}; give a file")
    if not target.parent.is_dir():
        raise ArgumentError(f"{argument} {path}: there is no folder {path.parent}; create it first")
    refuse_book_file(path, argument)
    if target.exists() and not target.is_file():
        yield target
        return
    partial = target.with_name(f".{target.stem}.{os.getpid()}.part{target.suffix}")
    _partial.add(partial)
    try:
        try:
            yield partial
            with partial.open("rb+") as file:
                os.fsync(file.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
            _partial.discard(partial)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"cannot write {path}: {error.strerror or error}; nothing was left behind") from error
