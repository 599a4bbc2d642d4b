"""What is read from the files of a book: statements, by which figures say where numbers come from, and whose a failure is.

A book may come from anywhere, so no value that is read from it is what it should be, and what code makes of one may fail in any
way: a text that is no number, a denominator of zero, a partner row that is not there. Within `boundary` such a failure is the
file's, and is reported as such. A failure of code that read no stored value stays what it is, a bug. An InputError is the user's,
unless the parameters were checked before: a look-up and the text of its answer have nothing to refuse but stored values; an
ArgumentError is the user's there, too.

    A block whose failures are those of the file it read ....... boundary
    A statement that was answered .............................. note_reading
    What a whole command last read ............................. noting
    The error for a failure, where values were read ............ fault_of_file
    Statements asked in a block, with their answers ............ note_statements
    One of them, as it can be asked again ...................... Reading.statement
    A value as SQL ............................................. literal
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from itertools import count
from math import isfinite
from pathlib import Path
from textwrap import dedent
from typing import Any

from tafelwerk.errors import (
    ArgumentError,
    BookError,
    ExitCode,
    InputError,
    TafelwerkError,
    out_of_memory,
    was_interrupted,
)
from tafelwerk.errors import shorten as shorten
from tafelwerk.frozen import frozen
from tafelwerk.places import with_book
from tafelwerk.tables.storage import remedy

LONGEST = 120
"""Characters of a failure's text, and of the key of a row, that are repeated."""

_PLACE = r"'(?:[^']|'')*'|(?:(\w+)\s*=\s*)?(?:\?|\$([0-9]+))"


_TOKEN = r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|\?|\$[0-9]+|[()]|\s+|\w+|."
_CLAUSES = r"(FROM|WHERE|JOIN|GROUP|HAVING|WINDOW|QUALIFY|ORDER|LIMIT|UNION)"
"""Words that begin a line of a statement."""


@frozen
class Reading:
    """A statement that was asked of a family's file.

    Attributes:
        book: folder of the book that answered.
        family: the family.
        sql: the statement, with a ? or a $1 for every parameter.
        parameters: their values.
        rows: the number of rows that were read.
    """

    book: Path
    family: str
    sql: str
    parameters: Sequence[object]
    rows: int = 0

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the family's tables, views and macros that it reads."""
        return tuple(dict.fromkeys(re.findall(rf"\b{self.family}\.(?:main\.)?((?:meta\.)?\w+)", self.sql)))

    def __str__(self) -> str:
        """The tables, and the values of the columns by which rows were chosen."""
        names = ", ".join(f"{self.family}.{name}" for name in self.tables)
        return "; ".join(part for part in (names, self._key) if part)

    @property
    def _key(self) -> str:
        pairs, start = [], 0
        for match in re.finditer(_PLACE, self.sql):
            if match[0].startswith("'"):
                continue
            index = int(match[2]) - 1 if match[2] else start
            start += match[2] is None
            if match[1] and index < len(self.parameters):
                pairs.append(f"{match[1]} = {shorten(self.parameters[index])}")
        return shorten(", ".join(pairs), LONGEST)

    @cached_property
    def statement(self) -> str:
        """The statement with the values of its parameters; if it is a single line, each clause gets one."""
        places, sql = count(), dedent(self.sql).strip()
        text, depth, is_line = "", 0, "\n" not in sql
        for token in re.findall(_TOKEN, sql):
            depth += (token == "(") - (token == ")")
            if token == "?":
                text += literal(self.parameters[next(places)])
            elif re.fullmatch(r"\$[0-9]+", token):
                text += literal(self.parameters[int(token[1:]) - 1])
            elif token.isspace():
                text += token if "\n" in token else " "
            else:
                if is_line and depth == 0 and text.endswith(" ") and re.fullmatch(_CLAUSES, token):
                    text = f"{text[:-1]}\n"
                text += token
        return text


class Readings:
    """The last statement in a block that read values; None if there was none."""

    last: Reading | None = None


_READINGS: ContextVar[Readings | None] = ContextVar("readings", default=None)
_NOTES: ContextVar[list[Reading] | None] = ContextVar("notes", default=None)


def note_reading(reading: Reading, *, is_value: bool = True) -> None:
    """Note a statement that was answered; `is_value`: whether with stored values, which may be at fault."""
    readings, notes = _READINGS.get(), _NOTES.get()
    if readings is not None and is_value and reading.rows:
        readings.last = reading
    if notes is not None:
        notes.append(reading)


def count_rows(answer: Any) -> int:
    """The number of rows of what was read: rows, records, arrays by column, one row, or None."""
    if isinstance(answer, Mapping):
        return max(map(len, answer.values()), default=0)
    return 1 if isinstance(answer, tuple) else len(answer or ())


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


@contextmanager
def note_statements() -> Iterator[list[Reading]]:
    """A list to which every statement is added that a book answers in the meantime, in this thread.

    Within another such block its statements are added to the outer list, too, at the end, unless the block fails.
    """
    outer = _NOTES.get()
    statements: list[Reading] = []
    before = _NOTES.set(statements)
    try:
        yield statements
    finally:
        _NOTES.reset(before)
    if outer is not None:
        outer += statements


def matching(**values: object) -> str:
    """SQL: columns have these values, given by name."""
    return " AND ".join(f"{name} = {literal(value)}" for name, value in values.items())


def literal(value: object) -> str:
    """A parameter's value as SQL.

    Args:
        value: None, a truth value, a number, a text, or a list or dict of such.
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "'" + str.__str__(value).replace("'", "''") + "'"
    if isinstance(value, float):
        text = repr(value)
        # without an exponent it would be a decimal
        return f"'{text}'::DOUBLE" if not isfinite(value) else text if "e" in text else f"{text}e0"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(name)}: {literal(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    return str(value)
