"""Exact analysis of a strategy: what it costs over all codes, and its tree as far down as is wanted.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.3: the set of codes is split by
answers until single codes are left, so that the mean is exact.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import MOST_CODES, Alpha
from tafelwerk.solvers.beams.entropy import analysis_kernel as loop
from tafelwerk.solvers.beams.entropy.admissible import Approximation, values_of
from tafelwerk.solvers.beams.entropy.choice import Order
from tafelwerk.solvers.beams.entropy.lanes import make_table
from tafelwerk.solvers.beams.entropy.marginals import Elements
from tafelwerk.solvers.beams.entropy.measure import Measure, best_queries
from tafelwerk.solvers.beams.entropy.small_sets import NO_QUERY
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.entropy import certain_size, entropy_weights

T = TypeVar("T", bound=np.generic)

Spent = dict[tuple[int, int], Fraction]
"""Codes, as an expected number, by queries asked and by wrong fields."""

SHARE = 20_000_000
"""Elements looked at between two reports."""

_STACK = 4096
_RECORDS = 4096


@dataclass(frozen=True, slots=True)
class Start:
    """A set of codes, and what has been asked.

    Attributes:
        elements: uint16, shape (n, colours), see `marginals`.
        used: colours used.
        diagonals: mask of the diagonals used.
        depth: queries asked.
    """

    elements: Elements
    used: int = 0
    diagonals: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The top of a strategy's tree, a row a node, parents before children.

    Attributes:
        parent: int64 (m,): the row of the parent, -1 for the root.
        answer: int64 (m,): the answer to the parent's query that leads here, -1 for the root.
        query: int64 (m,): colour << 8 | diagonal, -1 where no query is asked.
        codes: int64 (m,): codes left.
        depth: int64 (m,): queries asked before.
        cost: int64 (m,): what the codes left cost in all, the queries asked before included.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    depth: NDArray[np.int64]
    cost: NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Outcome:
    """What a strategy costs over the codes of a set.

    Attributes:
        spent: codes by queries asked and by wrong fields of the guess where no query was left; codes that cost so much.
        nodes: the top of the tree.
        looked_at: sets of codes that were looked at.
    """

    spent: dict[tuple[int, int], int]
    nodes: Nodes = field(repr=False)
    looked_at: int

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return sum(self.spent.values())

    @property
    def total(self) -> int:
        """Cost of all codes together."""
        return sum((queries + wrong) * codes for (queries, wrong), codes in self.spent.items())

    @property
    def penalty(self) -> int:
        """The part of the total that wrong fields make."""
        return sum(wrong * codes for (_, wrong), codes in self.spent.items())


def analyse(
    problem: Problem,
    measure: Measure,
    order: Order,
    start: Start | None = None,
    *,
    record_depth: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play a strategy against every code of a set at once.

    Args:
        problem: the variant.
        measure: what is greatest of the query that is asked: the entropy of this order, or an approximation.
        order: which of tied queries is asked.
        start: the set; all codes unless given.
        record_depth: the tree is kept down to nodes after so many queries.
        progress: told now and then how many codes are done.

    Raises:
        InputError: there are no codes in the set.
    """
    begin = start or Start(problem.patterns)
    if not len(begin.elements):
        raise InputError("there is no code to analyse")
    return _Run(problem, measure, order, begin, record_depth).finish(progress)


def analyse_mixed(
    problem: Problem, alpha: Alpha, start: Start | None = None, *, progress: Callable[[int], None] | None = None
) -> tuple[Spent, int]:
    """Play an entropy strategy that asks any of tied queries, all with the same chance, against every code of a set at once.

    A set is looked at once for each way to come to it. That is quick where ties are few, as under H_1 and H_2; `mix` keeps what
    it knows of sets instead.

    Args:
        problem: the variant.
        alpha: order of the entropy.
        start: the set; all codes unless given.
        progress: told now and then how many codes are done, each way to come to them counted.

    Returns:
        What the codes cost, and how many sets were looked at.

    Raises:
        InputError: there are no codes in the set.
    """
    begin = start or Start(problem.patterns)
    if not len(begin.elements):
        raise InputError("there is no code to analyse")
    return _Run(problem, alpha, None, begin, 0).finish_mixed(progress)


class _Run:
    """A run of the loop; with no order one of tied queries is asked at random."""

    def __init__(
        self, problem: Problem, measure: Measure, order: Order | None, start: Start, record_depth: int
    ) -> None:
        self._problem, self._measure, self._record_depth = problem, measure, record_depth
        self._divisors = [1]
        lines = np.array(problem.diagonals, np.int64)
        self._game = loop.Game(problem.pieces, problem.answers, problem.crossing, lines, problem.variant.size)
        n_max = min(problem.codes, MOST_CODES)
        alpha: Alpha
        if isinstance(measure, Approximation):
            # an entropy that is not asked for keeps the kernel's arrays in shape
            alpha, n_max, value = Fraction(2), 1, values_of(problem, measure)
        else:
            alpha, value = measure, np.zeros(0, np.int64)
        self._rule = make_rule(alpha, order, n_max)._replace(value=value)
        self._desk = _make_desk(problem, start, self._rule, alpha)

    def finish(self, progress: Callable[[int], None] | None) -> Outcome:
        """To the end, where one query is asked of a set."""
        self._work(progress)
        spent = self._desk.spent[0]
        found = {(int(q), int(w)): int(spent[q, w]) for q, w in np.argwhere(spent)}
        return Outcome(found, self._nodes(), int(self._desk.top[1]))

    def finish_mixed(self, progress: Callable[[int], None] | None) -> tuple[Spent, int]:
        """To the end, where any of several queries is."""
        self._work(progress)
        found: Spent = {}
        for divisor, spent in zip(self._divisors, self._desk.spent, strict=False):
            for q, w in np.argwhere(spent).tolist():
                found[q, w] = found.get((q, w), Fraction(0)) + Fraction(int(spent[q, w]), divisor)
        return found, int(self._desk.top[1])

    def _work(self, progress: Callable[[int], None] | None) -> None:
        forced = loop.OPEN
        while True:
            reason = loop.run(self._game, self._rule, self._desk, SHARE, self._record_depth, forced)
            forced = loop.OPEN
            if reason == loop.DONE:
                return
            if reason == loop.NO_ROOM:
                self._grow()
            elif reason == loop.NO_CHANCE:
                self._divide()
                forced = loop.MANY
            elif reason == loop.UNDECIDED:
                forced = self._decided()
            elif progress:
                progress(int(self._desk.spent.sum()))

    def _divide(self) -> None:
        """Have a row for the chance of the node on top, divided by the number of its queries."""
        desk, divisors = self._desk, self._divisors
        chance = int(desk.stack[desk.top[0] - 1, loop.CHANCE])
        number = int(desk.chances[chance, 0])
        divisor = divisors[chance] * number
        if divisor not in divisors:
            divisors.append(divisor)
            if len(divisors) > len(desk.spent):
                room = 2 * len(divisors)
                desk = desk._replace(spent=_longer(desk.spent, room), chances=_longer(desk.chances, room))
                desk.chances[len(divisors) - 1 :] = -1
                self._desk = desk
        desk.chances[chance, number] = divisors.index(divisor)

    def _decided(self) -> int:
        """What is asked at the node on top of the stack, compared at whatever precision it takes."""
        node = self._desk.stack[self._desk.top[0] - 1]
        begin, n = int(node[loop.OFFSET]), int(node[loop.SIZE])
        unused = ((1 << len(self._problem.diagonals)) - 1) & ~int(node[loop.DIAGONALS])
        elements = self._desk.elements[begin : begin + n]
        tied = best_queries(self._problem, elements, int(node[loop.USED]), unused, self._measure)
        self._desk.best[:] = 0
        for colour, diagonal in tied:
            self._desk.best[colour] |= 1 << diagonal
        return loop.MANY if tied else NO_QUERY

    def _grow(self) -> None:
        """Twice the room, where the node on top needs some."""
        desk = self._desk
        node = desk.stack[desk.top[0] - 1]
        colours = desk.elements.shape[1]
        # a child has at most so many elements
        most = node[loop.SIZE] * max(colours - node[loop.USED], 1)
        end = int(node[loop.OFFSET] + node[loop.SIZE] + most)
        if end > len(desk.elements):
            kept = int(node[loop.OFFSET] + node[loop.SIZE])
            desk = desk._replace(elements=_longer(desk.elements, max(end, 2 * len(desk.elements)), kept))
        if desk.top[0] + max(len(desk.by_answer), desk.chances.shape[1]) > len(desk.stack):
            desk = desk._replace(stack=_longer(desk.stack, 2 * len(desk.stack)))
        if desk.top[2] + len(desk.by_answer) > len(desk.records):
            room = 2 * len(desk.records)
            desk = desk._replace(records=_longer(desk.records, room), costs=_longer(desk.costs, room))
        self._desk = desk

    def _nodes(self) -> Nodes:
        desk = self._desk
        rows = desk.records[: desk.top[2]]
        parent, cost = rows[:, loop.PARENT].copy(), desk.costs[: desk.top[2]].copy()
        for row in range(len(rows) - 1, 0, -1):
            cost[parent[row]] += cost[row]
        return Nodes(
            parent,
            rows[:, loop.ANSWER].copy(),
            rows[:, loop.QUERY].copy(),
            rows[:, loop.CODES].copy(),
            rows[:, loop.LEVEL].copy(),
            cost,
        )


def make_rule(alpha: Alpha, order: Order | None, n_max: int) -> loop.Rule:
    """The strategy of an entropy for kernels, for sets of at most n_max units; with no order any of tied queries is asked.

    Raises:
        InputError: as `entropy.entropy_weights`.
    """
    weights = entropy_weights(alpha, n_max)
    ties = weights.ties
    certain = certain_size(alpha, n_max)
    return loop.Rule(
        order is None,
        np.zeros(0, np.int64),
        weights.weight,
        weights.largest,
        weights.tolerance,
        order is Order.DIAGONAL,
        certain,
        ties.rule,
        ties.factor,
        ties.root,
        ties.power,
    )


def _make_desk(problem: Problem, start: Start, rule: loop.Rule, alpha: Alpha) -> loop.Desk:
    colours, pieces, n = problem.variant.colours, len(problem.pieces), len(start.elements)
    longest = 1 << max(line.bit_count() for line in problem.diagonals)
    levels = len(problem.diagonals) + 2
    elements = np.zeros((n * (2 + colours - start.used) + 1024, colours), np.uint16)
    elements[:n] = start.elements
    stack = np.zeros((_STACK, 9), np.int64)
    codes = n * loop.factorial(colours - start.used)
    stack[0] = (0, n, start.used, start.diagonals, start.depth, 0, loop.OPEN, 0, 0)
    records = np.zeros((_RECORDS, 5), np.int64)
    records[0] = (-1, -1, NO_QUERY, codes, start.depth)
    ties = len(rule.factor)
    return loop.Desk(
        elements,
        stack,
        np.array([1, 0, 1], np.int64),
        records,
        np.zeros(_RECORDS, np.int64),
        np.zeros((1, levels, colours * problem.variant.size + 1), np.int64),
        np.full((1, colours * len(problem.diagonals) + 1), -1, np.int32),
        np.zeros(pieces, np.int32),
        np.zeros(pieces, np.int32),
        np.zeros((len(problem.diagonals), longest), np.int32),
        np.zeros((colours, len(problem.diagonals)), np.float64),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int32),
        np.zeros((2, longest), np.int32),
        np.zeros(longest, np.int32),
        np.zeros(max(ties, len(rule.weight)), np.int64),
        np.zeros((max(ties, 1), 3), np.int64),
        np.zeros(colours, np.int64),
        np.zeros(len(problem.diagonals), np.int32),
        np.zeros(colours, np.int64),
        np.zeros(colours + 2, np.int64),
        make_table(problem.answers, colours, alpha, len(rule.weight) - 1),
    )


def _longer(array: NDArray[T], length: int, kept: int | None = None) -> NDArray[T]:
    """An array of more rows, the first `kept`, else all, as before."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    rows = len(array) if kept is None else kept
    longer[:rows] = array[:rows]
    return longer
