"""What the family's commands share: their app and argument, fractions and numbers as words."""

import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tafelwerk.commands.common import App, rational
from tafelwerk.tables.dresher import MOST_NUMBERS

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")

app = App(help="Dresher's guessing game: guess a number, hear higher or lower.")

LONGEST_FRACTION = 40
"""Characters of a fraction up to which a person is shown it; beyond, its decimals."""

_LEAST_FRACTION, _MARGIN = 12, 4


def longest_fraction() -> int:
    """Characters of a fraction up to which it is shown here: a line of the terminal holds it."""
    if not sys.stdout.isatty():
        return LONGEST_FRACTION
    return min(LONGEST_FRACTION, max(get_terminal_size().columns - _MARGIN, _LEAST_FRACTION))


NumbersArgument = Annotated[
    int, typer.Argument(metavar="N", min=1, max=MOST_NUMBERS, help="The hider picks one of the numbers 1 to N.")
]


def shown(number: Fraction, digits: int = 6) -> str:
    """An exact number for a person: "2", "187/62 (3.016129)", or "about 5.982415" where the fraction is long."""
    text = rational(number)
    if number.denominator == 1:
        return text
    decimals = f"{float(number):.{digits}f}"
    return f"{text} ({decimals})" if len(text) <= longest_fraction() else f"about {decimals}"


def guesses(number: Fraction, digits: int = 6) -> str:
    """An exact number of guesses for a person."""
    return f"{shown(number, digits)} {'guess' if number == 1 else 'guesses'}"


def counted(count: int, one: str) -> str:
    """A number of things: "1 guess", "3 guesses"."""
    return f"{count:,} {one}" if count == 1 else f"{count:,} {one}{'es' if one.endswith('s') else 's'}"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in ascending order as a person lists them: "1, 3-7, 11"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(
        str(first) if first == last else f"{first}, {last}" if last == first + 1 else f"{first}-{last}"
        for first, last in runs
    )


def grouped(values: Sequence[T]) -> dict[T, list[int]]:
    """Equal values together, each with the numbers, from 1, that have it."""
    found: dict[T, list[int]] = {}
    for number, value in enumerate(values, start=1):
        found.setdefault(value, []).append(number)
    return found


def drawn(weights: Sequence[int], random: "Random") -> int:
    """Index of one of the weights, drawn with exactly its share of their sum."""
    ticket = random.randrange(sum(weights))
    return next(index for index, below in enumerate(accumulate(weights)) if ticket < below)
