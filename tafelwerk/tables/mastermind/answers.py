"""What the family's questions and look-ups answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tafelwerk.tables.question import Answer, answer


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Measured(Answer):
    """An answer in queries.

    Attributes:
        unit: "misses" where these are counted in place of queries: in hangman.
    """

    unit: str | None = None


@answer
class Summary(Measured):
    """Queries that a strategy needs for all codes of a game.

    Attributes:
        codes: number of codes.
        total: queries summed over all codes.
        mean: queries per code.
        max: most queries for any code.
        histogram: codes by number of queries.
    """

    codes: int
    total: Fraction
    mean: float
    max: int
    histogram: Mapping[int, Fraction]


@answer
class WithinSummary(Summary):
    """Queries that a strategy needs that aims to be done within a number of queries.

    Attributes:
        done: codes found within that number.
        chance: their share of all codes.
    """

    done: Fraction
    chance: float


@answer
class Parts(Answer):
    """What a guess would tell.

    Attributes:
        guess: the guess.
        remaining: codes left before it.
        parts: codes left after each answer.
        entropies: Rényi entropies of the answer in bits by order, "0", "1", "2" and "inf", rounded numbers within 1e-12.
        consistent: whether the guess may be the code.
    """

    guess: str
    remaining: int
    parts: Mapping[str, int]
    entropies: Mapping[str, float]
    consistent: bool


@answer
class Bound(Answer):
    """A lower bound of the queries of every strategy.

    Attributes:
        total: bound of the queries summed over all codes.
        mean: bound of the queries per code.
        codes: number of codes.
        answers: most answers of a query.
    """

    total: Fraction
    mean: float
    codes: int
    answers: int


@answer
class Constants(Answer):
    """Constants with gamma log2 |M| <= <M> <= Gamma log2 |M| for all sets M of two codes or more.

    <M> is the mean number of queries under perfect play until the code is known, whether or not codes are named.

    Attributes:
        codes: number of codes.
        answers: most answers of a query.
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
    """The next query of a strategy while more than one code is left.

    Attributes:
        guess: the query.
        remaining: codes left.
        expected: queries from here on, this one included, on average over the codes left; None where not known.
        answers: codes left after each answer.
        possible: whether the query may be the code.
        total: the same as expected, summed over the codes left.
    """

    guess: str
    remaining: int
    expected: float | None
    answers: Mapping[str, int]
    possible: bool
    total: Fraction | None


@answer
class MixedNext(Next):
    """The next query of MIX, which asks one of several equally good queries at random.

    Attributes:
        tied: these queries; `guess` is the first of them.
    """

    tied: tuple[str, ...]


@answer
class UnprovedNext(Next):
    """The query of another strategy, where the one asked for takes too much work.

    Attributes:
        best: False: the query is not known to be that of the strategy asked for.
        asked_by: the strategy whose query it is.
    """

    best: bool
    asked_by: str


@answer
class SampledNext(Next):
    """The next query where too many codes are left for all queries to be compared; not proved the best.

    The answers are counted on all codes left.

    Attributes:
        asked_by: the strategy whose query it is.
        value: entropy of the answer in bits, as estimated from `samples` of the codes left; error and interval are of it.
    """

    asked_by: str
    value: float


@answer
class Solved(Answer):
    """The only code left.

    Attributes:
        solved: the code.
    """

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
    """Queries that an entropy strategy needs for all codes: a point of a curve.

    Attributes:
        alpha: order of the entropy.
        strategy: name of the strategy.
        mean: queries per code.
        total: queries summed over all codes.
        query: first query.
        max: most queries for any code.
    """

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


@dataclass(frozen=True, slots=True)
class Asked:
    """A node of a strategy's tree.

    Attributes:
        answer: to the query before; "" at the root.
        depth: which query of the game it is, from 1.
        query: what is asked.
        possible: whether the query may be the code.
        codes: codes left.
        total: queries from here on, summed over these codes.
    """

    answer: str
    depth: int
    query: str
    possible: bool
    codes: int
    total: int
