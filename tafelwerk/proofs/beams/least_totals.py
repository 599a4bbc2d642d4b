"""Least total of all strategies, and least total with a bound in place of the cost of small sets, by plain search.

At a set every query is tried in order of its lower bound, as long as the bound is below the best cost so far. The lower bound is
the number of codes plus, for each part, a bound that holds wherever no query has more answers than here. The stored lower bounds
are defined by these bounds, which depend on the size of a set and the number of answers only: see `least_rests`.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.beams_rules import Beams, Game, Names, codes, patterns, pieces, symmetries
from tafelwerk.proofs.beams.strategy_play import Rules, rules_of
from tafelwerk.solvers.machine.jit import inlined, kernel

RELAXED = 64
"""Largest set for which the relaxed game is solved with stopping."""

FAR = 1 << 40
"""Larger than any cost."""


@cache
def images(game: Game) -> NDArray[np.int64]:
    """Image of each piece under each symmetry of the board; int64, shape (12, m)."""
    number = {mask: index for index, mask in enumerate(pieces(game))}
    return np.array(
        [
            [
                number[sum(1 << moved[field] for field in range(game.fields) if mask >> field & 1)]
                for mask in pieces(game)
            ]
            for moved in symmetries(game.side)
        ],
        np.int64,
    )


@cache
def within(game: Game) -> NDArray[np.int64]:
    """Largest number of other codes with at most w wrong fields from any code of a small variant; int64, shape (fields + 1,)."""
    masks = np.array(pieces(game), np.int64)
    outside = np.bitwise_count(masks[:, None] & ~masks[None, :]).astype(np.int16)
    alike = np.sort(images(game)[:, patterns(game)], axis=2).transpose(1, 0, 2)
    first = {min(map(tuple, row)) for row in alike.tolist()}
    every = codes(game)
    counts = np.zeros(game.fields + 1, np.int64)
    for cover in first:
        wrong = sum(outside[piece, every[:, colour]] for colour, piece in enumerate(cover))
        counts = np.maximum(counts, np.bincount(wrong, minlength=game.fields + 1)[: game.fields + 1].cumsum() - 1)
    return counts


@cache
def least_rests(game: Game) -> NDArray[np.int64]:
    """Lower bounds of the cost-to-go of sets of n codes where no query has more than a answers; int64, shape
    (answers + 1, codes + 1).

    With fewer than 2 answers a set is guessed, at a cost of at least G(n) = sum over w of max(n - 1 - (others within w), 0). In
    the relaxed game every partition into at most a parts is a query, and any set may be stopped at the cost G(n). Up to RELAXED
    codes the relaxed game is solved. Beyond, the bound is the least sum of depths of trees with a branches, if it never exceeds
    G. Otherwise it is the one of the smallest greater a for which it does not exceed G, and n if there is none.
    """
    number = len(codes(game))
    occurring = rules_of(game).answers[np.unique(patterns(game))]
    answers = max(len(np.unique(column)) for column in occurring.T)
    sizes = np.arange(number + 1)
    guesses = sum(np.maximum(np.maximum(sizes - 1, 0) - others, 0) for others in within(game).tolist())
    bounds = np.empty((answers + 1, number + 1), np.int64)
    bounds[:2] = guesses
    beyond = np.where(sizes > 1, sizes, 0)
    for few in range(answers, 1, -1):
        trees = _tree_depths(number, few)
        if (trees <= guesses).all():
            beyond = trees
        bounds[few] = beyond
        small = _relaxed_costs(guesses[: RELAXED + 1], few)
        bounds[few, : len(small)] = small
    return bounds


def _tree_depths(most: int, branches: int) -> NDArray[np.int64]:
    """Least sums of the depths of n leaves, n = 0, ..., most, in trees with `branches` branches per node: full levels, with just
    enough leaves of the last level branched."""
    sizes = np.maximum(np.arange(most + 1), 1)
    level, power = np.zeros(most + 1, np.int64), np.ones(most + 1, np.int64)
    while (grows := power * branches <= sizes).any():
        level += grows
        power = np.where(grows, power * branches, power)
    branched = -(-(sizes - power) // (branches - 1))
    sums: NDArray[np.int64] = level * sizes + sizes - power + branched
    return sums


def _relaxed_costs(guesses: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """Cost of the relaxed game with at most `branches` answers, by number of codes, one per entry of `guesses`."""
    # spread[k, n]: least sum over at most k + 1 parts of n codes
    spread = np.full((branches, len(guesses)), FAR)
    spread[:, :2] = 0
    for n in range(2, len(guesses)):
        best = FAR
        for parts in range(1, branches):
            # the first part has fewer codes than all
            split = int((spread[0, 1:n] + spread[parts - 1, n - 1 : 0 : -1]).min())
            best = min(best, split)
            spread[parts, n] = best
        spread[0, n] = min(int(guesses[n]), n + best)
        spread[:, n] = np.minimum(spread[:, n], spread[0, n])
    rests: NDArray[np.int64] = spread[0]
    return rests


Set = NDArray[np.uint16]

# fields of a frame: codes, colours and diagonals used; least cost-to-go so far, or the limit; number of listed queries, largest
# number of parts of one, current query, its cost so far, its next part, the bound of the current part
CODES, USED, LINES, LIMIT, LISTED, MOST, AT, TOTAL, NEXT, FLOOR = range(10)


class Sets(NamedTuple):
    """Bounds and scratch of the kernels.

    Attributes:
        least: int64, shape (answers + 1, codes + 1): bounds of `least_rests`.
        sizes: int64, shape (256,): zeros.
        seen: int64, shape (256,).
        lanes: int64, shape (depths, colours D): queries of a set.
        promises: int64, shape (depths, colours D): lower bounds of these queries.
        rows: int64, shape (depths + 1, codes): sets, one after the other.
        answers: uint8, shape (codes, colours D): answers of the current codes.
        wrong: int64, shape (codes, codes): wrong fields between these codes.
        frames: int64, shape (depths + 1, 10).
        parts: int64: sizes of the parts of queries, one after the other.
        often: int64, shape (m,): zeros; number of occurrences of pieces.
        met: int64, shape (m,): pieces that occur.
        outcome: int64, shape (2,): number of parts of a query, and a lower bound of its cost.
    """

    least: NDArray[np.int64]
    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    lanes: NDArray[np.int64]
    promises: NDArray[np.int64]
    rows: NDArray[np.int64]
    answers: NDArray[np.uint8]
    wrong: NDArray[np.int64]
    frames: NDArray[np.int64]
    parts: NDArray[np.int64]
    often: NDArray[np.int64]
    met: NDArray[np.int64]
    outcome: NDArray[np.int64]


@kernel
def survey(
    rules: Rules,
    scratch: Sets,
    subset: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
) -> int:
    """List the queries that split a set, with their lower bounds. Returns their number."""
    sizes, seen, often, met, colours = scratch.sizes, scratch.seen, scratch.often, scratch.met, subset.shape[1]
    most, query_count, held = 0, 0, 0
    for colour in range(min(used + 1, colours)):
        end = colours if colour == used else colour + 1
        weight = rules.weight[used + 1] if colour == used else rules.weight[used]
        pieces = 0
        for row in range(subset.shape[0]):
            for index in range(colour, end):
                piece = subset[row, index]
                if often[piece] == 0:
                    met[pieces] = piece
                    pieces += 1
                often[piece] += weight
        for line in range(rules.answers.shape[1]):
            if used_lines >> line & 1:
                continue
            parts = 0
            for index in range(pieces):
                answer = rules.answers[met[index], line]
                if sizes[answer] == 0:
                    seen[parts] = answer
                    parts += 1
                sizes[answer] += often[met[index]]
            if parts > 1:
                queries[query_count], promises[query_count] = colour << 8 | line, parts
                query_count += 1
                most = max(most, parts)
            for part in range(parts):
                if parts > 1:
                    scratch.parts[held] = sizes[seen[part]]
                    held += 1
                sizes[seen[part]] = 0
        for index in range(pieces):
            often[met[index]] = 0
    held = 0
    for index in range(query_count):
        parts, promise = promises[index], subset.shape[0] * rules.weight[used]
        for part in range(held, held + parts):
            promise += scratch.least[most, scratch.parts[part]]
        promises[index] = promise
        held += parts
    return query_count


@kernel
def _split(rules: Rules, scratch: Sets, subset: Set, used: int, query: int, rows: Set, parts: NDArray[np.int64]) -> int:
    """Write the parts of a set one after the other, with their begins and ends. Returns their number."""
    sizes, seen, colours = scratch.sizes, scratch.seen, subset.shape[1]
    colour, line = query >> 8, query & 255
    end = colours if colour == used else colour + 1
    part_count = 0
    for row in range(subset.shape[0]):
        for column in range(colour, end):
            answer = rules.answers[subset[row, column], line]
            if sizes[answer] == 0:
                seen[part_count] = answer
                part_count += 1
            sizes[answer] += 1
    free = 0
    for part in range(part_count):
        parts[part, 0] = free
        free += sizes[seen[part]]
        sizes[seen[part]] = parts[part, 0]
    for row in range(subset.shape[0]):
        for column in range(colour, end):
            answer = rules.answers[subset[row, column], line]
            to = sizes[answer]
            sizes[answer] += 1
            for other in range(colours):
                rows[to, other] = subset[row, other]
            rows[to, colour], rows[to, column] = subset[row, column], subset[row, colour]
    for part in range(part_count):
        parts[part, 1], parts[part, 3] = sizes[seen[part]], seen[part]
        sizes[seen[part]] = 0
    return part_count


@kernel
def _floors(
    rules: Rules,
    scratch: Sets,
    rows: Set,
    parts: NDArray[np.int64],
    used: int,
    used_lines: int,
    exact: int,
    limit: int,
) -> int:
    """Lower bounds of the cost-to-go of parts: from their sizes, then from their queries while the sum is below the limit.
    Returns the sum of the bounds and of the codes."""
    total = 0
    for part in range(parts.shape[0]):
        count = (parts[part, 1] - parts[part, 0]) * rules.weight[used]
        parts[part, 2] = scratch.least[scratch.least.shape[0] - 1, count]
        total += parts[part, 2] + count
    for part in range(parts.shape[0]):
        if total >= limit:
            break
        subset = rows[parts[part, 0] : parts[part, 1]]
        if subset.shape[0] * rules.weight[used] <= max(exact, 1):
            continue
        query_count = survey(rules, scratch, subset, used, used_lines, scratch.lanes[0], scratch.promises[0])
        promise = 0 if query_count == 0 else scratch.promises[0, 0]
        for index in range(1, query_count):
            promise = min(promise, scratch.promises[0, index])
        # 0 where no query splits the part: it is guessed
        total += promise - parts[part, 2]
        parts[part, 2] = promise
    return total


@kernel
def next_query(
    rules: Rules,
    scratch: Sets,
    subset: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
    index: int,
    limit: int,
    exact: int,
    rows: Set,
    parts: NDArray[np.int64],
) -> int:
    """Place of the next query that may cost less than the limit, with its parts; -1 if there is none."""
    while index < queries.shape[0] and promises[index] < limit:
        part_count = _split(rules, scratch, subset, used, queries[index], rows, parts)
        after, lines_after = max(used, (queries[index] >> 8) + 1), used_lines | 1 << (queries[index] & 255)
        total = _floors(rules, scratch, rows, parts[:part_count], after, lines_after, exact, limit)
        if total < limit:
            scratch.outcome[0], scratch.outcome[1] = part_count, total
            return index
        index += 1
    return -1


@inlined
def count_parts(subset: NDArray[np.int64], answers: NDArray[np.uint8], query: int, sizes: NDArray[np.int64]) -> int:
    """Number of different answers of a set's codes to a query; `sizes`, by answer, is zero before and after."""
    parts = 0
    for row in range(subset.shape[0]):
        answer = answers[subset[row], query]
        parts += sizes[answer] == 0
        sizes[answer] = 1
    for row in range(subset.shape[0]):
        sizes[answers[subset[row], query]] = 0
    return parts


@kernel
def _queries(scratch: Sets, diagonals: int, depth: int, allowed: int) -> int:
    """Cost-to-go of the set at a depth if it is known without a search. Otherwise returns -1, writes the queries that may be best
    to scratch.lanes, by ascending lower bound, and their number to the frame. FAR if more than the allowed queries are needed."""
    frame, rows, sizes, seen, answers = (
        scratch.frames[depth],
        scratch.rows[depth],
        scratch.sizes,
        scratch.seen,
        scratch.answers,
    )
    lanes, promises = scratch.lanes[depth], scratch.promises[depth]
    count = frame[CODES]
    query_count, most = 0, 0
    for query in range(min((frame[USED] + 1) * diagonals, answers.shape[1])):
        if frame[LINES] >> (query % diagonals) & 1:
            continue
        parts = count_parts(rows[:count], answers, query, sizes)
        if parts > 1 and depth >= allowed:
            return FAR
        if parts == count:
            return int(count)
        if parts > 1:
            lanes[query_count] = query
            query_count += 1
            most = max(most, parts)
    if query_count == 0:
        best: int = 1 << 40
        for guess in range(count):
            wrong: int = 0
            for row in range(count):
                wrong += scratch.wrong[rows[guess], rows[row]]
            best = min(best, wrong)
        return best
    promising = 0
    for index in range(query_count):
        query, parts, promise = lanes[index], 0, count
        for row in range(count):
            answer = answers[rows[row], query]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += 1
        for part in range(parts):
            promise += scratch.least[most, sizes[seen[part]]]
            sizes[seen[part]] = 0
        if promise < frame[LIMIT]:
            to = promising
            while to > 0 and promises[to - 1] > promise:
                promises[to], lanes[to] = promises[to - 1], lanes[to - 1]
                to -= 1
            promises[to], lanes[to] = promise, query
            promising += 1
    frame[LISTED], frame[MOST], frame[AT], frame[TOTAL], frame[NEXT] = promising, most, -1, 1 << 40, count
    return -1


@kernel
def group(rows: NDArray[np.int64], begin: int, count: int, answers: NDArray[np.uint8], query: int) -> int:
    """Move the codes with the same answer as the first one to the front. Returns the end of these codes."""
    end = begin
    answer = answers[rows[begin], query]
    for row in range(begin, count):
        if answers[rows[row], query] == answer:
            rows[end], rows[row] = rows[row], rows[end]
            end += 1
    return end


@kernel
def least_rest(scratch: Sets, diagonals: int, count: int, used: int, used_lines: int, limit: int, allowed: int) -> int:
    """Cost-to-go of the codes in the first row of scratch.rows with at most the allowed queries, see `Search.exactly`."""
    frames = scratch.frames
    frames[0, CODES], frames[0, USED], frames[0, LINES], frames[0, LIMIT] = count, used, used_lines, limit
    depth, value = 0, 0
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            value = 0 if frame[CODES] == 1 else _queries(scratch, diagonals, depth, allowed)
            entering = False
            if value < 0:
                continue
        elif frame[NEXT] < frame[CODES] and frame[TOTAL] < frame[LIMIT]:
            query = scratch.lanes[depth, frame[AT]]
            begin = frame[NEXT]
            end = group(scratch.rows[depth], begin, frame[CODES], scratch.answers, query)
            frame[NEXT] = end
            if end - begin > 1:
                below = frames[depth + 1]
                for row in range(begin, end):
                    scratch.rows[depth + 1, row - begin] = scratch.rows[depth, row]
                frame[FLOOR] = scratch.least[frame[MOST], end - begin]
                below[CODES], below[USED] = end - begin, max(frame[USED], query // diagonals + 1)
                below[LINES] = frame[LINES] | 1 << (query % diagonals)
                below[LIMIT] = frame[LIMIT] - frame[TOTAL] + frame[FLOOR]
                depth += 1
                entering = True
            continue
        else:
            frame[LIMIT] = min(frame[LIMIT], frame[TOTAL])
            frame[AT] += 1
            if frame[AT] < frame[LISTED] and scratch.promises[depth, frame[AT]] < frame[LIMIT]:
                frame[TOTAL], frame[NEXT] = scratch.promises[depth, frame[AT]], 0
                continue
            value = frame[LIMIT]
        if depth == 0:
            return value
        depth -= 1
        frames[depth, TOTAL] += value - frames[depth, FLOOR]


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
    def _known_values(self) -> dict[Beams, tuple[int, bool]]:
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

    def _value(self, subset: Set, beams: Beams, limit: int) -> int:
        """Cost-to-go of the set that beams leave, if below the limit; otherwise a number from the limit to the cost-to-go."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        count = len(subset) * int(self._rules.weight[used])
        if count <= self.exact:
            return self.exactly(subset, used, used_lines, limit)
        name = self._names.name(beams)
        if name in self._known_values:
            known, exact = self._known_values[name]
            if exact or known >= limit:
                return known
        queries, promises = np.zeros((2, self.game.colours * self.game.lines), np.int64)
        query_count = survey(self._rules, self._scratch, subset, used, used_lines, queries, promises)
        if not query_count:
            return self._guess(subset, used)
        if len(beams) >= self.most:
            return FAR
        if count <= self.above:
            return int(promises[:query_count].min())
        order = np.argsort(promises[:query_count], kind="stable")
        if not beams:
            order = order[[not self._names.is_later_image(query & 255) for query in queries[order].tolist()]]
        best = self._best(subset, beams, queries[order], promises[order], limit)
        self._known_values[name] = best, best < limit
        return best

    def _best(
        self, subset: Set, beams: Beams, queries: NDArray[np.int64], promises: NDArray[np.int64], limit: int
    ) -> int:
        """Cost-to-go of a set with the best of some queries, by ascending lower bound; the limit if the cost is not below it."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        rows = np.empty((len(subset) * max(self.game.colours - used, 1), self.game.colours), np.uint16)
        parts, index = np.zeros((256, 4), np.int64), -1
        while True:
            index = next_query(
                self._rules,
                self._scratch,
                subset,
                used,
                used_lines,
                queries,
                promises,
                index + 1,
                limit,
                self.exact,
                rows,
                parts,
            )
            if index < 0:
                return limit
            part_count, total = self._scratch.outcome.tolist()
            colour, line = int(queries[index]) >> 8, int(queries[index]) & 255
            weight = int(self._rules.weight[max(used, colour + 1)])
            for begin, end, floor, hits in sorted(parts[:part_count].tolist(), key=lambda part: part[1] - part[0]):
                if total >= limit:
                    break
                count = (end - begin) * weight
                # between the two limits the floor, a lower bound, is the value
                if count > self.above or 1 < count <= self.exact or not floor:
                    total += self._value(rows[begin:end], (*beams, (colour, line, hits)), limit - total + floor) - floor
            limit = min(limit, total)

    def _all_codes(self, subset: Set, used: int) -> NDArray[np.int64]:
        """All codes of a set."""
        spare = self.game.colours - used
        if spare < 2:
            return subset.astype(np.int64)
        ways = self._rules.orders[spare, : self._rules.weight[used], :spare]
        others = subset[:, used:][:, ways].reshape(-1, spare)
        return np.concatenate([np.repeat(subset[:, :used], len(ways), axis=0), others], axis=1).astype(np.int64)

    def _guess(self, subset: Set, used: int) -> int:
        return int(self._wrong(self._all_codes(subset, used)).sum(axis=1).min())

    def _wrong(self, code_pieces: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers of wrong fields between all pairs of codes."""
        masks = self._rules.masks[code_pieces]
        wrong: NDArray[np.int64] = np.bitwise_count(masks[:, None] & ~masks[None, :]).sum(axis=2, dtype=np.int64)
        return wrong

    def exactly(self, subset: Set, used: int, used_lines: int, limit: int = FAR) -> int:
        """Least cost-to-go of at most `exact` codes, if below the limit; otherwise a number from the limit to the cost-to-go."""
        code_pieces = self._all_codes(subset, used)
        scratch, count = self._scratch, len(code_pieces)
        answers = self._rules.answers[code_pieces]
        scratch.answers[:count] = answers.reshape(count, -1)
        scratch.wrong[:count, :count] = self._wrong(code_pieces)
        scratch.rows[0, :count] = np.arange(count)
        allowed = max(self.most - used_lines.bit_count(), 0)
        return int(least_rest(scratch, self.game.lines, count, used, used_lines, limit, allowed))
