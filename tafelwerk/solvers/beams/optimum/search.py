"""Depth-first search over strategies of Beams: exact, or limited to the best few queries at large sets, or cut off with bounds.

At a set of n codes, width[n] is the number of queries tried, those of greatest Shannon entropy and all that tie with the last of
them. Small sets are solved exactly, as masks, regardless of the width. So one search covers three cases:

- every query at every set: the exact cost-to-go;
- few queries at large sets: the cost-to-go of the best strategy of that kind, which need not be optimal;
- every query at the largest sets, and width 0 below: the least lower bound of a query replaces the cost-to-go. These lower bounds
  ("promises") are proven (see `bounds`), and so is the result.

Bounds prune queries that cannot beat the best one found. Values are remembered by key up to symmetry; promises, entropies and
widths depend only on the sizes of parts, so sets with the same key have the same value.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.endgame import LAID, Endgame, endgame_kernel, make_endgame
from tafelwerk.solvers.beams.optimum.splitting import Tally, list_queries_kernel, make_tally, split_kernel
from tafelwerk.solvers.beams.optimum.tables import SMALL, Tables, key_kernel
from tafelwerk.solvers.beams.rules.elements import Elements, best_guess
from tafelwerk.solvers.beams.rules.fillings import least_filling
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, exact_at, recall, remember, value_at

KEPT = 12
"""Least number of codes of a set whose cost-to-go is remembered; smaller sets are solved as quickly."""

NONE = 1 << 50
"""A limit above every cost-to-go."""

# fields of a frame: first row and number of elements; colours asked for, diagonals used; number of codes; the limit for the
# cost-to-go, then the best value found; number of listed queries, current query, its total so far; its first part, number of
# parts, next part; first row free for parts, and for parts of a part; colours and diagonals used after the query; the best query;
# the key
LOW, COUNT, ASKED, USED, CODES, LIMIT, LISTED, AT, SUM, PARTS = range(10)
PART_NUMBER, PART, FREE, FREE_BELOW, ASKED_BELOW, USED_BELOW, BEST, KEY, CHECK = range(10, 19)
FIELDS = 19

# fields of the state: frame and phase to continue with, value that a frame returns, number of sets searched, largest number of
# codes of a set that is solved as a mask
DEPTH, PHASE, VALUE, NODES, EXACT = range(5)

ENTER, GO_ON, LEAVE = range(3)

DONE, PAUSED = 0, 1


class Search(NamedTuple):
    """A search under way: stack, memo and scratch.

    Attributes:
        elements: uint16, shape (rows, colours): the set searched, then its parts, their parts, and so on.
        frames: int64, shape (D + 2, FIELDS).
        queries: int64, shape (D + 2, colours * D, query_fields): queries listed at each frame.
        parts: int64: current parts of all frames, one after the other.
        memo: see `machine.memo`; the size of a set is its number of codes.
        state: int64, shape (5,).
        widths: int64, shape (codes + 1,): number of queries tried at a set, by its number of codes.
        best: int64, shape (2,): colour and diagonal of the best query at the first frame, or -1, -1.
        names: int64, shape (2, colours), scratch for keys.
        key: uint64, shape (2,), scratch.
        tally: scratch.
        endgame: scratch.
    """

    elements: Elements
    frames: NDArray[np.int64]
    queries: NDArray[np.int64]
    parts: NDArray[np.int64]
    memo: Memo
    state: NDArray[np.int64]
    widths: NDArray[np.int64]
    best: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    tally: Tally
    endgame: Endgame


def make_search(
    problem: Problem, tables: Tables, widths: NDArray[np.int64], entries: int, exact: int = SMALL
) -> Search:
    """A new search for a problem.

    Args:
        problem: the problem.
        tables: its tables.
        widths: int64, shape (codes + 1,).
        entries: number of entries of the memo, a power of 2.
        exact: largest number of codes of a set that is solved exactly regardless of its width, at most SMALL.
    """
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    answers = len(tables.least)
    # the parts of a set have no more elements than there are codes
    rows = len(problem.patterns) + (diagonals + 1) * problem.codes
    return Search(
        elements=np.empty((rows, colours), np.uint16),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        queries=np.zeros((diagonals + 2, colours * diagonals, sp.query_fields(tables)), np.int64),
        parts=np.zeros(((diagonals + 2) * answers, sp.PART_FIELDS), np.int64),
        memo=empty_memo(entries),
        state=np.array([0, ENTER, 0, 0, exact], np.int64),
        widths=widths,
        best=np.full(2, -1, np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        tally=make_tally(tables),
        endgame=make_endgame(problem),
    )


@kernel
def begin_kernel(search: Search, low: int, number: int, asked: int, used: int, free: int, limit: int) -> None:
    """Set up the search for the cost-to-go of rows low to low + number - 1, up to a limit; rows from `free` on are free."""
    frame = search.frames[0]
    frame[LOW], frame[COUNT], frame[ASKED], frame[USED], frame[LIMIT] = low, number, asked, used, limit
    frame[PARTS], frame[FREE] = 0, free
    search.state[DEPTH], search.state[PHASE] = 0, ENTER


@kernel
def _sort_kernel(queries: NDArray[np.int64], listed: int) -> None:
    """Stable sort by ascending disorder."""
    for i in range(1, listed):
        place = i
        while place > 0 and queries[place - 1, sp.DISORDER] > queries[place, sp.DISORDER]:
            for field in range(queries.shape[1]):
                queries[place - 1, field], queries[place, field] = queries[place, field], queries[place - 1, field]
            place -= 1


@kernel
def _least_promise_kernel(queries: NDArray[np.int64], listed: int) -> int:
    promise = NONE
    for place in range(listed):
        promise = min(promise, queries[place, sp.PROMISE])
    return promise


@kernel
def _ask_kernel(tables: Tables, search: Search, depth: int) -> None:
    """Split a frame's set by the current query, and bound its parts while the total stays below the limit.

    A part is bounded by its size, and a larger part then by the least lower bound of the queries that split it. This is much
    faster than searching the other parts first.
    """
    frame = search.frames[depth]
    colour, diagonal = search.queries[depth, frame[AT], sp.COLOUR], search.queries[depth, frame[AT], sp.DIAGONAL]
    parts = search.parts[frame[PARTS] :]
    low, number, free = frame[LOW], frame[COUNT], frame[FREE]
    found = split_kernel(
        tables, search.elements, low, number, frame[ASKED], colour, diagonal, free, search.tally, parts, True
    )
    asked = frame[ASKED] + (colour == frame[ASKED])
    used = frame[USED] | (1 << diagonal)
    least = tables.least[tables.least.shape[0] - 1]
    total = frame[CODES]
    for place in range(found):
        parts[place, sp.PART_REST] = least[parts[place, sp.PART_COUNT] * tables.ways[asked]]
        total += parts[place, sp.PART_REST]
        free += parts[place, sp.PART_COUNT]
    below = search.queries[depth + 1]
    for place in range(found):
        low, number = parts[place, sp.PART_LOW], parts[place, sp.PART_COUNT]
        if total >= frame[LIMIT]:
            break
        if number * tables.ways[asked] > search.state[EXACT]:
            listed = list_queries_kernel(tables, search.elements, low, number, asked, used, search.tally, below)
            if listed > 0:
                promise = _least_promise_kernel(below, listed)
                if tables.early:
                    promise = min(promise, tables.least[1, number * tables.ways[asked]])
                total += promise - parts[place, sp.PART_REST]
                parts[place, sp.PART_REST] = promise
    frame[PART_NUMBER], frame[PART], frame[SUM] = found, 0, total
    frame[ASKED_BELOW], frame[USED_BELOW], frame[FREE_BELOW] = asked, used, free


@kernel
def _lay_kernel(tables: Tables, search: Search, low: int, number: int, asked: int, limit: int) -> int:
    """Wrong fields of the best filling, summed over the codes of a set, if below the limit; otherwise a number >= the limit."""
    wrong, elements = search.endgame.wrong, search.elements
    colours, ways = elements.shape[1], tables.ways[asked]
    wrong[:] = number * ways
    for row in range(low, low + number):
        for place in range(colours):
            fields = tables.masks[elements[row, place]]
            while fields:
                field = lowest(fields)
                fields &= fields - 1
                if place < asked:
                    wrong[place, field] -= ways
                else:
                    for colour in range(asked, colours):
                        wrong[colour, field] -= tables.ways[asked + 1]
    endgame = search.endgame
    return least_filling(wrong, tables.size, limit, endgame.filled, endgame.steps, endgame.chain)


@kernel
def search_kernel(tables: Tables, search: Search, steps: int, fresh: bool) -> int:
    """Continue a search.

    Args:
        tables: tables of the variant.
        search: the search.
        steps: approximate number of sets to search before a pause.
        fresh: whether to search the first set even if its cost-to-go is remembered, to find its best query.

    Returns:
        DONE, with the cost-to-go of the first set in state[VALUE] if it is below its limit, otherwise a lower bound of it; or
        PAUSED.
    """
    frames, memo, state = search.frames, search.memo, search.state
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
                key_kernel(tables, search.elements, low, number, asked, used, search.names, search.key)
                frame[KEY], frame[CHECK] = np.int64(search.key[0]), np.int64(search.key[1])
                row = recall(memo, frame[KEY], frame[CHECK])
                if row >= 0 and not (fresh and depth == 0) and (exact_at(memo, row) or value_at(memo, row) >= limit):
                    value = value_at(memo, row)
                    continue
            if codes == 1:
                value = 0
                continue
            if codes <= state[EXACT]:
                value = endgame_kernel(
                    tables, search.endgame, search.elements, low, number, asked, used, limit, search.best
                )
                if codes >= KEPT:
                    remember(memo, frame[KEY], frame[CHECK], codes, value, value < limit, UNKNOWN)
                continue
            queries = search.queries[depth]
            listed = list_queries_kernel(tables, search.elements, low, number, asked, used, search.tally, queries)
            if listed == 0:
                value = (
                    _lay_kernel(tables, search, low, number, asked, NONE)
                    if tables.early
                    else best_guess(tables.masks, search.elements, low, number, asked, search.best)
                )
                search.best[0] = search.best[1] = -1
                continue
            width = search.widths[codes]
            promise = _least_promise_kernel(queries, listed)
            if tables.early:
                laid = _lay_kernel(tables, search, low, number, asked, limit)
                if laid < limit:
                    limit = frame[LIMIT] = laid
                    frame[BEST] = LAID
                    search.best[0] = search.best[1] = -1
                promise = min(promise, laid)
            if width == 0 or promise >= limit:
                value = promise
                continue
            _sort_kernel(queries, listed)
            width = min(width, listed)
            while width < listed and queries[width, sp.DISORDER] == queries[width - 1, sp.DISORDER]:
                width += 1
            frame[LISTED], frame[AT], frame[SUM] = width, -1, NONE
            phase = GO_ON
        elif phase == GO_ON:
            if frame[SUM] < frame[LIMIT]:
                if frame[PART] < frame[PART_NUMBER]:
                    part = search.parts[frame[PARTS] + frame[PART]]
                    frame[PART] += 1
                    depth += 1
                    below = frames[depth]
                    below[LOW], below[COUNT] = part[sp.PART_LOW], part[sp.PART_COUNT]
                    below[ASKED], below[USED] = frame[ASKED_BELOW], frame[USED_BELOW]
                    below[LIMIT] = frame[LIMIT] - frame[SUM] + part[sp.PART_REST]
                    below[PARTS], below[FREE] = frame[PARTS] + frame[PART_NUMBER], frame[FREE_BELOW]
                    phase = ENTER
                    continue
                frame[LIMIT], frame[BEST] = frame[SUM], frame[AT]
            queries = search.queries[depth]
            at = frame[AT] + 1
            while at < frame[LISTED] and queries[at, sp.PROMISE] >= frame[LIMIT]:
                at += 1
            frame[AT] = at
            if at == frame[LISTED]:
                value = frame[LIMIT]
                if frame[CODES] >= KEPT:
                    remember(memo, frame[KEY], frame[CHECK], frame[CODES], value, frame[BEST] != -1, UNKNOWN)
                if depth == 0:
                    search.best[0] = search.best[1] = -1
                    if frame[BEST] >= 0:
                        search.best[0], search.best[1] = (
                            queries[frame[BEST], sp.COLOUR],
                            queries[frame[BEST], sp.DIAGONAL],
                        )
                phase = LEAVE
                continue
            _ask_kernel(tables, search, depth)
        else:
            if depth == 0:
                state[VALUE] = value
                return DONE
            depth -= 1
            above = frames[depth]
            above[SUM] += value - search.parts[above[PARTS] + above[PART] - 1, sp.PART_REST]
            phase = GO_ON
