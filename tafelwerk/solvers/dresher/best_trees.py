"""All best trees against weights of the hider: their number, and the first of them in lexicographic order of depths.

A best tree has a best root and best trees on both sides of it, so only intervals below a node of some best tree matter. Trees
with different roots differ; therefore counts of the two sides of a root multiply, and counts of the roots add up. The trees of
one root are in lexicographic order if the left subtrees are, and the right subtrees are for each left one.
"""

from collections.abc import Iterator
from heapq import merge
from itertools import islice

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.reply import Replies

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
        whole = (1, len(replies.weights))
        self._roots: dict[Interval, list[int]] = {}
        waiting = [whole]
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
        self.count = counts[whole]

    def first(self, most: int) -> list[Depths]:
        """The first `most` best trees, or all if there are fewer, in lexicographic order of their depths."""
        known: dict[Interval, list[bytes]] = {}
        for first, last in self._intervals:
            found = merge(*(self._with_root(known, first, root, last) for root in self._roots[first, last]))
            known[first, last] = list(islice(found, most))
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
            for rest in right:
                yield left + b"\1" + rest
