"""The searcher's best reply to a strategy of the hider, over the integers: an optimal binary search tree.

Against weights w_1, ..., w_n a tree costs sum w_i depth_i. A tree with root r over an interval costs the weight of the interval
plus the costs of the trees on both sides. For weights of 0 or more, some best root of an interval lies between best roots of
the two intervals that are one shorter (Knuth, Optimum binary search trees, Acta Informatica 1, 1971), so all intervals together
take O(n^2) steps. Nothing is rounded: weights are integers of any size.
"""

from collections.abc import Sequence
from fractions import Fraction

from tafelwerk.errors import InputError


class Replies:
    """Best trees over every interval of numbers, against integer weights.

    Attributes:
        weights: (n,) the hider's weights, integers of 0 or more; number i has weights[i - 1].
    """

    def __init__(self, weights: Sequence[int]) -> None:
        """Fill the table.

        Raises:
            InputError: there are no weights, or one is below 0.
        """
        if not weights or min(weights) < 0:
            raise InputError(f"weights must be one or more integers, each 0 or more, not {list(weights)[:5]}")
        self.weights = tuple(weights)
        self._sums, self._totals, self._roots = _filled(self.weights)

    def total(self, first: int, last: int) -> int:
        """Least sum of weight times depth over all trees of first..last; 0 if the interval is empty."""
        return self._totals[first - 1][last]

    def weight(self, first: int, last: int) -> int:
        """Total weight of the numbers first..last."""
        return self._sums[last] - self._sums[first - 1]

    def with_guess(self, guess: int, first: int, last: int) -> int:
        """As `total`, over the trees with this first guess."""
        return self.weight(first, last) + self.total(first, guess - 1) + self.total(guess + 1, last)

    def root(self, first: int, last: int) -> int:
        """A best first guess among first..last."""
        return self._roots[first - 1][last] + 1

    def depths(self) -> tuple[int, ...]:
        """Depths of a best tree over all numbers, 1 at the root."""
        found = [0] * len(self.weights)
        open_intervals = [(1, len(self.weights), 1)]
        while open_intervals:
            first, last, depth = open_intervals.pop()
            if first <= last:
                root = self.root(first, last)
                found[root - 1] = depth
                open_intervals += [(first, root - 1, depth + 1), (root + 1, last, depth + 1)]
        return tuple(found)


def plain_weights(n: int) -> tuple[int, ...]:
    """The weights 2, 1, ..., 1, 2 that guarantee L(n), without a common divisor."""
    return (1,) * n if n <= 2 else (2, *(1,) * (n - 2), 2)


def plain_bound(n: int) -> Fraction:
    """L(n) = h - (2^h - h + 1) / (n + 2), h = floor(log2(n + 2)) + 1: the guesses that the weights 2, 1, ..., 1, 2 guarantee.

    A best reply to them takes at most h guesses; its free places are all on the last level.
    """
    height = (n + 2).bit_length()
    return height - Fraction(2**height - height + 1, n + 2)


def guaranteed(weights: Sequence[int]) -> Fraction:
    """Mean guesses that integer weights guarantee the hider: those of a best reply among all trees."""
    return Fraction(Replies(weights).total(1, len(weights)), sum(weights))


def _filled(weights: tuple[int, ...]) -> tuple[list[int], list[list[int]], list[list[int]]]:
    """Sums of the first i weights; totals and roots [i][j] of the numbers at the places i..j-1, counted from 0."""
    n = len(weights)
    sums = [0]
    for weight in weights:
        sums.append(sums[-1] + weight)
    totals = [[0] * (n + 1) for _ in range(n + 1)]
    roots = [[0] * (n + 1) for _ in range(n + 1)]
    for i in range(n):
        totals[i][i + 1] = weights[i]
        roots[i][i + 1] = i
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length
            row, best, root = totals[i], -1, i
            for r in range(roots[i][j - 1], min(roots[i + 1][j], j - 1) + 1):
                below = row[r] + totals[r + 1][j]
                if below < best or best < 0:
                    best, root = below, r
            row[j] = best + sums[j] - sums[i]
            roots[i][j] = root
    return sums, totals, roots
