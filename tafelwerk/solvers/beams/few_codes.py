"""Least weighted cost-to-go of a set of at most 63 codes, exactly and within limits: sets are masks, a query is the masks of its
parts.

Depth-first branch and bound. At a set the parts of every query are counted, and their costs are bounded by `Tables.least` with
the largest number of parts that occurs there. Codes are in descending order of weight, so the bound of a set is the sum of the
weights, each times the step of `Tables.least` at the rank of its code: a strategy costs at least `least` of the number of codes
on those down to each weight. Queries are tried by ascending bound, as long as the bound is below the best value. Within a query
the parts are searched one by one, each with a limit that leaves the bounds of the others. A set that some query splits into
single codes is solved at once. Results are remembered by set and diagonals used; the memo compares the full key.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.elements import Elements, least_filling
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import SMALL, CodeSet, Tables, is_free
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import kernel

NONE = 1 << 60
"""A limit above every cost-to-go; the cost-to-go of a set that no strategy within the limits ends."""

UNLIMITED = 1 << 20
"""A limit that no strategy reaches."""

ENTRIES = 1 << 12
"""Entries of the memo, a power of two: 96 KB, which stay in the cache of a core; a set of 63 codes has few parts."""

PROMISING = 7
"""Largest number of codes of a part that is bounded only by the largest number of answers."""

NO_QUERY = -1
"""Value in place of a query where a code is guessed or a filling is laid."""

# fields of the state: the greatest number of queries for any code, and of queries and wrong fields; whether weights differ;
# number of listed queries; diagonals used and colours asked for at the first set; a number for the current codes that no earlier
# ones had; the latest query chosen; the row of the latest guess; what a code costs besides that takes more queries than the
# greatest number or has wrong fields, 0: no code may
QUERIES, COST, WEIGHTED, LISTED, USED, ASKED, STAMP, BEST, GUESS, LATE = range(10)


class FillingScratch(NamedTuple):
    """Scratch for the best filling of a set.

    Attributes:
        wrong: int64, shape (colours, fields): weight of the codes that have another colour on a field.
        filled, steps, chain: int64, shapes (fields,), (colours, colours, 2), (4, colours): see `elements.filling_kernel`.
    """

    wrong: NDArray[np.int64]
    filled: NDArray[np.int64]
    steps: NDArray[np.int64]
    chain: NDArray[np.int64]


class FewCodes(NamedTuple):
    """Queries of the current codes, and scratch; q queries, at most colours * D.

    Attributes:
        rows: uint16, shape (SMALL, colours): pieces of the codes, each colour's piece in its place.
        weights: int64, shape (SMALL,): their weights, descending.
        parts: int64, shape (q, SMALL): masks of the parts of a query.
        counts: int64, shape (q,): number of parts.
        queries: int64, shape (q, 2): colour and diagonal.
        part_of: int64, shape (256,): zeros; part of each answer, from 1.
        candidates: int64, shape (D + 1, q, 2): bounds and queries, by number of diagonals used.
        bounds: int64, shape (D + 1, SMALL): bounds of the parts of the current query.
        memo: int64, shape (ENTRIES, 3): set; diagonals used, and the stamp of the codes; value, and whether it is exact.
        state: int64, shape (10,).
        guess: int64, shape (colours,), scratch of other searches: fields of each colour in a guess.
        filling: scratch.
    """

    rows: NDArray[np.uint16]
    weights: NDArray[np.int64]
    parts: NDArray[np.int64]
    counts: NDArray[np.int64]
    queries: NDArray[np.int64]
    part_of: NDArray[np.int64]
    candidates: NDArray[np.int64]
    bounds: NDArray[np.int64]
    memo: NDArray[np.int64]
    state: NDArray[np.int64]
    guess: NDArray[np.int64]
    filling: FillingScratch


def make_few_codes(problem: Problem) -> FewCodes:
    """Scratch for the small sets of a problem, without limits; all weights are 1."""
    colours, diagonals, fields = problem.variant.colours, len(problem.diagonals), len(problem.board.fields)
    queries = colours * diagonals
    few = FewCodes(
        rows=np.zeros((SMALL, colours), np.uint16),
        weights=np.ones(SMALL, np.int64),
        # a query without a split is written as well, before it is dropped
        parts=np.zeros((queries + 1, SMALL), np.int64),
        counts=np.zeros(queries + 1, np.int64),
        queries=np.zeros((queries + 1, 2), np.int64),
        part_of=np.zeros(256, np.int64),
        candidates=np.zeros((diagonals + 1, queries + 1, 2), np.int64),
        bounds=np.zeros((diagonals + 1, SMALL), np.int64),
        memo=np.zeros((ENTRIES, 3), np.int64),
        state=np.zeros(10, np.int64),
        guess=np.zeros(colours, np.int64),
        filling=FillingScratch(
            np.zeros((colours, fields), np.int64),
            np.zeros(fields, np.int64),
            np.zeros((colours, colours, 2), np.int64),
            np.zeros((4, colours), np.int64),
        ),
    )
    few.state[QUERIES] = few.state[COST] = UNLIMITED
    return few


@kernel
def few_codes_kernel(
    tables: Tables, few: FewCodes, elements: Elements, weights: NDArray[np.int64], subset: CodeSet, limit: int
) -> int:
    """Least cost-to-go of a set if it is below the limit, otherwise a lower bound of it that is at least the limit.

    Args:
        tables: tables of the variant.
        few: scratch. If the cost-to-go is below the limit, state[BEST] is the query to ask, whose colour is one asked for or the
            next; or NO_QUERY, then a code of row state[GUESS] is guessed, unless a filling is laid.
        elements: rows of the set.
        weights: weight of a code of each row, descending within the set.
        subset: at least two and at most SMALL codes.
        limit: above 0.
    """
    state = few.state
    size = _list_codes(tables, few, elements, weights, subset)
    state[LISTED] = _list_queries(tables, few, size, subset.diagonals_used)
    state[STAMP] += 1
    state[USED], state[ASKED] = subset.diagonals_used, subset.colours_asked
    cost = _least_cost(tables, few, (1 << size) - 1, subset.diagonals_used, limit)
    # the other colourings of its row are as good
    state[GUESS] = subset.low + state[GUESS] // tables.ways[subset.colours_asked]
    return cost


@kernel
def late_cost(few: FewCodes, codes: int, answers: int, depth: int, is_split: bool) -> int:
    """Lower bound of what the codes of a set cost for being found late, exact where no query is left in time; 0 after that.

    Late costs count at the last set in time, so that sets after it cost what they cost anyhow.

    Args:
        few: scratch.
        codes: number of codes.
        answers: no query has more answers on them.
        depth: number of queries before.
        is_split: whether some query splits the set, so that no code is guessed there.
    """
    if few.state[LATE] == 0 or depth > few.state[QUERIES]:
        return 0
    in_time = 0 if is_split and depth == few.state[QUERIES] else 1
    for _ in range(depth, few.state[QUERIES]):
        in_time *= answers
        if in_time >= codes:
            return 0
    return int(few.state[LATE] * max(codes - in_time, 0))


@kernel
def _list_codes(tables: Tables, few: FewCodes, elements: Elements, weights: NDArray[np.int64], subset: CodeSet) -> int:
    """Write all codes of a set, at most SMALL, and their weights. Returns their number."""
    asked = subset.colours_asked
    others = elements.shape[1] - asked
    written = 0
    for row in range(subset.low, subset.low + subset.number):
        for order in range(tables.ways[asked]):
            for colour in range(asked):
                few.rows[written, colour] = elements[row, colour]
            for index in range(others):
                few.rows[written, asked + index] = elements[row, asked + tables.orders[others, order, index]]
            few.weights[written] = weights[row]
            written += 1
    return written


@kernel
def _list_queries(tables: Tables, few: FewCodes, size: int, diagonals_used: int) -> int:
    """List the queries that split the first codes; of equal queries on a diagonal only the first. Returns their number."""
    rows, parts, counts, part_of = few.rows, few.parts, few.counts, few.part_of
    written = 0
    for diagonal in range(tables.answers.shape[1]):
        if diagonals_used >> diagonal & 1:
            continue
        first = written
        for colour in range(rows.shape[1]):
            answers = 0
            for code in range(size):
                answer = tables.answers[rows[code, colour], diagonal]
                if part_of[answer] == 0:
                    parts[written, answers] = 0
                    answers += 1
                    part_of[answer] = answers
                parts[written, part_of[answer] - 1] |= 1 << code
            for code in range(size):
                part_of[tables.answers[rows[code, colour], diagonal]] = 0
            new = answers > 1
            for query in range(first, written):
                if new and counts[query] == answers:
                    part = 0
                    while part < answers and parts[query, part] == parts[written, part]:
                        part += 1
                    new = part < answers
            if new:
                counts[written] = answers
                few.queries[written, 0], few.queries[written, 1] = colour, diagonal
                written += 1
    return written


@kernel
def _least_cost(tables: Tables, few: FewCodes, left: int, diagonals_used: int, limit: int) -> int:
    """As `few_codes_kernel`, for a set of the codes listed."""
    depth, mark = count(diagonals_used), diagonals_used | few.state[STAMP] << 32
    mixed = (left ^ left >> 31 ^ diagonals_used << 7) & 0x7FFFFFFF
    entry = few.memo[mixed * 0x9E3779B1 >> 20 & (few.memo.shape[0] - 1)]
    if entry[0] == left and entry[1] == mark and (entry[2] & 1 or entry[2] >> 1 >= limit):
        return int(entry[2] >> 1)
    number, most, value = _list_candidates(tables, few, left, diagonals_used, limit)
    best = few.state[BEST]
    for row in range(number):
        promise, query = few.candidates[depth, row, 0], few.candidates[depth, row, 1]
        if promise >= value:
            break
        parts, used_below = few.parts[query], diagonals_used | 1 << few.queries[query, 1]
        total = promise + _bound_parts(tables, few, left, query, used_below, most, value - promise)
        for part in range(few.counts[query]):
            inside = left & parts[part]
            if inside & (inside - 1):
                if total >= value:
                    break
                bound = few.bounds[depth, part]
                total += _least_cost(tables, few, inside, used_below, value - total + bound) - bound
        if total < value:
            value, best = total, query
    entry[0], entry[1], entry[2] = left, mark, value << 1 | (value < limit)
    few.state[BEST] = best
    return int(value)


@kernel
def _list_candidates(tables: Tables, few: FewCodes, left: int, diagonals_used: int, limit: int) -> tuple[int, int, int]:
    """List the queries that may cost less than the limit, by ascending bound.

    Returns:
        Number of queries, the greatest number of parts of any query, and the least cost so far, that of a filling or the limit.
        If no query need be tried, the cost-to-go or a bound that is not below the limit. state[BEST] is set.
    """
    state, parts, counts, depth = few.state, few.parts, few.counts, count(diagonals_used)
    codes, rows = count(left), few.candidates[depth]
    # of the colours not asked for at the start, one stands for all
    colours = state[ASKED] + 1 if diagonals_used == state[USED] else few.rows.shape[1]
    splitting, most = 0, 0
    state[BEST] = NO_QUERY
    for query in range(state[LISTED]):
        if few.queries[query, 0] >= colours or not is_free(tables, diagonals_used, few.queries[query, 1]):
            continue
        parts_met = 0
        for part in range(counts[query]):
            parts_met += (left & parts[query, part]) != 0
        if parts_met > 1:
            rows[splitting, 1] = query
            splitting += 1
            most = max(most, parts_met)
            if parts_met == codes:
                state[BEST] = query
                break
    weight = _weight(few, left)
    if splitting == 0:
        if tables.early:
            return 0, most, _filling_cost(tables, few, left, weight, NONE)
        return 0, most, _guess(tables, few, left, state[COST] - depth) + late_cost(few, codes, 1, depth, False)
    if state[LATE] == 0 and depth >= min(state[QUERIES], state[COST]):
        return 0, most, NONE
    if depth == state[QUERIES]:
        weight += late_cost(few, codes, most, depth, True)
    if most == codes:
        # of codes of equal weight no filling costs less
        if tables.early and state[WEIGHTED]:
            cost = _filling_cost(tables, few, left, weight, weight)
            if cost < weight:
                state[BEST] = NO_QUERY
                return 0, most, cost
        return 0, most, weight
    bound = _bound(tables, few, left, most, depth)
    if bound >= limit:
        return 0, most, bound
    if tables.early:
        limit = min(limit, _filling_cost(tables, few, left, weight, limit))
    promising = 0
    for index in range(splitting):
        query = rows[index, 1]
        promise = weight
        for part in range(counts[query]):
            promise += _bound(tables, few, left & parts[query, part], most, depth + 1)
        if promise < limit:
            slot = promising
            while slot > 0 and rows[slot - 1, 0] > promise:
                rows[slot, 0], rows[slot, 1] = rows[slot - 1, 0], rows[slot - 1, 1]
                slot -= 1
            rows[slot, 0], rows[slot, 1] = promise, query
            promising += 1
    return promising, most, limit


@kernel
def _bound_parts(
    tables: Tables, few: FewCodes, left: int, query: int, diagonals_used: int, most: int, spare: int
) -> int:
    """Bound the parts of a query more sharply, until the bounds have grown by `spare`. Returns by how much they have grown.

    This is much faster than searching the other parts first.
    """
    depth = count(diagonals_used)
    bounds, grown = few.bounds[depth - 1], 0
    for part in range(few.counts[query]):
        inside = left & few.parts[query, part]
        if inside & (inside - 1):
            bounds[part] = _bound(tables, few, inside, most, depth)
            if count(inside) > 2 and grown < spare:
                sharper = _sharper_bound(tables, few, inside, diagonals_used, most)
                grown += sharper - bounds[part]
                bounds[part] = sharper
    return grown


@kernel
def _sharper_bound(tables: Tables, few: FewCodes, left: int, diagonals_used: int, most: int) -> int:
    """Lower bound of the cost-to-go of a set of three or more codes, on which no query has more than `most` answers."""
    parts, counts, answers, codes, depth = few.parts, few.counts, 1, count(left), count(diagonals_used)
    for query in range(few.state[LISTED]):
        if not is_free(tables, diagonals_used, few.queries[query, 1]):
            continue
        parts_met = 0
        for part in range(counts[query]):
            parts_met += (left & parts[query, part]) != 0
        answers = max(answers, parts_met)
        if answers >= min(codes, most):
            break
    bound, late = _bound(tables, few, left, answers, depth), 0
    if answers > 1 and depth == few.state[QUERIES]:
        late = late_cost(few, codes, answers, depth, True)
        bound += late - late_cost(few, codes, answers, depth, False)
    if answers == 1 or codes <= max(answers, PROMISING):
        return bound
    promise, weight = NONE, _weight(few, left) + late
    if tables.early:
        promise = _bound(tables, few, left, 1, depth)
    for query in range(few.state[LISTED]):
        if not is_free(tables, diagonals_used, few.queries[query, 1]):
            continue
        promised = weight
        for part in range(counts[query]):
            inside = left & parts[query, part]
            if inside == left:
                promised = NONE
                break
            promised += _bound(tables, few, inside, answers, depth + 1)
        promise = min(promise, promised)
        if promise <= bound:
            return bound
    return promise


@kernel
def _bound(tables: Tables, few: FewCodes, left: int, answers: int, depth: int) -> int:
    """Lower bound of the cost-to-go of a set after some queries, on which no query has more than this many answers."""
    least = tables.least[answers]
    if not few.state[WEIGHTED]:
        codes = count(left)
        return int(least[codes]) + late_cost(few, codes, answers, depth, False)
    bound, rank = 0, 0
    while left:
        bound += few.weights[lowest(left)] * (least[rank + 1] - least[rank])
        left &= left - 1
        rank += 1
    return bound


@kernel
def _weight(few: FewCodes, left: int) -> int:
    """Sum of the weights of a set."""
    if not few.state[WEIGHTED]:
        return count(left)
    weight = 0
    while left:
        weight += few.weights[lowest(left)]
        left &= left - 1
    return weight


@kernel
def _guess(tables: Tables, few: FewCodes, left: int, most: int) -> int:
    """Least weighted wrong fields of a guess among a set of codes that has at most `most` wrong fields for any code; or NONE."""
    least = NONE
    guesses = left
    while guesses:
        guess = lowest(guesses)
        guesses &= guesses - 1
        others, total, largest = left, 0, 0
        while others:
            code = lowest(others)
            others &= others - 1
            wrong = 0
            for colour in range(few.rows.shape[1]):
                wrong += count(tables.masks[few.rows[guess, colour]] & ~tables.masks[few.rows[code, colour]])
            total += few.weights[code] * wrong
            largest = max(largest, wrong)
        if largest <= most and total < least:
            least = total
            few.state[GUESS] = guess
    return least


@kernel
def _filling_cost(tables: Tables, few: FewCodes, left: int, weight: int, limit: int) -> int:
    """Weighted wrong fields of the best filling for a set if below the limit, otherwise a number >= the limit."""
    wrong = few.filling.wrong
    wrong[:] = weight
    while left:
        code = lowest(left)
        left &= left - 1
        for colour in range(wrong.shape[0]):
            fields = tables.masks[few.rows[code, colour]]
            while fields:
                wrong[colour, lowest(fields)] -= few.weights[code]
                fields &= fields - 1
    return lay(tables, few.filling, limit)


@kernel
def lay(tables: Tables, filling: FillingScratch, limit: int) -> int:
    """Cost of the best filling by `filling.wrong` if it is below the limit, otherwise a number >= the limit."""
    return int(least_filling(filling.wrong, tables.size, limit, filling.filled, filling.steps, filling.chain))
