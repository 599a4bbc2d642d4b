"""What the family's questions and look-ups answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer, answer

History = Sequence[tuple[str, str]]
"""Queries asked and the answers to them, as they are written: ("AABC", "1,2"), ..."""


@answer
class Summary(Answer):
    """What a strategy needs for all codes of a game, in queries.

    `total`: summed over the `codes` codes; `max`: for the code that needs most; `histogram`: codes by number of queries.
    """

    codes: int
    total: Fraction
    mean: float
    max: int
    histogram: Mapping[int, Fraction]


@answer
class Next(Answer):
    """What a strategy asks with `remaining` codes left, more than one.

    `guess`: the query; `expected`: queries from here on, the guess included, on average over the codes left, and `total`,
    their sum; both None where that is not known; `answers`: codes that each answer leaves; `possible`: whether the guess may
    be the code.
    """

    guess: str
    remaining: int
    expected: float | None
    answers: Mapping[str, int]
    possible: bool
    total: Fraction | None


@answer
class MixedNext(Next):
    """What MIX asks: any of the queries `tied`, which are equally good by its rule; the guess is the first of them."""

    tied: tuple[str, ...]


@answer
class UnprovedNext(Next):
    """What another strategy, `asked_by`, asks where the one asked for takes too much work; `best` is False."""

    best: bool
    asked_by: str


@answer
class Solved(Answer):
    """The only code left."""

    solved: str

    @property
    def guess(self) -> str:
        """The query that names it."""
        return self.solved

    @property
    def remaining(self) -> int:
        """Codes left."""
        return 1

    @property
    def expected(self) -> float:
        """Queries from here on."""
        return 1.0


AnyNext = Next | MixedNext | UnprovedNext | Solved


@answer
class Point(Answer):
    """What an entropy strategy of order `alpha` needs for all codes; `query` is its first, `max` the most for any code."""

    alpha: float
    strategy: str
    mean: float
    total: Fraction
    query: str
    max: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """A game that was built from a file: its codes and queries as they are written, the answers' texts, which of them
    ends the game (-1: none does), and `rows`: the indices of a query's answers over all codes, in hexadecimal digits."""

    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    labels: tuple[str, ...]
    solved: int
    rows: tuple[str, ...]
