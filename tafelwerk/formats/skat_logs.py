"""Logs of rounds of Skat in any format: logs of this program with one round per line, logs of xskat, and records of the
International Skat Server."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from pathlib import Path

from tafelwerk.errors import InputError, quoted
from tafelwerk.formats.iss.reading import scan_iss
from tafelwerk.formats.iss.records import BLOCK
from tafelwerk.formats.repetitions import Contents
from tafelwerk.formats.xskat import NoRound, games, is_xskat, scan_xskat
from tafelwerk.rules.skat.recorded import Recorded, Records, Skipped, Warn, recorded
from tafelwerk.rules.skat.round_log import KEY, Log, read_round, read_rounds, write_round
from tafelwerk.spelling import compose

Read = Callable[[int], bytes]
"""Returns at most the given number of bytes of a stream, and none at its end."""


class Format(StrEnum):
    """Formats of logs."""

    OWN = "own"
    XSKAT = "xskat"
    ISS = "iss"


BAD_ROUND, BAD_GAME = "bad_round", "bad_game"
"""Kinds of errors: an invalid line of this program's format, or an invalid game of xskat."""

_OWN = re.compile(rf'^\s*\S?"{KEY}"\s*:|[{{,]\s*"{KEY}"\s*:', re.MULTILINE)
_ISS = re.compile(r"\(;\s*[A-Z][A-Z0-9]?\[|GM\[Skat\]|\bMV\[w\s")


def is_log(text: str) -> bool:
    """Whether a text is a log of this program, by its first character."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def format_of(text: str) -> Format:
    """The format of a log, by its beginning.

    Raises:
        InputError: empty text, or unknown format.
    """
    if not text.removeprefix("\ufeff").strip():
        raise InputError("the log is empty")
    if is_log(text) or _OWN.search(text):
        return Format.OWN
    if _ISS.search(text):
        return Format.ISS
    if is_xskat(text):
        return Format.XSKAT
    raise InputError(
        "unknown format: a log must be one of tafelwerk with a JSON document per line, one of xskat,"
        " or records of the International Skat Server"
    )


def records_of(
    opened: Callable[[], AbstractContextManager[Read]], name: str = "the log", format: Format | None = None
) -> Records:
    """A log of any format, read as a stream; unreadable parts are skipped and reported.

    Reading raises InputError with the name of the log if it is not a log, or if none of its records can be read.

    Args:
        opened: opens the log.
        name: name of the log in messages.
        format: its format. Default: recognised from its beginning.
    """

    def read(warn: Warn) -> Iterator[Recorded | Skipped]:
        with opened() as stream:
            head = _head(stream)
            try:
                kind = format_of(_decoded(head)) if format is None else format
            except InputError as fault:
                raise InputError(f"{name}: {fault}") from None
            yield from _some(_SCANS[kind](_resumed(head, stream), warn), name, kind)

    return Records(name, read)


def log_file(path: Path, format: Format | None = None) -> Records:
    """The log in a file, as in `records_of`; a file that cannot be opened raises OSError."""

    @contextmanager
    def opened() -> Iterator[Read]:
        with path.open("rb") as stream:
            yield stream.read

    return records_of(opened, str(path), format)


def _some(found: Iterator[Recorded | Skipped], name: str, kind: Format) -> Iterator[Recorded | Skipped]:
    """All items of a log; without any round an InputError is raised at the end."""
    first, any_round, count = None, False, 0
    for one in found:
        any_round = any_round or isinstance(one, Recorded)
        count += 1
        first = first or one
        yield one
    if any_round:
        return
    if first is None:
        raise InputError(f"{name}: no round can be read; {_NOTHING[kind]}")
    more = f", and {count - 1:,} more that cannot be read either" if count > 1 else ""
    raise InputError(f"{name}: no round can be read; {first}{more}")


def _own(read: Read, warn: Warn) -> Iterator[Recorded | Skipped]:
    """Rounds of this program's format."""
    names, rounds = Contents(), Contents()
    for number, line in enumerate(_lines(read), 1):
        if not line.strip():
            continue
        try:
            logged = read_round(line)
        except InputError as fault:
            yield Skipped(number, BAD_ROUND, str(fault))
            continue
        earlier, same = names.earlier(logged.name, number), rounds.earlier(write_round(logged), number)
        if same is not None:
            yield Skipped.duplicate(number, same)
        elif earlier is not None:
            yield Skipped(number, BAD_ROUND, f"another round {quoted(logged.name)} is already in line {earlier}")
        else:
            yield recorded(logged, number)


def _xskat(read: Read, warn: Warn) -> Iterator[Recorded | Skipped]:
    """Rounds of a log of xskat."""
    for line, found in games(_lines(read)):
        if isinstance(found, NoRound):
            yield Skipped(line, found.error, found.why)
        elif isinstance(found, InputError):
            yield Skipped(line, BAD_GAME, str(found))
        else:
            yield recorded(found, line)


_SCANS: dict[Format, Callable[[Read, Warn], Iterator[Recorded | Skipped]]] = {
    Format.OWN: _own,
    Format.XSKAT: _xskat,
    Format.ISS: scan_iss,
}


_NOTHING = {
    Format.OWN: "a log of tafelwerk has a JSON document per line",
    Format.XSKAT: "each game of a log of xskat ends with a line of ====",
    Format.ISS: "a record of the International Skat Server begins with (;GM[Skat] and ends with ;)",
}


def _head(read: Read) -> bytes:
    """The first block of a stream."""
    head = b""
    while len(head) < BLOCK and (block := read(BLOCK - len(head))):
        head += block
    return head


def _resumed(head: bytes, read: Read) -> Read:
    """The stream from its beginning, which was already read as `head`."""
    rest = [head]

    def again(size: int) -> bytes:
        return rest.pop() if rest else read(size)

    return again


def _lines(read: Read) -> Iterator[str]:
    """The lines of a stream, without line ends and byte order mark."""
    parts: list[bytes] = []
    begun = False

    def line(parts: list[bytes]) -> str:
        nonlocal begun
        text = _decoded(b"".join(parts))
        begun, text = True, text if begun else text.removeprefix("\ufeff")
        return text

    while block := read(BLOCK):
        *ended, rest = block.split(b"\n")
        for end in ended:
            yield line([*parts, end])
            parts = []
        parts.append(rest)
    if any(parts):
        yield line(parts)


def read_log(content: bytes | str, name: str = "the log") -> Log:
    """The rounds of a log of this program or of xskat, each replayed by the rules, for the tables of a book.

    Args:
        content: text, or bytes in UTF-8 or Latin-1, in which xskat writes names.
        name: name of the log in messages.

    Raises:
        InputError: another format, or an error in the log; the message names line or game.
    """
    text = (content if isinstance(content, str) else _decoded(content)).removeprefix("\ufeff")
    try:
        kind = format_of(text)
        if kind is Format.OWN:
            return Log(name, read_rounds(text))
        if kind is Format.ISS:
            raise InputError(
                "records of the International Skat Server cannot be stored in a book; to show them run: tafelwerk skat replay"
            )
        found = scan_xskat(text)
    except InputError as fault:
        raise InputError(f"{name}: {fault}") from None
    skipped = [f"game {one.number}, line {one.line}: {one.why}" for one in found.skipped]
    if not found.rounds:
        raise InputError(f"{name}: no game follows the Skat Order and is played to its end; {skipped[0]}")
    return Log(name, found.rounds, skipped)


def _decoded(content: bytes) -> str:
    try:
        return compose(content.decode("utf-8"))
    except UnicodeDecodeError:
        return content.decode("latin-1")
