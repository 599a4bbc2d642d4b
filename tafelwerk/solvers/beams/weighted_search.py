"""Depth-first search for the strategy of least weighted cost: every query at every set, within limits of queries and of cost.

Every code has a weight, which symmetries of the board and of the colours keep: all codes of a pattern have the same; the rest
is as in `optimal_strategies`. The rows of a set are in descending order of weight, and parts keep this order. The cost of a
strategy is the sum, over the codes, of weight times queries and wrong fields. Limits bound the queries, or the queries and wrong
fields, for each code. The diagonals used say how many queries were asked, so what is left of the limits is part of the position.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.elements import Elements, factorial
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import SMALL, Tables, Tally, is_free, key_kernel, make_tally, split_kernel
from tafelwerk.solvers.beams.weighted_few_codes import COST, NONE, QUERIES, FewCodes, few_codes_kernel, make_few_codes
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel

KEPT = 12
"""Least number of codes of a set whose cost-to-go is remembered; smaller sets are solved as quickly."""

UNLIMITED = 1 << 20
"""A limit that no strategy reaches."""

# fields of a frame: first row and number of elements; colours asked for, diagonals used; weight of the set; the limit for the
# cost-to-go, then the best value found; number of listed queries, current query, its total so far; its first part, number of
# parts, next part; first row free for parts, and for parts of a part; colours and diagonals used after the query; the best query;
# the key
LOW, COUNT, ASKED, USED, WEIGHT, LIMIT, LISTED, AT, SUM, PARTS = range(10)
PART_NUMBER, PART, FREE, FREE_BELOW, ASKED_BELOW, USED_BELOW, BEST, KEY, CHECK = range(10, 19)
FIELDS = 19

PROMISE, COLOUR, DIAGONAL = range(3)
"""Fields of a listed query."""

# fields of the state: value that a frame returns, number of sets searched
VALUE, NODES = range(2)

ENTER, GO_ON, LEAVE = range(3)


class WeightedSearch(NamedTuple):
    """Stack, memo and scratch.

    Attributes:
        elements: uint16, shape (rows, colours): all patterns, by descending weight, then parts of sets, their parts, and so on.
        weights: int64, shape (rows,): weight of a code of each row.
        slots: int64, shape (slots, 2): hash table of the patterns: sum of the signs of the pieces, -1 if free; the weight.
        frames: int64, shape (D + 2, FIELDS).
        queries: int64, shape (D + 2, colours * D, 3): queries listed at each frame.
        parts: int64: current parts of all frames, one after the other.
        memo: int64, shape (entries, 4): two words of a key, the second odd in entries in use; value, and whether it is exact.
        state: int64, shape (2,).
        best: int64, shape (2,): colour and diagonal of the best query at the first frame, or -1, -1.
        names: int64, shape (2, colours), scratch for keys.
        key: uint64, shape (2,), scratch.
        ranks: int64, shape (256, 2): zeros; codes of each answer so far, and of it the bound; scratch.
        tally: scratch.
        few: scratch.
    """

    elements: Elements
    weights: NDArray[np.int64]
    slots: NDArray[np.int64]
    frames: NDArray[np.int64]
    queries: NDArray[np.int64]
    parts: NDArray[np.int64]
    memo: NDArray[np.int64]
    state: NDArray[np.int64]
    best: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    ranks: NDArray[np.int64]
    tally: Tally
    few: FewCodes


def make_search(problem: Problem, tables: Tables) -> WeightedSearch:
    """A search for a problem; `set_weights` gives it weights and limits."""
    colours, diagonals, patterns = problem.variant.colours, len(problem.diagonals), len(problem.patterns)
    answers = len(tables.least)
    rows = patterns + (diagonals + 1) * problem.codes
    search = WeightedSearch(
        elements=np.empty((rows, colours), np.uint16),
        weights=np.zeros(rows, np.int64),
        slots=np.zeros((1 << (4 * patterns).bit_length(), 2), np.int64),
        frames=np.zeros((diagonals + 2, FIELDS), np.int64),
        queries=np.zeros((diagonals + 2, colours * diagonals, 3), np.int64),
        parts=np.zeros(((diagonals + 2) * answers, sp.PART_FIELDS), np.int64),
        memo=np.zeros((min(1 << 21, max(1 << 10, 1 << (16 * problem.codes).bit_length())), 4), np.int64),
        state=np.zeros(2, np.int64),
        best=np.full(2, -1, np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        ranks=np.zeros((256, 2), np.int64),
        tally=make_tally(tables),
        few=make_few_codes(problem, np.full(2, UNLIMITED, np.int64)),
    )
    set_weights(problem, tables, search, np.ones(patterns, np.int64))
    return search


def set_weights(
    problem: Problem,
    tables: Tables,
    search: WeightedSearch,
    weights: NDArray[np.int64],
    queries: int = UNLIMITED,
    cost: int = UNLIMITED,
) -> None:
    """Begin anew with weights per code of each pattern, and limits of the queries and of the cost for each code."""
    order = np.argsort(-weights, kind="stable")
    search.elements[: len(order)] = problem.patterns[order]
    search.weights[: len(order)] = weights[order]
    search.memo[:] = 0
    search.slots[:] = -1
    search.few.limits[:] = queries, cost
    for row in order.tolist():
        total = int(tables.signs[problem.patterns[row]].sum())
        slot = total % len(search.slots)
        while search.slots[slot, 0] >= 0:
            assert search.slots[slot, 0] != total, "sums of signs distinguish patterns"
            slot = (slot + 1) % len(search.slots)
        search.slots[slot] = total, weights[row]


@kernel
def weigh_kernel(tables: Tables, search: WeightedSearch, low: int, number: int) -> None:
    """Write the weights of some rows."""
    slots = search.slots
    for row in range(low, low + number):
        total = 0
        for column in range(search.elements.shape[1]):
            total += tables.signs[search.elements[row, column]]
        slot = total % slots.shape[0]
        while slots[slot, 0] != total:
            slot = (slot + 1) % slots.shape[0]
        search.weights[row] = slots[slot, 1]


@kernel
def list_queries_kernel(
    tables: Tables,
    search: WeightedSearch,
    low: int,
    number: int,
    colours_asked: int,
    diagonals_used: int,
    queries: NDArray[np.int64],
) -> int:
    """List the queries that split a set, by colour, then diagonal, with their lower bounds. Returns their number."""
    colours, ranks, elements, weights = search.elements.shape[1], search.ranks, search.elements, search.weights
    written, most = 0, 0
    for colour in range(min(colours_asked + 1, colours)):
        last = colours - 1 if colour == colours_asked else colour
        for diagonal in range(tables.answers.shape[1]):
            if not is_free(tables, diagonals_used, diagonal):
                continue
            answers = 0
            for row in range(low, low + number):
                for column in range(colour, last + 1):
                    answer = tables.answers[elements[row, column], diagonal]
                    answers += ranks[answer, 0] == 0
                    ranks[answer, 0] = 1
            for row in range(low, low + number):
                for column in range(colour, last + 1):
                    ranks[tables.answers[elements[row, column], diagonal], 0] = 0
            if answers > 1:
                queries[written, COLOUR], queries[written, DIAGONAL] = colour, diagonal
                most = max(most, answers)
                written += 1
    weight = set_weight(tables, search, low, number, colours_asked)
    least = tables.least[most]
    for index in range(written):
        colour, diagonal = queries[index, COLOUR], queries[index, DIAGONAL]
        last = colours - 1 if colour == colours_asked else colour
        ways = tables.ways[colours_asked + (colour == colours_asked)]
        promise = weight
        for row in range(low, low + number):
            for column in range(colour, last + 1):
                answer = tables.answers[elements[row, column], diagonal]
                rank = ranks[answer, 0]
                promise += weights[row] * (least[rank + ways] - least[rank])
                ranks[answer, 0] = rank + ways
        for row in range(low, low + number):
            for column in range(colour, last + 1):
                ranks[tables.answers[elements[row, column], diagonal], 0] = 0
        queries[index, PROMISE] = promise
    return written


@kernel
def set_weight(tables: Tables, search: WeightedSearch, low: int, number: int, colours_asked: int) -> int:
    """Sum of the weights of the codes of a set."""
    weight = 0
    for row in range(low, low + number):
        weight += search.weights[row]
    return int(weight * tables.ways[colours_asked])


@kernel
def _least_promise(queries: NDArray[np.int64], number: int) -> int:
    promise = NONE
    for row in range(number):
        promise = min(promise, queries[row, PROMISE])
    return promise


@kernel
def _sort_kernel(queries: NDArray[np.int64], number: int) -> None:
    """Stable sort by ascending bound."""
    for i in range(1, number):
        row = i
        while row > 0 and queries[row - 1, PROMISE] > queries[row, PROMISE]:
            for field in range(3):
                queries[row - 1, field], queries[row, field] = queries[row, field], queries[row - 1, field]
            row -= 1


@kernel
def _ask_kernel(tables: Tables, search: WeightedSearch, depth: int) -> None:
    """Split a frame's set by the current query, and bound its parts while the total stays below the limit."""
    frame = search.frames[depth]
    colour, diagonal = search.queries[depth, frame[AT], COLOUR], search.queries[depth, frame[AT], DIAGONAL]
    parts = search.parts[frame[PARTS] :]
    low, number, free = frame[LOW], frame[COUNT], frame[FREE]
    part_count = split_kernel(
        tables, search.elements, low, number, frame[ASKED], colour, diagonal, free, search.tally, parts, True
    )
    colours_asked = frame[ASKED] + (colour == frame[ASKED])
    diagonals_used = frame[USED] | (1 << diagonal)
    least = tables.least[tables.least.shape[0] - 1]
    total = frame[WEIGHT]
    ways = tables.ways[colours_asked]
    for part in range(part_count):
        low, number = parts[part, sp.PART_LOW], parts[part, sp.PART_COUNT]
        weigh_kernel(tables, search, low, number)
        bound = 0
        for row in range(number):
            bound += search.weights[low + row] * (least[(row + 1) * ways] - least[row * ways])
        parts[part, sp.PART_REST] = bound
        total += bound
        free += number
    below = search.queries[depth + 1]
    for part in range(part_count):
        low, number = parts[part, sp.PART_LOW], parts[part, sp.PART_COUNT]
        if total >= frame[LIMIT]:
            break
        if number * ways > SMALL:
            query_count = list_queries_kernel(tables, search, low, number, colours_asked, diagonals_used, below)
            if query_count > 0:
                promise = _least_promise(below, query_count)
                total += promise - parts[part, sp.PART_REST]
                parts[part, sp.PART_REST] = promise
    frame[PART_NUMBER], frame[PART], frame[SUM] = part_count, 0, total
    frame[ASKED_BELOW], frame[USED_BELOW], frame[FREE_BELOW] = colours_asked, diagonals_used, free


@kernel
def guess_kernel(tables: Tables, search: WeightedSearch, low: int, number: int, colours_asked: int, most: int) -> int:
    """Least weighted wrong fields of a guess among a set's codes that has at most `most` wrong fields for any code; or NONE.

    search.few.guess[0] is set to the row of the guess. A limit of wrong fields needs colours whose orders are listed.
    """
    elements, masks, colours = search.elements, tables.masks, search.elements.shape[1]
    ways, others = tables.ways[colours_asked], colours - colours_asked
    meetings = factorial(others - 1)
    least = NONE
    for mine in range(low, low + number):
        total, largest = 0, 0
        for other in range(low, low + number):
            fixed = 0
            for colour in range(colours_asked):
                fixed += count(masks[elements[mine, colour]] & ~masks[elements[other, colour]])
            wrong = ways * fixed
            for piece in range(colours_asked, colours):
                for met in range(colours_asked, colours):
                    wrong += meetings * count(masks[elements[mine, piece]] & ~masks[elements[other, met]])
            total += search.weights[other] * wrong
            if most < UNLIMITED // 2:
                for order in range(ways):
                    wrong = fixed
                    for piece in range(others):
                        met = elements[other, colours_asked + tables.orders[others, order, piece]]
                        wrong += count(masks[elements[mine, colours_asked + piece]] & ~masks[met])
                    largest = max(largest, wrong)
        if largest <= most and total < least:
            least = total
            search.few.guess[0] = mine
    return least


@kernel
def search_kernel(
    tables: Tables,
    search: WeightedSearch,
    low: int,
    number: int,
    colours_asked: int,
    diagonals_used: int,
    free: int,
    limit: int,
    fresh: bool,
) -> int:
    """Cost-to-go of a set if it is below the limit, otherwise a lower bound of it that is not.

    Args:
        tables: tables of the variant.
        search: the search.
        low, number: the set: first row, number of rows.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        free: first row that is free.
        limit: above 0.
        fresh: whether to search the set even if its cost-to-go is remembered, to find its best query.
    """
    frames, memo, state, limits = search.frames, search.memo, search.state, search.few.limits
    frames[0, LOW], frames[0, COUNT], frames[0, ASKED], frames[0, USED] = low, number, colours_asked, diagonals_used
    frames[0, LIMIT], frames[0, PARTS], frames[0, FREE] = limit, 0, free
    depth, phase, value = 0, ENTER, 0
    while True:
        frame = frames[depth]
        if phase == ENTER:
            state[NODES] += 1
            low, number, colours_asked, diagonals_used, limit = (
                frame[LOW],
                frame[COUNT],
                frame[ASKED],
                frame[USED],
                frame[LIMIT],
            )
            codes = number * tables.ways[colours_asked]
            frame[BEST] = -1
            phase = LEAVE
            if codes == 1:
                value = 0
                continue
            if codes >= KEPT:
                key_kernel(
                    tables, search.elements, low, number, colours_asked, diagonals_used, search.names, search.key
                )
                frame[KEY], frame[CHECK] = np.int64(search.key[0]), np.int64(search.key[1]) | 1
                row = (frame[KEY] ^ frame[KEY] >> 32) & (memo.shape[0] - 1)
                known = memo[row, 0] == frame[KEY] and memo[row, 1] == frame[CHECK] and not (fresh and depth == 0)
                if known and (memo[row, 3] or memo[row, 2] >= limit):
                    value = memo[row, 2]
                    continue
            if codes <= SMALL:
                value = few_codes_kernel(
                    tables,
                    search.few,
                    search.elements,
                    search.weights,
                    low,
                    number,
                    colours_asked,
                    diagonals_used,
                    limit,
                    search.best,
                )
                if codes >= KEPT:
                    row = (frame[KEY] ^ frame[KEY] >> 32) & (memo.shape[0] - 1)
                    memo[row, 0], memo[row, 1], memo[row, 2], memo[row, 3] = (
                        frame[KEY],
                        frame[CHECK],
                        value,
                        value < limit,
                    )
                continue
            queries = search.queries[depth]
            query_count = list_queries_kernel(tables, search, low, number, colours_asked, diagonals_used, queries)
            spent = count(diagonals_used)
            if query_count == 0 or spent >= min(limits[QUERIES], limits[COST]):
                search.best[0] = search.best[1] = -1
                value = NONE
                if query_count == 0:
                    value = guess_kernel(tables, search, low, number, colours_asked, limits[COST] - spent)
                continue
            promise = _least_promise(queries, query_count)
            if promise >= limit:
                value = promise
                continue
            _sort_kernel(queries, query_count)
            frame[WEIGHT] = set_weight(tables, search, low, number, colours_asked)
            frame[LISTED], frame[AT], frame[SUM] = query_count, -1, NONE
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
            frame[AT] = at
            if at == frame[LISTED] or queries[at, PROMISE] >= frame[LIMIT]:
                value = frame[LIMIT]
                row = (frame[KEY] ^ frame[KEY] >> 32) & (memo.shape[0] - 1)
                memo[row, 0], memo[row, 1], memo[row, 2], memo[row, 3] = (
                    frame[KEY],
                    frame[CHECK],
                    value,
                    frame[BEST] != -1,
                )
                if depth == 0:
                    search.best[0] = search.best[1] = -1
                    if frame[BEST] >= 0:
                        search.best[0], search.best[1] = (
                            queries[frame[BEST], COLOUR],
                            queries[frame[BEST], DIAGONAL],
                        )
                phase = LEAVE
                continue
            _ask_kernel(tables, search, depth)
        else:
            if depth == 0:
                state[VALUE] = value
                return int(value)
            depth -= 1
            above = frames[depth]
            above[SUM] += value - search.parts[above[PARTS] + above[PART] - 1, sp.PART_REST]
            phase = GO_ON
