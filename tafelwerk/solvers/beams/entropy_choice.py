"""Choice of the query of an entropy strategy on a set of codes, as kernels, and the tables that they need.

A measure is an order of entropy, or an approximation. Parts are counted in units of (colours - used - 1)! codes. For a used
colour, an element adds colours - used to the part of that colour's piece; for the lowest unused colour, it adds one for each of
its uncoloured pieces. An answer depends only on the placed piece of the colour asked for, so one count of the pieces of a colour
gives the parts of all its queries.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.deduction import MOST_CODES, Alpha
from tafelwerk.solvers.beams import entropy_few_codes as few
from tafelwerk.solvers.beams.elements import Elements, count_answers, count_pieces, factorial, piece_orders
from tafelwerk.solvers.beams.entropy_few_codes import Few, make_few
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, values_of
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.deduction.partition_entropy import (
    SAME_PARTS,
    TieTest,
    apart_kernel,
    certain_size,
    entropy_weights,
    same_kernel,
)
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

MOST_PIECES = 16
"""Largest number of pieces of a colour whose parts are counted query by query."""

MOST_WEIGHTS = 1 << 24
"""Largest number of weights of parts; only smaller sets are compared by the kernels."""


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
    """A strategy; see `entropy.EntropyWeights` and `entropy.TieTest`.

    Attributes:
        mixed: whether ties are broken uniformly at random.
        by_diagonal: whether ties go to the lowest diagonal, instead of the lowest colour.
        value: int64 (colours + 1,): values of an approximation, see `entropy_queries.make_values`; otherwise empty.
        weight: float64 (units,): weights of a part.
        largest: whether the largest part decides, instead of the sum of weights.
        tolerance: see `EntropyWeights`.
        certain: units of the largest set for which close sums are equal entropies.
        ties: the test where sums are closer.
        few: tables for sets of few codes.
    """

    mixed: bool
    by_diagonal: bool
    value: NDArray[np.int64]
    weight: NDArray[np.float64]
    largest: bool
    tolerance: float
    certain: int
    ties: TieTest
    few: Few


class Scratch(NamedTuple):
    """Scratch for choosing a query; counts are 0 between uses.

    Attributes:
        counts: int32 (pieces,); seen: int32 (pieces + 1,).
        parts: int32 (slots,): parts of the queries of a colour, see `Game.starts`.
        sums: float64 (colours, diagonals): sums of weights.
        candidates: int64 (colours,): queries with sums, as masks of diagonals.
        best: int64 (colours,): the best of them.
        by_answer: int32 (256,); answers: int32 (257,).
        tied: int32 (2, answers): parts of two queries.
        surplus: int64 (units,); limbs: int64 (units, 3): see `entropy.same_kernel`.
        admitted: int64 (colours,); exactly: int64 (colours + 2,): see `admissible_query`.
    """

    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    parts: NDArray[np.int32]
    sums: NDArray[np.float64]
    candidates: NDArray[np.int64]
    best: NDArray[np.int64]
    by_answer: NDArray[np.int32]
    answers: NDArray[np.int32]
    tied: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]
    admitted: NDArray[np.int64]
    exactly: NDArray[np.int64]


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


@lru_cache(maxsize=4)
def make_rule(problem: Problem, measure: Measure, order: Order | None, most_weights: int = MOST_WEIGHTS) -> Rule:
    """A strategy for kernels; cached for the latest strategies.

    Args:
        problem: the variant.
        measure: measure that the query maximises.
        order: tie rule; None for MIX.
        most_weights: number of weights; it limits the sets whose entropies the kernels compare.

    Raises:
        InputError: as `entropy.entropy_weights` and `entropy_queries.make_values`.
    """
    value, n_max = np.zeros(0, np.int64), min(MOST_CODES, most_weights, problem.codes)
    alpha: Alpha
    if isinstance(measure, Approximation):
        # unused weights keep the shape of the kernel's arrays
        value, n_max, alpha = values_of(problem, measure), 1, Fraction(2)
    else:
        alpha = measure
    weights = entropy_weights(alpha, n_max)
    return Rule(
        mixed=order is None,
        by_diagonal=order is Order.DIAGONAL,
        value=value,
        weight=weights.weight,
        largest=alpha is None,
        tolerance=float(weights.tolerance),
        certain=int(certain_size(alpha, n_max)),
        ties=weights.ties,
        few=make_few(problem.answers, problem.variant.colours, alpha, n_max),
    )


def make_scratch(problem: Problem, game: Game, units: int = 1) -> Scratch:
    """Scratch for a variant.

    Args:
        problem, game: the variant.
        units: number of weights of the strategy.
    """
    colours, pieces, diagonals = problem.variant.colours, len(problem.pieces), len(problem.diagonals)
    answers = 1 << max(line.bit_count() for line in problem.diagonals)
    return Scratch(
        counts=np.zeros(pieces, np.int32),
        seen=np.zeros(pieces + 1, np.int32),
        parts=np.zeros(game.starts[-1], np.int32),
        sums=np.zeros((colours, diagonals)),
        candidates=np.zeros(colours, np.int64),
        best=np.zeros(colours, np.int64),
        by_answer=np.zeros(256, np.int32),
        answers=np.zeros(257, np.int32),
        tied=np.zeros((2, answers), np.int32),
        surplus=np.zeros(units, np.int64),
        limbs=np.zeros((units, 3), np.int64),
        admitted=np.zeros(colours, np.int64),
        exactly=np.zeros(colours + 2, np.int64),
    )


OPEN = -2
"""A query that is not chosen yet."""

MANY = -3
"""Several queries, under MIX: the tied ones are in `Scratch.best`."""


@inlined
def choose(
    game: Game, rule: Rule, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int, unused: int
) -> int:
    """Query of a strategy on a set.

    Args:
        game: the variant.
        rule: the strategy.
        scratch: scratch.
        elements: rows begin to begin + n - 1 are the set, two codes or more.
        begin, n: see `elements`.
        colours_asked: number of colours asked for.
        unused: mask of the diagonals not yet used.

    Returns:
        colour << 8 | diagonal, plus ALL_APART if it distinguishes all codes; MANY; NO_QUERY if no query splits the set; OPEN if
        float sums do not decide, or the set is too large for their weights.
    """
    colours, diagonals = elements.shape[1], game.answers.shape[1]
    spare = colours - colours_asked
    if rule.value.shape[0]:
        query = admissible_query(game, rule, scratch, elements, begin, n, colours_asked, unused)
        return query | few.ALL_APART if spare <= 1 and n == 2 and query != few.NO_QUERY else query
    units, ways = n * max(spare, 1), factorial(spare)
    if units >= rule.weight.shape[0]:
        return OPEN
    if n * ways <= rule.few.most:
        orders = game.orders[spare, :ways]
        codes = few.write_few(rule.few, elements, begin, n, colours_asked, diagonals, orders)
        askable = min(colours_asked + 1, colours)
        largest = few.least_of_few(rule.few, codes, askable, unused, diagonals, True, scratch.best)
        if largest >= codes:
            return few.NO_QUERY
        if largest == 1:
            query = few.first_of(scratch.best, colours, rule.by_diagonal)
            return query | few.ALL_APART if spare <= 1 else MANY if rule.mixed else query
        if not rule.largest:
            few.least_of_few(rule.few, codes, askable, unused, diagonals, False, scratch.best)
        if not rule.few.sure[codes] and (rule.mixed or _queries(scratch.best) > 1):
            _weigh_best(game, rule, scratch, elements, begin, n, colours_asked)
            if not _settle(game, rule, scratch, elements, begin, n, colours_asked):
                return OPEN
    else:
        table = PartWeights(rule.weight, scratch.sums, rule.largest, 1, 0)
        if not weigh_queries(game, scratch, table, elements, begin, n, colours_asked, unused):
            return few.NO_QUERY
        if not _settle(game, rule, scratch, elements, begin, n, colours_asked):
            return OPEN
    return MANY if rule.mixed else few.first_of(scratch.best, colours, rule.by_diagonal)


class PartWeights(NamedTuple):
    """Weights of the parts of a query, and where their sums go.

    Attributes:
        weight: (sizes,): weight of a part by its size.
        sums: (colours, diagonals), of the same type.
        largest: whether the size of the largest part takes the place of the sum.
        unit: factor of the sizes of parts.
        shift: sizes of parts are divided by 1 << shift.
    """

    weight: NDArray[np.float64] | NDArray[np.int64]
    sums: NDArray[np.float64] | NDArray[np.int64]
    largest: bool
    unit: int
    shift: int


@kernel
def weigh_queries(
    game: Game,
    scratch: Scratch,
    table: PartWeights,
    elements: Elements,
    begin: int,
    n: int,
    colours_asked: int,
    unused: int,
) -> bool:
    """Write all queries that split a set to `candidates`, and the sums of weights of their parts to the table.

    Args:
        game, scratch, table: the variant, scratch, and the weights.
        elements, begin, n, colours_asked, unused: as for `choose`.

    Returns:
        Whether there is such a query.
    """
    counts, seen, parts, slots = scratch.counts, scratch.seen, scratch.parts, game.slots
    colours, diagonals, splits = elements.shape[1], slots.shape[1], 0
    for colour in range(colours):
        scratch.candidates[colour] = 0
        if colour > colours_asked:
            continue
        last_column = colour if colour < colours_asked else colours - 1
        distinct = count_pieces(elements, begin, n, colour, last_column, counts, seen)
        times = table.unit * (colours - colours_asked if colour < colours_asked < colours else 1)
        # a diagonal distinguishes pieces if it crosses a field that they do not share
        piece_there: int = game.pieces[seen[0]]
        varying: int = 0
        for i in range(distinct):
            varying |= game.pieces[seen[i]] ^ piece_there
            counts[seen[i]] *= times
        left = scratch.candidates[colour] = few.differ(varying, game.crossing) & unused
        splits |= left
        if distinct > MOST_PIECES:
            for i in range(distinct):
                for diagonal in range(diagonals):
                    parts[slots[seen[i], diagonal]] += counts[seen[i]]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if distinct > MOST_PIECES:
                table.sums[colour, diagonal] = _sum(table, parts, game.starts[diagonal], game.starts[diagonal + 1])
            else:
                table.sums[colour, diagonal] = _sum_few(table, scratch, slots, diagonal, distinct)
        if distinct > MOST_PIECES:
            parts[:] = 0
        for i in range(distinct):
            counts[seen[i]] = 0
    return splits != 0


@inlined
def _sum(table: PartWeights, parts: NDArray[np.int32], begin: int, end: int) -> float:
    """Sum of the weights of parts, from one slot to another, their number a multiple of four."""
    weight, shift = table.weight, table.shift
    # four independent sums, so that additions need not wait for each other
    a: float = weight[0] * 0
    b = c = d = a
    if table.largest:
        for slot in range(begin, end):
            a = max(a, parts[slot])
        return a
    for slot in range(begin, end, 4):
        a += weight[parts[slot] >> shift]
        b += weight[parts[slot + 1] >> shift]
        c += weight[parts[slot + 2] >> shift]
        d += weight[parts[slot + 3] >> shift]
    return (a + b) + (c + d)


@inlined
def _sum_few(table: PartWeights, scratch: Scratch, slots: NDArray[np.uint16], diagonal: int, distinct: int) -> float:
    """Sum of the weights of the parts of few pieces under a query."""
    counts, seen, parts, weight = scratch.counts, scratch.seen, scratch.parts, table.weight
    total: float = weight[0] * 0
    for i in range(distinct):
        parts[slots[seen[i], diagonal]] += counts[seen[i]]
    for i in range(distinct):
        slot = slots[seen[i], diagonal]
        part, parts[slot] = parts[slot], 0
        if table.largest:
            total = max(total, part)
        else:
            # 0 for a part that was counted
            total += weight[part >> table.shift]
    return total


@kernel
def _queries(best: NDArray[np.int64]) -> int:
    """Number of queries in masks of diagonals."""
    number: int = 0
    for colour in range(best.shape[0]):
        number += count(best[colour])
    return number


@kernel
def _weigh_best(
    game: Game, rule: Rule, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int
) -> None:
    """Make the best queries candidates, with the sums of weights of their parts."""
    for colour in range(scratch.best.shape[0]):
        left = scratch.candidates[colour] = scratch.best[colour]
        while left:
            diagonal = lowest(left)
            left &= left - 1
            total = 0.0
            parts = scratch.tied[0]
            for index in range(_parts(game, scratch, elements, begin, n, colours_asked, colour << 8 | diagonal, parts)):
                total += rule.weight[parts[index]]
            scratch.sums[colour, diagonal] = total


@kernel
def _settle(
    game: Game, rule: Rule, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int
) -> bool:
    """Write the candidates with the least sums of weights to `best`. Returns whether they are certainly tied."""
    sums, best, least = scratch.sums, scratch.best, np.inf
    for colour in range(best.shape[0]):
        left = scratch.candidates[colour]
        while left:
            least = min(least, sums[colour, lowest(left)])
            left &= left - 1
    for colour in range(best.shape[0]):
        left, best[colour] = scratch.candidates[colour], 0
        while left:
            diagonal = lowest(left)
            left &= left - 1
            if not apart_kernel(rule.tolerance, sums[colour, diagonal], least):
                best[colour] |= 1 << diagonal
    units = n * max(best.shape[0] - colours_asked, 1)
    if units <= rule.certain or rule.tolerance == 0.0 or _queries(best) == 1:
        return True
    for tie_rule in (SAME_PARTS, rule.ties.rule):
        if _are_tied(game, rule, scratch, elements, begin, n, colours_asked, tie_rule):
            return True
    return False


@kernel
def _are_tied(
    game: Game, rule: Rule, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int, tie_rule: int
) -> bool:
    """Whether all queries in `best` have equal entropies, by a criterion of `entropy.TieTest`."""
    reference, first, second = 0, scratch.tied[0], scratch.tied[1]
    for colour in range(scratch.best.shape[0]):
        left = scratch.best[colour]
        while left:
            query = colour << 8 | lowest(left)
            left &= left - 1
            if reference == 0:
                reference = _parts(game, scratch, elements, begin, n, colours_asked, query, first)
                continue
            others = _parts(game, scratch, elements, begin, n, colours_asked, query, second)
            surplus, limbs = scratch.surplus, scratch.limbs
            if not same_kernel(tie_rule, rule.ties, first[:reference], second[:others], surplus, limbs):
                return False
    return True


@kernel
def _parts(
    game: Game,
    scratch: Scratch,
    elements: Elements,
    begin: int,
    n: int,
    colours_asked: int,
    query: int,
    parts: NDArray[np.int32],
) -> int:
    """Write the parts of a query, in units, to `parts`, in no particular order. Returns their number."""
    colours, colour, counts, seen = elements.shape[1], query >> 8, scratch.by_answer, scratch.answers
    last_column = colour if colour < colours_asked else colours - 1
    distinct = count_answers(elements, begin, n, colour, last_column, game.answers[:, query & 0xFF], counts, seen)
    times = colours - colours_asked if colour < colours_asked < colours else 1
    for index in range(distinct):
        parts[index] = counts[seen[index]] * times
        counts[seen[index]] = 0
    return distinct


@kernel
def admissible_query(
    game: Game, rule: Rule, scratch: Scratch, elements: Elements, begin: int, n: int, colours_asked: int, unused: int
) -> int:
    """First query of the greatest value of an approximation among those that split a set of codes; arguments as of `choose`.

    Returns:
        colour << 8 | diagonal, NO_QUERY where no query splits the set.
    """
    admitted, exactly, pieces, lines = scratch.admitted, scratch.exactly, game.pieces, game.lines
    colours = elements.shape[1]
    exactly[:] = 0
    # `admitted`: fields on which a colour is admissible; `exactly`: fields by their number of admissible colours
    for colour in range(min(colours_asked + 1, colours)):
        # the unused colours are admissible on the same fields; the lowest stands for all
        places = 1 if colour < colours_asked else colours - colours_asked
        fields = 0
        for element in range(begin, begin + n):
            for column in range(colour, colour + places):
                fields |= pieces[elements[element, column]]
        admitted[colour] = fields
        # first the fields with at least this number of admissible colours
        for number in range(colour + 1, colour + places + 1):
            for fewer in range(number, 1, -1):
                exactly[fewer] |= exactly[fewer - 1] & fields
            exactly[1] |= fields
    most = 1
    undecided: int = exactly[2]
    while exactly[most + 1]:
        exactly[most] &= ~exactly[most + 1]
        most += 1
    best, greatest = few.NO_QUERY, -1
    while unused:
        diagonal = lowest(unused)
        unused &= unused - 1
        for colour in range(min(colours_asked + 1, colours) if lines[diagonal] & undecided else 0):
            fields = admitted[colour] & lines[diagonal]
            if fields & undecided:
                total: int = 0
                for number in range(1, most + 1):
                    total += rule.value[number] * count(fields & exactly[number])
                # diagonals ascend
                if total > greatest or (total == greatest and not rule.by_diagonal and colour < best >> 8):
                    best, greatest = colour << 8 | diagonal, total
    return best
