"""Pricing: a best tree of limited height against any weights, in doubles.

The depths of a tree of height h or less are a subsequence of those of the full tree F of height h. So the least sum of weight
times depth over subsequences is the cost of a best tree (Stassen 2018, section 2.3). Let W(i, j) be the least sum for the
first i weights within the first j places: it is min(W(i, j - 1), W(i - 1, j - 1) + w_i F(j)). For each j all i are independent
of each other, one row of n against 2^h places: O(n 2^h), without branches.

A subsequence need not be a tree, but with positive weights a best one is: if a place of F is left out although places on both
sides below it are taken, moving one of them up would cost less. Weights are therefore raised to LEAST_WEIGHT, far above the
rounding errors of the sums.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.trees import full_tree
from tafelwerk.solvers.machine.jit import kernel

LEAST_WEIGHT = 1e-8
"""Least weight of a number, relative to the mean."""


class Pricing:
    """Best trees of n numbers, of limited height.

    Attributes:
        n: number of numbers.
        height: greatest depth a tree may have.
    """

    def __init__(self, n: int, height: int) -> None:
        self.n, self.height = n, height
        self._full = full_tree(height)
        self._taken = np.zeros((len(self._full), n + 1), np.uint8)
        self._rows = np.zeros((2, n + 1))
        self._depths = np.zeros(n, np.int64)

    def best(self, weights: NDArray[np.float64]) -> tuple[float, Depths]:
        """Mean over the numbers of weight times depth in a best tree, as a double, and the depths of the tree.

        Args:
            weights: (n,) float64, 0 or more, not all 0.
        """
        raised = np.maximum(weights, LEAST_WEIGHT * weights.mean())
        total = _best_kernel(raised, self._full, self._taken, self._rows, self._depths)
        return float(total) / self.n, tuple(self._depths.tolist())


@kernel
def _best_kernel(
    weights: NDArray[np.float64],
    full: NDArray[np.float64],
    taken: NDArray[np.uint8],
    rows: NDArray[np.float64],
    depths: NDArray[np.int64],
) -> float:
    """Fill `depths` with a best subsequence of `full`; `taken` (places, n + 1) and `rows` (2, n + 1) are scratch."""
    n, places = len(weights), len(full)
    rows[:] = np.inf
    rows[:, 0] = 0.0
    for j in range(places):
        first, last = max(1, n - (places - 1 - j)), min(n, j + 1)
        row, longer = rows[j % 2], rows[1 - j % 2]
        _place(
            row[first : last + 1],
            row[first - 1 : last],
            weights[first - 1 : last],
            full[j],
            taken[j, first : last + 1],
            longer[first : last + 1],
        )
    i = n
    for j in range(places - 1, -1, -1):
        if i > 0 and taken[j, i]:
            i -= 1
            depths[i] = np.int64(full[j])
    return float(rows[places % 2, n])


@kernel
def _place(
    row: NDArray[np.float64],
    shorter: NDArray[np.float64],
    weights: NDArray[np.float64],
    depth: float,
    marks: NDArray[np.uint8],
    longer: NDArray[np.float64],
) -> None:
    """Offer one place to every number: mark where taking it costs less, and fill `longer` with the lesser costs.

    A kernel of its own on slices that do not overlap: only then is the loop vectorised.
    """
    for i in range(len(row)):
        here = shorter[i] + weights[i] * depth
        is_less = here < row[i]
        marks[i] = is_less
        longer[i] = here if is_less else row[i]
