"""What the family's commands share: their app and argument, a whole game from the book, fractions and numbers as words."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from tafelwerk.commands.common import App, rational
from tafelwerk.commands.miss import settle
from tafelwerk.tables import dresher as tables
from tafelwerk.tables.dresher import Hider, Searcher, Value
from tafelwerk.tables.question import Source

if TYPE_CHECKING:
    from random import Random

    from tafelwerk.build.computation import Computation
    from tafelwerk.tables.book import Book

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
    int, typer.Argument(metavar="N", min=1, max=tables.MOST_NUMBERS, help="The hider picks one of the numbers 1 to N.")
]


@dataclass(frozen=True)
class Game:
    """A solved game: its value and a strategy of either side."""

    value: Value
    hider: Hider
    searcher: Searcher

    @property
    def n(self) -> int:
        """Size of the game."""
        return self.value.n

    @cached_property
    def taken(self) -> list[Fraction]:
        """(n,) guesses that the searcher's mixture takes on average for each number; exact."""
        sums = [0] * self.n
        for tree in self.searcher.trees:
            sums = [total + tree.weight * depth for total, depth in zip(sums, tree.depths, strict=True)]
        return [Fraction(total, self.searcher.total) for total in sums]


def find_game(book: Path, n: int, *, compute: bool, keep: bool) -> tuple[Game, Source]:
    """A whole game, from the book or computed.

    Raises:
        MissingTableError: neither, since it would be much work.
    """

    def look_up(opened: "Book") -> Game | None:
        value, hider = tables.get_value(opened, n), tables.get_hider(opened, n)
        searcher = tables.get_searcher(opened, n)
        return None if value is None or hider is None or searcher is None else Game(value, hider, searcher)

    return settle(book, look_up, lambda: _computation(n), tables.missing(book, n), compute=compute, keep=keep)


def find(
    book: Path,
    n: int,
    get: "Callable[[Book, int], T | None]",
    computation: "Callable[[], Computation[T]]",
    *,
    compute: bool,
    keep: bool,
) -> tuple[T, Source]:
    """One answer about the game, from the book or computed.

    Raises:
        MissingTableError: neither, since it would be much work.
    """
    missing = tables.missing(book, n)
    return settle(book, lambda opened: get(opened, n), computation, missing, compute=compute, keep=keep)


def answers() -> Any:
    """What the book does not hold, computed; imported on a miss only."""
    from tafelwerk.build.dresher import answers

    return answers


def _computation(n: int) -> "Computation[Any]":
    """The three answers of a game as one."""
    made = answers()
    parts = [made.value(n), made.hider(n), made.searcher(n)]

    def run() -> Game:
        return Game(*(part.run() for part in parts))

    def attempt() -> Game:
        return Game(*((part.attempt or part.run)() for part in parts))

    return replace(parts[0], run=run, attempt=None if parts[0].attempt is None else attempt)


def value_of(value: Value) -> Fraction:
    """The value as a Fraction."""
    return Fraction(value.numerator, value.denominator)


def bound_of(value: Value) -> Fraction:
    """L(n) as a Fraction."""
    return Fraction(*value.bound)


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
