"""Choice of a query at a set of more than 63 codes by looking two queries ahead.

A set of n codes is estimated to cost n (1 + log2(n) / 3), as if every query had eight equally likely answers; one code costs 0.
A query's first value is the sum of the estimates of its parts. The few queries of least first value are tried, of equal ones the
first by colour and diagonal. The cost of each part is then

- of at most 63 codes: the cost-to-go under the best strategy that tries `QUICK` queries per set (see `few`);
- of more codes: their number, plus the least first value of the queries on the part.

The query of least sum is asked; of several, the first one tried. All values are integers. The estimates of a set of a million
codes or more use sizes divided by a power of two, which leaves the order of its queries as it is but for rounding.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy.few_codes import NO_QUERY, differ
from tafelwerk.solvers.beams.entropy.workspace import Game
from tafelwerk.solvers.beams.lookahead.few import FAR, MOST, Few, open_lanes, solve, write_codes
from tafelwerk.solvers.beams.rules.elements import Elements, copy_element, count_answers, count_pieces, factorial
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

WIDTH, TRIES, QUICK = 4, 10, 4
"""Number of queries tried at a set of more than 63 codes, at a smaller one, and at a smaller one within an estimate."""

BITS = 16
"""Bits of a logarithm after the point."""

UNIT = 3 << BITS
"""Value of one query."""

MOST_WORTH = 1 << 20
"""Largest number of codes whose estimate is in the table."""


class Ahead(NamedTuple):
    """Tables and scratch for looking ahead; counts are 0 between uses.

    Attributes:
        worth: int64 (., ): estimates by number of codes, see `make_worth`.
        counts: int32 (pieces,); seen: int32 (pieces + 1,).
        parts: int32 (slots,): parts of the queries of a colour, see `Game.starts`.
        by_answer: int32 (256,); answers: int32 (257,).
        listed: int64 (WIDTH, 2): first values and queries, colour << 8 | diagonal.
        best: int64 (1, 2): the same for the best query on a part.
        few: tables and scratch for small sets.
    """

    worth: NDArray[np.int64]
    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    parts: NDArray[np.int32]
    by_answer: NDArray[np.int32]
    answers: NDArray[np.int32]
    listed: NDArray[np.int64]
    best: NDArray[np.int64]
    few: Few


def make_ahead(game: Game, few: Few, codes: int) -> Ahead:
    """Tables and scratch for sets of at most `codes` codes of a variant."""
    pieces = len(game.pieces)
    return Ahead(
        worth=make_worth(min(codes, MOST_WORTH)),
        counts=np.zeros(pieces, np.int32),
        seen=np.zeros(pieces + 1, np.int32),
        parts=np.zeros(game.starts[-1], np.int32),
        by_answer=np.zeros(256, np.int32),
        answers=np.zeros(257, np.int32),
        listed=np.zeros((WIDTH, 2), np.int64),
        best=np.zeros((1, 2), np.int64),
        few=few,
    )


def make_worth(most: int) -> NDArray[np.int64]:
    """Estimated cost-to-go of 0 to `most` codes, in 1 / UNIT queries; the same on every machine.

    Logarithms are truncated to BITS bits after the point. Bit by bit: the square of a number from 1 to 2 is 2 or more if the next
    bit of its logarithm is set.
    """
    size = np.arange(most + 1, dtype=np.uint64)
    whole = np.array([max(n.bit_length() - 1, 0) for n in range(most + 1)], np.uint64)
    # in 1 / 2^31
    number = size << (np.uint64(31) - whole)
    logarithm = whole
    for _ in range(BITS):
        number = number * number >> np.uint64(31)
        bit = number >> np.uint64(32)
        number >>= bit
        logarithm = logarithm << np.uint64(1) | bit
    found = size.astype(np.int64) * (UNIT + logarithm.astype(np.int64))
    found[:2] = 0
    return found


@kernel
def list_queries(
    game: Game,
    ahead: Ahead,
    elements: Elements,
    begin: int,
    n: int,
    used: int,
    unused: int,
    shift: int,
    listed: NDArray[np.int64],
) -> int:
    """List the queries of least first value that split a set, as many as there is room for, ascending. Returns their number.

    Args:
        game, ahead: tables.
        elements: rows begin to begin + n - 1 are the set.
        used: colours used.
        unused: mask of the unused diagonals.
        shift: sizes of parts are divided by 1 << shift.
        listed: int64 (width, 2): filled with first values and queries.
    """
    counts, seen, parts, slots, worth = ahead.counts, ahead.seen, ahead.parts, game.slots, ahead.worth
    colours, diagonals, width, kept = elements.shape[1], slots.shape[1], listed.shape[0], 0
    unit = factorial(max(colours - used - 1, 0))
    for colour in range(min(used + 1, colours)):
        found = count_pieces(elements, begin, n, colour, colour if colour < used else colours - 1, counts, seen)
        times = colours - used if colour < used < colours else 1
        piece_there: int = game.pieces[seen[0]]
        varying: int = 0
        parts[:] = 0
        for i in range(found):
            piece = seen[i]
            varying |= game.pieces[piece] ^ piece_there
            number = np.int32(counts[piece] * times * unit)
            counts[piece] = 0
            for diagonal in range(diagonals):
                parts[slots[piece, diagonal]] += number
        left = differ(varying, game.crossing) & unused
        while left:
            diagonal = lowest(left)
            left &= left - 1
            # four independent sums, so that additions need not wait for each other
            a, b, c, d = 0, 0, 0, 0
            for slot in range(game.starts[diagonal], game.starts[diagonal + 1], 4):
                a += worth[parts[slot] >> shift]
                b += worth[parts[slot + 1] >> shift]
                c += worth[parts[slot + 2] >> shift]
                d += worth[parts[slot + 3] >> shift]
            value = (a + b) + (c + d)
            if kept == width and value >= listed[kept - 1, 0]:
                continue
            place = min(kept, width - 1)
            while place > 0 and listed[place - 1, 0] > value:
                listed[place, 0], listed[place, 1] = listed[place - 1, 0], listed[place - 1, 1]
                place -= 1
            listed[place, 0], listed[place, 1] = value, colour << 8 | diagonal
            kept += kept < width
    return kept


@kernel
def choose_ahead(game: Game, ahead: Ahead, elements: Elements, begin: int, n: int, used: int, unused: int) -> int:
    """Query at a set of more than 63 codes: colour << 8 | diagonal; NO_QUERY if no query splits it.

    Args:
        game, ahead: tables.
        elements: rows begin to begin + n - 1 are the set; as many rows behind it are free as its parts can have.
        used: colours used.
        unused: mask of the unused diagonals.
    """
    codes, shift = n * factorial(elements.shape[1] - used), 0
    while codes >> shift >= ahead.worth.shape[0]:
        shift += 1
    listed = list_queries(game, ahead, elements, begin, n, used, unused, shift, ahead.listed)
    if listed <= 1:
        return int(ahead.listed[0, 1]) if listed else NO_QUERY
    least, query = FAR * UNIT, NO_QUERY
    for place in range(listed):
        asked = ahead.listed[place, 1]
        value = _value_ahead(game, ahead, elements, begin, n, used, unused, shift, asked, least)
        if value < least:
            least, query = value, asked
    return int(query)


@inlined
def _value_ahead(
    game: Game,
    ahead: Ahead,
    elements: Elements,
    begin: int,
    n: int,
    used: int,
    unused: int,
    shift: int,
    query: int,
    limit: int,
) -> int:
    """Sum of the costs of a query's parts, if it is below the limit."""
    last_column = elements.shape[1] - 1 if query >> 8 == used else query >> 8
    now_used = used + (query >> 8 == used)
    found = split(game, ahead, elements, begin, n, query >> 8, last_column, query & 0xFF)
    value, low = 0, begin + n
    for i in range(found):
        # rows up to here
        high = ahead.by_answer[ahead.answers[i]]
        ahead.by_answer[ahead.answers[i]] = 0
        if value < limit:
            value += _part_value(
                game, ahead, elements, low, high - low, now_used, unused & ~(1 << (query & 0xFF)), shift
            )
        low = high
    return value


@kernel
def split(
    game: Game, ahead: Ahead, elements: Elements, begin: int, n: int, colour: int, last_column: int, diagonal: int
) -> int:
    """Write the parts of a set behind it, in the order of `answers`; `by_answer` gives the end of each. Returns their number."""
    by_answer, seen, shown = ahead.by_answer, ahead.answers, game.answers[:, diagonal]
    found = count_answers(elements, begin, n, colour, last_column, shown, by_answer, seen)
    place = begin + n
    for i in range(found):
        size = by_answer[seen[i]]
        by_answer[seen[i]] = place
        place += size
    for element in range(begin, begin + n):
        for column in range(colour, last_column + 1):
            answer = shown[elements[element, column]]
            copy_element(elements, by_answer[answer], element, colour, column)
            by_answer[answer] += 1
    return found


@kernel
def _part_value(
    game: Game, ahead: Ahead, elements: Elements, begin: int, n: int, used: int, unused: int, shift: int
) -> int:
    """Cost of a part."""
    few, ways = ahead.few, factorial(elements.shape[1] - used)
    codes = n * ways
    if codes == 1:
        return 0
    if codes <= MOST:
        written = write_codes(few, elements, begin, n, used, ways)
        one, two = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
        return UNIT * solve(few, (1 << written) - 1, one, two, used, QUICK, FAR) >> shift
    if list_queries(game, ahead, elements, begin, n, used, unused, shift, ahead.best) == 0:
        return UNIT * codes >> shift
    return (UNIT * codes >> shift) + int(ahead.best[0, 0])
