"""Gauss-Legendre rules on 0 to 1, as flat tables for kernels: nodes and weights rounded from certified balls."""

from functools import cache

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

MOST_NODES = 2048


def _sizes(most: int) -> list[int]:
    """Sizes of the rules: every size to 8, then steps of about an eighth; a larger rule than needed is also exact."""
    sizes = [1]
    while sizes[-1] < most:
        sizes.append(sizes[-1] + max(1, sizes[-1] // 8))
    return sizes


@cache
def rule(nodes: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Ascending nodes, and weights, of the rule with the given number of nodes, exact for polynomials of degree 2 nodes - 1.

    Every number has a relative error of at most one unit u = 2^-53 (rounded from balls of 128 bits).
    """
    kept = ctx.prec
    ctx.prec = 128
    try:
        roots = [arb.legendre_p_root(nodes, i, weight=True) for i in range(nodes)]
        pairs = sorted((float((1 + x).mid() / 2), float(w.mid() / 2)) for x, w in roots)
    finally:
        ctx.prec = kept
    return tuple(t for t, _ in pairs), tuple(w for _, w in pairs)


@cache
def tie_rules(candidates: int) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Rules for every number of candidates up to the given one: (starts, nodes, weights), read-only.

    The rule for m candidates integrates polynomials of degree m - 1. It consists of entries starts[m, 0] to starts[m, 1] - 1 of
    nodes and weights; starts is int64 of shape (candidates + 1, 2).
    """
    needed = (candidates + 1) // 2
    sizes = [size for size in _sizes(needed) if size <= needed or size - max(1, size // 9) < needed]
    starts = np.zeros((candidates + 1, 2), np.int64)
    nodes: list[float] = []
    weights: list[float] = []
    begin: dict[int, int] = {}
    for size in sizes:
        begin[size] = len(nodes)
        t, w = rule(size)
        nodes.extend(t)
        weights.extend(w)
    for m in range(1, candidates + 1):
        size = next(s for s in sizes if 2 * s >= m)
        starts[m] = begin[size], begin[size] + size
    table = starts, np.array(nodes), np.array(weights)
    for array in table:
        array.flags.writeable = False
    return table
