"""Queries of greatest entropy on one set of codes of any size, exactly.

Entropies are compared in doubles where these are far enough apart, otherwise by `entropy.compare`.
"""

from enum import StrEnum
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy import admissible
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.rules.elements import Elements
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.partition_entropy import compare

_CLOSE = 1e-9
"""Relative distance below which float sums are compared exactly; each errs by less than 1e-12."""

Measure = Alpha | Approximation
"""Measure that a query maximises: an entropy, by its order (None for infinity), or an approximation."""

Query = tuple[int, int]
"""Colour and diagonal."""


class Order(StrEnum):
    """Tie rule between queries of greatest entropy: lowest colour, or lowest diagonal."""

    COLOUR = "lex-c"
    DIAGONAL = "lex-d"


class Parts:
    """Parts of a set under every query.

    Attributes:
        used: colours used.
        table: int64, shape (colours asked, diagonals, answers): parts in units of `unit` codes.
        unit: (colours - used - 1)!, at least 1.
    """

    def __init__(self, problem: Problem, counts: NDArray[np.int64], used: int) -> None:
        """Add up the pieces that give the same answer.

        Args:
            problem: the variant.
            counts: int64, shape (places, pieces): number of elements in which each used colour has a piece; the last row, if any
                colours are not used, is for all of them.
            used: colours used.
        """
        colours, answers = problem.variant.colours, 1 << max(line.bit_count() for line in problem.diagonals)
        self.used, self.unit = used, factorial(max(colours - used - 1, 0))
        self.table = np.zeros((min(used + 1, colours), len(problem.diagonals), answers), np.int64)
        for diagonal, shown in enumerate(problem.answers.T):
            for place in range(len(self.table)):
                # sums far below 2^53
                sums = np.bincount(shown, counts[place], answers).astype(np.int64)
                self.table[place, diagonal] = sums * (max(colours - used, 1) if place < used else 1)

    @classmethod
    def of_set(cls, problem: Problem, elements: Elements, used: int) -> "Parts":
        """Parts of listed elements, uint16, shape (n, colours)."""
        counts = np.zeros((used + 1, len(problem.pieces)), np.int64)
        for column in range(elements.shape[1]):
            counts[min(column, used)] += np.bincount(elements[:, column], minlength=len(problem.pieces))
        return cls(problem, counts, used)

    def of(self, colour: int, diagonal: int) -> dict[int, int]:
        """Codes by answer, the answers ascending."""
        row = self.table[colour, diagonal]
        return {int(answer): int(row[answer]) * self.unit for answer in np.flatnonzero(row)}

    def best(self, alpha: Alpha, open_diagonals: int) -> list[Query]:
        """All queries of the greatest entropy among those that split the set, colours first.

        Args:
            alpha: order of the entropy.
            open_diagonals: mask of the diagonals not yet used.
        """
        table = self.table
        unused = np.array([open_diagonals >> diagonal & 1 for diagonal in range(table.shape[1])], bool)
        queries = [(int(c), int(d)) for c, d in np.argwhere(((table > 0).sum(axis=2) > 1) & unused)]
        if not queries:
            return []
        sums = _sums(alpha, np.stack([table[query] for query in queries]))
        least = sums.min()
        best: list[Query] = []
        for query, value in zip(queries, sums, strict=True):
            if value - least > _CLOSE * abs(least):
                continue
            order = compare(alpha, _nonzero(table[query]), _nonzero(table[best[0]])) if best else -1
            if order <= 0:
                best = [query] if order < 0 else [*best, query]
        return best


def _nonzero(row: NDArray[np.int64]) -> list[int]:
    return [int(part) for part in row[row > 0]]


def _sums(alpha: Alpha, parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Float sums that decrease as the entropy increases."""
    sizes = parts.astype(np.float64)
    if alpha is None:
        largest: NDArray[np.float64] = sizes.max(axis=1)
        return largest
    shares = sizes / sizes.sum(axis=1, keepdims=True)
    if alpha == 1:
        logarithms = np.log(np.where(sizes > 0, sizes, 1.0))
        weighted: NDArray[np.float64] = (shares * logarithms).sum(axis=1)
        # shifted so that the relative distance of close sums refers to a number that is not small
        return weighted + 1.0
    powers = np.where(sizes > 0, shares ** float(alpha), 0.0).sum(axis=1)
    signed: NDArray[np.float64] = powers if alpha > 1 else -powers
    return signed


def best_queries(
    problem: Problem,
    elements: Elements,
    used: int,
    open_diagonals: int,
    measure: Measure,
    parts: Parts | None = None,
) -> list[Query]:
    """All queries of the greatest measure among those that split a set, colours first.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        used: colours used.
        open_diagonals: mask of the diagonals not yet used.
        measure: measure that the queries maximise.
        parts: parts of the set under every query, if known.
    """
    if isinstance(measure, Approximation):
        return admissible.best(problem, elements, used, open_diagonals, measure)
    return (parts or Parts.of_set(problem, elements, used)).best(measure, open_diagonals)


def first(queries: list[Query], order: Order) -> Query:
    """First of tied queries by the tie rule.

    Raises:
        InputError: there are no queries.
    """
    if not queries:
        raise InputError("no query is left to choose from")
    return min(queries) if order is Order.COLOUR else min(queries, key=lambda query: (query[1], query[0]))
