"""The least total that any strategy has, and the least with a bound in the place of small sets, by plain search.

At a set every query is tried, the most promising first, as long as it promises less than the best. It promises the codes and,
for each part, a bound that holds wherever no query has more answers than here. The bounds are those that the stored lower bounds
are defined by: see `least_rests`.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, bits, codes, lines, patterns, pieces, symmetries
from tafelwerk.proofs.beams.play import Rules, rules_of
from tafelwerk.solvers.machine.jit import kernel

RELAXED = 64
"""Codes up to which the relaxed game is solved with its stops."""

FAR = 1 << 40
"""More than anything costs."""

SMALL = 60
"""Codes of the sets that the search for the least total hands over to the kernel."""

Set = NDArray[np.uint16]

Beams = tuple[tuple[int, int, int], ...]
"""Colours, diagonals and hits, from 0."""

# fields of a frame: codes, colours and diagonals used; the least rest found so far, or the limit; queries listed, the most parts
# of one, the one at hand, what it costs as far as known, its next part, the bound of the part at hand
CODES, USED, LINES, LIMIT, LISTED, MOST, AT, TOTAL, NEXT, FLOOR = range(10)


@cache
def images(game: Game) -> NDArray[np.int64]:
    """The piece that each piece becomes under the symmetries of the board; int64, shape (12, m)."""
    number = {mask: place for place, mask in enumerate(pieces(game))}
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
    """Over all codes of a small variant, the most others with at most w wrong fields; int64, shape (fields + 1,)."""
    masks = np.array(pieces(game), np.int64)
    outside = np.bitwise_count(masks[:, None] & ~masks[None, :]).astype(np.int16)
    alike = np.sort(images(game)[:, patterns(game)], axis=2).transpose(1, 0, 2)
    first = {min(map(tuple, row)) for row in alike.tolist()}
    every = codes(game)
    found = np.zeros(game.fields + 1, np.int64)
    for cover in first:
        wrong = sum(outside[piece, every[:, colour]] for colour, piece in enumerate(cover))
        found = np.maximum(found, np.bincount(wrong, minlength=game.fields + 1)[: game.fields + 1].cumsum() - 1)
    return found


@cache
def least_rests(game: Game) -> NDArray[np.int64]:
    """Bounds on the rests of sets of n codes on which no query has more than a answers; int64, shape (answers + 1, codes + 1).

    With fewer than 2 answers a set is guessed, at the cost G(n) = sum over w of max(n - 1 - (others within w), 0) at least. In
    the relaxed game any partition into at most a parts may be asked for, and at any set one may stop at the cost G(n). Up to
    RELAXED codes it is solved. Beyond, where trees with a branches never cost more than G, their least sum of depths is the
    bound; where they do, that of the least greater a for which they do not, and n if there is none.
    """
    number = len(codes(game))
    occurring = rules_of(game).shown[np.unique(patterns(game))]
    answers = max(len(np.unique(column)) for column in occurring.T)
    sizes = np.arange(number + 1)
    guesses = sum(np.maximum(np.maximum(sizes - 1, 0) - some, 0) for some in within(game).tolist())
    found = np.empty((answers + 1, number + 1), np.int64)
    found[:2] = guesses
    beyond = np.where(sizes > 1, sizes, 0)
    for few in range(answers, 1, -1):
        trees = _tree_depths(number, few)
        if (trees <= guesses).all():
            beyond = trees
        found[few] = beyond
        small = _relaxed(guesses[: RELAXED + 1], few)
        found[few, : len(small)] = small
    return found


def _tree_depths(most: int, branches: int) -> NDArray[np.int64]:
    """Least sums of the depths of n leaves, n = 0, ..., most, in trees with that many branches per node: full levels, and as many
    leaves of the last one branched as it takes."""
    sizes = np.maximum(np.arange(most + 1), 1)
    level, power = np.zeros(most + 1, np.int64), np.ones(most + 1, np.int64)
    while (grows := power * branches <= sizes).any():
        level += grows
        power = np.where(grows, power * branches, power)
    branched = -(-(sizes - power) // (branches - 1))
    found: NDArray[np.int64] = level * sizes + sizes - power + branched
    return found


def _relaxed(guesses: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """The relaxed game with a given number of answers, for as many codes as there are guesses."""
    # spread[k, n]: the least sum over at most k + 1 parts of n codes
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


class Sets(NamedTuple):
    """Scratch of kernels.

    Attributes:
        sizes: int64, shape (256,): zeros.
        seen: int64, shape (256,).
        lanes: int64, shape (depths, colours D): queries of a set.
        promises: int64, shape (depths, colours D): what they promise.
        rows: int64, shape (depths + 1, codes): sets, one behind the other.
        shown: uint8, shape (codes, colours D): what the codes at hand answer.
        wrong: int64, shape (codes, codes): their wrong fields.
        frames: int64, shape (depths + 1, 10).
        parts: int64: sizes of the parts of queries, one behind the other.
        often: int64, shape (m,): zeros; how often pieces are met.
        met: int64, shape (m,): the pieces met.
        found: int64, shape (2,): parts of a query, and what it costs at least.
    """

    sizes: NDArray[np.int64]
    seen: NDArray[np.int64]
    lanes: NDArray[np.int64]
    promises: NDArray[np.int64]
    rows: NDArray[np.int64]
    shown: NDArray[np.uint8]
    wrong: NDArray[np.int64]
    frames: NDArray[np.int64]
    parts: NDArray[np.int64]
    often: NDArray[np.int64]
    met: NDArray[np.int64]
    found: NDArray[np.int64]


@dataclass
class Search:
    """A search for the least total of a small variant.

    Attributes:
        game: the variant.
        above: sets of at most this many codes, but more than `exact`, are worth their least promise.
        exact: sets of at most this many codes are searched to the end.
    """

    game: Game
    above: int
    exact: int

    def total(self, limit: int = FAR) -> int:
        """The least total; where it is not below the limit, a number that is neither."""
        return self._value(patterns(self.game).astype(np.uint16), (), limit)

    @cached_property
    def _rules(self) -> Rules:
        return rules_of(self.game)

    @cached_property
    def _known(self) -> dict[Beams, tuple[int, bool]]:
        return {}

    @cached_property
    def _least(self) -> NDArray[np.int64]:
        return least_rests(self.game)

    @cached_property
    def _scratch(self) -> Sets:
        queries, room = self.game.colours * self.game.lines, max(self.exact, 1)
        return Sets(
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
    def _moves(self) -> list[list[tuple[int, list[int]]]]:
        """By symmetry and diagonal: the diagonal that it becomes, and by answer the answer that it becomes."""
        board = lines(self.game.side)
        moves = []
        for moved in symmetries(self.game.side):
            images = []
            for along in board:
                line = tuple(sorted(moved[field] for field in along))
                places = [line.index(moved[field]) for field in along]
                answers = [sum(1 << places[place] for place in bits(hits)) for hits in range(1 << len(along))]
                images.append((board.index(line), answers))
            moves.append(images)
        return moves

    def _name(self, beams: Beams) -> Beams:
        """The first of the beams that look alike: under the symmetries of the board, other names of colours, in any order."""
        found: list[Beams] = []
        for images in self._moves:
            by_colour: dict[int, list[tuple[int, int]]] = {}
            for colour, line, hits in beams:
                image, answers = images[line]
                by_colour.setdefault(colour, []).append((image, answers[hits]))
            colours = sorted(sorted(some) for some in by_colour.values())
            found.append(tuple((colour, *beam) for colour, some in enumerate(colours) for beam in some))
        return min(found)

    def _value(self, some: Set, beams: Beams, limit: int) -> int:
        """The rest of the set that beams leave, if it is below the limit; else a number from the limit to the rest."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        count = len(some) * int(self._rules.weight[used])
        if count <= self.exact:
            return self.exactly(some, used, used_lines, limit)
        name = self._name(beams)
        if name in self._known:
            known, exact = self._known[name]
            if exact or known >= limit:
                return known
        queries, promises = np.zeros((2, self.game.colours * self.game.lines), np.int64)
        listed = _survey_kernel(self._rules, self._scratch, some, used, used_lines, self._least, queries, promises)
        if not listed:
            return self._guess(some, used)
        if count <= self.above:
            return int(promises[:listed].min())
        order = np.argsort(promises[:listed], kind="stable")
        if not beams:
            order = order[[not self._later_image(query & 255) for query in queries[order].tolist()]]
        best = self._best(some, beams, queries[order], promises[order], limit)
        self._known[name] = best, best < limit
        return best

    def _best(
        self, some: Set, beams: Beams, queries: NDArray[np.int64], promises: NDArray[np.int64], limit: int
    ) -> int:
        """The rest of a set with the best of some queries, by ascending promise, if it is below the limit; else the limit."""
        used = len({colour for colour, _, _ in beams})
        used_lines = sum(1 << line for _, line, _ in beams)
        rows = np.empty((len(some) * (self.game.colours - used), self.game.colours), np.uint16)
        parts, place = np.zeros((256, 4), np.int64), -1
        while True:
            place = _next_kernel(
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
                self._least,
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
                # between the two limits the floor, a promise, is the value
                if count > self.above or 1 < count <= self.exact or not floor:
                    total += self._value(rows[begin:end], (*beams, (colour, line, hits)), limit - total + floor) - floor
            limit = min(limit, total)

    def _later_image(self, line: int) -> bool:
        """Whether a symmetry of the board takes a diagonal to one with a smaller number."""
        board = lines(self.game.side)
        moved = (sorted(moved[field] for field in board[line]) for moved in symmetries(self.game.side))
        return min(board.index(tuple(fields)) for fields in moved) < line

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
        """Wrong fields of codes, one for another."""
        masks = self._rules.masks[listed]
        found: NDArray[np.int64] = np.bitwise_count(masks[:, None] & ~masks[None, :]).sum(axis=2, dtype=np.int64)
        return found

    def exactly(self, some: Set, used: int, used_lines: int, limit: int = FAR) -> int:
        """The least rest of at most `exact` codes, if it is below a limit; else a number that is not, and not above the rest."""
        listed = self._listed(some, used)
        scratch, count = self._scratch, len(listed)
        shown = self._rules.shown[listed]
        scratch.shown[:count] = shown.reshape(count, -1)
        scratch.wrong[:count, :count] = self._wrong(listed)
        scratch.rows[0, :count] = np.arange(count)
        return int(_least_kernel(scratch, self._least, self.game.lines, count, used, used_lines, limit))


@kernel
def _survey_kernel(
    rules: Rules,
    scratch: Sets,
    some: Set,
    used: int,
    used_lines: int,
    least: NDArray[np.int64],
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
) -> int:
    """List the queries that split a set, and what they promise; how many there are."""
    sizes, seen, often, met, colours = scratch.sizes, scratch.seen, scratch.often, scratch.met, some.shape[1]
    most, listed, held = 0, 0, 0
    for colour in range(min(used + 1, colours)):
        end = colours if colour == used else colour + 1
        weight = rules.weight[used + 1] if colour == used else rules.weight[used]
        pieces = 0
        for row in range(some.shape[0]):
            for place in range(colour, end):
                piece = some[row, place]
                if often[piece] == 0:
                    met[pieces] = piece
                    pieces += 1
                often[piece] += weight
        for line in range(rules.shown.shape[1]):
            if used_lines >> line & 1:
                continue
            parts = 0
            for place in range(pieces):
                answer = rules.shown[met[place], line]
                if sizes[answer] == 0:
                    seen[parts] = answer
                    parts += 1
                sizes[answer] += often[met[place]]
            if parts > 1:
                queries[listed], promises[listed] = colour << 8 | line, parts
                listed += 1
                most = max(most, parts)
            for part in range(parts):
                if parts > 1:
                    scratch.parts[held] = sizes[seen[part]]
                    held += 1
                sizes[seen[part]] = 0
        for place in range(pieces):
            often[met[place]] = 0
    held = 0
    for place in range(listed):
        parts, promise = promises[place], some.shape[0] * rules.weight[used]
        for part in range(held, held + parts):
            promise += least[most, scratch.parts[part]]
        promises[place] = promise
        held += parts
    return listed


@kernel
def _split_kernel(
    rules: Rules, scratch: Sets, some: Set, used: int, query: int, rows: Set, parts: NDArray[np.int64]
) -> int:
    """Write the parts of a set one behind the other, and where they begin and end; how many there are."""
    sizes, seen, colours = scratch.sizes, scratch.seen, some.shape[1]
    colour, line = query >> 8, query & 255
    end = colours if colour == used else colour + 1
    listed = 0
    for row in range(some.shape[0]):
        for place in range(colour, end):
            answer = rules.shown[some[row, place], line]
            if sizes[answer] == 0:
                seen[listed] = answer
                listed += 1
            sizes[answer] += 1
    free = 0
    for part in range(listed):
        parts[part, 0] = free
        free += sizes[seen[part]]
        sizes[seen[part]] = parts[part, 0]
    for row in range(some.shape[0]):
        for place in range(colour, end):
            answer = rules.shown[some[row, place], line]
            to = sizes[answer]
            sizes[answer] += 1
            for other in range(colours):
                rows[to, other] = some[row, other]
            rows[to, colour], rows[to, place] = some[row, place], some[row, colour]
    for part in range(listed):
        parts[part, 1], parts[part, 3] = sizes[seen[part]], seen[part]
        sizes[seen[part]] = 0
    return listed


@kernel
def _floors_kernel(
    rules: Rules,
    scratch: Sets,
    rows: Set,
    parts: NDArray[np.int64],
    used: int,
    used_lines: int,
    least: NDArray[np.int64],
    exact: int,
    limit: int,
) -> int:
    """Bounds of the rests of parts: of their sizes, then, as long as there is hope, their least promises; their sum and the
    codes."""
    total = 0
    for part in range(parts.shape[0]):
        count = (parts[part, 1] - parts[part, 0]) * rules.weight[used]
        parts[part, 2] = least[least.shape[0] - 1, count]
        total += parts[part, 2] + count
    for part in range(parts.shape[0]):
        if total >= limit:
            break
        some = rows[parts[part, 0] : parts[part, 1]]
        if some.shape[0] * rules.weight[used] <= max(exact, 1):
            continue
        listed = _survey_kernel(rules, scratch, some, used, used_lines, least, scratch.lanes[0], scratch.promises[0])
        promise = 0 if listed == 0 else scratch.promises[0, 0]
        for place in range(1, listed):
            promise = min(promise, scratch.promises[0, place])
        # 0 where nothing splits the part: it is guessed
        total += promise - parts[part, 2]
        parts[part, 2] = promise
    return total


@kernel
def _next_kernel(
    rules: Rules,
    scratch: Sets,
    some: Set,
    used: int,
    used_lines: int,
    queries: NDArray[np.int64],
    promises: NDArray[np.int64],
    place: int,
    limit: int,
    exact: int,
    least: NDArray[np.int64],
    rows: Set,
    parts: NDArray[np.int64],
) -> int:
    """The place of the next query that may cost less than the limit, with its parts; -1: none."""
    while place < queries.shape[0] and promises[place] < limit:
        listed = _split_kernel(rules, scratch, some, used, queries[place], rows, parts)
        after, lines_after = max(used, (queries[place] >> 8) + 1), used_lines | 1 << (queries[place] & 255)
        total = _floors_kernel(rules, scratch, rows, parts[:listed], after, lines_after, least, exact, limit)
        if total < limit:
            scratch.found[0], scratch.found[1] = listed, total
            return place
        place += 1
    return -1


@kernel
def _queries_kernel(scratch: Sets, least: NDArray[np.int64], diagonals: int, depth: int) -> int:
    """The rest of the set at a depth where that is soon known; else -1, with the queries worth asking in scratch.lanes, the most
    promising first, and their number in the frame."""
    frame, rows, sizes, seen, shown = (
        scratch.frames[depth],
        scratch.rows[depth],
        scratch.sizes,
        scratch.seen,
        scratch.shown,
    )
    lanes, promises = scratch.lanes[depth], scratch.promises[depth]
    count = frame[CODES]
    listed, most = 0, 0
    for query in range(min((frame[USED] + 1) * diagonals, shown.shape[1])):
        if frame[LINES] >> (query % diagonals) & 1:
            continue
        parts = 0
        for row in range(count):
            answer = shown[rows[row], query]
            parts += sizes[answer] == 0
            sizes[answer] = 1
        for row in range(count):
            sizes[shown[rows[row], query]] = 0
        if parts == count:
            return int(count)
        if parts > 1:
            lanes[listed] = query
            listed += 1
            most = max(most, parts)
    if listed == 0:
        best: int = 1 << 40
        for guess in range(count):
            wrong: int = 0
            for row in range(count):
                wrong += scratch.wrong[rows[guess], rows[row]]
            best = min(best, wrong)
        return best
    kept = 0
    for place in range(listed):
        query, parts, promise = lanes[place], 0, count
        for row in range(count):
            answer = shown[rows[row], query]
            if sizes[answer] == 0:
                seen[parts] = answer
                parts += 1
            sizes[answer] += 1
        for part in range(parts):
            promise += least[most, sizes[seen[part]]]
            sizes[seen[part]] = 0
        if promise < frame[LIMIT]:
            to = kept
            while to > 0 and promises[to - 1] > promise:
                promises[to], lanes[to] = promises[to - 1], lanes[to - 1]
                to -= 1
            promises[to], lanes[to] = promise, query
            kept += 1
    frame[LISTED], frame[MOST], frame[AT], frame[TOTAL], frame[NEXT] = kept, most, -1, 1 << 40, count
    return -1


@kernel
def _group_kernel(rows: NDArray[np.int64], begin: int, count: int, shown: NDArray[np.uint8], query: int) -> int:
    """Bring the codes that answer as the first one does to the front; where they end."""
    end = begin
    answer = shown[rows[begin], query]
    for row in range(begin, count):
        if shown[rows[row], query] == answer:
            rows[end], rows[row] = rows[row], rows[end]
            end += 1
    return end


@kernel
def _least_kernel(
    scratch: Sets, least: NDArray[np.int64], diagonals: int, count: int, used: int, used_lines: int, limit: int
) -> int:
    """The rest of the codes that stand in the first row of scratch.rows, see `Search.exactly`."""
    frames = scratch.frames
    frames[0, CODES], frames[0, USED], frames[0, LINES], frames[0, LIMIT] = count, used, used_lines, limit
    depth, value = 0, 0
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            value = 0 if frame[CODES] == 1 else _queries_kernel(scratch, least, diagonals, depth)
            entering = False
            if value < 0:
                continue
        elif frame[NEXT] < frame[CODES] and frame[TOTAL] < frame[LIMIT]:
            query = scratch.lanes[depth, frame[AT]]
            begin = frame[NEXT]
            end = _group_kernel(scratch.rows[depth], begin, frame[CODES], scratch.shown, query)
            frame[NEXT] = end
            if end - begin > 1:
                below = frames[depth + 1]
                for row in range(begin, end):
                    scratch.rows[depth + 1, row - begin] = scratch.rows[depth, row]
                frame[FLOOR] = least[frame[MOST], end - begin]
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
