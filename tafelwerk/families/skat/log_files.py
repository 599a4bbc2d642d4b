"""Files on the command line: deals, logs of rounds, and results for the rounds of a log.

Results go to a file with which an interrupted run can be continued. FILE.jsonl has one JSON document per line, appended as it is
found. FILE.csv and FILE.parquet have one row per card of priced rounds, or one row per game of a program in place of one seat.
They are written at the end, from documents kept next to them until then.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tafelwerk.book import open_book
from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.parameters import read_argument
from tafelwerk.families.skat.replays import read_in_place, read_replayed
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.deals import Deal, deal_of
from tafelwerk.families.skat.rules.limits import MOST_DRAWN
from tafelwerk.files import (
    HEAD,
    STANDARD_INPUT,
    compression,
    read_limited,
    read_standard_input,
    refuse_book_file,
    standard_input,
    written_whole,
)
from tafelwerk.frozen import frozen
from tafelwerk.language import count_noun, say
from tafelwerk.spelling import compose
from tafelwerk.tables.answers import document
from tafelwerk.tables.contents import NO_EXTENSIONS
from tafelwerk.tables.storage import duckdb_path, first_line, system_words
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tafelwerk.families.skat.log_formats import Format
    from tafelwerk.families.skat.rules.round_log import RoundLog, Skipped
    from tafelwerk.families.skat.rules.rounds import Round


LARGEST_DEALS = 256 * 2**20
"""Largest size of a file of deals in bytes: room for MOST_DRAWN deals with numbers and comments."""


def deal_named(text: str) -> Deal:
    """The deal given by option --deal; - reads standard input."""
    if text == STANDARD_INPUT:
        text = decode_text(read_standard_input(), say("standard input"))
    return read_argument("--deal", text, deal_of)


def deals_in(file: Path) -> Iterator[Deal]:
    """The deals of a file, one per line; - is standard input. Empty lines, and text after #, are ignored.

    Raises:
        InputError: A line is not a deal, there are no deals or too many, or the path is not a file; the message names
            file and line.
        OSError: the file cannot be read.
    """
    name, count = source_name(file), 0
    what = say("a file with one deal per line")
    content = read_source(file, what, LARGEST_DEALS)
    for number, line in enumerate(decode_text(content, name).splitlines(), 1):
        if line.partition("#")[0].strip():
            count += 1
            if count > MOST_DRAWN:
                most = number_text(MOST_DRAWN)
                raise InputError(say("{name} has more than {most} deals; split it", name=name, most=most))
            yield read_argument(f"{name}, {say('line')} {number}", line, deal_of)
    if not count:
        raise InputError(say("{name} contains no deal", name=name))


def read_source(file: Path, what: str, most: int | None = None) -> bytes:
    """The content of a file; - is standard input.

    Args:
        file: the file.
        what: its expected content, for messages.
        most: largest size in bytes. Default: the limit of `read_limited`.

    Raises:
        InputError: the path is a folder or does not exist, or the file is too large.
        OSError: the file cannot be read.
    """
    limit = () if most is None else (most,)
    if str(file) == STANDARD_INPUT:
        return read_standard_input(*limit)
    check_source(file, what)
    return read_limited(file, *limit)


def check_source(file: Path, what: str) -> None:
    """Refuse a path that is not a file; `what` is its expected content.

    Raises:
        InputError: the path is a folder or does not exist.
    """
    if file.is_dir() or not file.exists():
        fault = say("there is no file {file}", file=file)
        if file.is_dir():
            fault = say("{file} is a folder", file=file)
        raise InputError(say("{fault}; give {what}, or - for standard input", fault=fault, what=what))


def decode_text(content: bytes, name: str) -> str:
    """The text of a file in UTF-8.

    Raises:
        InputError: the content is not UTF-8.
    """
    try:
        return compose(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(say("{name} is not text in UTF-8", name=name)) from None


def source_name(file: Path) -> str:
    """A file's name in messages; - is standard input."""
    return say("standard input") if str(file) == STANDARD_INPUT else str(file)


def log_in(file: Path) -> "tuple[list[Round], list[Skipped]]":
    """The log in a file, of this program or of xskat, as in `read_log`; - is standard input.

    Raises:
        InputError: no such file, or not a log; the message names file and line.
        OSError: the file cannot be read.
    """
    from tafelwerk.families.skat.log_formats import read_log

    return read_log(read_source(file, say("a log of rounds")), source_name(file))


def records_in(file: Path, format: "Format | None") -> "RoundLog":
    """The log in a file, of any format, read as a stream; - is standard input, which can be read once.

    Raises:
        InputError: no such file.
    """
    from tafelwerk.families.skat.log_formats import log_file, records_of

    if str(file) == STANDARD_INPUT:
        return records_of(lambda: nullcontext(standard_input()), source_name(file), format)
    check_source(file, say("a log of rounds"))
    return log_file(file, format)


def no_file(path: Path) -> str:
    """Why no file can be written at a path."""
    if path.is_dir():
        return say("is a folder")
    return say("is in a folder that does not exist")


def rounds_before(log: Path) -> "Sequence[Round]":
    """The rounds of a log that is to be appended to; none if the file does not exist yet.

    Raises:
        InputError: the path is unusable, or the file is not a log.
        OSError: the file cannot be read.
    """
    from tafelwerk.families.skat.rules.round_log import read_rounds

    refuse_book_file(log, "--log")
    if log.is_dir() or not log.absolute().parent.is_dir():
        name = say("give a file to append rounds to")
        raise InputError(f"--log: {log} {no_file(log)}; {name}")
    if not log.exists():
        return []
    with log.open("rb") as file:
        packed_by = compression(file.read(HEAD))
    if packed_by is not None:
        raise InputError(
            say(
                "--log: {log} is compressed by {packed_by}; rounds are appended to text: unpack it first",
                log=log,
                packed_by=packed_by,
            )
        )
    text = decode_text(read_limited(log), f"--log: {log}")
    fault = say("--log: {log} is not a log of rounds", log=log)
    return read_argument(fault, text, read_rounds)


def append_line(path: Path, line: str) -> None:
    """Append a line to a file in one write; an incomplete last line is ended first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        torn = False
        if end:
            file.seek(end - 1)
            torn = file.read(1) != b"\n"
        file.write(("\n" * torn + line + "\n").encode())


def check_names(book: Path, rounds: "Sequence[Round]", source: str) -> None:
    """Refuse rounds whose names belong to other rounds in the book.

    Raises:
        InputError: there is such a round; the message names it.
    """
    from tafelwerk.families.skat.stored_games import get_rounds

    with open_book(book, pocket=False) as opened:
        stored = get_rounds(opened, [done.name for done in rounds])
    for done in rounds:
        if done.name in stored and stored[done.name].without_choices() != done.without_choices():
            raise InputError(
                f"{source}: the book holds another round named {in_quotes(done.name)}; rename the round in the log"
            )


T = TypeVar("T")

_ENDINGS = (".jsonl", ".csv", ".parquet")


@frozen
class Kind(Generic[T]):
    """Kind of results in a file.

    Attributes:
        read: reads a result from its JSON document.
        rows: SQL for its rows in CSV and Parquet, from table `results`, whose columns are `_TYPES`.
    """

    read: Callable[[Mapping[str, Any]], T]
    rows: str


_SEATS = [seat.word for seat in Seat]
_TYPES = {
    **dict.fromkeys(("name", "declarer", "game", "end", "agent", "seat", "start"), "VARCHAR"),
    **dict.fromkeys(("hand", "schneider", "schwarz", "ouvert", "won", "overbid"), "BOOLEAN"),
    **dict.fromkeys(("line", "bid", "points", "tricks", "matadors", "value", "score"), "BIGINT"),
    **dict.fromkeys(("seed", "decisions", "played_loss", "chosen_loss", "difference"), "BIGINT"),
    "players": f"STRUCT({', '.join(f'{seat} VARCHAR' for seat in _SEATS)})",
    **dict.fromkeys(("tournament", "costs"), f"STRUCT({', '.join(f'{seat} BIGINT' for seat in _SEATS)})"),
    "cards": "STRUCT(trick BIGINT, card VARCHAR, seat VARCHAR, before VARCHAR, after VARCHAR, cost BIGINT, best VARCHAR)[]",
}
"""Types of the keys of results, of all kinds together; values of positions are numbers or, in Null, whether the game is won."""

_ROUND = (
    "name, line, declarer, bid, game, hand, schneider, schwarz, ouvert, points, tricks, matadors, won, overbid, value,"
    ' "end"'
)


def _number(value: str) -> str:
    """SQL for the value of a position as a number, in Null 1 (won) or 0 (lost)."""
    name = value.rpartition(".")[2]
    return f"CASE {value} WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE {value}::BIGINT END AS {name}"


def _of_seats(name: str, column: str) -> str:
    """SQL for a column per seat."""
    return ", ".join(f"{column}.{seat} AS {name}_{seat}" for seat in _SEATS)


REPLAYED = Kind(
    read_replayed,
    f"SELECT {_ROUND}, played.trick, played.seat, played.card, {_number('played.before')}, {_number('played.after')},"
    " played.cost, played.best"
    " FROM (SELECT *, unnest(if(len(cards) = 0, [NULL], cards)) AS played FROM results)",
)
SUMMARIZED = Kind(
    read_replayed,
    f"SELECT {_ROUND}, {_of_seats('player', 'players')}, score, {_of_seats('tournament', 'tournament')},"
    f" {_number('start')}, {_of_seats('cost', 'costs')} FROM results",
)
IN_PLACE = Kind(
    read_in_place,
    "SELECT name, line, agent, seat, seed, game, declarer, decisions, played_loss, chosen_loss, difference FROM results",
)
"""Priced rounds card by card or round by round, and games with a program in place of one seat."""


class RoundFile(Generic[T]):
    """A file of results for rounds."""

    def __init__(self, path: Path, kind: Kind[T], separator: str = ",") -> None:
        """Open the file, which need not exist; an incomplete last line is removed.

        Args:
            path: the file.
            kind: kind of its results.
            separator: what stands between the fields of FILE.csv.

        Raises:
            InputError: the path or its ending is unusable.
            OSError: the file cannot be written.
        """
        refuse_book_file(path)
        if path.suffix not in _ENDINGS:
            raise InputError(
                say("--output {path}: rounds are written as FILE.jsonl, FILE.csv or FILE.parquet", path=path)
            )
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise InputError(f"--output: {path} {no_file(path)}; {say('give a file')}")
        self.path, self._kind, self._separator = path, kind, separator
        self.lines = path if path.suffix == _ENDINGS[0] else path.with_name(f"{path.name}.jsonl")
        if self.lines.exists():
            _cut_last_line(self.lines)

    def done(self) -> Iterator[T]:
        """The results in the file, or in the documents kept next to it.

        Raises:
            InputError: A line is not such a result.
        """
        if not self.lines.exists():
            return
        with self.lines.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield self._kind.read(json.loads(line))
                except (ValueError, TypeError, KeyError, AttributeError):
                    raise InputError(
                        say(
                            "--output: {lines}: line {number} is not a round of such a run; give another file",
                            lines=self.lines,
                            number=number,
                        )
                    ) from None

    def add(self, one: T) -> None:
        """Append a result."""
        append_line(self.lines, json_text(document(one)))

    def close(self) -> None:
        """Write the rows of all results, for CSV and Parquet.

        Raises:
            StorageError: the file cannot be written.
        """
        if self.lines == self.path:
            return
        import duckdb

        lines = escape(duckdb_path(self.lines))
        with written_whole(self.path) as partial, duckdb.connect(config=NO_EXTENSIONS) as connection:
            try:
                results = connection.read_json(lines, columns=_TYPES, format="newline_delimited")
                rows = results.query("results", self._kind.rows)
                assert rows is not None
                if self.path.suffix == ".csv":
                    rows.write_csv(duckdb_path(partial), sep=self._separator)
                else:
                    rows.write_parquet(duckdb_path(partial))
            except duckdb.IOException as fault:
                raise OSError(system_words(fault) or first_line(fault)) from fault
        self.lines.unlink(missing_ok=True)


def _cut_last_line(path: Path) -> None:
    """Cut off everything after the last end of a line."""
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            begin = max(0, end - 65536)
            file.seek(begin)
            line_end = file.read(end - begin).rfind(b"\n")
            if line_end >= 0:
                end = begin + line_end + 1
                break
            end = begin
        file.truncate(end)


def interruption_text(rounds: int, file: Path | None) -> str:
    """The message after an interruption: number of rounds, and where they are kept."""
    done = count_noun(rounds, "round")
    text = say("interrupted after {done}", done=done)
    if file is None or not rounds:
        return text
    return text + say("; they are in {file}, and the same command continues from there", file=file)
