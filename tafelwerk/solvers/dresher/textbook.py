"""Dresher's own simplex method on the whole matrix of small games, step by step, as a textbook has it.

Numbers i and n + 1 - i are taken together, and so are trees that mirror each other; a column P_j has the depths of both numbers
of each pair together, so that values are twice those of the game. A basis is P_0, which carries the value, and as many columns
as there are pairs, trees or slack columns. The tree with the greatest product with row 0 of the inverse comes in, the first of
equals; the lexicographic rule says which column leaves.

Source: M. Dresher, The Mathematics of Games of Strategy, 1961; M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <=
980, Delft 2018, sections 1.10 to 1.13.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.dresher import Depths
from tafelwerk.solvers.dresher.best_trees import every_tree

Vector = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A basis and what is done with it.

    Attributes:
        basis: numbers of its columns, 0 first; from 1 trees, then slack columns, a pair each.
        inverse: its inverse, row by row. Row 0 has the value and, with the sign turned, the hider's weights; column 0 has the
            value and the chances of the basis's columns.
        products: of row 0 with P_1, P_2, ...: what each column would gain for the searcher.
        enters: the column that comes in; None where no product is above 0: the basis is optimal.
        column: the inverse times the column that comes in; () at the end.
        leaves: the column that leaves; None at the end.
    """

    basis: tuple[int, ...]
    inverse: tuple[Vector, ...]
    products: Vector
    enters: int | None
    column: Vector
    leaves: int | None


@dataclass(frozen=True, slots=True)
class Worked:
    """A game solved by hand, as it were.

    Attributes:
        trees: one tree of each mirrored pair, the lexicographically first, in that order: P_1, P_2, ...
        columns: depths of both numbers of each pair together, per tree.
        steps: the bases.
    """

    trees: tuple[Depths, ...]
    columns: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]


def worked(n: int) -> Worked:
    """The game with n numbers, all trees written down: some ten numbers at most."""
    every = every_tree(n)
    trees = tuple(tree for tree in every if tree <= tree[::-1])
    pairs = (n + 1) // 2
    columns = tuple(tuple(tree[i] + tree[n - 1 - i] for i in range(pairs)) for tree in trees)
    return Worked(trees, columns, tuple(_steps(columns, pairs)))


def _steps(columns: tuple[tuple[int, ...], ...], pairs: int) -> Iterator[Step]:
    matrix = [_vector(1, *column) for column in columns]
    matrix += [_vector(0, *(int(i == k) for i in range(pairs))) for k in range(pairs)]
    # the pair on which the first tree takes longest, the last of equals: the others' slack columns are in the basis
    first = columns[0]
    longest = max(range(pairs), key=lambda i: (first[i], i))
    others = [i for i in range(pairs) if i != longest]
    basis = [0, 1, *(len(columns) + 1 + i for i in others)]
    inverse = [_vector(first[longest], *(-int(k == longest) for k in range(pairs))), _vector(1, *[0] * pairs)]
    inverse += [
        _vector(first[longest] - first[i], *(int(k == i) - int(k == longest) for k in range(pairs))) for i in others
    ]
    while True:
        products = tuple(_product(inverse[0], column) for column in matrix)
        most = max(products)
        if most <= 0:
            yield Step(tuple(basis), tuple(inverse), products, None, (), None)
            return
        enters = products.index(most)
        column = tuple(_product(row, matrix[enters]) for row in inverse)
        place = min(
            (i for i in range(1, pairs + 1) if column[i] > 0),
            key=lambda i: tuple(entry / column[i] for entry in inverse[i]),
        )
        yield Step(tuple(basis), tuple(inverse), products, enters + 1, column, basis[place])
        basis[place] = enters + 1
        scaled = tuple(entry / column[place] for entry in inverse[place])
        inverse = [
            scaled if i == place else tuple(a - column[i] * b for a, b in zip(row, scaled, strict=True))
            for i, row in enumerate(inverse)
        ]


def _vector(*entries: int) -> Vector:
    return tuple(map(Fraction, entries))


def _product(row: Vector, column: Vector) -> Fraction:
    return sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
