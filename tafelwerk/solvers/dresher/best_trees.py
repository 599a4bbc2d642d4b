"""All best trees against weights of the hider: how many there are, and the first of them in lexicographic order of depths.

A best tree has a best root, and best trees on both sides of it, so that only intervals matter that some best tree has below a
node. Trees with different roots differ, so that counts multiply on both sides of a root and add up over roots. Of one root
the trees come in lexicographic order where the left parts do, and for each of these the right parts.
"""

from collections.abc import Iterator
from heapq import merge
from itertools import islice

from tafelwerk.rules.dresher import Depths
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
        """The first best trees in lexicographic order of their depths; `most`: how many at most."""
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
        """Trees over an interval with a given root, in order, as far as those of its parts are known."""
        right = [depths.translate(_DEEPER) for depths in known.get((root + 1, last), [b""])]
        for depths in known.get((first, root - 1), [b""]):
            left = depths.translate(_DEEPER)
            for rest in right:
                yield left + b"\1" + rest
