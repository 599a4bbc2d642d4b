"""Strategy of large variants that looks two queries ahead: the query at a set, and the cost over all codes.

The improved strategy of large variants: its cost over a part of all codes, and its query at any set.

Sets of more than one in `LARGEST` of all codes are asked as under H_1, ties LEX-c, so the parts of the analysis are those of H_1.
Smaller sets are asked by looking ahead (`choose_ahead`), those of at most 63 codes by a search that tries few queries per set
(`solve`).

Choice of a query at a set of more than 63 codes by looking two queries ahead.

A set of n codes is estimated to cost n (1 + log2(n) / 3), as if every query had eight equally likely answers; one code costs 0.
A query's first value is the sum of the estimates of its parts. The few queries of least first value are tried, of equal ones the
first by colour and diagonal. The cost of each part is then

- of at most 63 codes: the cost-to-go under the best strategy that tries `QUICK` queries per set (see `solve`);
- of more codes: their number, plus the least first value of the queries on the part.

The query of least sum is asked; of several, the first one tried. All values are integers. The estimates of a set of a million
codes or more use sizes divided by a power of two, which leaves the order of its queries as it is but for rounding.

The loop of the analysis: depth first over the sets of codes that the strategy leaves, without recursion.

All elements are in one arena. A set is popped from a stack, its query is chosen, its parts are written behind it and pushed. The
last part is processed first, so the space behind a set is free. Sets of at most 63 codes are finished at once, see `solve`.

The loop can be left and re-entered between two sets: when its budget is spent, and when an array is too small.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.analysis_shares import LARGEST, deal_leaves, make_plan, start_of
from tafelwerk.solvers.beams.elements import Elements, best_guess, copy_element, count_answers, count_pieces, factorial
from tafelwerk.solvers.beams.entropy_analysis import Start
from tafelwerk.solvers.beams.entropy_choice import Game, make_game
from tafelwerk.solvers.beams.entropy_few_codes import NO_QUERY, differ
from tafelwerk.solvers.beams.entropy_queries import Order, Query
from tafelwerk.solvers.beams.lookahead_few_codes import (
    FAR,
    MOST,
    Few,
    count_costs,
    make_few,
    open_lanes,
    query_few,
    solve,
    write_codes,
)
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.machine.bits import count, lowest
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
        candidates: int64 (WIDTH, 2): first values and queries, colour << 8 | diagonal.
        best: int64 (1, 2): the same for the best query on a part.
        few: tables and scratch for small sets.
    """

    worth: NDArray[np.int64]
    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    parts: NDArray[np.int32]
    by_answer: NDArray[np.int32]
    answers: NDArray[np.int32]
    candidates: NDArray[np.int64]
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
        candidates=np.zeros((WIDTH, 2), np.int64),
        best=np.zeros((1, 2), np.int64),
        few=few,
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
def list_queries(
    game: Game,
    ahead: Ahead,
    elements: Elements,
    begin: int,
    n: int,
    colours_asked: int,
    unused: int,
    shift: int,
    candidates: NDArray[np.int64],
) -> int:
    """List the queries of least first value that split a set, as many as there is room for, ascending. Returns their number.

    Args:
        game, ahead: tables.
        elements: rows begin to begin + n - 1 are the set.
        colours_asked: number of colours asked for.
        unused: mask of the unused diagonals.
        shift: sizes of parts are divided by 1 << shift.
        candidates: int64 (width, 2): filled with first values and queries.
    """
    counts, seen, parts, slots, worth = ahead.counts, ahead.seen, ahead.parts, game.slots, ahead.worth
    colours, diagonals, width, written = elements.shape[1], slots.shape[1], candidates.shape[0], 0
    unit = factorial(max(colours - colours_asked - 1, 0))
    for colour in range(min(colours_asked + 1, colours)):
        distinct = count_pieces(
            elements, begin, n, colour, colour if colour < colours_asked else colours - 1, counts, seen
        )
        times = colours - colours_asked if colour < colours_asked < colours else 1
        piece_there: int = game.pieces[seen[0]]
        varying: int = 0
        parts[:] = 0
        for i in range(distinct):
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
    game: Game, ahead: Ahead, elements: Elements, begin: int, n: int, colours_asked: int, unused: int
) -> int:
    """Query at a set of more than 63 codes: colour << 8 | diagonal; NO_QUERY if no query splits it.

    Args:
        game, ahead: tables.
        elements: rows begin to begin + n - 1 are the set; as many rows behind it are free as its parts can have.
        colours_asked: number of colours asked for.
        unused: mask of the unused diagonals.
    """
    codes, shift = n * factorial(elements.shape[1] - colours_asked), 0
    while codes >> shift >= ahead.worth.shape[0]:
        shift += 1
    written = list_queries(game, ahead, elements, begin, n, colours_asked, unused, shift, ahead.candidates)
    if written <= 1:
        return int(ahead.candidates[0, 1]) if written else NO_QUERY
    least, query = FAR * UNIT, NO_QUERY
    for row in range(written):
        candidate = ahead.candidates[row, 1]
        value = _value_ahead(game, ahead, elements, begin, n, colours_asked, unused, shift, candidate, least)
        if value < least:
            least, query = value, candidate
    return int(query)


@inlined
def _value_ahead(
    game: Game,
    ahead: Ahead,
    elements: Elements,
    begin: int,
    n: int,
    colours_asked: int,
    unused: int,
    shift: int,
    query: int,
    limit: int,
) -> int:
    """Sum of the costs of a query's parts, if it is below the limit."""
    last_column = elements.shape[1] - 1 if query >> 8 == colours_asked else query >> 8
    now_used = colours_asked + (query >> 8 == colours_asked)
    parts = split(game, ahead, elements, begin, n, query >> 8, last_column, query & 0xFF)
    value, low = 0, begin + n
    for i in range(parts):
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
    by_answer, seen, answer_of = ahead.by_answer, ahead.answers, game.answers[:, diagonal]
    distinct = count_answers(elements, begin, n, colour, last_column, answer_of, by_answer, seen)
    target = begin + n
    for i in range(distinct):
        size = by_answer[seen[i]]
        by_answer[seen[i]] = target
        target += size
    for element in range(begin, begin + n):
        for column in range(colour, last_column + 1):
            answer = answer_of[elements[element, column]]
            copy_element(elements, by_answer[answer], element, colour, column)
            by_answer[answer] += 1
    return distinct


@kernel
def _part_value(
    game: Game, ahead: Ahead, elements: Elements, begin: int, n: int, colours_asked: int, unused: int, shift: int
) -> int:
    """Cost of a part."""
    few, ways = ahead.few, factorial(elements.shape[1] - colours_asked)
    codes = n * ways
    if codes == 1:
        return 0
    if codes <= MOST:
        written = write_codes(few, elements, begin, n, colours_asked, ways)
        low, high = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
        return UNIT * solve(few, (1 << written) - 1, low, high, colours_asked, QUICK, FAR) >> shift
    if list_queries(game, ahead, elements, begin, n, colours_asked, unused, shift, ahead.best) == 0:
        return UNIT * codes >> shift
    return (UNIT * codes >> shift) + int(ahead.best[0, 0])


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
        begin, n, colours_asked, unused, depth = node[OFFSET], node[SIZE], node[USED], node[UNUSED], node[DEPTH]
        ways = factorial(colours - colours_asked)
        codes = n * ways
        if codes <= MOST:
            if codes == 1:
                work.spent[depth, 0] += 1
            else:
                written = write_codes(few, elements, begin, n, colours_asked, ways)
                low, high = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
                count_costs(few, (1 << written) - 1, low, high, colours_asked, TRIES, depth, work.spent)
            top[0] -= 1
            top[1] += 1
            budget -= n
            continue
        if begin + n * (1 + max(colours - colours_asked, 1)) > elements.shape[0]:
            return NO_ROOM
        if top[0] + ahead.answers.shape[0] > stack.shape[0]:
            return NO_ROOM
        query = choose_ahead(game, ahead, elements, begin, n, colours_asked, unused)
        if query != NO_QUERY:
            _push(game, ahead, work, query)
        elif ways > 1:
            # no query distinguishes the uncoloured pieces: their colourings are separate codes
            target = begin + n
            for element in range(begin, begin + n):
                for column in range(colours_asked, colours):
                    copy_element(elements, target, element, colours_asked, column)
                    target += 1
            node[OFFSET], node[SIZE], node[USED] = begin + n, n * (colours - colours_asked), colours_asked + 1
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
    begin, n, colours_asked = node[OFFSET], node[SIZE], node[USED]
    unused, depth = node[UNUSED] & ~(1 << (query & 0xFF)), node[DEPTH] + 1
    new = query >> 8 == colours_asked
    last_column = work.elements.shape[1] - 1 if new else query >> 8
    parts = split(game, ahead, work.elements, begin, n, query >> 8, last_column, query & 0xFF)
    top[0] -= 1
    low = begin + n
    for i in range(parts):
        high = ahead.by_answer[ahead.answers[i]]
        ahead.by_answer[ahead.answers[i]] = 0
        part = stack[top[0]]
        part[OFFSET], part[SIZE], part[USED], part[UNUSED], part[DEPTH] = (
            low,
            high - low,
            colours_asked + new,
            unused,
            depth,
        )
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


SHARE = 2_000_000
"""Elements processed between two reports."""

Costs = dict[tuple[int, int], int]
"""Number of codes by queries asked and by wrong fields."""


def is_large(problem: Problem, codes: int) -> bool:
    """Whether a set of this many codes is asked as under H_1."""
    return codes * LARGEST > problem.codes


def share_ahead(
    problem: Problem,
    part: int,
    parts: int,
    finished: list[Costs] | None = None,
    report: Callable[[int], None] | None = None,
) -> Costs:
    """Cost of the improved strategy over one part of all codes; the parts have the same sets as those of H_1, ties LEX-c.

    Args:
        problem: the variant.
        part: number of the part, from 1.
        parts: number of parts.
        finished: costs of the part's first sets, by an earlier call; those of the others are appended.
        report: called with the number of codes finished, after each set and from time to time.

    Raises:
        InputError: there is no such part, or there are more parts than sets.
    """
    leaves = make_plan(problem, Fraction(1), Order.COLOUR, LARGEST)
    if not 1 <= part <= parts:
        raise InputError(f"part must be 1 to {parts}, not {part}")
    if parts > len(leaves):
        raise InputError(f"parts must be at most {len(leaves):,}, the number of sets of this strategy, not {parts:,}")
    finished = [] if finished is None else finished
    chosen = deal_leaves(leaves, parts)[part - 1]
    for leaf in chosen[len(finished) :]:
        before = sum(done.codes for done in chosen[: len(finished)])
        within = None if report is None else lambda now, before=before: report(before + now)
        finished.append(analyse_ahead(problem, start_of(problem, leaf.history), within))
        if report is not None:
            report(before + leaf.codes)
    spent: Costs = {}
    for costs in finished:
        for cost, codes in costs.items():
            spent[cost] = spent.get(cost, 0) + codes
    return spent


def analyse_ahead(problem: Problem, start: Start, progress: Callable[[int], None] | None = None) -> Costs:
    """Cost of looking ahead over the codes of a set, including the queries asked before.

    Args:
        problem: the variant.
        start: the set.
        progress: called with the number of codes finished.

    Raises:
        InputError: there are no codes in the set.
    """
    if not len(start.elements):
        raise InputError("there is no code to analyse")
    game, ahead = _tables(problem)
    n, colours = len(start.elements), problem.variant.colours
    elements = np.zeros((n * (2 + colours - start.used) + 1024, colours), np.uint16)
    elements[:n] = start.elements
    queries, fields = len(problem.diagonals) + 1, len(problem.board.fields)
    work = Open(
        elements=elements,
        stack=np.zeros((4096, COLUMNS), np.int64),
        top=np.array([1, 0], np.int64),
        spent=np.zeros((start.depth + queries, fields + 1), np.int64),
        guess=np.zeros(1, np.int64),
    )
    work.stack[0] = 0, n, start.used, _unused_diagonals(problem, start.diagonals), start.depth
    while (reason := run(game, ahead, work, SHARE)) != DONE:
        if reason == NO_ROOM:
            work = _grown(work)
        elif progress is not None:
            progress(int(work.spent.sum()))
    return {(int(q), int(w)): int(work.spent[q, w]) for q, w in np.argwhere(work.spent)}


def query_ahead(problem: Problem, start: Start) -> Query | None:
    """Query of the improved strategy at a set of two codes or more that is not large; None if no query splits it."""
    game, ahead = _tables(problem)
    n, used, colours = len(start.elements), start.used, problem.variant.colours
    ways, unused = factorial(colours - used), _unused_diagonals(problem, start.diagonals)
    if n * ways <= MOST:
        query = int(query_few(ahead.few, start.elements, 0, n, used, ways, unused, TRIES))
    else:
        elements = np.zeros((n * (1 + max(colours - used, 1)), colours), np.uint16)
        elements[:n] = start.elements
        query = int(choose_ahead(game, ahead, elements, 0, n, used, unused))
    return None if query == NO_QUERY else (query >> 8, query & 0xFF)


def _unused_diagonals(problem: Problem, diagonals_used: int) -> int:
    return ((1 << len(problem.diagonals)) - 1) & ~diagonals_used


@lru_cache(maxsize=2)
def _tables(problem: Problem) -> tuple[Game, Ahead]:
    """Tables and scratch of a variant; cached for the latest problems."""
    game = make_game(problem)
    return game, make_ahead(game, make_few(problem), problem.codes)


def _grown(work: Open) -> Open:
    """A copy with twice the room."""
    elements, stack = (np.concatenate([array, np.zeros_like(array)]) for array in (work.elements, work.stack))
    return work._replace(elements=elements, stack=stack)
