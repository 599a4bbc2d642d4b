"""The variant, the strategy and the workspace of the exact analysis, in the form for kernels."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.entropy import MOST_CODES, Alpha
from tafelwerk.solvers.beams.entropy.admissible import Approximation, values_of
from tafelwerk.solvers.beams.entropy.few_codes import Few, make_few
from tafelwerk.solvers.beams.entropy.queries import Measure, Order
from tafelwerk.solvers.beams.rules.elements import Elements, piece_orders
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.partition_entropy import certain_size, entropy_weights

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
        value: int64 (colours + 1,): values of approximations, see `admissible.make_values`; otherwise empty.
        weight: float64 (units, measures): weights of a part under each measure.
        infinite: the measure whose sum is the largest part; -1 if there is none.
        tolerance: float64 (measures,): see `EntropyWeights`.
        certain: int64 (measures,): units of the largest set for which close sums are equal entropies.
        tie_rule: int64 (measures,): `TieTest.rule`.
        place: int64 (measures,): the row of `factor` and `root` for each measure.
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
    place: NDArray[np.int64]
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    first: NDArray[np.int64]
    power: NDArray[np.int64]


class Workspace(NamedTuple):
    """State and scratch of the loop; arrays of counts are 0 between uses.

    Attributes:
        elements: uint16 (rows, colours): the sets, see `rules.elements`.
        stack: int64 (height, STACK_COLUMNS): open nodes.
        top: int64 (3,): nodes on the stack, nodes analysed, records written.
        records: int64 (rows, RECORD_COLUMNS).
        costs: int64 (rows, measures + 1): per record, cost of its codes over everything below, including its own depth. Column m
            holds the difference between measures m and m - 1, so that consecutive measures are counted at once.
        spent: int64 (chances, measures + 1, levels, fields + 1): codes by queries and by wrong fields; differences as in `costs`.
        chances: int32 (chances, queries + 1): column k: row reached when a chance is split among k tied queries, -1 if not made
            yet; column 0: the k whose row was missing when NO_CHANCE was returned.
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
        admitted: int64 (colours,); exactly: int64 (colours + 2,): see `admissible`.
        few: tables for sets of few codes.
    """

    elements: Elements
    stack: NDArray[np.int64]
    top: NDArray[np.int64]
    records: NDArray[np.int64]
    costs: NDArray[np.int64]
    spent: NDArray[np.int64]
    chances: NDArray[np.int32]
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
    for diagonal, shown in enumerate(problem.answers.T):
        occurring, numbers = np.unique(shown, return_inverse=True)
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
        np.array([_other(problem.diagonals, place) for place in range(len(problem.diagonals))], np.int64),
    )


def _other(lines: Sequence[int], place: int) -> int:
    same = [other for other, line in enumerate(lines) if line == lines[place] and other != place]
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
        InputError: as `entropy.entropy_weights` and `admissible.make_values`.
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
    tables = {id(one.factor): (one.factor, one.root) for one in ties if len(one.factor)}
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
        tie_rule=np.array([one.rule for one in ties], np.int64),
        place=np.array([rows.index(id(one.factor)) if len(one.factor) else 0 for one in ties], np.int64),
        factor=np.stack([factor for factor, _ in tables.values()]) if tables else empty,
        root=np.stack([root if len(root) else factor for factor, root in tables.values()]) if tables else empty,
        first=np.cumsum([0, *(len(one.power) for one in ties)]),
        power=np.concatenate([one.power for one in ties]),
    )


def rule_of(rule: Rule, places: list[int]) -> Rule:
    """Some of the strategies of a rule, with the weights of no others, so that sums of weights have no gaps.

    Args:
        rule: strategies.
        places: places of some of their measures.
    """
    rows = [np.arange(rule.first[place], rule.first[place + 1]) for place in places]
    return rule._replace(
        weight=np.ascontiguousarray(rule.weight[:, places]),
        infinite=places.index(rule.infinite) if rule.infinite in places else -1,
        tolerance=rule.tolerance[places],
        certain=rule.certain[places],
        tie_rule=rule.tie_rule[places],
        place=rule.place[places],
        first=np.cumsum([0, *map(len, rows)]),
        power=rule.power[np.concatenate(rows)],
    )


def alphas_of(measures: Sequence[Measure]) -> tuple[Alpha, ...]:
    """Orders of entropy of some measures; any order for an approximation, whose weights are not used."""
    return tuple(Fraction(2) if isinstance(measure, Approximation) else measure for measure in measures)


def make_workspace(
    problem: Problem, game: Game, rule: Rule, measures: Sequence[Measure], elements: Elements, used: int
) -> Workspace:
    """A workspace whose first rows are the elements of a set.

    Args:
        problem, game: the variant.
        rule: the strategies.
        measures: their measures.
        elements: uint16, shape (n, colours).
        used: colours used.
    """
    colours, pieces, diagonals = problem.variant.colours, len(problem.pieces), len(problem.diagonals)
    answers = 1 << max(line.bit_count() for line in problem.diagonals)
    rows = np.zeros((len(elements) * (2 + colours - used) + 1024, colours), np.uint16)
    rows[: len(elements)] = elements
    units, number = len(rule.weight), len(measures)
    return Workspace(
        elements=rows,
        stack=np.zeros((_NODES, STACK_COLUMNS), np.int64),
        top=np.array([1, 0, 1], np.int64),
        records=np.zeros((_NODES, RECORD_COLUMNS), np.int64),
        costs=np.zeros((_NODES, number + 1), np.int64),
        spent=np.zeros((1, number + 1, diagonals + 2, colours * problem.variant.size + 1), np.int64),
        chances=np.full((1, colours * diagonals + 1), -1, np.int32),
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
