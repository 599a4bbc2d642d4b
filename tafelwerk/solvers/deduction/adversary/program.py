"""The breaker's linear program over the strategies found so far, solved exactly: a revised simplex method in integers.

    minimise v   subject to   sum_t q_t d_kt + z_k = s_k v for every class k,   sum_t q_t = 1,   q, z >= 0,

where d_kt are the queries of strategy t summed over the s_k codes of class k. The dual values of the rows are the codemaker's
chances per code. The inverse of the basis is kept as its adjugate and its determinant, which are integers, so every pivot is an
exact division (Edmonds 1967; Azulay and Pique 2001).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpz_mat

Column = Sequence[int]

VALUE = -1
"""The column of v; slacks are numbered below it: -2 is that of the first class."""


class Program:
    """The program of a game with K classes of codes, starting with one strategy.

    Attributes:
        sizes: number of codes of each class.
        columns: queries of each strategy, summed over the codes of each class.
    """

    @classmethod
    def begun(cls, sizes: Sequence[int], columns: Sequence[Column], basis: Sequence[int] | None) -> "Program":
        """The program with some strategies, starting from a basis if it is one and its shares and slacks are not below 0.

        Args:
            sizes: number of codes of each class.
            columns: the strategies.
            basis: K + 1 columns: numbers of strategies from 0, VALUE, and VALUE - 1 - k for the slack of class k.
        """
        made = cls(sizes, columns[0])
        made.columns = [tuple(column) for column in columns]
        if basis is None or VALUE not in basis:
            return made
        matrix: Any = fmpz_mat([list(row) for row in zip(*map(made._entries, basis), strict=True)])
        scale = abs(matrix.det())
        if scale:
            every, inverse = range(len(basis)), matrix.inv() * scale
            entries = [[int(inverse[i, j].p) for j in every] for i in every]
            if all(row[-1] >= 0 for row in entries):
                made._inverse, made._scale, made._basis = entries, int(scale), list(basis)
                made._top = made._basis.index(VALUE)
        return made

    def __init__(self, sizes: Sequence[int], first: Column) -> None:
        self.sizes, self.columns = tuple(sizes), [tuple(first)]
        classes = range(len(sizes))
        self._inverse = [[int(i == j) for j in range(len(sizes) + 1)] for i in range(len(sizes) + 1)]
        self._scale = 1
        self._basis = [VALUE - 1 - k for k in classes] + [0]
        self._replace(len(sizes), self._entering(0))
        self._top = max(classes, key=lambda k: Fraction(first[k], sizes[k]))
        self._basis[self._top] = VALUE
        self._replace(self._top, self._entering(VALUE))

    @property
    def value(self) -> Fraction:
        """Value of the game in which the breaker has these strategies only, after `improve`."""
        return Fraction(self._inverse[self._top][-1], self._scale)

    @property
    def chances(self) -> list[Fraction]:
        """The codemaker's chance for each code of each class in that game."""
        return [Fraction(-entry, self._scale) for entry in self._inverse[self._top][:-1]]

    @property
    def mixture(self) -> dict[int, Fraction]:
        """The breaker's chances in that game: of each strategy that has one above 0."""
        shares = ((column, row[-1]) for column, row in zip(self._basis, self._inverse, strict=True))
        return {column: Fraction(share, self._scale) for column, share in sorted(shares) if column >= 0 and share}

    def add(self, column: Column) -> None:
        """Add a strategy."""
        self.columns.append(tuple(column))

    def improve(self) -> None:
        """Make pivots until the mixture is optimal over all strategies so far.

        After a pivot that leaves v as it is, the first column that may enter does, and of the rows that may leave, that of the
        first column (Bland 1977), so that no basis is met twice.
        """
        stalls = False
        while True:
            top = self._inverse[self._top]
            prices = [(-entry, VALUE - 1 - k) for k, entry in enumerate(top[:-1])]
            prices += [(-sum(map(int.__mul__, top, column)) - top[-1], t) for t, column in enumerate(self.columns)]
            entering = [(price, column) for price, column in prices if price < 0]
            if not entering:
                return
            column = min((column for _, column in entering), key=_order) if stalls else min(entering)[1]
            direction = self._entering(column)
            rows = [i for i, entry in enumerate(direction) if entry > 0 and i != self._top]
            ratios = {i: Fraction(self._inverse[i][-1], direction[i]) for i in rows}
            least = min(ratios.values())
            leaving = min((i for i in rows if ratios[i] == least), key=lambda i: _order(self._basis[i]))
            self._basis[leaving] = column
            self._replace(leaving, direction)
            stalls = least == 0

    def _entries(self, column: int) -> list[int]:
        """A column, one entry per class and one for the sum of the shares."""
        if column == VALUE:
            return [*(-size for size in self.sizes), 0]
        if column < VALUE:
            return [int(k == VALUE - 1 - column) for k in range(len(self.sizes))] + [0]
        return [*self.columns[column], 1]

    def _entering(self, column: int) -> list[int]:
        """A column in terms of the basis, times the determinant."""
        if column == VALUE:
            return [-sum(map(int.__mul__, row, self.sizes)) for row in self._inverse]
        if column < VALUE:
            return [row[VALUE - 1 - column] for row in self._inverse]
        return [sum(map(int.__mul__, row, self.columns[column])) + row[-1] for row in self._inverse]

    def _replace(self, leaving: int, direction: list[int]) -> None:
        """Exchange a column of the basis for one with these entries in terms of the basis."""
        pivot, kept, scale = direction[leaving], self._inverse[leaving], self._scale
        for i, row in enumerate(self._inverse):
            if i != leaving:
                by = direction[i]
                self._inverse[i] = [(pivot * a - by * b) // scale for a, b in zip(row, kept, strict=True)]
        self._scale = pivot
        if pivot < 0:
            self._scale = -pivot
            self._inverse = [[-entry for entry in row] for row in self._inverse]


def _order(column: int) -> int:
    """Place of a column among all: strategies, then slacks."""
    return column if column >= 0 else (1 << 60) - column
