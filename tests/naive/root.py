"""The root model by its definition: every legal query is tried, or its entropy taken."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpq

BITS = 500


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


def disorder(alpha: Fraction | None, parts: tuple[int, ...]) -> arb:
    """Smaller for greater entropy."""
    if alpha is None:
        return arb(max(parts))
    if alpha == 0:
        return arb(-len(parts))
    if alpha == 1:
        return sum((n * arb(n).log() for n in parts), arb(0))
    order = arb(fmpq(alpha.numerator, alpha.denominator))
    return sum((arb(n) ** order for n in parts), arb(0)) * (1 if alpha > 1 else -1)


def entropy_query(alpha: Fraction | None, m: int) -> tuple[int, tuple[int, ...]]:
    """The query of H_alpha: ties to fewest parts, then to the smallest rest. Sums that agree in 150 digits are taken for
    equal."""
    with ctx.workprec(BITS):
        found = [(disorder(alpha, (rest, *parts)), len(parts), rest, parts) for rest, parts in queries(m)]
        best = found[0]
        for query in found[1:]:
            difference = query[0] - best[0]
            if difference < 0 or (difference.contains(0) and query[1:3] < best[1:3]):
                best = query
    return best[2], best[3]


def entropy_totals(alpha: Fraction | None, most: int) -> list[int]:
    """Queries summed over 0, 1, ..., `most` codes."""
    totals = [0, 0]
    for m in range(2, most + 1):
        rest, parts = entropy_query(alpha, m)
        totals.append(m + totals[rest] + sum(totals[part] for part in parts))
    return totals
