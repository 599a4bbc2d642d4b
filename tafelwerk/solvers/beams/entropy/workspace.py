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
from tafelwerk.solvers.deduction.entropy import certain_size, entropy_weights

_NODES = 4096
"""Initial capacity of the stack and of the recorded nodes."""

STACK_COLUMNS = 9
RECORD_COLUMNS = 5


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
    """The strategy; see `entropy.EntropyWeights` and `entropy.TieTest`.

    Attributes:
        mixed: whether ties are broken uniformly at random: the set is analysed once for each tied query.
        by_diagonal: whether ties go to the lowest diagonal, instead of the lowest colour.
        value: int64 (colours + 1,): values of approximations, see `admissible.make_values`; otherwise empty.
        weight, largest, tolerance: fields of `EntropyWeights`.
        certain: units of the largest set for which close sums are equal entropies.
        tie_rule, factor, root, power: fields of `TieTest`.
    """

    mixed: bool
    by_diagonal: bool
    value: NDArray[np.int64]
    weight: NDArray[np.float64]
    largest: bool
    tolerance: float
    certain: int
    tie_rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


class Workspace(NamedTuple):
    """State and scratch of the loop; arrays of counts are 0 between uses.

    Attributes:
        elements: uint16 (rows, colours): the sets, see `rules.elements`.
        stack: int64 (height, STACK_COLUMNS): open nodes.
        top: int64 (3,): nodes on the stack, nodes analysed, records written.
        records: int64 (rows, RECORD_COLUMNS).
        costs: int64 (rows,): per record, cost of its codes over everything below, including its own depth.
        spent: int64 (chances, levels, fields + 1): codes by queries and by wrong fields.
        chances: int32 (chances, queries + 1): column k: row reached when a chance is split among k tied queries, -1 if not made
            yet; column 0: the k whose row was missing when NO_CHANCE was returned.
        counts: int32 (pieces,); seen: int32 (pieces + 1,).
        parts: int32 (slots,): parts of the queries of a colour, see `Game.starts`.
        sums: float64 (colours, diagonals): sums of weights.
        by_answer: int32 (256,); answers: int32 (257,).
        tied: int32 (2, answers): parts of two queries.
        surplus: int64 (units,); limbs: int64 (units, 3): see `entropy.same_kernel`.
        best: int64 (colours,): queries, as masks of diagonals.
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
    by_answer: NDArray[np.int32]
    answers: NDArray[np.int32]
    tied: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]
    best: NDArray[np.int64]
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


def make_rule(problem: Problem, measure: Measure, order: Order | None, n_max: int = MOST_CODES) -> Rule:
    """A strategy for kernels; without an order, ties are broken uniformly at random.

    Args:
        problem: the variant.
        measure: measure that the query maximises.
        order: tie rule; None for MIX.
        n_max: units of the largest set whose entropies the kernels compare.

    Raises:
        InputError: as `entropy.entropy_weights` and `admissible.make_values`.
    """
    value, alpha = np.zeros(0, np.int64), measure
    if isinstance(alpha, Approximation):
        # unused weights keep the shape of the kernel's arrays
        value, alpha, n_max = values_of(problem, alpha), Fraction(2), 1
    n_max = min(n_max, problem.codes)
    weights = entropy_weights(alpha, n_max)
    ties = weights.ties
    return Rule(
        order is None,
        order is Order.DIAGONAL,
        value,
        weights.weight,
        weights.largest,
        weights.tolerance,
        certain_size(alpha, n_max),
        ties.rule,
        ties.factor,
        ties.root,
        ties.power,
    )


def make_workspace(problem: Problem, game: Game, rule: Rule, alpha: Alpha, elements: Elements, used: int) -> Workspace:
    """A workspace whose first rows are the elements of a set.

    Args:
        problem, game: the variant.
        rule: the strategy.
        alpha: its order of entropy; any order for approximations.
        elements: uint16, shape (n, colours).
        used: colours used.
    """
    colours, pieces, diagonals = problem.variant.colours, len(problem.pieces), len(problem.diagonals)
    answers = 1 << max(line.bit_count() for line in problem.diagonals)
    rows = np.zeros((len(elements) * (2 + colours - used) + 1024, colours), np.uint16)
    rows[: len(elements)] = elements
    units = max(len(rule.factor), len(rule.weight))
    return Workspace(
        elements=rows,
        stack=np.zeros((_NODES, STACK_COLUMNS), np.int64),
        top=np.array([1, 0, 1], np.int64),
        records=np.zeros((_NODES, RECORD_COLUMNS), np.int64),
        costs=np.zeros(_NODES, np.int64),
        spent=np.zeros((1, diagonals + 2, colours * problem.variant.size + 1), np.int64),
        chances=np.full((1, colours * diagonals + 1), -1, np.int32),
        counts=np.zeros(pieces, np.int32),
        seen=np.zeros(pieces + 1, np.int32),
        parts=np.zeros(game.starts[-1], np.int32),
        sums=np.zeros((colours, diagonals)),
        by_answer=np.zeros(256, np.int32),
        answers=np.zeros(257, np.int32),
        tied=np.zeros((2, answers), np.int32),
        surplus=np.zeros(units, np.int64),
        limbs=np.zeros((max(len(rule.factor), 1), 3), np.int64),
        best=np.zeros(colours, np.int64),
        admitted=np.zeros(colours, np.int64),
        exactly=np.zeros(colours + 2, np.int64),
        few=make_few(problem.answers, colours, alpha, len(rule.weight) - 1),
    )
