"""The hider's linear program over the trees found so far, by HiGHS.

By symmetry the hider may treat i and n + 1 - i alike: one variable x_p for each pair (the middle of odd n alone), the
pair's probability times n, so that weights are near 1. Every tree, together with its mirror image, is one row:

    maximise v   subject to   sum_p x_p (depth_p + depth_(n+1-p)) / 2 >= v,   sum_p x_p = n,   x >= 0.

Rows are kept in whole numbers (twice the above). The rows' dual values are what the searcher's mixture weighs the trees by.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.rules.dresher import Depths

_OPTIONS: dict[str, str | int | float] = {
    "presolve": "off",  # else the basis is lost from round to round
    "solver": "simplex",
    "simplex_strategy": 1,  # dual simplex: the old optimum stays dual feasible when rows come in
    "simplex_dual_edge_weight_strategy": 1,  # Devex: steepest edges would be computed anew in each round
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "threads": 1,
    "parallel": "off",
}


@dataclass(frozen=True, slots=True)
class Optimum:
    """What a round found.

    Attributes:
        weights: (n,) float64, the hider's weights, symmetric, with sum n.
        value: guesses; no mixture of the trees so far takes less.
    """

    weights: NDArray[np.float64]
    value: float


class Program:
    """The program for n numbers; trees are added, never taken away.

    Attributes:
        n: how many numbers.
        trees: the trees added so far; of mirror images the one that came first.
        rounds: how often the program was solved.
        pivots: simplex iterations of all rounds together.
    """

    def __init__(self, n: int) -> None:
        self.n, self.pairs = n, (n + 1) // 2
        self.trees: list[Depths] = []
        self.rounds = self.pivots = 0
        self._known: set[bytes] = set()
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._highs.silent()
        for name, setting in _OPTIONS.items():
            self._highs.setOptionValue(name, setting)
        columns = self.pairs + 1
        self._columns = np.arange(columns, dtype=np.int32)
        self._highs.addVars(columns, np.zeros(columns), np.full(columns, highspy.kHighsInf))
        self._highs.changeColCost(self.pairs, -1.0)
        self._highs.addRow(float(n), float(n), self.pairs, self._columns[:-1], np.ones(self.pairs))

    def row(self, tree: Depths) -> NDArray[np.int64]:
        """(pairs,) int64: depths of both numbers of each pair together; twice the middle's."""
        depths = np.array(tree, np.int64)
        return depths[: self.pairs] + depths[::-1][: self.pairs]

    def add(self, trees: Iterable[Depths]) -> int:
        """Take in the trees whose rows are new; returns how many."""
        before = len(self.trees)
        for tree in trees:
            row = self.row(tree)
            key = row.tobytes()
            if key not in self._known:
                self._known.add(key)
                self.trees.append(tree)
                values = np.append(row.astype(np.float64), -2.0)
                self._highs.addRow(0.0, highspy.kHighsInf, self.pairs + 1, self._columns, values)
        return len(self.trees) - before

    def solve(self) -> Optimum:
        """An optimum over the trees so far, from the last one's basis.

        Raises:
            TafelwerkError: HiGHS finds none.
        """
        self._highs.run()
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise TafelwerkError(f"Dresher's game with {self.n} numbers: HiGHS ends with {status.name}")
        self.rounds += 1
        self.pivots += self._highs.getInfo().simplex_iteration_count
        values = np.maximum(self._highs.getSolution().col_value, 0.0)
        return Optimum(self.spread(values[:-1]), float(values[-1]) / self.n)

    def spread(self, pairs: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) float64: weights of the numbers from those of the pairs, (pairs,)."""
        weights = np.empty(self.n)
        weights[: self.pairs] = pairs / 2
        weights[self.n - self.pairs :] = pairs[::-1] / 2
        if self.n % 2:
            weights[self.pairs - 1] = pairs[-1]
        return weights

    def basis(self) -> tuple[list[Depths], list[int]]:
        """The trees whose rows are tight by the last round's basis, and the pairs that are in it, from 0."""
        basis = self._highs.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        trees = [tree for tree, status in zip(self.trees, basis.row_status[1:], strict=True) if status != basic]
        pairs = [pair for pair, status in enumerate(basis.col_status[:-1]) if status == basic]
        return trees, pairs
