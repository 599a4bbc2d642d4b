"""Duality of matroids, subset by subset. To be believed at sight."""

from collections.abc import Sequence

from naive.switching import components

Ends = Sequence[tuple[int, int]]


def parts(nodes: int, ends: Ends) -> int:
    """Number of connected components."""
    return len(set(components(nodes, ends)[0]))


def rank(nodes: int, ends: Ends) -> int:
    """Edges of a largest forest."""
    return nodes - parts(nodes, ends)


def are_dual(nodes: int, ends: Ends, others: int, other_ends: Ends) -> bool:
    """Whether edges form a forest of the one graph that spans it just when the other edges form one of the other graph."""
    edges = range(len(ends))

    def spans(count: int, pairs: Ends, chosen: Sequence[int]) -> bool:
        found = [pairs[edge] for edge in chosen]
        return len(found) == rank(count, found) == rank(count, pairs)

    for mask in range(1 << len(ends)):
        one, other = ([edge for edge in edges if (mask >> edge & 1) == side] for side in (1, 0))
        if spans(nodes, ends, one) != spans(others, other_ends, other):
            return False
    return True
