"""Binary search trees by their depths: for each of 1, ..., n its depth, 1 at the root. The depths determine the tree."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.dresher import Depths


def full_tree(height: int) -> NDArray[np.float64]:
    """Depths in the full tree of a height, (2^height - 1,): 3, 2, 3, 1, 3, 2, 3 for height 3.

    The depths of every tree of at most this height are a subsequence (Stassen 2018, section 2.3).
    """
    places = range(1, 2**height)
    return np.array([height - ((place & -place).bit_length() - 1) for place in places], np.float64)


def grown(depths: Depths) -> Depths:
    """A tree with one number more: a leaf in the shallowest gap, the one nearest to the middle among several."""
    n = len(depths)
    around = np.array((0, *depths, 0))
    leaves = np.maximum(around[1:], around[:-1]) + 1
    gap = int(np.argmin(leaves * (2 * n + 2) + np.abs(2 * np.arange(n + 1) - n)))
    return (*depths[:gap], int(leaves[gap]), *depths[gap:])


def stretched(weights: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Weights of a game drawn out to n numbers, (n,), with sum n."""
    old = len(weights)
    places = (np.arange(n) + 0.5) * old / n - 0.5
    drawn = np.interp(places, np.arange(old), weights)
    return np.asarray(drawn * (n / drawn.sum()))


def pair_depths(depths: Depths) -> NDArray[np.int64]:
    """(n + 1) // 2 int64: depths of both numbers of each pair {p + 1, n - p} together; twice the middle's."""
    found = np.array(depths, np.int64)
    return (found + found[::-1])[: (len(depths) + 1) // 2]


def spread(n: int, pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) float64: weights of the numbers from those of the pairs, half to each of both."""
    weights = np.zeros(n)
    weights[: len(pairs)] += pairs / 2
    weights[n - len(pairs) :] += pairs[::-1] / 2
    return weights
