"""Depth-first search for the strategy of least weighted cost at a set of codes: branch and bound over its queries, within limits.

Every code has a weight, which symmetries of the board and of the colours keep: all codes of a pattern have the same. The rows of
a set are in descending order of weight, and parts keep this order. The cost of a strategy is the sum, over the codes, of weight
times queries and wrong fields. Limits bound the queries, or the queries and wrong fields, for each code. The diagonals used say
how many queries were asked, so what is left of the limits is part of the position.

At a set of n codes, width[n] is the number of queries tried, those of greatest Shannon entropy and all that tie with the last of
them. Small sets are solved exactly, as masks (`few_codes`), regardless of the width. So one search covers these cases:

- every query at every set: the exact cost-to-go;
- few queries at large sets: the cost-to-go of the best strategy of that kind, which need not be optimal;
- every query at the largest sets, and width 0 below: the least lower bound of a query replaces the cost-to-go. These lower bounds
  ("promises") are proven (see `search_tables.least_rests`), and so is the result;
- few queries at large sets, and the first one that keeps the limits is asked: a strategy within limits of queries.

Bounds prune queries that cannot beat the best one found. Values are remembered by key up to symmetry; promises, entropies and
widths depend only on the sizes and weights of parts, so sets with the same key have the same value.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams import few_codes
from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.elements import Elements, factorial
from tafelwerk.solvers.beams.few_codes import (
    COST,
    LATE,
    NO_QUERY,
    NONE,
    QUERIES,
    UNLIMITED,
    FewCodes,
    few_codes_kernel,
    late_cost,
    lay,
)
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import (
    SMALL,
    CodeSet,
    Tables,
    Tally,
    key_kernel,
    list_queries_kernel,
    make_tables,
    make_tally,
    part_of,
    split_kernel,
)
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.interrupts import interruptible
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import Memo, empty_memo, recall, store

KEPT = 12
"""Least number of codes of a set whose cost-to-go is remembered; smaller sets are solved as quickly."""

ENTRIES = 1 << 21
"""Largest number of entries of the memo: 64 MB."""

EVERY = 1 << 30
"""A width above the number of queries of any set."""

# fields of the state: largest number of codes of a set that is solved as a mask; field of a listed query by which queries are
# tried in ascending order; whether the first query that keeps the limits is asked; whether weights differ; number of sets
# searched; whether to give up; whether the next set is searched even if it is remembered
EXACT, ORDER, FIRST, WEIGHTED, NODES, STOPPED, FRESH = range(7)


class Search(NamedTuple):
    """Tables, memo and scratch of a search; D diagonals.

    Attributes:
        tables: tables of the variant.
        elements: uint16, shape (rows, colours): the set searched, then its parts, their parts, and so on.
        weights: int64, shape (rows,): weight of a code of each row.
        slots: int64, shape (slots, 2): hash table of the patterns: sum of the signs of the pieces, -1 if free; the weight.
        queries: int64, shape (D + 1, colours * D, query_fields): queries listed, by number of diagonals used.
        order: int64, shape (D + 1, colours * D): their rows, in the order in which they are tried.
        parts: int64, shape (D + 1, answers, PART_FIELDS): parts of the current query, by number of diagonals used before it.
        memo: see `machine.memo`; the size of a set is its number of codes.
        state: int64, shape (7,).
        widths: int64, shape (codes + 1,): number of queries tried at a set, by its number of codes.
        best: int64, shape (2,): colour and diagonal of the best query at the latest set searched; -1, -1 where none is asked.
        names: int64, shape (2, colours), scratch for keys.
        key: uint64, shape (2,), scratch.
        tally: scratch.
        few: scratch.
    """

    tables: Tables
    elements: Elements
    weights: NDArray[np.int64]
    slots: NDArray[np.int64]
    queries: NDArray[np.int64]
    order: NDArray[np.int64]
    parts: NDArray[np.int64]
    memo: Memo
    state: NDArray[np.int64]
    widths: NDArray[np.int64]
    best: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    tally: Tally
    few: FewCodes


def make_search(
    problem: Problem,
    widths: NDArray[np.int64] | None = None,
    *,
    exact: int = SMALL,
    early: bool = False,
    by_entropy: bool = False,
    first: bool = False,
) -> Search:
    """A search for a problem whose codes all have the weight 1, without limits; `set_weights` gives it others.

    Args:
        problem: the problem.
        widths: int64, shape (codes + 1,): number of queries tried at a set. Default: every query.
        exact: largest number of codes of a set that is solved exactly regardless of its width, at most SMALL.
        early: whether a filling may be laid at any set.
        by_entropy: whether queries are tried by descending Shannon entropy, rather than by ascending lower bound.
        first: whether the first query that keeps the limits is asked, rather than the best one.

    Raises:
        InputError: as `make_tables`.
    """
    tables = make_tables(problem, early)
    colours, diagonals, patterns = problem.variant.colours, len(problem.diagonals), len(problem.patterns)
    # the parts of a set have no more elements than there are codes
    rows = patterns + (diagonals + 1) * problem.codes
    ordered_by = sp.DISORDER if by_entropy else sp.PROMISE
    search = Search(
        tables=tables,
        elements=np.empty((rows, colours), np.uint16),
        weights=np.ones(rows, np.int64),
        slots=np.full((1 << (4 * patterns).bit_length(), 2), -1, np.int64),
        queries=np.zeros((diagonals + 1, colours * diagonals, sp.query_fields(tables)), np.int64),
        order=np.zeros((diagonals + 1, colours * diagonals), np.int64),
        parts=np.zeros((diagonals + 1, len(tables.least), sp.PART_FIELDS), np.int64),
        memo=empty_memo(min(ENTRIES, max(1 << 10, 1 << (16 * problem.codes).bit_length()))),
        state=np.array([exact, ordered_by, first, False, 0, False, False], np.int64),
        widths=np.full(problem.codes + 1, EVERY, np.int64) if widths is None else widths,
        best=np.full(2, -1, np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        tally=make_tally(tables),
        few=few_codes.make_few_codes(problem),
    )
    search.elements[:patterns] = problem.patterns
    return search


def every_code(problem: Problem) -> CodeSet:
    """The set of all codes."""
    patterns = len(problem.patterns)
    return CodeSet(0, patterns, 0, 0, patterns)


def write_set(search: Search, elements: Elements, colours_asked: int, diagonals_used: int) -> CodeSet:
    """Write the elements of a set of codes of weight 1, at most as many as there are codes."""
    search.elements[: len(elements)] = elements
    return CodeSet(0, len(elements), colours_asked, diagonals_used, len(elements))


def set_limits(search: Search, queries: int = UNLIMITED, cost: int = UNLIMITED, late: int = 0) -> None:
    """Begin anew with limits of the queries and of the cost for each code.

    Args:
        search: the search.
        queries, cost: the limits.
        late: what a code of more queries, or with wrong fields, costs besides; 0: no code may take more. Not with weights.
    """
    search.memo[:] = 0
    search.few.state[QUERIES], search.few.state[COST], search.few.state[LATE] = queries, cost, late


def set_weights(problem: Problem, search: Search, weights: NDArray[np.int64]) -> None:
    """Begin anew with weights per code of each pattern; the set of all codes is written again."""
    order = np.argsort(-weights, kind="stable")
    search.elements[: len(order)] = problem.patterns[order]
    search.weights[: len(order)] = weights[order]
    search.memo[:] = 0
    search.state[WEIGHTED] = search.few.state[few_codes.WEIGHTED] = True
    search.slots[:] = -1
    for row in order.tolist():
        total = int(search.tables.signs[problem.patterns[row]].sum())
        slot = total % len(search.slots)
        while search.slots[slot, 0] >= 0:
            assert search.slots[slot, 0] != total, "sums of signs distinguish patterns"
            slot = (slot + 1) % len(search.slots)
        search.slots[slot] = total, weights[row]


@kernel
def weigh_kernel(search: Search, low: int, number: int) -> None:
    """Write the weights of some rows."""
    slots = search.slots
    for row in range(low, low + number):
        total = 0
        for column in range(search.elements.shape[1]):
            total += search.tables.signs[search.elements[row, column]]
        slot = total % slots.shape[0]
        while slots[slot, 0] != total:
            slot = (slot + 1) % slots.shape[0]
        search.weights[row] = slots[slot, 1]


@kernel
def search_kernel(search: Search, subset: CodeSet, limit: int) -> int:
    """Cost-to-go of a set if it is below the limit, otherwise a lower bound of it that is not.

    Args:
        search: the search. With state[FRESH] the set is searched even if its cost-to-go is remembered; then `best` is its best
            query, if the cost-to-go is below the limit.
        subset: the set.
        limit: above 0.
    """
    tables, state, memo, best = search.tables, search.state, search.memo, search.best
    fresh, state[FRESH] = state[FRESH], False
    codes = subset.number * tables.ways[subset.colours_asked]
    if codes == 1:
        return 0
    if state[STOPPED]:
        return NONE
    state[NODES] += 1
    key: Any = np.int64(0)
    check: Any = np.int64(0)
    if codes >= KEPT:
        low, number, asked, used, _ = subset
        key_kernel(tables, search.elements, low, number, asked, used, search.names, search.key)
        key, check = np.int64(search.key[0]), np.int64(search.key[1])
        row = recall(memo, key, check)
        if row >= 0 and not fresh and (memo[row, 2] & 1 or memo[row, 2] >> 1 >= limit):
            return int(memo[row, 2] >> 1)
    if codes <= state[EXACT]:
        few = search.few
        value = few_codes_kernel(tables, few, search.elements, search.weights, subset, limit)
        query = few.state[few_codes.BEST]
        best[0] = best[1] = -1
        if query != NO_QUERY:
            best[0], best[1] = few.queries[query, 0], few.queries[query, 1]
    else:
        depth, colour, diagonal = count(subset.diagonals_used), -1, -1
        number, value = _list_tried(search, subset, limit)
        queries, parts = search.queries[depth], search.parts[depth]
        for place in range(number):
            query = search.order[depth, place]
            if queries[query, sp.PROMISE] >= value:
                continue
            part_count, free, total = _ask(search, subset, query, value)
            for part in range(part_count):
                if total >= value:
                    break
                below = part_of(parts, part, subset, queries[query, sp.COLOUR], queries[query, sp.DIAGONAL], free)
                bound = parts[part, sp.PART_REST]
                total += search_kernel(search, below, value - total + bound) - bound
            if total < value:
                value, colour, diagonal = total, queries[query, sp.COLOUR], queries[query, sp.DIAGONAL]
                if state[FIRST]:
                    break
        best[0], best[1] = colour, diagonal
    if codes >= KEPT:
        store(memo, key, check, value << 1 | (value < limit), codes)
    return value


@kernel
def choose_kernel(search: Search, subset: CodeSet) -> int:
    """Cost-to-go of a set, which a strategy within the limits must have; `best` is filled with its best query."""
    limit = NONE
    if subset.number * search.tables.ways[subset.colours_asked] > search.state[EXACT] and not search.state[FIRST]:
        limit = search_kernel(search, subset, NONE) + 1
    search.state[FRESH] = True
    return search_kernel(search, subset, limit)


@kernel
def list_promises_kernel(search: Search, subset: CodeSet, queries: NDArray[np.int64]) -> int:
    """List the queries that split a set, by colour, then diagonal, with lower bounds by the weights. Returns their number."""
    tables, ranks = search.tables, search.tally.counts
    number = list_queries_kernel(tables, search.elements, subset, search.tally, queries)
    most, last = 0, search.elements.shape[1] - 1
    for index in range(number):
        most = max(most, queries[index, sp.PARTS])
    if search.few.state[LATE]:
        depth, codes = count(subset.diagonals_used), subset.number * tables.ways[subset.colours_asked]
        for index in range(number):
            query = queries[index]
            if depth == search.few.state[QUERIES]:
                query[sp.PROMISE] += late_cost(search.few, codes, most, depth, True)
            for part in range(query[sp.PARTS]):
                query[sp.PROMISE] += late_cost(search.few, query[sp.SIZES + part], most, depth + 1, False)
    if not search.state[WEIGHTED]:
        return number
    least = tables.least[most]
    for index in range(number):
        query = queries[index]
        end = last if query[sp.COLOUR] == subset.colours_asked else query[sp.COLOUR]
        ways = tables.ways[subset.colours_asked + (query[sp.COLOUR] == subset.colours_asked)]
        promise = set_weight(search, subset)
        for row in range(subset.low, subset.low + subset.number):
            for column in range(query[sp.COLOUR], end + 1):
                answer = tables.answers[search.elements[row, column], query[sp.DIAGONAL]]
                rank = ranks[answer]
                promise += search.weights[row] * (least[rank + ways] - least[rank])
                ranks[answer] = rank + ways
        ranks[:] = 0
        query[sp.PROMISE] = promise
    return number


@kernel
def set_weight(search: Search, subset: CodeSet) -> int:
    """Sum of the weights of the codes of a set."""
    weight = subset.number
    if search.state[WEIGHTED]:
        weight = 0
        for row in range(subset.low, subset.low + subset.number):
            weight += search.weights[row]
    return int(weight * search.tables.ways[subset.colours_asked])


@kernel
def _least_promise(search: Search, subset: CodeSet, queries: NDArray[np.int64], number: int) -> int:
    """The least lower bound of some queries of a set, and of laying a filling where that is allowed."""
    promise = NONE
    for row in range(number):
        promise = min(promise, queries[row, sp.PROMISE])
    return min(promise, _bound(search, subset, 1)) if search.tables.early else promise


@kernel
def _list_tried(search: Search, subset: CodeSet, limit: int) -> tuple[int, int]:
    """Write the queries to be tried at a set of many codes to `order`.

    Returns:
        Number of queries, and the least cost so far, that of a filling or the limit. If no query need be tried, the cost-to-go or
        a bound that is not below the limit.
    """
    tables, depth, limits = search.tables, count(subset.diagonals_used), search.few.state
    queries, order = search.queries[depth], search.order[depth]
    codes = subset.number * tables.ways[subset.colours_asked]
    number = list_promises_kernel(search, subset, queries)
    if number == 0:
        if tables.early:
            return 0, filling_cost(search, subset, NONE)
        return 0, _guess(search, subset, limits[COST] - depth) + late_cost(search.few, codes, 1, depth, False)
    if limits[LATE] == 0 and depth >= min(limits[QUERIES], limits[COST]):
        return 0, NONE
    promise = _least_promise(search, subset, queries, number)
    if tables.early:
        limit = min(limit, filling_cost(search, subset, limit))
        promise = min(promise, limit)
    width = search.widths[codes]
    if width == 0 or promise >= limit:
        return 0, promise
    # a stable sort
    field = search.state[ORDER]
    for query in range(number):
        place = query
        while place > 0 and queries[order[place - 1], field] > queries[query, field]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = query
    width = min(width, number)
    while width < number and queries[order[width], sp.DISORDER] == queries[order[width - 1], sp.DISORDER]:
        width += 1
    return width, limit


@kernel
def _ask(search: Search, subset: CodeSet, row: int, limit: int) -> tuple[int, int, int]:
    """Split a set by a listed query, and bound its parts while the total stays below the limit.

    A part is bounded by its size and weights, and a larger part then by the least lower bound of the queries that split it. This
    is much faster than searching the other parts first.

    Returns:
        Number of parts, first row that is free behind them, and the sum of their bounds with the cost of the query.
    """
    tables, depth = search.tables, count(subset.diagonals_used)
    colour, diagonal = search.queries[depth, row, sp.COLOUR], search.queries[depth, row, sp.DIAGONAL]
    parts, below = search.parts[depth], search.queries[depth + 1]
    number = split_kernel(tables, search.elements, subset, colour, diagonal, search.tally, parts, True)
    free = subset.free
    for part in range(number):
        free += parts[part, sp.PART_COUNT]
    if search.state[WEIGHTED]:
        weigh_kernel(search, subset.free, free - subset.free)
    total, most = set_weight(search, subset), tables.least.shape[0] - 1
    if depth == search.few.state[QUERIES]:
        total += late_cost(search.few, subset.number * tables.ways[subset.colours_asked], most, depth, True)
    for part in range(number):
        parts[part, sp.PART_REST] = _bound(search, part_of(parts, part, subset, colour, diagonal, free), most)
        total += parts[part, sp.PART_REST]
    for part in range(number):
        if total >= limit:
            break
        inside = part_of(parts, part, subset, colour, diagonal, free)
        codes = inside.number * tables.ways[inside.colours_asked]
        if codes > search.state[EXACT]:
            listed = list_promises_kernel(search, inside, below)
            if listed > 0:
                promise = _least_promise(search, inside, below, listed)
                total += promise - parts[part, sp.PART_REST]
                parts[part, sp.PART_REST] = promise
    return number, free, total


@kernel
def _bound(search: Search, subset: CodeSet, answers: int) -> int:
    """Lower bound of the cost-to-go of a set from its weights, if no query has more than this many answers."""
    least, ways = search.tables.least[answers], search.tables.ways[subset.colours_asked]
    if not search.state[WEIGHTED]:
        codes = subset.number * ways
        return int(least[codes]) + late_cost(search.few, codes, answers, count(subset.diagonals_used), False)
    bound = 0
    for row in range(subset.number):
        bound += search.weights[subset.low + row] * (least[(row + 1) * ways] - least[row * ways])
    return bound


@kernel
def _guess(search: Search, subset: CodeSet, most: int) -> int:
    """Least weighted wrong fields of a guess among a set's codes that has at most `most` wrong fields for any code; or NONE.

    The row of the guess is written to the state of `few`. A limit of wrong fields needs colours whose orders are listed.
    """
    least = NONE
    for mine in range(subset.low, subset.low + subset.number):
        total, largest = 0, 0
        for colour in range(search.few.guess.shape[0]):
            search.few.guess[colour] = search.tables.masks[search.elements[mine, colour]]
        for other in range(subset.low, subset.low + subset.number):
            total += search.weights[other] * wrong_fields(search, subset, search.few.guess, other)
            if most < UNLIMITED // 2:
                largest = max(largest, _most_wrong(search, subset.colours_asked, mine, other))
        if largest <= most and total < least:
            least = total
            search.few.state[few_codes.GUESS] = mine
    return least


@kernel
def wrong_fields(search: Search, subset: CodeSet, guess: NDArray[np.int64], row: int) -> int:
    """Wrong fields of a guess, given by the fields of each colour, for all codes of a row of a set.

    The fields of each colour not asked for in a guess meet each of the pieces of such colours in a code equally often.
    """
    elements, masks, colours, asked = (
        search.elements,
        search.tables.masks,
        search.elements.shape[1],
        subset.colours_asked,
    )
    fixed, free = 0, 0
    for colour in range(asked):
        fixed += count(guess[colour] & ~masks[elements[row, colour]])
    for colour in range(asked, colours):
        for met in range(asked, colours):
            free += count(guess[colour] & ~masks[elements[row, met]])
    return int(search.tables.ways[asked] * fixed + factorial(colours - asked - 1) * free)


@kernel
def _most_wrong(search: Search, colours_asked: int, mine: int, other: int) -> int:
    """Wrong fields of a code of one row for the code of another row for which it has most."""
    tables, elements = search.tables, search.elements
    masks, colours, largest = tables.masks, elements.shape[1], 0
    for order in range(tables.ways[colours_asked]):
        wrong = 0
        for colour in range(colours):
            met = colour
            if colour >= colours_asked:
                met = colours_asked + tables.orders[colours - colours_asked, order, colour - colours_asked]
            wrong += count(masks[elements[mine, colour]] & ~masks[elements[other, met]])
        largest = max(largest, wrong)
    return largest


@kernel
def filling_cost(search: Search, subset: CodeSet, limit: int) -> int:
    """Weighted wrong fields of the best filling for a set if below the limit, otherwise a number >= the limit. Below the limit,
    `few.filling.filled` is the filling: the colour of each field."""
    tables, elements, wrong = search.tables, search.elements, search.few.filling.wrong
    colours, asked = elements.shape[1], subset.colours_asked
    wrong[:] = set_weight(search, subset)
    for row in range(subset.low, subset.low + subset.number):
        for column in range(colours):
            fields = tables.masks[elements[row, column]]
            while fields:
                field = lowest(fields)
                fields &= fields - 1
                if column < asked:
                    wrong[column, field] -= search.weights[row] * tables.ways[asked]
                else:
                    for colour in range(asked, colours):
                        wrong[colour, field] -= search.weights[row] * tables.ways[asked + 1]
    return lay(tables, search.few.filling, limit)


def stop_of(search: Search) -> NDArray[np.int64]:
    """The part of the state that ends a search, as `interruptible` takes it."""
    return search.state[STOPPED : STOPPED + 1]


def least_cost(search: Search, subset: CodeSet) -> int:
    """Cost-to-go of a set, NONE if no strategy keeps the limits; can be interrupted."""
    return interruptible(stop_of(search), lambda: int(search_kernel(search, subset, NONE)))
