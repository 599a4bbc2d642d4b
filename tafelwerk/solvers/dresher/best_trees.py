"""Every best reply to a hider's weights: how many trees are optimal, and the trees themselves in lexicographic order.

A tree over an interval is optimal if its root and both subtrees are, so the trees are counted and listed interval by interval.
Knuth's table (`reply`) has the totals; here every root of an interval that reaches its total is kept, not only one. A list is
made as far as it is read: the first tree of an interval needs the first trees of its parts.

Source: M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, sections 2.2 and 2.3.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import merge
from itertools import islice
from math import lcm

from tafelwerk.rules.dresher import Depths
from tafelwerk.solvers.dresher.reply import Replies

Interval = tuple[int, int]
"""First and last number; empty where the last is less than the first."""


class BestTrees:
    """All trees that are optimal against a hider's weights.

    Attributes:
        total: guesses that an optimal tree takes, summed over the numbers with their weights.
        count: how many trees are optimal.
    """

    def __init__(self, weights: Sequence[Fraction]) -> None:
        """Find the optimal roots of every interval that optimal trees have.

        Args:
            weights: (n,) of the numbers, 0 or more.

        Raises:
            InputError: no weights, or one below 0.
        """
        scale = lcm(*(weight.denominator for weight in weights))
        self._replies = Replies([int(weight * scale) for weight in weights])
        self._whole = (1, len(weights))
        self.total = Fraction(self._replies.total(*self._whole), scale)
        self._roots: dict[Interval, list[int]] = {}
        self._trees: dict[Interval, _Listed] = {}
        self.count = self._count()

    def first(self, most: int) -> list[Depths]:
        """The first trees in lexicographic order of their depths, `most` at most."""
        return list(islice(self._list(self._whole), most))

    def _count(self) -> int:
        """Number of optimal trees, from short intervals to long ones."""
        waiting = [self._whole]
        while waiting:
            interval = waiting.pop()
            if interval not in self._roots and interval[0] <= interval[1]:
                self._roots[interval] = self._optimal(interval)
                waiting += [part for root in self._roots[interval] for part in _parts(interval, root)]
        counts: dict[Interval, int] = {}
        for interval in sorted(self._roots, key=lambda one: one[1] - one[0]):
            counts[interval] = 0
            for root in self._roots[interval]:
                left, right = _parts(interval, root)
                counts[interval] += counts.get(left, 1) * counts.get(right, 1)
        return counts[self._whole]

    def _optimal(self, interval: Interval) -> list[int]:
        first, last = interval
        below = self._replies.total(first, last) - self._replies.weight(first, last)
        total = self._replies.total
        return [root for root in range(first, last + 1) if total(first, root - 1) + total(root + 1, last) == below]

    def _list(self, interval: Interval) -> "_Listed":
        if interval not in self._trees:
            self._trees[interval] = _Listed(self._generate(interval))
        return self._trees[interval]

    def _generate(self, interval: Interval) -> Iterator[Depths]:
        """The optimal trees over an interval in lexicographic order, roots of depth 1."""
        if interval[0] > interval[1]:
            return iter([()])
        return merge(*(self._rooted(interval, root) for root in self._roots[interval]))

    def _rooted(self, interval: Interval, root: int) -> Iterator[Depths]:
        """Those with a root; all have as many numbers on its left, so that the left part decides first."""
        left, right = _parts(interval, root)
        for one in self._list(left):
            deeper = tuple(depth + 1 for depth in one)
            for other in self._list(right):
                yield (*deeper, 1, *(depth + 1 for depth in other))


class _Listed:
    """What a generator has yielded so far, to be read more than once."""

    def __init__(self, source: Iterator[Depths]) -> None:
        self._source = source
        self._known: list[Depths] = []

    def __iter__(self) -> Iterator[Depths]:
        place = 0
        while True:
            if place == len(self._known):
                found = next(self._source, None)
                if found is None:
                    return
                self._known.append(found)
            yield self._known[place]
            place += 1


def _parts(interval: Interval, root: int) -> tuple[Interval, Interval]:
    return (interval[0], root - 1), (root + 1, interval[1])


def every_tree(n: int) -> list[Depths]:
    """All Catalan(n) search trees of the numbers 1 to n, in lexicographic order of their depths."""
    found = BestTrees([Fraction(0)] * n)
    return found.first(found.count)
