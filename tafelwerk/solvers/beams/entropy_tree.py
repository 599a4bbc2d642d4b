"""Trees of entropy strategies: the top of a large one, and optimal stopping in one that is finished.

The top of an entropy strategy's tree: queries after up to two beams, and the codes that the third leaves.

The sets after one beam are listed. Sets after two are not: one pass over a set counts, for all its parts at once, how often each
colour has each piece; the queries of a part follow from these counts, see `entropy_queries.Parts`.

A strategy's tree with optimal stopping: at every set of codes a filling of the board may be laid, which ends the game.

A filling gives each colour as many fields as a piece has, as the discs allow, whether or not the result is a code. It costs its
wrong fields, summed over the codes left. It is laid where this is less than the cost of the strategy's query and everything after
it, and where no query splits the codes.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, appendix A.3: "I am finished" may be said
at any time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import Beam
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.analysis_shares import History, start_of
from tafelwerk.solvers.beams.elements import Elements, Filling, best_filling
from tafelwerk.solvers.beams.entropy_analysis import Nodes, Start
from tafelwerk.solvers.beams.entropy_queries import Order, Parts, Query, first
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.machine.jit import kernel

ANSWERS = 256
"""Upper limit of the answers of a diagonal."""


@dataclass(frozen=True, slots=True)
class TopNode:
    """A set of two codes or more.

    Attributes:
        history: queries and answers that lead to it.
        query: colour and diagonal of the query; None where no query splits the set, and after `TOP_DEPTH` queries.
        codes: codes left.
    """

    history: History
    query: Query | None
    codes: int


def top(problem: Problem, alpha: Alpha, order: Order) -> Iterator[TopNode]:
    """Sets that a strategy can reach after up to `TOP_DEPTH` queries, parents first.

    Args:
        problem: a variant; in the standard game a set after one beam has up to 10 million elements of 12 bytes.
        alpha: order of the entropy.
        order: tie rule.

    Raises:
        InputError: alpha is negative.
    """
    root = Parts.of_set(problem, problem.patterns, 0)
    query = _choose_query(problem, root, alpha, order, ())
    yield TopNode((), query, problem.codes)
    if query is None:
        return
    for answer, codes in root.of(*query).items():
        if codes > 1:
            yield from _below(problem, alpha, order, (Beam(*query, answer),), codes)


def _below(problem: Problem, alpha: Alpha, order: Order, history: History, codes: int) -> Iterator[TopNode]:
    """A set after one beam, and those below it."""
    start = start_of(problem, history)
    parts = Parts.of_set(problem, start.elements, start.used)
    query = _choose_query(problem, parts, alpha, order, history)
    yield TopNode(history, query, codes)
    if query is None:
        return
    colours_asked, children = max(start.used, query[0] + 1), parts.of(*query)
    counts = part_counts(problem, start.elements, start.used, query, list(children))
    for row, (answer, left) in enumerate(children.items()):
        if left == 1:
            continue
        after = (*history, Beam(*query, answer))
        below = Parts(problem, counts[row], colours_asked)
        next_query = _choose_query(problem, below, alpha, order, after)
        yield TopNode(after, next_query, left)
        if next_query is not None:
            for last, size in below.of(*next_query).items():
                if size > 1:
                    yield TopNode((*after, Beam(*next_query, last)), None, size)


def _choose_query(problem: Problem, parts: Parts, alpha: Alpha, order: Order, history: History) -> Query | None:
    unused = ((1 << len(problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in history)
    tied = parts.best(alpha, unused)
    return first(tied, order) if tied else None


def part_counts(
    problem: Problem, elements: Elements, colours_asked: int, query: Query, answers: list[int]
) -> NDArray[np.int64]:
    """Number of elements in which a colour has a piece, for each part of a set under a query.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        colours_asked: number of colours asked for.
        query: colour, at most `colours_asked`, and diagonal.
        answers: possible answers.

    Returns:
        int64, shape (answers, places, pieces): place c for colour c, the last for the colours not used then, if there are any.
    """
    colour, diagonal = query
    slots = np.zeros(ANSWERS, np.int64)
    slots[answers] = np.arange(len(answers))
    after = max(colours_asked, colour + 1)
    places = min(after + 1, problem.variant.colours)
    counts = np.zeros((len(answers), places, len(problem.pieces)), np.int64)
    answer_of = np.ascontiguousarray(problem.answers[:, diagonal])
    _part_counts_kernel(elements, colours_asked, colour, answer_of, slots, counts)
    return counts


@kernel
def _part_counts_kernel(
    elements: Elements,
    colours_asked: int,
    colour: int,
    answer_of: NDArray[np.uint8],
    slots: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the pieces of the parts.

    Args:
        answer_of: answer of the diagonal for each piece.
        slots: (ANSWERS,): part of each answer.
        counts: (parts, places, pieces), zeroed.
    """
    colours = elements.shape[1]
    for row in range(elements.shape[0]):
        pieces = elements[row]
        if colour < colours_asked:
            part = slots[answer_of[pieces[colour]]]
            for column in range(colours):
                counts[part, min(column, colours_asked), pieces[column]] += 1
            continue
        # each of the other pieces may be the piece of the colour asked for
        for chosen in range(colours_asked, colours):
            part = slots[answer_of[pieces[chosen]]]
            for column in range(colours_asked):
                counts[part, column, pieces[column]] += 1
            for column in range(colours_asked, colours):
                counts[part, colours_asked if column == chosen else colours_asked + 1, pieces[column]] += 1


MOST_COUNTS = 1 << 22
"""Number of counts of colours on fields that are computed at once."""

Laid = dict[int, tuple[Elements, int, Filling]]
"""By node: its elements, the colours used, and the filling laid there."""


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """The sets of two codes or more of a strategy's tree, parents before children.

    Attributes:
        parent: int64 (m,): row of the parent, -1 for the first set, the root of the tree.
        answer: int64 (m,): the answer to the parent's query that leads here.
        query: int64 (m,): colour << 8 | diagonal, -1 where no query is asked.
        codes: int64 (m,): codes left.
        cost_to_go: int64 (m,): cost-to-go of these codes without early finishing.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    cost_to_go: NDArray[np.int64]

    @classmethod
    def of_nodes(cls, nodes: Nodes) -> Self:
        """Sets of an analysis that has recorded its whole tree."""
        several = nodes.codes > 1
        row = np.cumsum(several) - 1
        parent, depth = nodes.parent[several], nodes.depth[several] - nodes.depth[0]
        cost_to_go = nodes.cost[several] - (nodes.depth[0] + depth) * nodes.codes[several]
        return cls(
            np.where(parent < 0, -1, row[parent]),
            nodes.answer[several],
            nodes.query[several],
            nodes.codes[several],
            cost_to_go,
        )


@dataclass(frozen=True, slots=True, eq=False)
class EarlyFinish:
    """A tree with optimal stopping.

    Attributes:
        spent: number of codes by queries asked, counted from the first set, and by wrong fields.
        first: filling that is laid at the first set; None if its query is asked.
    """

    spent: dict[tuple[int, int], int]
    first: Filling | None

    @property
    def total(self) -> int:
        """Cost of all codes together."""
        return sum((queries + wrong) * codes for (queries, wrong), codes in self.spent.items())


def finish_early(problem: Problem, sets: Sets, start: Start | None = None) -> EarlyFinish:
    """Lay fillings in a strategy's tree wherever that costs less than continuing.

    Args:
        problem: the variant.
        sets: the whole tree from the start.
        start: the first set. Default: all codes.
    """
    begin = start or Start(problem.patterns)
    fillings: Laid = {}
    for at, elements, colours_asked in _levels(problem, sets, begin):
        for node, rows, right in _each(problem, at, elements, colours_asked):
            codes = int(sets.codes[node])
            # lower bound of the wrong fields: each field with its best colour
            if sets.query[node] < 0 or int((codes - right.max(axis=0)).sum()) < sets.cost_to_go[node]:
                fillings[node] = rows, colours_asked, best_filling(right, problem.variant.size, codes)
    cost_to_go, laid = np.where(sets.query < 0, 0, sets.codes), Laid()
    for node in range(len(cost_to_go) - 1, -1, -1):
        if node in fillings and (sets.query[node] < 0 or fillings[node][2].wrong < cost_to_go[node]):
            laid[node] = fillings[node]
            cost_to_go[node] = fillings[node][2].wrong
        if node:
            cost_to_go[sets.parent[node]] += cost_to_go[node]
    return EarlyFinish(_spent(problem, sets, laid), laid[0][2] if 0 in laid else None)


def _levels(problem: Problem, sets: Sets, start: Start) -> Iterator[tuple[NDArray[np.int64], Elements, int]]:
    """Elements with the set of each, level by level, by the number of colours used."""
    colours = problem.variant.colours
    branch = sets.parent << 8 | sets.answer
    order = np.argsort(branch, kind="stable")
    branch = branch[order]
    level = {start.used: (np.zeros(len(start.elements), np.int64), start.elements)}
    while level:
        below: dict[int, list[tuple[NDArray[np.int64], Elements]]] = {}
        for colours_asked, (at, elements) in sorted(level.items()):
            yield at, elements, colours_asked
            asks = sets.query[at] >= 0
            at, elements = at[asks], elements[asks]
            colour, diagonal = sets.query[at] >> 8, sets.query[at] & 255
            for column in range(min(colours_asked + 1, colours)):
                asks_column = colour == column
                for chosen in range(column, colours if column == colours_asked else column + 1):
                    # the pieces before the one that gets the colour shift by one place
                    places = [*range(column), chosen, *range(column, chosen), *range(chosen + 1, colours)]
                    moved = elements[asks_column][:, places]
                    wanted = at[asks_column] << 8 | problem.answers[moved[:, column], diagonal[asks_column]]
                    rows = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
                    several = branch[rows] == wanted
                    parts = below.setdefault(max(colours_asked, column + 1), [])
                    parts.append((order[rows[several]], moved[several]))
        level = {}
        for colours_asked, parts in below.items():
            at, elements = np.concatenate([array for array, _ in parts]), np.concatenate([array for _, array in parts])
            if len(at):
                level[colours_asked] = at, elements


def _each(
    problem: Problem, at: NDArray[np.int64], elements: Elements, colours_asked: int
) -> Iterator[tuple[int, Elements, NDArray[np.int64]]]:
    """Each set of a level: its number, its elements, and the number of codes by colour and field."""
    order = np.argsort(at, kind="stable")
    at, elements = at[order], elements[order]
    names, starts = np.unique(at, return_index=True)
    ends = np.append(starts[1:], len(at))
    block = max(1, MOST_COUNTS // (elements.shape[1] * len(problem.board.fields)))
    for start in range(0, len(names), block):
        last = min(start + block, len(names))
        rows = slice(starts[start], ends[last - 1])
        right = _rights(
            problem, elements[rows], np.searchsorted(names[start:last], at[rows]), last - start, colours_asked
        )
        for index in range(start, last):
            yield int(names[index]), elements[starts[index] : ends[index]], right[index - start]


def rights(problem: Problem, elements: Elements, colours_asked: int) -> NDArray[np.int64]:
    """Number of codes of a set that have a colour on a field; int64, shape (colours, fields).

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours).
        colours_asked: number of colours asked for.
    """
    right: NDArray[np.int64] = _rights(problem, elements, np.zeros(len(elements), np.int64), 1, colours_asked)[0]
    return right


def _rights(
    problem: Problem, elements: Elements, sets: NDArray[np.int64], number: int, colours_asked: int
) -> NDArray[np.int64]:
    """`rights` of several sets at once; int64, shape (number, colours, fields).

    Args:
        sets: int64, shape (n,): the set of each element.
        number: number of sets.
    """
    colours, fields = elements.shape[1], len(problem.board.fields)
    covers = (problem.pieces[:, None] >> np.arange(fields) & 1).astype(np.int64)
    right = np.zeros((number, colours, fields), np.int64)
    spare = colours - colours_asked
    for column in range(colours):
        weight = factorial(spare) if column < colours_asked else factorial(spare - 1)
        np.add.at(right[:, min(column, colours_asked)], sets, weight * covers[elements[:, column]])
    # colours not used have each piece equally often
    right[:, colours_asked:] = right[:, colours_asked : colours_asked + 1]
    return right


def _spent(problem: Problem, sets: Sets, laid: Laid) -> dict[tuple[int, int], int]:
    """Number of codes by queries and wrong fields; fillings at sets that no game reaches are ignored."""
    spent: dict[tuple[int, int], int] = {}
    depth = np.full(len(sets.parent), -1, np.int64)
    single = sets.codes.copy()
    np.subtract.at(single, sets.parent[1:], sets.codes[1:])
    for node, parent in enumerate(sets.parent.tolist()):
        if parent >= 0 and (depth[parent] < 0 or parent in laid):
            continue
        depth[node] = 0 if parent < 0 else depth[parent] + 1
        ends = [(int(depth[node]) + 1, 0, int(single[node]))]
        if node in laid:
            ends = [(int(depth[node]), wrong, codes) for wrong, codes in _distances(problem, *laid[node])]
        for queries, wrong, codes in ends:
            if codes:
                spent[queries, wrong] = spent.get((queries, wrong), 0) + codes
    return spent


def _distances(problem: Problem, elements: Elements, colours_asked: int, filling: Filling) -> Iterator[tuple[int, int]]:
    """Pairs of a number of wrong fields of a filling and the number of codes with it."""
    colours = elements.shape[1]
    laid = [sum(1 << int(field) for field in np.flatnonzero(filling.colours == colour)) for colour in range(colours)]
    for order in permutations(range(colours_asked, colours)):
        right = np.zeros(len(elements), np.int64)
        for colour, column in enumerate((*range(colours_asked), *order)):
            right += np.bitwise_count(problem.pieces[elements[:, column]] & laid[colour])
        sizes, counts = np.unique(len(problem.board.fields) - right, return_counts=True)
        yield from zip(sizes.tolist(), counts.tolist(), strict=True)
