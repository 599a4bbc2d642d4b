"""Choice of a query by looking two queries ahead, the improved strategy of large variants at sets that are not large.

Sets of more than 63 codes:

A set of n codes is estimated to cost n (1 + log2(n) / 3), as if every query had eight equally likely answers; one code costs 0.
A query's first value is the sum of the estimates of its parts. The few queries of least first value are tried, of equal ones the
first by colour and diagonal. The cost of each part is then

- of at most 63 codes: the cost-to-go under the best strategy that tries `QUICK` queries per set (see `solve`);
- of more codes: their number, plus the least first value of the queries on the part.

The query of least sum is asked; of several, the first one tried. All values are integers. The estimates of a set of a million
codes or more use sizes divided by a power of two, which leaves the order of its queries as it is but for rounding.

"""

from functools import lru_cache
from math import factorial as factorial_of
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.elements import Elements, factorial, split
from tafelwerk.solvers.beams.entropy_choice import Game, PartWeights, Scratch, make_game, make_scratch, weigh_queries
from tafelwerk.solvers.beams.entropy_few_codes import NO_QUERY
from tafelwerk.solvers.beams.entropy_queries import Query
from tafelwerk.solvers.beams.lookahead_few_codes import (
    FAR,
    MOST,
    Few,
    make_few,
    open_lanes,
    query_few,
    solve,
    write_codes,
)
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel

WIDTH, TRIES, QUICK = 4, 10, 4
"""Number of queries tried at a set of more than 63 codes, at a smaller one, and at a smaller one within an estimate."""

BITS = 16
"""Bits of a logarithm after the point."""

UNIT = 3 << BITS
"""Value of one query."""

MOST_WORTH = 1 << 20
"""Largest number of codes whose estimate is in the table."""


class Ahead(NamedTuple):
    """Tables and scratch for looking ahead.

    Attributes:
        worth: int64 (., ): estimates by number of codes, see `make_worth`.
        shift: int64 (1,): sizes of parts are divided by 1 << shift[0].
        sums: int64 (colours, diagonals): first values of queries.
        candidates: int64 (WIDTH, 2): first values and queries, colour << 8 | diagonal.
        best: int64 (1, 2): the same for the best query on a part.
        few: tables and scratch for small sets.
    """

    worth: NDArray[np.int64]
    shift: NDArray[np.int64]
    sums: NDArray[np.int64]
    candidates: NDArray[np.int64]
    best: NDArray[np.int64]
    few: Few


@lru_cache(maxsize=2)
def make_ahead(problem: Problem) -> Ahead:
    """Tables and scratch of a variant; cached for the latest problems."""
    return Ahead(
        worth=make_worth(min(problem.codes, MOST_WORTH)),
        shift=np.zeros(1, np.int64),
        sums=np.zeros((problem.variant.colours, len(problem.diagonals)), np.int64),
        candidates=np.zeros((WIDTH, 2), np.int64),
        best=np.zeros((1, 2), np.int64),
        few=make_few(problem),
    )


def make_worth(most: int) -> NDArray[np.int64]:
    """Estimated cost-to-go of 0 to `most` codes, in 1 / UNIT queries; the same on every machine.

    Logarithms are truncated to BITS bits after the point. Bit by bit: the square of a number from 1 to 2 is 2 or more if the next
    bit of its logarithm is set.
    """
    size = np.arange(most + 1, dtype=np.uint64)
    exponent = np.array([max(n.bit_length() - 1, 0) for n in range(most + 1)], np.uint64)
    # in 1 / 2^31
    number = size << (np.uint64(31) - exponent)
    logarithm = exponent
    for _ in range(BITS):
        number = number * number >> np.uint64(31)
        bit = number >> np.uint64(32)
        number >>= bit
        logarithm = logarithm << np.uint64(1) | bit
    worth = size.astype(np.int64) * (UNIT + logarithm.astype(np.int64))
    worth[:2] = 0
    return worth


@kernel
def _list_least(
    game: Game,
    ahead: Ahead,
    scratch: Scratch,
    elements: Elements,
    begin: int,
    n: int,
    colours_asked: int,
    unused: int,
    candidates: NDArray[np.int64],
) -> int:
    """List the queries of least first value that split a set, as many as there is room for, ascending. Returns their number.

    Args:
        game, ahead, scratch: tables and scratch.
        elements, begin, n, colours_asked, unused: as for `choose_ahead`.
        candidates: int64 (width, 2): filled with first values and queries.
    """
    colours, width, written = elements.shape[1], candidates.shape[0], 0
    unit = factorial(max(colours - colours_asked - 1, 0))
    table = PartWeights(ahead.worth, ahead.sums, False, unit, ahead.shift[0])
    weigh_queries(game, scratch, table, elements, begin, n, colours_asked, unused)
    for colour in range(colours):
        left = scratch.candidates[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            value = ahead.sums[colour, diagonal]
            if written == width and value >= candidates[written - 1, 0]:
                continue
            row = min(written, width - 1)
            while row > 0 and candidates[row - 1, 0] > value:
                candidates[row, 0], candidates[row, 1] = candidates[row - 1, 0], candidates[row - 1, 1]
                row -= 1
            candidates[row, 0], candidates[row, 1] = value, colour << 8 | diagonal
            written += written < width
    return written


@kernel
def choose_ahead(
    game: Game, ahead: Ahead, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int, unused: int
) -> int:
    """Query at a set of more than 63 codes: colour << 8 | diagonal; NO_QUERY if no query splits it.

    Args:
        game, ahead, scratch: tables and scratch.
        elements: rows begin to begin + n - 1 are the set; as many rows behind it are free as its parts can have.
        begin, n: see `elements`.
        colours_asked: number of colours asked for.
        unused: mask of the unused diagonals.
    """
    codes = n * factorial(elements.shape[1] - colours_asked)
    ahead.shift[0] = 0
    while codes >> ahead.shift[0] >= ahead.worth.shape[0]:
        ahead.shift[0] += 1
    written = _list_least(game, ahead, scratch, elements, begin, n, colours_asked, unused, ahead.candidates)
    if written <= 1:
        return int(ahead.candidates[0, 1]) if written else NO_QUERY
    least, best = FAR * UNIT, NO_QUERY
    for row in range(written):
        query = ahead.candidates[row, 1]
        colour, diagonal, value, low = query >> 8, query & 0xFF, 0, begin + n
        ends, seen = scratch.by_answer, scratch.answers
        parts = split(elements, begin, n, colour, colours_asked, game.answers[:, diagonal], ends, seen)
        now_used, left = colours_asked + (colour == colours_asked), unused & ~(1 << diagonal)
        for i in range(parts):
            high = ends[seen[i]]
            ends[seen[i]] = 0
            if value < least:
                value += _part_value(game, ahead, scratch, elements, low, high - low, now_used, left)
            low = high
        if value < least:
            least, best = value, query
    return int(best)


@kernel
def _part_value(
    game: Game, ahead: Ahead, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int, unused: int
) -> int:
    """Cost of a part."""
    few, shift, ways = ahead.few, int(ahead.shift[0]), factorial(elements.shape[1] - colours_asked)
    codes = n * ways
    if codes == 1:
        return 0
    if codes <= MOST:
        written = write_codes(few, elements, begin, n, colours_asked, ways)
        low, high = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
        return UNIT * solve(few, (1 << written) - 1, low, high, colours_asked, QUICK, FAR) >> shift
    if _list_least(game, ahead, scratch, elements, begin, n, colours_asked, unused, ahead.best) == 0:
        return UNIT * codes >> shift
    return (UNIT * codes >> shift) + int(ahead.best[0, 0])


def query_ahead(problem: Problem, elements: Elements, colours_asked: int, diagonals: int) -> Query | None:
    """Query of the improved strategy at a set of two codes or more that is not large; None if no query splits it.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        colours_asked: number of colours asked for.
        diagonals: mask of the diagonals used.
    """
    game, ahead, (n, colours) = make_game(problem), make_ahead(problem), elements.shape
    ways, unused = factorial_of(colours - colours_asked), ((1 << len(problem.diagonals)) - 1) & ~diagonals
    if n * ways <= MOST:
        query = int(query_few(ahead.few, elements, 0, n, colours_asked, ways, unused, TRIES))
    else:
        room = np.zeros((n * (1 + max(colours - colours_asked, 1)), colours), np.uint16)
        room[:n] = elements
        scratch = make_scratch(problem, game)
        query = int(choose_ahead(game, ahead, scratch, room, 0, n, colours_asked, unused))
    return None if query == NO_QUERY else (query >> 8, query & 0xFF)
