"""The search for the least total: depth first over sets of codes, with bounds, a memo and symmetries.

A query on m codes costs m plus the least totals of the parts it splits them into. `search_kernel` finds the least total of a
set if it is below a given limit, and otherwise a lower bound >= the limit. Queries are tried by ascending bound, from the
sizes of their parts. All parts of a query are bounded before one of them is searched, the smallest first: these are fastest
to bound and search, and refute most queries. Only one query of each orbit under the symmetries that keep the queries asked so
far is tried: such a symmetry maps the set of codes left onto itself, whatever the answers were, and therefore the parts of one
query onto those of another query of its orbit.

Codes may also be found late, at a price: a set with no query left in time continues without a limit, and every code of it pays
the price when it is named.

The search keeps its stack in arrays, so that it can pause after a number of steps and continue later.

A strategy is read from the memo of a finished search, set by set; what the memo does not know is searched again.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction import optimal_workspace as ws
from tafelwerk.solvers.deduction.part_bounds import (
    best_named,
    count_answers,
    fill_pairs,
    fill_totals,
    is_flat,
    least_flat_total,
    total_weight,
    weigh_parts,
)
from tafelwerk.solvers.deduction.search_problem import NONE
from tafelwerk.solvers.deduction.symmetry import images_kernel
from tafelwerk.solvers.machine.jit import INTERPRETED, kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, exact_at, query_at, recall, remember, value_at

DONE, PAUSED, MEMO_FULL, TOO_DEEP = range(4)

STEP_WORK, CODE_WORK = 100, 3
"""Operations per query tried, and per code of its set; those of a search take about a nanosecond each."""

LISTING_WORK = 2
"""Operations per query of a set that is entered."""

SMALL = 16
"""Size of the largest set for which naming one of its codes is tried before anything else."""


@kernel
def search_kernel(game: ws.Game, work: ws.Workspace, memo: Memo, steps: int) -> int:
    """Continue the search in the workspace for some steps; a step is a query tried.

    At the start frame 0 has LOW, SIZE, DEEP, COLORS, KEY, CHECK, UPPER and FLOOR, and the state FRAME 0, PHASE ENTER and
    ASKED, the number of queries in the history before it.

    Returns:
        DONE: state VALUE is the total if it is below UPPER, otherwise a lower bound >= UPPER; MEMO_FULL: the memo is three
        quarters full and may be replaced by a larger one; TOO_DEEP: more frames are needed; PAUSED, after these steps or as
        soon as state WORK reaches MOST_WORK.
    """
    state, frames = work.state, work.frames
    depth, phase, value = state[ws.FRAME], state[ws.PHASE], state[ws.VALUE]
    result = PAUSED
    most_used = memo.shape[0] - memo.shape[0] // 4
    while True:
        frame = frames[depth]
        if phase == ws.ENTER:
            state[ws.NODES] += 1
            enter(game, work, depth)
            phase = ws.ASK
        elif phase == ws.ASK:
            if steps <= 0 or state[ws.WORK] >= state[ws.MOST_WORK]:
                break
            steps -= 1
            state[ws.WORK] += STEP_WORK + CODE_WORK * frame[ws.SIZE]
            best, i = frame[ws.BEST], frame[ws.NEXT]
            word = work.ordered[depth, i] if i < frame[ws.COUNT] else NONE << ws.QUERY_BITS
            if (word >> (ws.QUERY_BITS + 1)) >= best or i == frame[ws.COUNT] or best <= frame[ws.FLOOR]:
                exact = best < frame[ws.UPPER]
                value = best if exact else min(frame[ws.SOFT], NONE)
                query = frame[ws.BEST_QUERY] if exact else UNKNOWN
                state[ws.USED] += remember(memo, frame[ws.KEY], frame[ws.CHECK], frame[ws.SIZE], value, exact, query)
                phase = ws.RETURN
                continue
            frame[ws.NEXT] = i + 1
            frame[ws.QUERY] = word & ws.QUERY_MASK
            frame[ws.PART] = 0
            total = _split(game, work, depth, best)
            if total < best:
                total = _name_parts(game, work, depth, total, best)
            if total < best:
                total = _recall_parts(game, work, memo, depth, total)
            if total < best:
                total = _bound_parts(game, work, memo, depth, total, best)
            frame[ws.SUM] = total
            if total >= best:
                frame[ws.SOFT] = min(frame[ws.SOFT], total)
            else:
                phase = ws.DESCEND
        elif phase == ws.DESCEND:
            if frame[ws.PART] == frame[ws.PARTS]:
                frame[ws.BEST] = frame[ws.SUM]
                frame[ws.BEST_QUERY] = frame[ws.QUERY]
                phase = ws.ASK
                continue
            if depth + 1 == frames.shape[0]:
                result = TOO_DEEP
                break
            if state[ws.USED] > most_used:
                result = MEMO_FULL
                break
            _descend(game, work, depth)
            depth += 1
            phase = ws.ENTER
        else:
            if depth == 0:
                result = DONE
                break
            depth -= 1
            frame = frames[depth]
            frame[ws.SUM] += value - work.parts[depth, frame[ws.PART], ws.PART_VALUE]
            frame[ws.PART] += 1
            phase = ws.DESCEND
            if frame[ws.SUM] >= frame[ws.BEST]:
                frame[ws.SOFT] = min(frame[ws.SOFT], frame[ws.SUM])
                phase = ws.ASK
    state[ws.FRAME], state[ws.PHASE], state[ws.VALUE] = depth, phase, value
    return result


@kernel
def enter(game: ws.Game, work: ws.Workspace, depth: int) -> None:
    """Begin with the set of a frame: list its queries."""
    frame = work.frames[depth]
    frame[ws.BEST] = frame[ws.UPPER]
    frame[ws.BEST_QUERY] = -1
    frame[ws.NEXT] = 0
    frame[ws.QUERIES] = game.symmetry.prefix[frame[ws.COLORS]]
    codes = work.codes[depth, frame[ws.LOW] : frame[ws.LOW] + frame[ws.SIZE]]
    fill_totals(game, work, codes, frame[ws.QUERIES], max(0, frame[ws.DEEP] - 1))
    if codes.shape[0] < work.pairs.shape[1] and game.solved >= 0:
        fill_pairs(game.bits, game.query_of, codes, work.pairs[depth])
    _list_queries(game, work, depth, _orbit_row(game, work, depth))


@kernel
def _orbit_row(game: ws.Game, work: ws.Workspace, depth: int) -> int:
    """Row of orbits of which a frame tries the first queries alone, filled; -1 if it tries all."""
    ply = work.state[ws.ASKED] + depth
    if ply >= game.symmetry.orbit_plies:
        return -1
    known = ply > 0
    for i in range(ply):
        known = known and work.orbit_history[ply, i] == work.history[i]
        work.orbit_history[ply, i] = work.history[i]
    if not known:
        images_kernel(game.symmetry.group, game.symmetry.renamings, work.history[:ply], work.every, work.orbits[ply])
    return int(ply)


@kernel
def _list_queries(game: ws.Game, work: ws.Workspace, depth: int, ply: int) -> None:
    """List the queries of a frame whose bound is below its limit, by bound, those that may be the code first.

    Their bounds are `totals`, less the weight of the code that they name.
    """
    frame = work.frames[depth]
    queries, codes = frame[ws.QUERIES], work.codes[depth, frame[ws.LOW] : frame[ws.LOW] + frame[ws.SIZE]]
    first_of = work.orbits[max(ply, 0)]
    totals, unsorted = work.totals, work.unsorted
    work.state[ws.WORK] += LISTING_WORK * queries
    limit = min(frame[ws.UPPER], game.bounds.no_total)
    soft = NONE
    count = 0
    for i in range(codes.shape[0]):
        query = int(game.query_of[codes[i]])
        if 0 <= query < queries:
            total = int(totals[query]) - game.weights[codes[i]]
            totals[query] = game.bounds.no_total
            if total >= limit:
                soft = min(soft, total)
            elif ply < 0 or first_of[query] == query:
                unsorted[count] = ((2 * total) << ws.QUERY_BITS) | query
                count += 1
    for begin in range(0, queries, ws.CHUNK):
        if work.counting.lows[begin // ws.CHUNK] >= limit:
            soft = min(soft, int(work.counting.lows[begin // ws.CHUNK]))
            continue
        for query in range(begin, min(begin + ws.CHUNK, queries)):
            total = int(totals[query])
            if total >= limit:
                soft = min(soft, total)
            elif ply < 0 or first_of[query] == query:
                unsorted[count] = ((2 * total + 1) << ws.QUERY_BITS) | query
                count += 1
    frame[ws.COUNT] = count
    frame[ws.SOFT] = soft if soft < game.bounds.no_total else NONE
    _order(unsorted, count, work.ordered[depth])


if INTERPRETED:

    def _order(unsorted: NDArray[np.int64], count: int, ordered: NDArray[np.int64]) -> None:
        ordered[:count] = unsorted[:count][np.argsort(unsorted[:count] >> ws.QUERY_BITS, kind="stable")]

else:

    @kernel
    def _order(unsorted: NDArray[np.int64], count: int, ordered: NDArray[np.int64]) -> None:
        """Sort the first `count` words of `unsorted` into `ordered` by what stands above their queries."""
        least, most = NONE, 0
        for i in range(count):
            rank = unsorted[i] >> ws.QUERY_BITS
            least, most = min(least, rank), max(most, rank)
        shift = 0
        while (most - least) >> shift >= ws.BUCKETS:
            shift += 1
        buckets = unsorted[unsorted.shape[0] - ws.BUCKETS :]
        for i in range(ws.BUCKETS):
            buckets[i] = 0
        for i in range(count):
            buckets[((unsorted[i] >> ws.QUERY_BITS) - least) >> shift] += 1
        begin = 0
        for i in range(ws.BUCKETS):
            begin += buckets[i]
            buckets[i] = begin - buckets[i]
        for i in range(count):
            bucket = ((unsorted[i] >> ws.QUERY_BITS) - least) >> shift
            ordered[buckets[bucket]] = unsorted[i]
            buckets[bucket] += 1
        if shift:  # the words of a bucket are still in any order
            for i in range(1, count):
                word, j = ordered[i], i
                while j > 0 and ordered[j - 1] > word:
                    ordered[j] = ordered[j - 1]
                    j -= 1
                ordered[j] = word


@kernel
def _split(game: ws.Game, work: ws.Workspace, depth: int, best: int) -> int:
    """Split the set of a frame by its present query; the query's total as far as sizes tell, NONE if it tells nothing.

    Parts of three codes and more become the frame's open parts, by ascending size.
    """
    frame, parts = work.frames[depth], work.parts[depth]
    codes = work.codes[depth, frame[ws.LOW] : frame[ws.LOW] + frame[ws.SIZE]]
    least = game.bounds.least[max(0, frame[ws.DEEP] - 1)]
    counts, offsets, occurring = work.tally[ws.COUNTS], work.tally[ws.OFFSETS], work.tally[ws.OCCURRING]
    values = work.tally[ws.VALUES]
    kinds = count_answers(game, work, codes, frame[ws.QUERY])
    if game.weighted:
        weigh_parts(game, work, codes)
    total = total_weight(game, codes)
    begin = 0
    opened = 0
    for i in range(kinds):
        answer = occurring[i]
        part = counts[answer]
        value = values[answer] if game.weighted else least[part]
        counts[answer], values[answer] = 0, 0
        offsets[answer] = begin
        if answer != game.solved:
            total += value
            if part >= 3:
                j = opened
                while j > 0 and parts[j - 1, ws.PART_SIZE] > part:
                    for word in range(ws.PART_VALUE + 1):
                        parts[j, word] = parts[j - 1, word]
                    j -= 1
                parts[j, ws.PART_LOW], parts[j, ws.PART_SIZE], parts[j, ws.PART_VALUE] = begin, part, value
                opened += 1
        elif frame[ws.DEEP] == 0:
            total += game.late
        begin += part
    frame[ws.PARTS] = opened
    if kinds == 1 and occurring[0] != game.solved:
        return NONE
    if total < best:
        target, answer_of, place_of = work.codes[depth + 1], work.places[0], work.places[1]
        for i in range(codes.shape[0]):
            answer = answer_of[i]
            target[offsets[answer]] = codes[i]
            place_of[offsets[answer]] = i
            offsets[answer] += 1
    return min(total, NONE)


@kernel
def _name_parts(game: ws.Game, work: ws.Workspace, depth: int, total: int, best: int) -> int:
    """Try the codes of small open parts as queries; the query's total with what this tells.

    A part of n codes needs 2 n - 1 queries if naming one code tells all others apart, and otherwise at least 2 n. The bound
    2 n is attained if naming a code tells all but two apart. Weights decide which code is named, and whether one that tells
    fewer codes apart may be better.
    """
    frame, parts = work.frames[depth], work.parts[depth]
    if game.solved < 0 or frame[ws.SIZE] >= work.pairs.shape[1]:
        return total
    unlimited = game.bounds.least.shape[0] == 1 or frame[ws.DEEP] > 3
    pairs, place_of = work.pairs[depth], work.places[1]
    opened = 0
    for i in range(frame[ws.PARTS]):
        low, size, value = parts[i, ws.PART_LOW], parts[i, ws.PART_SIZE], parts[i, ws.PART_VALUE]
        if size <= SMALL:
            codes = work.codes[depth + 1, low : low + size]
            cost, _, tells_all, others = best_named(game, pairs, place_of[low : low + size], codes)
            bound = min(cost, others)
            if value < bound:
                total += bound - value
                value = bound
                if total >= best:
                    return min(total, NONE)
            if cost <= others and (tells_all or unlimited):
                continue
        parts[opened, ws.PART_LOW], parts[opened, ws.PART_SIZE], parts[opened, ws.PART_VALUE] = low, size, value
        opened += 1
    frame[ws.PARTS] = opened
    return total


@kernel
def _recall_parts(game: ws.Game, work: ws.Workspace, memo: Memo, depth: int, total: int) -> int:
    """Look up the open parts in the memo; the query's total with what this tells."""
    frame, parts = work.frames[depth], work.parts[depth]
    deep = max(0, frame[ws.DEEP] - 1)
    opened = 0
    for i in range(frame[ws.PARTS]):
        low, size, value = parts[i, ws.PART_LOW], parts[i, ws.PART_SIZE], parts[i, ws.PART_VALUE]
        key, check = key_of(game, work.codes[depth + 1, low : low + size], deep)
        row = recall(memo, key, check)
        if row >= 0:
            total += value_at(memo, row) - value
            value = value_at(memo, row)
            if exact_at(memo, row):
                continue
        parts[opened, ws.PART_LOW], parts[opened, ws.PART_SIZE], parts[opened, ws.PART_VALUE] = low, size, value
        parts[opened, ws.PART_KNOWN], parts[opened, ws.PART_KEY], parts[opened, ws.PART_CHECK] = row >= 0, key, check
        opened += 1
    frame[ws.PARTS] = opened
    return min(total, NONE)


@kernel
def key_of(game: ws.Game, codes: NDArray[np.uint32], deep: int) -> tuple[int, int]:
    """The two words of the key of a set with `deep` queries allowed."""
    key, check = game.depth_keys[deep, 0], game.depth_keys[deep, 1]
    for i in range(codes.shape[0]):
        key ^= game.keys[codes[i], 0]
        check ^= game.keys[codes[i], 1]
    return key, check


@kernel
def _bound_parts(game: ws.Game, work: ws.Workspace, memo: Memo, depth: int, total: int, best: int) -> int:
    """Bound the open parts that the memo does not know by the best of all queries; the query's total with what this tells."""
    frame, parts = work.frames[depth], work.parts[depth]
    queries = game.symmetry.prefix[max(frame[ws.COLORS], game.symmetry.colors[frame[ws.QUERY]])]
    deep = max(0, frame[ws.DEEP] - 2)
    unlimited = game.bounds.least.shape[0] == 1 or frame[ws.DEEP] > 3
    opened = 0
    for i in range(frame[ws.PARTS]):
        low, size, value = parts[i, ws.PART_LOW], parts[i, ws.PART_SIZE], parts[i, ws.PART_VALUE]
        key, check = parts[i, ws.PART_KEY], parts[i, ws.PART_CHECK]
        if total < best and not parts[i, ws.PART_KNOWN]:
            codes = work.codes[depth + 1, low : low + size]
            bound, exact = -1, False
            if is_flat(game, 2, deep):
                bound, exact = least_flat_total(game, work, codes, queries, deep, unlimited)
            if bound < 0:
                bound, exact = _least_total(game, work, codes, queries, deep, unlimited)
            bound = max(bound, value)
            total += bound - value
            value = bound
            work.state[ws.USED] += remember(memo, key, check, size, value, exact, UNKNOWN)
            if exact:
                continue
        parts[opened, ws.PART_LOW], parts[opened, ws.PART_SIZE], parts[opened, ws.PART_VALUE] = low, size, value
        parts[opened, ws.PART_KEY], parts[opened, ws.PART_CHECK] = key, check
        opened += 1
    frame[ws.PARTS] = opened
    return min(total, NONE)


@kernel
def _least_total(
    game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int, unlimited: bool
) -> tuple[int, bool]:
    """The least bound of a set over all queries, and whether it is attained.

    Arguments as for `fill_totals`; `unlimited`: whether a query that leaves a pair, and otherwise single codes, keeps every
    limit of depth.
    """
    single = int(game.solved >= 0)
    bound = fill_totals(game, work, codes, queries, deep)
    # all parts single or, without weights, all but one, a pair: the bound is attained
    parted = total_weight(game, codes) * (1 + single)
    paired = parted + 2 - single if unlimited and not game.weighted else parted
    exact = bound in (parted, paired)
    for j in range(codes.shape[0]):  # a query that may be the code saves its weight
        naming = int(game.query_of[codes[j]])
        if 0 <= naming < queries and work.totals[naming] - game.weights[codes[j]] < bound:
            bound = int(work.totals[naming]) - game.weights[codes[j]]
            exact = work.totals[naming] == parted or work.totals[naming] == paired
    return bound, exact


@kernel
def _descend(game: ws.Game, work: ws.Workspace, depth: int) -> None:
    """Make the present part of a frame the set of the next."""
    frame, child = work.frames[depth], work.frames[depth + 1]
    part = work.parts[depth, frame[ws.PART]]
    child[ws.LOW], child[ws.SIZE], child[ws.FLOOR] = part[ws.PART_LOW], part[ws.PART_SIZE], part[ws.PART_VALUE]
    child[ws.KEY], child[ws.CHECK] = part[ws.PART_KEY], part[ws.PART_CHECK]
    child[ws.UPPER] = min(NONE, frame[ws.BEST] - (frame[ws.SUM] - child[ws.FLOOR]))
    child[ws.COLORS] = max(frame[ws.COLORS], game.symmetry.colors[frame[ws.QUERY]])
    child[ws.DEEP] = max(0, frame[ws.DEEP] - 1)
    ply = work.state[ws.ASKED] + depth
    if ply < ws.ORBIT_PLIES:
        work.history[ply] = frame[ws.QUERY]


# Fields of an open set: the place where it begins, its size, parent and answer.
BEGIN, LEFT, ABOVE, AFTER = range(4)

# Fields of a node.
PARENT, ANSWER, QUERY, CODES, TOTAL, LEVEL = range(6)

# Fields of the state: nodes made, open sets, whether the last of them has just been searched.
MADE, OPEN, SEARCHED = range(3)

VISITED, SEARCH = range(2)


class Extraction(NamedTuple):
    """A strategy as far as it has been read from the memo; C codes.

    Attributes:
        state: int64, shape (3,): MADE, OPEN and SEARCHED.
        open_sets: int64, shape (2 C + 1, 4): sets still to be visited, the next one last.
        codes: uint32, shape (C,): all codes; every open set is a slice of them.
        scratch: uint32, shape (C,).
        nodes: int64, shape (2 C + 1, 6): nodes made, parents first.
    """

    state: NDArray[np.int64]
    open_sets: NDArray[np.int64]
    codes: NDArray[np.uint32]
    scratch: NDArray[np.uint32]
    nodes: NDArray[np.int64]


def new_extraction(codes: int, is_asked: bool) -> Extraction:
    """The extraction of a strategy for a number of codes before its first node; a single one may need no query."""
    rows = 2 * codes + 1
    made = Extraction(
        np.array([0, int(is_asked), 0], np.int64),
        np.zeros((rows, 4), np.int64),
        np.arange(codes, dtype=np.uint32),
        np.zeros(codes, np.uint32),
        np.zeros((rows, 6), np.int64),
    )
    made.open_sets[0] = 0, codes, -1, 0
    return made


@kernel
def extract_kernel(
    game: ws.Game, work: ws.Workspace, memo: Memo, tree: Extraction, depths: int, asked: int, colors: int
) -> int:
    """Visit the open sets.

    Args:
        game, work, memo: as for `search_kernel`.
        tree: the strategy so far.
        depths, asked, colors: queries allowed, queries in the workspace's history, and one more than their highest symbol.

    Returns:
        VISITED; or SEARCH: the memo does not know the best query of a set, which is frame 0 of the workspace now. Set
        SEARCHED when it has been searched.
    """
    counts = work.tally[ws.COUNTS]
    state, nodes = tree.state, tree.nodes
    while state[OPEN]:
        item = tree.open_sets[state[OPEN] - 1]
        begin, size, above = item[BEGIN], item[LEFT], item[ABOVE]
        codes = tree.codes[begin : begin + size]
        level = nodes[above, LEVEL] + 1 if above >= 0 else 0
        deep = max(0, depths - level)
        if state[SEARCHED]:
            state[SEARCHED] = 0
            query = work.frames[0, ws.BEST_QUERY]
        else:
            query = _known_query(game, work, memo, codes, deep)
        if query < 0:
            _begin_kernel(game, work, nodes, above, asked, colors)
            return SEARCH
        node = nodes[state[MADE]]
        node[PARENT], node[ANSWER], node[QUERY] = above, item[AFTER], query
        node[CODES], node[TOTAL], node[LEVEL] = size, size, level
        state[MADE] += 1
        state[OPEN] -= 1
        count_answers(game, work, codes, query)
        offsets, answer_of = work.tally[ws.OFFSETS], work.places[0]
        offset = 0
        for answer in range(counts.shape[0]):
            offsets[answer] = offset
            offset += counts[answer]
        for i in range(size):
            tree.scratch[offsets[answer_of[i]]] = codes[i]
            offsets[answer_of[i]] += 1
        for i in range(size):
            codes[i] = tree.scratch[i]
        for answer in range(counts.shape[0] - 1, -1, -1):
            part = counts[answer]
            counts[answer] = 0
            if part > int(game.solved < 0) and answer != game.solved:
                after = tree.open_sets[state[OPEN]]
                after[BEGIN], after[LEFT] = begin + offsets[answer] - part, part
                after[ABOVE], after[AFTER] = state[MADE] - 1, answer
                state[OPEN] += 1
    for i in range(state[MADE] - 1, 0, -1):
        nodes[nodes[i, PARENT], TOTAL] += nodes[i, TOTAL]
    return VISITED


@kernel
def _known_query(game: ws.Game, work: ws.Workspace, memo: Memo, codes: NDArray[np.uint32], deep: int) -> int:
    """A best query of a set; -1 if it must be searched, which frame 0 is then ready for, but for the history."""
    size = codes.shape[0]
    if game.solved >= 0 and size <= 2:
        return int(game.query_of[codes[0]])
    if 2 < size <= SMALL and game.solved >= 0 and size < work.pairs.shape[1]:
        fill_pairs(game.bits, game.query_of, codes, work.pairs[0])
        for i in range(size):
            work.places[1, i] = i
        cost, best, tells_all, others = best_named(game, work.pairs[0], work.places[1, :size], codes)
        if cost <= others and (tells_all or deep == 0 or deep >= 3):
            return int(game.query_of[codes[best]])
    frame = work.frames[0]
    frame[ws.LOW], frame[ws.SIZE], frame[ws.DEEP] = 0, size, deep
    frame[ws.UPPER], frame[ws.FLOOR] = NONE, 0
    key, check = key_of(game, codes, deep)
    frame[ws.KEY], frame[ws.CHECK] = key, check
    row = recall(memo, key, check)
    if row >= 0:
        frame[ws.FLOOR] = value_at(memo, row)
        if exact_at(memo, row):
            frame[ws.UPPER] = value_at(memo, row) + 1
            if query_at(memo, row) != UNKNOWN:
                return query_at(memo, row)
    for i in range(size):
        work.codes[0, i] = codes[i]
    return -1


@kernel
def _begin_kernel(
    game: ws.Game, work: ws.Workspace, nodes: NDArray[np.int64], node: int, asked: int, colors: int
) -> None:
    """Begin the search of the set in frame 0, below a node or none (-1)."""
    work.state[ws.FRAME], work.state[ws.PHASE] = 0, ws.ENTER
    work.state[ws.ASKED] = asked + (nodes[node, LEVEL] + 1 if node >= 0 else 0)
    while node >= 0:
        query, ply = nodes[node, QUERY], asked + nodes[node, LEVEL]
        colors = max(colors, game.symmetry.colors[query])
        if ply < ws.ORBIT_PLIES:
            work.history[ply] = query
        node = nodes[node, PARENT]
    work.frames[0, ws.COLORS] = colors
