"""A printed number beside the book's: where it stands, the query that gives ours, and whether the two agree."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Any

from tafelwerk.frozen import frozen

SIGNIFICANT = 12
"""Significant digits of a float that stands beside a printed number."""


class Source(StrEnum):
    """The texts whose numbers are compared."""

    DISSERTATION = "Jena dissertation on the exact analysis of heuristics for combinatorial games"
    SKAT = "S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003"
    DRESHER = "M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018"
    NUMBER_GAME = "Page on win chances and random play in the number game 3-5-11"
    LECTURE = "P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05"


class Verdict(StrEnum):
    """What a comparison says."""

    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "not stored"
    UNUSABLE = "cannot be used"


@frozen
class Number:
    """One printed number.

    Attributes:
        source: the text.
        place: where it is printed there.
        printed: as printed, with a decimal point; a fraction, a decimal number rounded to its last digit, or a word.
        query: SQL over the book: one column, or numerator and denominator; or a question in Python's words, as in
            `dresher.value(509).value`, where no table holds the number.
        reason: why the book's differs; "" where it agrees.
    """

    source: Source
    place: str
    printed: str
    query: str
    reason: str = ""

    @property
    def is_sql(self) -> bool:
        """Whether the query is SQL."""
        return self.query.startswith("SELECT ")

    def verdict(self, ours: str | None) -> Verdict:
        """Whether the book's number is the printed one."""
        if ours is None:
            return Verdict.MISSING
        return Verdict.AGREES if agrees(self.printed, ours) else Verdict.DIFFERS


def agrees(printed: str, ours: str) -> bool:
    """Whether a number rounds to the printed one: equal to it, or to its digits behind the point.

    Args:
        printed: as in `Number`.
        ours: a whole number, a fraction, a float or a word.
    """
    theirs, other = _exact(printed), _exact(ours)
    if theirs is None or other is None:
        return printed == ours
    if "." not in printed:
        return theirs == other
    digits = len(printed.partition(".")[2])
    # a float has its own last digit beside the printed one's
    slack = abs(other) / 10**SIGNIFICANT if "." in ours or "e" in ours else 0
    return abs(theirs - other) <= Fraction(1, 2 * 10**digits) + slack


def _exact(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def value_text(row: Sequence[Any] | None) -> str | None:
    """The answer of a query as text: a fraction of two columns, a float to SIGNIFICANT digits, the items of a list; None if
    there is none."""
    if row is None or any(value is None for value in row):
        return None
    if len(row) == 2:
        return str(Fraction(int(row[0]), int(row[1])))
    (value,) = row
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else str(value)


def numbers(
    source: Source,
    place: str,
    query: str,
    printed: Mapping[Any, str],
    reasons: Mapping[Any, str] | None = None,
) -> Iterator[Number]:
    """The numbers of a printed table: one query for all, with a hole per key.

    Args:
        source: the text.
        place: where the table stands, with the same holes {0}, {1}, ...
        query: as in `Number`, with holes.
        printed: the numbers by their keys; a key of several parts is a tuple.
        reasons: why ours differ, by key.
    """
    for key, number in printed.items():
        parts = key if isinstance(key, tuple) else (key,)
        reason = (reasons or {}).get(key, "")
        yield Number(source, place.format(*parts), number, query.format(*parts), reason)


def grid(rows: Sequence[Any], columns: Sequence[Any], printed: str) -> dict[tuple[Any, Any], str]:
    """Numbers of a printed grid by (row, column).

    Args:
        rows, columns: their keys.
        printed: the numbers row by row, separated by blanks; "-" where none is printed.
    """
    words = printed.split()
    return {key: word for key, word in zip(product(rows, columns), words, strict=True) if word != "-"}
