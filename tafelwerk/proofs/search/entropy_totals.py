"""The root model under H_alpha for all sizes at once: for each number of parts, the query that splits off the most codes.

Moving one code from the rest of a query to one of its smallest parts makes the parts more even, so the entropy grows. Among the
queries with k small parts only the one that uses the whole budget can be best, and one pass over k decides each size. Sums of
doubles that are too close are compared exactly.
"""

from fractions import Fraction
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.entropy import compare_entropies
from tafelwerk.solvers.machine.jit import kernel

NEAR = 1e-11
"""Relative difference up to which two sums of doubles are compared exactly."""

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
            rest = size - limit + k
            if kind == 1:
                total = -float(k)
            elif kind == 2:
                total = float(max(rest, part + (more > 0)))
            else:
                total = weights[rest] + (k - more) * weights[part] + more * weights[part + 1]
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
