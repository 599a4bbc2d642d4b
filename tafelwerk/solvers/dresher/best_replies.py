"""The searcher's best replies to a strategy of the hider, over the integers: one optimal search tree, and all of them.

Against weights w_1, ..., w_n a tree costs sum w_i depth_i. A tree with root r over an interval costs the weight of the interval
plus the costs of the trees on both sides. For weights of 0 or more, some best root of an interval lies between best roots of
the two intervals that are one shorter (Knuth, Optimum binary search trees, Acta Informatica 1, 1971), so all intervals together
take O(n^2) steps. Nothing is rounded: weights are integers of any size.

All best trees are counted, and listed in lexicographic order of depths. A best tree has a best root and best trees on both
sides of it, so only intervals below a node of some best tree matter. Trees with different roots differ; therefore counts of the
two sides of a root multiply, and counts of the roots add up. The trees of one root are in lexicographic order if the left
subtrees are, and the right subtrees are for each left one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import merge
from itertools import islice

from tafelwerk.errors import InputError
from tafelwerk.families.dresher.rules import Depths


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
        self._sums, self._totals, self._roots = _fill_tables(self.weights)

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
        depths = [0] * len(self.weights)
        open_intervals = [(1, len(self.weights), 1)]
        while open_intervals:
            first, last, depth = open_intervals.pop()
            if first <= last:
                root = self.root(first, last)
                depths[root - 1] = depth
                open_intervals += [(first, root - 1, depth + 1), (root + 1, last, depth + 1)]
        return tuple(depths)


def plain_weights(n: int) -> tuple[int, ...]:
    """The weights 2, 1, ..., 1, 2 that guarantee L(n), without a common divisor.

    >>> plain_weights(5)
    (2, 1, 1, 1, 2)
    """
    return (1,) * n if n <= 2 else (2, *(1,) * (n - 2), 2)


def plain_bound(n: int) -> Fraction:
    """L(n) = h - (2^h - h + 1) / (n + 2), h = floor(log2(n + 2)) + 1: the guesses that the weights 2, 1, ..., 1, 2 guarantee.

    A best reply to them takes at most h guesses; its free places are all on the last level.

    >>> plain_bound(5)
    Fraction(15, 7)
    """
    height = (n + 2).bit_length()
    return height - Fraction(2**height - height + 1, n + 2)


def guarantee(weights: Sequence[int]) -> Fraction:
    """Mean guesses that integer weights guarantee the hider: those of a best reply among all trees.

    >>> guarantee([2, 1, 1, 2])
    Fraction(2, 1)
    """
    return Fraction(Replies(weights).total(1, len(weights)), sum(weights))


def _fill_tables(weights: tuple[int, ...]) -> tuple[list[int], list[list[int]], list[list[int]]]:
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
            row, root, last = totals[i], roots[i][j - 1], roots[i + 1][j]
            best = row[root] + totals[root + 1][j]
            for r in range(root + 1, last + 1):
                below = row[r] + totals[r + 1][j]
                if below < best:
                    best, root = below, r
            row[j] = best + sums[j] - sums[i]
            roots[i][j] = root
    return sums, totals, roots


def place_depths(height: int) -> tuple[int, ...]:
    """Depths of the 2^height - 1 places of a full tree from left to right, 1 at the root.

    >>> place_depths(3)
    (3, 2, 3, 1, 3, 2, 3)
    """
    return tuple(height - (place & -place).bit_length() + 1 for place in range(1, 1 << height))


def place_numbers(
    weights: Sequence[int], depths: Sequence[int]
) -> tuple[tuple[tuple[int | None, ...], ...], tuple[tuple[bool, ...], ...]]:
    """Put the numbers on places of a full tree, from left to right, at the least cost: the searcher's best reply once more.

    Source: M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, section 2.3, function W. Places left
    empty between numbers do not matter: numbers below them can move up, which costs no more.

    Args:
        weights: (n,) the hider's weights, 0 or more.
        depths: (m,) of the places, m >= n.

    Returns:
        (n, m) least sum of weight times depth of the numbers up to i on the places up to j, None where there are too few places;
        and whether the way of a best placement of all numbers on all places leads through it.
    """
    n, m = len(weights), len(depths)
    costs: list[list[int | None]] = [[0] * (m + 1)]
    for weight in weights:
        above, row = costs[-1], list[int | None]([None])
        for place, depth in enumerate(depths):
            before = above[place]
            ways = [row[-1], None if before is None else before + weight * depth]
            row.append(min((way for way in ways if way is not None), default=None))
        costs.append(row)
    best = [[False] * (m + 1) for _ in range(n + 1)]
    best[n][m] = True
    for i in range(n, 0, -1):
        for j in range(m, 0, -1):
            if best[i][j]:
                before = costs[i - 1][j - 1]
                best[i][j - 1] |= costs[i][j - 1] == costs[i][j]
                best[i - 1][j - 1] |= before is not None and before + weights[i - 1] * depths[j - 1] == costs[i][j]
    return tuple(tuple(row[1:]) for row in costs[1:]), tuple(tuple(row[1:]) for row in best[1:])


Interval = tuple[int, int]

_DEEPER = bytes(range(1, 256)) + b"\xff"
"""Depths one level further down, for bytes.translate."""


class BestTrees:
    """The best trees against weights of at most 254 numbers, whose depths are bytes.

    Attributes:
        replies: best totals over every interval.
        count: number of best trees.
    """

    def __init__(self, replies: Replies) -> None:
        self.replies = replies
        all_numbers = (1, len(replies.weights))
        self._roots: dict[Interval, list[int]] = {}
        waiting = [all_numbers]
        while waiting:
            first, last = waiting.pop()
            if first <= last and (first, last) not in self._roots:
                roots = self._best_roots(first, last)
                self._roots[first, last] = roots
                waiting += [part for root in roots for part in ((first, root - 1), (root + 1, last))]
        # short intervals first: their parts are shorter still
        self._intervals = sorted(self._roots, key=lambda interval: interval[1] - interval[0])
        counts: dict[Interval, int] = {}
        for first, last in self._intervals:
            counts[first, last] = sum(
                counts.get((first, root - 1), 1) * counts.get((root + 1, last), 1) for root in self._roots[first, last]
            )
        self.count = counts[all_numbers]

    def first(self, most: int) -> list[Depths]:
        """The first `most` best trees, or all if there are fewer, in lexicographic order of their depths."""
        known: dict[Interval, list[bytes]] = {}
        for first, last in self._intervals:
            trees = merge(*(self._with_root(known, first, root, last) for root in self._roots[first, last]))
            known[first, last] = list(islice(trees, most))
        return [tuple(depths) for depths in known[1, len(self.replies.weights)]]

    def _best_roots(self, first: int, last: int) -> list[int]:
        least = self.replies.total(first, last)
        return [root for root in range(first, last + 1) if self.replies.with_guess(root, first, last) == least]

    @staticmethod
    def _with_root(known: dict[Interval, list[bytes]], first: int, root: int, last: int) -> Iterator[bytes]:
        """Trees over an interval with a given root, in order, from the known trees of its two parts."""
        right = [depths.translate(_DEEPER) for depths in known.get((root + 1, last), [b""])]
        for depths in known.get((first, root - 1), [b""]):
            left = depths.translate(_DEEPER)
            for right_tree in right:
                yield left + b"\1" + right_tree
