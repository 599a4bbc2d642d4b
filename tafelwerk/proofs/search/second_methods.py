"""Free search and the root model by other methods than the solvers', to prove stored rows.

Free search: the recursion of theorem 4.5, and Huffman's algorithm.

Root model, perfect play: small parts are coins in any order, instead of smallest first.

Root model under H_alpha for all sizes at once: for each number of parts, the query that splits off the most codes. Moving one
code from the rest of a query to one of its smallest parts makes the parts more even, so the entropy grows. Among the queries
with k small parts only the one that uses the whole budget can be best, and one pass over k decides each size. Sums of doubles
that are too close are compared exactly.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.5; D. A. Huffman, A method for
the construction of minimum-redundancy codes, 1952.
"""

from collections import deque
from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.solvers.machine.jit import kernel


def recursion_totals(most: int, width: int) -> NDArray[np.int64]:
    """Least totals of free search, T(1) to T(most), as in `free_search.free_totals`.

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


NEAR = 1e-11
"""Relative difference up to which two sums of doubles are compared exactly."""

_FAR = np.int64(2**61)


def plain_totals(most: int) -> NDArray[np.int64]:
    """T(1) to T(most) of the root model under perfect play; int64, shape (most + 1,), in queries."""
    totals = np.zeros(most + 1, np.int64)
    widest = budget(most)
    # small[b, r]: least sum of T over r codes in small parts that together cost at most b
    small = np.full((widest + 1, widest + 1), _FAR)
    small[:, 0] = 0
    for limit in range(2, widest + 1):
        small[limit] = small[limit - 1]
        for size in range(1, limit):
            after = small[limit - 1 - size, : limit - size]
            np.minimum(small[limit, size:limit], totals[size] + after, out=small[limit, size:limit])
        reverse = small[limit, limit - 1 : 0 : -1].copy()
        for m in range((limit - 1) ** 2 + 1, min(limit * limit, most) + 1):
            totals[m] = m + (totals[m - limit + 1 : m] + reverse).min()
    return totals


def budget(m: int) -> int:
    """Largest cost of the small parts of a query about m codes: the square root of m, rounded up."""
    return isqrt(m - 1) + 1


_SUM, _COUNT, _LARGEST = (
    0,
    1,
    2,
)  # minimised for the greatest entropy: sum of weights, minus the number of parts, largest part


class EntropyTotals:
    """H_alpha in the root model, for all sizes up to `most`.

    Attributes:
        totals: queries summed over all codes; int64, shape (most + 1,).
        parts: number of small parts of the query at each size, 0 for one code; int64, shape (most + 1,).
    """

    def __init__(self, alpha: Fraction | None, most: int) -> None:
        weights = np.zeros(most + 1)
        codes = np.arange(most + 1)
        kind = _LARGEST if alpha is None else _COUNT if alpha == 0 else _SUM
        if alpha == 1:
            weights = np.asarray(codes * np.log(np.maximum(codes, 1)))
        elif alpha:
            weights = np.asarray((codes / most) ** float(alpha) * (1 if alpha > 1 else -1))
        self.parts = np.zeros(most + 1, np.int64)
        undecided = np.zeros(most + 1, np.bool_)
        _choose(weights, kind, NEAR if kind == _SUM else 0.0, self.parts, undecided)
        if kind == _SUM:
            for size in np.flatnonzero(undecided).tolist():
                self.parts[size] = _exactly(alpha, weights, size)
        self.totals = np.zeros(most + 1, np.int64)
        _add_up(self.parts, self.totals)

    def total(self, size: int) -> int:
        """Queries summed over all codes, at one size."""
        return int(self.totals[size])

    def query(self, size: int) -> tuple[int, int]:
        """Number of codes that the query at a size, at least 2, splits off, and number of its even parts."""
        parts = int(self.parts[size])
        return isqrt(size - 1) + 1 - parts, parts


def _exactly(alpha: Fraction | None, weights: NDArray[np.float64], size: int) -> int:
    """Least number of parts of a query of greatest entropy; queries whose sums are near the least are compared exactly."""
    limit = isqrt(size - 1) + 1
    sums = {}
    for k in range(1, limit // 2 + 1):
        part, more = divmod(limit - k, k)
        sums[k] = weights[size - limit + k] + (k - more) * weights[part] + more * weights[part + 1]
    least = min(sums.values())
    near = [k for k, total in sums.items() if total - least <= NEAR * abs(least)]
    best = near[0]
    for k in near[1:]:
        if compare_entropies(alpha, _parts(size, limit, k), _parts(size, limit, best)) > 0:
            best = k
    return best


def _parts(size: int, limit: int, k: int) -> list[int]:
    part, more = divmod(limit - k, k)
    return [size - limit + k, *[part + 1] * more, *[part] * (k - more)]


@kernel
def _choose(
    weights: NDArray[np.float64], kind: int, near: float, parts: NDArray[np.int64], undecided: NDArray[np.bool_]
) -> None:
    limit = 1
    for size in range(2, parts.shape[0]):
        if size > limit * limit:
            limit += 1
        best, least, second = 0, np.inf, np.inf
        for k in range(1, limit // 2 + 1):
            part = (limit - k) // k
            more = limit - k - part * k
            largest = size - limit + k
            if kind == 1:
                total = -float(k)
            elif kind == 2:
                total = float(max(largest, part + (more > 0)))
            else:
                total = weights[largest] + (k - more) * weights[part] + more * weights[part + 1]
            if total < least:
                best, second, least = k, least, total
            elif total < second:
                second = total
        parts[size] = best
        undecided[size] = second - least <= near * abs(least)


@kernel
def _add_up(parts: NDArray[np.int64], totals: NDArray[np.int64]) -> None:
    limit = 1
    for size in range(2, parts.shape[0]):
        if size > limit * limit:
            limit += 1
        k = parts[size]
        part = (limit - k) // k
        more = limit - k - part * k
        totals[size] = size + totals[size - limit + k] + (k - more) * totals[part] + more * totals[part + 1]
