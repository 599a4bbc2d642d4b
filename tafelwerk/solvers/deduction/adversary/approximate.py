"""The breaker's linear program in doubles, for games with many classes: HiGHS finds strategies and a basis to start from.

Nothing is proved here. `game.solve_game` takes the basis over into integers and goes on from there.
"""

from collections.abc import Sequence
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.adversary.program import VALUE, Column

_OPTIONS: dict[str, str | int | float] = {
    "presolve": "off",  # otherwise the basis is lost from round to round
    "solver": "simplex",
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "threads": 1,
    "parallel": "off",
}


class ApproximateProgram:
    """As `program.Program`, in doubles; after `improve`, `value` and `chances` are those of the optimum.

    Attributes:
        value: value of the game in which the breaker has these strategies only.
        chances: the codemaker's chance for each code of each class.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes, self._count = np.array(sizes, float), 0
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._highs.silent()
        for name, setting in _OPTIONS.items():
            self._highs.setOptionValue(name, setting)
        self._highs.addVar(0.0, highspy.kHighsInf)
        self._highs.changeColCost(0, 1.0)
        rows, none = len(sizes), np.zeros(0)
        for _ in range(rows):
            self._highs.addRow(-highspy.kHighsInf, 0.0, 1, np.zeros(1, np.int32), -np.ones(1))
        self._highs.addRow(1.0, 1.0, 0, np.zeros(0, np.int32), none)
        self._rows = np.arange(rows + 1, dtype=np.int32)
        self.value, self.chances = np.inf, np.zeros(rows)

    def add(self, column: Column) -> None:
        """Add a strategy."""
        entries = np.append(np.array(column, float) / self._sizes, 1.0)
        self._highs.addCol(0.0, 0.0, highspy.kHighsInf, len(entries), self._rows, entries)
        self._count += 1

    def improve(self) -> bool:
        """Find the optimum over all strategies so far; whether HiGHS finds it."""
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return False
        solution = self._highs.getSolution()
        self.value = float(solution.col_value[0])
        duals: NDArray[np.float64] = np.abs(np.array(solution.row_dual[:-1]))
        total = float(duals.sum())
        if total > 0:
            self.chances = duals / total / self._sizes
        return total > 0

    def basis(self) -> list[int] | None:
        """Its columns: v, strategies by number, slacks, as `Program.begun` takes them; None if not one per row."""
        basis, basic = self._highs.getBasis(), highspy.HighsBasisStatus.kBasic
        columns = [place - 1 for place, status in enumerate(basis.col_status) if status == basic]
        slacks = [VALUE - 1 - row for row, status in enumerate(basis.row_status[:-1]) if status == basic]
        return columns + slacks if len(columns) + len(slacks) == len(self._rows) else None
