"""How many parts each query splits a set of codes into: the pass over all queries that optimal searches spend their time in.

The answer to a query is a bit; the union of the bits over the codes of the set has a bit for every part. A code of the
set is a row of bits over all queries, so that the pass is a union of rows, which compilers turn into vector
instructions.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tafelwerk.solvers.jit import INTERPRETED, kernel

MOST_BITS = 64
"""Answers up to which they are bits of a word."""

CHUNK = 256
"""Queries whose least total is kept, so that scans for small totals can pass over them."""

BLOCK = 1024
"""Queries whose counts are in hand at a time."""

CARRY = 20
"""Planes of the counts, more than the bits of the largest set; the plane of the carry follows, then those of differences."""

PLANES = 2 * CARRY + 1

Bits = NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]
Answers = NDArray[np.uint8] | NDArray[np.uint16]

if INTERPRETED:

    def popcount(word: Any) -> int:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """The place of the lowest bit that is set."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def popcount(typing_context, word):  # type: ignore[no-untyped-def]
        """How many bits of a word are set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.cast(builder, builder.ctpop(arguments[0]), word, types.uint8)

        return types.uint8(word), generate

    @intrinsic
    def lowest(typing_context, word):  # type: ignore[no-untyped-def]
        """The place of the lowest bit that is set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return context.cast(builder, builder.cttz(arguments[0], never), word, types.uint16)

        return types.uint16(word), generate


def bit_type(answers: int) -> type[np.uint16] | type[np.uint32] | type[np.uint64]:
    """The narrowest words with a bit an answer, of at most MOST_BITS."""
    return np.uint16 if answers <= 16 else np.uint32 if answers <= 32 else np.uint64


@kernel
def unite(bits: Bits, codes: NDArray[np.uint32], low: int, size: int, queries: int, union: Bits) -> None:
    """Fill `union` with the bits of all answers that a set of codes has, by query.

    The set is codes[low : low + size].

    Args:
        bits: shape (C + 1 or more, Q or more): the answer's bit, by code and query.
        codes, low, size: the set.
        queries: how many of the queries are wanted, from the first.
        union: shape (Q,).
    """
    one, two = bits[codes[low]], bits[codes[low + min(1, size - 1)]]
    three, four = bits[codes[low + min(2, size - 1)]], bits[codes[low + min(3, size - 1)]]
    for query in range(queries):
        union[query] = one[query] | two[query] | three[query] | four[query]
    for done in range(4, size, 4):
        one, two = bits[codes[low + done]], bits[codes[low + min(done + 1, size - 1)]]
        three, four = bits[codes[low + min(done + 2, size - 1)]], bits[codes[low + min(done + 3, size - 1)]]
        for query in range(queries):
            union[query] |= one[query] | two[query] | three[query] | four[query]


@kernel
def most_parts(bits: Bits, codes: NDArray[np.uint32], low: int, size: int, queries: int, union: Bits) -> int:
    """The most parts that one of the queries splits a set of codes into; fills `union`, arguments as of `unite`."""
    unite(bits, codes, low, size, queries, union)
    most = np.uint8(0)
    for query in range(queries):
        most = max(most, popcount(union[query]))
    return np.int64(most)


@kernel
def part_totals(
    bits: Bits, codes: NDArray[np.uint32], low: int, size: int, queries: int, union: Bits, totals: NDArray[np.int32]
) -> None:
    """Fill `totals` (Q,) with 3 m - p, for a set of m codes and a query that splits it into p parts.

    A part of n codes costs 2 n - 1 queries at least where codes are named, so that this is a bound, counting the part
    that ends the game as one query; for parts up to the number of answers it is the best that their sizes give.
    """
    unite(bits, codes, low, size, queries, union)
    whole = np.int32(3 * size)
    for query in range(queries):
        totals[query] = whole - np.int32(popcount(union[query]))


@kernel
def size_totals(
    bits: Bits,
    codes: NDArray[np.uint32],
    low: int,
    size: int,
    queries: int,
    hinges: NDArray[np.int64],
    planes: Bits,
    totals: NDArray[np.int32],
) -> None:
    """Fill `totals` (Q,) with the size of a set and the least totals of the parts that each query splits it into.

    The parts are counted as binary numbers, bit k of all counts in plane k, all answers to a query in one word, so that
    adding codes and taking hinges from the counts are operations on words.

    Args:
        bits, codes, low, size, queries: as of `unite`; the last row of `bits` is zero.
        hinges: int64, from 0 and 1 on: the least total of n codes is the sum of max(0, n - hinge).
        planes: scratch, shape (PLANES, BLOCK).
        totals: int32, shape (Q,).
    """
    levels = 3
    while (size >> levels) > 0:
        levels += 1
    nothing = np.int64(bits.shape[0] - 1)
    ones, twos, fours, carry = planes[0], planes[1], planes[2], planes[CARRY]
    low_twos, high_twos = planes[CARRY + 1], planes[CARRY + 2]
    low_fours, high_fours = planes[CARRY + 3], planes[CARRY + 4]
    for begin in range(0, queries, BLOCK):
        count = min(BLOCK, queries - begin)
        for level in range(levels):
            plane = planes[level]
            for j in range(count):
                plane[j] = 0
        for done in range(0, size, 8):
            rest = size - done
            at = low + done
            row0 = bits[codes[at], begin : begin + count]
            row1 = bits[np.int64(codes[at + 1]) if rest > 1 else nothing, begin : begin + count]
            row2 = bits[np.int64(codes[at + 2]) if rest > 2 else nothing, begin : begin + count]
            row3 = bits[np.int64(codes[at + 3]) if rest > 3 else nothing, begin : begin + count]
            row4 = bits[np.int64(codes[at + 4]) if rest > 4 else nothing, begin : begin + count]
            row5 = bits[np.int64(codes[at + 5]) if rest > 5 else nothing, begin : begin + count]
            row6 = bits[np.int64(codes[at + 6]) if rest > 6 else nothing, begin : begin + count]
            row7 = bits[np.int64(codes[at + 7]) if rest > 7 else nothing, begin : begin + count]
            _add(ones, row0, row1, low_twos)
            _add(ones, row2, row3, high_twos)
            _add(twos, low_twos[:count], high_twos[:count], low_fours)
            _add(ones, row4, row5, low_twos)
            _add(ones, row6, row7, high_twos)
            _add(twos, low_twos[:count], high_twos[:count], high_fours)
            _add(fours, low_fours[:count], high_fours[:count], carry)
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
            hinge = hinges[i]
            if hinge >= size:
                break
            # planes of the counts less the hinge, and the last borrow, set where that is below zero
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
                    block[j] += np.int32(popcount(less[j] & ~borrow[j])) << np.int32(level)


@kernel
def _add(total: Bits, first: Bits, second: Bits, carry: Bits) -> None:
    """Add two words to `total`, bit by bit, as far as `first` is long; what is carried goes to `carry`."""
    for j in range(first.shape[0]):
        one, two, three = total[j], first[j], second[j]
        carry[j] = (one & two) | (one & three) | (two & three)
        total[j] = one ^ two ^ three


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
    return np.int64(least)


@kernel
def most_parts_of_many(
    answers: Answers,
    codes: NDArray[np.uint32],
    low: int,
    size: int,
    queries: int,
    stamps: NDArray[np.int64],
    stamp: int,
    parts: NDArray[np.int32],
) -> int:
    """The most parts that one of the queries splits a set into, counted one by one: where answers are not bits.

    Args:
        answers: shape (Q, C).
        codes, low, size, queries: as of `unite`.
        stamps: scratch, int64, shape (labels,), its entries at most `stamp`.
        stamp: stamps from here to here + queries are left in it.
        parts: int32, shape (Q,), filled.
    """
    most = 0
    within = codes[low : low + size]
    for query in range(queries):
        row = answers[query]
        stamp += 1
        count = 0
        for i in range(size):
            answer = row[within[i]]
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
    low: int,
    size: int,
    stamps: NDArray[np.int64],
    stamp: int,
) -> tuple[int, int]:
    """Whether naming a code of the set tells all its codes apart, or all but two.

    Args:
        answers: shape (Q, C).
        query_of: int32, shape (C,): the query that names each code.
        codes, low, size: the set.
        stamps: scratch, int64, shape (labels,), its entries at most `stamp`; used where it has more than 64.
        stamp: stamps from here to here + size are left in it.

    Returns:
        The most parts, `size` or `size` - 1, and the first query with so many; 0 and -1 if there are always less.
    """
    most, best = 0, -1
    narrow = stamps.shape[0] <= MOST_BITS
    within = codes[low : low + size]
    for i in range(size):
        query = np.int64(query_of[within[i]])
        row = answers[query]
        count = size
        seen = np.uint64(0)
        stamp += 1
        for j in range(size):
            answer = row[within[j]]
            if narrow:
                bit = np.uint64(1) << np.uint64(answer)
                again = (seen & bit) != 0
                seen |= bit
            else:
                again = stamps[answer] == stamp
                stamps[answer] = stamp
            if again:
                count -= 1
                if count < size - 1:
                    break
        if count > most and count >= size - 1:
            most, best = count, query
            if count == size:
                break
    return most, best


@kernel
def told_apart(pairs: Bits, ranks: NDArray[np.uint32]) -> int:
    """The same for codes of a set whose bits of answers stand in `pairs`, by the code named and the code.

    Args:
        pairs: shape (n, n), at least.
        ranks: numbers of the codes there.

    Returns:
        The most parts, 0 if they are always less than all but one.
    """
    size = ranks.shape[0]
    most = 0
    for i in range(size):
        row = pairs[ranks[i]]
        seen = row[ranks[0]]
        count = size
        for j in range(1, size):
            bit = row[ranks[j]]
            if seen & bit:
                count -= 1
                if count < size - 1:
                    break
            seen |= bit
        if count == size:
            return size
        if count == size - 1:
            most = count
    return most
