"""Perfect play from every set of codes of a small problem, as words of bits: length of a search by the set's size.

Here a search ends when the code is known, whether or not codes are named. <M> is the mean number of queries from a set M under
perfect play, and |M| <M> its total, an integer. Sets are processed in ascending order of their words, because a part of a set is
a smaller number.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorems 4.2 and 4.7.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.machine.bits import popcount
from tafelwerk.solvers.machine.jit import kernel

MOST_CODES = 20
"""Greatest number of codes: the sets take 4 MB."""

NONE = 1 << 20
"""The total of a set that no query splits; above every true total."""


@dataclass(frozen=True, eq=False, slots=True)
class SubsetTotals:
    """Least totals of all sets of codes.

    Attributes:
        totals: int32, shape (2^C,): queries summed over the codes of each set, where bit c is code c; 0 for the empty set.
        parts: uint32, shape (P, A): the different partitions that queries make of all codes, as sets; 0 beyond the last part.
    """

    totals: NDArray[np.int32]
    parts: NDArray[np.uint32]

    def by_size(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the greatest total of the sets of each size, int64, shape (C + 1,)."""
        sizes = np.bitwise_count(np.arange(len(self.totals), dtype=np.uint32))
        least = np.full(int(sizes.max()) + 1, NONE, np.int64)
        most = np.zeros(len(least), np.int64)
        np.minimum.at(least, sizes, self.totals)
        np.maximum.at(most, sizes, self.totals)
        return least, most

    def after(self, answers: NDArray[Any]) -> int:
        """Total of all codes if the first query has these answers, shape (C,), and perfect play follows."""
        bits = 1 << np.arange(len(answers), dtype=np.int64)
        return len(answers) + sum(int(self.totals[bits[answers == answer].sum()]) for answer in np.unique(answers))


def subset_totals(problem: SearchProblem) -> SubsetTotals:
    """Least totals of all sets of codes of a problem.

    Args:
        problem: the problem, of at most MOST_CODES codes.

    Raises:
        InputError: it has more codes, or two that no query tells apart.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> int(subset_totals(mastermind(2, 3)).totals[-1])
    15
    """
    codes = len(problem.codes)
    if codes > MOST_CODES:
        raise InputError(f"problem: all sets of codes are searched up to {MOST_CODES} codes, not of {codes}")
    bits = (np.uint32(1) << np.arange(codes, dtype=np.uint32)).astype(np.uint32)
    partitions = {tuple(sorted(int(bits[row == answer].sum()) for answer in np.unique(row))) for row in problem.answers}
    parts = np.zeros((len(partitions), max(map(len, partitions))), np.uint32)
    for index, partition in enumerate(sorted(partitions, key=len, reverse=True)):
        parts[index, : len(partition)] = partition
    totals = np.zeros(1 << codes, np.int32)
    _totals_kernel(parts, totals)
    if int(totals.max()) >= NONE:
        raise InputError("problem: two codes have the same answers to all queries, so that neither can be found")
    return SubsetTotals(totals, parts)


@kernel
def _totals_kernel(parts: NDArray[np.uint32], totals: NDArray[np.int32]) -> None:
    """Fill `totals`, zeroed, set by set in ascending order."""
    for word in range(1, totals.shape[0]):
        here = np.uint32(word)
        size = popcount(here)
        if size == 1:
            continue
        best = NONE
        for query in range(parts.shape[0]):
            total = 0
            for answer in range(parts.shape[1]):
                part = here & parts[query, answer]
                if part == here:
                    total = NONE
                total += totals[part]
                if total >= best:
                    break
            best = min(best, total)
        totals[word] = min(NONE, best + size)
