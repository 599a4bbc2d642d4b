"""Answers of the family's questions."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer

MISSES = "misses"
"""Unit of costs in hangman."""


@frozen(kw_only=True, eq=False, repr=False)
class CostAnswer(Answer):
    """An answer in queries.

    Attributes:
        unit: "misses" in hangman, where misses are counted instead of queries.
    """

    unit: str | None = None


@answer
class Summary(CostAnswer):
    """Queries that a strategy needs for all codes of a game.

    Attributes:
        codes: number of codes.
        total: queries summed over all codes.
        mean: queries per code.
        max: most queries for any code.
        histogram: codes by number of queries.
        hardest: the first 20 codes that need most queries; None if they are not known, as under random ties.
    """

    codes: int
    total: Fraction
    mean: float
    max: int
    histogram: Mapping[int, Fraction]
    hardest: tuple[str, ...] | None = field(default=None, kw_only=True)


@answer
class WithinSummary(Summary):
    """Cost of a strategy that finds as many codes as possible within a number of queries.

    Attributes:
        done: codes found within that number.
        chance: their share of all codes.
    """

    done: Fraction
    chance: float


@frozen
class Cost:
    """What a strategy costs, in queries; in hangman in misses.

    Attributes:
        total: summed over all codes.
        mean: per code.
        max: for any code.
        histogram: codes by number of queries.
    """

    total: Fraction
    mean: float
    max: int
    histogram: Mapping[int, Fraction]


@answer
class Comparison(CostAnswer):
    """Strategies of one game side by side.

    Attributes:
        codes: number of codes.
        strategies: the cost of each, as asked.
    """

    codes: int
    strategies: Mapping[str, Cost]


@answer
class Parts(Answer):
    """Information of a guess.

    Attributes:
        guess: the guess.
        remaining: codes left before the guess.
        parts: codes left after each answer.
        entropies: Rényi entropies of the answer in bits by order, "0", "1", "2" and "inf", rounded; error at most 1e-12.
        consistent: whether the guess may be the code.
        notation: as of `Next`.
    """

    guess: str
    remaining: int
    parts: Mapping[str, int]
    entropies: Mapping[str, float]
    consistent: bool
    notation: str = field(default="letters", kw_only=True)


@answer
class Bound(Answer):
    """A lower bound of the queries of every strategy.

    Attributes:
        total: bound of the queries summed over all codes.
        mean: bound of the queries per code.
        codes: number of codes.
        answers: greatest number of answers to a query.
        proved: the least total, or else the greatest lower bound, that a search stored in the book has proved; null without one.
    """

    total: Fraction
    mean: float
    codes: int
    answers: int
    proved: Fraction | None = None


@answer
class Constants(Answer):
    """Constants with gamma log2 |M| <= <M> <= Gamma log2 |M| for all sets M of two codes or more.

    <M> is the mean number of queries under perfect play until the code is known, whether or not codes are named.

    Attributes:
        codes: number of codes.
        answers: greatest number of answers to a query.
        gamma: the greatest possible gamma, 1 / log2(answers).
        Gamma: an interval that contains the least possible Gamma; the rounded ends are equal if it is known.
        bound: gamma / gamma, the greatest factor by which asking H_1's query once, then playing perfectly, lengthens a search.
        loss: this factor for the set of all codes, the greatest over H_1's tied queries; None if there are too many sets.
        totals: least and greatest total, summed over the codes, of the sets of each size; None if there are too many sets.
    """

    codes: int
    answers: int
    gamma: float
    Gamma: tuple[float, float]
    bound: float
    loss: Fraction | None
    totals: Mapping[int, tuple[int, int]] | None


@answer
class Next(CostAnswer):
    """The next query of a strategy while more than one code is left.

    Attributes:
        guess: the query.
        remaining: codes left.
        expected: mean number of queries from this one on, over the codes left; None if not known.
        answers: codes left after each answer.
        possible: whether the query may be the code.
        total: the same as expected, summed over the codes left.
        reason: why the query is not proved, or its cost not known, though the computation was asked for.
        notation: "letters", or "digits" if the history is written in digits; the texts of codes follow it.
        codes: the codes left, if they are at most 20 or all are wanted.
        equally_good: other queries that may be the code and are as good by the strategy's measure, if at most 20 codes are
            left; None if that takes a long search, or where misses are counted.
    """

    guess: str
    remaining: int
    expected: float | None
    answers: Mapping[str, int]
    possible: bool
    total: Fraction | None
    reason: str | None = field(default=None, kw_only=True)
    notation: str = field(default="letters", kw_only=True)
    codes: tuple[str, ...] | None = field(default=None, kw_only=True)
    equally_good: tuple[str, ...] | None = field(default=None, kw_only=True)

    @property
    def is_proved(self) -> bool:
        """Whether the query is the strategy's own."""
        return not isinstance(self, UnprovedNext | SampledNext)


@answer
class MixedNext(Next):
    """The next query of MIX, which chooses among tied queries at random.

    Attributes:
        tied: the tied queries; `guess` is the first of them.
    """

    tied: tuple[str, ...]


@answer
class UnprovedNext(Next):
    """The query of another strategy, which replaces one that takes too much work.

    Attributes:
        best: False: the query is not proved to be that of the requested strategy.
        asked_by: the strategy whose query it is.
    """

    best: bool
    asked_by: str


@answer
class SampledNext(Next):
    """The next query if too many codes are left to compare all queries; not proved the best.

    Answers are counted on all codes left.

    Attributes:
        asked_by: the strategy whose query it is.
        value: entropy of the answer in bits, estimated from `samples` of the codes left; error and interval belong to it.
    """

    asked_by: str
    value: float


@answer
class Solved(Answer):
    """The only code left.

    Attributes:
        solved: the code.
        notation: as of `Next`.
    """

    solved: str
    notation: str = field(default="letters", kw_only=True)

    @property
    def guess(self) -> str:
        """The query that names the code."""
        return self.solved

    @property
    def remaining(self) -> int:
        """Codes left."""
        return 1

    @property
    def expected(self) -> float:
        """Number of queries from here on."""
        return 1.0


AnyNext = Next | MixedNext | UnprovedNext | SampledNext | Solved


@answer
class Point(Answer):
    """Cost of an entropy strategy over all codes: a point of a curve.

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


@answer
class Puzzle(Answer):
    """Guesses and their answers that leave exactly one code, none of them redundant.

    Attributes:
        game: the game.
        seed: random seed of the puzzle.
        history: the clues.
        clues: number of clues.
        remaining: codes that the clues leave: 1.
        without: per clue, the number of codes left by the other clues; more than 1 each.
        solution: the code.
        difficulty, grade, measure: a count, its grade, and what is counted.
        notation: "letters", or "colours" if a palette names them; clues and solution follow it.
    """

    game: str
    seed: int
    history: str
    clues: int
    remaining: int
    without: list[int]
    solution: str
    difficulty: int
    grade: str
    measure: str
    notation: str = field(default="letters", kw_only=True)
