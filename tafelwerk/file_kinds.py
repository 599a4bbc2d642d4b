"""What a file is, by its first bytes: gzip, bzip2 and xz are unpacked as they are read, other files named as what they are."""

import re
from collections.abc import Callable
from typing import IO, cast

from tafelwerk.errors import InputError

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
    head = _first(read)
    stream = _Stream(head, read)
    packed_by = compression(head)
    if packed_by is not None:
        return _check_stream(_open(packed_by, stream), name, packed_by, file)
    kind = other_kind(head, file)
    if kind is not None:
        raise InputError(f"{name} is {kind}")
    return stream.read


class _Stream:
    """A stream whose first bytes were already read."""

    def __init__(self, head: bytes, read: Read) -> None:
        self._head, self._read = head, read

    def read(self, size: int) -> bytes:
        """At most so many bytes."""
        if not self._head:
            return self._read(size)
        part, self._head = self._head[:size], self._head[size:]
        return part


def _first(read: Read) -> bytes:
    head = b""
    while len(head) < HEAD and (block := read(HEAD - len(head))):
        head += block
    return head


def _open(kind: str, stream: _Stream) -> IO[bytes]:
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
