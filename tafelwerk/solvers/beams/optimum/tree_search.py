"""Depth-first search over strategies of Beams: exact, or limited to the best few queries at large sets, or cut off with bounds.

At a set of n codes the width of n says how many queries are tried, those of greatest Shannon entropy first, and with the last of
them all that tie with it. Small sets are solved exactly, as masks; there the width means nothing. So three searches are one:

- every query at every set: the least rest, exactly;
- few queries at large sets: the rest of the best strategy of that kind, which need not be the best of all;
- every query at the largest sets, and width 0 below: there the least promise of a query stands for the rest. Promises are proven
  bounds (see `bounds`), and so is then the result.

Bounds cut what cannot be better than the best found. Values are remembered by key up to symmetry; promises, entropies and
widths depend on the sizes of parts alone, so that sets of one key have one value.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.endgame import Endgame, endgame_kernel, make_endgame
from tafelwerk.solvers.beams.optimum.search_tables import SMALL, Tables
from tafelwerk.solvers.beams.optimum.set_key import key_kernel
from tafelwerk.solvers.beams.optimum.splitting import (
    COLOUR,
    DIAGONAL,
    DISORDER,
    PART_COUNT,
    PART_FIELDS,
    PART_LOW,
    PART_REST,
    PROMISE,
    Tally,
    guess_all_kernel,
    list_queries_kernel,
    make_tally,
    query_fields,
    split_kernel,
)
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.jit import kernel

KEPT = 12
"""Codes of the smallest set whose rest is remembered; smaller ones are solved as quickly."""

NONE = 1 << 50
"""A limit above every rest."""

# fields of a frame: first row and number of elements; colours asked for, diagonals used; codes; the limit below which the rest is
# wanted, then the best found; queries listed, the one at hand, its total as far as known; its first part and how many, the next;
# the first row free for parts, and for those of a part; colours and diagonals used after the query; the best query; the entry of
# the memo and the key
(
    LOW,
    COUNT,
    ASKED,
    USED,
    CODES,
    LIMIT,
    LISTED,
    AT,
    SUM,
    PARTS,
    PART_NUMBER,
    PART,
    FREE,
    FREE_BELOW,
    ASKED_BELOW,
    USED_BELOW,
    BEST,
    ENTRY,
    KEY,
    CHECK,
) = range(20)
FIELDS = 20

# fields of the state: the frame and phase to go on with, the value a frame returns, sets searched, codes of the largest set that
# is solved as a mask
DEPTH, PHASE, VALUE, NODES, EXACT = range(5)

ENTER, GO_ON, LEAVE = range(3)

DONE, PAUSED = 0, 1


class Desk(NamedTuple):
    """A search under way: stack, memo and scratch.

    Attributes:
        elements: uint16, shape (rows, colours): the set searched, then parts of it, parts of these, and so on.
        frames: int64, shape (D + 2, FIELDS).
        queries: int64, shape (D + 2, colours * D, query_fields): those listed at each frame.
        parts: int64: the parts at hand of all frames, one after the other.
        memo: int64, shape (a power of 2, 4): two words of the key; value, and whether it is exact; codes, 0 where empty.
        state: int64, shape (5,).
        widths: int64, shape (codes + 1,): queries tried at a set, by its codes.
        best: int64, shape (2,): colour and diagonal of the best query at the first frame, or -1, -1.
        names: int64, shape (2, colours), scratch for keys.
        key: uint64, shape (2,), scratch.
        tally: scratch.
        endgame: scratch.
    """

    elements: NDArray[np.uint16]
    frames: NDArray[np.int64]
    queries: NDArray[np.int64]
    parts: NDArray[np.int64]
    memo: NDArray[np.int64]
    state: NDArray[np.int64]
    widths: NDArray[np.int64]
    best: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    tally: Tally
    endgame: Endgame


def make_desk(problem: Problem, tables: Tables, widths: NDArray[np.int64], entries: int, exact: int = SMALL) -> Desk:
    """A desk for a problem.

    Args:
        problem: the problem.
        tables: its tables.
        widths: int64, shape (codes + 1,).
        entries: of the memo, a power of 2.
        exact: codes of the largest set that is solved exactly whatever its width, at most SMALL.
    """
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    answers = len(tables.least)
    # the parts of a set have no more elements than there are codes
    rows = len(problem.patterns) + (diagonals + 1) * problem.codes
    return Desk(
        elements=np.empty((rows, colours), np.uint16),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        queries=np.zeros((diagonals + 2, colours * diagonals, query_fields(tables)), np.int64),
        parts=np.zeros(((diagonals + 2) * answers, PART_FIELDS), np.int64),
        memo=np.zeros((entries, 4), np.int64),
        state=np.array([0, ENTER, 0, 0, exact], np.int64),
        widths=widths,
        best=np.full(2, -1, np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        tally=make_tally(tables),
        endgame=make_endgame(problem),
    )


@kernel
def begin_kernel(desk: Desk, low: int, number: int, asked: int, used: int, free: int, limit: int) -> None:
    """Set up the search for the rest of rows low to low + number - 1, if it is below a limit; rows from `free` on are free."""
    frame = desk.frames[0]
    frame[LOW], frame[COUNT], frame[ASKED], frame[USED], frame[LIMIT] = low, number, asked, used, limit
    frame[PARTS], frame[FREE] = 0, free
    desk.state[DEPTH], desk.state[PHASE] = 0, ENTER


@kernel
def recall_kernel(memo: NDArray[np.int64], key: int, check: int) -> int:
    """Entry of a set, or -1."""
    entry = (key ^ key >> 32) & (memo.shape[0] - 2)
    for slot in range(entry, entry + 2):
        if memo[slot, 0] == key and memo[slot, 1] == check and memo[slot, 3] != 0:
            return slot
    return -1


@kernel
def remember_kernel(memo: NDArray[np.int64], key: int, check: int, codes: int, value: int, exact: bool) -> None:
    """Keep a value. Of two sets that share a place, the first slot keeps the larger, the second the latest."""
    slot = recall_kernel(memo, key, check)
    if slot < 0:
        slot = (key ^ key >> 32) & (memo.shape[0] - 2)
        if memo[slot, 3] > codes:
            slot += 1
        elif memo[slot, 3] != 0:
            for word in range(4):
                memo[slot + 1, word] = memo[slot, word]
    memo[slot, 0], memo[slot, 1], memo[slot, 2], memo[slot, 3] = key, check, value << 1 | exact, codes


@kernel
def _sort_kernel(queries: NDArray[np.int64], listed: int) -> None:
    """By ascending disorder; equal ones stay as they are."""
    for i in range(1, listed):
        place = i
        while place > 0 and queries[place - 1, DISORDER] > queries[place, DISORDER]:
            for field in range(queries.shape[1]):
                queries[place - 1, field], queries[place, field] = queries[place, field], queries[place - 1, field]
            place -= 1


@kernel
def _least_promise_kernel(queries: NDArray[np.int64], listed: int) -> int:
    promise = NONE
    for place in range(listed):
        promise = min(promise, queries[place, PROMISE])
    return promise


@kernel
def _ask_kernel(tables: Tables, desk: Desk, depth: int) -> None:
    """Split a frame's set by the query at hand, and bound its parts as long as they leave hope.

    A part is bounded first by its size alone, then, the larger ones, by the least promise of the queries that split it: far
    quicker than to search the other parts first.
    """
    frame = desk.frames[depth]
    colour, diagonal = desk.queries[depth, frame[AT], COLOUR], desk.queries[depth, frame[AT], DIAGONAL]
    parts = desk.parts[frame[PARTS] :]
    found = split_kernel(
        tables,
        desk.elements,
        frame[LOW],
        frame[COUNT],
        frame[ASKED],
        colour,
        diagonal,
        frame[FREE],
        desk.tally,
        parts,
        True,
    )
    asked = frame[ASKED] + (colour == frame[ASKED])
    used = frame[USED] | (1 << diagonal)
    least = tables.least[tables.least.shape[0] - 1]
    total, free = frame[CODES], frame[FREE]
    for place in range(found):
        parts[place, PART_REST] = least[parts[place, PART_COUNT] * tables.ways[asked]]
        total += parts[place, PART_REST]
        free += parts[place, PART_COUNT]
    below = desk.queries[depth + 1]
    for place in range(found):
        low, number = parts[place, PART_LOW], parts[place, PART_COUNT]
        if total >= frame[LIMIT]:
            break
        if number * tables.ways[asked] > desk.state[EXACT]:
            listed = list_queries_kernel(tables, desk.elements, low, number, asked, used, desk.tally, below)
            if listed > 0:
                promise = _least_promise_kernel(below, listed)
                total += promise - parts[place, PART_REST]
                parts[place, PART_REST] = promise
    frame[PART_NUMBER], frame[PART], frame[SUM] = found, 0, total
    frame[ASKED_BELOW], frame[USED_BELOW], frame[FREE_BELOW] = asked, used, free


@kernel
def search_kernel(tables: Tables, desk: Desk, steps: int, fresh: bool) -> int:
    """Go on with the search begun.

    Args:
        tables: what is known of the variant.
        desk: the search.
        steps: sets to search before pausing, about.
        fresh: whether the first set is searched even if its rest is remembered, so that its best query is found.

    Returns:
        DONE, with the rest of the first set in state[VALUE] if it is below its limit, else a bound that it is not below; or
        PAUSED.
    """
    frames, memo, state = desk.frames, desk.memo, desk.state
    depth, phase, value = state[DEPTH], state[PHASE], state[VALUE]
    until = state[NODES] + steps
    while True:
        frame = frames[depth]
        if phase == ENTER:
            if state[NODES] >= until:
                state[DEPTH], state[PHASE] = depth, ENTER
                return PAUSED
            state[NODES] += 1
            low, number, asked, used, limit = frame[LOW], frame[COUNT], frame[ASKED], frame[USED], frame[LIMIT]
            codes = number * tables.ways[asked]
            frame[CODES], frame[BEST] = codes, -1
            phase = LEAVE
            if codes >= KEPT:
                key_kernel(tables, desk.elements, low, number, asked, used, desk.names, desk.key)
                frame[KEY], frame[CHECK] = np.int64(desk.key[0]), np.int64(desk.key[1])
                slot = recall_kernel(memo, frame[KEY], frame[CHECK])
                if slot >= 0 and not (fresh and depth == 0):
                    known = memo[slot, 2]
                    if known & 1 or known >> 1 >= limit:
                        value = known >> 1
                        continue
            if codes == 1:
                value = 0
                continue
            if codes <= state[EXACT]:
                value = endgame_kernel(tables, desk.endgame, desk.elements, low, number, asked, used, limit, desk.best)
                if codes >= KEPT:
                    remember_kernel(memo, frame[KEY], frame[CHECK], codes, value, value < limit)
                continue
            queries = desk.queries[depth]
            listed = list_queries_kernel(tables, desk.elements, low, number, asked, used, desk.tally, queries)
            if listed == 0:
                value = guess_all_kernel(tables, desk.elements, low, number, asked, desk.best)
                desk.best[0] = desk.best[1] = -1
                continue
            width = desk.widths[codes]
            promise = _least_promise_kernel(queries, listed)
            if width == 0 or promise >= limit:
                value = promise
                continue
            _sort_kernel(queries, listed)
            width = min(width, listed)
            while width < listed and queries[width, DISORDER] == queries[width - 1, DISORDER]:
                width += 1
            frame[LISTED], frame[AT], frame[SUM] = width, -1, NONE
            phase = GO_ON
        elif phase == GO_ON:
            if frame[SUM] < frame[LIMIT]:
                if frame[PART] < frame[PART_NUMBER]:
                    part = desk.parts[frame[PARTS] + frame[PART]]
                    frame[PART] += 1
                    depth += 1
                    below = frames[depth]
                    below[LOW], below[COUNT] = part[PART_LOW], part[PART_COUNT]
                    below[ASKED], below[USED] = frame[ASKED_BELOW], frame[USED_BELOW]
                    below[LIMIT] = frame[LIMIT] - frame[SUM] + part[PART_REST]
                    below[PARTS], below[FREE] = frame[PARTS] + frame[PART_NUMBER], frame[FREE_BELOW]
                    phase = ENTER
                    continue
                frame[LIMIT], frame[BEST] = frame[SUM], frame[AT]
            queries = desk.queries[depth]
            at = frame[AT] + 1
            while at < frame[LISTED] and queries[at, PROMISE] >= frame[LIMIT]:
                at += 1
            frame[AT] = at
            if at == frame[LISTED]:
                value = frame[LIMIT]
                if frame[CODES] >= KEPT:
                    remember_kernel(memo, frame[KEY], frame[CHECK], frame[CODES], value, frame[BEST] >= 0)
                if depth == 0:
                    desk.best[0] = desk.best[1] = -1
                    if frame[BEST] >= 0:
                        desk.best[0], desk.best[1] = queries[frame[BEST], COLOUR], queries[frame[BEST], DIAGONAL]
                phase = LEAVE
                continue
            _ask_kernel(tables, desk, depth)
        else:
            if depth == 0:
                state[VALUE] = value
                return DONE
            depth -= 1
            above = frames[depth]
            above[SUM] += value - desk.parts[above[PARTS] + above[PART] - 1, PART_REST]
            phase = GO_ON
