"""Planarity by trying every order of edges around nodes, duality of matroids subset by subset. To be believed at sight."""

from collections.abc import Sequence
from itertools import permutations, product
from math import factorial, prod

from naive.switching import components

Ends = Sequence[tuple[int, int]]


def parts(nodes: int, ends: Ends) -> int:
    """Number of connected components."""
    return len(set(components(nodes, ends)[0]))


def rank(nodes: int, ends: Ends) -> int:
    """Edges of a largest forest."""
    return nodes - parts(nodes, ends)


def simple(ends: Ends) -> list[tuple[int, int]]:
    """One edge between any two nodes that edges join, no loops."""
    return sorted({(min(pair), max(pair)) for pair in ends if pair[0] != pair[1]})


def orders(nodes: int, ends: Ends) -> int:
    """How many ways there are to order edges around nodes."""
    degrees = [sum(node in pair for pair in ends) for node in range(nodes)]
    return prod(factorial(degree - 1) for degree in degrees if degree)


def is_planar(nodes: int, ends: Ends) -> bool:
    """Whether some order around nodes has as many faces as Euler's formula asks for."""
    pairs = simple(ends)
    around = [[edge for edge, pair in enumerate(pairs) if node in pair] for node in range(nodes)]
    bare = sum(not edges for edges in around)
    wanted = 2 * (parts(nodes, pairs) - bare) + len(pairs) - (nodes - bare)
    ways = [[edges[:1] + list(rest) for rest in permutations(edges[1:])] for edges in around]
    for chosen in product(*ways):
        darts = {(edge, node) for edge, pair in enumerate(pairs) for node in pair}
        faces = 0
        while darts:
            faces += 1
            edge, node = start = next(iter(darts))
            while (edge, node) in darts:
                darts.remove((edge, node))
                node = sum(pairs[edge]) - node
                edges = chosen[node]
                edge = edges[(edges.index(edge) + 1) % len(edges)]
            assert (edge, node) == start
        if faces == wanted:
            return True
    return not pairs


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
