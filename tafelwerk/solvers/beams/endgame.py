"""Least cost-to-go of a set of at most 63 codes, exactly: sets are masks, a query is the masks of its parts.

Depth-first branch and bound. At a set the parts of every query are counted, and their sizes are bounded by `Tables.least` with
the largest number of parts that occurs there. Queries are tried by ascending bound, as long as the bound is below the best value.
Within a query the parts are searched one by one, each with a limit that leaves the bounds of the others. A set that some query
splits into single codes is solved at once. Results are remembered by set and diagonals used; the memo compares the full key.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.elements import Elements, best_guess, least_filling
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import SMALL, Tables, is_free
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import kernel

ENTRIES = 1 << 17
"""Entries of the memo, a power of two."""

PROMISING = 7
"""Largest number of codes of a part that is bounded only by the largest number of answers."""

# fields of a frame: the set and the diagonals used; its size; the limit for its cost-to-go, then the best value found; the bound
# of the part being searched; number of listed queries, current query, its next part, its total so far; the best query; the
# largest number of parts of a query; the memo's entry
SET, USED, SIZE, LIMIT, PART_BOUND, LISTED, AT, PART, SUM, BEST, MOST, ENTRY = range(12)
FIELDS = 12

ENTER, GO_ON, LEAVE = range(3)

LAID = -2
"""Value in place of the best query of a frame where a filling is laid."""


class Endgame(NamedTuple):
    """Queries of the current codes, and scratch; q queries, at most colours * D.

    Attributes:
        rows: uint16, shape (SMALL, colours): pieces of the codes, each colour's piece in its place.
        guessed: uint16, the same shape: codes among which a guess is chosen.
        guess: int64, shape (1,).
        parts: int64, shape (q, 256): masks of the parts of a query.
        counts: int64, shape (q,): number of parts.
        queries: int64, shape (q, 2): colour and diagonal.
        part_of: int64, shape (256,): zeros; part of each answer, from 1.
        frames: int64, shape (D + 2, FIELDS).
        candidates: int64, shape (D + 2, q, 2): bounds and queries.
        bounds: int64, shape (D + 2, SMALL): bounds of the parts of the current query at each frame.
        memo: int64, shape (ENTRIES, 3): set; diagonals used, and the stamp of the codes; value, and whether it is exact.
        stamp: int64, shape (1,): distinguishes the current codes from all earlier ones.
        wrong: int64, shape (colours, fields): number of codes that have another colour on a field.
        filled, steps, chain: int64, shapes (fields,), (colours, colours, 2), (4, colours): scratch, see `fillings`.
    """

    rows: NDArray[np.uint16]
    guessed: NDArray[np.uint16]
    guess: NDArray[np.int64]
    parts: NDArray[np.int64]
    counts: NDArray[np.int64]
    queries: NDArray[np.int64]
    part_of: NDArray[np.int64]
    frames: NDArray[np.int64]
    candidates: NDArray[np.int64]
    bounds: NDArray[np.int64]
    memo: NDArray[np.int64]
    stamp: NDArray[np.int64]
    wrong: NDArray[np.int64]
    filled: NDArray[np.int64]
    steps: NDArray[np.int64]
    chain: NDArray[np.int64]


def make_endgame(problem: Problem) -> Endgame:
    """Scratch for the endgames of a problem."""
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    queries = colours * diagonals
    return Endgame(
        rows=np.zeros((SMALL, colours), np.uint16),
        guessed=np.zeros((SMALL, colours), np.uint16),
        guess=np.zeros(1, np.int64),
        # a query without a split is written as well, before it is dropped
        parts=np.zeros((queries + 1, SMALL), np.int64),
        counts=np.zeros(queries + 1, np.int64),
        queries=np.zeros((queries + 1, 2), np.int64),
        part_of=np.zeros(256, np.int64),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        candidates=np.zeros((diagonals + 2, queries + 1, 2), np.int64),
        bounds=np.zeros((diagonals + 2, SMALL), np.int64),
        memo=np.zeros((ENTRIES, 3), np.int64),
        stamp=np.zeros(1, np.int64),
        wrong=np.zeros((colours, len(problem.board.fields)), np.int64),
        filled=np.zeros(len(problem.board.fields), np.int64),
        steps=np.zeros((colours, colours, 2), np.int64),
        chain=np.zeros((4, colours), np.int64),
    )


@kernel
def list_codes_kernel(
    tables: Tables, elements: Elements, low: int, number: int, colours_asked: int, rows: NDArray[np.uint16]
) -> int:
    """Write all codes of elements, at most SMALL, to `rows`. Returns their number."""
    others = elements.shape[1] - colours_asked
    written = 0
    for row in range(low, low + number):
        for order in range(tables.ways[colours_asked]):
            for colour in range(colours_asked):
                rows[written, colour] = elements[row, colour]
            for index in range(others):
                rows[written, colours_asked + index] = elements[
                    row, colours_asked + tables.orders[others, order, index]
                ]
            written += 1
    return written


@kernel
def list_queries_kernel(
    tables: Tables,
    rows: NDArray[np.uint16],
    parts: NDArray[np.int64],
    counts: NDArray[np.int64],
    queries: NDArray[np.int64],
    part_of: NDArray[np.int64],
    size: int,
    diagonals_used: int,
) -> int:
    """List the queries that split the codes; of equal queries on a diagonal only the first. Returns their number.

    Args:
        tables: tables of the variant.
        rows: the codes.
        parts, counts, queries: filled, see `Endgame`.
        part_of: scratch, see there.
        size: number of codes.
        diagonals_used: mask of the diagonals used.
    """
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
                queries[written, 0], queries[written, 1] = colour, diagonal
                written += 1
    return written


@kernel
def guess_kernel(tables: Tables, endgame: Endgame, left: int) -> int:
    """Wrong fields of the best guess, summed over a set of codes."""
    codes = 0
    while left:
        for colour in range(endgame.rows.shape[1]):
            endgame.guessed[codes, colour] = endgame.rows[lowest(left), colour]
        left &= left - 1
        codes += 1
    return int(best_guess(tables.masks, endgame.guessed, 0, codes, endgame.rows.shape[1], endgame.guess))


@kernel
def lay_kernel(tables: Tables, endgame: Endgame, left: int, codes: int, limit: int) -> int:
    """Wrong fields of the best filling, summed over a set of codes, if below the limit; otherwise a number >= the limit."""
    wrong = endgame.wrong
    wrong[:] = codes
    while left:
        code = lowest(left)
        left &= left - 1
        for colour in range(wrong.shape[0]):
            fields = tables.masks[endgame.rows[code, colour]]
            while fields:
                wrong[colour, lowest(fields)] -= 1
                fields &= fields - 1
    return least_filling(wrong, tables.size, limit, endgame.filled, endgame.steps, endgame.chain)


@kernel
def _bound_kernel(
    tables: Tables, endgame: Endgame, queries: int, left: int, codes: int, diagonals_used: int, most: int
) -> int:
    """Lower bound of the cost-to-go of a set of three or more codes, on which no query has more than `most` answers."""
    parts, counts, answers = endgame.parts, endgame.counts, 1
    for query in range(queries):
        if not is_free(tables, diagonals_used, endgame.queries[query, 1]):
            continue
        parts_met = 0
        for part in range(counts[query]):
            parts_met += (left & parts[query, part]) != 0
        answers = max(answers, parts_met)
        if answers >= min(codes, most):
            break
    bound = int(tables.least[answers, codes])
    if answers == 1 or codes <= max(answers, PROMISING):
        return bound
    promise = 1 << 40
    if tables.early:
        promise = int(tables.least[1, codes])
    for query in range(queries):
        if not is_free(tables, diagonals_used, endgame.queries[query, 1]):
            continue
        promised = codes
        for part in range(counts[query]):
            size = count(left & parts[query, part])
            if size == codes:
                promised = 1 << 40
                break
            promised += int(tables.least[answers, size])
        promise = min(promise, promised)
        if promise <= bound:
            return bound
    return promise


@kernel
def _bound_parts_kernel(tables: Tables, endgame: Endgame, depth: int, queries: int) -> None:
    """Raise the total of the current query by sharper bounds of its parts, as long as it stays below the limit.

    This is much faster than searching the other parts first.
    """
    frame, parts = endgame.frames[depth], endgame.parts
    asks = endgame.candidates[depth, frame[AT], 1]
    diagonals_used = frame[USED] | (1 << endgame.queries[asks, 1])
    for part in range(endgame.counts[asks]):
        left = frame[SET] & parts[asks, part]
        codes = count(left)
        if codes > 1:
            bound = tables.least[frame[MOST], codes]
            endgame.bounds[depth, part] = bound
            if codes > 2 and frame[SUM] < frame[LIMIT]:
                sharper = _bound_kernel(tables, endgame, queries, left, codes, diagonals_used, frame[MOST])
                endgame.bounds[depth, part] = sharper
                frame[SUM] += sharper - bound


@kernel
def endgame_kernel(
    tables: Tables,
    endgame: Endgame,
    elements: Elements,
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
        endgame: scratch.
        elements: rows low to low + number - 1 are left; at least two and at most SMALL codes.
        colours_asked: number of colours asked for.
        diagonals_used: mask of the diagonals used.
        limit: above 0.
        best: (2,): if the cost-to-go is below the limit, filled with the first query's colour, one asked for or the next, and its
            diagonal; -1, -1 if no query splits the codes.
    """
    size = list_codes_kernel(tables, elements, low, number, colours_asked, endgame.rows)
    parts, counts, least = endgame.parts, endgame.counts, tables.least
    queries = list_queries_kernel(
        tables, endgame.rows, parts, counts, endgame.queries, endgame.part_of, size, diagonals_used
    )
    frames, candidates, memo = endgame.frames, endgame.candidates, endgame.memo
    endgame.stamp[0] += 1
    stamp = endgame.stamp[0] << 32
    everything = (1 << size) - 1
    frames[0, SET], frames[0, USED], frames[0, SIZE], frames[0, LIMIT] = everything, diagonals_used, size, limit
    depth, phase, value = 0, ENTER, 0
    while True:
        frame = frames[depth]
        if phase == ENTER:
            left, mark, codes, bound = frame[SET], frame[USED] | stamp, frame[SIZE], frame[LIMIT]
            mixed = (left ^ left >> 31 ^ frame[USED] << 7) & 0x7FFFFFFF
            entry = mixed * 0x9E3779B1 >> 20 & (memo.shape[0] - 1)
            frame[ENTRY] = entry
            frame[BEST] = -1
            phase = LEAVE
            if memo[entry, 0] == left and memo[entry, 1] == mark:
                known = memo[entry, 2]
                if known & 1 or known >> 1 >= bound:
                    value = known >> 1
                    continue
            rows = candidates[depth]
            splitting, most = 0, 0
            for query in range(queries):
                if not is_free(tables, frame[USED], endgame.queries[query, 1]):
                    continue
                # of the colours not asked for at the start, one stands for all
                if depth == 0 and endgame.queries[query, 0] > colours_asked:
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
            if splitting == 0:
                value = (
                    lay_kernel(tables, endgame, left, codes, 1 << 60)
                    if tables.early
                    else guess_kernel(tables, endgame, left)
                )
                exact = 1
            elif most == codes:
                value = codes
                exact = 1
            else:
                value = least[most, codes]
                exact = 0
            if exact or value >= bound:
                memo[entry, 0], memo[entry, 1], memo[entry, 2] = left, mark, value << 1 | exact
                continue
            if tables.early:
                laid = lay_kernel(tables, endgame, left, codes, bound)
                if laid < bound:
                    frame[LIMIT], frame[BEST] = laid, LAID
                    bound = laid
            promising = 0
            for index in range(splitting):
                query = rows[index, 1]
                promise = codes
                for part in range(counts[query]):
                    promise += least[most, count(left & parts[query, part])]
                if promise < bound:
                    slot = promising
                    while slot > 0 and rows[slot - 1, 0] > promise:
                        rows[slot, 0], rows[slot, 1] = rows[slot - 1, 0], rows[slot - 1, 1]
                        slot -= 1
                    rows[slot, 0], rows[slot, 1] = promise, query
                    promising += 1
            frame[LISTED], frame[AT], frame[SUM], frame[MOST] = promising, -1, 1 << 60, most
            phase = GO_ON
        elif phase == GO_ON:
            if frame[SUM] < frame[LIMIT]:
                query = candidates[depth, frame[AT], 1]
                part = frame[PART]
                while part < counts[query] and count(frame[SET] & parts[query, part]) < 2:
                    part += 1
                frame[PART] = part + 1
                if part < counts[query]:
                    left = frame[SET] & parts[query, part]
                    codes = count(left)
                    frame[PART_BOUND] = endgame.bounds[depth, part]
                    depth += 1
                    below = frames[depth]
                    below[SET], below[USED] = left, frame[USED] | (1 << endgame.queries[query, 1])
                    below[SIZE], below[LIMIT] = codes, frame[LIMIT] - frame[SUM] + frame[PART_BOUND]
                    phase = ENTER
                    continue
                frame[LIMIT], frame[BEST] = frame[SUM], query
            frame[AT] += 1
            if frame[AT] < frame[LISTED] and candidates[depth, frame[AT], 0] < frame[LIMIT]:
                frame[SUM], frame[PART] = candidates[depth, frame[AT], 0], 0
                _bound_parts_kernel(tables, endgame, depth, queries)
            else:
                value = frame[LIMIT]
                entry = frame[ENTRY]
                memo[entry, 0], memo[entry, 1] = frame[SET], frame[USED] | stamp
                memo[entry, 2] = value << 1 | (frame[BEST] != -1)
                phase = LEAVE
        else:
            if depth == 0:
                best[0] = best[1] = -1
                if frame[BEST] >= 0:
                    best[0], best[1] = endgame.queries[frame[BEST], 0], endgame.queries[frame[BEST], 1]
                return value
            depth -= 1
            frames[depth, SUM] += value - frames[depth, PART_BOUND]
            phase = GO_ON
