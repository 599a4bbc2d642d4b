"""Answers of the family's questions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from math import inf

from tafelwerk.frozen import frozen
from tafelwerk.luck import Luck
from tafelwerk.rules.deduction import order_name
from tafelwerk.tables.answers import CARRIED, Answer, answer
from tafelwerk.tables.explanation import QueryExplanation


@answer
class Counts(Answer):
    """Sizes of a variant.

    Attributes:
        pieces: number of pieces up to translation.
        patterns: number of ways to cover the board with pieces, regardless of colours; None where unknown.
        codes: number of codes; None where unknown.
        diagonals: number of diagonals, on boards of squares of windows.
        reading: reading of the rules where the source leaves a choice; None where it leaves none.
    """

    pieces: int
    patterns: int | None
    codes: int | None
    diagonals: int
    reading: str | None = None


@answer
class SampledCounts(Counts):
    """Sizes of a variant, with patterns and codes estimated from samples; standard error and interval are those of the codes.

    Attributes:
        effective: number of independent codes that would estimate shares of answers as precisely as those sampled.
    """

    effective: float = 0.0


Spent = tuple[tuple[int, int, Fraction], ...]
"""Triples (queries, wrong fields, number of codes with this cost), ascending; numbers are fractions under MIX."""


@answer
class Summary(Answer):
    """Cost of a strategy over all codes of a variant: 1 per query, 1 per wrong field of the last guess.

    Attributes:
        codes: number of codes.
        total: cost summed over all codes.
        mean: cost per code.
        max: greatest cost of any code.
        histogram: number of codes by cost.
        penalty: part of the total for wrong fields.
        query_histogram: number of codes by number of queries.
        bound: lower bound of the total of every strategy; None where none is stored.
        bound_mean: lower bound of the cost per code of every strategy; None where none is stored.
    """

    codes: int
    total: Fraction
    mean: float
    max: int
    histogram: Mapping[str, Fraction]
    penalty: Fraction
    query_histogram: Mapping[str, Fraction]
    bound: Fraction | None
    bound_mean: float | None

    @property
    def variance(self) -> float:
        """Variance of the cost of a code."""
        squares = sum((int(cost) ** 2 * codes for cost, codes in self.histogram.items()), Fraction(0))
        return float(squares / self.codes - (self.total / self.codes) ** 2)


@answer
class WithinSummary(Summary):
    """Cost of a strategy that finds as many codes as possible within a number of queries.

    Attributes:
        done: codes found with at most that number and without a wrong field.
        chance: their share of all codes.
    """

    done: Fraction
    chance: float


def summary_of(spent: Spent, within: int | None = None) -> Summary:
    """Summary of the costs of all codes; with `within` also how many are found within that number of queries."""
    codes = int(sum(count for *_, count in spent))
    total = sum(((queries + wrong) * count for queries, wrong, count in spent), Fraction(0))
    fields = (
        codes,
        total,
        float(total / codes),
        max(queries + wrong for queries, wrong, _ in spent),
        _sums((queries + wrong, count) for queries, wrong, count in spent),
        sum((wrong * count for _, wrong, count in spent), Fraction(0)),
        _sums((queries, count) for queries, _, count in spent),
        None,
        None,
    )
    if within is None:
        return Summary(*fields)
    done = sum((count for queries, wrong, count in spent if queries <= within and not wrong), Fraction(0))
    return WithinSummary(*fields, done, float(done / codes))


def _sums(pairs: Iterable[tuple[int, Fraction]]) -> dict[str, Fraction]:
    sums: dict[int, Fraction] = {}
    for key, count in pairs:
        sums[key] = sums.get(key, Fraction(0)) + count
    return {str(key): sums[key] for key in sorted(sums)}


@answer
class Point(Answer):
    """Cost of an entropy strategy over all codes of a variant: a point of a curve.

    Attributes:
        alpha: order of the entropy.
        mean: cost per code.
        total: cost summed over all codes.
        strategy: name of the strategy.
    """

    alpha: float
    mean: float
    total: Fraction
    strategy: str


def point_of(alpha: Fraction | None, total: Fraction, codes: int) -> Point:
    """A point of a curve.

    Args:
        alpha: order of the entropy, None for infinity.
        total: cost summed over all codes.
        codes: number of codes.
    """
    return Point(inf if alpha is None else float(alpha), float(total / codes), total, order_name(alpha))


@answer
class Step(Answer):
    """The next step of a strategy.

    Attributes:
        known: gives the colour per field, from 1, that is known so far, 0 for unknown.
    """

    known: Callable[[], tuple[int, ...]] | None = field(default=None, kw_only=True, metadata=CARRIED)


@answer
class Solved(Step):
    """The only code left.

    Attributes:
        solved: colours of the code's fields, in the order of the fields.
    """

    solved: str


@answer
class Guess(Step):
    """A guess where no query distinguishes the codes left, or where finishing early costs less.

    Attributes:
        guess: colours of the guess's fields, in the order of the fields.
        remaining: number of codes left.
        wrong: wrong fields, summed over the codes left.
        expected: expected cost from here on: mean number of wrong fields over the codes left.
    """

    guess: str
    remaining: int
    wrong: Fraction
    expected: float


@answer
class Query(Step):
    """The next query, and the number of codes that each answer leaves.

    Attributes:
        query: the query, colour@diagonal.
        remaining: number of codes left.
        answers: number of codes left after each answer.
        expected: expected cost from here on, the mean over the codes left; None where unknown.
        total: cost from here on, summed over the codes left; None where unknown.
        reason: why the query is not proved, or its cost not known, though the computation was asked for.
    """

    query: str
    remaining: int
    answers: Mapping[str, int]
    expected: float | None
    total: Fraction | None
    reason: str | None = field(default=None, kw_only=True)


@answer
class MixedQuery(Query):
    """The next query of MIX, which chooses uniformly among tied queries.

    Attributes:
        tied: the tied queries; `query` is the first of them.
    """

    tied: tuple[str, ...]


@answer
class UnprovedQuery(Query):
    """The query of a stand-in, where the query of the requested strategy is too expensive to compute.

    Attributes:
        best: False: the query need not be that of the requested strategy.
        asked_by: name of the strategy that chose the query.
    """

    best: bool
    asked_by: str


@answer
class SampledQuery(Query):
    """The next query, chosen from a sample of the codes left; the numbers of codes left now and after each answer are estimates.

    Attributes:
        asked_by: name of the strategy that chose the query.
        value: value that the query maximises: entropy of its answer in bits, H' or U; with its standard error and interval,
            which codes of a single run do not tell.
        remaining_interval: interval of the number of codes left; None where the number is exact.
        effective: number of independent codes that would estimate shares of answers as precisely as those sampled.
    """

    asked_by: str
    value: float
    remaining_interval: tuple[float, float] | None
    effective: float


@answer
class Explanation(QueryExplanation):
    """Reasons for a strategy's query. Costs count queries and wrong fields, including the next query.

    Attributes:
        luck: how lucky each answer of the history was.
    """

    luck: tuple[Luck, ...] = ()


Next = Solved | Guess | Query | MixedQuery | UnprovedQuery | SampledQuery
"""The next step of a strategy."""


@answer
class Puzzle(Answer):
    """Beams and their answers that leave exactly one code, none of them redundant.

    Attributes:
        variant: the variant.
        seed: random seed that reproduces the puzzle.
        history: beams and answers.
        beams: number of beams.
        remaining: number of codes left: 1.
        solution: colours of the code's fields, in the order of the fields.
        difficulty: difficulty, in the unit of `measure`.
        grade: difficulty as a word.
        measure: unit of the difficulty.
    """

    variant: str
    seed: int
    history: str
    beams: int
    remaining: int
    solution: str
    difficulty: int
    grade: str
    measure: str


@answer
class Bound(Answer):
    """Proved lower bounds of the cost of every strategy, and of the queries that it takes at worst.

    Attributes:
        codes: number of codes.
        total: lower bound of the cost summed over all codes.
        mean: lower bound of the cost per code.
        queries: number of queries that every strategy takes for some code at least; None where no proof is stored.
    """

    codes: int
    total: Fraction
    mean: float
    queries: int | None = None


@answer
class Simulation(Answer):
    """Cost of a strategy in games against random codes; standard error and interval are those of the mean.

    Attributes:
        games: number of games.
        mean: mean cost per game.
        variance: sample variance of the cost per game.
        histogram: number of games by cost.
        guessed_wrong: number of games that ended with a wrong guess.
        seed: random seed.
    """

    games: int
    mean: float
    variance: float
    histogram: Mapping[str, int]
    guessed_wrong: int
    seed: int


@answer
class Bitset(Answer):
    """The codes that beams leave, as a bitset: bit n is code n, and the lowest bit of the first byte is code 0.

    Attributes:
        codes: number of codes of the variant.
        remaining: number of codes left.
        bytes: length of the bitset in bytes.
        sha256: SHA-256 of the bytes.
        first: numbers of the first codes left, from 0.
        hex: all bytes in hexadecimal; None if there are more than 1024.
    """

    codes: int
    remaining: int
    bytes: int
    sha256: str
    first: tuple[int, ...]
    hex: str | None


@frozen
class Node:
    """A node of a stored tree.

    Attributes:
        query: colour and diagonal of the next query, from 0; None if no query is asked.
        codes: number of codes left.
        cost: cost summed over these codes, including the queries asked before; None if not stored.
        children: pairs (answer, number of codes left), without single codes.
    """

    query: tuple[int, int] | None
    codes: int
    cost: int | None
    children: tuple[tuple[str, int], ...]
