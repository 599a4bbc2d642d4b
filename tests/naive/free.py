"""Free search by its definition: every partition into at most `width` parts is tried."""

from collections.abc import Iterator
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
