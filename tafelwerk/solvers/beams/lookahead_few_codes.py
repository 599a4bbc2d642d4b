"""Cost-to-go of a set of few codes under the best strategy that tries few queries per set, with all queries in two machine words.

A lane is a query: a colour and a diagonal. The lanes in which two codes give different answers are a mask of two words, one per
half of the colours. The lanes in which a code is alone with its answer are the intersection of its masks with all other codes. So
one pass over the pairs of a set tells

- which queries distinguish all n codes: the cost-to-go is then n, the least possible;
- how many codes each query isolates: with k of them its total is at least 2 n - k, since every other code takes another query; it
  is equal to 2 n - k if every part of several codes is distinguished by one more query;
- how many parts each query makes.

The queries with the most parts are tried, of those with equally many parts the ones that isolate most codes, then the first by
colour and diagonal. Of tried queries with equal totals the first is asked. Branch and bound leaves out parts of the search that
cannot change the result. Where no query splits a set, one of its codes is guessed, with the fewest wrong fields over all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.elements import Elements, piece_orders
from tafelwerk.solvers.beams.entropy_few_codes import NO_QUERY
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.vectors import BLOCK, HALF, LANES, copy_block, differing

MOST = 63
"""Largest number of codes of a set."""

FAR = 1 << 40
"""A limit above every cost-to-go."""

GUESS = -1
"""Value in place of a lane where a code is guessed."""

_PLANES, _SCORE_PLANES = 6, 9
"""Bits of the number of codes that a lane isolates, and of a lane's score."""

_PART_PLANE = 2
"""A lane's score is the number of codes that it isolates, plus 1 << _PART_PLANE for each of its parts."""


class Few(NamedTuple):
    """A variant, the current codes, and scratch; D diagonals.

    Attributes:
        per_word: colours per word.
        answers: uint8 (pieces, BLOCK): answer of each diagonal for a piece, then zeros.
        masks: int64 (pieces,): fields of the pieces.
        lines: int64 (D,): lanes of a diagonal, in either word.
        askable: int64 (colours + 1, 2): lanes of the colours that may be asked for, by number of colours used.
        orders: see `elements.piece_orders`.
        rows: uint8 (MOST * LANES + BLOCK,): answers of the codes by lane.
        codes: uint16 (MOST, colours): pieces of the codes.
        apart: int64 (MOST, MOST, 2): lanes in which two codes differ.
        alone: int64 (D + 1, MOST, 2): lanes in which a code is alone, by number of diagonals used.
        isolated: int64 (D + 1, 6, 2): bits of the number of isolated codes per lane, likewise.
        scores: int64 (D + 1, 9, 2): bits of the score per lane, likewise.
        below: int64 (6, 2): as `isolated`, for a part.
        parts: int64 (D + 1, MOST, 2): undecided parts of the current lane, and their lower bounds, likewise.
        best: int64 (1,): the best lane, or GUESS.
    """

    per_word: int
    answers: NDArray[np.uint8]
    masks: NDArray[np.int64]
    lines: NDArray[np.int64]
    askable: NDArray[np.int64]
    orders: NDArray[np.int64]
    rows: NDArray[np.uint8]
    codes: NDArray[np.uint16]
    apart: NDArray[np.int64]
    alone: NDArray[np.int64]
    isolated: NDArray[np.int64]
    scores: NDArray[np.int64]
    below: NDArray[np.int64]
    parts: NDArray[np.int64]
    best: NDArray[np.int64]


def make_few(problem: Problem) -> Few:
    """Tables and scratch for a variant; each half of its colours has at most 63 lanes."""
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    per_word = -(-colours // 2)
    assert max(per_word * diagonals + 1, 2 * diagonals) <= HALF, "the lanes do not fit two words"
    answers = np.zeros((len(problem.pieces), BLOCK), np.uint8)
    answers[:, :diagonals] = problem.answers
    askable = np.zeros((colours + 1, 2), np.int64)
    for colours_asked in range(colours + 1):
        for colour in range(min(colours_asked + 1, colours)):
            half, position = divmod(colour, per_word)
            askable[colours_asked, half] |= ((1 << diagonals) - 1) << diagonals * position
    depths = diagonals + 1
    return Few(
        per_word=per_word,
        answers=answers,
        masks=problem.pieces,
        lines=np.array(
            [sum(1 << diagonals * c + line for c in range(per_word)) for line in range(diagonals)], np.int64
        ),
        askable=askable,
        orders=piece_orders(),
        rows=np.zeros(MOST * LANES + BLOCK, np.uint8),
        codes=np.zeros((MOST, colours), np.uint16),
        apart=np.zeros((MOST, MOST, 2), np.int64),
        alone=np.zeros((depths, MOST, 2), np.int64),
        isolated=np.zeros((depths, _PLANES, 2), np.int64),
        scores=np.zeros((depths, _SCORE_PLANES, 2), np.int64),
        below=np.zeros((_PLANES, 2), np.int64),
        parts=np.zeros((depths, MOST, 2), np.int64),
        best=np.zeros(1, np.int64),
    )


@kernel
def write_codes(few: Few, elements: Elements, begin: int, n: int, colours_asked: int, ways: int) -> int:
    """Write the codes of a set and compare them. Returns their number, at most MOST.

    Args:
        few: tables of the variant.
        elements: rows begin to begin + n - 1 are the set.
        colours_asked: number of colours asked for.
        ways: codes per element.
    """
    colours, diagonals = elements.shape[1], few.lines.shape[0]
    written, spare = 0, colours - colours_asked
    for element in range(begin, begin + n):
        for order in range(ways):
            for colour in range(colours):
                column = colour
                if spare > 1 and colour >= colours_asked:
                    column = colours_asked + few.orders[spare, order, colour - colours_asked]
                piece = elements[element, column]
                few.codes[written, colour] = piece
                lane = colour // few.per_word * HALF + colour % few.per_word * diagonals
                copy_block(few.rows, written * LANES + lane, few.answers, piece * BLOCK)
            written += 1
    for half in range(2):
        every = few.askable[colours, half]
        for code in range(written):
            for other in range(code + 1, written):
                lanes = differing(few.rows, code, other, half) & every
                few.apart[code, other, half] = few.apart[other, code, half] = lanes
    return written


@inlined
def open_lanes(few: Few, unused: int, half: int) -> int:
    """Lanes of a word on some diagonals, given as a mask."""
    lanes = 0
    while unused:
        lanes |= few.lines[lowest(unused)]
        unused &= unused - 1
    return int(lanes & few.askable[few.askable.shape[0] - 1, half])


@inlined
def lane_colour(few: Few, lane: int) -> int:
    """Colour of a lane."""
    return int(lane // HALF * few.per_word + lane % HALF // few.lines.shape[0])


@inlined
def lane_diagonal(few: Few, lane: int) -> int:
    """Diagonal of a lane."""
    return int(lane % HALF % few.lines.shape[0])


@inlined
def _part_of(few: Few, first: int, others: int, half: int, shift: int) -> int:
    """A code with those of some others that give the same answer in a lane."""
    part = 1 << first
    while others:
        other = lowest(others)
        others &= others - 1
        if not few.apart[first, other, half] >> shift & 1:
            part |= 1 << other
    return part


@inlined
def _distinguish_all(few: Few, left: int, low: int, high: int) -> bool:
    """Whether one of some lanes distinguishes all codes of a set."""
    while left:
        code = lowest(left)
        left &= left - 1
        others = left
        while others:
            other = lowest(others)
            others &= others - 1
            low &= few.apart[code, other, 0]
            high &= few.apart[code, other, 1]
            if low | high == 0:
                return False
    return True


@inlined
def _add(planes: NDArray[np.int64], plane: int, low: int, high: int) -> None:
    """Add 1 << plane to the numbers of some lanes; the bits of these numbers are in `planes`."""
    while low | high:
        carry, carry_too = planes[plane, 0] & low, planes[plane, 1] & high
        planes[plane, 0] ^= low
        planes[plane, 1] ^= high
        low, high = carry, carry_too
        plane += 1


@inlined
def _most(planes: NDArray[np.int64], low: int, high: int) -> tuple[int, int, int]:
    """The greatest number of some lanes, and the lanes that have it."""
    most = 0
    for plane in range(planes.shape[0] - 1, -1, -1):
        here, there = planes[plane, 0] & low, planes[plane, 1] & high
        if here | there:
            low, high = here, there
            most |= 1 << plane
    return most, low, high


@inlined
def _lowest_lane(low: int, high: int) -> int:
    """The lowest of some lanes."""
    return lowest(low) if low else HALF + lowest(high)


@inlined
def _depth(few: Few, low: int) -> int:
    """Number of diagonals used, from the lanes of the first word on the others."""
    diagonals = few.lines.shape[0]
    return int(diagonals - count(low & ((1 << diagonals) - 1)))


@inlined
def _survey(few: Few, left: int, low: int, high: int, colours_asked: int) -> tuple[int, int]:
    """Write the lanes in which each code of a set is alone, numbers and scores of the lanes. Returns the lanes that split it."""
    apart, depth = few.apart, _depth(few, low)
    alone, isolated, scores = few.alone[depth], few.isolated[depth], few.scores[depth]
    low, high = low & few.askable[colours_asked, 0], high & few.askable[colours_asked, 1]
    isolated[:] = 0
    scores[:] = 0
    first, splits, splits_too, unvisited = lowest(left), 0, 0, left
    while unvisited:
        code = lowest(unvisited)
        unvisited &= unvisited - 1
        splits |= apart[first, code, 0]
        splits_too |= apart[first, code, 1]
        here, there, others = low, high, left & ((1 << code) - 1)
        while others and here | there:
            other = lowest(others)
            others &= others - 1
            here &= apart[code, other, 0]
            there &= apart[code, other, 1]
        # here the code is the first of its part
        _add(scores, _PART_PLANE, here, there)
        others = unvisited
        while others and here | there:
            other = lowest(others)
            others &= others - 1
            here &= apart[code, other, 0]
            there &= apart[code, other, 1]
        alone[code, 0], alone[code, 1] = here, there
        _add(isolated, 0, here, there)
        _add(scores, 0, here, there)
    return splits & low, splits_too & high


@inlined
def _least_bound(size: int) -> int:
    """Lower bound of the cost-to-go of a set that no query distinguishes, from its number of codes.

    Two codes that no query splits differ in at least two fields. Of three, one takes a second query, or two are guessed wrong.
    """
    return size if size == 2 else size + 1 if size == 3 else size + 2


@kernel
def _bound(few: Few, left: int, size: int, low: int, high: int) -> int:
    """Lower bound of the cost-to-go of four codes or more that no query distinguishes, from the codes that queries isolate."""
    apart, isolated = few.apart, few.below
    isolated[:] = 0
    unvisited = left
    while unvisited:
        code = lowest(unvisited)
        unvisited &= unvisited - 1
        here, there, others = low, high, left ^ (1 << code)
        while others and here | there:
            other = lowest(others)
            others &= others - 1
            here &= apart[code, other, 0]
            there &= apart[code, other, 1]
        _add(isolated, 0, here, there)
    # a guess is wrong in two fields at least for all codes but one
    return 2 * size - max(2, _most(isolated, low, high)[0])


@kernel
def guess_few(few: Few, left: int) -> int:
    """Wrong fields of the best guess, summed over a set; its number is written to `best`."""
    least, guesses = FAR, left
    while guesses:
        guess = lowest(guesses)
        guesses &= guesses - 1
        total, others = 0, left
        while others:
            total += wrong_fields(few, guess, lowest(others))
            others &= others - 1
        if total < least:
            least, few.best[0] = total, guess
    return least


@kernel
def wrong_fields(few: Few, guess: int, code: int) -> int:
    """Wrong fields of a guess."""
    wrong = 0
    for colour in range(few.codes.shape[1]):
        wrong += count(few.masks[few.codes[guess, colour]] & ~few.masks[few.codes[code, colour]])
    return wrong


@inlined
def _ask(few: Few, left: int, low: int, high: int, lane: int, limit: int) -> tuple[int, int]:
    """Divide a set by a query, and list the parts that no bound decides. Returns the sum of the bounds of all parts with the cost
    of the query, or a sum that is not below the limit, and the number of parts listed."""
    depth, size = _depth(few, low), count(left)
    alone, parts = few.alone[depth], few.parts[depth]
    half, shift = lane // HALF, lane % HALF
    lone = 0
    for plane in range(_PLANES):
        lone |= (few.isolated[depth, plane, half] >> shift & 1) << plane
    total, written = 2 * size - lone, 0
    unasked = ~few.lines[lane_diagonal(few, lane)]
    low, high = low & unasked, high & unasked
    several, unvisited = 0, left
    while unvisited and total < limit:
        code = lowest(unvisited)
        unvisited &= unvisited - 1
        if not alone[code, half] >> shift & 1:
            several |= 1 << code
    while several and total < limit:
        first = lowest(several)
        several &= several - 1
        part = _part_of(few, first, several, half, shift)
        several &= ~part
        if not _distinguish_all(few, part, low, high):
            size = count(part)
            parts[written, 0], parts[written, 1] = part, _least_bound(size)
            total += parts[written, 1] - size
            written += 1
    for index in range(written):
        size = count(parts[index, 0])
        if size > 4 and total < limit:
            bound = _bound(few, parts[index, 0], size, low, high)
            total += bound - parts[index, 1]
            parts[index, 1] = bound
    return total, written


@kernel
def solve(few: Few, left: int, low: int, high: int, colours_asked: int, tries: int, limit: int) -> int:
    """Cost-to-go of a set if it is below the limit; otherwise a lower bound of it that is at least the limit.

    Args:
        few: tables; the codes are written.
        left: the set, as a mask of two codes or more.
        low, high: lanes on unused diagonals.
        colours_asked: number of colours asked for.
        tries: number of queries tried per set.
        limit: above 0. If the cost-to-go is below it, the query is written to `best`.
    """
    depth, size, best = _depth(few, low), count(left), GUESS
    splits, splits_too = _survey(few, left, low, high, colours_asked)
    most, here, there = _most(few.isolated[depth], splits, splits_too)
    # a lower bound of every total, and the least total so far
    floor, value = 2 * size - most, limit
    if splits | splits_too == 0:
        value = guess_few(few, left)
    elif most == size:
        value, best = size, _lowest_lane(here, there)
    elif floor >= limit:
        value = floor
    for _ in range(tries):
        if floor >= value or splits | splits_too == 0:
            break
        _, here, there = _most(few.scores[depth], splits, splits_too)
        lane = _lowest_lane(here, there)
        if lane < HALF:
            splits ^= 1 << lane
        else:
            splits_too ^= 1 << lane % HALF
        total, number = _ask(few, left, low, high, lane, value)
        unasked, asked = ~few.lines[lane_diagonal(few, lane)], max(colours_asked, lane_colour(few, lane) + 1)
        for index in range(number):
            if total >= value:
                break
            part, bound = few.parts[depth, index, 0], few.parts[depth, index, 1]
            total += solve(few, part, low & unasked, high & unasked, asked, tries, value - total + bound) - bound
        if total < value:
            value, best = total, lane
    few.best[0] = best
    return value


@kernel
def query_few(
    few: Few, elements: Elements, begin: int, n: int, colours_asked: int, ways: int, unused: int, tries: int
) -> int:
    """Query at a set of 2 to MOST codes: colour << 8 | diagonal; NO_QUERY if no query splits it.

    Args:
        few: tables.
        elements, begin, n, colours_asked, ways: as for `write_codes`.
        unused: mask of the unused diagonals.
        tries: number of queries tried per set.
    """
    written = write_codes(few, elements, begin, n, colours_asked, ways)
    solve(few, (1 << written) - 1, open_lanes(few, unused, 0), open_lanes(few, unused, 1), colours_asked, tries, FAR)
    lane = few.best[0]
    return NO_QUERY if lane == GUESS else lane_colour(few, lane) << 8 | lane_diagonal(few, lane)


@kernel
def count_costs(
    few: Few, left: int, low: int, high: int, colours_asked: int, tries: int, depth: int, spent: NDArray[np.int64]
) -> None:
    """Count the codes of a set by their costs.

    Args:
        few: tables; the codes are written.
        left, low, high, colours_asked, tries: as for `solve`.
        depth: queries asked before.
        spent: int64 (queries, wrong fields): the numbers of codes are added.
    """
    value, lane = solve(few, left, low, high, colours_asked, tries, FAR), few.best[0]
    if lane == GUESS:
        guess_few(few, left)
        guess = few.best[0]
        while left:
            spent[depth, wrong_fields(few, guess, lowest(left))] += 1
            left &= left - 1
        return
    half, shift, size, alone = lane // HALF, lane % HALF, count(left), few.alone[_depth(few, low)]
    unvisited = left
    while unvisited:
        code = lowest(unvisited)
        unvisited &= unvisited - 1
        if alone[code, half] >> shift & 1:
            left ^= 1 << code
    several = count(left)
    spent[depth + 1, 0] += size - several
    if value == size + several:
        # one more query distinguishes each part
        spent[depth + 2, 0] += several
        return
    unasked, asked = ~few.lines[lane_diagonal(few, lane)], max(colours_asked, lane_colour(few, lane) + 1)
    while left:
        first = lowest(left)
        left &= left - 1
        part = _part_of(few, first, left, half, shift)
        left &= ~part
        count_costs(few, part, low & unasked, high & unasked, asked, tries, depth + 1, spent)
