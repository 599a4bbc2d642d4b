"""The loop of the exact analysis: depth first over the sets of codes that an entropy strategy leaves, without recursion.

All elements lie in one arena. A node is popped from a stack, its query chosen, its children's elements written behind it, and the
children pushed; the one that lies last is taken first, so that what lies behind a node is free. Where the arena has no room for
all children, the node stays below those that it has room for, and has its turn again.

The loop can be left and entered again between two nodes: when its share of work is done, when the arena is too small, and where
sums of doubles do not decide between queries, or the set is too large for their weights: then the query has to come from outside.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy.admissible import admissible_query
from tafelwerk.solvers.beams.entropy.lanes import Table, lane_queries
from tafelwerk.solvers.beams.entropy.marginals import parts_of, units, weigh
from tafelwerk.solvers.beams.entropy.small_sets import ALL_APART, MOST_CODES, NO_QUERY, first_of, first_query
from tafelwerk.solvers.deduction.entropy import same_kernel
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.vectors import copy_row

OPEN = -2
"""A query that is not known yet."""

MANY = -3
"""The queries whose masks lie in `best`, one of which is asked."""

DONE, PAUSED, UNDECIDED, NO_ROOM, NO_CHANCE = range(5)
"""Why the loop was left; the node it is about lies on top of the stack."""

OFFSET, SIZE, USED, DIAGONALS, DEPTH, RECORD, ASKED, NEXT, CHANCE = range(9)
"""Columns of the stack: first element, elements, colours used, mask of the diagonals used, queries asked, record; the query if it
is known, and how many of the answers are done with; the row of the chance that it comes to this."""

PARENT, ANSWER, QUERY, CODES, LEVEL = range(5)
"""Columns of records: the parent's row, answer that leads here, colour << 8 | diagonal (-1: none), codes left, depth."""


class Game(NamedTuple):
    """The variant, for kernels; see `problem.Problem`."""

    pieces: NDArray[np.int64]
    answers: NDArray[np.uint8]
    crossing: NDArray[np.int64]
    lines: NDArray[np.int64]
    size: int


class Rule(NamedTuple):
    """The strategy, for kernels; see `entropy.EntropyWeights`.

    Attributes:
        by_diagonal: of tied queries that of the least diagonal is first, else that of the least colour.
        certain: units up to which sums that are close are equal entropies.
        mixed: one of tied queries is asked, all with the same chance: the set is looked at once for each of them.
        value: int64 (colours + 1,): of strategies that look at admissible colours, see `admissible.make_values`; else empty.
    """

    mixed: bool
    value: NDArray[np.int64]
    weight: NDArray[np.float64]
    largest: bool
    tolerance: float
    by_diagonal: bool
    certain: int
    tie_rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


class Desk(NamedTuple):
    """What the loop works on.

    Attributes:
        elements: uint16 (room, colours).
        stack: int64 (height, 9).
        top: int64 (3,): nodes on the stack, nodes looked at, records written.
        records: int64 (room, 5).
        costs: int64 (room,): by record, cost of its codes over all that lies below, that of its own depth included.
        spent: int64 (chances, levels, fields + 1): codes by queries and by wrong fields.
        chances: int32 (chances, queries + 1): by a chance's row and the number of tied queries the row of the chance divided by
            that number, -1 where there is none yet; of the number 0 what there was none of when the loop was left.
        counts, touched: int32 (pieces,).
        parts: int32 (diagonals, answers).
        sums: float64 (colours, diagonals).
        by_answer: int64 (answers,).
        seen: int32 (answers,).
        tie_parts: int32 (2, answers).
        tie_counts: int32 (answers,).
        surplus: int64 (units,).
        limbs: int64 (units, 3).
        best: int64 (colours,).
        lines: int32 (diagonals,).
        some: int64 (colours,).
        exactly: int64 (colours + 2,).
        table: for sets of a few codes.
    """

    elements: NDArray[np.uint16]
    stack: NDArray[np.int64]
    top: NDArray[np.int64]
    records: NDArray[np.int64]
    costs: NDArray[np.int64]
    spent: NDArray[np.int64]
    chances: NDArray[np.int32]
    counts: NDArray[np.int32]
    touched: NDArray[np.int32]
    parts: NDArray[np.int32]
    sums: NDArray[np.float64]
    by_answer: NDArray[np.int64]
    seen: NDArray[np.int32]
    tie_parts: NDArray[np.int32]
    tie_counts: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]
    best: NDArray[np.int64]
    lines: NDArray[np.int32]
    some: NDArray[np.int64]
    exactly: NDArray[np.int64]
    table: Table


@kernel
def factorial(n: int) -> int:
    """n!"""
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


@kernel
def run(game: Game, rule: Rule, desk: Desk, budget: int, record_depth: int, forced: int) -> int:
    """Work until nothing is left, or a reason to leave comes up; returns the reason.

    Args:
        game: the variant.
        rule: the strategy.
        desk: the state; with one node at least on the stack, and its record where nodes of its depth are recorded.
        budget: elements to look at before a pause.
        record_depth: nodes after so many queries at most are recorded.
        forced: what is asked at the node on top: NO_QUERY, or MANY; OPEN: it is to be found.
    """
    elements, stack, top = desk.elements, desk.stack, desk.top
    colours, answers = elements.shape[1], desk.by_answer.shape[0]
    every = (1 << game.answers.shape[1]) - 1
    while top[0] > 0:
        if budget <= 0:
            return PAUSED
        node = stack[top[0] - 1]
        begin, n, used, depth = node[OFFSET], node[SIZE], node[USED], node[DEPTH]
        weight = factorial(colours - used)
        if node[ASKED] == OPEN:
            query = forced
            if query == OPEN:
                query = (
                    NO_QUERY if n * weight == 1 else _query(game, rule, desk, begin, n, used, every & ~node[DIAGONALS])
                )
            forced = OPEN
            if query == OPEN:
                return UNDECIDED
            if query >= ALL_APART:
                query ^= ALL_APART
                if depth >= record_depth:
                    # every child is a code alone
                    desk.spent[node[CHANCE], depth + 1, 0] += n
                    desk.costs[node[RECORD]] += n * (depth + 1)
                    if depth == record_depth:
                        desk.records[node[RECORD], QUERY] = query
                    top[0] -= 1
                    top[1] += 1
                    budget -= n
                    continue
            if query == MANY and rule.mixed:
                reason = _fork(desk)
                if reason != DONE:
                    return reason
                continue
            node[ASKED] = first_of(desk.best, colours, rule.by_diagonal) if query == MANY else query
        if node[ASKED] == NO_QUERY:
            if weight == 1:
                top[0] -= 1
                top[1] += 1
                _end(game, desk, begin, n, depth, node[RECORD], node[CHANCE])
            elif begin + n * (1 + colours - used) <= elements.shape[0]:
                # no query tells the uncoloured pieces apart: their colourings are codes of their own
                _colour(desk, begin, n, used)
            else:
                return NO_ROOM
            budget -= n
            continue
        if top[0] + answers > stack.shape[0]:
            return NO_ROOM
        if depth < record_depth and top[2] + answers > desk.records.shape[0]:
            return NO_ROOM
        before = node[NEXT]
        if not _split(game, desk, top[0] - 1, record_depth):
            return NO_ROOM
        top[1] += before == 0
        budget -= n
    return DONE


@inlined
def _fork(desk: Desk) -> int:
    """Put copies of the node on top in its place, one for each query in `best`; returns why that cannot be, else DONE.

    The copies share their elements: what lies behind them is free whenever the next of them has its turn.
    """
    stack, top, best = desk.stack, desk.top, desk.best
    number, at = 0, top[0] - 1
    for colour in range(best.shape[0]):
        number += count(best[colour])
    if at + number > stack.shape[0]:
        return NO_ROOM
    chance = desk.chances[stack[at, CHANCE], number]
    if chance < 0:
        desk.chances[stack[at, CHANCE], 0] = number
        return NO_CHANCE
    stack[at, CHANCE] = chance
    place = at
    for colour in range(best.shape[0]):
        left = best[colour]
        while left:
            for column in range(stack.shape[1]):
                stack[place, column] = stack[at, column]
            stack[place, ASKED] = colour << 8 | lowest(left)
            left &= left - 1
            place += 1
    top[0] = place
    return DONE


@inlined
def _query(game: Game, rule: Rule, desk: Desk, begin: int, n: int, used: int, unused: int) -> int:
    """What is asked of a set: one query, with ALL_APART where it tells all codes apart; MANY; NO_QUERY where none splits it; OPEN
    where the sums do not decide."""
    elements, sums, best = desk.elements, desk.sums, desk.best
    colours, diagonals = elements.shape[1], game.answers.shape[1]
    single = used >= colours - 1
    if rule.value.shape[0]:
        query = admissible_query(
            elements,
            begin,
            n,
            used,
            unused,
            rule.by_diagonal,
            rule.value,
            game.pieces,
            game.lines,
            desk.some,
            desk.exactly,
        )
        return query | ALL_APART if single and n == 2 and query != NO_QUERY else query
    if single and n <= (2 if rule.mixed else MOST_CODES):
        return first_query(elements, begin, n, unused, rule.by_diagonal, game.pieces, game.crossing)
    if single and n <= desk.table.most:
        found = lane_queries(
            desk.table, elements, begin, n, unused, diagonals, rule.weight, rule.largest, rule.tolerance, best
        )
        if found == NO_QUERY or (found == 0 and rule.mixed):
            return NO_QUERY if found == NO_QUERY else MANY
        return first_of(best, colours, rule.by_diagonal) | found
    whole = units(n, used, colours)
    if whole >= rule.weight.shape[0]:
        return OPEN
    weigh(
        elements,
        begin,
        n,
        used,
        unused,
        game.pieces,
        game.answers,
        game.crossing,
        rule.weight,
        rule.largest,
        desk.counts,
        desk.touched,
        desk.lines,
        desk.parts,
        best,
        sums,
    )
    least, asked = np.inf, min(used + 1, colours)
    for colour in range(asked):
        left = best[colour]
        while left:
            least = min(least, sums[colour, lowest(left)])
            left &= left - 1
    if least == np.inf:
        return NO_QUERY
    most, near = least + 6 * rule.tolerance * abs(least), 0
    for colour in range(colours):
        left = best[colour] if colour < asked else 0
        best[colour] = 0
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if sums[colour, diagonal] <= most:
                best[colour] |= 1 << diagonal
                near += 1
    if near > 1 and whole > rule.certain and rule.tolerance != 0.0 and not _equal(game, rule, desk, begin, n, used):
        return OPEN
    return MANY


@kernel
def _equal(game: Game, rule: Rule, desk: Desk, begin: int, n: int, used: int) -> bool:
    """Whether all queries in `best` have equal entropies."""
    kept = 0
    for colour in range(desk.best.shape[0]):
        left = desk.best[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if kept == 0:
                kept = _parts(game, desk, begin, n, used, colour, diagonal, desk.tie_parts[0])
                continue
            others = _parts(game, desk, begin, n, used, colour, diagonal, desk.tie_parts[1])
            if not same_kernel(
                rule.tie_rule,
                rule.factor,
                rule.root,
                rule.power,
                desk.tie_parts[0],
                kept,
                desk.tie_parts[1],
                others,
                desk.surplus,
                desk.limbs,
            ):
                return False
    return True


@kernel
def _parts(
    game: Game, desk: Desk, begin: int, n: int, used: int, colour: int, diagonal: int, parts: NDArray[np.int32]
) -> int:
    return parts_of(
        desk.elements,
        begin,
        n,
        used,
        game.answers,
        colour,
        diagonal,
        desk.counts,
        desk.touched,
        desk.tie_counts,
        parts,
    )


@inlined
def _colour(desk: Desk, begin: int, n: int, used: int) -> None:
    """Replace the node on top by the same codes with a colour more: each uncoloured piece in turn has the lowest unused one."""
    elements, node = desk.elements, desk.stack[desk.top[0] - 1]
    colours = elements.shape[1]
    place = begin + n
    for element in range(begin, begin + n):
        for other in range(used, colours):
            copy_row(elements, place, element)
            elements[place, used], elements[place, other] = elements[element, other], elements[element, used]
            place += 1
    node[OFFSET], node[SIZE], node[USED] = begin + n, n * (colours - used), used + 1


@kernel
def _before(elements: NDArray[np.uint16], one: int, other: int) -> bool:
    """Whether a code stands before another: by its pattern, then by the pieces of colour 0, 1, ..."""
    colours = elements.shape[1]
    last_one = last_other = -1
    for _ in range(colours):
        least_one = least_other = 1 << 62
        for colour in range(colours):
            if last_one < elements[one, colour] < least_one:
                least_one = int(elements[one, colour])
            if last_other < elements[other, colour] < least_other:
                least_other = int(elements[other, colour])
        if least_one != least_other:
            return bool(least_one < least_other)
        last_one, last_other = least_one, least_other
    for colour in range(colours):
        if elements[one, colour] != elements[other, colour]:
            return bool(elements[one, colour] < elements[other, colour])
    return False


@inlined
def _end(game: Game, desk: Desk, begin: int, n: int, depth: int, record: int, chance: int) -> None:
    """Count the codes of a set that no query splits: the guess is the first of those with the fewest wrong fields over all."""
    elements, pieces = desk.elements, game.pieces
    colours, fields = elements.shape[1], game.size * elements.shape[1]
    best, least = begin, n * fields + 1
    if n > 1:
        for guess in range(begin, begin + n):
            wrong = 0
            for code in range(begin, begin + n):
                for colour in range(colours):
                    wrong += count(pieces[elements[code, colour]] & ~pieces[elements[guess, colour]])
            if wrong < least or (wrong == least and _before(elements, guess, best)):
                best, least = guess, wrong
    for code in range(begin, begin + n):
        wrong = 0
        for colour in range(colours):
            wrong += count(pieces[elements[code, colour]] & ~pieces[elements[best, colour]])
        desk.spent[chance, depth, wrong] += 1
        desk.costs[record] += depth + wrong


@inlined
def _split(game: Game, desk: Desk, at: int, record_depth: int) -> bool:
    """Write children of the node on top behind it and push them, those that there is room for; codes that are alone are counted
    at once unless they are recorded. Takes the node off when all its children are done with. False: not one child has room.

    Args:
        game: the variant.
        desk: the state.
        at: the node's place on the stack.
        record_depth: nodes after so many queries at most are recorded.
    """
    elements, answers, stack, top = desk.elements, game.answers, desk.stack, desk.top
    by_answer, seen = desk.by_answer, desk.seen
    begin, n, used = stack[at, OFFSET], stack[at, SIZE], stack[at, USED]
    depth, record, chance = stack[at, DEPTH], stack[at, RECORD], stack[at, CHANCE]
    colour, diagonal = stack[at, ASKED] >> 8, stack[at, ASKED] & 0xFF
    colours = elements.shape[1]
    end = colours if colour == used else colour + 1
    now_used = used + 1 if colour == used else used
    diagonals, weight = stack[at, DIAGONALS] | (1 << diagonal), factorial(colours - now_used)
    found = 0
    for element in range(begin, begin + n):
        for place in range(colour, end):
            answer = answers[elements[element, place], diagonal]
            if by_answer[answer] == 0:
                seen[found] = answer
                found += 1
            by_answer[answer] += 1
    first, last, place = stack[at, NEXT], stack[at, NEXT], begin + n
    while last < found and place + by_answer[seen[last]] <= elements.shape[0]:
        place += by_answer[seen[last]]
        last += 1
    recorded = depth < record_depth
    if first == 0 and depth <= record_depth:
        desk.records[record, QUERY] = stack[at, ASKED]
    stack[at, NEXT] = last
    if last == found:
        # the children take the node's place
        top[0] -= 1
    place = begin + n
    for i in range(found):
        answer = seen[i]
        size = by_answer[answer]
        by_answer[answer] = -1
        if i < first or i >= last:
            continue
        if size * weight == 1 and not recorded:
            desk.spent[chance, depth + 1, 0] += 1
            desk.costs[record] += depth + 1
            continue
        child = record
        if recorded:
            child = top[2]
            top[2] += 1
            row = desk.records[child]
            row[PARENT], row[ANSWER], row[QUERY] = record, answer, NO_QUERY
            row[CODES], row[LEVEL] = size * weight, depth + 1
        node = stack[top[0]]
        node[OFFSET], node[SIZE], node[USED] = place, size, now_used
        node[DIAGONALS], node[DEPTH], node[RECORD] = diagonals, depth + 1, child
        node[ASKED], node[NEXT], node[CHANCE] = OPEN, 0, chance
        top[0] += 1
        by_answer[answer] = place
        place += size
    if last > first:
        for element in range(begin, begin + n):
            for other in range(colour, end):
                to = by_answer[answers[elements[element, other], diagonal]]
                if to >= 0:
                    copy_row(elements, to, element)
                    elements[to, colour], elements[to, other] = elements[element, other], elements[element, colour]
                    by_answer[answers[elements[element, other], diagonal]] = to + 1
    for i in range(found):
        by_answer[seen[i]] = 0
    return bool(last > first)
