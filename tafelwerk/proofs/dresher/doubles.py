"""Certificates checked in doubles, up to an error of TINY guesses: the work of the checker in a fraction of its time."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

TINY = 1e-9
"""Tolerance for doubles, in guesses."""

Numbers = NDArray[np.float64]


def fault_of(
    value: float, hider: Sequence[float], searcher: Sequence[float], trees: Sequence[Sequence[int]]
) -> str | None:
    """The first fault of a certificate, or None if there is none.

    Args:
        value: value of the game, in guesses.
        hider: probabilities of the numbers, shape (n,).
        searcher: probabilities of the trees, shape (trees,).
        trees: depths, shape (trees, n).
    """
    n = len(hider)
    depths = np.array(trees, np.int64)
    if depths.shape != (len(searcher), n) or not len(searcher):
        return "not n depths per tree"
    if not all(_is_tree(row) for row in depths):
        return "no search tree has these depths"
    if abs(sum(hider) - 1) > TINY or abs(sum(searcher) - 1) > TINY or min(*hider, *searcher) < 0:
        return "no probabilities"
    worst = float((np.array(searcher) @ depths).max())
    if worst > value + TINY:
        return f"upper bound: the mixture takes up to {worst} guesses"
    least = float(_best(np.array(hider, np.float64), np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1), np.int64)))
    return f"lower bound: a tree takes {least} guesses" if least < value - TINY else None


@kernel
def _is_tree(depths: NDArray[np.int64]) -> bool:
    """Whether the depths are those of a search tree: each number is one level below the deeper of its nearest neighbours, left
    and right, that are not deeper than it."""
    n = len(depths)
    for place in range(n):
        nearest = 0
        left, right = place - 1, place + 1
        while left >= 0 and depths[left] > depths[place]:
            left -= 1
        while right < n and depths[right] > depths[place]:
            right += 1
        if left >= 0:
            nearest = depths[left]
        if right < n:
            nearest = max(nearest, depths[right])
        if depths[place] != nearest + 1:
            return False
    return n > 0


@kernel
def _best(weights: Numbers, least: Numbers, roots: NDArray[np.int64]) -> float:
    """Least sum of weight times depth over all search trees.

    Some best root of an interval lies between those of the two intervals that are shorter by one (Knuth, Optimum binary
    search trees, 1971).

    Args:
        weights: weights of the numbers, 0 or more, shape (n,).
        least, roots: zeroed scratch, shape (n + 1, n + 1): least sum and best root of the numbers i, ..., j - 1.
    """
    n = len(weights)
    for i in range(n):
        least[i, i + 1] = weights[i]
        roots[i, i + 1] = i
    for length in range(2, n + 1):
        total = 0.0
        for i in range(length - 1):
            total += weights[i]
        for i in range(n - length + 1):
            j = i + length
            total += weights[j - 1]
            best, root = np.inf, i
            for r in range(roots[i, j - 1], roots[i + 1, j] + 1):
                taken = least[i, r] + least[r + 1, j]
                if taken < best:
                    best, root = taken, r
            least[i, j] = best + total
            roots[i, j] = root
            total -= weights[i]
    found: float = least[0, n]
    return found
