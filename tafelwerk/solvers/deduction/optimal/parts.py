"""What the sizes of the parts promise that each query splits a set of codes into: the pass over all queries in which optimal
searches spend their time.

The answer to a query is a bit. A code is a row of bits over all queries, so that the union of the rows of a set has a bit
for every part, and the rows added as binary numbers, a plane a binary digit, are the sizes of all parts. Both are passes
over rows, which compilers turn into vector instructions.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.problem import Bits
from tafelwerk.solvers.machine.bits import popcount
from tafelwerk.solvers.machine.jit import kernel

CHUNK = 256
"""Queries whose least total is kept, so that scans for small totals can pass over them."""

BLOCK = 1024
"""Queries whose parts are counted at a time."""

CARRY = 20
"""Planes of the counts, more than the binary digits of the largest set; the others are for what is carried and left."""

PLANES = 2 * CARRY + 1

Answers = NDArray[np.uint8] | NDArray[np.uint16]


def bit_zeros(answers: int, shape: tuple[int, ...]) -> Bits:
    """Zeros in the narrowest words with a bit an answer, of at most MOST_BITS."""
    if answers <= 16:
        return np.zeros(shape, np.uint16)
    return np.zeros(shape, np.uint32) if answers <= 32 else np.zeros(shape, np.uint64)


@kernel
def unite(bits: Bits, codes: NDArray[np.uint32], queries: int, union: Bits) -> None:
    """Fill `union` with the bits of all answers that a set of codes has, by query.

    Args:
        bits: shape (C + 1 or more, Q or more): the answer's bit, by code and query; the last row is zero.
        codes: the set.
        queries: how many of the queries are wanted, from the first.
        union: shape (Q,).
    """
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
def most_parts(bits: Bits, codes: NDArray[np.uint32], queries: int, union: Bits) -> int:
    """The most parts that one of the queries splits a set of codes into; fills `union`, arguments as of `unite`."""
    unite(bits, codes, queries, union)
    most = np.uint8(0)
    for query in range(queries):
        count: np.uint8 = popcount(union[query])
        most = max(most, count)
    return int(most)


@kernel
def flat_size(hinges: NDArray[np.int64]) -> int:
    """Codes up to which every part is taken to cost two queries a code, less one, even if it has too many codes for that.

    Few queries leave such parts in sets of three times as many codes; counting them would cost more than it saves.
    """
    return int(3 * hinges[2]) if hinges.shape[0] > 2 else 0


@kernel
def fill_totals(
    bits: Bits,
    codes: NDArray[np.uint32],
    queries: int,
    hinges: NDArray[np.int64],
    union: Bits,
    planes: Bits,
    totals: NDArray[np.int32],
) -> None:
    """Fill `totals` with the size of a set and the least totals of the parts that each query splits it into, by size.

    In small sets a part of n is taken to cost 2 n - 1, so that m codes in p parts cost 3 m - p. This holds where codes
    are named; the part that ends the game counts one query too many.

    Args:
        bits, codes, queries, union: as of `unite`; `union` is scratch.
        hinges: int64, from 0 and 1 on: the least total of n codes is the sum of max(0, n - hinge).
        planes: scratch, shape (PLANES, BLOCK).
        totals: int32, shape (Q,).
    """
    size = codes.shape[0]
    if size <= flat_size(hinges):
        unite(bits, codes, queries, union)
        for query in range(queries):
            totals[query] = np.int32(3 * size) - np.int32(popcount(union[query]))
        return
    levels = 3
    while (size >> levels) > 0:
        levels += 1
    for begin in range(0, queries, BLOCK):
        count = min(BLOCK, queries - begin)
        for level in range(levels):
            plane = planes[level]
            for j in range(count):
                plane[j] = 0
        for done in range(0, size, 8):
            _add_eight(bits, codes[done:], begin, count, planes)
            carry = planes[CARRY]
            for level in range(3, levels):
                plane = planes[level]
                for j in range(count):
                    bit = plane[j]
                    plane[j] = bit ^ carry[j]
                    carry[j] = bit & carry[j]
        block = totals[begin : begin + count]
        for j in range(count):
            block[j] = 2 * size
        for i in range(1, hinges.shape[0]):
            if hinges[i] < size:
                _add_excess(planes, levels, hinges[i], block)


@kernel
def _add_eight(bits: Bits, codes: NDArray[np.uint32], begin: int, count: int, planes: Bits) -> None:
    """Add the rows of up to eight codes to the first three planes; what is carried goes to the plane CARRY."""
    nothing = bits.shape[0] - 1
    rest = codes.shape[0]
    ones, twos = planes[0], planes[1]
    low_twos, high_twos = planes[CARRY + 1, :count], planes[CARRY + 2, :count]
    low_fours, high_fours = planes[CARRY + 3, :count], planes[CARRY + 4, :count]
    for half in range(2):
        for pair in range(2):
            at = 4 * half + 2 * pair
            first = bits[int(codes[at]) if at < rest else nothing, begin : begin + count]
            second = bits[int(codes[at + 1]) if at + 1 < rest else nothing, begin : begin + count]
            _add(ones, first, second, high_twos if pair else low_twos)
        _add(twos, low_twos, high_twos, high_fours if half else low_fours)
    _add(planes[2], low_fours, high_fours, planes[CARRY])


@kernel
def _add(total: Bits, first: Bits, second: Bits, carry: Bits) -> None:
    """Add two words to `total`, bit by bit, as far as `first` is long; what is carried goes to `carry`."""
    for j in range(first.shape[0]):
        one, two, three = total[j], first[j], second[j]
        carry[j] = (one & two) | (one & three) | (two & three)
        total[j] = one ^ two ^ three


@kernel
def _add_excess(planes: Bits, levels: int, hinge: int, totals: NDArray[np.int32]) -> None:
    """Add to each total how much the sizes of its parts exceed the hinge.

    The planes after CARRY become the sizes less the hinge; what is borrowed last is set where that is below zero.
    """
    count = totals.shape[0]
    borrow = planes[CARRY]
    for j in range(count):
        borrow[j] = 0
    for level in range(levels):
        plane, less = planes[level], planes[CARRY + 1 + level]
        if (hinge >> level) & 1:
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
        less = planes[CARRY + 1 + level]
        for j in range(count):
            totals[j] += np.int32(popcount(less[j] & ~borrow[j])) << np.int32(level)


@kernel
def least_of(totals: NDArray[np.int32], queries: int, lows: NDArray[np.int32]) -> int:
    """The least of the first `queries` totals; fills `lows` with the least of each CHUNK of them."""
    least = np.int32(1 << 30)
    for begin in range(0, queries, CHUNK):
        chunk = totals[begin : min(begin + CHUNK, queries)]
        low = np.int32(1 << 30)
        for j in range(chunk.shape[0]):
            low = min(low, chunk[j])
        lows[begin // CHUNK] = low
        least = min(least, low)
    return int(least)


@kernel
def most_parts_of_many(
    answers: Answers,
    codes: NDArray[np.uint32],
    queries: int,
    stamps: NDArray[np.int64],
    stamp: int,
    parts: NDArray[np.int32],
) -> int:
    """The most parts that one of the queries splits a set into, counted one by one.

    Args:
        answers: shape (Q, C).
        codes, queries: as of `unite`.
        stamps: scratch, int64, shape (labels,), its entries at most `stamp`.
        stamp: stamps from here to here + queries are left in it.
        parts: int32, shape (Q,), filled.
    """
    most = 0
    for query in range(queries):
        row = answers[query]
        stamp += 1
        count = 0
        for i in range(codes.shape[0]):
            answer = row[codes[i]]
            if stamps[answer] != stamp:
                stamps[answer] = stamp
                count += 1
        parts[query] = count
        most = max(most, count)
    return most


@kernel
def best_named(
    answers: Answers,
    query_of: NDArray[np.int32],
    codes: NDArray[np.uint32],
    stamps: NDArray[np.int64],
    stamp: int,
) -> tuple[int, int]:
    """Whether naming a code of the set tells all its codes apart, or all but two.

    Args:
        answers: shape (Q, C).
        query_of: int32, shape (C,): the query that names each code.
        codes: the set.
        stamps: scratch, int64, shape (labels,), its entries at most `stamp`.
        stamp: stamps from here to here + size are left in it.

    Returns:
        The most parts, `size` or `size` - 1, and the first query with so many; 0 and -1 if there are always less.
    """
    size = codes.shape[0]
    most, best = 0, -1
    for i in range(size):
        query = int(query_of[codes[i]])
        row = answers[query]
        count = size
        stamp += 1
        for j in range(size):
            answer = row[codes[j]]
            if stamps[answer] == stamp:
                count -= 1
                if count < size - 1:
                    break
            stamps[answer] = stamp
        if count > most and count >= size - 1:
            most, best = count, query
            if count == size:
                break
    return most, best


@kernel
def pair_bits(bits: Bits, query_of: NDArray[np.int32], codes: NDArray[np.uint32], pairs: Bits) -> None:
    """Fill `pairs` with the bits of the answers to the queries that name the codes of a set, by code named and code."""
    for j in range(codes.shape[0]):
        row = bits[codes[j]]
        for i in range(codes.shape[0]):
            pairs[i, j] = row[query_of[codes[i]]]


@kernel
def told_apart(pairs: Bits, places: NDArray[np.uint32]) -> int:
    """Whether naming a code tells some codes apart, or all but two: how many parts at most, 0 if they are always less.

    Args:
        pairs: from `pair_bits`.
        places: the codes, by their places in its set.
    """
    size = places.shape[0]
    most = 0
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
        most = max(most, count)
        if count == size:
            break
    return most if most >= size - 1 else 0
