"""The loop of the analysis: depth first over the sets of codes that the strategy leaves, without recursion.

All elements are in one arena. A set is popped from a stack, its query is chosen, its parts are written behind it and pushed. The
last part is processed first, so the space behind a set is free. Sets of at most 63 codes are finished at once, see `few`.

The loop can be left and re-entered between two sets: when its budget is spent, and when an array is too small.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy.few_codes import NO_QUERY
from tafelwerk.solvers.beams.entropy.workspace import Game
from tafelwerk.solvers.beams.lookahead.choose import TRIES, Ahead, choose_ahead, split
from tafelwerk.solvers.beams.lookahead.few import MOST, count_costs, open_lanes, write_codes
from tafelwerk.solvers.beams.rules.elements import Elements, best_guess, copy_element, factorial
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import inlined, kernel

DONE, PAUSED, NO_ROOM = range(3)
"""Return codes of `run`."""

OFFSET, SIZE, USED, UNUSED, DEPTH = range(5)
"""Columns of the stack: first element, number of elements, colours used, mask of the unused diagonals, number of queries."""

COLUMNS = 5


class Open(NamedTuple):
    """State of the loop.

    Attributes:
        elements: uint16 (rows, colours): the sets.
        stack: int64 (height, COLUMNS): open sets.
        top: int64 (2,): open sets, sets analysed.
        spent: int64 (queries, fields + 1): codes by queries and wrong fields.
        guess: int64 (1,): scratch.
    """

    elements: Elements
    stack: NDArray[np.int64]
    top: NDArray[np.int64]
    spent: NDArray[np.int64]
    guess: NDArray[np.int64]


@kernel
def run(game: Game, ahead: Ahead, work: Open, budget: int) -> int:
    """Process the stack of open sets until it is empty, the budget of elements is spent, or an array is too small.

    Returns:
        DONE, PAUSED or NO_ROOM.
    """
    elements, stack, top, few = work.elements, work.stack, work.top, ahead.few
    colours = elements.shape[1]
    while top[0] > 0:
        if budget <= 0:
            return PAUSED
        node = stack[top[0] - 1]
        begin, n, used, unused, depth = node[OFFSET], node[SIZE], node[USED], node[UNUSED], node[DEPTH]
        ways = factorial(colours - used)
        codes = n * ways
        if codes <= MOST:
            if codes == 1:
                work.spent[depth, 0] += 1
            else:
                written = write_codes(few, elements, begin, n, used, ways)
                one, two = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
                count_costs(few, (1 << written) - 1, one, two, used, TRIES, depth, work.spent)
            top[0] -= 1
            top[1] += 1
            budget -= n
            continue
        if begin + n * (1 + max(colours - used, 1)) > elements.shape[0]:
            return NO_ROOM
        if top[0] + ahead.answers.shape[0] > stack.shape[0]:
            return NO_ROOM
        query = choose_ahead(game, ahead, elements, begin, n, used, unused)
        if query != NO_QUERY:
            _push(game, ahead, work, query)
        elif ways > 1:
            # no query distinguishes the uncoloured pieces: their colourings are separate codes
            place = begin + n
            for element in range(begin, begin + n):
                for column in range(used, colours):
                    copy_element(elements, place, element, used, column)
                    place += 1
            node[OFFSET], node[SIZE], node[USED] = begin + n, n * (colours - used), used + 1
        else:
            _guess(game, work, begin, n, depth)
            top[0] -= 1
        top[1] += 1
        budget -= n
    return DONE


@inlined
def _push(game: Game, ahead: Ahead, work: Open, query: int) -> None:
    """Replace the set on top by the parts of a query."""
    stack, top = work.stack, work.top
    node = stack[top[0] - 1]
    begin, n, used = node[OFFSET], node[SIZE], node[USED]
    unused, depth = node[UNUSED] & ~(1 << (query & 0xFF)), node[DEPTH] + 1
    new = query >> 8 == used
    last_column = work.elements.shape[1] - 1 if new else query >> 8
    found = split(game, ahead, work.elements, begin, n, query >> 8, last_column, query & 0xFF)
    top[0] -= 1
    low = begin + n
    for i in range(found):
        high = ahead.by_answer[ahead.answers[i]]
        ahead.by_answer[ahead.answers[i]] = 0
        part = stack[top[0]]
        part[OFFSET], part[SIZE], part[USED], part[UNUSED], part[DEPTH] = low, high - low, used + new, unused, depth
        top[0] += 1
        low = high


@inlined
def _guess(game: Game, work: Open, begin: int, n: int, depth: int) -> None:
    """Count the codes of a set of single codes that no query splits."""
    elements, pieces = work.elements, game.pieces
    best_guess(pieces, elements, begin, n, elements.shape[1], work.guess)
    for code in range(begin, begin + n):
        wrong = 0
        for colour in range(elements.shape[1]):
            wrong += count(pieces[elements[code, colour]] & ~pieces[elements[work.guess[0], colour]])
        work.spent[depth, wrong] += 1
