"""Logs of rounds of Skat in any format: rounds in the format of this program, logs of xskat, and records of the International
Skat Server.

Which rounds are in a log of any format?       `log_file`, `records_of`; for tables: `read_log`
Which games are in a log of xskat 4.0?         `xskat`: `scan_xskat`
Which rounds are in records of the server ISS? `iss`: `scan_iss`
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from pathlib import Path

from tafelwerk.errors import InputError
from tafelwerk.families.skat.log_formats.iss import BLOCK, scan_iss
from tafelwerk.families.skat.log_formats.xskat import is_xskat, scan_xskat
from tafelwerk.families.skat.rules.round_log import (
    BAD_GAME,
    KEY,
    RoundLog,
    Skipped,
    Warn,
    is_typed,
    read_rounds,
    scan_rounds,
)
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.files import Read, ResumedStream, read_head, unpack
from tafelwerk.language import message, say
from tafelwerk.spelling import compose
from tafelwerk.wording import number_text


class Format(StrEnum):
    """Formats of logs."""

    OWN = "own"
    XSKAT = "xskat"
    ISS = "iss"


_OWN = re.compile(rf'^\s*\S?"{KEY}"\s*:|[{{,]\s*"{KEY}"\s*:', re.MULTILINE)
_OTHER_GAMES = {
    r'(?:\s*[%;][^\n]*\n)*\s*\[(?:Event|Site|White|Date)\s+"': message("a record of chess in PGN, or of bridge in PBN"),
    r"\s*(?:vg|pn|qx|rs)\|": message("a record of bridge in LIN"),
}
"""Beginnings of records of other games, and what they are; those in SGF are told apart as they are read."""

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
        raise InputError(say("the log is empty"))
    if is_log(text) or _OWN.search(text):
        return Format.OWN
    if _ISS.search(text):
        return Format.ISS
    if is_xskat(text):
        return Format.XSKAT
    if is_typed(text):
        return Format.OWN
    for beginning, game in _OTHER_GAMES.items():
        if re.match(beginning, text):
            raise InputError(say("this is {game}; a log must have rounds of Skat", game=say(game)))
    raise InputError(
        say(
            "unknown format: a log must be one of tafelwerk, in JSON or with lines such as 'deal: ...', one of xskat, or records"
            " of the International Skat Server; a complete typed round: tafelwerk skat replay --help"
        )
    )


def records_of(
    open_log: Callable[[], AbstractContextManager[Read]],
    name: str = "the log",
    format: Format | None = None,
    file: str = "FILE",
) -> RoundLog:
    """A log of any format, compressed or not, read as a stream; unreadable parts are skipped and reported.

    Reading raises InputError with the name of the log if it is not a log, or if none of its records can be read.

    Args:
        open_log: opens the log.
        name: name of the log in messages.
        format: its format. Default: recognised from its beginning.
        file: its name in a command that helps, if it is no log.
    """

    def scan(warn: Warn) -> Iterator[Round | Skipped]:
        with open_log() as packed:
            stream = unpack(packed, name, file)
            head = read_head(stream, BLOCK)
            try:
                kind = format_of(_decode(head)) if format is None else format
            except InputError as fault:
                raise InputError(f"{name}: {fault}") from None
            yield from _require_rounds(_SCANS[kind](ResumedStream(head, stream).read, warn), name, kind)

    return RoundLog(name, scan)


def log_file(path: Path, format: Format | None = None) -> RoundLog:
    """The log in a file, as in `records_of`; a file that cannot be opened raises OSError."""

    @contextmanager
    def open_log() -> Iterator[Read]:
        with path.open("rb") as stream:
            yield stream.read

    return records_of(open_log, str(path), format, str(path))


def _require_rounds(parts: Iterator[Round | Skipped], name: str, kind: Format) -> Iterator[Round | Skipped]:
    """All items of a log; without any round an InputError is raised at the end."""
    first, any_round, count = None, False, 0
    for part in parts:
        any_round = any_round or isinstance(part, Round)
        count += 1
        first = first or part
        yield part
    if any_round:
        return
    if first is None:
        raise InputError(say("{name}: no round can be read; {why}", name=name, why=say(_NOTHING[kind])))
    more = say(", and {count} more that cannot be read either", count=number_text(count - 1)) if count > 1 else ""
    raise InputError(say("{name}: no round can be read; {why}", name=name, why=f"{first}{more}"))


_SCANS: dict[Format, Callable[[Read, Warn], Iterator[Round | Skipped]]] = {
    Format.OWN: lambda read, warn: scan_rounds(_lines(read)),
    Format.XSKAT: lambda read, warn: scan_xskat(_lines(read)),
    Format.ISS: scan_iss,
}


_NOTHING = {
    Format.OWN: message("a round of tafelwerk is a JSON document on a line, or lines such as 'deal: ...'"),
    Format.XSKAT: message("each game of a log of xskat ends with a line of ===="),
    Format.ISS: message("a record of the International Skat Server begins with (;GM[Skat] and ends with ;)"),
}


def _lines(read: Read) -> Iterator[str]:
    """The lines of a stream, without line ends and byte order mark."""
    parts: list[bytes] = []
    begun = False

    def line(parts: list[bytes]) -> str:
        nonlocal begun
        text = _decode(b"".join(parts))
        begun, text = True, text if begun else text.removeprefix("\ufeff")
        return text

    while block := read(BLOCK):
        *ended, tail = block.split(b"\n")
        for end in ended:
            yield line([*parts, end])
            parts = []
        parts.append(tail)
    if any(parts):
        yield line(parts)


def read_log(content: bytes | str, name: str = "the log") -> tuple[list[Round], list[Skipped]]:
    """The rounds of a log of this program or of xskat, for the tables of a book, and the games that follow other rules.

    Args:
        content: text, or bytes in UTF-8 or Latin-1, in which xskat writes names.
        name: name of the log in messages.

    Raises:
        InputError: another format, or an error in the log; the message names line or game.
    """
    text = (content if isinstance(content, str) else _decode(content)).removeprefix("\ufeff")
    try:
        kind = format_of(text)
        if kind is Format.OWN:
            return read_rounds(text), []
        if kind is Format.ISS:
            raise InputError(
                "records of the International Skat Server cannot be stored in a book; to show them run: tafelwerk skat replay; "
                "for SQL elsewhere, --output cards.parquet writes a row per card"
            )
        rounds: list[Round] = []
        skipped: list[Skipped] = []
        for part in scan_xskat(text.split("\n")):
            if isinstance(part, Round):
                rounds.append(part)
            elif part.error == BAD_GAME:
                raise InputError(part.detail)
            else:
                skipped.append(part)
        if not rounds:
            fault = say("no game follows the Skat Order and is played to its end")
            raise InputError(f"{fault}; {skipped[0].of_game}")
    except InputError as fault:
        raise InputError(f"{name}: {fault}") from None
    return rounds, skipped


def _decode(content: bytes) -> str:
    try:
        return compose(content.decode("utf-8"))
    except UnicodeDecodeError:
        return content.decode("latin-1")
