"""Second program for least totals of search problems: branch and bound over sets of codes, with plainly stated symmetries.

A query bounds a set's total by the sizes of its parts; each part is bounded by the greatest number of parts of any query. Sets
are distinguished by their codes. Of the queries that symmetries of the game map to each other and that keep every query asked
before, one is examined.

Codes may have weights: a total then counts each code's queries as often as its weight. It is a sum over layers. The layer of a
weight has all codes of this weight or more, and counts as often as the weight exceeds the next smaller one. So a bound of
weighted totals is a sum of bounds of plain totals, one per layer.

For Hangman, where only misses cost, least totals are found by trying every letter.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.mastermind.games_by_rules import StoredGame
from tafelwerk.proofs.mastermind.kernels import NONE, BoundArrays, bounded_queries

FINEST_CODES = 100
"""Greatest number of codes for which the bound from the most parts of a query is used."""

Codes = NDArray[np.int32]
History = tuple[int, ...] | None
"""The queries asked; None if they are unknown, or if no symmetry keeps them and the weights."""


@lru_cache(maxsize=16)
def least_totals(
    game: StoredGame, depth: int | None = None, late: int = 0, weights: tuple[int, ...] | None = None
) -> "LeastTotals":
    """The least totals of a game, cached between calls; arguments as in `LeastTotals`."""
    return LeastTotals(game, depth, late, weights)


class LeastTotals:
    """Least totals of one game's sets of codes.

    Args:
        game: the game.
        depth: most queries for any code; None: no limit.
        late: cost of a code found with more queries than `depth`, if codes are named; 0: not allowed.
        weights: how often the queries of each code count. Default: once. Not together with a depth.

    Raises:
        ValueError: the sum of the weights is so large that a total may not fit in 63 bits.
    """

    def __init__(
        self, game: StoredGame, depth: int | None = None, late: int = 0, weights: Sequence[int] | None = None
    ) -> None:
        self.game, self.late = game, late
        self.depth = depth if depth is not None and depth < len(game.codes) else None
        self._rows: dict[int, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}
        self._every = np.arange(len(game.queries))
        self._lower: dict[tuple[int, bytes], int] = {}
        codes, queries, labels = len(game.codes), len(game.queries), len(game.labels)
        own_weights = weights or [1] * codes
        if sum(own_weights) * codes >= NONE:
            raise ValueError(f"{game.name}: weights of sum {sum(own_weights)} are too large")
        # codes are renumbered, the greatest weights first: a layer has the codes below its end
        order = np.argsort(-np.array(own_weights, np.int64), kind="stable")
        self._place = np.argsort(order).astype(np.int32)
        self._weights = np.array(own_weights, np.int64)[order]
        steps = -np.diff(self._weights, append=0)
        self._ends = np.flatnonzero(steps) + 1
        self._steps = steps[self._ends - 1]
        # a symmetry must keep the weights; without pegs there is none but the identity
        self._symmetric = game.pegs is None or weights is None or _constant(own_weights, game.images((), self._every))
        self._answers = game.answers if weights is None else np.ascontiguousarray(game.answers[:, order])
        word: type[Any] = np.uint32 if labels <= 32 else np.uint64
        columns = np.zeros((0, 0), word)
        if labels <= 64:
            columns = np.ascontiguousarray((word(1) << self._answers.astype(word)).T)
        self._bounded = BoundArrays(
            answers=self._answers,
            columns=columns,
            weights=self._weights,
            ends=self._ends,
            query_of=game.query_of[order],
            random=np.random.default_rng().integers(-(1 << 62), 1 << 62, codes),
            sizes=np.zeros((2, labels), np.int64),
            parts=np.zeros(codes, np.int32),
            union=np.zeros(queries, word),
            slots=np.zeros(1 << (2 * queries).bit_length(), np.int64),
            solved=game.solved,
        )

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
        earlier = tuple(history) if history is not None and self._symmetric else None
        return self._search(self._codes_by_weight(codes), limit, earlier, depth)

    def _codes_by_weight(self, codes: Codes) -> Codes:
        """The codes of a set that count, renumbered.

        Where codes are named, one without weight costs nothing: a strategy for the others goes on with it when they are found.
        """
        places = np.sort(self._place[codes])
        return places[self._weights[places] > 0] if self.game.solved >= 0 else places

    def _bound(self, depth: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Per layer, totals of full trees, and of first queries by their parts; without a limit the depth is always 0."""
        if depth not in self._rows:
            game = self.game
            codes, labels, is_named = len(game.codes), len(game.labels), game.solved >= 0
            limit = codes + 1 if self.depth is None else depth
            below = _full_trees(codes, labels, is_named, max(0, limit - 1), self.late)
            spreads = _spreads(min(FINEST_CODES, codes), labels, is_named, below)
            trees = _full_trees(codes, labels, is_named, limit, self.late)
            self._rows[depth] = self._times(trees), self._times(spreads)
        return self._rows[depth]

    def _times(self, totals: NDArray[np.int64]) -> NDArray[np.int64]:
        """Plain totals as each layer counts them."""
        return np.where(totals < NONE, np.multiply.outer(self._steps, totals), NONE)

    def _least(self, codes: Codes, depth: int) -> int:
        """The total of a set if queries could split it as well as possible; exact for two codes or fewer."""
        ends = np.searchsorted(codes, self._ends).tolist()
        total = sum(int(layer[end]) for layer, end in zip(self._bound(depth)[0], ends, strict=True))
        if self.game.solved < 0 and len(codes) > 1:
            total = max(total, int(self._weights[codes].sum()))
        return total

    def _search(self, codes: Codes, limit: int, history: History, depth: int) -> int:
        n = len(codes)
        least = self._least(codes, depth)
        if n <= 2 or least >= limit:
            # two codes: name one, then the other; or ask a query that tells them apart
            return least
        key = (depth, codes.tobytes())
        known = self._lower.get(key, least)
        if known < 0 or known >= limit:
            return abs(known)
        queries = self._representatives(history)
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
            best = min(best, self._after(codes, query, best, self._longer(history, query), depth))
        # a total below the limit is exact, and is stored as its negative
        self._lower[key] = -best if best < limit else limit
        return best

    def _bounds(
        self, codes: Codes, queries: NDArray[np.int64], limit: int, depth: int, bounds: NDArray[np.int64]
    ) -> int:
        below, spread = self._bound(max(0, depth - 1))
        return bounded_queries(self._bounded, codes, queries, limit, below, spread, bounds)

    def _representatives(self, history: History) -> NDArray[np.int64]:
        return self._every if history is None else self.game.representatives(history)

    def _longer(self, history: History, query: int) -> History:
        return None if history is None or len(self._representatives(history)) == len(self._every) else (*history, query)

    def _after(self, codes: Codes, query: int, limit: int, history: History, depth: int) -> int:
        """Least total with a first query, exact if below the limit."""
        row = self._answers[query, codes]
        below = max(0, depth - 1)
        parts = [codes[row == answer] for answer in np.unique(row).tolist() if answer != self.game.solved]
        parts.sort(key=len, reverse=True)
        lower = []
        for part in parts:
            known = self._lower.get((below, part.tobytes()), 0)
            lower.append(max(abs(known), self._least(part, below)))
        total = int(self._weights[codes].sum()) + sum(lower)
        if depth == 0 and self.late and bool((row == self.game.solved).any()):
            total += self.late
        for exact in (False, True):
            for index, part in enumerate(parts):
                if total >= limit:
                    return limit
                if len(part) > 2:
                    room = limit - total + lower[index]
                    least = (
                        self._search(part, room, history, below) if exact else self._glance(part, room, history, below)
                    )
                    total += max(least, lower[index]) - lower[index]
                    lower[index] = max(least, lower[index])
        return min(total, limit)

    def _glance(self, codes: Codes, limit: int, history: History, depth: int) -> int:
        """A lower bound from one pass over all queries."""
        key = (depth, codes.tobytes())
        if key in self._lower:
            return abs(self._lower[key])
        queries = self._representatives(history)
        bound = self._bounds(codes, queries, limit, depth, np.empty(len(queries), np.int64))
        self._lower[key] = bound
        return bound


def _constant(weights: Sequence[int], classes: NDArray[np.int64]) -> bool:
    """Whether codes of one class have one weight."""
    return len(set(zip(weights, classes.tolist(), strict=True))) == len(np.unique(classes))


def _full_trees(codes: int, labels: int, is_named: bool, depth: int, late: int) -> NDArray[np.int64]:
    """Totals of full trees, lower bounds for 0, ..., `codes` codes within a depth; codes that do not fit cost `late`, or the
    total is NONE."""
    least = np.full(codes + 1, NONE, np.int64)
    least[0] = 0
    if is_named:
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


def _spreads(codes: int, labels: int, is_named: bool, least: NDArray[np.int64]) -> NDArray[np.int64]:
    """Shape (2, codes + 1, labels + 1): least total of n codes whose first query makes p parts; row 1: one of them is solved."""
    sums = np.full((labels + 1, codes + 1), NONE, np.int64)
    sums[0, 0] = 0
    for p in range(1, labels + 1):
        for n in range(p, codes + 1):
            sums[p, n] = (least[1 : n + 1] + sums[p - 1, n - 1 :: -1][:n]).min()
    totals = np.full((2, codes + 1, labels + 1), NONE, np.int64)
    for n in range(1, codes + 1):
        for p in range(1, min(n, labels) + 1):
            if p > 1:
                totals[0, n, p] = min(NONE, n + sums[1 : p + 1, n].min())
            if is_named:
                totals[1, n, p] = min(NONE, n + sums[:p, n - 1].min())
    return totals


MOST_WORDS = 20
"""Greatest number of words for which the least total is found by trying every letter."""


def most_frequent(game: StoredGame, codes: NDArray[np.int32]) -> int:
    """Among the letters that tell some words of a set apart, the first that is in most of them."""
    best, query = -1, -1
    for letter in range(len(game.queries)):
        answers = game.answers[letter, codes].tolist()
        having = sum(answer != game.miss for answer in answers)
        if having > best and len(set(answers)) > 1:
            best, query = having, letter
    return query


def least_misses(game: StoredGame, codes: NDArray[np.int32]) -> int:
    """The least total of misses for a set of words."""
    return _least(game, tuple(codes.tolist()))


@lru_cache(maxsize=1_000_000)
def _least(game: StoredGame, codes: tuple[int, ...]) -> int:
    if len(codes) == 1:
        return 0
    best = len(codes) ** 2
    for row in game.answers:
        parts: dict[int, list[int]] = {}
        for code in codes:
            parts.setdefault(int(row[code]), []).append(code)
        if len(parts) > 1:
            missing = len(parts.get(game.miss, ()))
            if missing < best:
                best = min(best, missing + sum(_least(game, tuple(part)) for part in parts.values()))
    return best
