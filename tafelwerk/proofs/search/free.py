"""Free search by two other methods: the recursion of theorem 4.5, and Huffman's algorithm.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.5; D. A. Huffman, A method
for the construction of minimum-redundancy codes, 1952.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel


def recursion_totals(most: int, width: int) -> NDArray[np.int64]:
    """Least totals of free search, T(1) to T(most), as in `free.free_totals`.

    Let S(m, j) be the least sum of T over at most j parts of m codes, smallest part first. Then
    S(m, 1) = T(m), S(m, j) = min of S(m, j - 1) and, over 1 <= f <= m / j, T(f) + S(m - f, j - 1), T(m) = m + S(m, a).

    Args:
        most: largest number of codes, at least 1.
        width: largest number of answers per query, at least 2.

    Returns:
        int64, shape (most + 1,), in queries.
    """
    totals = np.zeros(most + 1, np.int64)
    _recursion_kernel(totals, np.zeros((min(width, most) + 1, most + 1), np.int64))
    return totals


def huffman_total(codes: int, width: int) -> int:
    """Least total for one number of codes: the smallest sets of equally likely codes are joined repeatedly.

    Empty sets are added so that the last join is complete. Joined sets come out in ascending order, so two queues
    keep all sets sorted.
    """
    lacking = (1 - codes) % (width - 1)
    single, joined = deque([0] * lacking + [1] * codes), deque[int]()
    total = 0
    while len(single) + len(joined) > 1:
        size = 0
        for _ in range(width):
            from_single = single and (not joined or single[0] <= joined[0])
            size += single.popleft() if from_single else joined.popleft()
        joined.append(size)
        total += size
    return total


def depth_faults(codes: int, width: int, depths: Mapping[int, int]) -> Iterator[str]:
    """Faults of depths of codes that are not a certificate of an optimal strategy; none if they are one.

    A strategy with these depths exists exactly when the sum of width^-depth is at most 1 (Kraft). Where two depths differ by 2 or
    more, moving each one step towards the other keeps the total and lowers the sum. So some optimal strategy has two
    neighbouring depths, and of these strategies the one with the most codes at the smaller depth is optimal.

    Args:
        codes: number of codes.
        width: largest number of answers per query.
        depths: number of codes by depth.
    """
    if sum(depths.values()) != codes or min(depths.values()) < 1:
        yield f"there are {sum(depths.values())} codes, not {codes}"
    low, high = min(depths), max(depths)
    if high > low + 1:
        yield f"depths {low} and {high} are not neighbours"
    kraft = sum(Fraction(count, width**depth) for depth, count in depths.items())
    if kraft > 1:
        yield f"the sum of {width}^-depth is {kraft}, above 1"
    # one more code at the smaller depth or, if all depths are equal, one level above
    above = low if high > low else low - 1
    if above >= 0 and kraft + Fraction(width - 1, width ** (above + 1)) <= 1:
        yield f"one more code could be at depth {above}"


@kernel
def _recursion_kernel(totals: NDArray[np.int64], splits: NDArray[np.int64]) -> None:
    """Fill totals from 2 on, and splits[j, m] = S(m, j); both zeroed."""
    width = splits.shape[0] - 1
    for m in range(2, totals.shape[0]):
        best = totals[1] + splits[1, m - 1]
        for j in range(2, min(width, m) + 1):
            for f in range(1, m // j + 1):
                best = min(best, totals[f] + splits[j - 1, m - f])
            splits[j, m] = best
        for j in range(m + 1, width + 1):
            splits[j, m] = best
        totals[m] = splits[1, m] = m + best
