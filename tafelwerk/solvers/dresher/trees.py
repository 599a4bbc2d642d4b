"""Binary search trees by the depths of 1, ..., n, 1 at the root. The depths determine the tree."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.dresher.rules import Depths


def full_tree(height: int) -> NDArray[np.float64]:
    """Depths in the full tree of a given height, shape (2^height - 1,): 3, 2, 3, 1, 3, 2, 3 for height 3.

    The depths of every tree of at most this height are a subsequence (Stassen 2018, section 2.3).
    """
    places = range(1, 2**height)
    return np.array([height - ((place & -place).bit_length() - 1) for place in places], np.float64)


def grown(depths: Depths) -> Depths:
    """A tree with one more number: a leaf in the shallowest gap, among equals in the one nearest to the middle."""
    n = len(depths)
    around = np.array((0, *depths, 0))
    leaves = np.maximum(around[1:], around[:-1]) + 1
    gap = int(np.argmin(leaves * (2 * n + 2) + np.abs(2 * np.arange(n + 1) - n)))
    return (*depths[:gap], int(leaves[gap]), *depths[gap:])


def stretched(weights: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Weights of a game stretched to n numbers, shape (n,), with sum n."""
    old = len(weights)
    places = (np.arange(n) + 0.5) * old / n - 0.5
    drawn = np.interp(places, np.arange(old), weights)
    return np.asarray(drawn * (n / drawn.sum()))


def pair_depths(depths: Depths) -> NDArray[np.int64]:
    """Sum of the depths of each pair {p + 1, n - p}, int64, shape ((n + 1) // 2,); twice the depth of the middle number."""
    found = np.array(depths, np.int64)
    return (found + found[::-1])[: (len(depths) + 1) // 2]


def spread(n: int, pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of the numbers from those of the pairs, half for each number, float64, shape (n,)."""
    weights = np.zeros(n)
    weights[: len(pairs)] += pairs / 2
    weights[n - len(pairs) :] += pairs[::-1] / 2
    return weights
