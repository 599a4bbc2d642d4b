"""Second program for least totals of search problems: branch and bound over sets of codes, with plainly stated symmetries.

A query bounds a set's total by the sizes of its parts; each part is bounded by the greatest number of parts of any query. Sets
are distinguished by their codes. After few queries, only one query per class of symmetry is examined.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.mastermind.games import StoredGame
from tafelwerk.proofs.mastermind.kernels import NONE, Bounded, bounded_queries

SYMMETRIC_QUERIES = 3
"""Greatest number of queries asked for which symmetries are used."""

FINEST_CODES = 100
"""Greatest number of codes for which the bound from the most parts of a query is used."""

Codes = NDArray[np.int32]


@lru_cache(maxsize=16)
def least_totals(game: StoredGame, depth: int | None = None, late: int = 0) -> "LeastTotals":
    """The least totals of a game, cached between calls; arguments as in `LeastTotals`."""
    return LeastTotals(game, depth, late)


class LeastTotals:
    """Least totals of one game's sets of codes.

    Args:
        game: the game.
        depth: most queries for any code; None: no limit.
        late: cost of a code found with more queries than `depth`, if codes are named; 0: not allowed.
    """

    def __init__(self, game: StoredGame, depth: int | None = None, late: int = 0) -> None:
        self.game, self.late = game, late
        self.depth = depth if depth is not None and depth < len(game.codes) else None
        self._rows: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._every = np.arange(len(game.queries))
        self._lower: dict[tuple[int, bytes], int] = {}
        codes, queries, labels = len(game.codes), len(game.queries), len(game.labels)
        word: type[Any] = np.uint32 if labels <= 32 else np.uint64
        columns = np.zeros((0, 0), word)
        if labels <= 64:
            columns = np.ascontiguousarray((word(1) << game.answers.astype(word)).T)
        self._bounded = Bounded(
            answers=game.answers,
            columns=columns,
            query_of=game.query_of,
            random=np.random.default_rng().integers(-(1 << 62), 1 << 62, codes),
            sizes=np.zeros((2, labels), np.int64),
            parts=np.zeros(codes, np.int32),
            union=np.zeros(queries, word),
            slots=np.zeros(1 << (2 * queries).bit_length(), np.int64),
            solved=game.solved,
        )
        self.nodes = 0

    def at_least(self, codes: Codes, limit: int, history: Sequence[int] | None = (), left: int | None = None) -> int:
        """The least total of a set if below a limit, otherwise a lower bound of it that is at least the limit.

        Args:
            codes: the set, ascending.
            limit: the limit.
            history: queries asked, whose answers left exactly these codes; empty at the root. None: unknown queries, so no
                symmetry is used.
            left: number of queries left. Default: all that the game's limit allows.
        """
        depth = 0 if self.depth is None else self.depth if left is None else left
        asked = (-1,) * SYMMETRIC_QUERIES if history is None else tuple(history)
        return self._search(codes, limit, asked, depth)

    def _bound(self, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Totals of full trees, and of first queries by their parts; without a limit the depth is always 0."""
        if depth not in self._rows:
            game = self.game
            codes, labels, named = len(game.codes), len(game.labels), game.solved >= 0
            limit = codes + 1 if self.depth is None else depth
            below = _full_trees(codes, labels, named, max(0, limit - 1), self.late)
            spreads = _spreads(min(FINEST_CODES, codes), labels, named, below)
            self._rows[depth] = _full_trees(codes, labels, named, limit, self.late), spreads
        return self._rows[depth]

    def _search(self, codes: Codes, limit: int, history: tuple[int, ...], depth: int) -> int:
        n = len(codes)
        least = int(self._bound(depth)[0][n])
        if n <= 2 or least >= limit:
            # two codes: name one, then the other; or ask a query that tells them apart
            return least
        key = (depth, codes.tobytes())
        known = self._lower.get(key, least)
        if known < 0 or known >= limit:
            return abs(known)
        self.nodes += 1
        game = self.game
        queries = self._every
        if len(history) < SYMMETRIC_QUERIES:
            queries = game.representatives(history)
        bounds = np.empty(len(queries), np.int64)
        lowest = self._bounds(codes, queries, limit, depth, bounds)
        if lowest >= limit:
            self._lower[key] = limit
            return limit
        best = limit
        open_ = np.flatnonzero(bounds < limit)
        for k in open_[np.argsort(bounds[open_], kind="stable")].tolist():
            if bounds[k] >= best:
                break
            query = int(queries[k])
            best = min(best, self._after(codes, query, best, (*history, query), depth))
        # a total below the limit is exact, and is stored as its negative
        self._lower[key] = -best if best < limit else limit
        return best

    def _bounds(
        self, codes: Codes, queries: NDArray[np.int64], limit: int, depth: int, bounds: NDArray[np.int64]
    ) -> int:
        below, spread = self._bound(max(0, depth - 1))
        return bounded_queries(self._bounded, codes, queries, limit, below, spread, bounds)

    def _after(self, codes: Codes, query: int, limit: int, history: tuple[int, ...], depth: int) -> int:
        """Least total with a first query, exact if below the limit."""
        row = self.game.answers[query, codes]
        below = max(0, depth - 1)
        parts = [codes[row == answer] for answer in np.unique(row).tolist() if answer != self.game.solved]
        parts.sort(key=len, reverse=True)
        lower = []
        for part in parts:
            known = self._lower.get((below, part.tobytes()), 0)
            lower.append(max(abs(known), int(self._bound(below)[0][len(part)])))
        total = len(codes) + sum(lower) + (self.late if depth == 0 and bool((row == self.game.solved).any()) else 0)
        for exact in (False, True):
            for place, part in enumerate(parts):
                if total >= limit:
                    return limit
                if len(part) > 2:
                    room = limit - total + lower[place]
                    found = (
                        self._search(part, room, history, below) if exact else self._glance(part, room, history, below)
                    )
                    total += max(found, lower[place]) - lower[place]
                    lower[place] = max(found, lower[place])
        return min(total, limit)

    def _glance(self, codes: Codes, limit: int, history: tuple[int, ...], depth: int) -> int:
        """A lower bound from one pass over all queries."""
        key = (depth, codes.tobytes())
        if key in self._lower:
            return abs(self._lower[key])
        queries = self.game.representatives(history) if len(history) < SYMMETRIC_QUERIES else self._every
        found = self._bounds(codes, queries, limit, depth, np.empty(len(queries), np.int64))
        self._lower[key] = found
        return found


def _full_trees(codes: int, labels: int, named: bool, depth: int, late: int) -> NDArray[np.int64]:
    """Totals of full trees, lower bounds for 0, ..., `codes` codes within a depth; codes that do not fit cost `late`, or the
    total is NONE."""
    least = np.full(codes + 1, NONE, np.int64)
    least[0] = 0
    if named:
        n, width, level, total = 0, 1, 0, 0
        while n < codes and (level < depth or late):
            level += 1
            for _ in range(min(width, codes - n)):
                n += 1
                total += level + (late if level > depth else 0)
                least[n] = total
            width = min(width * (labels - 1), codes)
        return least
    least[1] = 0
    if labels < 2:
        return least
    for n in range(2, codes + 1):
        level = 0
        while labels**level < n:
            level += 1
        # leaves on the level above, which need no further query
        early = (labels**level - n) // (labels - 1)
        if level <= depth:
            least[n] = n * level - early
    return least


def _spreads(codes: int, labels: int, named: bool, least: NDArray[np.int64]) -> NDArray[np.int64]:
    """Shape (2, codes + 1, labels + 1): least total of n codes whose first query makes p parts; row 1: one of them is solved."""
    sums = np.full((labels + 1, codes + 1), NONE, np.int64)
    sums[0, 0] = 0
    for p in range(1, labels + 1):
        for n in range(p, codes + 1):
            sums[p, n] = (least[1 : n + 1] + sums[p - 1, n - 1 :: -1][:n]).min()
    found = np.full((2, codes + 1, labels + 1), NONE, np.int64)
    for n in range(1, codes + 1):
        for p in range(1, min(n, labels) + 1):
            if p > 1:
                found[0, n, p] = min(NONE, n + sums[1 : p + 1, n].min())
            if named:
                found[1, n, p] = min(NONE, n + sums[:p, n - 1].min())
    return found
