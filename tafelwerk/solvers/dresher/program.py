"""Base class of the linear programs over the trees found so far, for the simplex method here and for HiGHS.

A tree is identified by the summed depths of pairs {p + 1, n - p}, so that a tree and its mirror image are the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.trees import pair_depths


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
