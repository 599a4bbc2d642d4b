"""The loop of the exact analysis: depth first over the sets of codes that entropy strategies leave, without recursion.

Several strategies are followed together while they ask the same queries. Where they differ, the node is replaced by copies, one
for each query, with the strategies that ask it.

All elements are in one arena. A node is popped from a stack, its query is chosen, the elements of its children are written behind
it, and the children are pushed. The last child is processed first, so the space behind a node is free. If the arena is too small
for all children, the node stays on the stack below those that fit, and is processed again later.

The loop can be left and re-entered between two nodes: when its budget is spent, when an array is too small, and when float sums
do not decide between queries or the set is too large for their weights; then the caller chooses the query.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy.choose import MANY, OPEN, choose
from tafelwerk.solvers.beams.entropy.few_codes import ALL_APART, NO_QUERY
from tafelwerk.solvers.beams.entropy.workspace import Game, Rule, Workspace
from tafelwerk.solvers.beams.rules.elements import best_guess, copy_element, count_answers, factorial
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

DONE, PAUSED, UNDECIDED, NO_ROOM, NO_CHANCE = range(5)
"""Return codes of `run`; the node concerned is on top of the stack."""

OFFSET, SIZE, USED, DIAGONALS, DEPTH, RECORD, ASKED, NEXT, CHANCE, MEASURES = range(10)
"""Columns of the stack: first element, number of elements, colours used, mask of the diagonals used, number of queries, record;
the query if it is known, and the number of answers done; the row of the node's probability; mask of the measures whose strategies
reach the node."""

PARENT, ANSWER, QUERY, CODES, LEVEL, FOLLOWED = range(6)
"""Columns of records: the parent's row, answer that leads here, colour << 8 | diagonal (-1: none), codes left, depth, mask of the
measures whose strategies reach the node."""


@kernel
def run(game: Game, rule: Rule, work: Workspace, budget: int, record_depth: int, forced: int) -> int:
    """Process the stack of open nodes until it is empty or the caller must act. Returns DONE, or the reason for the return.

    Args:
        game: the variant.
        rule: the strategies.
        work: the state; with at least one node on the stack, and its record where nodes of its depth are recorded.
        budget: number of elements to process before a pause.
        record_depth: largest depth of recorded nodes.
        forced: query at the node on top, NO_QUERY or MANY, as `choose` returns them; OPEN if it is still to be chosen.
    """
    elements, stack, top = work.elements, work.stack, work.top
    colours, answers = elements.shape[1], work.tied.shape[1]
    every = (1 << game.answers.shape[1]) - 1
    while top[0] > 0:
        if budget <= 0:
            return PAUSED
        node = stack[top[0] - 1]
        begin, n, used, depth = node[OFFSET], node[SIZE], node[USED], node[DEPTH]
        weight = factorial(colours - used)
        if node[ASKED] == OPEN:
            query = forced
            if query == OPEN and n * weight == 1:
                query = NO_QUERY
            elif query == OPEN:
                unused = every & ~node[DIAGONALS]
                query = choose(game, rule, work, begin, n, used, unused, node[MEASURES])
            forced = OPEN
            if query == OPEN:
                return UNDECIDED
            if query >= ALL_APART:
                query ^= ALL_APART
                if depth >= record_depth:
                    # every child is a single code
                    _count(work, node, depth + 1, 0, n)
                    if depth == record_depth:
                        work.records[node[RECORD], QUERY] = query
                    top[0] -= 1
                    top[1] += 1
                    budget -= n
                    continue
            if query == MANY:
                if rule.mixed:
                    _halve(game, work)
                reason = _fork(work) if rule.mixed else _part(work, record_depth)
                if reason != DONE:
                    return reason
                continue
            node[ASKED] = query
        if node[ASKED] == NO_QUERY:
            if weight == 1:
                top[0] -= 1
                top[1] += 1
                _end(game, work, node, begin, n, depth)
            elif begin + n * (1 + colours - used) <= elements.shape[0]:
                # no query distinguishes the uncoloured pieces: their colourings are separate codes
                _colour(work, begin, n, used)
            else:
                return NO_ROOM
            budget -= n
            continue
        if top[0] + answers > stack.shape[0]:
            return NO_ROOM
        if depth < record_depth and top[2] + answers > work.records.shape[0]:
            return NO_ROOM
        before = node[NEXT]
        if not _split(game, work, top[0] - 1, record_depth):
            return NO_ROOM
        top[1] += before == 0
        budget -= n
    return DONE


@inlined
def _count(work: Workspace, node: NDArray[np.int64], depth: int, wrong: int, codes: int) -> None:
    """Count codes of a node with this cost, under the strategies that reach it: at the first of consecutive ones, and after the
    last."""
    measures, record, cost = node[MEASURES], node[RECORD], codes * (depth + wrong)
    first, after = measures & ~(measures << 1), (measures << 1) & ~measures
    while first:
        place = lowest(first)
        first &= first - 1
        work.spent[node[CHANCE], place, depth, wrong] += codes
        work.costs[record, place] += cost
    while after:
        place = lowest(after)
        after &= after - 1
        work.spent[node[CHANCE], place, depth, wrong] -= codes
        work.costs[record, place] -= cost


@inlined
def _part(work: Workspace, record_depth: int) -> int:
    """Replace the node on top by copies, one for each query in `chosen`. Returns DONE, or NO_ROOM.

    The copies share their elements: the space behind them is free whenever the next copy is processed. A recorded node has a
    record for each copy.
    """
    stack, top, chosen, records = work.stack, work.top, work.chosen, work.records
    at, left = top[0] - 1, stack[top[0] - 1, MEASURES]
    record, recorded = stack[at, RECORD], stack[at, DEPTH] <= record_depth
    number = count(left)
    if at + number > stack.shape[0] or (recorded and top[2] + number > records.shape[0]):
        return NO_ROOM
    place = at
    while left:
        query, same, rest = chosen[lowest(left)], 0, left
        while rest:
            measure = lowest(rest)
            rest &= rest - 1
            if chosen[measure] == query:
                same |= 1 << measure
        left &= ~same
        node = stack[place]
        for column in range(stack.shape[1]):
            node[column] = stack[at, column]
        node[ASKED], node[MEASURES] = query, same
        if recorded:
            if place > at:
                node[RECORD] = top[2]
                top[2] += 1
                for column in range(records.shape[1]):
                    records[node[RECORD], column] = records[record, column]
            records[node[RECORD], FOLLOWED] = same
        place += 1
    top[0] = place
    return DONE


@inlined
def _halve(game: Game, work: Workspace) -> None:
    """Keep only the first of the two windows of a line in `best`, if every line there has both: the continuations are equal."""
    best, others = work.best[0], game.others
    paired = True
    for colour in range(best.shape[0]):
        left = best[colour]
        while left:
            window = lowest(left)
            left &= left - 1
            paired &= others[window] >= 0 and (best[colour] >> others[window] & 1) == 1
    if paired:
        for colour in range(best.shape[0]):
            left = best[colour]
            while left:
                window = lowest(left)
                left &= left - 1
                if others[window] < window:
                    best[colour] ^= 1 << window


@inlined
def _fork(work: Workspace) -> int:
    """Replace the node on top by copies, one for each query in `best`. Returns DONE, or the reason why it cannot.

    The copies share their elements: the space behind them is free whenever the next copy is processed.
    """
    stack, top, best = work.stack, work.top, work.best[0]
    number, at = 0, top[0] - 1
    for colour in range(best.shape[0]):
        number += count(best[colour])
    if at + number > stack.shape[0]:
        return NO_ROOM
    chance = work.chances[stack[at, CHANCE], number]
    if chance < 0:
        work.chances[stack[at, CHANCE], 0] = number
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
def _colour(work: Workspace, begin: int, n: int, used: int) -> None:
    """Replace the node on top by the same codes with one more colour: the lowest unused one for each uncoloured piece."""
    elements, node = work.elements, work.stack[work.top[0] - 1]
    colours = elements.shape[1]
    place = begin + n
    for element in range(begin, begin + n):
        for other in range(used, colours):
            copy_element(elements, place, element, used, other)
            place += 1
    node[OFFSET], node[SIZE], node[USED] = begin + n, n * (colours - used), used + 1


@inlined
def _end(game: Game, work: Workspace, node: NDArray[np.int64], begin: int, n: int, depth: int) -> None:
    """Count the codes of a set that no query splits: the guess is the first code with the fewest wrong fields over all of them.

    The elements are in the order of their patterns, then of the pieces of colour 0, 1, ...
    """
    elements, pieces = work.elements, game.pieces
    guess = begin
    if n > 1:
        best_guess(pieces, elements, begin, n, elements.shape[1], work.best[0])
        guess = work.best[0, 0]
    for code in range(begin, begin + n):
        wrong = 0
        for colour in range(elements.shape[1]):
            wrong += count(pieces[elements[code, colour]] & ~pieces[elements[guess, colour]])
        _count(work, node, depth, wrong, 1)


@inlined
def _split(game: Game, work: Workspace, at: int, record_depth: int) -> bool:
    """Write children of the node on top behind it and push them, as far as there is room. Single codes are counted at once unless
    they are recorded. The node is popped when all its children are written.

    Args:
        game: the variant.
        work: the state.
        at: the node's place on the stack.
        record_depth: queries after which nodes are recorded, at most.

    Returns:
        False if there is no room for a single child.
    """
    elements, stack, top, by_answer, seen = work.elements, work.stack, work.top, work.by_answer, work.answers
    begin, n, used = stack[at, OFFSET], stack[at, SIZE], stack[at, USED]
    depth, record, chance, measures = stack[at, DEPTH], stack[at, RECORD], stack[at, CHANCE], stack[at, MEASURES]
    colour, diagonal = stack[at, ASKED] >> 8, stack[at, ASKED] & 0xFF
    colours, shown = elements.shape[1], game.answers[:, diagonal]
    last_column = colours - 1 if colour == used else colour
    now_used = used + 1 if colour == used else used
    diagonals, weight = stack[at, DIAGONALS] | (1 << diagonal), factorial(colours - now_used)
    found = count_answers(elements, begin, n, colour, last_column, shown, by_answer, seen)
    first, last, place = stack[at, NEXT], stack[at, NEXT], begin + n
    while last < found and place + by_answer[seen[last]] <= elements.shape[0]:
        place += by_answer[seen[last]]
        last += 1
    recorded = depth < record_depth
    if first == 0 and depth <= record_depth:
        work.records[record, QUERY] = stack[at, ASKED]
    stack[at, NEXT] = last
    single = 0
    if not recorded:
        for i in range(first, last):
            single += by_answer[seen[i]] * weight == 1
        if single:
            _count(work, stack[at], depth + 1, 0, single)
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
            continue
        child = record
        if recorded:
            child = top[2]
            top[2] += 1
            row = work.records[child]
            row[PARENT], row[ANSWER], row[QUERY] = record, answer, NO_QUERY
            row[CODES], row[LEVEL], row[FOLLOWED] = size * weight, depth + 1, measures
        node = stack[top[0]]
        node[OFFSET], node[SIZE], node[USED] = place, size, now_used
        node[DIAGONALS], node[DEPTH], node[RECORD] = diagonals, depth + 1, child
        node[ASKED], node[NEXT], node[CHANCE], node[MEASURES] = OPEN, 0, chance, measures
        top[0] += 1
        by_answer[answer] = place
        place += size
    if last > first:
        for element in range(begin, begin + n):
            for column in range(colour, last_column + 1):
                answer = shown[elements[element, column]]
                to = by_answer[answer]
                if to >= 0:
                    copy_element(elements, to, element, colour, column)
                    by_answer[answer] = to + 1
    for i in range(found):
        by_answer[seen[i]] = 0
    return bool(last > first)
