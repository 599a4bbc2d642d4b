"""Choice of the queries of entropy strategies on a set of codes, as kernels, and the workspace of the exact analysis.

Several strategies, which differ in their measure only, are followed together; a mask says which of them reach the set. The parts
of each query are counted once for all of them. A measure is an order of entropy; an approximation is followed alone.

Parts are counted in units of (colours - used - 1)! codes. For a used colour, an element adds colours - used to the part of that
colour's piece; for the lowest unused colour, it adds one for each of its uncoloured pieces. An answer depends only on the placed
piece of the colour asked for, so one count of the pieces of a colour gives the parts of all its queries.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.entropy import MOST_CODES, Alpha
from tafelwerk.solvers.beams import entropy_few_codes as few
from tafelwerk.solvers.beams.elements import Elements, count_answers, count_pieces, factorial, piece_orders
from tafelwerk.solvers.beams.entropy_few_codes import Few, make_few
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, admissible_query, values_of
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import KeyTables, make_key_tables
from tafelwerk.solvers.deduction.partition_entropy import (
    SAME_PARTS,
    apart_kernel,
    certain_size,
    entropy_weights,
    same_kernel,
)
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.memo import Memo, empty_memo

MOST_WEIGHTS = 1 << 24
"""Largest number of weights of parts, over all measures; with several of them, only smaller sets are compared by the kernels."""

_NODES = 4096
"""Initial capacity of the stack and of the recorded nodes."""

STACK_COLUMNS = 10
RECORD_COLUMNS = 6


class Game(NamedTuple):
    """The variant; see `problem.Problem`.

    Attributes:
        pieces, answers, crossing: as there.
        lines: int64 (diagonals,): masks of fields.
        slots: uint16 (pieces, diagonals): number of each answer among the answers that occur, diagonal by diagonal.
        starts: int64 (diagonals + 1,): the first number of each diagonal, and the end; multiples of four.
        size: fields of a piece.
        orders: see `elements.piece_orders`.
        others: int64 (diagonals,): the other window of the same line, -1 if the line has only one.
    """

    pieces: NDArray[np.int64]
    answers: NDArray[np.uint8]
    crossing: NDArray[np.int64]
    lines: NDArray[np.int64]
    slots: NDArray[np.uint16]
    starts: NDArray[np.int64]
    size: int
    orders: NDArray[np.int64]
    others: NDArray[np.int64]


class Rule(NamedTuple):
    """Strategies with the same tie rule, one per measure; see `entropy.EntropyWeights` and `entropy.TieTest`.

    Attributes:
        mixed: whether ties are broken uniformly at random: the set is analysed once for each tied query.
        by_diagonal: whether ties go to the lowest diagonal, instead of the lowest colour.
        value: int64 (colours + 1,): values of approximations, see `entropy_queries.make_values`; otherwise empty.
        weight: float64 (units, measures): weights of a part under each measure.
        infinite: the measure whose sum is the largest part; -1 if there is none.
        tolerance: float64 (measures,): see `EntropyWeights`.
        certain: int64 (measures,): units of the largest set for which close sums are equal entropies.
        tie_rule: int64 (measures,): `TieTest.rule`.
        table: int64 (measures,): the row of `factor` and `root` for each measure.
        factor, root: int32 (different tests, units): fields of `TieTest`.
        first: int64 (measures + 1,): where the rows of `power` of each measure begin, and the end.
        power: int64 (rows, 3): fields of `TieTest`, one measure after the other.
    """

    mixed: bool
    by_diagonal: bool
    value: NDArray[np.int64]
    weight: NDArray[np.float64]
    infinite: int
    tolerance: NDArray[np.float64]
    certain: NDArray[np.int64]
    tie_rule: NDArray[np.int64]
    table: NDArray[np.int64]
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    first: NDArray[np.int64]
    power: NDArray[np.int64]


class Mix(NamedTuple):
    """Sets that MIX has reached by tied queries: each is analysed once, whatever the number of ways.

    A set has a number from 1 on; 0 stands for all sets that no tie leads to.

    Attributes:
        tables: tables for the keys of sets.
        memo: numbers of the sets, by key.
        sizes: int64 (4,): sets, rows of `links`, rows of `ends`, entries of `memo`.
        sets: int64 (rows, 4): by number: queries asked before, number of tied queries, codes that take one query more without
            a wrong field, and two.
        links: int64 (rows, 2): numbers of a set and of a set below it, once for each tied query that leads there.
        ends: int64 (rows, 4): number of a set, queries, wrong fields and number of other codes that end below it.
        names: int64 (2, colours); key: uint64 (2,): scratch.
    """

    tables: KeyTables
    memo: Memo
    sizes: NDArray[np.int64]
    sets: NDArray[np.int64]
    links: NDArray[np.int64]
    ends: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]


def make_mix(problem: Problem) -> Mix:
    """No sets yet."""
    sets = np.zeros((_NODES, 4), np.int64)
    sets[0] = -1, 1, 0, 0
    return Mix(
        make_key_tables(problem),
        empty_memo(4 * _NODES),
        np.zeros(4, np.int64),
        sets,
        np.zeros((_NODES, 2), np.int64),
        np.zeros((_NODES, 4), np.int64),
        np.zeros((2, problem.variant.colours), np.int64),
        np.zeros(2, np.uint64),
    )


class Workspace(NamedTuple):
    """State and scratch of the loop; arrays of counts are 0 between uses.

    Attributes:
        elements: uint16 (rows, colours): the sets, see `elements`.
        stack: int64 (height, STACK_COLUMNS): open nodes.
        top: int64 (3,): nodes on the stack, nodes analysed, records written.
        records: int64 (rows, RECORD_COLUMNS).
        costs: int64 (rows, measures + 1): per record, cost of its codes over everything below, including its own depth. Column m
            holds the difference between measures m and m - 1, so that consecutive measures are counted at once.
        spent: int64 (measures + 1, levels, fields + 1): codes by queries and by wrong fields; differences as in `costs`.
        mix: sets that MIX has reached by tied queries.
        counts: int32 (pieces,); seen: int32 (pieces + 1,).
        parts: int32 (slots,): parts of the queries of a colour, see `Game.starts`.
        sums: float64 (colours, diagonals, measures): sums of weights.
        candidates: int64 (colours,): queries with sums, as masks of diagonals.
        least: float64 (measures,): least sums; bound: float64 (measures,): sums above are not near the least.
        by_answer: int32 (256,); answers: int32 (257,).
        tied: int32 (2, answers): parts of two queries.
        surplus: int64 (units,); limbs: int64 (units, 3): see `entropy.same_kernel`.
        best: int64 (measures, colours): queries of each measure, as masks of diagonals.
        chosen: int64 (measures,): query of each measure.
        admitted: int64 (colours,); exactly: int64 (colours + 2,): see `entropy_queries`.
        few: tables for sets of few codes.
    """

    elements: Elements
    stack: NDArray[np.int64]
    top: NDArray[np.int64]
    records: NDArray[np.int64]
    costs: NDArray[np.int64]
    spent: NDArray[np.int64]
    mix: Mix
    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    parts: NDArray[np.int32]
    sums: NDArray[np.float64]
    candidates: NDArray[np.int64]
    least: NDArray[np.float64]
    bound: NDArray[np.float64]
    by_answer: NDArray[np.int32]
    answers: NDArray[np.int32]
    tied: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]
    best: NDArray[np.int64]
    chosen: NDArray[np.int64]
    admitted: NDArray[np.int64]
    exactly: NDArray[np.int64]
    few: Few


@lru_cache(maxsize=4)
def make_game(problem: Problem) -> Game:
    """A variant for kernels; cached for the latest problems, as in `problem.make_problem`."""
    lines = np.array(problem.diagonals, np.int64)
    slots, starts = np.zeros(problem.answers.shape, np.uint16), [0]
    for diagonal, column in enumerate(problem.answers.T):
        occurring, numbers = np.unique(column, return_inverse=True)
        slots[:, diagonal] = starts[-1] + numbers
        starts.append(starts[-1] + -(-len(occurring) // 4) * 4)
    return Game(
        problem.pieces,
        problem.answers,
        problem.crossing,
        lines,
        slots,
        np.array(starts, np.int64),
        problem.variant.size,
        piece_orders(),
        np.array([_other(problem.diagonals, line) for line in range(len(problem.diagonals))], np.int64),
    )


def _other(lines: Sequence[int], diagonal: int) -> int:
    same = [other for other, line in enumerate(lines) if line == lines[diagonal] and other != diagonal]
    return same[0] if same else -1


@lru_cache(maxsize=2)
def make_rule(
    problem: Problem, measures: tuple[Measure, ...], order: Order | None, most_weights: int = MOST_WEIGHTS
) -> Rule:
    """Strategies for kernels; without an order, ties are broken uniformly at random. Cached for the latest strategies.

    Args:
        problem: the variant.
        measures: measures that the queries maximise: different orders of entropy, or one approximation.
        order: tie rule; None for MIX.
        most_weights: number of weights over all measures; it limits the sets whose entropies the kernels compare.

    Raises:
        InputError: as `entropy.entropy_weights` and `entropy_queries.make_values`.
    """
    value, n_max = np.zeros(0, np.int64), min(MOST_CODES, most_weights // len(measures), problem.codes)
    if isinstance(measures[0], Approximation):
        # unused weights keep the shape of the kernel's arrays
        value, n_max = values_of(problem, measures[0]), 1
    alphas = alphas_of(measures)
    weight, tolerance, ties = np.zeros((n_max + 1, len(alphas))), np.zeros(len(alphas)), []
    for column, alpha in enumerate(alphas):
        weights = entropy_weights(alpha, n_max)
        weight[:, column], tolerance[column] = weights.weight, weights.tolerance
        ties.append(weights.ties)
    # several orders have the same tables
    tables = {id(tie.factor): (tie.factor, tie.root) for tie in ties if len(tie.factor)}
    rows = list(tables)
    empty = np.zeros((1, 1), np.int32)
    return Rule(
        mixed=order is None,
        by_diagonal=order is Order.DIAGONAL,
        value=value,
        weight=weight,
        infinite=alphas.index(None) if None in alphas else -1,
        tolerance=tolerance,
        certain=np.array([certain_size(alpha, n_max) for alpha in alphas], np.int64),
        tie_rule=np.array([tie.rule for tie in ties], np.int64),
        table=np.array([rows.index(id(tie.factor)) if len(tie.factor) else 0 for tie in ties], np.int64),
        factor=np.stack([factor for factor, _ in tables.values()]) if tables else empty,
        root=np.stack([root if len(root) else factor for factor, root in tables.values()]) if tables else empty,
        first=np.cumsum([0, *(len(tie.power) for tie in ties)]),
        power=np.concatenate([tie.power for tie in ties]),
    )


def rule_of(rule: Rule, numbers: list[int]) -> Rule:
    """Some of the strategies of a rule, with the weights of no others, so that sums of weights have no gaps.

    Args:
        rule: strategies.
        numbers: places of some of their measures.
    """
    rows = [np.arange(rule.first[number], rule.first[number + 1]) for number in numbers]
    return rule._replace(
        weight=np.ascontiguousarray(rule.weight[:, numbers]),
        infinite=numbers.index(rule.infinite) if rule.infinite in numbers else -1,
        tolerance=rule.tolerance[numbers],
        certain=rule.certain[numbers],
        tie_rule=rule.tie_rule[numbers],
        table=rule.table[numbers],
        first=np.cumsum([0, *map(len, rows)]),
        power=rule.power[np.concatenate(rows)],
    )


def alphas_of(measures: Sequence[Measure]) -> tuple[Alpha, ...]:
    """Orders of entropy of some measures; any order for an approximation, whose weights are not used."""
    return tuple(Fraction(2) if isinstance(measure, Approximation) else measure for measure in measures)


def make_workspace(
    problem: Problem, game: Game, rule: Rule, measures: Sequence[Measure], elements: Elements, colours_asked: int
) -> Workspace:
    """A workspace whose first rows are the elements of a set.

    Args:
        problem, game: the variant.
        rule: the strategies.
        measures: their measures.
        elements: uint16, shape (n, colours).
        colours_asked: number of colours asked for.
    """
    colours, pieces, diagonals = problem.variant.colours, len(problem.pieces), len(problem.diagonals)
    answers = 1 << max(line.bit_count() for line in problem.diagonals)
    rows = np.zeros((len(elements) * (2 + colours - colours_asked) + 1024, colours), np.uint16)
    rows[: len(elements)] = elements
    units, number = len(rule.weight), len(measures)
    return Workspace(
        elements=rows,
        stack=np.zeros((_NODES, STACK_COLUMNS), np.int64),
        top=np.array([1, 0, 1], np.int64),
        records=np.zeros((_NODES, RECORD_COLUMNS), np.int64),
        costs=np.zeros((_NODES, number + 1), np.int64),
        spent=np.zeros((number + 1, diagonals + 2, colours * problem.variant.size + 1), np.int64),
        mix=make_mix(problem),
        counts=np.zeros(pieces, np.int32),
        seen=np.zeros(pieces + 1, np.int32),
        parts=np.zeros(game.starts[-1], np.int32),
        sums=np.zeros((colours, diagonals, number)),
        candidates=np.zeros(colours, np.int64),
        least=np.zeros(number),
        bound=np.zeros(number),
        by_answer=np.zeros(256, np.int32),
        answers=np.zeros(257, np.int32),
        tied=np.zeros((2, answers), np.int32),
        surplus=np.zeros(units, np.int64),
        limbs=np.zeros((units, 3), np.int64),
        best=np.zeros((number, colours), np.int64),
        chosen=np.zeros(number, np.int64),
        admitted=np.zeros(colours, np.int64),
        exactly=np.zeros(colours + 2, np.int64),
        few=make_few(problem.answers, colours, alphas_of(measures), len(rule.weight) - 1),
    )


OPEN = -2
"""A query that is not chosen yet."""

MANY = -3
"""Several queries: under MIX the tied ones, as masks in `best[0]`; otherwise that of each measure, in `chosen`."""


@inlined
def choose(
    game: Game, rule: Rule, work: Workspace, begin: int, n: int, colours_asked: int, unused: int, measures: int
) -> int:
    """Queries of the strategies on a set.

    Args:
        game: the variant.
        rule: the strategies.
        work: its elements hold the set.
        begin: first row of the set.
        n: number of its rows; there are two codes or more.
        colours_asked: number of colours asked for.
        unused: mask of the diagonals not yet used.
        measures: mask of the measures whose strategies reach the set, at least one.

    Returns:
        One query for all, colour << 8 | diagonal, plus ALL_APART if it distinguishes all codes; MANY; NO_QUERY if no query splits
        the set; OPEN if float sums do not decide, or the set is too large for their weights: then `chosen` is OPEN for the
        measures that are undecided.
    """
    elements, best = work.elements, work.best
    colours, diagonals = elements.shape[1], game.answers.shape[1]
    spare = colours - colours_asked
    if rule.value.shape[0]:
        scratch = work.admitted, work.exactly
        query = admissible_query(
            elements, begin, n, colours_asked, unused, rule.by_diagonal, rule.value, game.pieces, game.lines, *scratch
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
        codes = few.write_few(work.few, elements, begin, n, colours_asked, diagonals, orders)
        askable = min(colours_asked + 1, colours)
        largest = few.least_of_few(work.few, codes, askable, unused, diagonals, 0, True, best[0])
        if largest >= codes:
            return few.NO_QUERY
        if largest == 1:
            query = few.first_of(best[0], colours, rule.by_diagonal)
            return query | few.ALL_APART if spare <= 1 else MANY if rule.mixed else query
        near = _choose_of_few(rule, work, codes, askable, unused, diagonals, measures)
        if near:
            _weigh_candidates(game, rule, work, begin, n, colours_asked, near)
    elif not _weigh(game, rule, work, begin, n, colours_asked, unused, measures):
        return few.NO_QUERY
    if near and _settle(game, rule, work, begin, n, colours_asked, near):
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
    rule: Rule, work: Workspace, codes: int, askable: int, unused: int, diagonals: int, measures: int
) -> int:
    """Choose the queries of the measures for which sums of costs decide, on the codes that `write_few` has written.

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
        few.least_of_few(work.few, codes, askable, unused, diagonals, measure, measure == rule.infinite, best[measure])
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
    number: int = 0
    for colour in range(best.shape[0]):
        number += count(best[colour])
    return number


@kernel
def _weigh_candidates(
    game: Game, rule: Rule, work: Workspace, begin: int, n: int, colours_asked: int, measures: int
) -> None:
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
                for index in range(_parts(game, work, begin, n, colours_asked, colour, diagonal, work.tied[0])):
                    part = work.tied[0, index]
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
def _weigh(
    game: Game, rule: Rule, work: Workspace, begin: int, n: int, colours_asked: int, unused: int, measures: int
) -> bool:
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
        if colour > colours_asked:
            continue
        distinct = count_pieces(
            work.elements, begin, n, colour, colour if colour < colours_asked else colours - 1, counts, seen
        )
        times = colours - colours_asked if colour < colours_asked < colours else 1
        # a diagonal distinguishes pieces if it crosses a field that they do not share
        piece_there: int = game.pieces[seen[0]]
        varying: int = 0
        parts[:] = 0
        for i in range(distinct):
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
def _settle(game: Game, rule: Rule, work: Workspace, begin: int, n: int, colours_asked: int, measures: int) -> int:
    """Choose the queries with the least sums of weights among the candidates, ties exactly.

    Returns:
        Mask of the measures that are undecided; `chosen` is OPEN for them.
    """
    best, colours, undecided = work.best, work.elements.shape[1], 0
    units = n * max(colours - colours_asked, 1)
    _keep_near(rule, work, measures)
    left = measures
    while left:
        measure = lowest(left)
        same = _with_these(best, measure, left)
        left &= ~same
        query, exact = few.first_of(best[measure], colours, rule.by_diagonal), 0
        waiting = same
        while waiting:
            other = lowest(waiting)
            waiting &= waiting - 1
            work.chosen[other] = query
            if units > rule.certain[other] and rule.tolerance[other] != 0.0:
                exact |= 1 << other
        # equal parts are equal under all measures
        if exact == 0 or _equal(game, rule, work, begin, n, colours_asked, measure, SAME_PARTS):
            continue
        while exact:
            other = lowest(exact)
            exact &= exact - 1
            if not _equal(game, rule, work, begin, n, colours_asked, other, rule.tie_rule[other]):
                work.chosen[other] = OPEN
                undecided |= 1 << other
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
    same, waiting = 0, measures
    while waiting:
        other = lowest(waiting)
        waiting &= waiting - 1
        differs = 0
        for colour in range(best.shape[1]):
            differs |= best[other, colour] ^ best[measure, colour]
        if differs == 0:
            same |= 1 << other
    return same


@kernel
def _equal(
    game: Game, rule: Rule, work: Workspace, begin: int, n: int, colours_asked: int, measure: int, tie_rule: int
) -> bool:
    """Whether all queries in `best` of a measure have equal entropies, by a criterion of `entropy.TieTest`."""
    reference, table = 0, rule.table[measure]
    factor, root, power = (
        rule.factor[table],
        rule.root[table],
        rule.power[rule.first[measure] : rule.first[measure + 1]],
    )
    for colour in range(work.best.shape[1]):
        left = work.best[measure, colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if reference == 0:
                reference = _parts(game, work, begin, n, colours_asked, colour, diagonal, work.tied[0])
                continue
            others = _parts(game, work, begin, n, colours_asked, colour, diagonal, work.tied[1])
            if not same_kernel(
                tie_rule, factor, root, power, work.tied[0, :reference], work.tied[1, :others], work.surplus, work.limbs
            ):
                return False
    return True


@kernel
def _parts(
    game: Game,
    work: Workspace,
    begin: int,
    n: int,
    colours_asked: int,
    colour: int,
    diagonal: int,
    parts: NDArray[np.int32],
) -> int:
    """Write the parts of a query, in units, to `parts`, in no particular order. Returns their number."""
    colours = work.elements.shape[1]
    last = colour if colour < colours_asked else colours - 1
    answer_of, counts, seen = game.answers[:, diagonal], work.by_answer, work.answers
    distinct = count_answers(work.elements, begin, n, colour, last, answer_of, counts, seen)
    times = colours - colours_asked if colour < colours_asked < colours else 1
    for index in range(distinct):
        parts[index] = counts[seen[index]] * times
        counts[seen[index]] = 0
    return distinct
