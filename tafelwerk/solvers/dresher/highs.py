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
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths, Method
from tafelwerk.solvers.dresher.best_replies import BestTrees, Replies
from tafelwerk.solvers.dresher.solve import FAST, Way
from tafelwerk.solvers.dresher.tree_columns import Program, Progress, spread

_OPTIONS: dict[str, str | int | float] = {
    "presolve": "off",  # otherwise the basis is lost from round to round
    "solver": "simplex",
    "simplex_strategy": 1,  # dual simplex: the old optimum stays dual feasible when rows come in
    "simplex_dual_edge_weight_strategy": 1,  # Devex: steepest edges would be computed anew in each round
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "threads": 1,
    "parallel": "off",
}


class HiderProgram(Program):
    """The program for n numbers, starting with one tree; trees are never removed."""

    def __init__(self, n: int, first: Depths) -> None:
        super().__init__(n)
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._highs.silent()
        for name, setting in _OPTIONS.items():
            self._highs.setOptionValue(name, setting)
        columns = self._pairs + 1
        self._columns = np.arange(columns, dtype=np.int32)
        self._highs.addVars(columns, np.zeros(columns), np.full(columns, highspy.kHighsInf))
        self._highs.changeColCost(self._pairs, -1.0)
        self._highs.addRow(float(n), float(n), self._pairs, self._columns[:-1], np.ones(self._pairs))
        self.add([first])

    def improve(self, most: int | None = None) -> Progress:
        """As Program, from the basis of the last optimum, with any number of pivots."""
        self._highs.run()
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise TafelwerkError(f"Dresher's game with {self.n} numbers: HiGHS ends with {status.name}")
        self.pivots += self._highs.getInfo().simplex_iteration_count
        values = np.maximum(self._highs.getSolution().col_value, 0.0)
        return Progress(spread(self.n, values[:-1]), float(values[-1]) / self.n, is_optimal=True)

    def basis(self) -> tuple[list[Depths], list[int]]:
        """As Program: the trees whose rows are tight, and the pairs in the basis."""
        basis = self._highs.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        trees = [tree for tree, status in zip(self._trees, basis.row_status[1:], strict=True) if status != basic]
        pairs = [pair for pair, status in enumerate(basis.col_status[:-1]) if status == basic]
        return trees, pairs

    def _insert(self, depths: NDArray[np.int64]) -> None:
        # twice the above: whole numbers
        self._highs.addRow(0.0, highspy.kHighsInf, self._pairs + 1, self._columns, np.append(depths, -2.0))


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
    count, numbers = len(trees), len(trees[0])
    program: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    for _ in range(2 * count):
        program.addVar(0.0, 1.0)
    every = np.arange(count, dtype=np.int32)
    for index in range(count):
        # a share, and whether it may be above 0
        program.changeColCost(count + index, 1.0)
        program.changeColIntegrality(count + index, highspy.HighsVarType.kInteger)
        pair = np.array([index, count + index], np.int32)
        program.addRow(-highspy.kHighsInf, 0.0, 2, pair, np.array([1.0, -1.0]))
    program.addRow(1.0, 1.0, count, every, np.ones(count))
    for i in range(numbers):
        depths = np.array([tree[i] for tree in trees], float)
        program.addRow(-highspy.kHighsInf, float(value), count, every, depths)
    program.run()
    shares = program.getSolution().col_value[:count]
    return [index for index, share in enumerate(shares) if share > LEAST_SHARE]


def _mix(trees: Sequence[Depths], numbers: Sequence[int], value: Fraction) -> list[Fraction] | None:
    """Shares of the trees, with sum 1, for which `numbers` take exactly the value; None unless there is exactly one solution."""
    rows = [[Fraction(1)] * (len(trees) + 1)]
    rows += [[*(Fraction(depths[i]) for depths in trees), value] for i in numbers]
    for k in range(len(trees)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [entry - row[k] * other for entry, other in zip(row, rows[k], strict=True)]
    return None if any(row[-1] for row in rows[len(trees) :]) else [row[-1] for row in rows[: len(trees)]]
