"""Free search by its definition: every partition into at most `width` parts is tried; depths of codes as a certificate."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache


def partitions(m: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write m as at most `parts` parts, none above `largest`, sizes descending."""
    if m == 0:
        yield ()
    elif parts:
        for first in range(min(m, largest), 0, -1):
            for rest in partitions(m - first, parts - 1, first):
                yield (first, *rest)


@cache
def total(m: int, width: int) -> int:
    """Queries summed over all codes, at least."""
    if m == 1:
        return 0
    return m + min(sum(total(part, width) for part in query) for query in partitions(m, width, m - 1))


@cache
def even(m: int, width: int) -> int:
    """The same where the parts of every query differ by one code at most."""
    if m == 1:
        return 0
    parts = [len(range(i, m, width)) for i in range(min(m, width))]
    return m + sum(even(part, width) for part in parts)


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
