"""Statements noted while they are asked: where the numbers of a figure come from.

Statements that are noted ............... noted
One of them, as it can be asked again ... Noted.statement
A value as SQL .......................... literal
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

from tafelwerk.frozen import frozen

_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|\?|\$[0-9]+|[()]|\s+|\w+|.")
_CLAUSES = re.compile(r"(FROM|WHERE|JOIN|GROUP|HAVING|WINDOW|QUALIFY|ORDER|LIMIT|UNION)")
"""Words that begin a line of a statement."""


@frozen
class StatementNote:
    """A statement that was asked.

    Attributes:
        folder: of the book that answered.
        family: the family whose tables it reads.
        sql: its text, with a ? or a $1 for every parameter.
        parameters: their values.
        answer: what was read: rows, records, arrays by column, one row, or None.
    """

    folder: Path
    family: str
    sql: str
    parameters: Sequence[object]
    answer: Any

    @cached_property
    def statement(self) -> str:
        """The statement with the values of its parameters; if it is a single line, each clause gets one."""
        places, sql = count(), dedent(self.sql).strip()
        text, depth, is_line = "", 0, "\n" not in sql
        for token in _TOKEN.findall(sql):
            depth += (token == "(") - (token == ")")
            if token == "?":
                text += literal(self.parameters[next(places)])
            elif re.fullmatch(r"\$[0-9]+", token):
                text += literal(self.parameters[int(token[1:]) - 1])
            elif token.isspace():
                text += token if "\n" in token else " "
            else:
                if is_line and depth == 0 and text.endswith(" ") and _CLAUSES.fullmatch(token):
                    text = f"{text[:-1]}\n"
                text += token
        return text

    @property
    def tables(self) -> frozenset[str]:
        """The names of the family's tables, views and macros that it reads."""
        return frozenset(re.findall(rf"\b{self.family}\.(?:main\.)?(\w+)", self.sql))

    @property
    def rows(self) -> int:
        """The number of rows that were read."""
        if isinstance(self.answer, Mapping):
            return max(map(len, self.answer.values()), default=0)
        return 1 if isinstance(self.answer, tuple) else len(self.answer or ())


_NOTES: ContextVar[list[StatementNote] | None] = ContextVar("notes", default=None)


@contextmanager
def note_statements() -> Iterator[list[StatementNote]]:
    """A list to which every statement is added that a book answers in the meantime, in this thread.

    Within another such block its statements are added to the outer list, too, at the end, unless the block fails.
    """
    outer = _NOTES.get()
    statements: list[StatementNote] = []
    before = _NOTES.set(statements)
    try:
        yield statements
    finally:
        _NOTES.reset(before)
    if outer is not None:
        outer += statements


def note(folder: Path, family: str, sql: str, parameters: Sequence[object], answer: Any) -> None:
    """Add a statement to the list, if there is one."""
    notes = _NOTES.get()
    if notes is not None:
        notes.append(StatementNote(folder, family, sql, parameters, answer))


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
