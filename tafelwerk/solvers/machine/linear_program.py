"""Linear programs in doubles, solved by HiGHS. Nothing is proved here: what is found is checked or solved anew in integers."""

from collections.abc import Mapping, Sequence
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

Setting = str | int | float

REPEATED: dict[str, Setting] = {
    "presolve": "off",  # otherwise the basis is lost from one optimum to the next
    "solver": "simplex",
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
    "threads": 1,
    "parallel": "off",
}
"""Options for a program that is solved again and again as it grows."""


class LinearProgram:
    """Minimise the costs of variables, 0 or more, while sums of them stay within bounds.

    >>> program = LinearProgram()
    >>> program.add_variables([-1, -1])
    >>> program.add_row(-np.inf, 4, [0, 1], [1, 2])
    >>> program.add_row(-np.inf, 6, [0, 1], [3, 1])
    >>> program.solve()
    True
    >>> program.values.round(6).tolist()
    [1.6, 1.2]
    >>> program.duals.round(6).tolist()
    [-0.4, -0.2]

    Args:
        options: of HiGHS.
    """

    def __init__(self, options: Mapping[str, Setting] = REPEATED) -> None:
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._highs.silent()
        for name, setting in options.items():
            self._highs.setOptionValue(name, setting)

    def add_variables(self, costs: Sequence[float], most: float = np.inf, *, is_integer: bool = False) -> None:
        """Add variables from 0 to `most`."""
        for cost in costs:
            self._highs.addVar(0.0, most)
            variable = self._highs.getNumCol() - 1
            self._highs.changeColCost(variable, float(cost))
            if is_integer:
                self._highs.changeColIntegrality(variable, highspy.HighsVarType.kInteger)

    def add_row(self, low: float, high: float, variables: Sequence[int], factors: Sequence[float]) -> None:
        """Add a sum of multiples of variables, and its bounds."""
        self._highs.addRow(low, high, len(variables), np.array(variables, np.int32), np.array(factors, float))

    def add_column(self, factors: Sequence[float]) -> None:
        """Add a variable without cost, and its factor in each row."""
        rows = np.arange(len(factors), dtype=np.int32)
        self._highs.addCol(0.0, 0.0, np.inf, len(rows), rows, np.array(factors, float))

    def solve(self) -> bool:
        """Find an optimum, from the basis of the last one; whether HiGHS finds it."""
        self._highs.run()
        return bool(self._highs.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    @property
    def status(self) -> str:
        """How HiGHS ended."""
        return str(self._highs.getModelStatus().name)

    @property
    def pivots(self) -> int:
        """Simplex iterations of the last solution."""
        return int(self._highs.getInfo().simplex_iteration_count)

    @property
    def values(self) -> NDArray[np.float64]:
        """The variables at the optimum."""
        return np.array(self._highs.getSolution().col_value)

    @property
    def duals(self) -> NDArray[np.float64]:
        """The dual values of the rows at the optimum."""
        return np.array(self._highs.getSolution().row_dual)

    @property
    def basis(self) -> tuple[list[int], list[int]]:
        """The variables in the basis, and the rows whose slacks are."""
        basis, basic = self._highs.getBasis(), highspy.HighsBasisStatus.kBasic
        variables = [index for index, status in enumerate(basis.col_status) if status == basic]
        return variables, [index for index, status in enumerate(basis.row_status) if status == basic]
