"""The root model by its definition: every legal query is tried, or its entropy taken."""

from collections.abc import Iterator
from functools import cache


def queries(m: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The rest and the small parts, descending, of every query about m codes."""

    def small(budget: int, largest: int) -> Iterator[tuple[int, ...]]:
        yield ()
        for part in range(min(largest, budget - 1), 0, -1):
            for others in small(budget - 1 - part, part):
                yield (part, *others)

    budget = next(b for b in range(m + 1) if b * b >= m)
    for parts in small(budget, budget):
        if parts and sum(parts) < m:
            yield m - sum(parts), parts


@cache
def total(m: int) -> int:
    """Queries summed over all codes under perfect play."""
    if m == 1:
        return 0
    return m + min(total(rest) + sum(map(total, parts)) for rest, parts in queries(m))
