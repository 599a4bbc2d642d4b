"""Second program for least weighted costs of Beams: branch and bound over the listed codes of a small variant.

A strategy's cost for each code counts as often as the code's weight. It is a sum over layers: the layer of a weight has all codes
of this weight or more, and counts as often as the weight exceeds the next smaller one. A strategy for a set is one for every
layer of the set. So the bound of `least_rests`, which holds for any n codes, gives a bound layer by layer.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, codes, pieces
from tafelwerk.proofs.beams.choice import rules_of
from tafelwerk.proofs.beams.names import Beams, Names
from tafelwerk.proofs.beams.rests import least_rests
from tafelwerk.proofs.beams.sets import count_parts, group
from tafelwerk.solvers.machine.jit import kernel

SMALL = 48
"""Largest number of codes of sets that the kernel searches."""

UNBOUNDED = 1 << 62

Codes = NDArray[np.int64]


class Weighed(NamedTuple):
    """A variant whose n codes have weights of L different sizes, for kernels; D diagonals.

    Attributes:
        diagonals: D.
        shown: uint8, shape (n, colours D): answers by code and query.
        weight: int64, shape (n,): weights.
        layer: int64, shape (n,): place of the weight among all, the greatest first.
        steps: int64, shape (L,): difference of each weight to the next smaller one, of the last to 0.
        least: int64, shape (answers + 1, n + 1): bounds of `least_rests`.
        wrong: int64, shape (n, n): wrong fields, by guess and code.
        counts: int64, shape (256, L): zeros; codes by answer and layer.
        sizes: int64, shape (256,): zeros; codes by answer.
        seen: int64, shape (256,): answers of a query.
        rows: int64, shape (depths, SMALL): small sets.
        queries, promises: int64, shape (depths, colours D): queries of small sets, and lower bounds of their costs.
    """

    diagonals: int
    shown: NDArray[np.uint8]
    weight: NDArray[np.int64]
    layer: NDArray[np.int64]
    steps: NDArray[np.int64]
    least: NDArray[np.int64]
    wrong: NDArray[np.int64]
    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    rows: NDArray[np.int64]
    queries: NDArray[np.int64]
    promises: NDArray[np.int64]


class LeastWeighted:
    """Least weighted costs of a small variant.

    Args:
        game: the variant.
        weights: weight of each code, in the order of `board.codes`; equal for codes that symmetries of the board and renamings
            of colours map to each other.

    Raises:
        ValueError: the sum of the weights is so large that a cost may not fit in 62 bits.
    """

    def __init__(self, game: Game, weights: Sequence[int]) -> None:
        if sum(weights) * (game.lines + game.fields) >= UNBOUNDED:
            raise ValueError(f"weights of sum {sum(weights)} are too large")
        self._game, self._names = game, Names(game)
        self._known: dict[Beams, tuple[int, bool]] = {}
        listed, given = codes(game), np.array(weights, np.int64)
        masks = np.array(pieces(game), np.int64)[listed]
        sizes, layer = np.unique(-given, return_inverse=True)
        queries, depths = game.colours * game.lines, game.lines + 2
        self._weighed = Weighed(
            diagonals=game.lines,
            shown=np.ascontiguousarray(rules_of(game).shown[listed].reshape(len(listed), queries)),
            weight=given,
            layer=layer.reshape(-1),
            steps=-np.diff(-sizes, append=0),
            least=least_rests(game),
            wrong=np.bitwise_count(masks[:, None] & ~masks[None, :]).sum(axis=2, dtype=np.int64),
            counts=np.zeros((256, len(sizes)), np.int64),
            sizes=np.zeros(256, np.int64),
            seen=np.zeros(256, np.int64),
            rows=np.zeros((depths, SMALL), np.int64),
            queries=np.zeros((depths, queries), np.int64),
            promises=np.zeros((depths, queries), np.int64),
        )

    def at_least(self, limit: int) -> int:
        """The least weighted cost of all strategies if it is below a limit; otherwise the limit."""
        return min(limit, self._value(np.arange(len(self._weighed.weight)), (), limit))

    def _value(self, some: Codes, beams: Beams, limit: int) -> int:
        """Cost-to-go of the set that beams leave, if below the limit; otherwise a number from the limit to the cost-to-go."""
        used, used_lines = _used(beams)
        if len(some) <= SMALL:
            self._weighed.rows[0, : len(some)] = some
            return int(least_kernel(self._weighed, 0, len(some), used, used_lines, limit))
        name = self._names.name(beams)
        known, is_exact = self._known.get(name, (0, False))
        if is_exact or known >= limit:
            return known
        queries, promises = self._weighed.queries[0].copy(), self._weighed.promises[0].copy()
        listed, most = survey_kernel(self._weighed, some, used, used_lines, queries, promises)
        if not listed:
            return int(guess_kernel(self._weighed, some))
        best = limit
        for place in np.argsort(promises[:listed], kind="stable").tolist():
            if promises[place] >= best:
                break
            query = int(queries[place])
            if beams or not self._names.is_later_image(query % self._game.lines):
                best = min(best, self._after(some, beams, query, int(promises[place]), most, best))
        self._known[name] = best, best < limit
        return best

    def _after(self, some: Codes, beams: Beams, query: int, total: int, most: int, limit: int) -> int:
        """Cost-to-go with a first query whose lower bound is `total`, if below the limit; otherwise a number not below it."""
        colour, line = divmod(query, self._game.lines)
        answers = self._weighed.shown[some, query]
        parts = [(some[answers == hits], (*beams, (colour, line, int(hits)))) for hits in np.unique(answers)]
        parts.sort(key=lambda part: len(part[0]))
        floors = [int(bound_kernel(self._weighed, part, most)) for part, _ in parts]
        for glance in (True, False):
            for place, (part, after) in enumerate(parts):
                if total >= limit:
                    return total
                if len(part) > 1 and (not glance or len(part) > SMALL):
                    room = limit - total + floors[place]
                    found = max(floors[place], self._glance(part, after) if glance else self._value(part, after, room))
                    total += found - floors[place]
                    floors[place] = found
        return total

    def _glance(self, some: Codes, beams: Beams) -> int:
        """A lower bound of the cost-to-go from one pass over all queries."""
        name = self._names.name(beams)
        if name in self._known:
            return self._known[name][0]
        queries, promises = self._weighed.queries[0], self._weighed.promises[0]
        listed, _ = survey_kernel(self._weighed, some, *_used(beams), queries, promises)
        found = int(promises[:listed].min()) if listed else int(guess_kernel(self._weighed, some))
        self._known[name] = found, not listed
        return found


def _used(beams: Beams) -> tuple[int, int]:
    """Number of colours asked, and the diagonals asked as bits."""
    return len({colour for colour, _, _ in beams}), sum(1 << line for _, line, _ in beams)


@kernel
def survey_kernel(
    weighed: Weighed,
    some: Codes,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
) -> tuple[int, int]:
    """List the queries that split a set, with lower bounds of their costs: their number, and the most answers of one.

    Of the colours that were not asked, one is.
    """
    sizes, seen, counts, shown = weighed.sizes, weighed.seen, weighed.counts, weighed.shown
    count, listed, most = some.shape[0], 0, 0
    for query in range(min((used + 1) * weighed.diagonals, shown.shape[1])):
        if used_lines >> (query % weighed.diagonals) & 1:
            continue
        parts = count_parts(some, shown, query, sizes)
        if parts > 1:
            queries[listed] = query
            listed += 1
            most = max(most, parts)
    whole: int = 0
    for row in range(count):
        whole += weighed.weight[some[row]]
    for place in range(listed):
        parts, promise = 0, whole
        for row in range(count):
            code = some[row]
            answer = shown[code, queries[place]]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += 1
            counts[answer, weighed.layer[code]] += 1
        for part in range(parts):
            promise += _bound_of(weighed, seen[part], most)
        promises[place] = promise
    return listed, most


@kernel
def _bound_of(weighed: Weighed, answer: int, most: int) -> int:
    """Lower bound of the cost-to-go of the codes counted for an answer, which are forgotten."""
    total, codes = 0, 0
    for layer in range(weighed.steps.shape[0]):
        codes += weighed.counts[answer, layer]
        weighed.counts[answer, layer] = 0
        total += weighed.steps[layer] * weighed.least[most, codes]
    weighed.sizes[answer] = 0
    return total


@kernel
def bound_kernel(weighed: Weighed, some: Codes, most: int) -> int:
    """Lower bound of the cost-to-go of a set where no query has more than `most` answers."""
    for row in range(some.shape[0]):
        weighed.counts[0, weighed.layer[some[row]]] += 1
    return _bound_of(weighed, 0, most)


@kernel
def guess_kernel(weighed: Weighed, some: Codes) -> int:
    """Weighted wrong fields of the best guess of a set."""
    best: int = UNBOUNDED
    for guess in range(some.shape[0]):
        total: int = 0
        for row in range(some.shape[0]):
            total += weighed.weight[some[row]] * weighed.wrong[some[guess], some[row]]
        best = min(best, total)
    return best


@kernel
def least_kernel(weighed: Weighed, depth: int, count: int, used: int, used_lines: int, limit: int) -> int:
    """Cost-to-go of the codes in a row of `rows` if below the limit, otherwise a number from the limit to the cost-to-go."""
    some = weighed.rows[depth, :count]
    if count == 1:
        return 0
    queries, promises = weighed.queries[depth], weighed.promises[depth]
    listed, most = survey_kernel(weighed, some, used, used_lines, queries, promises)
    if listed == 0:
        return guess_kernel(weighed, some)
    best = limit
    for done in range(listed):
        # the query of least bound among those left
        first = done
        for place in range(done + 1, listed):
            if promises[place] < promises[first]:
                first = place
        if promises[first] >= best:
            break
        query, total = queries[first], promises[first]
        queries[first], promises[first] = queries[done], promises[done]
        queries[done], promises[done] = query, total
        after, lines_after = max(used, query // weighed.diagonals + 1), used_lines | 1 << (query % weighed.diagonals)
        begin = 0
        while begin < count and total < best:
            end = group(some, begin, count, weighed.shown, query)
            if end - begin > 1:
                for row in range(begin, end):
                    weighed.rows[depth + 1, row - begin] = some[row]
                floor = bound_kernel(weighed, some[begin:end], most)
                value = least_kernel(weighed, depth + 1, end - begin, after, lines_after, best - total + floor)
                total += max(value, floor) - floor
            begin = end
        best = min(best, total)
    return best
