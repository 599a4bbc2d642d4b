"""The user's files: read up to a limit, written whole or not at all; what they are, by their first bytes.

gzip, bzip2 and xz are unpacked as they are read, other files that are not what is wanted are named as what they are.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, cast

from tafelwerk.errors import ArgumentError, InputError, StorageError, in_quotes

Read = Callable[[int], bytes]
"""Returns at most the given number of bytes of a stream, and none at its end."""

HEAD = 4096
"""Bytes by which a file is known."""

_COMPRESSED = {"gzip": rb"\x1f\x8b\x08", "bzip2": rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)", "xz": rb"\xfd7zXZ\0"}

_SHEET = "a spreadsheet; save it there as CSV in UTF-8"
_DOCUMENT = "a document of a word processor; save it there as plain text in UTF-8"
_UNPACK = "; unpack it with: "
_CONVERT = "; convert it with: iconv -f {0} -t UTF-8 FILE > FILE.txt"

_KINDS: tuple[tuple[bytes, str], ...] = (
    (rb"PK\x03\x04.{26,200}?(?:xl/|application/vnd\.oasis\.opendocument\.spreadsheet)", _SHEET),
    (rb"PK\x03\x04.{26,200}?(?:word/|application/vnd\.oasis\.opendocument\.text)", _DOCUMENT),
    (rb"PK(?:\x03\x04|\x05\x06)", "a ZIP archive" + _UNPACK + "unzip FILE"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive" + _UNPACK + "7z x FILE"),
    (rb"Rar!\x1a\x07", "a RAR archive" + _UNPACK + "unrar x FILE"),
    (rb"\x28\xb5\x2f\xfd", "compressed by zstd" + _UNPACK + "zstd -d FILE"),
    (rb"\x04\x22\x4d\x18", "compressed by lz4" + _UNPACK + "lz4 -d FILE"),
    (rb"LZIP", "compressed by lzip" + _UNPACK + "lzip -d FILE"),
    (rb"\x1f\x9d", "compressed by compress" + _UNPACK + "gunzip FILE"),
    (rb".{257}ustar", "a tar archive" + _UNPACK + "tar -xf FILE"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a file of an older office program; save it there as text or CSV in UTF-8"),
    (rb"%PDF-", "a PDF document; take its text with: pdftotext FILE"),
    (rb"\{\\rtf", _DOCUMENT),
    (rb"SQLite format 3\0", "a SQLite database; export its table with: sqlite3 -csv FILE 'SELECT ...'"),
    (rb".{8}DUCK", "a DuckDB database; export its table with: duckdb -csv FILE 'SELECT ...'"),
    (rb"PAR1", "a Parquet file; write it as CSV with: duckdb -csv -c \"SELECT * FROM 'FILE'\""),
    (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP", "a picture"),
    (rb"\x7fELF|MZ.{62}|\xcf\xfa\xed\xfe", "a program"),
    (rb"(?:\xef\xbb\xbf)?\s*(?i:<!doctype html|<html)", "a web page; download the file that it shows, not the page"),
    (rb"\xff\xfe\0\0|\0\0\xfe\xff", "text in UTF-32" + _CONVERT.format("UTF-32")),
    (rb"\xff\xfe|\xfe\xff", "text in UTF-16" + _CONVERT.format("UTF-16")),
    (rb"(?:[\t\n\r -~]\0){8}", "text in UTF-16" + _CONVERT.format("UTF-16LE")),
    (rb"(?:\0[\t\n\r -~]){8}", "text in UTF-16" + _CONVERT.format("UTF-16BE")),
)
"""Beginnings of files that are not what is read here, and what they are, with the command that helps."""


def other_kind(head: bytes, name: str) -> str | None:
    """What a file is that cannot be text, in words, with the command that helps; None of other files.

    Args:
        head: its first HEAD bytes, or all of them.
        name: its name in commands.
    """
    for beginning, words in _KINDS:
        if re.match(beginning, head, re.DOTALL):
            import shlex

            return words.replace("FILE", shlex.quote(name))
    return None


def compression(head: bytes) -> str | None:
    """The program by which a file is compressed whose first bytes these are, if it is one that is unpacked here."""
    return next((kind for kind, beginning in _COMPRESSED.items() if re.match(beginning, head)), None)


def unpack(read: Read, name: str, file: str = "FILE") -> Read:
    """A stream as it was before it was compressed by gzip, bzip2 or xz; any other text as it is.

    Args:
        read: the stream.
        name: its name in messages.
        file: its name in the command that helps.

    Raises:
        InputError: it is a file of another kind, compressed or not; also while reading, if it is damaged.
    """
    head = read_head(read)
    stream = ResumedStream(head, read)
    packed_by = compression(head)
    if packed_by is not None:
        return _check_stream(_open(packed_by, stream), name, packed_by, file)
    kind = other_kind(head, file)
    if kind is not None:
        raise InputError(f"{name} is {kind}")
    return stream.read


class ResumedStream:
    """A stream whose first bytes were already read."""

    def __init__(self, head: bytes, read: Read) -> None:
        self._head, self._read = head, read

    def read(self, size: int) -> bytes:
        """The next bytes, no more than `size`."""
        if not self._head:
            return self._read(size)
        part, self._head = self._head[:size], self._head[size:]
        return part


def read_head(read: Read, size: int = HEAD) -> bytes:
    """The first bytes of a stream, fewer than `size` if it has no more."""
    head = b""
    while len(head) < size and (block := read(size - len(head))):
        head += block
    return head


def _open(kind: str, stream: ResumedStream) -> IO[bytes]:
    packed = cast("IO[bytes]", stream)
    if kind == "gzip":
        from gzip import GzipFile

        return cast("IO[bytes]", GzipFile(fileobj=packed))
    if kind == "bzip2":
        from bz2 import BZ2File

        return BZ2File(packed)
    from lzma import LZMAFile

    return LZMAFile(packed)


def _check_stream(stream: IO[bytes], name: str, packed_by: str, file: str) -> Read:
    """Reads unpacked bytes; what is wrong with them is an InputError, and so is another packed file in them."""
    import zlib
    from lzma import LZMAError

    begun = False

    def read_some(size: int) -> bytes:
        nonlocal begun
        try:
            block = stream.read(size)
        except (EOFError, zlib.error, LZMAError, OSError) as error:
            if isinstance(error, OSError) and error.errno:
                raise
            raise InputError(f"{name} is compressed by {packed_by} and damaged: {error}") from None
        inner = None if begun else other_kind(block, file)
        begun = True
        if inner is not None:
            raise InputError(f"{name} is compressed by {packed_by}; unpacked it is {inner}")
        return block

    return read_some


_STAGING = ".staging"
_OF_A_BOOK = r".+\.duckdb(\.wal|\.new)?|\.[a-z][a-z0-9_]*\.lock"
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
    if re.fullmatch(_OF_A_BOOK, target.name) or _STAGING in target.parts or _is_duckdb(target):
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
        InputError: it has more than `most` bytes; no more than that are read. Or it is a folder, or a file of another kind.
        OSError: it cannot be read.
    """
    if file.is_dir():
        raise InputError(f"{file} is a folder; give a file")
    with file.open("rb") as stream:
        return _read_at_most(unpack(stream.read, str(file), str(file)), most, str(file))


def read_standard_input(most: int = LARGEST_TEXT) -> bytes:
    """The text on standard input, up to its end, unpacked if it is compressed.

    Raises:
        InputError: it has more than `most` bytes; no more than that are read. Or it is of another kind.
        OSError: it cannot be read.
    """
    return _read_at_most(unpack(standard_input(), "standard input"), most, "standard input")


def name_in_text(file: Path) -> str:
    """What messages call a file, which may be standard input."""
    return "standard input" if str(file) == STANDARD_INPUT else str(file)


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
