"""What the family's questions answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from tafelwerk.rules.entropy import order_name
from tafelwerk.tables.question import Answer, answer


@answer
class Counts(Answer):
    """What a variant has: pieces up to translation, patterns, codes, diagonals; None where a number is not known.

    `diagonals`: on boards of squares the windows; `reading`: the reading of the rules, where the source leaves a choice.
    """

    pieces: int
    patterns: int | None
    codes: int | None
    diagonals: int
    reading: str | None = None


@answer
class SampledCounts(Counts):
    """The same with patterns and codes estimated from samples: error and interval are of the codes.

    `effective`: number of independent codes that would tell shares of answers as well as those sampled.
    """

    effective: float = 0.0


Spent = tuple[tuple[int, int, Fraction], ...]
"""Triples (queries, wrong fields, codes that cost so much), ascending; MIX makes fractions."""


@answer
class Summary(Answer):
    """What a strategy costs over all codes of a variant: a query 1, a wrong field of the last guess 1.

    `histogram`: codes by cost; `penalty`: the part of the total for wrong fields; `query_histogram`: codes by queries;
    `bound`: a total that no strategy is below, None where none is stored, `bound_mean`: the same per code.
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
    """What an entropy strategy of order `alpha` costs over all codes of a variant."""

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
    """The one code that is left: the colours of its fields."""

    solved: str


@answer
class Guess(Answer):
    """A guess where no query tells the codes left apart, and its wrong fields, summed over these codes and on average."""

    guess: str
    remaining: int
    wrong: Fraction
    expected: float


@answer
class Query(Answer):
    """What is asked, as colour@diagonal, and how many codes each answer leaves.

    `expected`: cost from here on, on average over the codes left, and `total`, its sum; both None where that is not known.
    """

    query: str
    remaining: int
    answers: Mapping[str, int]
    expected: float | None
    total: Fraction | None


@answer
class MixedQuery(Query):
    """What MIX asks: any of the queries `tied`, which are equally good by its rule; the first of them stands in `query`."""

    tied: tuple[str, ...]


@answer
class UnprovedQuery(Query):
    """What another strategy, `asked_by`, asks where the one asked for takes too much work; `best` is False."""

    best: bool
    asked_by: str


@answer
class SampledQuery(Query):
    """What `asked_by` asks as far as a sample of the codes left tells: codes left and behind each answer are estimates.

    `value`: what the query is chosen by, in bits the entropy of its answer or H', or U; error and interval are of it.
    `remaining_interval`: an interval of the number of codes left; None where it is exact. `effective`: number of independent
    codes that would tell shares of answers as well as those sampled.
    """

    asked_by: str
    value: float
    remaining_interval: tuple[float, float] | None
    effective: float


Next = Solved | Guess | Query | MixedQuery | UnprovedQuery | SampledQuery
"""What a strategy does."""


@answer
class Puzzle(Answer):
    """Beams and their answers that leave exactly one code, none superfluous; `solution`: the colours of its fields.

    Attributes:
        difficulty, grade, measure: how hard it is, and what is counted.
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
    """A total that no strategy is below, proved; `mean`: the same per code."""

    codes: int
    total: Fraction
    mean: float


@answer
class Simulation(Answer):
    """What a strategy costs in games against random codes: error and interval are of the mean.

    `variance`: of a game's cost; `histogram`: games by cost; `guessed_wrong`: games that ended with a wrong guess.
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

    `codes`: how many there are in all; `remaining`: how many are left; `bytes`: length; `sha256`: of the bytes; `first`: numbers
    of the first codes left, from 0; `hex`: all bytes, None where they are more than 1024.
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
