"""The root model, a search in which all parts of a query but one are small: perfect play, and the strategies H_alpha.

A query about m codes splits off k >= 1 small parts and leaves a rest of at least one code. A small part of q codes costs
1 + q, and the small parts together cost at most the budget L = ceil(sqrt(m)). Totals instead of means: T(1) = 0, and T(m) is the
least value of m + T(rest) + the sum of T over the small parts, over all queries. With

    S(r, k) = least sum of T over r codes in at most k parts
            = min of S(r, k - 1) and, over the size f <= r / k of the smallest part, T(f) + S(r - f, k - 1)
    T(m)    = m + min over r, the codes split off, 1 <= r < L, of T(m - r) + S(r, L - r)

this takes O(sqrt(m)) steps per size once S is known for r + k <= L, which itself takes O(L log L) steps per budget.

The mean T(m) / m is asymptotically 2/3 sqrt(m). Lower bound: T(m) >= 2/3 (m^(3/2) - m), since this holds for m = 1,
r <= sqrt(m), and (m - r)^(3/2) >= m^(3/2) - 3/2 r sqrt(m). Upper bound: small parts of about m^(1/3) codes each split off
r = L (1 - O(m^(-1/3))) codes at a cost of m (1 + O(m^(-1/3))) queries.

The strategies H_alpha ask the query of greatest Renyi entropy. Ties go to the query with the fewest parts, then to the one with
the smallest rest.

Only a few queries need to be considered. Let L be the budget and 0 < alpha < inf, so that entropy rises whenever a part is split
and whenever two parts become more equal. Among all queries with r codes in k small parts the even one is best. A larger k is
better as long as it fits, so k = min(r, L - r). For r < L / 2, where budget is left, one more part of one code, or one more
code in a part, is better. So there is one query for every r with L / 2 <= r < L, with L - r even small parts, and fewest parts
means largest r.

For alpha >= 2 the best query has r = L - 1, one small part: any other query has k >= 2 parts, and (m - L + k)^alpha -
(m - L + 1)^alpha >= (k - 1) alpha (m - L + 1)^(alpha - 1) exceeds the (L - 1)^alpha that splitting can save, since
m - L + 1 > (L - 1) (L - 2). So all these strategies equal H_inf, whose query has the smallest rest. H_0 takes the largest number
of small parts, floor(L / 2). If L is odd, two queries have that many parts; the one with the smaller rest has a part of two
codes.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.5, definition 4.8, theorem 4.10,
table 4.15, figures 4.16 and 4.17.
"""

from collections import Counter
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.search.rules import check_root
from tafelwerk.rules.deduction import Alpha, Entropy
from tafelwerk.solvers.deduction.partition_entropy import apart_kernel, entropy_weights, greatest, sum_tolerance
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.search.free_search import Partition, even_split


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
        splits: int32, shape (L + 1, L + 1) for the largest budget L: S(r, k) at [k, r] for r + k <= L.
    """

    totals: NDArray[np.int64]
    splits: NDArray[np.int32]

    def query(self, codes: int) -> RootQuery:
        """An optimal query about `codes` codes. Tie-break: smallest rest, fewest parts, largest smallest part, largest
        second-smallest part, and so on.

        Raises:
            InputError: codes is below 2 or above the largest number searched.
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
    """Raise InputError unless `codes` is from 2 to `most`, the numbers of codes with known queries."""
    if not 2 <= codes <= most:
        raise InputError(f"codes: queries are known for 2 to {most:,} codes, not for {codes:,}")


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
    """S(r, k) for k < r, from the values of smaller budgets."""
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
    """Rest of the optimal query about m codes; writes the sizes of its small parts to `parts`, which must be zeroed."""
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


TOLERANCE = sum_tolerance(5)
"""Relative difference above which float sums have the order of the entropies; a sum has three products and two additions."""


@dataclass(frozen=True, slots=True, eq=False)
class RootPlay:
    """A strategy H_alpha in the root model up to some number of codes.

    Attributes:
        totals: int64, shape (codes + 1,): queries summed over m codes at m, 0 at 0. Exact.
        removed: int32, shape (codes + 1,): number of codes that the query about m codes splits off, r; 0 at 0 and 1.
        ties: sizes at which several queries have the greatest entropy.
    """

    totals: NDArray[np.int64]
    removed: NDArray[np.int32]
    ties: tuple[int, ...]

    def query(self, codes: int) -> RootQuery:
        """The query about `codes` codes.

        Raises:
            InputError: codes is below 2 or above the largest number played.
        """
        check_asked(codes, len(self.totals) - 1)
        removed = int(self.removed[codes])
        return RootQuery(codes - removed, even_parts(removed, budget(codes) - removed))


def root_play(most: int, alpha: Alpha) -> RootPlay:
    """H_alpha for 1 to `most` codes.

    Args:
        most: largest number of codes, 1 to MOST_PLAYED.
        alpha: order of the entropy, 0 or more; None for infinity.

    Raises:
        InputError: an argument is out of range.
    """
    check_root(most, Entropy(alpha))
    totals, removed = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int32)
    ties: list[int] = []
    if alpha is None or alpha >= 2 or alpha == 0:
        sizes = np.arange(most + 1)
        limits = np.ceil(np.sqrt(sizes)).astype(np.int32)
        removed[2:] = ((limits + 1) // 2 if alpha == 0 else limits - 1)[2:]
        weight = np.zeros(0)
    else:
        weight = entropy_weights(alpha, most).weight
    even = np.empty(budget(most) + 1)
    m = 2
    while (m := _play_kernel(m, weight, TOLERANCE, totals, removed, even)) <= most:
        removed[m], tied = _decide(m, alpha, weight)
        if tied:
            ties.append(m)
    return RootPlay(totals, removed, tuple(ties))


def even_parts(codes: int, parts: int) -> Partition:
    """The most even split of `codes` codes into `parts` parts."""
    return even_split(codes, parts) if 1 < parts <= codes else ((codes, 1),)


def _decide(m: int, alpha: Alpha, weight: NDArray[np.float64]) -> tuple[int, bool]:
    """Number of codes that the query of greatest entropy about m codes splits off, decided exactly; and whether it was tied."""
    limit = budget(m)
    queries = {r: even_parts(r, limit - r) for r in range(limit - 1, (limit - 1) // 2, -1)}
    sums = {r: weight[m - r] + sum(count * weight[size] for size, count in small) for r, small in queries.items()}
    least = min(sums.values())
    near = [r for r in queries if not apart_kernel(2 * TOLERANCE, sums[r], least)]
    best = greatest(alpha, [[m - r, *(size for size, count in queries[r] for _ in range(count))] for r in near])
    return near[best[0]], len(best) > 1


@kernel
def _play_kernel(
    begin: int,
    weight: NDArray[np.float64],
    tolerance: float,
    totals: NDArray[np.int64],
    removed: NDArray[np.int32],
    even: NDArray[np.float64],
) -> int:
    """Fill totals and removed from `begin` on; nonzero entries of removed are kept. Scratch: even, longer than any budget.

    Returns:
        The first size whose float comparison is inconclusive, or the number of entries.
    """
    limit = 0
    for m in range(begin, totals.shape[0]):
        if m > limit * limit:
            while m > limit * limit:
                limit += 1
            if weight.shape[0]:
                for r in range((limit + 1) // 2, limit):
                    k = limit - r
                    size = r // k
                    more = r - k * size
                    even[r] = more * weight[size + 1] + (k - more) * weight[size]
        r = removed[m]
        if r == 0:
            best = second = np.inf
            for i in range((limit + 1) // 2, limit):
                value = weight[m - i] + even[i]
                if value < best:
                    second = best
                    best = value
                    r = i
                elif value < second:
                    second = value
            if second < np.inf and not apart_kernel(tolerance, second, best):
                return m
            removed[m] = r
        k = limit - r
        size = r // k
        more = r - k * size
        totals[m] = m + totals[m - r] + more * totals[size + 1] + (k - more) * totals[size]
    return int(totals.shape[0])
