"""Up to which size of a set sums of entropy weights in doubles decide alone: certified by looking at every partition."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.entropy import compare, entropy_weights

MOST = 24
"""Sizes that are looked at: 7336 partitions."""


@lru_cache(maxsize=256)
def certain_size(alpha: Alpha, n_max: int) -> int:
    """The greatest size up to MOST of sets whose partitions have equal entropies whenever their sums are close.

    Close are sums that `EntropyWeights.tolerance` leaves undecided, with half as much again to spare for sums added in
    another order.

    Args:
        alpha: order of the entropy.
        n_max: as for `entropy_weights`.
    """
    weights = entropy_weights(alpha, n_max)
    if weights.tolerance == 0.0:
        return min(MOST, n_max)
    for size in range(2, min(MOST, n_max) + 1):
        ordered = sorted((sum(float(weights.weight[part]) for part in parts), parts) for parts in partitions(size))
        for (low, one), (high, other) in pairwise(ordered):
            if high - low <= 3 * weights.tolerance * abs(low) and compare(alpha, one, other):
                return size - 1
    return min(MOST, n_max)


def partitions(size: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The partitions of a number, the largest part first."""
    if size == 0:
        yield ()
        return
    for part in range(min(size, most or size), 0, -1):
        for rest in partitions(size - part, part):
            yield (part, *rest)
