"""The root model: a search in which all parts of a query but one are small; perfect play.

A query about m codes splits off k >= 1 small parts and leaves a rest of at least one code; a small part of q codes costs
1 + q, and all of them together at most the budget L = ceil(sqrt(m)). Totals, not means: T(1) = 0 and
T(m) = m + T(rest) + the sum of T over the small parts, the least over all queries. With

    S(r, k) = least sum of T over r codes in at most k parts
            = min of S(r, k - 1) and, over the size f <= r / k of the smallest part, T(f) + S(r - f, k - 1)
    T(m)    = m + min over r, the codes split off, 1 <= r < L, of T(m - r) + S(r, L - r)

this takes O(sqrt(m)) steps per size once S is known for r + k <= L, which itself takes O(L log L) steps per budget.

The mean T(m) / m is 2/3 sqrt(m) asymptotically. From below: T(m) >= 2/3 (m^(3/2) - m), since this holds for m = 1,
r <= sqrt(m), and (m - r)^(3/2) >= m^(3/2) - 3/2 r sqrt(m). From above: small parts of about m^(1/3) codes each split off
r = L (1 - O(m^(-1/3))) codes at the cost of m (1 + O(m^(-1/3))) queries.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.5, definition 4.8,
theorem 4.10, table 4.15.
"""

from collections import Counter
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.search import check_root
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.search.free import Partition


def budget(codes: int) -> int:
    """L = ceil(sqrt(codes)): largest cost of the small parts of a query."""
    return 1 + isqrt(codes - 1)


@dataclass(frozen=True, slots=True)
class RootQuery:
    """A query of the root model: the rest, and the small parts as pairs (size, number of parts), sizes descending."""

    rest: int
    small: Partition

    def __str__(self) -> str:
        parts = ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in self.small)
        return f"{self.rest} | {parts}"


@dataclass(frozen=True, slots=True, eq=False)
class RootSearch:
    """Perfect play in the root model up to some number of codes.

    Attributes:
        totals: int64, shape (codes + 1,): T(m) at m, 0 at 0, in queries. Exact.
        splits: int32, shape (L + 1, L + 1) for the largest budget L: S(r, k) at [k, r] where r + k <= L.
    """

    totals: NDArray[np.int64]
    splits: NDArray[np.int32]

    def query(self, codes: int) -> RootQuery:
        """A best query about `codes` codes: of smallest rest, then of fewest parts, then with the largest smallest part,
        and so on with the other parts.

        Raises:
            InputError: codes is below 2 or larger than those searched.
        """
        check_asked(codes, len(self.totals) - 1)
        parts = np.zeros(budget(codes), np.int32)
        rest = _query_kernel(codes, budget(codes), self.totals, self.splits, parts)
        small = Counter(parts[parts > 0].tolist())
        return RootQuery(int(rest), tuple(sorted(small.items(), reverse=True)))


def root_search(most: int) -> RootSearch:
    """Perfect play for 1 to `most` codes.

    Raises:
        InputError: most is not 1 to MOST_ROOT.
    """
    check_root(most)
    widest = budget(most)
    totals = np.zeros(most + 1, np.int64)
    splits = np.zeros((widest + 1, widest + 1), np.int32)
    _totals_kernel(totals, splits, np.empty(widest + 1, np.int64))
    return RootSearch(totals, splits)


def check_asked(codes: int, most: int) -> None:
    """Raise InputError unless a query about this number of codes is known, up to `most`."""
    if not 2 <= codes <= most:
        raise InputError(f"codes: there are queries about 2 to {most} codes here, not about {codes}")


@kernel
def _totals_kernel(totals: NDArray[np.int64], splits: NDArray[np.int32], ends: NDArray[np.int64]) -> None:
    """Fill totals and splits, both zeroed: S(r, k) is 0 for k >= r. Scratch: ends, longer than any budget."""
    limit = 1
    for m in range(2, totals.shape[0]):
        if m > limit * limit:
            limit += 1
            for r in range(1, limit):
                k = limit - r
                if k < r:
                    splits[k, r] = _split_kernel(r, k, totals, splits)
                ends[limit - 1 - r] = splits[k, r]
        first = m - limit + 1
        best = totals[first] + ends[0]
        for j in range(1, limit - 1):
            best = min(best, totals[first + j] + ends[j])
        totals[m] = m + best


@kernel
def _split_kernel(r: int, k: int, totals: NDArray[np.int64], splits: NDArray[np.int32]) -> int:
    """S(r, k), k < r, from those of smaller budgets."""
    if k == 1:
        return int(totals[r])
    best = int(splits[k - 1, r])
    for f in range(1, r // k + 1):
        best = min(best, int(totals[f] + splits[k - 1, r - f]))
    return best


@kernel
def _query_kernel(
    m: int, limit: int, totals: NDArray[np.int64], splits: NDArray[np.int32], parts: NDArray[np.int32]
) -> int:
    """The rest of the best query about m codes; the sizes of its small parts are written to `parts`, which is zeroed."""
    for r in range(limit - 1, 0, -1):
        left, k = r, limit - r
        wanted = totals[m] - m - totals[m - r]
        if splits[k, r] != wanted:
            continue
        while k > 1 and splits[k - 1, r] == wanted:
            k -= 1
        index = 0
        while k > 1:
            f = left // k
            while totals[f] + splits[k - 1, left - f] != wanted:
                f -= 1
            parts[index] = f
            index, left, k, wanted = index + 1, left - f, k - 1, wanted - totals[f]
        parts[index] = left
        return m - r
    return m
