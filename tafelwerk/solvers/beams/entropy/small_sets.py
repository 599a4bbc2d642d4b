"""Sets of two and three codes, without marginals: which diagonals tell two pieces apart is a mask.

With at most one colour unused an element is a code. Two codes are told apart or not; of three the queries that tell all apart
have the greatest entropy of any order, then those that tell one from the others.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.rules.problem import FIELD_BITS
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel

MOST_CODES = 3
NO_QUERY = -1
ALL_APART = 1 << 16


@kernel
def differ(fields: int, crossing: NDArray[np.int64]) -> int:
    """The diagonals that cross a set of fields, as a mask; what they show differs for pieces that differ in these fields."""
    found: int = 0
    for group in range(crossing.shape[0]):
        found |= crossing[group, (fields >> (FIELD_BITS * group)) & ((1 << FIELD_BITS) - 1)]
    return found


@kernel
def first_of(best: NDArray[np.int64], colours: int, by_diagonal: bool) -> int:
    """The first of some queries: colour << 8 | diagonal.

    Args:
        best: (colours or more,): the diagonals of each colour's, as masks; one at least.
        colours: how many there are.
        by_diagonal: the first is that of the least diagonal, else that of the least colour.
    """
    first, least = NO_QUERY, 64
    for colour in range(colours):
        if best[colour]:
            diagonal = lowest(best[colour])
            if diagonal < least:
                first, least = colour << 8 | diagonal, diagonal
            if not by_diagonal:
                break
    return first


@kernel
def first_query(
    elements: NDArray[np.uint16],
    begin: int,
    n: int,
    unused: int,
    by_diagonal: bool,
    pieces: NDArray[np.int64],
    crossing: NDArray[np.int64],
) -> int:
    """The first query of the greatest entropy on two or three codes.

    Args:
        elements: all of them, (room, colours).
        begin: where the set begins.
        n: its codes, 2 or 3.
        unused: mask of the diagonals not yet used.
        by_diagonal: the first is that of the least diagonal, else that of the least colour.
        pieces: masks of fields.
        crossing: see `problem.Problem`.

    Returns:
        colour << 8 | diagonal, and ALL_APART where it tells all codes apart; NO_QUERY where no query splits the set.
    """
    colours = elements.shape[1]
    best, whole = NO_QUERY, False
    for colour in range(colours):
        one, two = pieces[elements[begin, colour]], pieces[elements[begin + 1, colour]]
        some = all_apart = differ(one ^ two, crossing) & unused
        if n == MOST_CODES:
            three = pieces[elements[begin + 2, colour]]
            others = differ(one ^ three, crossing) & unused
            last = differ(two ^ three, crossing) & unused
            all_apart &= others & last
            some |= others | last
        if all_apart and not whole:
            whole, best = True, NO_QUERY
        here = all_apart if whole else some
        if here:
            diagonal = lowest(here)
            if best == NO_QUERY or (by_diagonal and diagonal < best & 0xFF):
                best = colour << 8 | diagonal
            if whole and not by_diagonal:
                break
    return best | ALL_APART if whole else best
