"""Records in a stream of bytes: `(;` properties `;)`, mostly one per line.

A value in brackets ends at the first `]`; nothing is escaped. Line ends have no meaning, and text between records is ignored.
A record without end is abandoned where the next one begins. At most one record and one block are kept in memory.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

BLOCK = 1 << 16
"""Bytes read at a time."""

LONGEST = 1 << 16
"""Largest size of a record in bytes; real ones have fewer than two thousand."""

KNOWN = frozenset(("GM", "PC", "CO", "SE", "ID", "DT", "OW", "P0", "P1", "P2", "R0", "R1", "R2", "MV", "R"))
"""The properties that the server writes."""

_BEGIN = b"(;"
_OUTSIDE = re.compile(rb"\[|;\)|\(;GM\[|#[^\n]*")
_INSIDE = re.compile(rb"\]|\(;GM\[")
_PROPERTY = re.compile(r"(?:\s|#[^\n]*)*([A-Z][A-Z0-9]*)\s*\[([^\]]*)\]", re.ASCII)
_REST = re.compile(r"(?:\s|#[^\n]*)*", re.ASCII)
_NO_TEXT = re.compile(r"[^\t\n\r -~]")


class FaultError(Exception):
    """A record that cannot be read.

    Attributes:
        kind: kind of error, one word.
        detail: the offending text.
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail = kind, detail


class RawRecord(NamedTuple):
    """The bytes of a record between `(;` and `;)`.

    Attributes:
        line: its first line, from 1.
        content: the bytes.
        whole: whether its end was found.
    """

    line: int
    content: bytes
    whole: bool


def raw_records(read: Callable[[int], bytes]) -> Iterator[RawRecord]:
    """The records of a stream, in order.

    Args:
        read: returns at most the given number of bytes of the stream, and none at its end.
    """
    buffer, line, at_end = b"", 1, False
    while True:
        begin = buffer.find(_BEGIN)
        # the last byte of a block may be the first half of a beginning
        dropped = begin if begin >= 0 else max(len(buffer) - 1, 0)
        line += buffer.count(b"\n", 0, dropped)
        buffer = buffer[dropped:]
        end, after = (None, 0) if begin < 0 else _end(buffer)
        if end is None and begin >= 0 and (at_end or len(buffer) >= LONGEST):
            end, after = len(buffer) if at_end else len(_BEGIN), 0
        if end is not None:
            whole = after > end
            yield RawRecord(line, buffer[len(_BEGIN) : end], whole)
            used = after or end
            line += buffer.count(b"\n", 0, used)
            buffer = buffer[used:]
        elif at_end:
            return
        else:
            block = read(BLOCK)
            at_end = not block
            buffer += block


def _end(buffer: bytes) -> tuple[int | None, int]:
    """End of the content of the record at the beginning of a buffer, None if not in the buffer; place where reading continues."""
    place, pattern = len(_BEGIN), _OUTSIDE
    while match := pattern.search(buffer, place):
        place, found = match.end(), match[0]
        if found == b"(;GM[":
            return match.start(), match.start()
        if found == b";)":
            return match.start(), place
        if found in (b"[", b"]"):
            pattern = _INSIDE if found == b"[" else _OUTSIDE
    return None, 0


def properties(record: RawRecord) -> tuple[dict[str, str], list[str]]:
    """The properties of a record by name, and the names of properties unknown to the server.

    Raises:
        FaultError: truncated, bad_syntax, duplicate_tag, bad_encoding, not_skat or missing_tag.
    """
    if not record.whole:
        raise FaultError("truncated", "no end of the record")
    text = decoded(record.content)
    found: dict[str, str] = {}
    place = 0
    while match := _PROPERTY.match(text, place):
        name, value = match.groups()
        place = match.end()
        if name in found and name in KNOWN:
            raise FaultError("duplicate_tag", name)
        found[name] = value
    rest = _REST.match(text, place)
    if rest is None or rest.end() != len(text):
        left = text[place:].strip()
        raise FaultError("bad_syntax", f"expected a property such as GM[Skat], not {left[:20]}")
    if found.get("GM") != "Skat":
        raise FaultError("not_skat", f"GM[{found['GM']}]" if "GM" in found else "no GM[Skat]")
    if "[" in found.get("MV", ""):
        raise FaultError("bad_syntax", "no end of MV")
    for name in ("MV", "R"):
        if name not in found:
            raise FaultError("missing_tag", name)
        if other := _NO_TEXT.search(found[name]):
            raise FaultError("bad_encoding", f"{other[0]!a} in {name}")
    return found, [name for name in found if name not in KNOWN]


def decoded(content: bytes) -> str:
    """The text of a record.

    Raises:
        FaultError: bad_encoding, if there are bytes that are not text.
    """
    if b"\0" in content:
        raise FaultError("bad_encoding", "a zero byte")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
