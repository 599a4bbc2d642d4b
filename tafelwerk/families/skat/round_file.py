"""Results for the rounds of a log, in a file with which an interrupted run can be continued.

FILE.jsonl has one JSON document per line, appended as it is found. FILE.csv and FILE.parquet have one row per card of priced
rounds, or one row per game of a program in place of one seat. They are written at the end, from documents kept next to them
until then.
"""

import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.families.skat.in_place import InPlace, read_in_place
from tafelwerk.families.skat.log_files import append_line, no_file
from tafelwerk.families.skat.replay_answers import Replayed, read_replayed
from tafelwerk.files import refuse_book_file, written_whole
from tafelwerk.frozen import frozen
from tafelwerk.language import say
from tafelwerk.tables.answers import document

T = TypeVar("T")

_ENDINGS = (".jsonl", ".csv", ".parquet")


@frozen
class Kind(Generic[T]):
    """Kind of results in a file.

    Attributes:
        read: reads a result from its JSON document.
        rows: gives its rows for CSV and Parquet.
        columns: columns of these rows, with their types.
    """

    read: Callable[[Mapping[str, Any]], T]
    rows: Callable[[T], Iterator[dict[str, Any]]]
    columns: Mapping[str, type]


_ROUND: dict[str, type] = {
    "name": str,
    "line": int,
    "declarer": str,
    "bid": int,
    "game": str,
    "hand": bool,
    "schneider": bool,
    "schwarz": bool,
    "ouvert": bool,
    "points": int,
    "tricks": int,
    "matadors": int,
    "won": bool,
    "overbid": bool,
    "value": int,
    "end": str,
}
_CARD: dict[str, type] = {"trick": int, "seat": str, "card": str, "before": int, "after": int, "cost": int, "best": str}
_PLACE: dict[str, type] = {
    "name": str,
    "line": int,
    "agent": str,
    "seat": str,
    "seed": int,
    "game": str,
    "declarer": str,
    "decisions": int,
    "played_loss": int,
    "chosen_loss": int,
    "difference": int,
}


def _card_rows(one: Replayed) -> Iterator[dict[str, Any]]:
    """One row per card, or one row without a card if none was played. In Null, before and after are 1 (won) or 0 (lost)."""
    said = {name: getattr(one, name) for name in _ROUND}
    if not one.cards:
        yield said
    for card in one.cards:
        yield said | {
            name: int(value) if isinstance(value, bool) else value
            for name in _CARD
            if (value := getattr(card, name)) is not None
        }


def _place_rows(one: InPlace) -> Iterator[dict[str, Any]]:
    yield {name: getattr(one, name) for name in _PLACE}


REPLAYED = Kind(read_replayed, _card_rows, _ROUND | _CARD)
IN_PLACE = Kind(read_in_place, _place_rows, _PLACE)
"""Priced rounds, and games with a program in place of one seat."""


class RoundFile(Generic[T]):
    """A file of results for rounds."""

    def __init__(self, path: Path, kind: Kind[T]) -> None:
        """Open the file, which need not exist; an incomplete last line is removed.

        Args:
            path: the file.
            kind: kind of its results.

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
        self.path, self._kind = path, kind
        self.lines = path if path.suffix == _ENDINGS[0] else path.with_name(f"{path.name}.jsonl")
        if self.lines.exists():
            _cut(self.lines)

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
        with written_whole(self.path) as partial:
            rows = partial if self.path.suffix == ".csv" else partial.with_suffix(".csv")
            try:
                self._write_rows(rows)
                if rows != partial:
                    _to_parquet(rows, partial, self._kind.columns)
            finally:
                if rows != partial:
                    rows.unlink(missing_ok=True)
        self.lines.unlink(missing_ok=True)

    def _write_rows(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, list(self._kind.columns), lineterminator="\n")
            writer.writeheader()
            for one in self.done():
                for row in self._kind.rows(one):
                    writer.writerow({name: _cell(value) for name, value in row.items()})


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _to_parquet(rows: Path, path: Path, columns: Mapping[str, type]) -> None:
    """Convert rows in CSV to Parquet."""
    import polars

    kinds = {str: polars.String, int: polars.Int64, bool: polars.Boolean}
    schema = {name: kinds[kind] for name, kind in columns.items()}
    polars.scan_csv(rows, schema=schema).sink_parquet(path)


def _cut(path: Path) -> None:
    """Cut off everything after the last end of a line."""
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            begin = max(0, end - 65536)
            file.seek(begin)
            place = file.read(end - begin).rfind(b"\n")
            if place >= 0:
                end = begin + place + 1
                break
            end = begin
        file.truncate(end)
