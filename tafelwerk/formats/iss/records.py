"""Records in a stream of bytes: `(;` properties `;)`, mostly one per line.

A value in brackets ends at the first `]`; nothing is escaped. Line ends have no meaning, and text between records is ignored.
A record without end is abandoned where the next one begins. Nothing that looks like a round is text between records: a game's
name, moves, a deal or a result outside of records are those of a record whose beginning is damaged. At most one record and one
block are kept in memory.
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
_OUTSIDE = re.compile(rb"\[|;\)|\(;|#[^\n]*")
_INSIDE = re.compile(rb"\]|\(;\s{0,9}GM\s{0,9}\[")
_PROPERTY_FOLLOWS = re.compile(rb"\s*[A-Z]")

_BEGUN, _GAME, _MOVES, _DEAL, _RESULT, _ENDED = range(1, 7)
"""Parts of a record, in the order in which the server writes them: one more than their groups in `_MARK`."""

_MARK = re.compile(
    rb"((?:\((?!;)\s{0,9}|;){0,3}(?<![A-Z0-9])GM\s{0,9}\[)"
    rb"|((?<![A-Z0-9])MV\s{0,9}\[)"
    rb"|((?:[CSHD?][7-9TJQKA?][.|]){20})"
    rb"|((?<![A-Z0-9])R\s{0,9}\[(?:d:|passed|unknown))"
    rb"|(\]\s{0,9};\))"
)
_BETWEEN = re.compile(rb"(?:\(;)|" + _MARK.pattern)
_LONGEST_MARK = 80
_EXCERPT = 20
_PROPERTY = re.compile(r"(?:\s|#[^\n]*)*([A-Z][A-Z0-9]*)\s*\[([^\]]*)\]", re.ASCII)
_REST = re.compile(r"(?:\s|#[^\n]*)*", re.ASCII)
_GAME_NAME = re.compile(rb"(?<![A-Z0-9])GM\s*\[\s*([^\]]*?)\s*\]")
_STONE = re.compile(rb";\s*[BW]\s*\[")
_OTHER_GAMES = {
    b"1": "Go",
    b"2": "Othello",
    b"3": "chess",
    b"4": "Gomoku and Renju",
    b"5": "Nine Men's Morris",
    b"6": "backgammon",
    b"7": "Chinese chess",
    b"8": "shogi",
    b"9": "Lines of Action",
    b"10": "Ataxx",
    b"11": "Hex",
}
"""Games by their numbers in SGF, the format of which the server's is a variant."""

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
        content: the bytes; of a record without beginning, those of its first part or more.
        whole: whether its end was found.
        begun: whether its beginning was found.
    """

    line: int
    content: bytes
    whole: bool
    begun: bool = True


class _Part(NamedTuple):
    """A part of a record outside of records: its line, the part, and its text."""

    line: int
    kind: int
    text: bytes


class _Progress:
    """How far the parts of a damaged record have come."""

    def __init__(self) -> None:
        self._kind, self._line = 0, 0

    def begins(self, kind: int, line: int) -> bool:
        """Whether a part is that of another record than the part before it, which it then replaces.

        A record has its parts in their order, and none twice unless on the same line.
        """
        last = self._kind
        again = kind <= last and (line > self._line or last >= _RESULT > kind or kind == _GAME < last)
        self._kind, self._line = kind, line
        return again or not last

    def close(self) -> None:
        """End the record, if its result was seen."""
        if self._kind >= _RESULT:
            self._kind = 0


def raw_records(read: Callable[[int], bytes]) -> Iterator[RawRecord]:
    """The records of a stream, in order, and what looks like a record whose beginning is damaged.

    Args:
        read: returns at most the given number of bytes of the stream, and none at its end.
    """
    progress = _Progress()
    for piece in _pieces(read):
        if isinstance(piece, RawRecord):
            progress = _Progress()
            yield from _divided(piece, progress)
        elif progress.begins(piece.kind, piece.line):
            yield RawRecord(piece.line, piece.text, whole=False, begun=False)


def _divided(record: RawRecord, progress: _Progress) -> Iterator[RawRecord]:
    """A record, or the records in it if it is damaged and contains parts of several."""
    progress.begins(_BEGUN, record.line)
    content = record.content
    begins = [(0, record.line)]
    for mark in _MARK.finditer(content):
        line = record.line + content.count(b"\n", 0, mark.start())
        if progress.begins(_kind(mark), line):
            begins.append((mark.start(), line))
    if len(begins) == 1 or _is_well_formed(record):
        yield record
    else:
        ends = [begin for begin, _ in begins[1:]] + [len(content)]
        for number, ((begin, line), end) in enumerate(zip(begins, ends, strict=True)):
            yield RawRecord(line, content[begin:end], whole=False, begun=not number)
    if record.whole:
        progress.close()


def _kind(mark: re.Match[bytes]) -> int:
    return (mark.lastindex or 0) + 1


def _is_well_formed(record: RawRecord) -> bool:
    try:
        properties(record)
    except FaultError:
        return False
    return True


def _pieces(read: Callable[[int], bytes]) -> Iterator[RawRecord | _Part]:
    """The records of a stream, each from its `(;` on, and the parts of records between them."""
    buffer, line, at_end = b"", 1, False
    # `start` is where reading continues, `line` its line; bytes before it are kept for the mark's look back
    start = 0
    while True:
        match = _BETWEEN.search(buffer, start)
        piece: RawRecord | _Part | None = None
        if match is None:
            after = start if at_end else max(start, len(buffer) - _LONGEST_MARK)
        elif match[0] == _BEGIN:
            after = match.start()
            end, used = _end(buffer, after)
            if end is None and at_end:
                end = used = len(buffer)
            elif end is None and len(buffer) - after >= LONGEST:
                end, used = after + _EXCERPT, after + len(_BEGIN)
            if end is not None:
                first = line + buffer.count(b"\n", start, after)
                piece = RawRecord(first, buffer[after + len(_BEGIN) : end], whole=used > end)
                after = used
        else:
            piece = _Part(line + buffer.count(b"\n", start, match.start()), _kind(match), match[0])
            after = match.end()
        line += buffer.count(b"\n", start, after)
        start = after
        if piece is not None:
            if isinstance(piece, _Part) or piece.whole or _PROPERTY_FOLLOWS.match(piece.content):
                yield piece
        elif at_end:
            return
        else:
            block = read(BLOCK)
            at_end = not block
            kept = max(start - 1, 0)
            buffer = buffer[kept:] + block
            start -= kept


def _end(buffer: bytes, begin: int) -> tuple[int | None, int]:
    """End of the content of the record at a place of a buffer, None if not in the buffer; place where reading continues."""
    place, pattern = begin + len(_BEGIN), _OUTSIDE
    while match := pattern.search(buffer, place):
        place, token = match.end(), match[0]
        if token.startswith(_BEGIN):
            return match.start(), match.start()
        if token == b";)":
            return match.start(), place
        if token in (b"[", b"]"):
            pattern = _INSIDE if token == b"[" else _OUTSIDE
    return None, 0


def properties(record: RawRecord) -> tuple[dict[str, str], list[str]]:
    """The properties of a record by name, and the names of properties unknown to the server.

    Raises:
        FaultError: bad_beginning, truncated, bad_syntax, duplicate_tag, bad_encoding, not_skat or missing_tag.
    """
    if not record.begun:
        first = record.content[:_EXCERPT].decode("ascii", "replace").split("\n")[0]
        raise FaultError("bad_beginning", f"a record must begin with (;GM[Skat], not with {first}")
    game = _GAME_NAME.search(record.content[:LONGEST])
    if game and game[1] != b"Skat":
        about = f", a record of {_OTHER_GAMES[game[1]]}" if game[1] in _OTHER_GAMES else ""
        raise FaultError("not_skat", f"GM[{decoded(game[1])}]{about}")
    if not game and _STONE.search(record.content):
        raise FaultError("not_skat", "no GM[Skat]; moves of B and W, as in a record of Go")
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
    if "GM" not in found:
        raise FaultError("not_skat", "no GM[Skat]")
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
