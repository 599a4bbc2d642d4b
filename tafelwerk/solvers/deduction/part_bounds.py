"""Bounds on the totals of all queries at once, from the sizes of the parts that each splits a set into.

These passes over all queries are where optimal searches spend their time. The answer to a query is a bit, and a code is a row
of bits over all queries. The union of the rows of a set has a bit for every part. The rows added as binary numbers, one
plane per binary digit, are the sizes of all parts. Both are passes over rows, which compilers turn into vector instructions.

Codes may have weights w_1 >= w_2 >= ... A cost by weight is the sum over i of w_i - w_(i+1) times the cost of the i heaviest
codes, each counted once. A strategy for a set is one for its heaviest codes, too. So a bound by weight is the sum of bounds
without weights, over the layers of a set: its codes down to each weight. The bounds of all layers come from the same passes,
since the unions and the counts of one layer continue those of the layer above.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction import optimal_workspace as ws
from tafelwerk.solvers.deduction.search_problem import NONE, Bits
from tafelwerk.solvers.machine.bits import first_bit, popcount
from tafelwerk.solvers.machine.jit import kernel

NEAR = 160
"""Smallest size of a set whose answers are read from the matrix of answers: the bits of smaller sets have just been read and
are in the cache."""

MOST_COMPARED = 112
"""Size of the largest set whose codes are compared in pairs; beyond it, comparing takes longer than counting."""

FLAT = 5
"""Factor of `flat_size`."""


@kernel
def flat_size(breakpoints: NDArray[np.int64]) -> int:
    """Largest set for which the bound 2 n - 1 per part of n codes is used, though a part may have too many codes for it.

    Few good queries leave such parts in sets a few times as large; counting the parts' sizes would cost more than it saves.
    """
    return int(FLAT * breakpoints[2]) if breakpoints.shape[0] > 2 else 0


@kernel
def fill_totals(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int) -> int:
    """Fill `totals` with a lower bound on the total of each query at a set; the query that names a code of it may save one, times
    the weight of the code.

    The bound is the size of the set plus the least totals of the parts, by size; with weights, the sum over the layers.

    Args:
        game: the game.
        work: its `totals` and `lows` are filled.
        codes: the set.
        queries: number of queries wanted, from the first.
        deep: queries allowed after this one, 0 if unlimited.

    Returns:
        The least bound.
    """
    work.state[ws.WORK] += _counting_work(game, codes.shape[0], queries)
    if game.bounds.breakpoints.shape[0] == 0:
        if is_flat(game, codes.shape[0], deep) and codes.shape[0] <= MOST_COMPARED:
            _compare_all(game, work, codes, queries)
        elif is_flat(game, 2, deep):
            _count_repeats(game, work, codes, queries, deep)
        else:
            _count_one_by_one(game, work, codes, queries, deep)
    elif codes.shape[0] <= flat_size(game.bounds.breakpoints):
        totals, union = work.totals, work.counting.union
        thrice = totals.dtype.type(3 * total_weight(game, codes))
        end, step = layer(game, codes, 0, 1)
        _unite(game.bits, codes[:end], queries, union)
        weight = totals.dtype.type(step)
        for query in range(queries):
            totals[query] = thrice - weight * totals.dtype.type(popcount(union[query]))
        while end < codes.shape[0]:
            begin = end
            end, step = layer(game, codes, begin, 1)
            _unite_more(game.bits, codes[begin:end], queries, union)
            weight = totals.dtype.type(step)
            for query in range(queries):
                totals[query] -= weight * totals.dtype.type(popcount(union[query]))
    else:
        _count_by_planes(game, work, codes, queries)
    least = work.totals.dtype.type(game.bounds.no_total)
    for begin in range(0, queries, ws.CHUNK):
        chunk = work.totals[begin : min(begin + ws.CHUNK, queries)]
        low = work.totals.dtype.type(game.bounds.no_total)
        for j in range(chunk.shape[0]):
            low = min(low, chunk[j])
        work.counting.lows[begin // ws.CHUNK] = low
        least = min(least, low)
    return int(least)


@kernel
def _counting_work(game: ws.Game, size: int, queries: int) -> int:
    """Operations of `fill_totals` for a set of this size; 0 where the kernels that it calls count their own."""
    if game.bounds.breakpoints.shape[0] == 0:
        return 0
    read = size if size <= flat_size(game.bounds.breakpoints) else 2 * size
    return (queries * (read + 3) * game.bits.itemsize) >> 5


@kernel
def total_weight(game: ws.Game, codes: NDArray[np.uint32]) -> int:
    """Sum of the weights of a set."""
    if not game.weighted:
        return len(codes)
    total = 0
    for i in range(codes.shape[0]):
        total += game.weights[codes[i]]
    return total


@kernel
def layer(game: ws.Game, codes: NDArray[np.uint32], begin: int, least: int) -> tuple[int, int]:
    """The end of the layer of a set that adds codes from `begin` on, and the difference of its least weight to the next layer's.

    A layer adds at least `least` codes. Lighter codes of a layer are bounded well, heavier ones as if they were light.
    """
    if not game.weighted:
        return codes.shape[0], 1
    end = _end_of_layer(game, codes, begin, least)
    weight = game.weights[codes[end - 1]]
    if end < codes.shape[0]:
        weight -= game.weights[codes[_end_of_layer(game, codes, end, least) - 1]]
    return end, weight


@kernel
def _end_of_layer(game: ws.Game, codes: NDArray[np.uint32], begin: int, least: int) -> int:
    end = min(begin + least, len(codes))
    while end < len(codes) and game.weights[codes[end]] == game.weights[codes[end - 1]]:
        end += 1
    return end


@kernel
def _least_layer(game: ws.Game, codes: NDArray[np.uint32]) -> int:
    """Least number of codes that a layer adds, so that a large set has at most MOST_LAYERS of them, or little more."""
    size, end, layers = codes.shape[0], 0, 0
    while game.weighted and end < size:
        end = _end_of_layer(game, codes, end, 1)
        layers += 1
    return 1 if layers <= ws.MOST_LAYERS else 1 + size // ws.MOST_LAYERS


@kernel
def _unite(bits: Bits, codes: NDArray[np.uint32], queries: int, union: Bits) -> None:
    """Fill `union` with the bits of all answers that a set of codes has, by query."""
    last = codes.shape[0] - 1
    first, second = bits[codes[0]], bits[codes[min(1, last)]]
    third, fourth = bits[codes[min(2, last)]], bits[codes[min(3, last)]]
    for query in range(queries):
        union[query] = first[query] | second[query] | third[query] | fourth[query]
    for done in range(4, last + 1, 4):
        first, second = bits[codes[done]], bits[codes[min(done + 1, last)]]
        third, fourth = bits[codes[min(done + 2, last)]], bits[codes[min(done + 3, last)]]
        for query in range(queries):
            union[query] |= first[query] | second[query] | third[query] | fourth[query]


@kernel
def _unite_more(bits: Bits, codes: NDArray[np.uint32], queries: int, union: Bits) -> None:
    """Add the bits of all answers that a set of codes has to `union`."""
    last = codes.shape[0] - 1
    for done in range(0, last + 1, 2):
        first, second = bits[codes[done]], bits[codes[min(done + 1, last)]]
        for query in range(queries):
            union[query] |= first[query] | second[query]


@kernel
def is_flat(game: ws.Game, size: int, deep: int) -> bool:
    """Whether the bound of a part of n codes is 2 n - 1 up to this size. Only where codes are named by answers without bits.

    The bound of a set is then twice its size, and one more per repeat: a code whose answer an earlier code of the set has.
    """
    return game.columns.shape[0] > 0 and not game.weighted and game.bounds.least[deep, size] == 2 * size - 1


@kernel
def _compare_all(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int) -> None:
    """Fill `totals` of a small set with a flat bound."""
    size, totals, repeats = codes.shape[0], work.totals, work.counting.repeats
    twice, none = totals.dtype.type(2 * size), totals.dtype.type(game.bounds.no_total)
    for begin in range(0, queries, ws.BLOCK):
        count = min(ws.BLOCK, queries - begin)
        _compare_columns(game, work, codes, begin, count)
        block = totals[begin : begin + count]
        for j in range(count):
            block[j] = none if repeats[j] == size - 1 else twice + totals.dtype.type(repeats[j])


@kernel
def _compare_columns(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], begin: int, count: int) -> None:
    """Fill `repeats` with the number of repeats in a small set, by query.

    Every code is compared with all codes before it, for many queries at once.
    """
    repeats, repeated, end = work.counting.repeats[:count], work.counting.repeated[:count], begin + count
    work.state[ws.WORK] += count * (1 + codes.shape[0] * codes.shape[0] // 96)
    for j in range(count):
        repeats[j] = 0
    for later in range(1, codes.shape[0]):
        column = game.columns[codes[later], begin:end]
        for j in range(count):
            repeated[j] = 0
        done = 0
        while done + 4 <= later:
            first, second = game.columns[codes[done], begin:end], game.columns[codes[done + 1], begin:end]
            third, fourth = game.columns[codes[done + 2], begin:end], game.columns[codes[done + 3], begin:end]
            for j in range(count):
                answer = column[j]
                repeated[j] |= (
                    np.uint8(first[j] == answer)
                    | np.uint8(second[j] == answer)
                    | np.uint8(third[j] == answer)
                    | np.uint8(fourth[j] == answer)
                )
            done += 4
        while done < later:
            first = game.columns[codes[done], begin:end]
            for j in range(count):
                repeated[j] |= np.uint8(first[j] == column[j])
            done += 1
        for j in range(count):
            repeats[j] += repeated[j]


@kernel
def _count_repeats(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int) -> None:
    """Fill `totals` where the bound is flat up to the size of the parts, or as in `_count_one_by_one`."""
    counts, occurring, least = work.tally[ws.COUNTS], work.tally[ws.OCCURRING], game.bounds.least[deep]
    stamps, others = work.tally[ws.OFFSETS], work.tally[ws.VALUES]
    size, totals = codes.shape[0], work.totals
    work.state[ws.WORK] += queries * (size + size // 4)
    flat = 1
    while flat < size and least[flat + 1] == 2 * flat + 1:
        flat += 1
    for answer in range(stamps.shape[0]):
        stamps[answer] = others[answer] = -1
    for query in range(0, queries, 2):  # two at a time: equal answers in sequence would wait for each other
        second = min(query + 1, queries - 1)
        row, next_row, repeated, next_repeated = game.answers[query], game.answers[second], 0, 0
        for i in range(size):
            answer, next_answer = row[codes[i]], next_row[codes[i]]
            repeated += stamps[answer] == query
            next_repeated += others[next_answer] == query
            stamps[answer] = others[next_answer] = query
        totals[query], totals[second] = 2 * size + repeated, 2 * size + next_repeated
    for answer in range(stamps.shape[0]):
        others[answer] = 0
    for query in range(queries):
        if totals[query] - 2 * size < flat:  # no part is larger than the number of repeats and one
            if totals[query] == 3 * size - 1:
                totals[query] = game.bounds.no_total
            continue
        work.state[ws.WORK] += 3 * size + 2 * counts.shape[0]
        kinds, total = count_answers(game, work, codes, query), size
        for i in range(kinds):
            answer = occurring[i]
            total = (
                game.bounds.no_total
                if counts[answer] == size
                else min(total + least[counts[answer]], game.bounds.no_total)
            )
            counts[answer] = 0
        totals[query] = total


@kernel
def least_flat_total(
    game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int, unlimited: bool
) -> tuple[int, bool]:
    """The least bound of a set over all queries, and whether it is attained; -1 if the bound is not flat there.

    As `fill_totals` finds it, but queries that name codes come first, and others are left out if they cannot be better.

    Args:
        game, work: as for `fill_totals`; the bound must be flat up to pairs.
        codes: the set.
        queries: number of queries wanted, from the first.
        deep: queries allowed after this one, 0 if unlimited.
        unlimited: whether a query that leaves a pair, and otherwise single codes, keeps every limit of depth.
    """
    size, stamps = codes.shape[0], work.tally[ws.OFFSETS]
    for answer in range(stamps.shape[0]):
        stamps[answer] = -1
    fewest = size
    for j in range(size):
        naming = game.query_of[codes[j]]
        if 0 <= naming < queries:
            work.state[ws.WORK] += 2 * size
            row, repeated = game.answers[naming], 0
            for i in range(size):
                answer = row[codes[i]]
                repeated += stamps[answer] == j
                stamps[answer] = j
            fewest = min(fewest, repeated)
            if fewest == 0:
                return 2 * size - 1, True
    if fewest == 1 and unlimited:
        return 2 * size, True
    least = (
        _least_compared(game, work, codes, queries)
        if size <= MOST_COMPARED
        else _least_counted(game, work, codes, queries)
    )
    if not is_flat(game, min(least + 1, size), deep):
        return -1, False
    if least == size - 1:
        return game.bounds.no_total, False
    if fewest - 1 < least:
        return 2 * size + fewest - 1, fewest == 1 and unlimited
    return 2 * size + least, least == 0 or (least == 1 and unlimited)


@kernel
def _least_compared(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int) -> int:
    """Least number of repeats in a small set."""
    least, repeats = codes.shape[0] - 1, work.counting.repeats
    for begin in range(0, queries, ws.BLOCK):
        count = min(ws.BLOCK, queries - begin)
        _compare_columns(game, work, codes, begin, count)
        low = np.uint8(255)
        for j in range(count):
            low = min(low, repeats[j])
        least = min(least, int(low))
        if least == 0:
            break
    return int(least)


@kernel
def _least_counted(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int) -> int:
    """Least number of repeats in a set; a query has no more answers there than over all codes."""
    stamps, others, size = work.tally[ws.OFFSETS], work.tally[ws.VALUES], codes.shape[0]
    for answer in range(stamps.shape[0]):
        stamps[answer] = others[answer] = -1
    least, count = size - 1, game.ranked.shape[0]
    for rank in range(0, count, 2):  # two at a time: equal answers in sequence would wait for each other
        query, second = game.ranked[rank], game.ranked[min(rank + 1, count - 1)]
        if size - game.answered[query] >= least:
            break
        if query >= queries:
            query = second
        if second >= queries:
            second = query
        if query >= queries:
            continue
        work.state[ws.WORK] += 2 * size
        row, next_row, repeated, next_repeated = game.answers[query], game.answers[second], 0, 0
        for i in range(size):
            answer, next_answer = row[codes[i]], next_row[codes[i]]
            repeated += stamps[answer] == rank
            next_repeated += others[next_answer] == rank
            stamps[answer] = others[next_answer] = rank
        least = min(least, repeated, next_repeated)
    for answer in range(stamps.shape[0]):
        others[answer] = 0
    return int(least)


@kernel
def _count_one_by_one(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int, deep: int) -> None:
    """Fill `totals` where they are no sums over breakpoints: one query at a time."""
    counts, occurring, least = work.tally[ws.COUNTS], work.tally[ws.OCCURRING], game.bounds.least[deep]
    work.state[ws.WORK] += queries * (3 * codes.shape[0] + 2 * counts.shape[0])
    size, values, weight = codes.shape[0], work.tally[ws.VALUES], total_weight(game, codes)
    for query in range(queries):
        kinds = count_answers(game, work, codes, query)
        if game.weighted:
            weigh_parts(game, work, codes)
        total = weight
        for i in range(kinds):
            answer = occurring[i]
            if game.weighted:
                total = (
                    game.bounds.no_total
                    if counts[answer] == size > 1 and answer != game.solved
                    else total + values[answer]
                )
                values[answer] = 0
            elif answer == game.solved:
                total += 1
            elif counts[answer] == size:
                total = game.bounds.no_total
            else:
                total = min(total + least[counts[answer]], game.bounds.no_total)
            counts[answer] = 0
        work.totals[query] = total


@kernel
def weigh_parts(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32]) -> None:
    """Fill the tally's VALUES, to be zeroed by the caller, with a lower bound of the part of each answer, after
    `count_answers`: the heaviest codes of a part are found first. The bound is exact for one code and for two."""
    counts, ranks, values = work.tally[ws.COUNTS], work.tally[ws.OTHERS], work.tally[ws.VALUES]
    answer_of = work.places[0]
    for i in range(codes.shape[0]):
        answer = answer_of[i]
        ranks[answer] += 1
        if game.solved >= 0 or counts[answer] > 1:
            values[answer] += game.weights[codes[i]] * game.bounds.levels[ranks[answer]]
    for answer in range(counts.shape[0]):
        ranks[answer] = 0


@kernel
def count_answers(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], query: int) -> int:
    """Count the answers of a query over a set.

    Fills the tally's COUNTS, to be zeroed by the caller, OCCURRING with the answers that occur, and the first row of `places`
    with the answer of each code. Returns the number of answers that occur.
    """
    size = codes.shape[0]
    counts, others, occurring = work.tally[ws.COUNTS], work.tally[ws.OTHERS], work.tally[ws.OCCURRING]
    answer_of, row = work.places[0], game.answers[query]
    if size < NEAR and game.bounds.breakpoints.shape[0] > 0:
        for i in range(size):
            answer_of[i] = first_bit(game.bits[codes[i], query])
    else:
        for i in range(size):
            answer_of[i] = row[codes[i]]
    for i in range(0, size - 1, 2):  # two at a time: equal answers in sequence would wait for each other
        counts[answer_of[i]] += 1
        others[answer_of[i + 1]] += 1
    if size & 1:
        counts[answer_of[size - 1]] += 1
    kinds = 0
    for answer in range(counts.shape[0]):
        counts[answer] += others[answer]
        others[answer] = 0
        if counts[answer]:
            occurring[kinds] = answer
            kinds += 1
    return kinds


@kernel
def _count_by_planes(game: ws.Game, work: ws.Workspace, codes: NDArray[np.uint32], queries: int) -> None:
    """Fill `totals` by adding up the rows of the codes."""
    size, planes = codes.shape[0], work.counting.planes
    least = _least_layer(game, codes)
    twice = 2 * total_weight(game, codes)
    levels = 3
    while (size >> levels) > 0:
        levels += 1
    for begin in range(0, queries, ws.BLOCK):
        count = min(ws.BLOCK, queries - begin)
        for level in range(levels):
            plane = planes[level]
            for j in range(count):
                plane[j] = 0
        block = work.totals[begin : begin + count]
        for j in range(count):
            block[j] = twice
        low = 0
        while low < size:
            high, step = layer(game, codes, low, least)
            for done in range(low, high, 8):
                _add_eight(game.bits, codes[done:high], begin, count, planes)
                carry = planes[ws.CARRY]
                for level in range(3, levels):
                    plane = planes[level]
                    for j in range(count):
                        bit = plane[j]
                        plane[j] = bit ^ carry[j]
                        carry[j] = bit & carry[j]
            for i in range(1, game.bounds.breakpoints.shape[0]):
                if game.bounds.breakpoints[i] < high:
                    _add_excess(planes, levels, game.bounds.breakpoints[i], step, block)
            low = high


@kernel
def _add_eight(bits: Bits, codes: NDArray[np.uint32], begin: int, count: int, planes: Bits) -> None:
    """Add the rows of up to eight codes to the first three planes; what is carried goes to the plane CARRY."""
    nothing = bits.shape[0] - 1
    size = codes.shape[0]
    ones, twos = planes[0], planes[1]
    low_twos, high_twos = planes[ws.CARRY + 1, :count], planes[ws.CARRY + 2, :count]
    low_fours, high_fours = planes[ws.CARRY + 3, :count], planes[ws.CARRY + 4, :count]
    for half in range(2):
        for pair in range(2):
            at = 4 * half + 2 * pair
            first = bits[int(codes[at]) if at < size else nothing, begin : begin + count]
            second = bits[int(codes[at + 1]) if at + 1 < size else nothing, begin : begin + count]
            _add(ones, first, second, high_twos if pair else low_twos)
        _add(twos, low_twos, high_twos, high_fours if half else low_fours)
    _add(planes[2], low_fours, high_fours, planes[ws.CARRY])


@kernel
def _add(total: Bits, first: Bits, second: Bits, carry: Bits) -> None:
    """Add two words to `total`, bit by bit, as far as `first` is long; what is carried goes to `carry`."""
    for j in range(first.shape[0]):
        a, b, c = total[j], first[j], second[j]
        carry[j] = (a & b) | (a & c) | (b & c)
        total[j] = a ^ b ^ c


@kernel
def _add_excess(planes: Bits, levels: int, breakpoint: int, weight: int, totals: ws.Totals) -> None:
    """Add to each total by how much the sizes of its parts exceed the breakpoint, times a weight.

    The planes after CARRY become the sizes less the breakpoint; the last borrow is set where that is below zero.
    """
    count = totals.shape[0]
    borrow = planes[ws.CARRY]
    for j in range(count):
        borrow[j] = 0
    for level in range(levels):
        plane, less = planes[level], planes[ws.CARRY + 1 + level]
        if (breakpoint >> level) & 1:
            for j in range(count):
                bit = plane[j]
                less[j] = ~(bit ^ borrow[j])
                borrow[j] = ~bit | borrow[j]
        else:
            for j in range(count):
                bit = plane[j]
                less[j] = bit ^ borrow[j]
                borrow[j] = ~bit & borrow[j]
    for level in range(levels):
        less = planes[ws.CARRY + 1 + level]
        each = totals.dtype.type(weight << level)
        for j in range(count):
            totals[j] += totals.dtype.type(popcount(less[j] & ~borrow[j])) * each


@kernel
def fill_pairs(bits: Bits, query_of: NDArray[np.int32], codes: NDArray[np.uint32], pairs: Bits) -> None:
    """Fill `pairs` with the bits of the answers to the queries that name the codes of a set, by code named and code."""
    for j in range(codes.shape[0]):
        row = bits[codes[j]]
        for i in range(codes.shape[0]):
            pairs[i, j] = row[query_of[codes[i]]]


@kernel
def best_named(
    game: ws.Game, pairs: Bits, places: NDArray[np.uint32], codes: NDArray[np.uint32]
) -> tuple[int, int, bool, int]:
    """The best strategy for a set that names one of its codes and so tells all codes apart, or all but two.

    Args:
        game: the game, in which codes are named.
        pairs: from `fill_pairs`, of a set that contains this one.
        places: the codes of the set, by their places in that one; two or more.
        codes: the codes of the set.

    Returns:
        The cost of the strategy; the code that it names first, by its index in `places`, -1 if there is none; whether that
        tells all codes apart; and a lower bound of all other strategies, which is not above the cost if there is none.
    """
    size = places.shape[0]
    twice, light = 2 * total_weight(game, codes), game.weights[codes[size - 1]]
    cost, best, tells_all = NONE, -1, False
    others = twice  # a query that names no code of the set
    for i in range(size):
        weight = game.weights[codes[i]]
        if twice - weight >= cost:
            break
        row = pairs[places[i]]
        seen = row[places[0]]
        missed, later = 0, 0
        for j in range(1, size):
            bit = row[places[j]]
            if seen & bit:
                missed += 1
                later = game.weights[codes[j]]
                if missed > 1:
                    break
            seen |= bit
        if missed > 1:
            others = min(others, twice - weight + light + game.weights[codes[size - 2]])
        elif twice - weight + later < cost:
            cost, best, tells_all = twice - weight + later, i, missed == 0
    return cost, best, tells_all, others
