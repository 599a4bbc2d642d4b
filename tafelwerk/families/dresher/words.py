"""Fractions and numbers of this game as words."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from tafelwerk.commands.output import page_width, rational
from tafelwerk.wording import exact_number

T = TypeVar("T")

LONGEST_FRACTION = 40
"""Characters of the longest fraction shown; a longer one is shown in decimals."""

_LEAST_FRACTION, _MARGIN = 12, 4


def longest_fraction() -> int:
    """Characters of the longest fraction shown here: one that fits in a line of the terminal."""
    width = page_width()
    return LONGEST_FRACTION if width is None else min(LONGEST_FRACTION, max(width - _MARGIN, _LEAST_FRACTION))


def fits_line(number: Fraction) -> bool:
    """Whether a fraction is short enough to be shown here."""
    return len(rational(number)) <= longest_fraction()


def shown(number: Fraction, digits: int = 6) -> str:
    """An exact number for a person: "2", "187/62 (3.016129)", or "about 5.982415" where the fraction is long."""
    return exact_number(number, f"{float(number):.{digits}f}", longest_fraction())


def guesses(number: Fraction, digits: int = 6) -> str:
    """An exact number of guesses for a person."""
    return f"{shown(number, digits)} {'guess' if number == 1 else 'guesses'}"


def grouped(values: Sequence[T]) -> dict[T, list[int]]:
    """The distinct values, each with the numbers (from 1) that have it."""
    found: dict[T, list[int]] = {}
    for number, value in enumerate(values, start=1):
        found.setdefault(value, []).append(number)
    return found


def mirrored_runs(values: Sequence[Fraction]) -> list[tuple[Fraction, list[int]]]:
    """Runs of equal neighbours, from the first to the last; each with its mirror image where i and n + 1 - i are alike."""
    n = len(values)
    mirrored = all(value == other for value, other in zip(values, reversed(values), strict=True))
    runs: list[tuple[Fraction, set[int]]] = []
    for number, value in enumerate(values[: (n + 1) // 2] if mirrored else values, start=1):
        alike = {number, n + 1 - number} if mirrored else {number}
        if runs and runs[-1][0] == value:
            runs[-1][1].update(alike)
        else:
            runs.append((value, alike))
    return [(value, sorted(numbers)) for value, numbers in runs]
