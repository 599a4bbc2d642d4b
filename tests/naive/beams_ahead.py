"""The improved strategy of large variants of Beams, code by code in plain Python."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations

from tafelwerk.solvers.beams.patterns import Problem

Code = tuple[int, ...]
"""Pieces by colour."""

Codes = tuple[Code, ...]

Query = tuple[int, int]
"""Colour and diagonal."""

Asked = tuple[int, frozenset[int]]
"""Number of colours asked for, and the diagonals."""

FEW, UNIT = 63, 3 * 2**16
"""Most codes of a small set; a query in thirds of 2^-16 queries."""


def after(asked: Asked, query: Query) -> Asked:
    """What was asked once a query is asked, too."""
    return max(asked[0], query[0] + 1), asked[1] | {query[1]}


class Ahead:
    """The strategy on a variant: of the queries that look best it takes the one whose parts cost least.

    Args:
        problem: the variant.
        width, tries, quick: queries tried at a set of more than 63 codes, at a smaller one, and there within an estimate.
    """

    def __init__(self, problem: Problem, width: int = 4, tries: int = 10, quick: int = 4) -> None:
        self.problem, self.width, self.tries, self.quick = problem, width, tries, quick
        self.small = cache(self._small)

    def codes(self) -> Codes:
        """All codes."""
        return tuple(code for pattern in self.problem.patterns.tolist() for code in permutations(pattern))

    def cost(self, codes: Codes, asked: Asked = (0, frozenset()), depth: int = 0) -> dict[int, tuple[int, int]]:
        """Number of codes and of their wrong fields, by queries asked."""
        query = self.query(codes, asked)
        if query is None:
            return {depth: (len(codes), self.guess(codes))}
        ends: dict[int, tuple[int, int]] = {}
        for part in self.parts(codes, query):
            for queries, (count, wrong) in self.cost(part, after(asked, query), depth + 1).items():
                before = ends.get(queries, (0, 0))
                ends[queries] = before[0] + count, before[1] + wrong
        return ends

    def query(self, codes: Codes, asked: Asked = (0, frozenset())) -> Query | None:
        """Query at a set; None if no query splits it."""
        if len(codes) <= FEW:
            return self.small(codes, asked, self.tries)[1]
        ranked = sorted((self.first_value(codes, query), query) for query in self.queries(codes, asked))
        tried = [query for _, query in ranked[: self.width]]
        return self.cheapest(codes, tried, asked, self.part_value)[1] if tried else None

    def cheapest(
        self, codes: Codes, tried: Iterable[Query], asked: Asked, value: Callable[[Codes, Asked], int]
    ) -> tuple[int, Query]:
        """Sum of the values of the parts, and the query: the first of those whose sum is least."""
        sums = [
            (sum(value(part, after(asked, query)) for part in self.parts(codes, query)), place, query)
            for place, query in enumerate(tried)
        ]
        least, _, query = min(sums)
        return least, query

    def part_value(self, part: Codes, asked: Asked) -> int:
        """Cost of a part, in thirds of 2^-16 queries."""
        if len(part) <= FEW:
            return UNIT * self.small(part, asked, self.quick)[0]
        values = [self.first_value(part, query) for query in self.queries(part, asked)]
        return UNIT * len(part) + min(values, default=0)

    def first_value(self, codes: Codes, query: Query) -> int:
        """Sum of the estimates of the parts."""
        return sum(estimate(len(part)) for part in self.parts(codes, query))

    def _small(self, codes: Codes, asked: Asked, tries: int) -> tuple[int, Query | None]:
        """Cost-to-go and query of a set of few codes."""
        queries = self.queries(codes, asked)
        if not queries:
            return self.guess(codes), None
        sizes = {query: [len(part) for part in self.parts(codes, query)] for query in queries}
        queries.sort(key=lambda query: (-4 * len(sizes[query]) - sizes[query].count(1), query))
        if len(sizes[queries[0]]) == len(codes):
            return len(codes), queries[0]
        least, query = self.cheapest(
            codes, queries[:tries], asked, lambda part, asked: self.small(part, asked, tries)[0]
        )
        return len(codes) + least, query

    def queries(self, codes: Codes, asked: Asked) -> list[Query]:
        """Queries that split a set."""
        colours, lines = range(min(asked[0] + 1, self.problem.variant.colours)), range(len(self.problem.diagonals))
        every = [(colour, line) for colour in colours for line in lines if line not in asked[1]]
        return [query for query in every if len(self.parts(codes, query)) > 1]

    def parts(self, codes: Codes, query: Query) -> list[Codes]:
        """Codes by answer."""
        found: dict[int, list[Code]] = {}
        for code in codes:
            found.setdefault(int(self.problem.answers[code[query[0]], query[1]]), []).append(code)
        return [tuple(part) for part in found.values()]

    def guess(self, codes: Sequence[Code]) -> int:
        """Fewest wrong fields of a guess, summed over a set."""
        masks = [[int(self.problem.pieces[piece]) for piece in code] for code in codes]
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
    return codes * (UNIT + (codes ** (2**16)).bit_length() - 1)
