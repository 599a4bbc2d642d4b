"""The next query of an entropy strategy on one set of codes, exactly, whatever the size of the set.

Entropies are compared in doubles where these are far enough apart, else as `entropy.compare` does.
"""

from enum import StrEnum
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.marginals import Elements, tabulate
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.entropy import compare

_CLOSE = 1e-9
"""Relative distance of sums of doubles below which they are compared exactly: each errs by less than 1e-12."""


class Order(StrEnum):
    """Which of the queries with the greatest entropy comes first: that of the least colour, or of the least diagonal."""

    COLOUR = "lex-c"
    DIAGONAL = "lex-d"


class Parts:
    """What every query makes of a set.

    Attributes:
        used: colours used.
        table: int64, shape (colours asked, diagonals, answers): parts in units of `unit` codes.
        unit: see `marginals`.
    """

    def __init__(self, problem: Problem, elements: Elements, used: int) -> None:
        """Count them.

        Args:
            problem: the variant.
            elements: uint16, shape (n, colours): the set, see `marginals`.
            used: colours used.
        """
        colours = problem.variant.colours
        self.used = used
        self.unit = factorial(max(colours - used - 1, 0))
        longest = max(line.bit_count() for line in problem.diagonals)
        self.table = np.zeros((min(used + 1, colours), len(problem.diagonals), 1 << longest), np.int64)
        pieces = len(problem.pieces)
        counts, touched = np.zeros(pieces, np.int32), np.zeros(pieces, np.int32)
        tabulate(elements, len(elements), used, problem.answers, counts, touched, self.table)

    def of(self, colour: int, diagonal: int) -> dict[int, int]:
        """Codes by answer, the answers ascending."""
        row = self.table[colour, diagonal]
        return {int(answer): int(row[answer]) * self.unit for answer in np.flatnonzero(row)}

    def best(self, alpha: Alpha, open_diagonals: int) -> list[tuple[int, int]]:
        """All queries (colour, diagonal) of the greatest entropy among those that split the set, colours first.

        Args:
            alpha: order of the entropy.
            open_diagonals: mask of the diagonals not yet used.
        """
        table = self.table
        shape = table.shape[:2]
        unused = np.array([open_diagonals >> diagonal & 1 for diagonal in range(shape[1])], bool)
        lanes = [(int(c), int(d)) for c, d in np.argwhere(((table > 0).sum(axis=2) > 1) & unused)]
        if not lanes:
            return []
        sums = _sums(alpha, np.stack([table[lane] for lane in lanes]))
        least = sums.min()
        near = [lane for lane, value in zip(lanes, sums, strict=True) if value - least <= _CLOSE * abs(least)]
        best: list[tuple[int, int]] = []
        for lane in near:
            order = compare(alpha, _nonzero(table[lane]), _nonzero(table[best[0]])) if best else -1
            if order <= 0:
                best = [lane] if order < 0 else [*best, lane]
        return best


def _nonzero(row: NDArray[np.int64]) -> list[int]:
    return [int(part) for part in row[row > 0]]


def _sums(alpha: Alpha, parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sums in doubles, the smaller the greater the entropy."""
    sizes = parts.astype(np.float64)
    if alpha is None:
        largest: NDArray[np.float64] = sizes.max(axis=1)
        return largest
    shares = sizes / sizes.sum(axis=1, keepdims=True)
    if alpha == 1:
        logarithms = np.log(np.where(sizes > 0, sizes, 1.0))
        weighted: NDArray[np.float64] = (shares * logarithms).sum(axis=1)
        # added up so that close sums are so relative to a number that is not small
        return weighted + 1.0
    powers = np.where(sizes > 0, shares ** float(alpha), 0.0).sum(axis=1)
    signed: NDArray[np.float64] = powers if alpha > 1 else -powers
    return signed


def first(lanes: list[tuple[int, int]], order: Order) -> tuple[int, int]:
    """The first of tied queries.

    Raises:
        InputError: there is none.
    """
    if not lanes:
        raise InputError("no query is left to choose from")
    return min(lanes) if order is Order.COLOUR else min(lanes, key=lambda lane: (lane[1], lane[0]))
