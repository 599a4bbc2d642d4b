"""What the family's look-ups answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.mastermind.games import Game, Strategy

History = Sequence[tuple[str, str]]
"""Queries asked and the answers to them, as they are written: ("AABC", "1,2"), ..."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a strategy needs for all codes of a game; in queries. Exact.

    `total`: summed over the `codes` codes; `most`: for the code that needs most; `histogram`: pairs (number of queries,
    codes found with so many), ascending.
    """

    game: Game
    strategy: Strategy
    codes: int
    total: Fraction
    most: int
    histogram: tuple[tuple[int, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        """Expected number of queries."""
        return self.total / self.codes


@dataclass(frozen=True, slots=True)
class Next:
    """What a strategy asks with `remaining` codes left.

    `guess`: the query; `possible`: whether it may be the code; `expected`: queries from here on, the guess included, on
    average over the codes left, exact, None where that is not known; `answers`: pairs (answer, codes it leaves);
    `tied`: the queries that are as good by the strategy's rule, the guess among them; `best`: whether the guess is
    proved to be what the strategy asks. With one code left the guess is that code.
    """

    guess: str
    remaining: int
    possible: bool
    expected: Fraction | None
    answers: tuple[tuple[str, int], ...]
    tied: tuple[str, ...] = ()
    best: bool = True


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The entropy strategy of order `alpha`: its first query, total and mean, in queries. Exact."""

    alpha: Fraction
    query: str
    total: Fraction
    mean: Fraction
    most: int


@dataclass(frozen=True, slots=True)
class FirstQuery:
    """A class of `alike` first queries, `query` the first of them; `parts`: pairs (answer, codes it leaves). Exact."""

    query: str
    alike: int
    parts: tuple[tuple[str, int], ...]


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
