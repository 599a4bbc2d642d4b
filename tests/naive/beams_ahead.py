"""The improved strategy of large variants of Beams, code by code in plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

from tafelwerk.solvers.beams.patterns import Problem

Code = tuple[int, ...]
"""Pieces by colour."""

Query = tuple[int, int]
"""Colour and diagonal."""


@dataclass
class Ahead:
    """The strategy on a variant.

    Attributes:
        problem: the variant.
        width, tries, quick: queries tried at a set of more than 63 codes, at a smaller one, and there within an estimate.
    """

    problem: Problem
    width: int = 4
    tries: int = 10
    quick: int = 4
    known: dict[object, tuple[int, Query | None]] = field(default_factory=dict)

    def codes(self) -> list[Code]:
        """All codes."""
        return [code for pattern in self.problem.patterns.tolist() for code in permutations(pattern)]

    def cost(
        self, some: Sequence[Code], used: int, diagonals: frozenset[int], depth: int
    ) -> dict[int, tuple[int, int]]:
        """Number of codes and of their wrong fields, by queries asked."""
        if len(some) == 1:
            return {depth: (1, 0)}
        query = self.query(some, used, diagonals)
        if query is None:
            return {depth: (len(some), self.guess(some))}
        found: dict[int, tuple[int, int]] = {}
        after = max(used, query[0] + 1)
        for part in self.parts(some, query):
            for queries, (codes, wrong) in self.cost(part, after, diagonals | {query[1]}, depth + 1).items():
                before = found.get(queries, (0, 0))
                found[queries] = before[0] + codes, before[1] + wrong
        return found

    def query(self, some: Sequence[Code], used: int, diagonals: frozenset[int]) -> Query | None:
        """Query at a set; None if no query splits it."""
        if len(some) <= 63:
            return self.small(some, used, diagonals, self.tries)[1]
        values = sorted(
            (self.first_value(some, query, len(some)), query) for query in self.queries(some, used, diagonals)
        )
        tried = [
            (
                sum(
                    self.part_value(part, max(used, query[0] + 1), diagonals | {query[1]}, len(some)) for part in parts
                ),
                place,
                query,
            )
            for place, (_, query) in enumerate(values[: self.width])
            for parts in [self.parts(some, query)]
        ]
        return min(tried)[2] if tried else None

    def part_value(self, part: Sequence[Code], used: int, diagonals: frozenset[int], whole: int) -> int:
        """Cost of a part of a set of `whole` codes, in thirds of 2^-16 queries."""
        assert whole < 1 << 20
        if len(part) <= 63:
            return 3 * 2**16 * self.small(part, used, diagonals, self.quick)[0]
        values = [self.first_value(part, query, whole) for query in self.queries(part, used, diagonals)]
        return 3 * 2**16 * len(part) + min(values, default=0)

    def first_value(self, some: Sequence[Code], query: Query, whole: int) -> int:
        """Sum of the estimates of the parts."""
        return sum(estimate(len(part)) for part in self.parts(some, query))

    def small(self, some: Sequence[Code], used: int, diagonals: frozenset[int], tries: int) -> tuple[int, Query | None]:
        """Cost-to-go and query of a set of few codes."""
        key = tuple(some), used, diagonals, tries
        if key not in self.known:
            self.known[key] = self.small_again(some, used, diagonals, tries)
        return self.known[key]

    def small_again(
        self, some: Sequence[Code], used: int, diagonals: frozenset[int], tries: int
    ) -> tuple[int, Query | None]:
        """The same, not remembered."""
        if len(some) == 1:
            return 0, None
        queries = self.queries(some, used, diagonals)
        if not queries:
            return self.guess(some), None
        sizes = {query: [len(part) for part in self.parts(some, query)] for query in queries}
        queries.sort(key=lambda query: (-4 * len(sizes[query]) - sizes[query].count(1), query))
        if len(sizes[queries[0]]) == len(some):
            return len(some), queries[0]
        best = min(
            (
                sum(
                    self.small(part, max(used, query[0] + 1), diagonals | {query[1]}, tries)[0]
                    for part in self.parts(some, query)
                ),
                place,
                query,
            )
            for place, query in enumerate(queries[:tries])
        )
        return len(some) + best[0], best[2]

    def queries(self, some: Sequence[Code], used: int, diagonals: frozenset[int]) -> list[Query]:
        """Queries that split a set."""
        colours, lines = range(min(used + 1, self.problem.variant.colours)), range(len(self.problem.diagonals))
        every = [(colour, line) for colour in colours for line in lines if line not in diagonals]
        return [query for query in every if len(self.parts(some, query)) > 1]

    def parts(self, some: Sequence[Code], query: Query) -> list[list[Code]]:
        """Codes by answer."""
        found: dict[int, list[Code]] = {}
        for code in some:
            found.setdefault(int(self.problem.answers[code[query[0]], query[1]]), []).append(code)
        return list(found.values())

    def guess(self, some: Sequence[Code]) -> int:
        """Fewest wrong fields of a guess, summed over a set."""
        masks = [[int(self.problem.pieces[piece]) for piece in code] for code in some]
        return min(
            sum((mine & ~its).bit_count() for code in masks for mine, its in zip(guess, code, strict=True))
            for guess in masks
        )


@cache
def estimate(codes: int) -> int:
    """Estimated cost-to-go of a number of codes, in thirds of 2^-16 queries."""
    if codes < 2:
        return 0
    # the whole part of 2^16 log2(codes)
    return codes * (3 * 2**16 + (codes ** (2**16)).bit_length() - 1)
