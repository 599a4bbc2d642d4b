"""Least total of all strategies, and least total with a bound in place of the cost of small sets, by plain search.

At a set every query is tried in order of its lower bound, as long as the bound is below the best cost so far. The lower bound is
the number of codes plus, for each part, a bound that holds wherever no query has more answers than here. These bounds define the
stored lower bounds: see `rests.least_rests`.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, patterns
from tafelwerk.proofs.beams.choice import Rules, rules_of
from tafelwerk.proofs.beams.names import Beams, Names
from tafelwerk.proofs.beams.rests import FAR, least_rests
from tafelwerk.proofs.beams.sets import Set, Sets, least_rest, next_query, survey

SMALL = 60
"""Largest number of codes of sets that the kernel searches."""


@dataclass
class Search:
    """A search for the least total of a small variant.

    Attributes:
        game: the variant.
        above: sets of at most this many codes, but more than `exact`, count with their least lower bound.
        exact: sets of at most this many codes are searched to the end.
        most: greatest number of queries for a code; a game ends where no query splits the codes left.
    """

    game: Game
    above: int
    exact: int
    most: int = FAR

    def total(self, limit: int = FAR) -> int:
        """Least total if it is below the limit; otherwise some number that is not below the limit."""
        return self._value(patterns(self.game).astype(np.uint16), (), limit)

    @cached_property
    def _rules(self) -> Rules:
        return rules_of(self.game)

    @cached_property
    def _known(self) -> dict[Beams, tuple[int, bool]]:
        return {}

    @cached_property
    def _scratch(self) -> Sets:
        queries, room = self.game.colours * self.game.lines, max(self.exact, 1)
        return Sets(
            least_rests(self.game),
            np.zeros(256, np.int64),
            np.zeros(256, np.int64),
            np.zeros((self.game.lines + 2, queries), np.int64),
            np.zeros((self.game.lines + 2, queries), np.int64),
            np.zeros((self.game.lines + 2, room), np.int64),
            np.zeros((room, queries), np.uint8),
            np.zeros((room, room), np.int64),
            np.zeros((self.game.lines + 2, 10), np.int64),
            np.zeros(256 * queries, np.int64),
            np.zeros(len(self._rules.masks), np.int64),
            np.zeros(len(self._rules.masks), np.int64),
            np.zeros(2, np.int64),
        )

    @cached_property
    def _names(self) -> Names:
        return Names(self.game)

    def _value(self, some: Set, beams: Beams, limit: int) -> int:
        """Cost-to-go of the set that beams leave, if below the limit; otherwise a number from the limit to the cost-to-go."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        count = len(some) * int(self._rules.weight[used])
        if count <= self.exact:
            return self.exactly(some, used, used_lines, limit)
        name = self._names.name(beams)
        if name in self._known:
            known, exact = self._known[name]
            if exact or known >= limit:
                return known
        queries, promises = np.zeros((2, self.game.colours * self.game.lines), np.int64)
        listed = survey(self._rules, self._scratch, some, used, used_lines, queries, promises)
        if not listed:
            return self._guess(some, used)
        if len(beams) >= self.most:
            return FAR
        if count <= self.above:
            return int(promises[:listed].min())
        order = np.argsort(promises[:listed], kind="stable")
        if not beams:
            order = order[[not self._names.is_later_image(query & 255) for query in queries[order].tolist()]]
        best = self._best(some, beams, queries[order], promises[order], limit)
        self._known[name] = best, best < limit
        return best

    def _best(
        self, some: Set, beams: Beams, queries: NDArray[np.int64], promises: NDArray[np.int64], limit: int
    ) -> int:
        """Cost-to-go of a set with the best of some queries, by ascending lower bound; the limit if the cost is not below it."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        rows = np.empty((len(some) * max(self.game.colours - used, 1), self.game.colours), np.uint16)
        parts, place = np.zeros((256, 4), np.int64), -1
        while True:
            place = next_query(
                self._rules,
                self._scratch,
                some,
                used,
                used_lines,
                queries,
                promises,
                place + 1,
                limit,
                self.exact,
                rows,
                parts,
            )
            if place < 0:
                return limit
            listed, total = self._scratch.found.tolist()
            colour, line = int(queries[place]) >> 8, int(queries[place]) & 255
            weight = int(self._rules.weight[max(used, colour + 1)])
            for begin, end, floor, hits in sorted(parts[:listed].tolist(), key=lambda part: part[1] - part[0]):
                if total >= limit:
                    break
                count = (end - begin) * weight
                # between the two limits the floor, a lower bound, is the value
                if count > self.above or 1 < count <= self.exact or not floor:
                    total += self._value(rows[begin:end], (*beams, (colour, line, hits)), limit - total + floor) - floor
            limit = min(limit, total)

    def _listed(self, some: Set, used: int) -> NDArray[np.int64]:
        """All codes of a set."""
        spare = self.game.colours - used
        if spare < 2:
            return some.astype(np.int64)
        ways = self._rules.orders[spare, : self._rules.weight[used], :spare]
        others = some[:, used:][:, ways].reshape(-1, spare)
        return np.concatenate([np.repeat(some[:, :used], len(ways), axis=0), others], axis=1).astype(np.int64)

    def _guess(self, some: Set, used: int) -> int:
        return int(self._wrong(self._listed(some, used)).sum(axis=1).min())

    def _wrong(self, listed: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers of wrong fields between all pairs of codes."""
        masks = self._rules.masks[listed]
        found: NDArray[np.int64] = np.bitwise_count(masks[:, None] & ~masks[None, :]).sum(axis=2, dtype=np.int64)
        return found

    def exactly(self, some: Set, used: int, used_lines: int, limit: int = FAR) -> int:
        """Least cost-to-go of at most `exact` codes, if below the limit; otherwise a number from the limit to the cost-to-go."""
        listed = self._listed(some, used)
        scratch, count = self._scratch, len(listed)
        shown = self._rules.shown[listed]
        scratch.shown[:count] = shown.reshape(count, -1)
        scratch.wrong[:count, :count] = self._wrong(listed)
        scratch.rows[0, :count] = np.arange(count)
        allowed = max(self.most - used_lines.bit_count(), 0)
        return int(least_rest(scratch, self.game.lines, count, used, used_lines, limit, allowed))
