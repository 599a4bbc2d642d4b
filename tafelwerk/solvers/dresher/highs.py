"""Two programs that HiGHS solves: the method of the source, to count its work, and an optimal mixture of few trees.

The method of the source, to count its work: every round is solved to the optimum over all trees so far, by HiGHS.

The hider's program has a variable x_p per pair {p + 1, n - p} (the middle number of odd n alone): the probability of the pair
times n, so that weights are near 1. Every tree, together with its mirror image, is one row, and is never removed:

    maximise v   subject to   sum_p x_p (depth_p + depth_(n+1-p)) / 2 >= v,   sum_p x_p = n,   x >= 0.

`tafelwerk.solvers.dresher.solve.solve` takes a fraction of the time, but its counts change with every optimisation; rounds and
simplex iterations here depend only on the method and on HiGHS.

An optimal mixture of few trees: a mixed-integer program over best replies to the hider chooses them, fractions mix them.

Only best replies to an optimal strategy of the hider can be in an optimal mixture, and every number that the hider picks takes V
guesses on average. HiGHS minimises the number of trees in doubles. Its choice is mixed anew in fractions and compared with V
number by number, so the mixture is optimal whatever HiGHS did.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths, Method
from tafelwerk.solvers.dresher.best_replies import BestTrees, Replies
from tafelwerk.solvers.dresher.solve import FAST, Way
from tafelwerk.solvers.dresher.tree_columns import Program, Progress, spread
from tafelwerk.solvers.machine.linear_program import REPEATED, LinearProgram

_OPTIONS = REPEATED | {
    "simplex_strategy": 1,  # dual simplex: the old optimum stays dual feasible when rows come in
    "simplex_dual_edge_weight_strategy": 1,  # Devex: steepest edges would be computed anew in each round
}


class HiderProgram(Program):
    """The program for n numbers, starting with one tree; trees are never removed."""

    def __init__(self, n: int, first: Depths) -> None:
        super().__init__(n)
        self._program = LinearProgram(_OPTIONS)
        self._program.add_variables([0.0] * self._pairs + [-1.0])
        self._program.add_row(n, n, range(self._pairs), [1.0] * self._pairs)
        self.add([first])

    def improve(self, most: int | None = None) -> Progress:
        """As Program, from the basis of the last optimum, with any number of pivots."""
        if not self._program.solve():
            raise TafelwerkError(f"Dresher's game with {self.n} numbers: HiGHS ends with {self._program.status}")
        self.pivots += self._program.pivots
        values = np.maximum(self._program.values, 0.0)
        return Progress(spread(self.n, values[:-1]), float(values[-1]) / self.n, is_optimal=True)

    def basis(self) -> tuple[list[Depths], list[int]]:
        """As Program: the trees whose rows are tight, and the pairs in the basis."""
        variables, rows = self._program.basis
        loose = set(rows)
        trees = [tree for row, tree in enumerate(self._trees, 1) if row not in loose]
        return trees, [pair for pair in variables if pair < self._pairs]

    def _insert(self, depths: NDArray[np.int64]) -> None:
        # twice the above: whole numbers
        self._program.add_row(0.0, np.inf, range(self._pairs + 1), [*depths, -2.0])


WAYS: dict[Method, Way] = {
    "plain": Way(HiderProgram, (0.0,), asks_all=True, pivots=None),
    "centred": Way(HiderProgram, FAST.shares, asks_all=True, pivots=None),
}
"""Methods by name: trees are priced at the program's own weights alone, or at mixtures with the centre."""


MOST_REPLIES = 5000
"""Most best replies in the program."""

LEAST_SHARE = 1e-6
"""Least share of a tree that counts as part of the mixture."""


def few_trees(hider: Sequence[int], value: Fraction) -> tuple[tuple[Fraction, Depths], ...]:
    """An optimal mixture of as few trees as HiGHS finds, most probable first.

    Args:
        hider: integer weights of an optimal strategy of the hider.
        value: the value of the game.

    Raises:
        TafelwerkError: the chosen trees have no optimal mixture.

    >>> few_trees([2, 1, 1, 2], Fraction(2))
    ((Fraction(1, 2), (2, 1, 3, 2)), (Fraction(1, 2), (2, 3, 1, 2)))
    """
    trees = BestTrees(Replies(hider)).first(MOST_REPLIES)
    chosen = [trees[index] for index in _choose_trees(trees, value)]
    shares = _mix(chosen, [i for i, weight in enumerate(hider) if weight], value)
    if (
        shares is None
        or min(shares) <= 0
        or any(
            sum(share * depths[i] for share, depths in zip(shares, chosen, strict=True)) > value
            for i in range(len(hider))
        )
    ):
        raise TafelwerkError(f"{len(hider)} numbers: the trees chosen in doubles have no optimal mixture")
    return tuple(sorted(zip(shares, chosen, strict=True), key=lambda pair: (-pair[0], pair[1])))


def _choose_trees(trees: Sequence[Depths], value: Fraction) -> list[int]:
    """Places of the trees of a smallest mixture, computed in doubles."""
    count, every = len(trees), range(len(trees))
    program = LinearProgram({"threads": 1})
    program.add_variables([0.0] * count, 1.0)  # shares
    program.add_variables([1.0] * count, 1.0, is_integer=True)  # whether they may be above 0
    for index in every:
        program.add_row(-np.inf, 0.0, [index, count + index], [1.0, -1.0])
    program.add_row(1.0, 1.0, every, [1.0] * count)
    for depths in zip(*trees, strict=True):
        program.add_row(-np.inf, float(value), every, depths)
    program.solve()
    shares = program.values
    return [index for index in every if shares[index] > LEAST_SHARE]


def _mix(trees: Sequence[Depths], numbers: Sequence[int], value: Fraction) -> list[Fraction] | None:
    """Shares of the trees, with sum 1, for which `numbers` take exactly the value; None unless there is exactly one solution."""
    rows = [[Fraction(1)] * (len(trees) + 1)]
    rows += [[*(Fraction(depths[i]) for depths in trees), value] for i in numbers]
    reduced, rank = fmpq_mat([[fmpq(entry.numerator, entry.denominator) for entry in row] for row in rows]).rref()
    pivots = [next(k for k in range(len(trees) + 1) if reduced[i, k]) for i in range(rank)]
    if pivots != list(range(len(trees))):
        return None
    shares = (reduced[i, len(trees)] for i in range(rank))
    return [Fraction(int(share.p), int(share.q)) for share in shares]
