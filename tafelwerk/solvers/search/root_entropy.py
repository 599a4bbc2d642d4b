"""The root model under the strategies H_alpha: ask the query of greatest Renyi entropy.

Ties go to the query with the fewest parts, then to the one with the smallest rest.

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

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.5.3, figures 4.16 and
4.17.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.search.rules import check_root
from tafelwerk.rules.deduction import Entropy
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.partition_entropy import apart_kernel, entropy_weights, greatest, sum_tolerance
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.search.free import Partition, even_split
from tafelwerk.solvers.search.root import RootQuery, budget, check_asked

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
