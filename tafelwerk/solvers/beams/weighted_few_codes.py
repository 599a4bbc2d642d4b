"""Least weighted cost-to-go of a set of at most 63 codes, exactly and within limits.

As `endgame`, with sets as masks and queries as the masks of their parts, but every code has a weight. Codes are in
descending order of weight, so the bound of a set is the sum of the weights, each times the step of `Tables.least` at the rank of
its code: a strategy costs at least `least` of the number of codes on those down to each weight.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.elements import Elements
from tafelwerk.solvers.beams.endgame import list_codes_kernel, list_queries_kernel
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import SMALL, Tables, is_free
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import kernel

NONE = 1 << 60
"""A limit above every cost-to-go; the cost-to-go of a set that no strategy within the limits ends."""

ENTRIES = 1 << 17
"""Entries of the memo, a power of two."""

PROMISING = 7
"""Largest number of codes of a part that is bounded only by the largest number of answers."""

QUERIES, COST = range(2)
"""Limits: most queries for any code, most queries and wrong fields for any code."""

# fields of a frame: the set and the diagonals used; the limit for its cost-to-go, then the best value found; the bound of the
# part being searched; number of listed queries, current query, its next part, its total so far; the best query; the largest
# number of parts of a query; the entry of the memo
SET, USED, LIMIT, PART_BOUND, LISTED, AT, PART, SUM, BEST, MOST, ENTRY = range(11)
FIELDS = 11

ENTER, GO_ON, LEAVE = range(3)


class FewCodes(NamedTuple):
    """Queries of the current codes, and scratch; q queries, at most colours * D.

    Attributes:
        rows: uint16, shape (SMALL, colours): pieces of the codes, each colour's piece in its place.
        weights: int64, shape (SMALL,): their weights, descending.
        parts: int64, shape (q, SMALL): masks of the parts of a query.
        counts: int64, shape (q,): number of parts.
        queries: int64, shape (q, 2): colour and diagonal.
        part_of: int64, shape (256,): zeros; part of each answer, from 1.
        frames: int64, shape (D + 2, FIELDS).
        candidates: int64, shape (D + 2, q, 2): bounds and queries.
        bounds: int64, shape (D + 2, SMALL): bounds of the parts of the current query at each frame.
        memo: int64, shape (ENTRIES, 4): set; diagonals used, and the stamp of the codes; value; whether it is exact.
        stamp: int64, shape (1,): distinguishes the current codes from all earlier ones.
        limits: int64, shape (2,): see QUERIES and COST.
        guess: int64, shape (1,): code guessed at the first set, -1 where none is.
    """

    rows: NDArray[np.uint16]
    weights: NDArray[np.int64]
    parts: NDArray[np.int64]
    counts: NDArray[np.int64]
    queries: NDArray[np.int64]
    part_of: NDArray[np.int64]
    frames: NDArray[np.int64]
    candidates: NDArray[np.int64]
    bounds: NDArray[np.int64]
    memo: NDArray[np.int64]
    stamp: NDArray[np.int64]
    limits: NDArray[np.int64]
    guess: NDArray[np.int64]


def make_few_codes(problem: Problem, limits: NDArray[np.int64]) -> FewCodes:
    """Scratch for the small sets of a problem."""
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    queries = colours * diagonals
    return FewCodes(
        rows=np.zeros((SMALL, colours), np.uint16),
        weights=np.zeros(SMALL, np.int64),
        # a query without a split is written as well, before it is dropped
        parts=np.zeros((queries + 1, SMALL), np.int64),
        counts=np.zeros(queries + 1, np.int64),
        queries=np.zeros((queries + 1, 2), np.int64),
        part_of=np.zeros(256, np.int64),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        candidates=np.zeros((diagonals + 2, queries + 1, 2), np.int64),
        bounds=np.zeros((diagonals + 2, SMALL), np.int64),
        memo=np.zeros((ENTRIES, 4), np.int64),
        stamp=np.zeros(1, np.int64),
        limits=limits,
        guess=np.zeros(1, np.int64),
    )


@kernel
def _bound(tables: Tables, few: FewCodes, left: int, answers: int) -> int:
    """Lower bound of the cost-to-go of a set on which no query has more than this many answers."""
    bound, rank = 0, 0
    least = tables.least[answers]
    while left:
        bound += few.weights[lowest(left)] * (least[rank + 1] - least[rank])
        left &= left - 1
        rank += 1
    return bound


@kernel
def _weight(few: FewCodes, left: int) -> int:
    """Sum of the weights of a set."""
    weight = 0
    while left:
        weight += few.weights[lowest(left)]
        left &= left - 1
    return weight


@kernel
def _guess_kernel(tables: Tables, few: FewCodes, left: int, most: int) -> int:
    """Least weighted wrong fields of a guess among a set of codes that has at most `most` wrong fields for any code; or NONE."""
    least = NONE
    mine = left
    while mine:
        guess = lowest(mine)
        mine &= mine - 1
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
            few.guess[0] = guess
    return least


@kernel
def _sharper_bound_kernel(
    tables: Tables, few: FewCodes, queries: int, left: int, diagonals_used: int, most: int
) -> int:
    """Lower bound of the cost-to-go of a set of three or more codes, on which no query has more than `most` answers."""
    parts, counts, answers, codes = few.parts, few.counts, 1, count(left)
    for query in range(queries):
        if not is_free(tables, diagonals_used, few.queries[query, 1]):
            continue
        parts_met = 0
        for part in range(counts[query]):
            parts_met += (left & parts[query, part]) != 0
        answers = max(answers, parts_met)
        if answers >= min(codes, most):
            break
    bound = _bound(tables, few, left, answers)
    if answers == 1 or codes <= max(answers, PROMISING):
        return bound
    promise, weight = NONE, _weight(few, left)
    for query in range(queries):
        if not is_free(tables, diagonals_used, few.queries[query, 1]):
            continue
        promised = weight
        for part in range(counts[query]):
            inside = left & parts[query, part]
            if inside == left:
                promised = NONE
                break
            promised += _bound(tables, few, inside, answers)
        promise = min(promise, promised)
        if promise <= bound:
            return bound
    return promise


@kernel
def _bound_parts_kernel(tables: Tables, few: FewCodes, depth: int, queries: int) -> None:
    """Raise the total of the current query by sharper bounds of its parts, as long as it stays below the limit."""
    frame, parts = few.frames[depth], few.parts
    asks = few.candidates[depth, frame[AT], 1]
    diagonals_used = frame[USED] | (1 << few.queries[asks, 1])
    for part in range(few.counts[asks]):
        left = frame[SET] & parts[asks, part]
        if left & (left - 1):
            bound = _bound(tables, few, left, frame[MOST])
            few.bounds[depth, part] = bound
            if count(left) > 2 and frame[SUM] < frame[LIMIT]:
                sharper = _sharper_bound_kernel(tables, few, queries, left, diagonals_used, frame[MOST])
                few.bounds[depth, part] = sharper
                frame[SUM] += sharper - bound


@kernel
def few_codes_kernel(
    tables: Tables,
    few: FewCodes,
    elements: Elements,
    weights: NDArray[np.int64],
    low: int,
    number: int,
    colours_asked: int,
    diagonals_used: int,
    limit: int,
    best: NDArray[np.int64],
) -> int:
    """Least cost-to-go of a set if it is below the limit, otherwise a lower bound of it that is at least the limit.

    Args:
        tables: tables of the variant.
        few: scratch.
        elements: rows low to low + number - 1 are left; at least two and at most SMALL codes.
        weights: weight of a code of each row, descending within the set.
        colours_asked: number of colours asked for.
        diagonals_used: mask of the diagonals used.
        limit: above 0.
        best: (2,): if the cost-to-go is below the limit, filled with the first query's colour, one asked for or the next, and its
            diagonal; -1, -1 if no query splits the codes: then few.guess[0] is the code guessed.
    """
    size = list_codes_kernel(tables, elements, low, number, colours_asked, few.rows)
    for code in range(size):
        few.weights[code] = weights[low + code // tables.ways[colours_asked]]
    parts, counts = few.parts, few.counts
    queries = list_queries_kernel(tables, few.rows, parts, counts, few.queries, few.part_of, size, diagonals_used)
    frames, candidates, memo = few.frames, few.candidates, few.memo
    few.stamp[0] += 1
    stamp = few.stamp[0] << 32
    frames[0, SET], frames[0, USED], frames[0, LIMIT] = (1 << size) - 1, diagonals_used, limit
    depth, phase, value = 0, ENTER, 0
    while True:
        frame = frames[depth]
        if phase == ENTER:
            left, mark, bound = frame[SET], frame[USED] | stamp, frame[LIMIT]
            codes = count(left)
            mixed = (left ^ left >> 31 ^ frame[USED] << 7) & 0x7FFFFFFF
            entry = mixed * 0x9E3779B1 >> 20 & (memo.shape[0] - 1)
            frame[ENTRY] = entry
            frame[BEST] = -1
            phase = LEAVE
            known = depth > 0 and memo[entry, 0] == left and memo[entry, 1] == mark
            if known and (memo[entry, 3] or memo[entry, 2] >= bound):
                value = memo[entry, 2]
                continue
            rows = candidates[depth]
            splitting, most = 0, 0
            for query in range(queries):
                if not is_free(tables, frame[USED], few.queries[query, 1]):
                    continue
                # of the colours not asked for at the start, one stands for all
                if depth == 0 and few.queries[query, 0] > colours_asked:
                    continue
                parts_met = 0
                for part in range(counts[query]):
                    parts_met += (left & parts[query, part]) != 0
                if parts_met > 1:
                    rows[splitting, 1] = query
                    splitting += 1
                    most = max(most, parts_met)
                    if parts_met == codes:
                        frame[BEST] = query
                        break
            spent = count(frame[USED])
            weight = _weight(few, left)
            exact = 1
            if splitting == 0:
                value = _guess_kernel(tables, few, left, few.limits[COST] - spent)
            elif spent >= min(few.limits[QUERIES], few.limits[COST]):
                value = NONE
            elif most == codes:
                value = weight
            else:
                value = _bound(tables, few, left, most)
                exact = 0
            if exact or value >= bound:
                memo[entry, 0], memo[entry, 1], memo[entry, 2], memo[entry, 3] = left, mark, value, exact
                continue
            promising = 0
            for index in range(splitting):
                query = rows[index, 1]
                promise = weight
                for part in range(counts[query]):
                    promise += _bound(tables, few, left & parts[query, part], most)
                if promise < bound:
                    slot = promising
                    while slot > 0 and rows[slot - 1, 0] > promise:
                        rows[slot, 0], rows[slot, 1] = rows[slot - 1, 0], rows[slot - 1, 1]
                        slot -= 1
                    rows[slot, 0], rows[slot, 1] = promise, query
                    promising += 1
            frame[LISTED], frame[AT], frame[SUM], frame[MOST] = promising, -1, NONE, most
            phase = GO_ON
        elif phase == GO_ON:
            if frame[SUM] < frame[LIMIT]:
                query = candidates[depth, frame[AT], 1]
                part = frame[PART]
                while part < counts[query]:
                    left = frame[SET] & parts[query, part]
                    if left & (left - 1):
                        break
                    part += 1
                frame[PART] = part + 1
                if part < counts[query]:
                    frame[PART_BOUND] = few.bounds[depth, part]
                    depth += 1
                    below = frames[depth]
                    below[SET], below[USED] = left, frame[USED] | (1 << few.queries[query, 1])
                    below[LIMIT] = frame[LIMIT] - frame[SUM] + frame[PART_BOUND]
                    phase = ENTER
                    continue
                frame[LIMIT], frame[BEST] = frame[SUM], query
            frame[AT] += 1
            if frame[AT] < frame[LISTED] and candidates[depth, frame[AT], 0] < frame[LIMIT]:
                frame[SUM], frame[PART] = candidates[depth, frame[AT], 0], 0
                _bound_parts_kernel(tables, few, depth, queries)
            else:
                value = frame[LIMIT]
                entry = frame[ENTRY]
                memo[entry, 0], memo[entry, 1] = frame[SET], frame[USED] | stamp
                memo[entry, 2], memo[entry, 3] = value, frame[BEST] != -1
                phase = LEAVE
        else:
            if depth == 0:
                best[0] = best[1] = -1
                if frame[BEST] >= 0:
                    best[0], best[1] = few.queries[frame[BEST], 0], few.queries[frame[BEST], 1]
                return value
            depth -= 1
            frames[depth, SUM] += value - frames[depth, PART_BOUND]
            phase = GO_ON
