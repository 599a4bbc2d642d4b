"""Bounds on the totals of all queries at once, from the sizes of the parts that each splits a set into.

These passes over all queries are where optimal searches spend their time. The answer to a query is a bit, and a code is a row
of bits over all queries. The union of the rows of a set has a bit for every part. The rows added as binary numbers, one
plane per binary digit, are the sizes of all parts. Both are passes over rows, which compilers turn into vector instructions.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal import workspace as ws
from tafelwerk.solvers.deduction.problem import Bits
from tafelwerk.solvers.machine.bits import first_bit, popcount
from tafelwerk.solvers.machine.jit import kernel

NO_TOTAL = 1 << 30
"""Total of a query that tells nothing, or keeps no limit of depth; above every true total."""

NEAR = 160
"""Smallest size of a set whose answers are read from the matrix of answers: the bits of smaller sets have just been read and
are in the cache."""

FLAT = 5
"""Factor of `flat_size`."""


@kernel
def flat_size(breakpoints: NDArray[np.int64]) -> int:
    """Largest set for which the bound 2 n - 1 per part of n codes is used, though a part may have too many codes for it.

    Few good queries leave such parts in sets a few times as large; counting the parts' sizes would cost more than it saves.
    """
    return int(FLAT * breakpoints[2]) if breakpoints.shape[0] > 2 else 0


@kernel
def fill_totals(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int) -> int:
    """Fill `totals` with a lower bound on the total of each query at a set; the query that names a code of it may save one.

    The bound is the size of the set plus the least totals of the parts, by size.

    Args:
        game: the game.
        work: its `totals` and `lows` are filled.
        codes: the set.
        queries: number of queries wanted, from the first.
        deep: queries allowed after this one, 0 if unlimited.

    Returns:
        The least bound.
    """
    if game.breakpoints.shape[0] == 0:
        _count_one_by_one(game, work, codes, queries, deep)
    elif codes.shape[0] <= flat_size(game.breakpoints):
        totals, union, thrice = work.totals, work.union, np.int32(3 * codes.shape[0])
        _unite(game.bits, codes, queries, union)
        for query in range(queries):
            totals[query] = thrice - np.int32(popcount(union[query]))
    else:
        _count_by_planes(game, work, codes, queries)
    least = np.int32(NO_TOTAL)
    for begin in range(0, queries, ws.CHUNK):
        chunk = work.totals[begin : min(begin + ws.CHUNK, queries)]
        low = np.int32(NO_TOTAL)
        for j in range(chunk.shape[0]):
            low = min(low, chunk[j])
        work.lows[begin // ws.CHUNK] = low
        least = min(least, low)
    return int(least)


@kernel
def _unite(bits: Bits, codes: NDArray[np.uint32], queries: int, union: Bits) -> None:
    """Fill `union` with the bits of all answers that a set of codes has, by query."""
    last = codes.shape[0] - 1
    one, two = bits[codes[0]], bits[codes[min(1, last)]]
    three, four = bits[codes[min(2, last)]], bits[codes[min(3, last)]]
    for query in range(queries):
        union[query] = one[query] | two[query] | three[query] | four[query]
    for done in range(4, last + 1, 4):
        one, two = bits[codes[done]], bits[codes[min(done + 1, last)]]
        three, four = bits[codes[min(done + 2, last)]], bits[codes[min(done + 3, last)]]
        for query in range(queries):
            union[query] |= one[query] | two[query] | three[query] | four[query]


@kernel
def _count_one_by_one(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int) -> None:
    """Fill `totals` where they are no sums over breakpoints: one query at a time."""
    counts, occurring, least = work.tally[ws.COUNTS], work.tally[ws.OCCURRING], game.least[deep]
    size = codes.shape[0]
    for query in range(queries):
        kinds = count_answers(game, work, codes, query)
        total = size
        for i in range(kinds):
            answer = occurring[i]
            if answer == game.solved:
                total += 1
            elif counts[answer] == size:
                total = NO_TOTAL
            else:
                total = min(total + least[counts[answer]], NO_TOTAL)
            counts[answer] = 0
        work.totals[query] = total


@kernel
def count_answers(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], query: int) -> int:
    """Count the answers of a query over a set.

    Fills the tally's COUNTS, to be zeroed by the caller, OCCURRING with the answers that occur, and the first row of `places`
    with the answer of each code. Returns the number of answers that occur.
    """
    size = codes.shape[0]
    counts, others, occurring = work.tally[ws.COUNTS], work.tally[ws.OTHERS], work.tally[ws.OCCURRING]
    answer_of, row = work.places[0], game.answers[query]
    if size < NEAR and game.breakpoints.shape[0] > 0:
        for i in range(size):
            answer_of[i] = first_bit(game.bits[codes[i], query])
    else:
        for i in range(size):
            answer_of[i] = row[codes[i]]
    for i in range(0, size - 1, 2):  # two at a time: equal answers in sequence would wait for each other
        counts[answer_of[i]] += 1
        others[answer_of[i + 1]] += 1
    if size & 1:
        counts[answer_of[size - 1]] += 1
    kinds = 0
    for answer in range(counts.shape[0]):
        counts[answer] += others[answer]
        others[answer] = 0
        if counts[answer]:
            occurring[kinds] = answer
            kinds += 1
    return kinds


@kernel
def _count_by_planes(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int) -> None:
    """Fill `totals` by adding up the rows of the codes."""
    size, planes = codes.shape[0], work.planes
    levels = 3
    while (size >> levels) > 0:
        levels += 1
    for begin in range(0, queries, ws.BLOCK):
        count = min(ws.BLOCK, queries - begin)
        for level in range(levels):
            plane = planes[level]
            for j in range(count):
                plane[j] = 0
        for done in range(0, size, 8):
            _add_eight(game.bits, codes[done:], begin, count, planes)
            carry = planes[ws.CARRY]
            for level in range(3, levels):
                plane = planes[level]
                for j in range(count):
                    bit = plane[j]
                    plane[j] = bit ^ carry[j]
                    carry[j] = bit & carry[j]
        block = work.totals[begin : begin + count]
        for j in range(count):
            block[j] = 2 * size
        for i in range(1, game.breakpoints.shape[0]):
            if game.breakpoints[i] < size:
                _add_excess(planes, levels, game.breakpoints[i], block)


@kernel
def _add_eight(bits: Bits, codes: NDArray[np.uint32], begin: int, count: int, planes: Bits) -> None:
    """Add the rows of up to eight codes to the first three planes; what is carried goes to the plane CARRY."""
    nothing = bits.shape[0] - 1
    rest = codes.shape[0]
    ones, twos = planes[0], planes[1]
    low_twos, high_twos = planes[ws.CARRY + 1, :count], planes[ws.CARRY + 2, :count]
    low_fours, high_fours = planes[ws.CARRY + 3, :count], planes[ws.CARRY + 4, :count]
    for half in range(2):
        for pair in range(2):
            at = 4 * half + 2 * pair
            first = bits[int(codes[at]) if at < rest else nothing, begin : begin + count]
            second = bits[int(codes[at + 1]) if at + 1 < rest else nothing, begin : begin + count]
            _add(ones, first, second, high_twos if pair else low_twos)
        _add(twos, low_twos, high_twos, high_fours if half else low_fours)
    _add(planes[2], low_fours, high_fours, planes[ws.CARRY])


@kernel
def _add(total: Bits, first: Bits, second: Bits, carry: Bits) -> None:
    """Add two words to `total`, bit by bit, as far as `first` is long; what is carried goes to `carry`."""
    for j in range(first.shape[0]):
        one, two, three = total[j], first[j], second[j]
        carry[j] = (one & two) | (one & three) | (two & three)
        total[j] = one ^ two ^ three


@kernel
def _add_excess(planes: Bits, levels: int, breakpoint: int, totals: NDArray[np.int32]) -> None:
    """Add to each total by how much the sizes of its parts exceed the breakpoint.

    The planes after CARRY become the sizes less the breakpoint; the last borrow is set where that is below zero.
    """
    count = totals.shape[0]
    borrow = planes[ws.CARRY]
    for j in range(count):
        borrow[j] = 0
    for level in range(levels):
        plane, less = planes[level], planes[ws.CARRY + 1 + level]
        if (breakpoint >> level) & 1:
            for j in range(count):
                bit = plane[j]
                less[j] = ~(bit ^ borrow[j])
                borrow[j] = ~bit | borrow[j]
        else:
            for j in range(count):
                bit = plane[j]
                less[j] = bit ^ borrow[j]
                borrow[j] = ~bit & borrow[j]
    for level in range(levels):
        less = planes[ws.CARRY + 1 + level]
        for j in range(count):
            totals[j] += np.int32(popcount(less[j] & ~borrow[j])) << np.int32(level)


@kernel
def fill_pairs(bits: Bits, query_of: NDArray[np.int32], codes: NDArray[np.uint32], pairs: Bits) -> None:
    """Fill `pairs` with the bits of the answers to the queries that name the codes of a set, by code named and code."""
    for j in range(codes.shape[0]):
        row = bits[codes[j]]
        for i in range(codes.shape[0]):
            pairs[i, j] = row[query_of[codes[i]]]


@kernel
def best_named(pairs: Bits, places: NDArray[np.uint32]) -> tuple[int, int]:
    """Whether naming a code of a set tells all its codes apart, or all but two.

    Args:
        pairs: from `fill_pairs`, of a set that contains this one.
        places: the codes of the set, by their places in that one.

    Returns:
        The most parts, `size` or `size` - 1, and the first code that makes that many, by its index in `places`; 0 and -1 if
        there are always fewer.
    """
    size = places.shape[0]
    most, best = 0, -1
    for i in range(size):
        row = pairs[places[i]]
        seen = row[places[0]]
        count = size
        for j in range(1, size):
            bit = row[places[j]]
            if seen & bit:
                count -= 1
                if count < size - 1:
                    break
            seen |= bit
        if count > most and count >= size - 1:
            most, best = count, i
            if count == size:
                break
    return most, best
