"""What the family's questions answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from tafelwerk.rules.entropy import order_name
from tafelwerk.tables.question import Answer, answer


@answer
class Counts(Answer):
    """Sizes of a variant.

    Attributes:
        pieces: shapes of pieces up to translation.
        patterns: placements of pieces of one colour each, colours not yet given; None where not known.
        codes: hidden codes; None where not known.
        diagonals: diagonals, on boards of squares windows.
        reading: the reading of the rules, where the source leaves a choice.
    """

    pieces: int
    patterns: int | None
    codes: int | None
    diagonals: int
    reading: str | None = None


@answer
class SampledCounts(Counts):
    """Sizes of a variant, patterns and codes estimated from samples: error and interval are of the codes.

    Attributes:
        effective: number of independent codes that would estimate shares of answers as precisely as those sampled.
    """

    effective: float = 0.0


Spent = tuple[tuple[int, int, Fraction], ...]
"""Triples (queries, wrong fields, codes that cost so much), ascending; MIX makes fractions."""


@answer
class Summary(Answer):
    """Cost of a strategy over all codes of a variant: 1 per query, 1 per wrong field of the last guess.

    Attributes:
        codes: number of codes.
        total: cost summed over all codes.
        mean: cost per code.
        max: greatest cost of any code.
        histogram: codes by cost.
        penalty: part of the total for wrong fields.
        query_histogram: codes by number of queries.
        bound: a lower bound of the total of every strategy; None where none is stored.
        bound_mean: the same per code.
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


def summary_of(spent: Spent) -> Summary:
    """The sums of what is spent."""
    codes = int(sum(count for *_, count in spent))
    total = sum(((queries + wrong) * count for queries, wrong, count in spent), Fraction(0))
    return Summary(
        codes,
        total,
        float(total / codes),
        max(queries + wrong for queries, wrong, _ in spent),
        _sums((queries + wrong, count) for queries, wrong, count in spent),
        sum((wrong * count for _, wrong, count in spent), Fraction(0)),
        _sums((queries, count) for queries, _, count in spent),
        bound=None,
        bound_mean=None,
    )


def _sums(pairs: Iterable[tuple[int, Fraction]]) -> dict[str, Fraction]:
    found: dict[int, Fraction] = {}
    for key, count in pairs:
        found[key] = found.get(key, Fraction(0)) + count
    return {str(key): found[key] for key in sorted(found)}


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
        alpha: the order, None for infinity.
        total: cost summed over all codes.
        codes: how many there are.
    """
    return Point(inf if alpha is None else float(alpha), float(total / codes), total, order_name(alpha))


@answer
class Solved(Answer):
    """The one code that is left.

    Attributes:
        solved: colours of its fields.
    """

    solved: str


@answer
class Guess(Answer):
    """A guess where no query tells the codes left apart.

    Attributes:
        guess: colours of its fields.
        remaining: codes left.
        wrong: wrong fields, summed over the codes left.
        expected: cost from here on, on average over the codes left: its wrong fields.
    """

    guess: str
    remaining: int
    wrong: Fraction
    expected: float


@answer
class Query(Answer):
    """The next query, and how many codes each answer leaves.

    Attributes:
        query: colour@diagonal.
        remaining: codes left.
        answers: codes left after each answer.
        expected: cost from here on, on average over the codes left; None where not known.
        total: the same, summed over the codes left.
    """

    query: str
    remaining: int
    answers: Mapping[str, int]
    expected: float | None
    total: Fraction | None


@answer
class MixedQuery(Query):
    """The next query of MIX, which asks one of several equally good queries at random.

    Attributes:
        tied: these queries; `query` is the first of them.
    """

    tied: tuple[str, ...]


@answer
class UnprovedQuery(Query):
    """The query of another strategy, where the one asked for takes too much work.

    Attributes:
        best: False: the query is not known to be that of the strategy asked for.
        asked_by: the strategy whose query it is.
    """

    best: bool
    asked_by: str


@answer
class SampledQuery(Query):
    """The next query, chosen by a sample of the codes left; codes left and after each answer are estimates.

    Attributes:
        asked_by: the strategy whose query it is.
        value: what the query is chosen by: entropy of its answer in bits, H' or U; error and interval are of it.
        remaining_interval: an interval of the number of codes left; None where that is exact.
        effective: number of independent codes that would estimate shares of answers as precisely as those sampled.
    """

    asked_by: str
    value: float
    remaining_interval: tuple[float, float] | None
    effective: float


Next = Solved | Guess | Query | MixedQuery | UnprovedQuery | SampledQuery
"""What a strategy does."""


@answer
class Puzzle(Answer):
    """Beams and their answers that leave exactly one code, none of them superfluous.

    Attributes:
        variant: the variant.
        seed: random seed that makes the puzzle again.
        history: beams and answers.
        beams: number of beams.
        remaining: codes left: 1.
        solution: colours of the fields of that code.
        difficulty: how hard it is.
        grade: the same as a word.
        measure: what is counted.
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
    """A proved lower bound of the cost of every strategy.

    Attributes:
        codes: number of codes.
        total: bound of the cost summed over all codes.
        mean: bound of the cost per code.
    """

    codes: int
    total: Fraction
    mean: float


@answer
class Simulation(Answer):
    """Cost of a strategy in games against random codes: error and interval are of the mean.

    Attributes:
        games: number of games.
        mean: cost per game.
        variance: variance of a game's cost.
        histogram: games by cost.
        guessed_wrong: games that ended with a wrong guess.
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
    """The codes that beams leave, as a bitset: code number n is bit n, the lowest bit of the first byte first.

    Attributes:
        codes: number of codes of the variant.
        remaining: codes left.
        bytes: length.
        sha256: SHA-256 of the bytes.
        first: numbers of the first codes left, from 0.
        hex: all bytes; None where they are more than 1024.
    """

    codes: int
    remaining: int
    bytes: int
    sha256: str
    first: tuple[int, ...]
    hex: str | None


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a stored tree.

    Attributes:
        query: colour and diagonal asked, from 0; None: nothing is.
        codes: codes left.
        cost: what these cost in all, the queries asked before included; None: not summed up.
        children: pairs (answer, codes left), single codes left out.
    """

    query: tuple[int, int] | None
    codes: int
    cost: int | None
    children: tuple[tuple[str, int], ...]
