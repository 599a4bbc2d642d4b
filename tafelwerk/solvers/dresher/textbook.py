"""Dresher's own simplex method on the whole matrix of the game, in fractions, with every step kept.

Both sides treat i and n + 1 - i alike: a row of the matrix is a pair of numbers, a column a tree or its mirror image, an entry
the sum of the depths of both numbers, twice the number of guesses. The matrix is augmented by a column P_0 in front and unit
columns at the end. A basis is P_0 and m other columns. The first row of its inverse is (l, -x_1, ..., -x_m): the current value
and the hider's strategy; the first column is the searcher's. The column with the greatest product with that row enters, among
equals the first. Among the rows R_i with v_i > 0, the one with the least R_i / v_i leaves; vectors are compared by their first
component that differs.

Sources: M. Dresher, The Mathematics of Games of Strategy, 1961; Stassen 2018, sections 1.10 to 1.13.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tafelwerk.families.dresher.rules import Depths

Row = tuple[Fraction, ...]


@cache
def all_trees(n: int) -> tuple[Depths, ...]:
    """All binary search trees of the numbers 1 to n by their depths, in lexicographic order; Catalan(n) of them.

    >>> all_trees(3)
    ((1, 2, 3), (1, 3, 2), (2, 1, 2), (2, 3, 1), (3, 2, 1))
    """
    if n == 0:
        return ((),)
    return tuple(
        sorted(
            (*(depth + 1 for depth in left), 1, *(depth + 1 for depth in right))
            for root in range(n)
            for left in all_trees(root)
            for right in all_trees(n - 1 - root)
        )
    )


def unlike_trees(n: int) -> tuple[Depths, ...]:
    """The first of each tree and its mirror image, in lexicographic order.

    >>> unlike_trees(3)
    ((1, 2, 3), (1, 3, 2), (2, 1, 2))
    """
    return tuple(depths for depths in all_trees(n) if depths <= depths[::-1])


def pair_matrix(trees: tuple[Depths, ...]) -> list[list[int]]:
    """The matrix of the symmetric game: sums of the depths of i and n + 1 - i, a row per pair; twice the depth of the middle.

    >>> pair_matrix(unlike_trees(3))
    [[4, 3, 4], [4, 6, 2]]
    """
    n = len(trees[0])
    return [[depths[i] + depths[n - 1 - i] for depths in trees] for i in range((n + 1) // 2)]


@dataclass(frozen=True, slots=True)
class Step:
    """A basis, and the pivot from it.

    Attributes:
        basis: numbers of its columns P_0, P_j1, ..., P_jm.
        inverse: inverse of the basis, row by row.
        products: R_0 P_j for every column j from 1 on.
        enters: the entering column; None if the basis is optimal.
        column: V, the entering column in terms of the basis; None if the basis is optimal.
        leaves: the leaving column; None if the basis is optimal.
    """

    basis: tuple[int, ...]
    inverse: tuple[Row, ...]
    products: Row
    enters: int | None = None
    column: Row | None = None
    leaves: int | None = None


def steps(matrix: list[list[int]]) -> list[Step]:
    """Every basis from the first to an optimal one.

    Args:
        matrix: payoffs to the row player; in the first column the last row must have the greatest.

    >>> [step.enters for step in steps(pair_matrix(unlike_trees(3)))]
    [3, 2, None]
    """
    rows = len(matrix)
    columns = [(Fraction(0), *[Fraction(-1)] * rows)]
    columns += [(Fraction(1), *map(Fraction, column)) for column in zip(*matrix, strict=True)]
    columns += [tuple(Fraction(i == k) for i in range(rows + 1)) for k in range(1, rows + 1)]
    first = len(matrix[0]) + 1
    basis = [0, 1, *range(first, first + rows - 1)]
    inverse = _first_inverse([row[0] for row in matrix])
    history: list[Step] = []
    while True:
        products = tuple(_product(inverse[0], column) for column in columns[1:])
        enters = 1 + products.index(max(products))
        tableau = tuple(basis), tuple(inverse), products
        if products[enters - 1] <= 0:
            history.append(Step(*tableau))
            return history
        column = tuple(_product(row, columns[enters]) for row in inverse)
        _, leaves = min(
            (tuple(entry / column[i] for entry in inverse[i]), i) for i in range(1, rows + 1) if column[i] > 0
        )
        history.append(Step(*tableau, enters, column, basis[leaves]))
        pivot = tuple(entry / column[leaves] for entry in inverse[leaves])
        inverse = [
            pivot if i == leaves else tuple(a - column[i] * b for a, b in zip(row, pivot, strict=True))
            for i, row in enumerate(inverse)
        ]
        basis[leaves] = enters


def _first_inverse(column: list[int]) -> list[Row]:
    """Inverse of the basis of P_0, the first column, and all unit columns except the last; equation (1.10)."""
    rows = len(column)
    last = Fraction(column[-1])
    inverse: list[Row] = [(last, *[Fraction(0)] * (rows - 1), Fraction(-1)), (Fraction(1), *[Fraction(0)] * rows)]
    units = ([Fraction(i == k) for k in range(rows - 1)] for i in range(rows - 1))
    return inverse + [(last - entry, *unit, Fraction(-1)) for entry, unit in zip(column, units, strict=False)]


def _product(row: Row, column: Row) -> Fraction:
    return sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
