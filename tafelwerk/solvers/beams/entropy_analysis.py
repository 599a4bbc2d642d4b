"""Exact analysis of strategies: the cost over all codes, and the tree down to a given depth.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.3: the set of codes is split by
answers until single codes are left, so that the mean is exact.

The loop is depth first over the sets of codes that a strategy leaves, without recursion. The choice of a query is a kernel of its
own: by entropy or an approximation (`entropy_choice.choose`), or by looking ahead (`lookahead_strategy.choose_ahead`).

All elements are in one arena. A node is popped from a stack, its query is chosen, the elements of its children are written behind
it, and the children are pushed. The last child is processed first, so the space behind a node is free.

Under MIX a set that tied queries lead to is analysed once, up to symmetry. The loop writes down which sets are below which, and
how many codes end there; the chances of the sets follow from this, level by level, in integers.

The loop can be left and re-entered between two nodes: when its budget is spent, when an array is too small, and when float sums
do not decide between queries or the set is too large for their weights; then the caller chooses the query.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.elements import Elements, best_guess, copy_element, factorial, split
from tafelwerk.solvers.beams.entropy_choice import (
    MANY,
    OPEN,
    Game,
    Rule,
    Scratch,
    choose,
    make_game,
    make_rule,
    make_scratch,
)
from tafelwerk.solvers.beams.entropy_few_codes import ALL_APART, NO_QUERY, differ
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order, best_queries, first
from tafelwerk.solvers.beams.lookahead_few_codes import MOST, count_costs, open_lanes, write_codes
from tafelwerk.solvers.beams.lookahead_strategy import TRIES, Ahead, choose_ahead, make_ahead
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import KeyTables, key_kernel, make_key_tables
from tafelwerk.solvers.machine.bits import count, lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, grown_memo, recall, remember, value_at

DONE, PAUSED, UNDECIDED, NO_ROOM = range(4)
"""Return codes of `run`; the node concerned is on top of the stack."""

OFFSET, SIZE, USED, DIAGONALS, DEPTH, RECORD, ASKED, SET = range(8)
"""Columns of the stack: first element, number of elements, colours used, mask of the diagonals used, number of queries, record;
the query if it is known; under MIX the number of the node's set, or of the latest one above that has a number, see `Mix`."""

PARENT, ANSWER, QUERY, CODES, LEVEL = range(5)
"""Columns of records: the parent's row, answer that leads here, colour << 8 | diagonal (-1: none), codes left, depth."""

SETS, LINKS, ENDS, ENTRIES = range(4)
"""Places in `Mix.sizes`."""

BEFORE, TIED, ONE_MORE, TWO_MORE = range(4)
"""Columns of `Mix.sets`."""

_ROWS = 4096
"""Initial number of rows of the stack and of what grows with the number of nodes."""


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


class Workspace(NamedTuple):
    """State of the loop.

    Attributes:
        elements: uint16 (rows, colours): the sets, see `elements`.
        stack: int64 (height, 8): open nodes.
        top: int64 (3,): nodes on the stack, nodes analysed, records written.
        records: int64 (rows, 5).
        costs: int64 (rows,): per record, cost of the codes that end there or below nodes without a record, including its depth.
        spent: int64 (queries + 1, fields + 1): codes by queries and wrong fields.
        scratch: scratch for choosing a query.
        mix: sets that tied queries lead to.
    """

    elements: Elements
    stack: NDArray[np.int64]
    top: NDArray[np.int64]
    records: NDArray[np.int64]
    costs: NDArray[np.int64]
    spent: NDArray[np.int64]
    scratch: Scratch
    mix: Mix


def make_workspace(problem: Problem, game: Game, rule: Rule, start: "Start") -> Workspace:
    """A workspace with one node on the stack: a set of codes."""
    n, colours, queries = len(start.elements), problem.variant.colours, len(problem.diagonals) + 2
    elements = np.zeros((n * (2 + colours - start.used) + 1024, colours), np.uint16)
    elements[:n] = start.elements
    sets = np.zeros((_ROWS, 4), np.int64)
    sets[0] = -1, 1, 0, 0
    mix = Mix(
        make_key_tables(problem),
        empty_memo(4 * _ROWS),
        np.zeros(4, np.int64),
        sets,
        np.zeros((_ROWS, 2), np.int64),
        np.zeros((_ROWS, 4), np.int64),
        np.zeros((2, colours), np.int64),
        np.zeros(2, np.uint64),
    )
    work = Workspace(
        elements,
        np.zeros((_ROWS, 8), np.int64),
        np.array([1, 0, 1], np.int64),
        np.zeros((_ROWS, 5), np.int64),
        np.zeros(_ROWS, np.int64),
        np.zeros((start.depth + queries, len(problem.board.fields) + 1), np.int64),
        make_scratch(problem, game, len(rule.weight)),
        mix,
    )
    work.stack[0] = 0, n, start.used, start.diagonals, start.depth, 0, OPEN, 0
    work.records[0] = -1, -1, NO_QUERY, n * factorial(colours - start.used), start.depth
    return work


@kernel
def run(
    game: Game, rule: Rule | None, ahead: Ahead | None, work: Workspace, budget: int, record_depth: int, forced: int
) -> int:
    """Process the stack of open nodes until it is empty or the caller must act. Returns DONE, or the reason for the return.

    Args:
        game: the variant.
        rule: the strategy; None if it looks ahead.
        ahead: tables for looking ahead; None for other strategies.
        work: the state; with at least one node on the stack, and its record where nodes of its depth are recorded.
        budget: number of elements to process before a pause.
        record_depth: largest depth of recorded nodes.
        forced: query at the node on top, NO_QUERY or MANY, as `choose` returns them; OPEN if it is still to be chosen.
    """
    elements, stack, top = work.elements, work.stack, work.top
    while top[0] > 0:
        if budget <= 0:
            return PAUSED
        node = stack[top[0] - 1]
        begin, n, colours_asked = node[OFFSET], node[SIZE], node[USED]
        spare = elements.shape[1] - colours_asked
        if not _has_room(game, work, n, begin + n * (1 + max(spare, 1))):
            return NO_ROOM
        budget -= n
        codes, query = n * factorial(spare), forced if node[ASKED] == OPEN else node[ASKED]
        forced = OPEN
        if query == OPEN and codes == 1:
            query = NO_QUERY
        elif query == OPEN:
            unused = ((1 << game.lines.shape[0]) - 1) & ~node[DIAGONALS]
            if ahead is None:
                # of these two numba compiles the one that is not None
                if rule is not None:
                    query = choose(game, rule, work.scratch, elements, begin, n, colours_asked, unused)
            elif codes > MOST:
                query = choose_ahead(game, ahead, work.scratch, elements, begin, n, colours_asked, unused)
            else:
                top[0] -= 1
                top[1] += 1
                _finish_ahead(ahead, work, node, unused)
                continue
            if query == OPEN:
                return UNDECIDED
        if query == MANY:
            _fork(work)
            continue
        if query == NO_QUERY and spare > 1:
            # no query distinguishes the uncoloured pieces: their colourings are separate codes
            _colour(work, begin, n, colours_asked)
            continue
        top[1] += 1
        if query == NO_QUERY:
            top[0] -= 1
            _guess(game, work, node)
        else:
            _ask(game, work, query, record_depth)
    return DONE


@inlined
def _has_room(game: Game, work: Workspace, n: int, end: int) -> bool:
    """Whether elements up to `end`, and whatever a node of n elements can add to the other arrays, fit."""
    mix, answers = work.mix, work.scratch.tied.shape[1]
    return bool(
        end <= work.elements.shape[0]
        and work.top[0] + max(answers, work.elements.shape[1] * game.lines.shape[0]) <= work.stack.shape[0]
        and work.top[2] + answers <= work.records.shape[0]
        and (mix.sizes[SETS] == 0 or mix.sizes[ENDS] + n < mix.ends.shape[0])
        and mix.sizes[LINKS] + answers < mix.links.shape[0]
        and mix.sizes[SETS] + answers < mix.sets.shape[0]
        and (mix.sizes[ENTRIES] + answers) * 4 < mix.memo.shape[0]
    )


@inlined
def _count(work: Workspace, node: NDArray[np.int64], depth: int, wrong: int, codes: int) -> None:
    """Count codes of a node with this cost."""
    mix, number = work.mix, node[SET]
    if number == 0:
        work.spent[depth, wrong] += codes
        work.costs[node[RECORD]] += codes * (depth + wrong)
        return
    more = depth - mix.sets[number, BEFORE]
    if wrong == 0 and 1 <= more <= 2:
        mix.sets[number, TIED + more] += codes
    else:
        end = mix.ends[mix.sizes[ENDS]]
        end[0], end[1], end[2], end[3] = number, depth, wrong, codes
        mix.sizes[ENDS] += 1


@inlined
def _finish_ahead(ahead: Ahead, work: Workspace, node: NDArray[np.int64], unused: int) -> None:
    """Count the codes of a set of few codes under the search that looks ahead."""
    n, colours_asked, few = node[SIZE], node[USED], ahead.few
    written = write_codes(
        few, work.elements, node[OFFSET], n, colours_asked, factorial(work.elements.shape[1] - colours_asked)
    )
    low, high = open_lanes(few, unused, 0), open_lanes(few, unused, 1)
    count_costs(few, (1 << written) - 1, low, high, colours_asked, TRIES, node[DEPTH], work.spent)


@inlined
def _fork(work: Workspace) -> None:
    """Replace the node on top by copies, one for each query in `best`.

    The copies share their elements: the space behind them is free whenever the next copy is processed.
    """
    stack, top, best, mix = work.stack, work.top, work.scratch.best, work.mix
    number, at = 0, top[0] - 1
    for colour in range(best.shape[0]):
        number += count(best[colour])
    if number > 1:
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
def _guess(game: Game, work: Workspace, node: NDArray[np.int64]) -> None:
    """Count the codes of a set that no query splits: the guess is the first code with the fewest wrong fields over all of them.

    The elements are in the order of their patterns, then of the pieces of colour 0, 1, ...
    """
    elements, pieces, begin, n = work.elements, game.pieces, node[OFFSET], node[SIZE]
    guess = begin
    if n > 1:
        best_guess(pieces, elements, begin, n, elements.shape[1], work.scratch.best)
        guess = work.scratch.best[0]
    for code in range(begin, begin + n):
        wrong = 0
        for colour in range(elements.shape[1]):
            wrong += count(pieces[elements[code, colour]] & ~pieces[elements[guess, colour]])
        _count(work, node, node[DEPTH], wrong, 1)


@inlined
def _ask(game: Game, work: Workspace, query: int, record_depth: int) -> None:
    """Replace the node on top by its children under a query. Single codes are counted at once unless they are recorded.

    Args:
        game: the variant.
        work: the state.
        query: colour << 8 | diagonal, perhaps with ALL_APART.
        record_depth: queries after which nodes are recorded, at most.
    """
    stack, top, scratch = work.stack, work.top, work.scratch
    node, top[0] = stack[top[0] - 1], top[0] - 1
    begin, n, colours_asked, diagonals = node[OFFSET], node[SIZE], node[USED], node[DIAGONALS]
    depth, record, number, row = node[DEPTH], node[RECORD], node[SET], top[0]
    recorded, colour, diagonal = depth < record_depth, (query & ~ALL_APART) >> 8, query & 0xFF
    if depth <= record_depth:
        work.records[record, QUERY] = query & ~ALL_APART
    if query >= ALL_APART and not recorded:
        _count(work, node, depth + 1, 0, n)
        return
    is_new = colour == colours_asked
    weight = factorial(work.elements.shape[1] - colours_asked - is_new)
    answers = split(
        work.elements, begin, n, colour, colours_asked, game.answers[:, diagonal], scratch.by_answer, scratch.answers
    )
    low, single = begin + n, 0
    # the last child may overwrite the node
    for i in range(answers):
        answer = scratch.answers[i]
        high = scratch.by_answer[answer]
        scratch.by_answer[answer] = 0
        size = high - low
        if size * weight == 1 and not recorded:
            single += 1
        else:
            child = stack[row]
            child[OFFSET], child[SIZE], child[USED], child[DIAGONALS] = (
                low,
                size,
                colours_asked + is_new,
                diagonals | 1 << diagonal,
            )
            child[DEPTH], child[RECORD], child[ASKED], child[SET] = depth + 1, record, OPEN, number
            if recorded:
                child[RECORD] = top[2]
                new = work.records[top[2]]
                new[PARENT], new[ANSWER], new[QUERY], new[CODES], new[LEVEL] = (
                    record,
                    answer,
                    NO_QUERY,
                    size * weight,
                    depth + 1,
                )
                top[2] += 1
            if number == 0 or size * weight <= 2 or _find_set(game, work, child):
                row += 1
        low = high
    if single:
        child = stack[row]
        child[SET], child[RECORD] = number, record
        _count(work, child, depth + 1, 0, single)
    top[0] = row


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

Costs = dict[tuple[int, int], int]
"""Number of codes by queries asked and by wrong fields."""

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

    spent: Costs
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
    analysis = _Run(problem, measure, order, start, record_depth)
    analysis.finish(progress)
    return Outcome(analysis.costs(), analysis.nodes(), int(analysis.work.top[1]))


def analyse_ahead(problem: Problem, start: Start, progress: Callable[[int], None] | None = None) -> Costs:
    """Cost of looking ahead over the codes of a set, including the queries asked before.

    Args:
        problem: the variant.
        start: the set.
        progress: called with the number of codes finished.

    Raises:
        InputError: there are no codes in the set.
    """
    # the loop needs a strategy, even if it asks another one
    analysis = _Run(problem, Approximation.U, Order.COLOUR, start, ahead=make_ahead(problem))
    analysis.finish(progress)
    return analysis.costs()


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
    analysis = _Run(problem, alpha, None, start)
    analysis.finish(None)
    costs: Spent = {cost: Fraction(codes) for cost, codes in analysis.costs().items()}
    for cost, codes in _codes_of_mix(analysis.work.mix).items():
        costs[cost] = costs.get(cost, Fraction(0)) + codes
    return costs, int(analysis.work.top[1])


class _Run:
    """A run of the loop; without an order, ties are broken uniformly at random."""

    def __init__(
        self,
        problem: Problem,
        measure: Measure,
        order: Order | None,
        start: Start | None,
        record_depth: int = 0,
        ahead: Ahead | None = None,
    ) -> None:
        begin = start or Start(problem.patterns)
        if not len(begin.elements):
            raise InputError("there is no code to analyse")
        self._problem, self._measure, self._order, self._record_depth = problem, measure, order, record_depth
        rule = make_rule(problem, measure, order)
        self._game, self._rule, self._ahead = make_game(problem), rule if ahead is None else None, ahead
        self.work = make_workspace(problem, self._game, rule, begin)

    def costs(self) -> Costs:
        """Codes by queries and wrong fields, except those below tied queries."""
        return {(q, w): int(self.work.spent[q, w]) for q, w in np.argwhere(self.work.spent).tolist()}

    def finish(self, progress: Callable[[int], None] | None) -> None:
        """Run to the end."""
        forced, share = OPEN, SHARE if self._ahead is None else SHARE // 10
        while (
            reason := run(self._game, self._rule, self._ahead, self.work, share, self._record_depth, forced)
        ) != DONE:
            forced = OPEN
            if reason == NO_ROOM:
                self._grow()
            elif reason == UNDECIDED:
                forced = self._decide_queries()
            elif progress:
                progress(int(self.work.spent.sum()))

    def _decide_queries(self) -> int:
        """Query of the node on top of the stack, compared at the necessary precision; MANY under MIX."""
        node = self.work.stack[self.work.top[0] - 1]
        begin, n, colours_asked = int(node[OFFSET]), int(node[SIZE]), int(node[USED])
        unused = ((1 << len(self._problem.diagonals)) - 1) & ~int(node[DIAGONALS])
        elements, best = self.work.elements[begin : begin + n], self.work.scratch.best
        tied = best_queries(self._problem, elements, colours_asked, unused, self._measure)
        if not tied:
            return NO_QUERY
        if self._order is not None:
            colour, diagonal = first(tied, self._order)
            return colour << 8 | diagonal
        best[:] = 0
        for colour, diagonal in tied:
            best[colour] |= 1 << diagonal
        return MANY

    def _grow(self) -> None:
        """Double the arrays that may be too small for the node on top, see `_has_room`."""
        work, mix = self.work, self.work.mix
        node, answers = work.stack[work.top[0] - 1], work.scratch.tied.shape[1]
        n, queries = int(node[SIZE]), work.elements.shape[1] * len(self._problem.diagonals)
        filled = int(node[OFFSET]) + n
        end = filled + n * max(work.elements.shape[1] - int(node[USED]), 1)
        sets, links, ends, entries = mix.sizes.tolist()
        if (entries + answers) * 4 >= len(mix.memo):
            mix = mix._replace(memo=grown_memo(mix.memo, 2 * len(mix.memo)))
        self.work = work._replace(
            elements=_longer(work.elements, end, filled),
            stack=_longer(work.stack, int(work.top[0]) + max(answers, queries)),
            records=_longer(work.records, int(work.top[2]) + answers),
            costs=_longer(work.costs, int(work.top[2]) + answers),
            mix=mix._replace(
                sets=_longer(mix.sets, sets + answers + 1),
                links=_longer(mix.links, links + answers + 1),
                ends=_longer(mix.ends, ends + n + 1 if sets else 0),
            ),
        )

    def nodes(self) -> Nodes:
        """The recorded tree."""
        records, cost = self.work.records[: self.work.top[2]], self.work.costs[: self.work.top[2]].copy()
        for below in range(len(records) - 1, 0, -1):
            cost[records[below, PARENT]] += cost[below]
        parent, answer, query, codes, depth = (records[:, column].copy() for column in range(5))
        return Nodes(parent, answer, query, codes, depth, cost)


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


def _longer(array: NDArray[T], length: int, filled: int | None = None) -> NDArray[T]:
    """The array if it has that many rows; otherwise a copy of twice the length or more.

    Args:
        array: the array.
        length: rows that are needed.
        filled: rows that are kept. Default: all.
    """
    if len(array) >= length:
        return array
    longer = np.zeros((max(length, 2 * len(array)), *array.shape[1:]), array.dtype)
    rows = len(array) if filled is None else filled
    longer[:rows] = array[:rows]
    return longer
