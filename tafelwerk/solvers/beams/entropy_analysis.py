"""Exact analysis of entropy strategies: the cost over all codes, and the tree down to a given depth.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.3: the set of codes is split by
answers until single codes are left, so that the mean is exact.

The loop of the exact analysis: depth first over the sets of codes that entropy strategies leave, without recursion.

Under MIX a set that tied queries lead to is analysed once, up to symmetry. The loop writes down which sets are below which, and
how many codes end there; the chances of the sets follow from this, level by level, in integers.

Several strategies are followed together while they ask the same queries. Where they differ, the node is replaced by copies, one
for each query, with the strategies that ask it.

All elements are in one arena. A node is popped from a stack, its query is chosen, the elements of its children are written behind
it, and the children are pushed. The last child is processed first, so the space behind a node is free. If the arena is too small
for all children, the node stays on the stack below those that fit, and is processed again later.

The loop can be left and re-entered between two nodes: when its budget is spent, when an array is too small, and when float sums
do not decide between queries or the set is too large for their weights; then the caller chooses the query.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import MOST_TOGETHER
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.elements import Elements, best_guess, copy_element, count_answers, factorial
from tafelwerk.solvers.beams.entropy_choice import (
    MANY,
    OPEN,
    Game,
    Mix,
    Rule,
    Workspace,
    choose,
    make_game,
    make_rule,
    make_workspace,
    rule_of,
)
from tafelwerk.solvers.beams.entropy_few_codes import ALL_APART, NO_QUERY, differ
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, Parts, best_queries, first
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import key_kernel
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, grown_memo, recall, remember, value_at

DONE, PAUSED, UNDECIDED, NO_ROOM = range(4)
"""Return codes of `run`; the node concerned is on top of the stack."""

OFFSET, SIZE, USED, DIAGONALS, DEPTH, RECORD, ASKED, NEXT, MEASURES, SET = range(10)
"""Columns of the stack: first element, number of elements, colours used, mask of the diagonals used, number of queries, record;
the query if it is known, and the number of answers done; mask of the measures whose strategies reach the node; under MIX the
number of the node's set, or of the latest one above that has a number, see `Mix`."""

SETS, LINKS, ENDS, ENTRIES = range(4)
"""Places in `Mix.sizes`."""

BEFORE, TIED, ONE_MORE, TWO_MORE = range(4)
"""Columns of `Mix.sets`."""

PARENT, ANSWER, QUERY, CODES, LEVEL, FOLLOWED = range(6)
"""Columns of records: the parent's row, answer that leads here, colour << 8 | diagonal (-1: none), codes left, depth, mask of the
measures whose strategies reach the node."""


@kernel
def run(game: Game, rule: Rule, work: Workspace, budget: int, record_depth: int, forced: int) -> int:
    """Process the stack of open nodes until it is empty or the caller must act. Returns DONE, or the reason for the return.

    Args:
        game: the variant.
        rule: the strategies.
        work: the state; with at least one node on the stack, and its record where nodes of its depth are recorded.
        budget: number of elements to process before a pause.
        record_depth: largest depth of recorded nodes.
        forced: query at the node on top, NO_QUERY or MANY, as `choose` returns them; OPEN if it is still to be chosen.
    """
    elements, stack, top = work.elements, work.stack, work.top
    colours, answers = elements.shape[1], work.tied.shape[1]
    every = (1 << game.answers.shape[1]) - 1
    while top[0] > 0:
        if budget <= 0:
            return PAUSED
        node = stack[top[0] - 1]
        begin, n, colours_asked, depth = node[OFFSET], node[SIZE], node[USED], node[DEPTH]
        weight = factorial(colours - colours_asked)
        if rule.mixed and not _has_room(work.mix, n, answers):
            return NO_ROOM
        if node[ASKED] == OPEN:
            query = forced
            if query == OPEN and n * weight == 1:
                query = NO_QUERY
            elif query == OPEN:
                unused = every & ~node[DIAGONALS]
                query = choose(game, rule, work, begin, n, colours_asked, unused, node[MEASURES])
            forced = OPEN
            if query == OPEN:
                return UNDECIDED
            if query >= ALL_APART:
                query ^= ALL_APART
                if depth >= record_depth:
                    # every child is a single code
                    _count(work, node, depth + 1, 0, n)
                    if depth == record_depth:
                        work.records[node[RECORD], QUERY] = query
                    top[0] -= 1
                    top[1] += 1
                    budget -= n
                    continue
            if query == MANY:
                reason = _fork(work) if rule.mixed else _part(work, record_depth)
                if reason != DONE:
                    return reason
                continue
            node[ASKED] = query
        if node[ASKED] == NO_QUERY:
            if weight == 1:
                top[0] -= 1
                top[1] += 1
                _end(game, work, node, begin, n, depth)
            elif begin + n * (1 + colours - colours_asked) <= elements.shape[0]:
                # no query distinguishes the uncoloured pieces: their colourings are separate codes
                _colour(work, begin, n, colours_asked)
            else:
                return NO_ROOM
            budget -= n
            continue
        if top[0] + answers > stack.shape[0]:
            return NO_ROOM
        if depth < record_depth and top[2] + answers > work.records.shape[0]:
            return NO_ROOM
        before = node[NEXT]
        if not _split(game, work, top[0] - 1, record_depth):
            return NO_ROOM
        top[1] += before == 0
        budget -= n
    return DONE


@inlined
def _has_room(mix: Mix, n: int, answers: int) -> bool:
    """Whether the ends of n codes and links to as many sets as there are answers fit."""
    return bool(
        mix.sizes[ENDS] + n < mix.ends.shape[0]
        and mix.sizes[LINKS] + answers < mix.links.shape[0]
        and mix.sizes[SETS] + answers < mix.sets.shape[0]
        and (mix.sizes[ENTRIES] + answers) * 4 < mix.memo.shape[0]
    )


@inlined
def _count(work: Workspace, node: NDArray[np.int64], depth: int, wrong: int, codes: int) -> None:
    """Count codes of a node with this cost, under the strategies that reach it: at the first of consecutive ones, and after the
    last."""
    measures, record, cost = node[MEASURES], node[RECORD], codes * (depth + wrong)
    first, after = measures & ~(measures << 1), (measures << 1) & ~measures
    if node[SET] > 0:
        _count_below(work.mix, node[SET], depth, wrong, codes)
        return
    while first:
        measure = lowest(first)
        first &= first - 1
        work.spent[measure, depth, wrong] += codes
        work.costs[record, measure] += cost
    while after:
        measure = lowest(after)
        after &= after - 1
        work.spent[measure, depth, wrong] -= codes
        work.costs[record, measure] -= cost


@inlined
def _count_below(mix: Mix, number: int, depth: int, wrong: int, codes: int) -> None:
    """Count codes with this cost below a numbered set."""
    more = depth - mix.sets[number, BEFORE]
    if wrong == 0 and 1 <= more <= 2:
        mix.sets[number, TIED + more] += codes
    else:
        end = mix.ends[mix.sizes[ENDS]]
        end[0], end[1], end[2], end[3] = number, depth, wrong, codes
        mix.sizes[ENDS] += 1


@inlined
def _part(work: Workspace, record_depth: int) -> int:
    """Replace the node on top by copies, one for each query in `chosen`. Returns DONE, or NO_ROOM.

    The copies share their elements: the space behind them is free whenever the next copy is processed. A recorded node has a
    record for each copy.
    """
    stack, top, chosen, records = work.stack, work.top, work.chosen, work.records
    at, left = top[0] - 1, stack[top[0] - 1, MEASURES]
    record, recorded = stack[at, RECORD], stack[at, DEPTH] <= record_depth
    number = count(left)
    if at + number > stack.shape[0] or (recorded and top[2] + number > records.shape[0]):
        return NO_ROOM
    row = at
    while left:
        query, same, waiting = chosen[lowest(left)], 0, left
        while waiting:
            measure = lowest(waiting)
            waiting &= waiting - 1
            if chosen[measure] == query:
                same |= 1 << measure
        left &= ~same
        node = stack[row]
        for column in range(stack.shape[1]):
            node[column] = stack[at, column]
        node[ASKED], node[MEASURES] = query, same
        if recorded:
            if row > at:
                node[RECORD] = top[2]
                top[2] += 1
                for column in range(records.shape[1]):
                    records[node[RECORD], column] = records[record, column]
            records[node[RECORD], FOLLOWED] = same
        row += 1
    top[0] = row
    return DONE


@inlined
def _fork(work: Workspace) -> int:
    """Replace the node on top by copies, one for each query in `best`. Returns DONE, or the reason why it cannot.

    The copies share their elements: the space behind them is free whenever the next copy is processed.
    """
    stack, top, best = work.stack, work.top, work.best[0]
    number, at = 0, top[0] - 1
    for colour in range(best.shape[0]):
        number += count(best[colour])
    if at + number > stack.shape[0]:
        return NO_ROOM
    mix = work.mix
    if mix.sets[stack[at, SET], BEFORE] < stack[at, DEPTH]:
        # the set has no number of its own
        stack[at, SET] = _add_set(mix, stack[at, SET], stack[at, DEPTH])
    mix.sets[stack[at, SET], TIED] = number
    row = at
    for colour in range(best.shape[0]):
        left = best[colour]
        while left:
            for column in range(stack.shape[1]):
                stack[row, column] = stack[at, column]
            stack[row, ASKED] = colour << 8 | lowest(left)
            left &= left - 1
            row += 1
    top[0] = row
    return DONE


@inlined
def _colour(work: Workspace, begin: int, n: int, colours_asked: int) -> None:
    """Replace the node on top by the same codes with one more colour: the lowest unused one for each uncoloured piece."""
    elements, node = work.elements, work.stack[work.top[0] - 1]
    colours = elements.shape[1]
    target = begin + n
    for element in range(begin, begin + n):
        for other in range(colours_asked, colours):
            copy_element(elements, target, element, colours_asked, other)
            target += 1
    node[OFFSET], node[SIZE], node[USED] = begin + n, n * (colours - colours_asked), colours_asked + 1


@inlined
def _end(game: Game, work: Workspace, node: NDArray[np.int64], begin: int, n: int, depth: int) -> None:
    """Count the codes of a set that no query splits: the guess is the first code with the fewest wrong fields over all of them.

    The elements are in the order of their patterns, then of the pieces of colour 0, 1, ...
    """
    elements, pieces = work.elements, game.pieces
    guess = begin
    if n > 1:
        best_guess(pieces, elements, begin, n, elements.shape[1], work.best[0])
        guess = work.best[0, 0]
    for code in range(begin, begin + n):
        wrong = 0
        for colour in range(elements.shape[1]):
            wrong += count(pieces[elements[code, colour]] & ~pieces[elements[guess, colour]])
        _count(work, node, depth, wrong, 1)


@inlined
def _split(game: Game, work: Workspace, at: int, record_depth: int) -> bool:
    """Write children of the node on top behind it and push them, as far as there is room. Single codes are counted at once unless
    they are recorded. The node is popped when all its children are written.

    Args:
        game: the variant.
        work: the state.
        at: the node's place on the stack.
        record_depth: queries after which nodes are recorded, at most.

    Returns:
        False if there is no room for a single child.
    """
    elements, stack, top, by_answer, seen = work.elements, work.stack, work.top, work.by_answer, work.answers
    begin, n, colours_asked = stack[at, OFFSET], stack[at, SIZE], stack[at, USED]
    depth, record, measures, above = stack[at, DEPTH], stack[at, RECORD], stack[at, MEASURES], stack[at, SET]
    pushed = top[0]
    colour, diagonal = stack[at, ASKED] >> 8, stack[at, ASKED] & 0xFF
    colours, answer_of = elements.shape[1], game.answers[:, diagonal]
    last_column = colours - 1 if colour == colours_asked else colour
    now_used = colours_asked + 1 if colour == colours_asked else colours_asked
    diagonals, weight = stack[at, DIAGONALS] | (1 << diagonal), factorial(colours - now_used)
    answers = count_answers(elements, begin, n, colour, last_column, answer_of, by_answer, seen)
    first, last, target = stack[at, NEXT], stack[at, NEXT], begin + n
    while last < answers and target + by_answer[seen[last]] <= elements.shape[0]:
        target += by_answer[seen[last]]
        last += 1
    recorded = depth < record_depth
    if first == 0 and depth <= record_depth:
        work.records[record, QUERY] = stack[at, ASKED]
    stack[at, NEXT] = last
    single = 0
    if not recorded:
        for i in range(first, last):
            single += by_answer[seen[i]] * weight == 1
        if single:
            _count(work, stack[at], depth + 1, 0, single)
    if last == answers:
        # the children take the node's place
        top[0] -= 1
        pushed -= 1
    target = begin + n
    for i in range(answers):
        answer = seen[i]
        size = by_answer[answer]
        by_answer[answer] = -1
        if i < first or i >= last:
            continue
        if size * weight == 1 and not recorded:
            continue
        child = record
        if recorded:
            child = top[2]
            top[2] += 1
            row = work.records[child]
            row[PARENT], row[ANSWER], row[QUERY] = record, answer, NO_QUERY
            row[CODES], row[LEVEL], row[FOLLOWED] = size * weight, depth + 1, measures
        node = stack[top[0]]
        node[OFFSET], node[SIZE], node[USED] = target, size, now_used
        node[DIAGONALS], node[DEPTH], node[RECORD] = diagonals, depth + 1, child
        node[ASKED], node[NEXT], node[MEASURES], node[SET] = OPEN, 0, measures, above
        top[0] += 1
        by_answer[answer] = target
        target += size
    if last > first:
        for element in range(begin, begin + n):
            for column in range(colour, last_column + 1):
                answer = answer_of[elements[element, column]]
                to = by_answer[answer]
                if to >= 0:
                    copy_element(elements, to, element, colour, column)
                    by_answer[answer] = to + 1
    for i in range(answers):
        by_answer[seen[i]] = 0
    if above > 0:
        _number_sets(game, work, pushed)
    return bool(last > first)


@inlined
def _number_sets(game: Game, work: Workspace, begin: int) -> None:
    """Number the sets on the stack from a row on, and drop those that were reached before.

    Sets of two codes get no number: they are analysed faster than looked up.
    """
    stack, top, kept = work.stack, work.top, begin
    for row in range(begin, top[0]):
        node = stack[row]
        is_new = True
        if node[SIZE] * factorial(work.elements.shape[1] - node[USED]) > 2:
            is_new = _find_set(game, work, node)
        if is_new:
            for column in range(stack.shape[1]):
                stack[kept, column] = node[column]
            kept += 1
    top[0] = kept


@inlined
def _add_set(mix: Mix, above: int, depth: int) -> int:
    """Number of a new set below another."""
    mix.sizes[SETS] += 1
    number = mix.sizes[SETS]
    mix.sets[number, BEFORE], mix.sets[number, TIED] = depth, 1
    _link(mix, above, number)
    return int(number)


@inlined
def _link(mix: Mix, above: int, below: int) -> None:
    """Write down that a set is below another."""
    mix.links[mix.sizes[LINKS], 0], mix.links[mix.sizes[LINKS], 1] = above, below
    mix.sizes[LINKS] += 1


@kernel
def _find_set(game: Game, work: Workspace, node: NDArray[np.int64]) -> bool:
    """Put a set, up to symmetry, below the numbered one above it. Returns whether it is new; then the node has its number.

    Only diagonals that split the set matter. Of the two windows of a line, the first counts as the used one.
    """
    elements, mix, begin, n = work.elements, work.mix, node[OFFSET], node[SIZE]
    varying: int = 0
    for colour in range(elements.shape[1]):
        piece: int = game.pieces[elements[begin, colour]]
        for element in range(begin, begin + n):
            varying |= game.pieces[elements[element, colour]] ^ piece
    if node[USED] < elements.shape[1] - 1:
        # two pieces without a colour are disjoint, so a diagonal that meets either splits the set
        for element in range(begin, begin + n):
            for column in range(node[USED], elements.shape[1]):
                varying |= game.pieces[elements[element, column]]
    diagonals: int = node[DIAGONALS]
    for diagonal in range(game.others.shape[0]):
        other = game.others[diagonal]
        if other > diagonal and diagonals >> other & 1 and not diagonals >> diagonal & 1:
            diagonals ^= 1 << other | 1 << diagonal
    diagonals |= ((1 << game.others.shape[0]) - 1) & ~differ(varying, game.crossing)
    key_kernel(mix.tables, elements, begin, n, node[USED], diagonals, mix.names, mix.key)
    key, check = int(np.int64(mix.key[0])), int(np.int64(mix.key[1]) ^ node[DEPTH])
    row = recall(mix.memo, key, check)
    if row >= 0:
        _link(mix, node[SET], value_at(mix.memo, row))
        return False
    node[SET] = _add_set(mix, node[SET], node[DEPTH])
    mix.sizes[ENTRIES] += remember(mix.memo, key, check, n, node[SET], True, UNKNOWN)
    return True


T = TypeVar("T", bound=np.generic)

Spent = dict[tuple[int, int], Fraction | int]
"""Expected number of codes by queries asked and by wrong fields."""

SHARE = 20_000_000
"""Elements processed between two reports."""


@dataclass(frozen=True, slots=True)
class Start:
    """A set of codes, with the queries so far.

    Attributes:
        elements: uint16, shape (n, colours), see `elements`.
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
    if len(every) > 1 and (
        len(set(every)) < len(every) or any(isinstance(measure, Approximation) for measure in every)
    ):
        raise InputError("measures that are followed together must be different orders of entropy")
    rule = make_rule(problem, every, order)
    if among is not None:
        rule = rule_of(rule, [every.index(measure) for measure in measures])
    return _Run(problem, measures, rule, begin, record_depth, order).finish(progress)


def analyse_mixed(problem: Problem, alpha: Alpha, start: Start | None = None) -> tuple[Spent, int]:
    """Play an entropy strategy with uniformly random tie-breaks against every code of a set at once.

    Sets that tied queries lead to are analysed once, up to symmetry, whatever the number of ways.

    Args:
        problem: the variant.
        alpha: order of the entropy.
        start: the set. Default: all codes.

    Returns:
        The costs of the codes, and the number of sets analysed.

    Raises:
        InputError: there are no codes in the set.
    """
    begin = start or Start(problem.patterns)
    if not len(begin.elements):
        raise InputError("there is no code to analyse")
    return _Run(problem, (alpha,), make_rule(problem, (alpha,), None), begin, 0, None).finish_mixed()


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
        self._record_depth = record_depth
        self._game, self._rule = make_game(problem), rule
        self._work = make_workspace(problem, self._game, rule, measures, start.elements, start.used)
        work, n, every = self._work, len(start.elements), (1 << len(measures)) - 1
        codes = n * factorial(problem.variant.colours - start.used)
        work.stack[0] = (0, n, start.used, start.diagonals, start.depth, 0, OPEN, 0, every, 0)
        work.records[0] = (-1, -1, NO_QUERY, codes, start.depth, every)

    def finish(self, progress: Callable[[int], None] | None) -> list[Outcome]:
        """Run to the end, with one query per set and measure."""
        self._finish(progress)
        spent = self._spent()
        outcomes = []
        for number, nodes in enumerate(self._nodes()):
            costs = {(int(q), int(w)): int(spent[number, q, w]) for q, w in np.argwhere(spent[number])}
            outcomes.append(Outcome(costs, nodes, int(self._work.top[1])))
        return outcomes

    def finish_mixed(self) -> tuple[Spent, int]:
        """Run to the end, with several tied queries per set."""
        self._finish(None)
        mix, (spent,) = self._work.mix, self._spent()
        costs: Spent = {(q, w): Fraction(int(spent[q, w])) for q, w in np.argwhere(spent).tolist()}
        for cost, codes in _codes_of_mix(mix).items():
            costs[cost] = costs.get(cost, Fraction(0)) + codes
        return costs, int(self._work.top[1])

    def _spent(self) -> NDArray[np.int64]:
        """Codes by measure, queries and wrong fields, from their differences."""
        return np.cumsum(self._work.spent, axis=0)[:-1]

    def _finish(self, progress: Callable[[int], None] | None) -> None:
        forced = OPEN
        while True:
            reason = run(self._game, self._rule, self._work, SHARE, self._record_depth, forced)
            forced = OPEN
            if reason == DONE:
                return
            if reason == NO_ROOM:
                self._grow()
            elif reason == UNDECIDED:
                forced = self._decide_queries()
            elif progress:
                progress(int(self._spent().sum()) // len(self._measures))

    def _decide_queries(self) -> int:
        """Queries at the node on top of the stack, compared at the necessary precision."""
        work = self._work
        node = work.stack[work.top[0] - 1]
        begin, n, colours_asked = int(node[OFFSET]), int(node[SIZE]), int(node[USED])
        unused = ((1 << len(self._problem.diagonals)) - 1) & ~int(node[DIAGONALS])
        elements = work.elements[begin : begin + n]
        parts = Parts.of_set(self._problem, elements, colours_asked)
        for number, measure in enumerate(self._measures):
            if not int(node[MEASURES]) >> number & 1 or work.chosen[number] != OPEN:
                continue
            tied = best_queries(self._problem, elements, colours_asked, unused, measure, parts)
            if not tied:
                # no measure has a query
                return NO_QUERY
            if self._order is not None:
                colour, diagonal = first(tied, self._order)
                work.chosen[number] = colour << 8 | diagonal
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
        most = node[SIZE] * max(colours - node[USED], 1)
        end = int(node[OFFSET] + node[SIZE] + most)
        if end > len(work.elements):
            filled = int(node[OFFSET] + node[SIZE])
            work = work._replace(elements=_longer(work.elements, max(end, 2 * len(work.elements)), filled))
        measures = len(self._measures)
        if work.top[0] + max(work.tied.shape[1], colours * work.sums.shape[1], measures) > len(work.stack):
            work = work._replace(stack=_longer(work.stack, 2 * len(work.stack)))
        if work.top[2] + max(work.tied.shape[1], measures) > len(work.records):
            room = 2 * len(work.records)
            work = work._replace(records=_longer(work.records, room), costs=_longer(work.costs, room))
        self._work = work._replace(mix=_grow_mix(work.mix, int(node[SIZE]), work.tied.shape[1]))

    def _nodes(self) -> Iterator[Nodes]:
        """The recorded tree of each measure."""
        work = self._work
        records, costs = work.records[: work.top[2]], np.cumsum(work.costs[: work.top[2]], axis=1)
        for number in range(len(self._measures)):
            followed = np.flatnonzero(records[:, FOLLOWED] >> number & 1)
            rows, cost = records[followed], costs[followed, number]
            row = np.full(len(records) + 1, -1, np.int64)
            row[followed] = np.arange(len(followed))
            # the root's parent is -1, as is the last row
            parent = row[rows[:, PARENT]]
            for below in range(len(rows) - 1, 0, -1):
                cost[parent[below]] += cost[below]
            yield Nodes(
                parent,
                rows[:, ANSWER].copy(),
                rows[:, QUERY].copy(),
                rows[:, CODES].copy(),
                rows[:, LEVEL].copy(),
                cost,
            )


def _codes_of_mix(mix: Mix) -> dict[tuple[int, int], Fraction]:
    """Expected number of codes by queries and wrong fields, below tied queries.

    Chances of sets are integers, multiples of 1 / unit: at most one number of tied queries per level divides them. They are added
    up level by level, from all ways to a set.
    """
    sets, links, ends = mix.sets[: mix.sizes[SETS] + 1], mix.links[: mix.sizes[LINKS]], mix.ends[: mix.sizes[ENDS]]
    levels, level_of_link = np.unique(sets[:, BEFORE]).tolist(), sets[links[:, 0], BEFORE]
    unit = lcm(*np.unique(sets[:, TIED]).tolist()) ** len(levels)
    shares, codes = np.zeros(len(sets), object), Counter[tuple[int, int]]()
    shares[0] = unit
    for level in levels:
        here = np.flatnonzero(sets[:, BEFORE] == level)
        # the chance of each of the tied queries
        shares[here] //= sets[here, TIED]
        for more in (1, 2):
            codes[level + more, 0] += (shares[here] * sets[here, TIED + more]).sum()
        above, below = links[level_of_link == level].T
        np.add.at(shares, below, shares[above])
    for number, queries, wrong, several in ends.tolist():
        codes[queries, wrong] += shares[number] * several
    return {cost: Fraction(share, unit) for cost, share in codes.items() if share}


def _grow_mix(mix: Mix, n: int, answers: int) -> Mix:
    """A copy with room for the children of a node of n elements."""
    sets, links, ends, entries = mix.sizes[: ENTRIES + 1].tolist()
    if ends + n >= len(mix.ends):
        mix = mix._replace(ends=_longer(mix.ends, 2 * (ends + n)))
    if links + answers >= len(mix.links):
        mix = mix._replace(links=_longer(mix.links, 2 * len(mix.links)))
    if sets + answers >= len(mix.sets):
        mix = mix._replace(sets=_longer(mix.sets, 2 * len(mix.sets)))
    if (entries + answers) * 4 >= len(mix.memo):
        mix = mix._replace(memo=grown_memo(mix.memo, 2 * len(mix.memo)))
    return mix


def _longer(array: NDArray[T], length: int, filled: int | None = None) -> NDArray[T]:
    """A copy with more rows; the first `filled` rows (default: all) are copied."""
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    rows = len(array) if filled is None else filled
    longer[:rows] = array[:rows]
    return longer
