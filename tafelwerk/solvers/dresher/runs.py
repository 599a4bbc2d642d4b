"""The method of the source, to count its work: every round is solved to the optimum over all trees so far, by HiGHS.

The hider's program has a variable x_p per pair {p + 1, n - p} (the middle number of odd n alone): the probability of the pair
times n, so that weights are near 1. Every tree, together with its mirror image, is one row, and is never removed:

    maximise v   subject to   sum_p x_p (depth_p + depth_(n+1-p)) / 2 >= v,   sum_p x_p = n,   x >= 0.

`tafelwerk.solvers.dresher.solve.solve` takes a fraction of the time, but its counts change with every optimisation; rounds and
simplex iterations here depend only on the method and on HiGHS.
"""

from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths, Method
from tafelwerk.solvers.dresher.program import Program, Progress
from tafelwerk.solvers.dresher.solve import FAST, Way
from tafelwerk.solvers.dresher.trees import spread

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
