"""Files of other programs that several games use.

Which rows are in a table as CSV, as spreadsheets of any country write it?     `separator_of`, `table_rows`
How is an integer sequence written for the OEIS?                               `bfile_lines`
How is a two-player game written for Gambit?                                   `nfg_lines`

A b-file, the format of the On-Line Encyclopedia of Integer Sequences, has one line per term, "n a(n)", with n increasing by one
per line; lines that begin with # are comments. ASCII, with a line feed at the end of each line. In an .nfg file, payoff version
with names of strategies, the title and the players are followed by their strategies, a comment, and the payoffs of both players
for each pair of strategies, the first player's changing fastest.

Sources: OEIS Wiki, "B-files"; C. R. Greathouse IV, "Format"; Gambit, Game representation formats, "The strategic game (.nfg) file
format, payoff version".
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO

from tafelwerk.errors import ContentError, InputError

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


LONGEST_LINE = 1000
"""Largest number of characters per line that tools accept."""

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")


def bfile_lines(terms: Iterable[tuple[int, object]], about: str) -> Iterator[str]:
    """The lines of a b-file, with line ends.

    Args:
        terms: n and a(n), n ascending; integers, or their digits.
        about: description of the sequence, lines of ASCII.

    Raises:
        InputError: no terms; a term that is not an integer; n that does not increase by one; a line longer than LONGEST_LINE.
    """
    yield from (f"# {line}\n" for line in about.splitlines())
    last: int | None = None
    for n, value in terms:
        text = str(value)
        if not _INTEGER.fullmatch(text):
            raise InputError(f"not an integer sequence: the term of {n} is {'missing' if value is None else text}")
        if last is not None and n != last + 1:
            raise InputError(
                f"two terms of {n}: a b-file has one per line"
                if n == last
                else f"no term of {last + 1}, the next is that of {n}"
            )
        if len(line := f"{n} {text}\n") > LONGEST_LINE:
            raise InputError(
                f"the term of {n} has {len(text):,} digits; a line of a b-file has {LONGEST_LINE} characters"
            )
        yield line
        last = n
    if last is None:
        raise InputError("no terms: there are no such rows")


Number = int | Fraction


def nfg_lines(
    title: str,
    players: tuple[str, str],
    strategies: tuple[Sequence[str], Sequence[str]],
    payoffs: Sequence[Sequence[tuple[Number, Number]]],
    comment: str = "",
) -> Iterator[str]:
    """The lines of a game, with line ends.

    Args:
        title: title of the game.
        players: names of the first and the second player.
        strategies: names of their strategies.
        payoffs: payoffs of both players, by strategy of the first and of the second player.
        comment: comment below the strategies.
    """
    yield f"NFG 1 R {_quote(title)} {{ {' '.join(map(_quote, players))} }}\n\n"
    first, second = ("{ " + " ".join(map(_quote, names)) + " }" for names in strategies)
    yield f"{{ {first}\n{second}\n}}\n{_quote(comment)}\n\n"
    for column in zip(*payoffs, strict=True):
        for one, other in column:
            yield f"{one} {other}\n"


def zero_sum(matrix: Sequence[Sequence[Number]]) -> list[list[tuple[Number, Number]]]:
    """Payoffs of a zero-sum game from the first player's payoffs."""
    return [[(value, -value) for value in row] for row in matrix]


def complete_part(
    rows: Sequence[str], columns: Sequence[str], pairs: set[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Rows and columns with all pairs known: what lacks the largest share of its pairs is left out, until nothing does.

    Args:
        rows: names of the rows.
        columns: names of the columns.
        pairs: known pairs.
    """
    axes = (list(rows), list(columns))
    while True:
        lacking = [
            [(sum((row, column) not in pairs for row in axes[0]) / len(axes[0]), 1, column) for column in axes[1]],
            [(sum((row, column) not in pairs for column in axes[1]) / len(axes[1]), 0, row) for row in axes[0]],
        ]
        share, side, name = max(lacking[0] + lacking[1])
        if not share:
            return axes
        axes[side].remove(name)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
