"""Tables as CSV, as spreadsheets of any country write them: what separates the fields, and the rows."""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from tafelwerk.errors import ContentError

SEPARATORS = (",", ";", "\t")
"""What may separate the fields of a CSV file."""

_CHOICE = re.compile(r"(?i:sep)=([,;\t])\r?\n")
"""A first line by which spreadsheets name the separator."""


def separator_of(text: str) -> str:
    """What separates the fields of a CSV file, as its first line says, or its header and the number of fields in every row."""
    chosen = _CHOICE.match(text)
    return chosen[1] if chosen else _separator(text)


def table_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The non-empty rows of the text of a CSV file, stripped, each with its first line number.

    Raises:
        ContentError: a row has quotes that are not closed, or more after them.
    """
    begin = 1
    chosen = _CHOICE.match(text)
    if chosen:
        text, begin = text[chosen.end() :], 2
    reader = csv.reader(StringIO(text, newline=""), strict=True, skipinitialspace=True, delimiter=separator)
    lines = begin
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ContentError(f"line {begin}: not CSV: {error}") from error
        fields = [field.strip() for field in row]
        if any(fields):
            yield begin, fields
        begin = reader.line_num + lines


def _separator(text: str) -> str:
    """What separates the fields of a CSV file: with it the header has several fields, and every row as many, if possible."""
    possible = []
    for separator in SEPARATORS:
        rows = csv.reader(StringIO(text, newline=""), skipinitialspace=True, delimiter=separator)
        try:
            # several fields of tabs alone are no empty line: tabs may be what separates
            header, *others = [row for row in rows if any(map(str.strip, row)) or (len(row) > 1 and any(row))] or [[""]]
        except csv.Error:
            continue
        if len(header) > 1 and not any(sign in header[0] for sign in SEPARATORS):
            if all(len(row) == len(header) for row in others):
                return separator
            possible.append(separator)
    return possible[0] if possible else SEPARATORS[0]
