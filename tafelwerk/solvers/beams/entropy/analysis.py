"""Exact analysis of a strategy: its cost over all codes, and its tree down to a given depth.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.3: the set of codes is split by
answers until single codes are left, so that the mean is exact.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.strategies import MOST_TOGETHER
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy import analysis_kernel as loop
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.entropy.choose import MANY, OPEN
from tafelwerk.solvers.beams.entropy.few_codes import NO_QUERY
from tafelwerk.solvers.beams.entropy.queries import Measure, Order, Parts, best_queries, first
from tafelwerk.solvers.beams.entropy.workspace import Rule, make_game, make_rule, make_workspace, rule_of
from tafelwerk.solvers.beams.rules.elements import Elements, factorial
from tafelwerk.solvers.beams.rules.problem import Problem

T = TypeVar("T", bound=np.generic)

Spent = dict[tuple[int, int], Fraction | int]
"""Expected number of codes by queries asked and by wrong fields."""

SHARE = 20_000_000
"""Elements processed between two reports."""


@dataclass(frozen=True, slots=True)
class Start:
    """A set of codes, with the queries so far.

    Attributes:
        elements: uint16, shape (n, colours), see `rules.elements`.
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
    """The top of a strategy's tree, one row per node, parents before children.

    Attributes:
        parent: int64 (m,): the row of the parent, -1 for the root.
        answer: int64 (m,): the answer to the parent's query that leads here, -1 for the root.
        query: int64 (m,): colour << 8 | diagonal, -1 where no query is asked.
        codes: int64 (m,): codes left.
        depth: int64 (m,): queries asked before.
        cost: int64 (m,): cost summed over the codes left, including the queries asked before.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    depth: NDArray[np.int64]
    cost: NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Outcome:
    """Cost of a strategy over the codes of a set.

    Attributes:
        spent: number of codes by queries asked and by wrong fields of the guess, if no query was left.
        nodes: the top of the tree.
        looked_at: number of sets analysed.
    """

    spent: dict[tuple[int, int], int]
    nodes: Nodes = field(repr=False)
    looked_at: int

    @property
    def codes(self) -> int:
        """Number of codes."""
        return sum(self.spent.values())

    @property
    def total(self) -> int:
        """Cost of all codes together."""
        return sum((queries + wrong) * codes for (queries, wrong), codes in self.spent.items())

    @property
    def penalty(self) -> int:
        """Part of the total for wrong fields."""
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
        measure: measure that the query maximises.
        order: tie rule.
        start: the set. Default: all codes.
        record_depth: depth down to which the nodes of the tree are recorded.
        progress: called with the number of codes finished.

    Raises:
        InputError: there are no codes in the set.
    """
    (outcome,) = analyse_all(problem, (measure,), order, start, record_depth=record_depth, progress=progress)
    return outcome


def analyse_all(
    problem: Problem,
    measures: tuple[Measure, ...],
    order: Order,
    start: Start | None = None,
    *,
    among: tuple[Measure, ...] | None = None,
    record_depth: int = 0,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """Play strategies that differ in their measure against every code of a set at once.

    The strategies are followed together while they ask the same queries, so that a set is divided once for all of them.

    Args:
        problem: the variant.
        measures: measures that the queries maximise: different orders of entropy, or one approximation.
        order: tie rule.
        start: the set. Default: all codes.
        among: measures that contain these, whose weights are kept for the next call. Default: only these.
        record_depth: depth down to which the nodes of the trees are recorded.
        progress: called with the number of codes finished, on average over the strategies.

    Returns:
        The outcome of each measure. The number of sets analysed counts a set once for all that reach it together.

    Raises:
        InputError: there are no codes in the set; too many measures, or several that are not different orders of entropy.
    """
    every = measures if among is None else among
    begin = start or Start(problem.patterns)
    if not len(begin.elements):
        raise InputError("there is no code to analyse")
    if not 1 <= len(every) <= MOST_TOGETHER:
        raise InputError(f"1 to {MOST_TOGETHER} measures are followed together, not {len(every)}")
    if len(every) > 1 and (len(set(every)) < len(every) or any(isinstance(one, Approximation) for one in every)):
        raise InputError("measures that are followed together must be different orders of entropy")
    rule = make_rule(problem, every, order)
    if among is not None:
        rule = rule_of(rule, [every.index(measure) for measure in measures])
    return _Run(problem, measures, rule, begin, record_depth, order).finish(progress)


def analyse_mixed(
    problem: Problem, alpha: Alpha, start: Start | None = None, *, progress: Callable[[int], None] | None = None
) -> tuple[Spent, int]:
    """Play an entropy strategy with uniformly random tie-breaks against every code of a set at once.

    A set is analysed once for each way to reach it. This is fast where ties are few, as under H_1 and H_2.

    Args:
        problem: the variant.
        alpha: order of the entropy.
        start: the set. Default: all codes.
        progress: called with the number of codes finished, counted once for each way to reach them.

    Returns:
        The costs of the codes, and the number of sets analysed.

    Raises:
        InputError: there are no codes in the set.
    """
    begin = start or Start(problem.patterns)
    if not len(begin.elements):
        raise InputError("there is no code to analyse")
    return _Run(problem, (alpha,), make_rule(problem, (alpha,), None), begin, 0, None).finish_mixed(progress)


class _Run:
    """A run of the loop; without an order, ties are broken uniformly at random."""

    def __init__(
        self,
        problem: Problem,
        measures: tuple[Measure, ...],
        rule: Rule,
        start: Start,
        record_depth: int,
        order: Order | None,
    ) -> None:
        self._problem, self._measures, self._order = problem, measures, order
        self._record_depth, self._divisors = record_depth, [1]
        self._game, self._rule = make_game(problem), rule
        self._work = make_workspace(problem, self._game, rule, measures, start.elements, start.used)
        work, n, every = self._work, len(start.elements), (1 << len(measures)) - 1
        codes = n * factorial(problem.variant.colours - start.used)
        work.stack[0] = (0, n, start.used, start.diagonals, start.depth, 0, OPEN, 0, 0, every)
        work.records[0] = (-1, -1, NO_QUERY, codes, start.depth, every)

    def finish(self, progress: Callable[[int], None] | None) -> list[Outcome]:
        """Run to the end, with one query per set and measure."""
        self._finish(progress)
        spent = self._spent()[0]
        outcomes = []
        for place, nodes in enumerate(self._nodes()):
            found = {(int(q), int(w)): int(spent[place, q, w]) for q, w in np.argwhere(spent[place])}
            outcomes.append(Outcome(found, nodes, int(self._work.top[1])))
        return outcomes

    def finish_mixed(self, progress: Callable[[int], None] | None) -> tuple[Spent, int]:
        """Run to the end, with several tied queries per set."""
        self._finish(progress)
        found: Spent = {}
        for divisor, (spent,) in zip(self._divisors, self._spent(), strict=False):
            for q, w in np.argwhere(spent).tolist():
                found[q, w] = found.get((q, w), Fraction(0)) + Fraction(int(spent[q, w]), divisor)
        return found, int(self._work.top[1])

    def _spent(self) -> NDArray[np.int64]:
        """Codes by chance, measure, queries and wrong fields, from their differences."""
        return np.cumsum(self._work.spent, axis=1)[:, :-1]

    def _finish(self, progress: Callable[[int], None] | None) -> None:
        forced = OPEN
        while True:
            reason = loop.run(self._game, self._rule, self._work, SHARE, self._record_depth, forced)
            forced = OPEN
            if reason == loop.DONE:
                return
            if reason == loop.NO_ROOM:
                self._grow()
            elif reason == loop.NO_CHANCE:
                self._divide()
                forced = MANY
            elif reason == loop.UNDECIDED:
                forced = self._decided()
            elif progress:
                progress(int(self._spent().sum()) // len(self._measures))

    def _divide(self) -> None:
        """Make a row for the probability of the node on top, divided by the number of its queries."""
        work, divisors = self._work, self._divisors
        chance = int(work.stack[work.top[0] - 1, loop.CHANCE])
        number = int(work.chances[chance, 0])
        divisor = divisors[chance] * number
        if divisor not in divisors:
            divisors.append(divisor)
            if len(divisors) > len(work.spent):
                room = 2 * len(divisors)
                work = work._replace(spent=_longer(work.spent, room), chances=_longer(work.chances, room))
                work.chances[len(divisors) - 1 :] = -1
                self._work = work
        work.chances[chance, number] = divisors.index(divisor)

    def _decided(self) -> int:
        """Queries at the node on top of the stack, compared at the necessary precision."""
        work = self._work
        node = work.stack[work.top[0] - 1]
        begin, n, used = int(node[loop.OFFSET]), int(node[loop.SIZE]), int(node[loop.USED])
        unused = ((1 << len(self._problem.diagonals)) - 1) & ~int(node[loop.DIAGONALS])
        elements = work.elements[begin : begin + n]
        parts = Parts.of_set(self._problem, elements, used)
        for place, measure in enumerate(self._measures):
            if not int(node[loop.MEASURES]) >> place & 1 or work.chosen[place] != OPEN:
                continue
            tied = best_queries(self._problem, elements, used, unused, measure, parts)
            if not tied:
                # no measure has a query
                return NO_QUERY
            if self._order is not None:
                colour, diagonal = first(tied, self._order)
                work.chosen[place] = colour << 8 | diagonal
                continue
            work.best[0] = 0
            for colour, diagonal in tied:
                work.best[0, colour] |= 1 << diagonal
        return MANY

    def _grow(self) -> None:
        """Double the arrays that are too small for the children of the node on top."""
        work = self._work
        node = work.stack[work.top[0] - 1]
        colours = work.elements.shape[1]
        # elements of all children, at most
        most = node[loop.SIZE] * max(colours - node[loop.USED], 1)
        end = int(node[loop.OFFSET] + node[loop.SIZE] + most)
        if end > len(work.elements):
            kept = int(node[loop.OFFSET] + node[loop.SIZE])
            work = work._replace(elements=_longer(work.elements, max(end, 2 * len(work.elements)), kept))
        measures = len(self._measures)
        if work.top[0] + max(work.tied.shape[1], work.chances.shape[1], measures) > len(work.stack):
            work = work._replace(stack=_longer(work.stack, 2 * len(work.stack)))
        if work.top[2] + max(work.tied.shape[1], measures) > len(work.records):
            room = 2 * len(work.records)
            work = work._replace(records=_longer(work.records, room), costs=_longer(work.costs, room))
        self._work = work

    def _nodes(self) -> Iterator[Nodes]:
        """The recorded tree of each measure."""
        work = self._work
        records, costs = work.records[: work.top[2]], np.cumsum(work.costs[: work.top[2]], axis=1)
        for place in range(len(self._measures)):
            kept = np.flatnonzero(records[:, loop.FOLLOWED] >> place & 1)
            rows, cost = records[kept], costs[kept, place]
            row = np.full(len(records) + 1, -1, np.int64)
            row[kept] = np.arange(len(kept))
            # the root's parent is -1, as is the last row
            parent = row[rows[:, loop.PARENT]]
            for below in range(len(rows) - 1, 0, -1):
                cost[parent[below]] += cost[below]
            yield Nodes(
                parent,
                rows[:, loop.ANSWER].copy(),
                rows[:, loop.QUERY].copy(),
                rows[:, loop.CODES].copy(),
                rows[:, loop.LEVEL].copy(),
                cost,
            )


def _longer(array: NDArray[T], length: int, kept: int | None = None) -> NDArray[T]:
    """A copy with more rows; the first `kept` rows (default: all) are copied."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    rows = len(array) if kept is None else kept
    longer[:rows] = array[:rows]
    return longer
