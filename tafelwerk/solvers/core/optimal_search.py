"""The search for the least total: depth first over sets of codes, with bounds, a memo and symmetries.

A query on m codes costs m and the least totals of the parts it splits them into. `search_kernel` finds the least total
of a set where it is below a given upper limit, or else a bound that is not. Queries are tried by ascending bound, from
the number of their parts; all parts of a query are bounded before one of them is searched. Only one query of each orbit
under the symmetries that keep the queries asked so far is tried: such a symmetry maps the set of codes left onto itself,
whatever the answers were, and so the parts of one query onto those of another of its orbit.

The search keeps its stack in arrays, so that it can stop after a number of steps and go on later.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.core.optimal_bounds import NONE
from tafelwerk.solvers.core.optimal_memo import UNKNOWN, exact_at, recall, remember, value_at
from tafelwerk.solvers.core.optimal_parts import (
    CHUNK,
    MOST_BITS,
    Answers,
    Bits,
    best_named,
    least_of,
    lowest,
    most_parts,
    most_parts_of_many,
    part_totals,
    popcount,
    size_totals,
    told_apart,
)
from tafelwerk.solvers.core.symmetry import Words, orbits_kernel
from tafelwerk.solvers.jit import kernel

# fields of a frame
LOW, SIZE, UPPER, FLOOR, BEST, BEST_QUERY, SOFT, COUNT, NEXT, QUERY, PARTS, PART, SUM, COLORS, DEEP = range(15)
FRAME_FIELDS = 15

# fields of the state
FRAME, PHASE, VALUE, NODES, STAMP, USED, ASKED = range(7)
STATE_FIELDS = 7

ENTER, ASK, DESCEND, RETURN = range(4)

DONE, PAUSED, MEMO_FULL, TOO_DEEP = range(4)

ORBIT_PLIES = 3
"""Queries asked before colours alone are taken as symmetric."""

FLAT = 32
"""Codes up to which parts are taken to cost two queries a code, less one, even if they are larger."""

SMALL = 16
"""Codes up to which naming one of them is tried before anything else."""


class Game(NamedTuple):
    """A search problem as the search uses it; Q queries, C codes.

    Attributes:
        answers: shape (Q, C).
        bits: shape (C, Q): bit of the answer; shape (1, 1) where answers are too many.
        query_of: int32, shape (C,): the query that names each code.
        solved: answer that ends the game, -1 where codes are not named.
        keys: uint64, shape (C, 2): words of the codes for the memo.
        depth_keys: uint64, shape (depths + 1, 2): words of the queries that are still allowed, zeros where none is kept.
        least: int64, shape (depths + 1, C + 1): from `least_totals`; one row where there is no limit of depth.
        splits: int64, from `split_bounds`.
        hinges: int64: the least total of n codes is the sum of max(0, n - hinge); empty where that is not so, or answers
            are no bits.
        words, permutations, index, symbols: the symmetry, in the order of the queries here; symbols 0: none.
        colors: int64, shape (Q,): one more than the highest symbol of a query.
        prefix: int64, shape (symbols + 1,): queries that are first of their orbit, if only symbols from u on are renamed.
    """

    answers: Answers
    bits: Bits
    query_of: NDArray[np.int32]
    solved: int
    keys: NDArray[np.uint64]
    depth_keys: NDArray[np.uint64]
    least: NDArray[np.int64]
    splits: NDArray[np.int64]
    hinges: NDArray[np.int64]
    words: Words
    permutations: NDArray[np.uint8]
    index: NDArray[np.int32]
    symbols: int
    colors: NDArray[np.int64]
    prefix: NDArray[np.int64]


class Desk(NamedTuple):
    """The stack of a search and its scratch; F frames, Q queries, C codes, A answers."""

    state: NDArray[np.int64]  # (STATE_FIELDS,)
    frames: NDArray[np.int64]  # (F, FRAME_FIELDS)
    frame_keys: NDArray[np.uint64]  # (F, 2)
    codes: NDArray[np.uint32]  # (F + 1, C): row f + 1 is the set of frame f, part by part
    candidates: NDArray[np.uint32]  # (F, Q)
    bounds: NDArray[np.int64]  # (F, Q)
    part_low: NDArray[np.int64]  # (F, A)
    part_size: NDArray[np.int64]  # (F, A)
    part_value: NDArray[np.int64]  # (F, A)
    part_keys: NDArray[np.uint64]  # (F, A, 2)
    history: NDArray[np.int32]  # (ORBIT_PLIES + F,)
    orbits: NDArray[np.int32]  # (ORBIT_PLIES, Q)
    orbit_of: NDArray[np.int32]  # (ORBIT_PLIES, ORBIT_PLIES): the history that a row of orbits belongs to, from -1
    renaming: NDArray[np.int64]  # (3, symbols)
    union: Bits  # (Q,)
    totals: NDArray[np.int32]  # (Q,)
    lows: NDArray[np.int32]  # (Q / CHUNK,)
    may_be: NDArray[np.uint8]  # (Q,), ones between uses
    planes: Bits  # (PLANES, BLOCK)
    found: NDArray[np.int64]  # (Q,)
    counts: NDArray[np.int64]  # (A,), zeros between uses
    others: NDArray[np.int64]  # (A,), zeros between uses
    offsets: NDArray[np.int64]  # (A,)
    listed: NDArray[np.int64]  # (A,)
    stamps: NDArray[np.int64]  # (A,)
    answer_of: NDArray[np.uint16]  # (C,)
    ranks: NDArray[np.uint32]  # (C,)
    pairs: Bits  # (F, SPLIT_LIMIT, SPLIT_LIMIT)
    buckets: NDArray[np.int64]  # (1024,)


@kernel
def search_kernel(game: Game, desk: Desk, memo: NDArray[np.uint64], steps: int) -> int:
    """Go on with the search on the desk for some steps, a step being a query tried.

    At the start frame 0 has LOW, SIZE, UPPER, FLOOR, COLORS, DEEP and its key, and the state FRAME 0, PHASE ENTER and
    ASKED, the queries in the history before it.

    Returns:
        DONE: state VALUE is the total where that is below UPPER, else a bound not below it; MEMO_FULL: it is three
        quarters full and may be exchanged for a larger one; TOO_DEEP: the frames do not suffice; PAUSED.
    """
    state, frames = desk.state, desk.frames
    limited = game.least.shape[0] > 1
    depth = state[FRAME]
    phase = state[PHASE]
    value = state[VALUE]
    result = PAUSED
    room = memo.shape[0] - memo.shape[0] // 4
    while True:
        frame = frames[depth]
        if phase == ENTER:
            state[NODES] += 1
            frame[BEST] = frame[UPPER]
            frame[BEST_QUERY] = -1
            frame[NEXT] = 0
            _list_queries(game, desk, depth)
            phase = ASK
        elif phase == ASK:
            if steps <= 0:
                break
            steps -= 1
            best = frame[BEST]
            i = frame[NEXT]
            if i == frame[COUNT] or desk.bounds[depth, i] >= best or best <= frame[FLOOR]:
                exact = best < frame[UPPER]
                value = best if exact else min(frame[SOFT], NONE)
                query = frame[BEST_QUERY] if exact else UNKNOWN
                keys = desk.frame_keys[depth]
                state[USED] += remember(memo, keys[0], keys[1], frame[SIZE], value, exact, query)
                phase = RETURN
                continue
            frame[NEXT] = i + 1
            query = np.int64(desk.candidates[depth, i])
            frame[QUERY] = query
            total = _split(game, desk, depth, query, best)
            if total < best and game.solved >= 0:
                total = _name_parts(game, desk, depth, total, best)
            if total < best:
                total = _recall_parts(game, desk, memo, depth, total, best)
            if total < best:
                total = _bound_parts(game, desk, memo, depth, total, best)
            frame[SUM] = total
            frame[PART] = 0
            if total >= best:
                frame[SOFT] = min(frame[SOFT], total)
            else:
                phase = DESCEND
        elif phase == DESCEND:
            part = frame[PART]
            if part == frame[PARTS]:
                frame[BEST] = frame[SUM]
                frame[BEST_QUERY] = frame[QUERY]
                phase = ASK
                continue
            if depth + 1 == frames.shape[0]:
                result = TOO_DEEP
                break
            if state[USED] > room:
                result = MEMO_FULL
                break
            child = frames[depth + 1]
            child[LOW] = desk.part_low[depth, part]
            child[SIZE] = desk.part_size[depth, part]
            child[FLOOR] = desk.part_value[depth, part]
            child[UPPER] = min(NONE, frame[BEST] - (frame[SUM] - child[FLOOR]))
            child[COLORS] = max(frame[COLORS], game.colors[frame[QUERY]])
            child[DEEP] = frame[DEEP] - 1 if limited else 0
            for word in range(2):
                desk.frame_keys[depth + 1, word] = desk.part_keys[depth, part, word]
            if state[ASKED] + depth < ORBIT_PLIES:
                desk.history[state[ASKED] + depth] = frame[QUERY]
            depth += 1
            phase = ENTER
        else:
            if depth == 0:
                result = DONE
                break
            depth -= 1
            frame = frames[depth]
            part = frame[PART]
            frame[SUM] += value - desk.part_value[depth, part]
            frame[PART] = part + 1
            if frame[SUM] >= frame[BEST]:
                frame[SOFT] = min(frame[SOFT], frame[SUM])
                phase = ASK
            else:
                phase = DESCEND
    state[FRAME] = depth
    state[PHASE] = phase
    state[VALUE] = value
    return result


@kernel
def _list_queries(game: Game, desk: Desk, depth: int) -> None:
    """Queries of a frame whose bound is below its upper limit, by ascending bound, those that may be the code first."""
    frame = desk.frames[depth]
    queries = game.answers.shape[0]
    ply = desk.state[ASKED] + depth
    orbits = False
    if game.symbols:
        queries = game.prefix[frame[COLORS]]
        orbits = ply < ORBIT_PLIES
        if orbits:
            known = True
            for i in range(ply):
                known = known and desk.orbit_of[ply, i] == desk.history[i]
            if not known or desk.orbit_of[ply, ply] != -2:
                orbits_kernel(
                    game.words,
                    game.permutations,
                    game.index,
                    game.symbols,
                    desk.history,
                    ply,
                    desk.renaming,
                    desk.orbits[ply],
                )
                for i in range(ply):
                    desk.orbit_of[ply, i] = desk.history[i]
                desk.orbit_of[ply, ply] = -2
    if game.hinges.shape[0]:
        _list_by_totals(game, desk, depth, queries, orbits, desk.orbits[min(ply, ORBIT_PLIES - 1)])
    else:
        _list_by_sizes(game, desk, depth, queries, orbits, desk.orbits[min(ply, ORBIT_PLIES - 1)])


@kernel
def _totals(game: Game, desk: Desk, row: int, low: int, size: int, queries: int) -> int:
    """Bounds of all queries on a set in a row of the codes, on the desk; the least of them."""
    if size <= FLAT:
        part_totals(game.bits, desk.codes[row], low, size, queries, desk.union, desk.totals)
    else:
        size_totals(game.bits, desk.codes[row], low, size, queries, game.hinges, desk.planes, desk.totals)
    return least_of(desk.totals, queries, desk.lows)


@kernel
def _list_by_totals(
    game: Game, desk: Desk, depth: int, queries: int, orbits: bool, first_of: NDArray[np.int32]
) -> None:
    frame = desk.frames[depth]
    low, size, upper = frame[LOW], frame[SIZE], frame[UPPER]
    codes = desk.codes[depth, low : low + size]
    totals, lows, found, buckets = desk.totals, desk.lows, desk.found, desk.buckets
    _totals(game, desk, depth, low, size, queries)
    if size < game.splits.shape[1]:
        for j in range(size):
            row = game.bits[codes[j]]
            for i in range(size):
                desk.pairs[depth, i, j] = row[game.query_of[codes[i]]]
    limit = min(upper, 1 << 30)
    # a query that may be the code saves one, and comes first among equals: twice the total, and one if it is not
    for i in range(size):
        query = np.int64(game.query_of[codes[i]])
        if query < queries:
            totals[query] -= 1
            lows[query // CHUNK] = min(lows[query // CHUNK], totals[query])
            desk.may_be[query] = 0
    soft = NONE
    least, most = NONE, 0
    count = 0
    for begin in range(0, queries, CHUNK):
        if lows[begin // CHUNK] >= limit:
            soft = min(soft, np.int64(lows[begin // CHUNK]))
            continue
        for query in range(begin, min(begin + CHUNK, queries)):
            total = np.int64(totals[query])
            if total >= limit:
                soft = min(soft, total)
            elif not (orbits and first_of[query] != query):
                order = 2 * total + desk.may_be[query]
                least = min(least, order)
                most = max(most, order)
                found[count] = (order << 23) | query
                count += 1
    for i in range(size):
        query = np.int64(game.query_of[codes[i]])
        if query < queries:
            desk.may_be[query] = 1
    bounds, candidates = desk.bounds[depth], desk.candidates[depth]
    if most - least < buckets.shape[0]:
        for i in range(most - least + 1):
            buckets[i] = 0
        for i in range(count):
            buckets[(found[i] >> 23) - least] += 1
        place = 0
        for i in range(most - least + 1):
            place += buckets[i]
            buckets[i] = place - buckets[i]
        for i in range(count):
            order = found[i] >> 23
            place = buckets[order - least]
            buckets[order - least] += 1
            bounds[place] = order >> 1
            candidates[place] = found[i] & 0x7FFFFF
    else:
        _sort(found, count)
        for i in range(count):
            bounds[i] = found[i] >> 24
            candidates[i] = found[i] & 0x7FFFFF
    frame[COUNT] = count
    frame[SOFT] = soft


@kernel
def _list_by_sizes(game: Game, desk: Desk, depth: int, queries: int, orbits: bool, first_of: NDArray[np.int32]) -> None:
    frame = desk.frames[depth]
    size, upper = frame[SIZE], frame[UPPER]
    limited = game.least.shape[0] > 1
    least = game.least[frame[DEEP] - 1 if limited else 0]
    counts, listed, found = desk.counts, desk.listed, desk.found
    soft = NONE
    count = 0
    for query in range(queries):
        if orbits and first_of[query] != query:
            continue
        kinds = _count_answers(game, desk, depth, query)
        total = size
        other = 1
        for i in range(kinds):
            answer = listed[i]
            if answer == game.solved:
                other = 0
            elif counts[answer] == size:
                total = NONE
            else:
                total += least[counts[answer]]
            counts[answer] = 0
        total = min(total, NONE)
        if total >= upper:
            soft = min(soft, total)
            continue
        found[count] = (total << 24) | (other << 23) | query
        count += 1
    _sort(found, count)
    for i in range(count):
        desk.bounds[depth, i] = found[i] >> 24
        desk.candidates[depth, i] = found[i] & 0x7FFFFF
    frame[COUNT] = count
    frame[SOFT] = soft


@kernel
def _count_answers(game: Game, desk: Desk, depth: int, query: int) -> int:
    """Count the answers of a query over the set of a frame.

    Fills the desk's `counts`, to be zeroed by the caller, `listed` with the answers that occur, and `answer_of` with the
    answer of each code. Returns how many answers occur.
    """
    frame = desk.frames[depth]
    size = frame[SIZE]
    codes = desk.codes[depth, frame[LOW] : frame[LOW] + size]
    counts, others, listed, answer_of = desk.counts, desk.others, desk.listed, desk.answer_of
    kinds = 0
    if counts.shape[0] > MOST_BITS:
        row = game.answers[query]
        for i in range(size):
            answer = np.int64(row[codes[i]])
            answer_of[i] = answer
            if counts[answer] == 0:
                listed[kinds] = answer
                kinds += 1
            counts[answer] += 1
        return kinds
    if size < game.splits.shape[1]:  # rows of bits have just been read, and neighbours of the query stand beside it
        for i in range(size):
            answer_of[i] = lowest(game.bits[codes[i], query])
    else:
        row = game.answers[query]
        for i in range(size):
            answer_of[i] = row[codes[i]]
    for i in range(0, size - 1, 2):  # two at a time: equal answers in a row would wait for each other
        counts[answer_of[i]] += 1
        others[answer_of[i + 1]] += 1
    if size & 1:
        counts[answer_of[size - 1]] += 1
    for answer in range(counts.shape[0]):
        counts[answer] += others[answer]
        others[answer] = 0
        if counts[answer]:
            listed[kinds] = answer
            kinds += 1
    return kinds


@kernel
def _sort(words: NDArray[np.int64], count: int) -> None:
    """Shellsort of the first words."""
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap >= 1:
        for i in range(gap, count):
            word = words[i]
            j = i
            while j >= gap and words[j - gap] > word:
                words[j] = words[j - gap]
                j -= gap
            words[j] = word
        gap //= 3


@kernel
def _split(game: Game, desk: Desk, depth: int, query: int, best: int) -> int:
    """Split the set of a frame by a query; the query's total as far as simple bounds go, NONE if it tells nothing.

    Parts whose total is not yet known are listed as the frame's parts, by descending size.
    """
    frame = desk.frames[depth]
    low, size = frame[LOW], frame[SIZE]
    limited = game.least.shape[0] > 1
    deep = frame[DEEP] - 1 if limited else 0
    least = game.least[deep]
    counts, listed, offsets, answer_of = desk.counts, desk.listed, desk.offsets, desk.answer_of
    kinds = _count_answers(game, desk, depth, query)
    total = size
    place = 0
    opened = 0
    part_low, part_size, part_value = desk.part_low[depth], desk.part_size[depth], desk.part_value[depth]
    for i in range(kinds):
        answer = listed[i]
        part = counts[answer]
        counts[answer] = 0
        offsets[answer] = place
        if answer != game.solved:
            value = least[part]
            total += value
            if part >= 3:
                j = opened
                while j > 0 and part_size[j - 1] < part:
                    part_low[j] = part_low[j - 1]
                    part_size[j] = part_size[j - 1]
                    part_value[j] = part_value[j - 1]
                    j -= 1
                part_low[j] = place
                part_size[j] = part
                part_value[j] = value
                opened += 1
        place += part
    frame[PARTS] = opened
    if kinds == 1 and listed[0] != game.solved:
        return NONE
    if total >= best:
        return min(total, NONE)
    codes, target, target_rank = desk.codes[depth, low : low + size], desk.codes[depth + 1], desk.ranks
    for i in range(size):
        answer = answer_of[i]
        target[offsets[answer]] = codes[i]
        target_rank[offsets[answer]] = i
        offsets[answer] += 1
    return total


@kernel
def _name_parts(game: Game, desk: Desk, depth: int, total: int, best: int) -> int:
    """Try the codes of small open parts as queries; the query's total with what this tells."""
    frame = desk.frames[depth]
    limited = game.least.shape[0] > 1
    deep = frame[DEEP] - 1 if limited else 0
    roomy = not limited or deep >= 3
    paired = frame[SIZE] < game.splits.shape[1] and game.bits.shape[0] > 1
    pairs, ranks = desk.pairs[depth], desk.ranks
    part_low, part_size, part_value = desk.part_low[depth], desk.part_size[depth], desk.part_value[depth]
    opened = 0
    for i in range(frame[PARTS]):
        start, part, value = part_low[i], part_size[i], part_value[i]
        if part <= SMALL:
            if paired:
                most = told_apart(pairs, ranks[start : start + part])
            else:
                stamp = desk.state[STAMP]
                desk.state[STAMP] = stamp + part
                most, _ = best_named(
                    game.answers, game.query_of, desk.codes[depth + 1], start, part, desk.stamps, stamp
                )
            if most == part:  # at least 2 part - 1, and reached
                continue
            if value < 2 * part:
                total += 2 * part - value
                value = 2 * part
                if total >= best:
                    return min(total, NONE)
            if roomy and (part == 3 or most == part - 1):
                continue
        part_low[opened], part_size[opened], part_value[opened] = start, part, value
        opened += 1
    frame[PARTS] = opened
    return total


@kernel
def _recall_parts(game: Game, desk: Desk, memo: NDArray[np.uint64], depth: int, total: int, best: int) -> int:
    """Look up the open parts in the memo; the query's total with what this tells. Marks parts without an entry."""
    frame = desk.frames[depth]
    deep = frame[DEEP] - 1 if game.least.shape[0] > 1 else 0
    part_low, part_size, part_value = desk.part_low[depth], desk.part_size[depth], desk.part_value[depth]
    part_keys = desk.part_keys[depth]
    opened = 0
    for i in range(frame[PARTS]):
        start, part, value = part_low[i], part_size[i], part_value[i]
        first, second = game.depth_keys[deep, 0], game.depth_keys[deep, 1]
        codes = desk.codes[depth + 1, start : start + part]
        for j in range(part):
            first ^= game.keys[codes[j], 0]
            second ^= game.keys[codes[j], 1]
        known = recall(memo, first, second)
        if known >= 0:
            total += value_at(memo, known) - value
            value = value_at(memo, known)
            if exact_at(memo, known):
                continue
        part_low[opened] = 2 * start + (known >= 0)
        part_size[opened], part_value[opened] = part, value
        part_keys[opened, 0], part_keys[opened, 1] = first, second
        opened += 1
    frame[PARTS] = opened
    return min(total, NONE)


@kernel
def _bound_parts(game: Game, desk: Desk, memo: NDArray[np.uint64], depth: int, total: int, best: int) -> int:
    """Bound every open part by the parts that each query splits it into; the query's total with these bounds.

    Parts that this settles leave the list.
    """
    frame = desk.frames[depth]
    limited = game.least.shape[0] > 1
    deep = frame[DEEP] - 1 if limited else 0
    roomy = not limited or deep >= (3 if game.solved >= 0 else 2)
    queries = game.answers.shape[0]
    if game.symbols:
        queries = game.prefix[max(frame[COLORS], game.colors[frame[QUERY]])]
    opened = 0
    for part in range(frame[PARTS]):
        start, size = desk.part_low[depth, part] >> 1, desk.part_size[depth, part]
        value = desk.part_value[depth, part]
        fresh = (desk.part_low[depth, part] & 1) == 0
        if fresh and total < best and (game.hinges.shape[0] or size < game.splits.shape[1]):
            bound, most = _bound(game, desk, depth + 1, start, size, queries)
            # all parts single, or but one, a pair: as good as the bound
            exact = most == size or (most == size - 1 and roomy)
            bound = max(bound, value)
            total += bound - value
            value = bound
            keys = desk.part_keys[depth, part]
            desk.state[USED] += remember(memo, keys[0], keys[1], size, value, exact, UNKNOWN)
            if exact:
                continue
        desk.part_low[depth, opened] = start
        desk.part_size[depth, opened] = size
        desk.part_value[depth, opened] = value
        desk.part_keys[depth, opened, 0] = desk.part_keys[depth, part, 0]
        desk.part_keys[depth, opened, 1] = desk.part_keys[depth, part, 1]
        opened += 1
    frame[PARTS] = opened
    return min(total, NONE)


@kernel
def _bound(game: Game, desk: Desk, row: int, low: int, size: int, queries: int) -> tuple[int, int]:
    """The least bound of a query on a set in a row of the codes, and the most parts, where the set is small."""
    codes = desk.codes[row, low : low + size]
    if not game.hinges.shape[0]:
        stamp = desk.state[STAMP]
        desk.state[STAMP] = stamp + queries
        most = most_parts_of_many(game.answers, desk.codes[row], low, size, queries, desk.stamps, stamp, desk.totals)
        bound = game.splits[0, size, most]
        if game.solved >= 0:
            for i in range(size):
                query = np.int64(game.query_of[codes[i]])
                if query < queries:
                    bound = min(bound, game.splits[1, size, desk.totals[query]])
        return bound, most
    if size > FLAT:
        bound = _totals(game, desk, row, low, size, queries)
        for i in range(size):
            query = np.int64(game.query_of[codes[i]])
            if query < queries:
                bound = min(bound, np.int64(desk.totals[query]) - 1)
        return bound, 0
    most = most_parts(game.bits, desk.codes[row], low, size, queries, desk.union)
    parts = most
    for i in range(size):
        query = np.int64(game.query_of[codes[i]])
        if query < queries:
            parts = max(parts, np.int64(popcount(desk.union[query])) + 1)
    return 3 * size - parts, most
