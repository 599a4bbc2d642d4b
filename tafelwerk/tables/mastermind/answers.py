"""What the family's questions and look-ups answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tafelwerk.tables.question import Answer, answer


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Measured(Answer):
    """An answer in queries; `unit` is "misses" where these are counted in their place: in hangman."""

    unit: str | None = None


@answer
class Summary(Measured):
    """What a strategy needs for all codes of a game, in queries.

    `total`: summed over the `codes` codes; `max`: for the code that needs most; `histogram`: codes by number of queries.
    """

    codes: int
    total: Fraction
    mean: float
    max: int
    histogram: Mapping[int, Fraction]


@answer
class WithinSummary(Summary):
    """What a strategy needs whose aim is to be done within some queries: `done` codes are, `chance` is their share."""

    done: Fraction
    chance: float


@answer
class Parts(Answer):
    """What `guess` would tell with `remaining` codes left.

    `parts`: codes that each answer leaves; `entropies`: Rényi entropies of the answer in bits by order, "0", "1", "2" and "inf",
    rounded numbers within 1e-12; `consistent`: whether the guess may be the code.
    """

    guess: str
    remaining: int
    parts: Mapping[str, int]
    entropies: Mapping[str, float]
    consistent: bool


@answer
class Bound(Answer):
    """A lower bound of the `total` of every strategy and of its `mean`, for `codes` codes and at most
    `answers` answers per query."""

    total: Fraction
    mean: float
    codes: int
    answers: int


@answer
class Constants(Answer):
    """Constants with gamma log2 |M| <= <M> <= Gamma log2 |M| for all sets M of two codes or more.

    <M> is the mean number of queries under perfect play until the code is known, whether or not codes are named.

    Attributes:
        codes, answers: number of codes, and most answers of a query.
        gamma: the greatest such gamma: 1 / log2(answers).
        Gamma: an interval that holds the least such Gamma; of rounded ends alike where it is known.
        bound: the factor Gamma / gamma by which asking once what H_1 asks, and perfectly then, lengthens a search at most.
        loss: that factor for all codes, the greatest where H_1 may ask several queries; None where sets are too many.
        totals: least and greatest total, summed over the codes, of the sets of each size; None where sets are too many.
    """

    codes: int
    answers: int
    gamma: float
    Gamma: tuple[float, float]
    bound: float
    loss: Fraction | None
    totals: Mapping[int, tuple[int, int]] | None


@answer
class Next(Measured):
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
class SampledNext(Next):
    """What `asked_by` asks of too many codes, as far as queries and codes that were drawn tell; it is not proved the best.

    The answers are counted on all codes left. `value`: entropy of the answer in bits, as estimated from `samples` of the codes
    left; error and interval are of it.
    """

    asked_by: str
    value: float


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


AnyNext = Next | MixedNext | UnprovedNext | SampledNext | Solved


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
    """A game that was built from a file.

    Attributes:
        score: how queries are answered.
        codes, queries, labels: codes, queries and answers as they are written.
        solved: the answer that ends the game; -1: none does.
        answers: uint16, shape (queries, codes): indices of answers.
    """

    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    labels: tuple[str, ...]
    solved: int
    answers: Any
