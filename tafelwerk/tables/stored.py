"""The boundary of stored values: a book may come from anywhere, so no value that is read from it is what it should be.

What code makes of a stored value may fail in any way: a text that is no number, a denominator of zero, a partner row that is not
there. Within `boundary` such a failure is the file's, and is reported as such. A failure of code that read no stored value stays
what it is, a bug. An InputError is the user's, unless the parameters were checked before: a look-up and the text of its answer
have nothing to refuse but stored values; an ArgumentError is the user's there, too.

    A block whose failures are those of the file it read ....... boundary
    Values read from a family's file ........................... read
    What a whole command last read ............................. noting
    The error for a failure, where values were read ............ fault_of_file
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from tafelwerk.errors import (
    ArgumentError,
    BookError,
    ExitCode,
    InputError,
    TafelwerkError,
    out_of_memory,
    was_interrupted,
)
from tafelwerk.frozen import frozen
from tafelwerk.places import with_book
from tafelwerk.tables.storage import remedy

LONGEST = 120
"""Characters of a failure's text, and of the key of a row, that are repeated."""

_LONGEST_VALUE = 40  # characters of a value in the key of a row
_PLACE = re.compile(r"'(?:[^']|'')*'|(?:(\w+)\s*=\s*)?(?:\?|\$([0-9]+))")


@frozen
class Reading:
    """A statement that read values from a family's file.

    Attributes:
        book: folder of the book.
        family: the family.
        sql: the statement, with a ? or a $1 for every parameter.
        parameters: their values.
    """

    book: Path
    family: str
    sql: str
    parameters: Sequence[object]

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables, views and macros of the family that it names, as "family.table"."""
        names = re.findall(rf"\b{self.family}\.(?:main\.)?((?:meta\.)?\w+)", self.sql)
        return tuple(dict.fromkeys(f"{self.family}.{name}" for name in names))

    def __str__(self) -> str:
        """The tables, and the values of the columns by which rows were chosen."""
        return "; ".join(part for part in (", ".join(self.tables), self._key) if part)

    @property
    def _key(self) -> str:
        pairs, start = [], 0
        for match in _PLACE.finditer(self.sql):
            if match[0].startswith("'"):
                continue
            index = int(match[2]) - 1 if match[2] else start
            start += match[2] is None
            if match[1] and index < len(self.parameters):
                pairs.append(f"{match[1]} = {shorten(self.parameters[index], _LONGEST_VALUE)}")
        return shorten(", ".join(pairs), LONGEST)


@dataclass(slots=True)
class Readings:
    """The last statement in a block that read values; None if there was none."""

    last: Reading | None = None


_READINGS: ContextVar[Readings | None] = ContextVar("readings", default=None)


def note_reading(book: Path, family: str, sql: str, parameters: Sequence[object] = ()) -> None:
    """Note that a statement read values from a family's file."""
    readings = _READINGS.get()
    if readings is not None:
        readings.last = Reading(book, family, sql, parameters)


@contextmanager
def noting(readings: Readings) -> Iterator[None]:
    """Note what is read within the block. What a block that ends well has read may be among what it returns."""
    outer = _READINGS.get()
    token = _READINGS.set(readings)
    try:
        yield
        if outer is not None and readings.last is not None:
            outer.last = readings.last
    finally:
        _READINGS.reset(token)


@contextmanager
def boundary(*, checked: bool = False) -> Iterator[None]:
    """A block that depends on its parameters and on what it reads: where it read values, its failures are those of their file.

    If it read none, its failures are its own, whatever was read before it.

    Args:
        checked: whether the parameters were checked before, so that an InputError is a failure, too.

    Raises:
        BookError: naming file, table and row.
    """
    outer, readings = _READINGS.get(), Readings()
    with noting(readings):
        try:
            yield
        except Exception as failure:
            error = None if readings.last is None else fault_of_file(failure, readings.last, checked=checked)
            if error is not None:
                raise error from failure
            if outer is not None:
                outer.last = None
            raise


def fault_of_last(failure: Exception) -> BookError | None:
    """The error for a failure of code that uses the values read last, all parameters being checked; None if none were read."""
    readings = _READINGS.get()
    return None if readings is None or readings.last is None else fault_of_file(failure, readings.last, checked=True)


def fault_of_file(failure: Exception, reading: Reading, *, checked: bool = False) -> BookError | None:
    """The error for a failure of code that uses values which a statement read; None if it says what is wrong by itself.

    Args:
        failure: any exception.
        reading: the statement.
        checked: whether the parameters were checked before, so that an InputError is about the values.
    """
    is_about_values = checked and isinstance(failure, InputError) and not isinstance(failure, ArgumentError)
    is_said = isinstance(failure, TafelwerkError) and failure.exit_code != ExitCode.DEFECT and not is_about_values
    if is_said or (isinstance(failure, OSError) and failure.errno is not None):
        return None
    if was_interrupted(failure) or isinstance(failure, MemoryError) or out_of_memory(failure):
        return None
    file = reading.book / f"{reading.family}.duckdb"
    what = " ".join(f"{type(failure).__name__}: {shorten(failure, LONGEST)}".split())
    return BookError(
        f"{file} holds values that cannot be used ({reading}: {what}); `{verify_line(file)}` examines them;"
        f" otherwise {remedy(file)}"
    )


def verify_line(path: Path) -> str:
    """The command line that examines a family's file."""
    return with_book(f"tafelwerk verify {path.stem}", path.parent)


def shorten(value: object, most: int = _LONGEST_VALUE) -> str:
    """A value as text in a message, of limited length."""
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= most else f"{text[:most]}..."
