"""Search models in which only the sizes of the parts of a query matter: free search, and the root model.

| question | answered by |
|---|---|
| What is the least total of free search, for one size or all? | `free_total`, `free_totals` |
| What does the even split cost? | `even_total`, `even_totals` |
| What is an optimal first query of free search, or the even one? | `best_split`, `even_split` |
| How much may the small parts of a query of the root model cost? | `budget` |
| What is the least total of the root model, and an optimal query? | `root_search`, `RootSearch.query` |
| What does the query of greatest entropy cost there? | `root_play`, `RootPlay.query` |
| Where are ties of entropies decided? | `_decide`, by `deduction.partition_entropy.greatest` |

Free search: the least number of queries where every partition into at most `width` parts is a query.

Totals instead of means keep everything an integer. T(m) is the number of queries summed over all m codes: T(1) = 0 (an
identified code need not be named), T(m) = m + the least sum of T over the parts of a query, and T(m) / m is the expected number
of queries.

A strategy is a tree whose inner nodes have 2 to a children and whose leaves are the codes, and its total is the sum of
the leaves' depths l_1, ..., l_m. Such depths belong to a tree with at most a children per node exactly if the sum of
a^(-l_i) is at most 1 (Kraft). Where two depths l < h differ by 2 or more, move each one step towards the other: their sum
stays the same, and the Kraft sum falls by (a - 1) (a^(-l-1) - a^(-h)) > 0. So some least solution has only two neighbouring
depths. With a^d <= m < a^(d+1) they are d and d + 1: not all leaves can lie above depth d, and all at d + 1 is possible.
With x leaves at depth d the condition is x a + (m - x) <= a^(d+1), so x is at most (a^(d+1) - m) / (a - 1), and

    T(m) = m (d + 1) - floor((a^(d+1) - m) / (a - 1)).

For a = 2 this is the source's formula; the recursion of its theorem 4.5 gives the same values for every width. T is
not convex for a > 2: its increments are not monotone, so a query of equal parts is not always optimal.

The root model, a search in which all parts of a query but one are small: perfect play, and the strategies H_alpha.

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

Source of both: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3 to 4.2.5 and 4.5,
definitions 4.3 and 4.8, theorems 4.4 to 4.6 and 4.10, table 4.15, figures 4.16 and 4.17.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.search.rules import MOST_FREE, check_root
from tafelwerk.rules.deduction import Alpha, Entropy
from tafelwerk.solvers.deduction.partition_entropy import apart_kernel, entropy_weights, greatest, sum_tolerance
from tafelwerk.solvers.machine.jit import kernel

Partition = tuple[tuple[int, int], ...]
"""A query as pairs (size, number of parts of this size), sizes descending."""


def free_totals(most: int, width: int) -> NDArray[np.int64]:
    """Least totals of free search, T(1) to T(most).

    Args:
        most: largest number of codes, 1 to MOST_FREE.
        width: largest number of answers per query, a, at least 2.

    Returns:
        int64, shape (most + 1,), in queries: entry m is T(m), entry 0 is 0. Exact.

    Raises:
        InputError: an argument is out of range.

    >>> free_totals(6, 2).tolist()
    [0, 0, 2, 5, 8, 12, 16]
    """
    return _fill_totals(_free_kernel, most, width)


def even_totals(most: int, width: int) -> NDArray[np.int64]:
    """Totals where every query splits as evenly as possible, as under every H_alpha with 0 < alpha < inf (theorem 4.6).

    Arguments, result and errors are those of `free_totals`.

    >>> even_totals(6, 3).tolist()
    [0, 0, 2, 3, 6, 9, 12]
    """
    return _fill_totals(_even_kernel, most, width)


def free_total(codes: int, width: int) -> int:
    """T(codes) for any number of codes, at least 1. Exact.

    Raises:
        InputError: an argument is out of range.

    >>> free_total(1000, 10)
    3000
    """
    depth, power = _level(codes, width)
    return codes * (depth + 1) - (power * width - codes) // (width - 1)


def even_total(codes: int, width: int) -> int:
    """Total of even splits for any number of codes, at least 1. Exact.

    The parts of a set of q or q + 1 codes have one of two neighbouring sizes, so two numbers per level are enough.

    Raises:
        InputError: an argument is out of range.

    >>> even_total(11, 3), free_total(11, 3)
    (26, 25)
    """
    _level(codes, width)
    sizes = [codes]
    while sizes[-1] > 1:
        sizes.append(sizes[-1] // width)
    smaller, larger = 0, 2 * sizes[-1]  # totals of the level's size, and of one code more
    for below, size in pairwise(reversed(sizes)):
        extra = size - below * width  # parts of below + 1 codes
        smaller, larger = (
            size + extra * larger + (width - extra) * smaller,
            size + 1 + (extra + 1) * larger + (width - extra - 1) * smaller,
        )
    return smaller


def even_split(codes: int, width: int) -> Partition:
    """Even query for `codes` codes.

    Raises:
        InputError: an argument is out of range, or there is only one code.

    >>> even_split(11, 3)
    ((4, 2), (3, 1))
    """
    _level(codes, width, 2)
    parts = min(codes, width)
    size, larger = divmod(codes, parts)
    return _partition({size + 1: larger, size: parts - larger})


def best_split(codes: int, width: int) -> Partition:
    """An optimal first query, with the inner nodes at depth d spread evenly over its parts.

    An optimal tree is full down to depth d. Of its a^d nodes there, x are leaves and the others have a children each, except
    one that may have fewer. A part is a subtree with any a^(d-1) of these nodes.

    Raises:
        InputError: as `even_split`.

    >>> best_split(11, 3)
    ((5, 1), (3, 2))
    """
    depth, power = _level(codes, width, 2)
    if depth == 0:
        return ((1, codes),)
    leaves, lacking = divmod(power * width - codes, width - 1)
    size = power // width
    inner, more = divmod(power - leaves, width)
    counts = {size + (inner + 1) * (width - 1): more, size + inner * (width - 1): width - more}
    if lacking:  # one node at depth d has fewer children
        fullest = max(part for part, count in counts.items() if count)
        counts[fullest] -= 1
        counts[fullest - lacking] = counts.get(fullest - lacking, 0) + 1
    return _partition(counts)


def _fill_totals(fill: Callable[[int, NDArray[np.int64]], None], most: int, width: int) -> NDArray[np.int64]:
    _level(most, width)
    if most > MOST_FREE:
        raise InputError(f"codes: a table of free search has 1 to {MOST_FREE:,} codes, not {most:,}")
    totals = np.zeros(most + 1, np.int64)
    fill(min(width, most + 1), totals)  # more answers than codes make no difference
    return totals


def _level(codes: int, width: int, fewest: int = 1) -> tuple[int, int]:
    """d and width^d with width^d <= codes < width^(d+1); raises InputError for fewer than `fewest` codes."""
    if codes < 1:
        raise InputError(f"codes: a search has at least 1 code, not {codes}")
    if width < 2:
        raise InputError(f"width: a query has at least 2 answers, not {width}")
    if codes < fewest:
        raise InputError("codes: a query needs 2 or more codes, not 1")
    depth, power = 0, 1
    while power * width <= codes:
        depth, power = depth + 1, power * width
    return depth, power


def _partition(counts: dict[int, int]) -> Partition:
    return tuple((size, counts[size]) for size in sorted(counts, reverse=True) if size and counts[size])


@kernel
def _free_kernel(width: int, totals: NDArray[np.int64]) -> None:
    """Fill the totals from 2 on."""
    depth, next_power = 1, width
    for m in range(2, totals.shape[0]):
        if m == next_power:
            depth += 1
            next_power *= width
        totals[m] = m * depth - (next_power - m) // (width - 1)


@kernel
def _even_kernel(width: int, totals: NDArray[np.int64]) -> None:
    """Fill the totals from 2 on, in ascending order, so that smaller ones are known."""
    size, larger = 0, 1  # even split of m codes: size of the smaller parts, and number of parts larger by one
    for m in range(2, totals.shape[0]):
        larger += 1
        if larger == width:
            size, larger = size + 1, 0
        totals[m] = m + larger * totals[size + 1] + (width - larger) * totals[size]


def budget(codes: int) -> int:
    """L = ceil(sqrt(codes)): largest cost of the small parts of a query.

    >>> [budget(codes) for codes in (1, 2, 9, 10)]
    [1, 2, 3, 4]
    """
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

    >>> root_search(8).totals.tolist()
    [0, 0, 2, 5, 9, 12, 17, 21, 27]
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

    >>> root_play(8, None).totals.tolist()
    [0, 0, 2, 5, 9, 12, 17, 21, 27]
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
    """The most even split of `codes` codes into `parts` parts.

    >>> even_parts(7, 3)
    ((3, 1), (2, 2))
    """
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
