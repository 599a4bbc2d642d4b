"""Which queries an optimal search tries on a set of codes, and in what order: by what the sizes of their parts promise."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.parts import CHUNK
from tafelwerk.solvers.deduction.optimal.workspace import (
    ASKED,
    BUCKETS,
    COLORS,
    COUNT,
    COUNTS,
    DEEP,
    LISTED,
    LOW,
    ORBIT_PLIES,
    OTHERS,
    QUERIES,
    QUERY_BITS,
    SIZE,
    SOFT,
    UPPER,
    Desk,
    Game,
)
from tafelwerk.solvers.deduction.problem import MOST_BITS
from tafelwerk.solvers.deduction.symmetry import orbits_kernel
from tafelwerk.solvers.machine.bits import first_bit
from tafelwerk.solvers.machine.jit import kernel

LISTED_ALREADY = 1 << 30
"""The total, above any true one, of a query that is on its list."""


@kernel
def choose_queries(game: Game, desk: Desk, depth: int) -> int:
    """Set how many queries a frame tries; the row of orbits of which only the first are, -1 if all are."""
    frame = desk.frames[depth]
    frame[QUERIES] = game.answers.shape[0]
    if game.symbols == 0:
        return -1
    frame[QUERIES] = game.prefix[frame[COLORS]]
    ply = desk.state[ASKED] + depth
    if ply >= ORBIT_PLIES:
        return -1
    known = desk.orbits[ORBIT_PLIES + ply, ply] == 1
    for i in range(ply):
        known = known and desk.orbits[ORBIT_PLIES + ply, i] == desk.history[i]
    if not known:
        orbits_kernel(
            game.words,
            game.permutations,
            game.word_index,
            game.symbols,
            desk.history,
            ply,
            desk.renaming,
            desk.orbits[ply],
        )
        for i in range(ply):
            desk.orbits[ORBIT_PLIES + ply, i] = desk.history[i]
        desk.orbits[ORBIT_PLIES + ply, ply] = 1
    return int(ply)


@kernel
def list_by_totals(game: Game, desk: Desk, depth: int, ply: int) -> None:
    """List the queries of a frame whose bound is below its limit, by bound, those that may be the code first.

    Their bounds are the desk's `totals`, less one query if they may be the code.
    """
    frame = desk.frames[depth]
    size, queries = frame[SIZE], frame[QUERIES]
    codes = desk.codes[depth, frame[LOW] : frame[LOW] + size]
    first_of = desk.orbits[max(ply, 0)]
    totals, found = desk.totals, desk.found
    limit = min(frame[UPPER], LISTED_ALREADY)
    soft = NONE
    least, most = NONE, 0
    count = 0
    for i in range(size):
        query = int(game.query_of[codes[i]])
        if query < queries:
            total = int(totals[query]) - 1
            totals[query] = LISTED_ALREADY
            if total >= limit:
                soft = min(soft, total)
            elif ply < 0 or first_of[query] == query:
                order = 2 * total
                least = min(least, order)
                most = max(most, order)
                found[count] = (order << QUERY_BITS) | query
                count += 1
    for begin in range(0, queries, CHUNK):
        if desk.lows[begin // CHUNK] >= limit:
            soft = min(soft, int(desk.lows[begin // CHUNK]))
            continue
        for query in range(begin, min(begin + CHUNK, queries)):
            total = int(totals[query])
            if total >= limit:
                if total != LISTED_ALREADY:
                    soft = min(soft, total)
            elif ply < 0 or first_of[query] == query:
                order = 2 * total + 1
                least = min(least, order)
                most = max(most, order)
                found[count] = (order << QUERY_BITS) | query
                count += 1
    frame[COUNT] = count
    frame[SOFT] = soft
    _order(found, count, least, most, desk.listed[depth])


@kernel
def list_by_sizes(game: Game, desk: Desk, depth: int, ply: int) -> None:
    """The same where the totals of the parts are no sums of hinges: a query at a time."""
    frame = desk.frames[depth]
    size, upper = frame[SIZE], frame[UPPER]
    first_of = desk.orbits[max(ply, 0)]
    least_total = game.least[frame[DEEP] - 1 if game.least.shape[0] > 1 else 0]
    counts, kind, found = desk.tally[COUNTS], desk.tally[LISTED], desk.found
    soft = NONE
    least, most = NONE, 0
    count = 0
    for query in range(frame[QUERIES]):
        if ply >= 0 and first_of[query] != query:
            continue
        kinds = count_answers(game, desk, depth, query)
        total = int(size)
        other = 1
        for i in range(kinds):
            answer = kind[i]
            if answer == game.solved:
                other = 0
            elif counts[answer] == size:
                total = NONE
            else:
                total += least_total[counts[answer]]
            counts[answer] = 0
        if total >= upper:
            soft = min(soft, total)
            continue
        order = 2 * total + other
        least = min(least, order)
        most = max(most, order)
        found[count] = (order << QUERY_BITS) | query
        count += 1
    frame[COUNT] = count
    frame[SOFT] = soft
    _order(found, count, least, most, desk.listed[depth])


@kernel
def count_answers(game: Game, desk: Desk, depth: int, query: int) -> int:
    """Count the answers of a query over the set of a frame.

    Fills the tally's COUNTS, to be zeroed by the caller, LISTED with the answers that occur, and `places` with the answer
    of each code. Returns how many answers occur.
    """
    frame = desk.frames[depth]
    size = frame[SIZE]
    codes = desk.codes[depth, frame[LOW] : frame[LOW] + size]
    counts, others, kind, answer_of = desk.tally[COUNTS], desk.tally[OTHERS], desk.tally[LISTED], desk.places[0]
    kinds = 0
    if counts.shape[0] > MOST_BITS:
        row = game.answers[query]
        for i in range(size):
            answer = row[codes[i]]
            answer_of[i] = answer
            if counts[answer] == 0:
                kind[kinds] = answer
                kinds += 1
            counts[answer] += 1
        return kinds
    if size < game.splits.shape[1]:  # rows of bits have just been read, and neighbours of the query stand beside it
        for i in range(size):
            answer_of[i] = first_bit(game.bits[codes[i], query])
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
            kind[kinds] = answer
            kinds += 1
    return kinds


@kernel
def _order(found: NDArray[np.int64], count: int, least: int, most: int, listed: NDArray[np.int64]) -> None:
    """Sort the first words found by what stands above their queries, from `least` to `most`."""
    if most - least < BUCKETS:
        buckets = found[found.shape[0] - BUCKETS :]
        for i in range(most - least + 1):
            buckets[i] = 0
        for i in range(count):
            buckets[(found[i] >> QUERY_BITS) - least] += 1
        place = 0
        for i in range(most - least + 1):
            place += buckets[i]
            buckets[i] = place - buckets[i]
        for i in range(count):
            bucket = (found[i] >> QUERY_BITS) - least
            listed[buckets[bucket]] = found[i]
            buckets[bucket] += 1
        return
    for i in range(count):
        listed[i] = found[i]
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap >= 1:
        for i in range(gap, count):
            word = listed[i]
            j = i
            while j >= gap and listed[j - gap] > word:
                listed[j] = listed[j - gap]
                j -= gap
            listed[j] = word
        gap //= 3
