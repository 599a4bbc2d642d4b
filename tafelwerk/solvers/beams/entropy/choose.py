"""Choice of the queries of entropy strategies on a set of codes, as kernels.

Several strategies, which differ in their measure only, are followed together; a mask says which of them reach the set. The parts
of each query are counted once for all of them. A measure is an order of entropy; an approximation is followed alone.

Parts are counted in units of (colours - used - 1)! codes. For a used colour, an element adds colours - used to the part of that
colour's piece; for the lowest unused colour, it adds one for each of its uncoloured pieces. An answer depends only on the placed
piece of the colour asked for, so one count of the pieces of a colour gives the parts of all its queries.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy import few_codes as few
from tafelwerk.solvers.beams.entropy.admissible import admissible_query
from tafelwerk.solvers.beams.entropy.workspace import Game, Rule, Workspace
from tafelwerk.solvers.beams.rules.elements import count_answers, count_pieces, factorial
from tafelwerk.solvers.deduction.partition_entropy import SAME_PARTS, apart_kernel, same_kernel
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

OPEN = -2
"""A query that is not chosen yet."""

MANY = -3
"""Several queries: under MIX the tied ones, as masks in `best[0]`; otherwise that of each measure, in `chosen`."""


@inlined
def choose(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, unused: int, measures: int) -> int:
    """Queries of the strategies on a set.

    Args:
        game: the variant.
        rule: the strategies.
        work: its elements hold the set.
        begin: first row of the set.
        n: number of its rows; there are two codes or more.
        used: colours used.
        unused: mask of the diagonals not yet used.
        measures: mask of the measures whose strategies reach the set, at least one.

    Returns:
        One query for all, colour << 8 | diagonal, plus ALL_APART if it distinguishes all codes; MANY; NO_QUERY if no query splits
        the set; OPEN if float sums do not decide, or the set is too large for their weights: then `chosen` is OPEN for the
        measures that are undecided.
    """
    elements, best = work.elements, work.best
    colours, diagonals = elements.shape[1], game.answers.shape[1]
    spare = colours - used
    if rule.value.shape[0]:
        scratch = work.admitted, work.exactly
        query = admissible_query(
            elements, begin, n, used, unused, rule.by_diagonal, rule.value, game.pieces, game.lines, *scratch
        )
        return query | few.ALL_APART if spare <= 1 and n == 2 and query != few.NO_QUERY else query
    if spare <= 1 and n <= (2 if rule.mixed else few.VERY_FEW):
        return few.first_query(elements, begin, n, unused, rule.by_diagonal, game.pieces, game.crossing)
    units, ways = n * max(spare, 1), factorial(spare)
    if units >= rule.weight.shape[0]:
        work.chosen[:] = OPEN
        return OPEN
    near = measures
    if n * ways <= work.few.most:
        orders = game.orders[spare, :ways]
        codes = few.write_few(work.few, elements, begin, n, used, diagonals, orders)
        asked = min(used + 1, colours)
        largest = few.least_of_few(work.few, codes, asked, unused, diagonals, 0, True, best[0])
        if largest >= codes:
            return few.NO_QUERY
        if largest == 1:
            query = few.first_of(best[0], colours, rule.by_diagonal)
            return query | few.ALL_APART if spare <= 1 else MANY if rule.mixed else query
        near = _choose_of_few(rule, work, codes, asked, unused, diagonals, measures)
        if near:
            _weigh_candidates(game, rule, work, begin, n, used, near)
    elif not _weigh(game, rule, work, begin, n, used, unused, measures):
        return few.NO_QUERY
    if near and _settle(game, rule, work, begin, n, used, near):
        return OPEN
    if rule.mixed:
        return MANY
    query = work.chosen[lowest(measures)]
    left = measures
    while left:
        if work.chosen[lowest(left)] != query:
            return MANY
        left &= left - 1
    return int(query)


@kernel
def _choose_of_few(
    rule: Rule, work: Workspace, codes: int, asked: int, unused: int, diagonals: int, measures: int
) -> int:
    """Choose the queries of the measures for which sums of costs decide, on the codes that `few_codes.write_few` has written.

    Returns:
        Mask of the other measures; what can be their queries is in `candidates`.
    """
    best, colours = work.best, work.best.shape[1]
    near = 0
    work.candidates[:] = 0
    left = measures
    while left:
        measure = lowest(left)
        alike = left & work.few.alike[measure, codes]
        left &= ~alike
        few.least_of_few(work.few, codes, asked, unused, diagonals, measure, measure == rule.infinite, best[measure])
        if work.few.sure[measure, codes] or (_queries(best[measure]) == 1 and not rule.mixed):
            query = few.first_of(best[measure], colours, rule.by_diagonal)
            while alike:
                work.chosen[lowest(alike)] = query
                alike &= alike - 1
        else:
            near |= alike
            for colour in range(colours):
                work.candidates[colour] |= best[measure, colour]
    return near


@kernel
def _queries(best: NDArray[np.int64]) -> int:
    """Number of queries in masks of diagonals."""
    found: int = 0
    for colour in range(best.shape[0]):
        found += count(best[colour])
    return found


@kernel
def _weigh_candidates(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, measures: int) -> None:
    """Write to `sums` the sums of weights of the parts of the queries in `candidates`, unless there is only one."""
    first, end = lowest(measures), highest(measures) + 1
    several = _queries(work.candidates) > 1
    for colour in range(work.candidates.shape[0]):
        left = work.candidates[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            total, largest = work.sums[colour, diagonal], 0
            total[first:end] = 0.0
            if several:
                for place in range(_parts(game, work, begin, n, used, colour, diagonal, work.tied[0])):
                    part = work.tied[0, place]
                    largest = max(largest, part)
                    _add(total, rule.weight[part], first, end)
            if first <= rule.infinite < end:
                total[rule.infinite] = largest


@inlined
def _add(total: NDArray[np.float64], weight: NDArray[np.float64], first: int, end: int) -> None:
    """Add the weights of a part under the measures from `first` to `end` - 1."""
    for measure in range(first, end):
        total[measure] += weight[measure]


@kernel
def _weigh(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, unused: int, measures: int) -> bool:
    """Write all queries that split the set to `candidates`, and the sums of weights of their parts to `sums`.

    Returns:
        Whether there is such a query.
    """
    counts, seen, parts, slots = work.counts, work.seen, work.parts, game.slots
    colours, diagonals = work.elements.shape[1], slots.shape[1]
    first, end, several = lowest(measures), highest(measures) + 1, measures & (measures - 1) != 0
    splits: int = 0
    for colour in range(colours):
        work.candidates[colour] = 0
        if colour > used:
            continue
        found = count_pieces(work.elements, begin, n, colour, colour if colour < used else colours - 1, counts, seen)
        times = colours - used if colour < used < colours else 1
        # a diagonal distinguishes pieces if it crosses a field that they do not share
        piece_there: int = game.pieces[seen[0]]
        varying: int = 0
        parts[:] = 0
        for i in range(found):
            piece = seen[i]
            varying |= game.pieces[piece] ^ piece_there
            number = np.int32(counts[piece] * times)
            counts[piece] = 0
            for diagonal in range(diagonals):
                parts[slots[piece, diagonal]] += number
        left = work.candidates[colour] = few.differ(varying, game.crossing) & unused
        splits |= left
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if several:
                _sum_all(game, rule, work, colour, diagonal, first, end)
            else:
                work.sums[colour, diagonal, first] = _sum(game, rule, work, diagonal, first)
    return splits != 0


@kernel
def _sum(game: Game, rule: Rule, work: Workspace, diagonal: int, measure: int) -> float:
    """Sum of the weights of the parts of a query under one measure."""
    parts, weight, begin, end = work.parts, rule.weight, game.starts[diagonal], game.starts[diagonal + 1]
    if measure == rule.infinite:
        largest = 0
        for slot in range(begin, end):
            largest = max(largest, parts[slot])
        return float(largest)
    # four independent sums, so that additions need not wait for each other
    a = b = c = d = 0.0
    for slot in range(begin, end, 4):
        a += weight[parts[slot], measure]
        b += weight[parts[slot + 1], measure]
        c += weight[parts[slot + 2], measure]
        d += weight[parts[slot + 3], measure]
    return (a + b) + (c + d)


@kernel
def _sum_all(game: Game, rule: Rule, work: Workspace, colour: int, diagonal: int, first: int, end: int) -> None:
    """Write the sums of the weights of the parts of a query under the measures from `first` to `end` - 1."""
    total, largest = work.sums[colour, diagonal], 0
    total[first:end] = 0.0
    for slot in range(game.starts[diagonal], game.starts[diagonal + 1]):
        part = work.parts[slot]
        if part > 0:
            largest = max(largest, part)
            _add(total, rule.weight[part], first, end)
    if first <= rule.infinite < end:
        total[rule.infinite] = largest


@kernel
def _settle(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, measures: int) -> int:
    """Choose the queries with the least sums of weights among the candidates, ties exactly.

    Returns:
        Mask of the measures that are undecided; `chosen` is OPEN for them.
    """
    best, colours, undecided = work.best, work.elements.shape[1], 0
    units = n * max(colours - used, 1)
    _keep_near(rule, work, measures)
    left = measures
    while left:
        measure = lowest(left)
        same = _with_these(best, measure, left)
        left &= ~same
        query, exact = few.first_of(best[measure], colours, rule.by_diagonal), 0
        rest = same
        while rest:
            one = lowest(rest)
            rest &= rest - 1
            work.chosen[one] = query
            if units > rule.certain[one] and rule.tolerance[one] != 0.0:
                exact |= 1 << one
        # equal parts are equal under all measures
        if exact == 0 or _equal(game, rule, work, begin, n, used, measure, SAME_PARTS):
            continue
        while exact:
            one = lowest(exact)
            exact &= exact - 1
            if not _equal(game, rule, work, begin, n, used, one, rule.tie_rule[one]):
                work.chosen[one] = OPEN
                undecided |= 1 << one
    return undecided


@kernel
def _keep_near(rule: Rule, work: Workspace, measures: int) -> None:
    """Write to `best` the candidates of each measure whose sums are not certainly above the least."""
    first, end = lowest(measures), highest(measures) + 1
    best, least, bound = work.best, work.least, work.bound
    least[first:end] = np.inf
    best[first:end] = 0
    for colour in range(work.candidates.shape[0]):
        left = work.candidates[colour]
        while left:
            total = work.sums[colour, lowest(left)]
            left &= left - 1
            for measure in range(first, end):
                least[measure] = min(least[measure], total[measure])
    for measure in range(first, end):
        bound[measure] = least[measure] + 3.0 * rule.tolerance[measure] * abs(least[measure])
    for colour in range(work.candidates.shape[0]):
        left = work.candidates[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            total, within = work.sums[colour, diagonal], 0
            for measure in range(first, end):
                within += total[measure] <= bound[measure]
            if within:
                for measure in range(first, end):
                    if not apart_kernel(rule.tolerance[measure], total[measure], least[measure]):
                        best[measure, colour] |= 1 << diagonal


@inlined
def _with_these(best: NDArray[np.int64], measure: int, measures: int) -> int:
    """Those measures, as a mask, that have the same queries in `best` as one of them."""
    same, rest = 0, measures
    while rest:
        one = lowest(rest)
        rest &= rest - 1
        differs = 0
        for colour in range(best.shape[1]):
            differs |= best[one, colour] ^ best[measure, colour]
        if differs == 0:
            same |= 1 << one
    return same


@kernel
def _equal(game: Game, rule: Rule, work: Workspace, begin: int, n: int, used: int, measure: int, tie_rule: int) -> bool:
    """Whether all queries in `best` of a measure have equal entropies, by a criterion of `entropy.TieTest`."""
    kept, place = 0, rule.place[measure]
    factor, root, power = (
        rule.factor[place],
        rule.root[place],
        rule.power[rule.first[measure] : rule.first[measure + 1]],
    )
    for colour in range(work.best.shape[1]):
        left = work.best[measure, colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if kept == 0:
                kept = _parts(game, work, begin, n, used, colour, diagonal, work.tied[0])
                continue
            others = _parts(game, work, begin, n, used, colour, diagonal, work.tied[1])
            if not same_kernel(
                tie_rule, factor, root, power, work.tied[0], kept, work.tied[1], others, work.surplus, work.limbs
            ):
                return False
    return True


@kernel
def _parts(
    game: Game,
    work: Workspace,
    begin: int,
    n: int,
    used: int,
    colour: int,
    diagonal: int,
    parts: NDArray[np.int32],
) -> int:
    """Write the parts of a query, in units, to `parts`, in no particular order. Returns their number."""
    colours = work.elements.shape[1]
    last = colour if colour < used else colours - 1
    shown, counts, seen = game.answers[:, diagonal], work.by_answer, work.answers
    found = count_answers(work.elements, begin, n, colour, last, shown, counts, seen)
    times = colours - used if colour < used < colours else 1
    for place in range(found):
        parts[place] = counts[seen[place]] * times
        counts[seen[place]] = 0
    return found
