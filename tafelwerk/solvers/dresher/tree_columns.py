"""Search trees as columns of the linear program: trees by depths, the pricing of new trees, and the program's base class.

A tree is written as the depths of 1, ..., n, 1 at the root, which determine it.

Pricing: a best tree of limited height against any weights, in doubles.

The depths of a tree of height h or less are a subsequence of those of the full tree F of height h. So the least sum of weight
times depth over subsequences is the cost of a best tree (Stassen 2018, section 2.3). Let W(i, j) be the least sum for the
first i weights within the first j places: it is min(W(i, j - 1), W(i - 1, j - 1) + w_i F(j)). For each j all i are independent
of each other, one row of n against 2^h places: O(n 2^h), without branches.

A subsequence need not be a tree, but with positive weights a best one is: if a place of F is left out although places on both
sides below it are taken, moving one of them up would cost less. Weights are therefore raised to LEAST_WEIGHT, far above the
rounding errors of the sums.

In the programs, for the simplex method here and for HiGHS, a tree is identified by the summed depths of pairs {p + 1, n - p},
so that a tree and its mirror image are the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.machine.jit import kernel


def full_tree(height: int) -> NDArray[np.float64]:
    """Depths in the full tree of a given height, shape (2^height - 1,): 3, 2, 3, 1, 3, 2, 3 for height 3.

    The depths of every tree of at most this height are a subsequence (Stassen 2018, section 2.3).
    """
    places = range(1, 2**height)
    return np.array([height - ((position & -position).bit_length() - 1) for position in places], np.float64)


def add_leaf(depths: Depths) -> Depths:
    """A tree with one more number: a leaf in the shallowest gap, among equals in the one nearest to the middle."""
    n = len(depths)
    around = np.array((0, *depths, 0))
    leaves = np.maximum(around[1:], around[:-1]) + 1
    gap = int(np.argmin(leaves * (2 * n + 2) + np.abs(2 * np.arange(n + 1) - n)))
    return (*depths[:gap], int(leaves[gap]), *depths[gap:])


def stretch(weights: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Weights of a game stretched to n numbers, shape (n,), with sum n."""
    old = len(weights)
    places = (np.arange(n) + 0.5) * old / n - 0.5
    interpolated = np.interp(places, np.arange(old), weights)
    return np.asarray(interpolated * (n / interpolated.sum()))


def pair_depths(depths: Depths) -> NDArray[np.int64]:
    """Sum of the depths of each pair {p + 1, n - p}, int64, shape ((n + 1) // 2,); twice the depth of the middle number."""
    array = np.array(depths, np.int64)
    return (array + array[::-1])[: (len(depths) + 1) // 2]


def spread(n: int, pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of the numbers from those of the pairs, half for each number, float64, shape (n,)."""
    weights = np.zeros(n)
    weights[: len(pairs)] += pairs / 2
    weights[n - len(pairs) :] += pairs[::-1] / 2
    return weights


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


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a program after some pivots.

    Attributes:
        weights: (n,) float64, the hider's weights from the dual values, symmetric, 0 or more, with sum n.
        value: in guesses; at a settled optimum no mixture of the trees so far takes fewer.
        is_optimal: whether the basis is optimal over the trees so far.
    """

    weights: NDArray[np.float64]
    value: float
    is_optimal: bool


class Program(ABC):
    """A program for n numbers.

    Attributes:
        n: number of numbers.
        pivots: simplex iterations so far.
    """

    def __init__(self, n: int) -> None:
        self.n, self._pairs = n, (n + 1) // 2
        self.pivots = 0
        self._trees: list[Depths] = []
        self._known: set[bytes] = set()
        self._seen: set[bytes] = set()

    @property
    def candidates(self) -> int:
        """Number of trees that were ever in the program; mirror images count once."""
        return len(self._seen)

    def add(self, trees: Iterable[Depths]) -> int:
        """Add the trees that are not in the program, nor their mirror images; returns their number."""
        added = 0
        for tree in trees:
            depths = pair_depths(tree)
            key = depths.tobytes()
            if key not in self._known:
                self._insert(depths)
                self._trees.append(tree)
                self._known.add(key)
                self._seen.add(key)
                added += 1
        return added

    def settle(self) -> Progress | None:
        """Go from an optimum of `improve` to one of the program itself; None if that is the same basis."""
        return None

    @abstractmethod
    def improve(self, most: int | None = None) -> Progress:
        """Make at most `most` pivots towards an optimum over the trees so far; None for all of them.

        Raises:
            TafelwerkError: the method does not reach an optimum.
        """

    @abstractmethod
    def basis(self) -> tuple[list[Depths], list[int]]:
        """The trees in the last basis, and the pairs, from 0, whose rows are tight in it."""

    @abstractmethod
    def _insert(self, depths: NDArray[np.int64]) -> None:
        """Append a tree, given by its summed depths, making room for it if necessary."""
