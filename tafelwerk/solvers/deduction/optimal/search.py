"""The search for the least total: depth first over sets of codes, with bounds, a memo and symmetries.

A query on m codes costs m and the least totals of the parts it splits them into. `search_kernel` finds the least total
of a set where it is below a given limit, or else a bound that is not. Queries are tried by ascending bound, from the
sizes of their parts; all parts of a query are bounded before one of them is searched. Only one query of each orbit
under the symmetries that keep the queries asked so far is tried: such a symmetry maps the set of codes left onto itself,
whatever the answers were, and so the parts of one query onto those of another of its orbit.

The search keeps its stack in arrays, so that it can stop after a number of steps and go on later.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, theorem 4.2.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.parts import (
    fill_totals,
    flat_size,
    least_of,
    most_parts,
    most_parts_of_many,
    pair_bits,
)
from tafelwerk.solvers.deduction.optimal.queries import choose_queries, list_by_sizes, list_by_totals
from tafelwerk.solvers.deduction.optimal.split import name_parts, recall_parts, split
from tafelwerk.solvers.deduction.optimal.workspace import (
    ASK,
    ASKED,
    BEST,
    BEST_QUERY,
    COLORS,
    COUNT,
    DEEP,
    DESCEND,
    ENTER,
    FLOOR,
    FRAME,
    LOW,
    NEXT,
    NODES,
    ORBIT_PLIES,
    PART,
    PART_CHECK,
    PART_KEY,
    PART_KNOWN,
    PART_LOW,
    PART_SIZE,
    PART_VALUE,
    PARTS,
    PHASE,
    QUERIES,
    QUERY,
    QUERY_BITS,
    QUERY_MASK,
    RETURN,
    SIZE,
    SOFT,
    STAMP,
    STAMPS,
    SUM,
    UPPER,
    USED,
    VALUE,
    Desk,
    Game,
)
from tafelwerk.solvers.machine.bits import popcount
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, remember

DONE, PAUSED, MEMO_FULL, TOO_DEEP = range(4)


@kernel
def search_kernel(game: Game, desk: Desk, memo: NDArray[np.int64], steps: int) -> int:
    """Go on with the search on the desk for some steps, a step being a query tried.

    At the start frame 0 has LOW, SIZE, UPPER, FLOOR, COLORS, DEEP and its key, and the state FRAME 0, PHASE ENTER and
    ASKED, the number of queries in the history before it.

    Returns:
        DONE: state VALUE is the total where that is below UPPER, else a bound not below it; MEMO_FULL: it is three
        quarters full and may be exchanged for a larger one; TOO_DEEP: the frames do not suffice; PAUSED.
    """
    state, frames = desk.state, desk.frames
    limited = game.least.shape[0] > 1
    vast = game.hinges.shape[0] == 0
    flat = flat_size(game.hinges)
    depth = state[FRAME]
    phase = state[PHASE]
    value = state[VALUE]
    result = PAUSED
    room = memo.shape[0] - memo.shape[0] // 4
    while True:
        frame = frames[depth]
        parts = desk.parts[depth]
        if phase == ENTER:
            state[NODES] += 1
            frame[BEST] = frame[UPPER]
            frame[BEST_QUERY] = -1
            frame[NEXT] = 0
            orbit_row = choose_queries(game, desk, depth)
            if vast:
                list_by_sizes(game, desk, depth, orbit_row)
            else:
                low, size = frame[LOW], frame[SIZE]
                codes = desk.codes[depth, low : low + size]
                fill_totals(game.bits, codes, frame[QUERIES], game.hinges, desk.union, desk.planes, desk.totals)
                least_of(desk.totals, frame[QUERIES], desk.lows)
                if size < game.splits.shape[1]:
                    pair_bits(game.bits, game.query_of, codes, desk.pairs[depth])
                list_by_totals(game, desk, depth, orbit_row)
            phase = ASK
        elif phase == ASK:
            if steps <= 0:
                break
            steps -= 1
            best = frame[BEST]
            i = frame[NEXT]
            word = desk.listed[depth, i] if i < frame[COUNT] else NONE << QUERY_BITS
            if (word >> (QUERY_BITS + 1)) >= best or i == frame[COUNT] or best <= frame[FLOOR]:
                exact = best < frame[UPPER]
                value = best if exact else min(frame[SOFT], NONE)
                query = frame[BEST_QUERY] if exact else UNKNOWN
                key, check = desk.frame_keys[depth, 0], desk.frame_keys[depth, 1]
                state[USED] += remember(memo, key, check, frame[SIZE], value, exact, query)
                phase = RETURN
                continue
            query = word & QUERY_MASK
            frame[NEXT] = i + 1
            frame[QUERY] = query
            frame[PART] = 0
            total = split(game, desk, depth, query, best)
            if total < best and game.solved >= 0:
                total = name_parts(game, desk, depth, total, best)
            if total < best:
                total = recall_parts(game, desk, memo, depth, total)
            if total < best:
                # bound the parts that the memo does not know by the parts that each query splits them into
                roomy = not limited or frame[DEEP] > (3 if game.solved >= 0 else 2)
                queries = game.answers.shape[0]
                if game.symbols:
                    queries = game.prefix[max(frame[COLORS], game.colors[query])]
                opened = 0
                for part in range(frame[PARTS]):
                    low, size, value = parts[part, PART_LOW], parts[part, PART_SIZE], parts[part, PART_VALUE]
                    key, check = parts[part, PART_KEY], parts[part, PART_CHECK]
                    if total < best and not parts[part, PART_KNOWN] and (not vast or size < game.splits.shape[1]):
                        codes = desk.codes[depth + 1, low : low + size]
                        most = 0
                        if vast:
                            stamp = state[STAMP]
                            state[STAMP] = stamp + queries
                            most = most_parts_of_many(
                                game.answers, codes, queries, desk.tally[STAMPS], stamp, desk.totals
                            )
                            bound = game.splits[0, size, most]
                        elif size <= flat:
                            most = most_parts(game.bits, codes, queries, desk.union)
                            bound = 3 * size - most
                        else:
                            fill_totals(game.bits, codes, queries, game.hinges, desk.union, desk.planes, desk.totals)
                            bound = least_of(desk.totals, queries, desk.lows)
                        if game.solved >= 0:  # what may be the code saves a query
                            for i in range(size):
                                naming = game.query_of[codes[i]]
                                if naming >= queries:
                                    continue
                                if vast:
                                    bound = min(bound, game.splits[1, size, desk.totals[naming]])
                                elif size <= flat:
                                    bound = min(bound, 3 * size - int(popcount(desk.union[naming])) - 1)
                                else:
                                    bound = min(bound, int(desk.totals[naming]) - 1)
                        # all parts single, or but one, a pair: as good as the bound
                        exact = most == size or (most == size - 1 and roomy)
                        bound = max(bound, value)
                        total += bound - value
                        value = bound
                        state[USED] += remember(memo, key, check, size, value, exact, UNKNOWN)
                        if exact:
                            continue
                    parts[opened, PART_LOW], parts[opened, PART_SIZE], parts[opened, PART_VALUE] = low, size, value
                    parts[opened, PART_KEY], parts[opened, PART_CHECK] = key, check
                    opened += 1
                frame[PARTS] = opened
                total = min(total, NONE)
            frame[SUM] = total
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
            child[LOW] = parts[part, PART_LOW]
            child[SIZE] = parts[part, PART_SIZE]
            child[FLOOR] = parts[part, PART_VALUE]
            child[UPPER] = min(NONE, frame[BEST] - (frame[SUM] - child[FLOOR]))
            child[COLORS] = max(frame[COLORS], game.colors[frame[QUERY]])
            child[DEEP] = frame[DEEP] - 1 if limited else 0
            desk.frame_keys[depth + 1, 0] = parts[part, PART_KEY]
            desk.frame_keys[depth + 1, 1] = parts[part, PART_CHECK]
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
            frame[SUM] += value - desk.parts[depth, part, PART_VALUE]
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
