"""The root model by other methods, to prove stored rows.

Perfect play: small parts are coins in any order, instead of smallest first. H_alpha: from one size down through the
sizes that its queries leave, considering every even query instead of only those that use the whole budget.
"""

from fractions import Fraction
from functools import cached_property
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.entropy import compare_entropies

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


class EvenQueries:
    """H_alpha in the root model, for sizes up to `most`, computed on demand."""

    def __init__(self, alpha: Fraction | None, most: int) -> None:
        self.alpha = alpha
        self._most = most
        self._queries: dict[int, tuple[NDArray[np.int64], ...]] = {}
        self._totals = {1: 0}

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """Contribution of a part, by its size, to a sum that falls as entropy grows."""
        assert self.alpha is not None
        codes = np.arange(self._most + 1)
        if self.alpha == 1:
            return np.asarray(codes * np.log(np.maximum(codes, 1)))
        return np.asarray((codes / self._most) ** float(self.alpha) * (1 if self.alpha > 1 else -1))

    def query(self, m: int) -> tuple[int, int]:
        """Number of codes that the query about m codes, at least 2, splits off, and number of its even parts."""
        limit = budget(m)
        if limit not in self._queries:
            k, r = np.indices((limit + 1, limit + 1)).reshape(2, -1)
            legal = (k >= 1) & (k <= r) & (r + k <= limit)
            r, k = r[legal], k[legal]
            # fewest parts first, then the smallest rest
            order = np.lexsort((-r, k))
            self._queries[limit] = (r[order], k[order])
        r, k = self._queries[limit]
        size = r // k
        more = r - size * k
        if self.alpha is None:
            sums = np.maximum(m - r, size + (more > 0)).astype(np.float64)
        elif self.alpha == 0:
            sums = -(k + 1.0)
        else:
            w = self._weights
            sums = w[m - r] + (k - more) * w[size] + more * w[size + 1]
        least = sums.min()
        near = np.flatnonzero(sums - least <= NEAR * abs(least))
        best = near[0]
        for i in near[1:]:
            if compare_entropies(self.alpha, _even(m, r[i], k[i]), _even(m, r[best], k[best])) > 0:
                best = i
        return int(r[best]), int(k[best])

    def total(self, m: int) -> int:
        """Queries summed over m codes."""
        open_ = [m]
        while open_:
            size = open_[-1]
            if size in self._totals:
                open_.pop()
                continue
            r, k = self.query(size)
            part, more = divmod(r, k)
            counts = {size - r: 1}
            counts[part] = counts.get(part, 0) + k - more
            counts[part + 1] = counts.get(part + 1, 0) + more
            wanted = [n for n, count in counts.items() if count and n not in self._totals]
            if wanted:
                open_ += wanted
            else:
                self._totals[size] = size + sum(count * self._totals[n] for n, count in counts.items() if count)
        return self._totals[m]


def _even(m: int, removed: int, parts: int) -> list[int]:
    size, more = divmod(int(removed), int(parts))
    return [m - int(removed), *[size + 1] * more, *[size] * (int(parts) - more)]
