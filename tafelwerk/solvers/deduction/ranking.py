"""Partitions of one set in the order of their entropies, with exact ties among the best.

Entropies in doubles order the partitions; the listed ones, and all that are close to the best, are then compared exactly.
"""

from collections.abc import Sequence
from functools import cmp_to_key

from tafelwerk.rules.entropy import Alpha, renyi
from tafelwerk.solvers.deduction.entropy import compare

CLOSE = 1e-8
"""Difference in bits from the best within which partitions are compared exactly: each entropy errs by less than 1e-9."""


def entropy_ranks(alpha: Alpha, partitions: Sequence[Sequence[int]], listed: int) -> list[int]:
    """Rank of every partition: 0 for the greatest entropy, and the same for equal ones; -1 for a single part.

    Args:
        alpha: order of the entropy, None for infinity.
        partitions: sizes of the parts of one set, each partition once.
        listed: number of partitions to be ordered exactly.
    """
    bits = [renyi(alpha, parts) for parts in partitions]
    splitting = sorted((one for one in range(len(partitions)) if len(partitions[one]) > 1), key=lambda one: -bits[one])
    if not splitting:
        return [-1] * len(partitions)
    exact = max(listed, sum(bits[one] > bits[splitting[0]] - CLOSE for one in splitting))

    def order(one: int, other: int) -> int:
        return compare(alpha, partitions[one], partitions[other])

    ordered = sorted(splitting[:exact], key=cmp_to_key(order))
    found, rank = [-1] * len(partitions), 0
    for place, one in enumerate(ordered):
        if place and compare(alpha, partitions[ordered[place - 1]], partitions[one]) != 0:
            rank += 1
        found[one] = rank
    for one in splitting[exact:]:
        rank += 1
        found[one] = rank
    return found
