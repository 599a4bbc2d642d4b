"""What the family's look-ups answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.beams.games import Strategy

Beam = tuple[int, int, str]
"""A query and its answer: colour and diagonal, from 1; the places hit, as "2,4", - for none."""

History = Sequence[Beam]
"""Beams in the order asked."""


def beam_text(beam: Beam) -> str:
    """A beam as it is written: "1@3 2,4"."""
    colour, diagonal, hits = beam
    return f"{colour}@{diagonal} {hits}"


def history_text(history: History) -> str:
    """A history as the tables have it: "1@3 2,4; 2@5 -"."""
    return "; ".join(map(beam_text, history))


@dataclass(frozen=True, slots=True)
class Counts:
    """What a variant has: pieces up to translation, patterns, codes, diagonals; None where a number is not known. Exact."""

    variant: str
    pieces: int
    patterns: int | None
    codes: int | None
    diagonals: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a strategy costs over all codes of a variant: a query 1, a wrong field of the last guess 1. Exact.

    `spent`: triples (queries, wrong fields, codes that cost so much), ascending; MIX makes fractions.
    """

    variant: str
    strategy: Strategy
    spent: tuple[tuple[int, int, Fraction], ...]

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return int(sum(codes for _, _, codes in self.spent))

    @property
    def total(self) -> Fraction:
        """Cost summed over all codes."""
        return sum(((queries + wrong) * codes for queries, wrong, codes in self.spent), Fraction(0))

    @property
    def penalty(self) -> Fraction:
        """The part of the total that is for wrong fields."""
        return sum((wrong * codes for _, wrong, codes in self.spent), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Expected cost."""
        return self.total / self.codes

    @property
    def most(self) -> int:
        """Cost of the code that costs most."""
        return max(queries + wrong for queries, wrong, _ in self.spent)

    @property
    def histogram(self) -> tuple[tuple[int, Fraction], ...]:
        """Pairs (cost, codes that cost so much), ascending."""
        return self._sums(lambda queries, wrong: queries + wrong)

    @property
    def query_histogram(self) -> tuple[tuple[int, Fraction], ...]:
        """Pairs (queries, codes that take so many), ascending."""
        return self._sums(lambda queries, wrong: queries)

    def _sums(self, key: Callable[[int, int], int]) -> tuple[tuple[int, Fraction], ...]:
        found: dict[int, Fraction] = {}
        for queries, wrong, codes in self.spent:
            place = key(queries, wrong)
            found[place] = found.get(place, Fraction(0)) + codes
        return tuple(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Point:
    """What an entropy strategy costs over all codes of a variant; `alpha`: its order, None for infinity. Exact."""

    alpha: Fraction | None
    total: Fraction
    codes: int

    @property
    def mean(self) -> Fraction:
        """Expected cost."""
        return self.total / self.codes


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a stored tree: what is asked (None: nothing), codes left, what these cost in all with the queries asked before
    (None: not summed up), and pairs (answer, codes left) of its children, single codes left out."""

    query: tuple[int, int] | None
    codes: int
    cost: int | None
    children: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Next:
    """What a strategy does with `remaining` codes left.

    `query`: colour and diagonal asked for, from 1, and `answers`: pairs (answer, codes it leaves); or, where no query is
    asked, `code`: with one code left that code, else the guess, the colours of the fields, and `wrong`: wrong fields of the
    guess, summed over the codes left. `expected`: cost from here on, on average over the codes left, exact, None where it is
    not known. `tied`: the queries as good by the strategy's rule. `best`: whether the query is proved to be what the strategy
    asks. `known`: colours of the fields that all codes left agree in, 0 for the others; None where that was not looked at.
    """

    remaining: int
    query: tuple[int, int] | None
    answers: tuple[tuple[str, int], ...] = ()
    code: str | None = None
    wrong: int | None = None
    expected: Fraction | None = None
    tied: tuple[tuple[int, int], ...] = ()
    best: bool = True
    known: tuple[int, ...] | None = None
