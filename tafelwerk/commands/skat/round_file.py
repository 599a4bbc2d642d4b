"""What was found of the rounds of a log, in a file that a run goes on with where another stopped: a JSON document per line."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from tafelwerk.commands.output import json_text
from tafelwerk.commands.skat.logs import append_line
from tafelwerk.errors import InputError
from tafelwerk.files import refuse_book_file
from tafelwerk.tables.question import document

T = TypeVar("T")


class RoundFile(Generic[T]):
    """A file of rounds."""

    def __init__(self, path: Path, read: Callable[[dict[str, Any]], T]) -> None:
        """The file need not be there; a last line that is torn is cut off.

        Args:
            path: the file.
            read: a round of its document.

        Raises:
            InputError: it cannot be such a file.
            OSError: it cannot be written.
        """
        refuse_book_file(path)
        if path.suffix != ".jsonl":
            raise InputError(f"--output {path}: rounds are written as FILE.jsonl, a JSON document per line")
        if path.is_dir() or not path.absolute().parent.is_dir():
            why = "is a folder" if path.is_dir() else "lies in no folder that is there"
            raise InputError(f"--output: {path} {why}; name a file to which rounds are appended")
        self.path, self._read = path, read
        if path.exists():
            _cut(path)

    def done(self) -> Iterator[T]:
        """The rounds that it has.

        Raises:
            InputError: a line holds none.
        """
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                try:
                    yield self._read(json.loads(line))
                except (ValueError, TypeError, KeyError, AttributeError):
                    raise InputError(
                        f"--output {self.path}: line {number} holds no round of such a run; name another file"
                    ) from None

    def add(self, one: T) -> None:
        """Append a round."""
        append_line(self.path, json_text(document(one)))


def _cut(path: Path) -> None:
    """Cut off what stands behind the last end of a line."""
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
