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

from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.rules.entropy import Alpha
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
    query = _chosen(problem, root, alpha, order, ())
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
    query = _chosen(problem, parts, alpha, order, history)
    yield TopNode(history, query, codes)
    if query is None:
        return
    used, children = max(start.used, query[0] + 1), parts.of(*query)
    counts = part_counts(problem, start.elements, start.used, query, list(children))
    for row, (answer, left) in enumerate(children.items()):
        if left == 1:
            continue
        after = (*history, Beam(*query, answer))
        below = Parts(problem, counts[row], used)
        asked = _chosen(problem, below, alpha, order, after)
        yield TopNode(after, asked, left)
        if asked is not None:
            for last, some in below.of(*asked).items():
                if some > 1:
                    yield TopNode((*after, Beam(*asked, last)), None, some)


def _chosen(problem: Problem, parts: Parts, alpha: Alpha, order: Order, history: History) -> Query | None:
    unused = ((1 << len(problem.diagonals)) - 1) & ~sum(1 << beam.diagonal for beam in history)
    tied = parts.best(alpha, unused)
    return first(tied, order) if tied else None


def part_counts(problem: Problem, elements: Elements, used: int, query: Query, answers: list[int]) -> NDArray[np.int64]:
    """Number of elements in which a colour has a piece, for each part of a set under a query.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        used: colours used.
        query: colour, at most `used`, and diagonal.
        answers: possible answers.

    Returns:
        int64, shape (answers, places, pieces): place c for colour c, the last for the colours not used then, if there are any.
    """
    colour, diagonal = query
    slots = np.zeros(ANSWERS, np.int64)
    slots[answers] = np.arange(len(answers))
    after = max(used, colour + 1)
    places = min(after + 1, problem.variant.colours)
    counts = np.zeros((len(answers), places, len(problem.pieces)), np.int64)
    shown = np.ascontiguousarray(problem.answers[:, diagonal])
    _part_counts_kernel(elements, used, colour, shown, slots, counts)
    return counts


@kernel
def _part_counts_kernel(
    elements: Elements,
    used: int,
    colour: int,
    shown: NDArray[np.uint8],
    slots: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the pieces of the parts.

    Args:
        shown: answer of the diagonal for each piece.
        slots: (ANSWERS,): part of each answer.
        counts: (parts, places, pieces), zeroed.
    """
    colours = elements.shape[1]
    for row in range(elements.shape[0]):
        pieces = elements[row]
        if colour < used:
            part = slots[shown[pieces[colour]]]
            for place in range(colours):
                counts[part, min(place, used), pieces[place]] += 1
            continue
        # each of the other pieces may be the piece of the colour asked for
        for chosen in range(used, colours):
            part = slots[shown[pieces[chosen]]]
            for place in range(used):
                counts[part, place, pieces[place]] += 1
            for place in range(used, colours):
                counts[part, used if place == chosen else used + 1, pieces[place]] += 1


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
        rest: int64 (m,): cost-to-go of these codes without early finishing.
    """

    parent: NDArray[np.int64]
    answer: NDArray[np.int64]
    query: NDArray[np.int64]
    codes: NDArray[np.int64]
    rest: NDArray[np.int64]

    @classmethod
    def of_nodes(cls, nodes: Nodes) -> Self:
        """Sets of an analysis that has recorded its whole tree."""
        several = nodes.codes > 1
        row = np.cumsum(several) - 1
        parent, depth = nodes.parent[several], nodes.depth[several] - nodes.depth[0]
        rest = nodes.cost[several] - (nodes.depth[0] + depth) * nodes.codes[several]
        return cls(
            np.where(parent < 0, -1, row[parent]),
            nodes.answer[several],
            nodes.query[several],
            nodes.codes[several],
            rest,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
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


def finish_early(problem: Problem, sets: Sets, start: Start | None = None) -> Finished:
    """Lay fillings in a strategy's tree wherever that costs less than continuing.

    Args:
        problem: the variant.
        sets: the whole tree from the start.
        start: the first set. Default: all codes.
    """
    begin = start or Start(problem.patterns)
    fillings: Laid = {}
    for at, elements, used in _levels(problem, sets, begin):
        for node, some, right in _each(problem, at, elements, used):
            codes = int(sets.codes[node])
            # lower bound of the wrong fields: each field with its best colour
            if sets.query[node] < 0 or int((codes - right.max(axis=0)).sum()) < sets.rest[node]:
                fillings[node] = some, used, best_filling(right, problem.variant.size, codes)
    rest, laid = np.where(sets.query < 0, 0, sets.codes), Laid()
    for node in range(len(rest) - 1, -1, -1):
        if node in fillings and (sets.query[node] < 0 or fillings[node][2].wrong < rest[node]):
            laid[node] = fillings[node]
            rest[node] = fillings[node][2].wrong
        if node:
            rest[sets.parent[node]] += rest[node]
    return Finished(_spent(problem, sets, laid), laid[0][2] if 0 in laid else None)


def _levels(problem: Problem, sets: Sets, start: Start) -> Iterator[tuple[NDArray[np.int64], Elements, int]]:
    """Elements with the set of each, level by level, by the number of colours used."""
    colours = problem.variant.colours
    branch = sets.parent << 8 | sets.answer
    order = np.argsort(branch, kind="stable")
    branch = branch[order]
    level = {start.used: (np.zeros(len(start.elements), np.int64), start.elements)}
    while level:
        below: dict[int, list[tuple[NDArray[np.int64], Elements]]] = {}
        for used, (at, elements) in sorted(level.items()):
            yield at, elements, used
            asks = sets.query[at] >= 0
            at, elements = at[asks], elements[asks]
            colour, diagonal = sets.query[at] >> 8, sets.query[at] & 255
            for column in range(min(used + 1, colours)):
                asked = colour == column
                for chosen in range(column, colours if column == used else column + 1):
                    # the pieces before the one that gets the colour shift by one place
                    places = [*range(column), chosen, *range(column, chosen), *range(chosen + 1, colours)]
                    some = elements[asked][:, places]
                    wanted = at[asked] << 8 | problem.answers[some[:, column], diagonal[asked]]
                    found = np.minimum(np.searchsorted(branch, wanted), len(branch) - 1)
                    several = branch[found] == wanted
                    parts = below.setdefault(max(used, column + 1), [])
                    parts.append((order[found[several]], some[several]))
        level = {}
        for used, parts in below.items():
            at, elements = np.concatenate([one for one, _ in parts]), np.concatenate([one for _, one in parts])
            if len(at):
                level[used] = at, elements


def _each(
    problem: Problem, at: NDArray[np.int64], elements: Elements, used: int
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
        found = _rights(problem, elements[rows], np.searchsorted(names[start:last], at[rows]), last - start, used)
        for place in range(start, last):
            yield int(names[place]), elements[starts[place] : ends[place]], found[place - start]


def rights(problem: Problem, elements: Elements, used: int) -> NDArray[np.int64]:
    """Number of codes of a set that have a colour on a field; int64, shape (colours, fields).

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours).
        used: colours used.
    """
    found: NDArray[np.int64] = _rights(problem, elements, np.zeros(len(elements), np.int64), 1, used)[0]
    return found


def _rights(problem: Problem, elements: Elements, sets: NDArray[np.int64], number: int, used: int) -> NDArray[np.int64]:
    """`rights` of several sets at once; int64, shape (number, colours, fields).

    Args:
        sets: int64, shape (n,): the set of each element.
        number: number of sets.
    """
    colours, fields = elements.shape[1], len(problem.board.fields)
    covers = (problem.pieces[:, None] >> np.arange(fields) & 1).astype(np.int64)
    found = np.zeros((number, colours, fields), np.int64)
    spare = colours - used
    for column in range(colours):
        weight = factorial(spare) if column < used else factorial(spare - 1)
        np.add.at(found[:, min(column, used)], sets, weight * covers[elements[:, column]])
    # colours not used have each piece equally often
    found[:, used:] = found[:, used : used + 1]
    return found


def _spent(problem: Problem, sets: Sets, laid: Laid) -> dict[tuple[int, int], int]:
    """Number of codes by queries and wrong fields; fillings at sets that no game reaches are ignored."""
    found: dict[tuple[int, int], int] = {}
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
                found[queries, wrong] = found.get((queries, wrong), 0) + codes
    return found


def _distances(problem: Problem, elements: Elements, used: int, filling: Filling) -> Iterator[tuple[int, int]]:
    """Pairs of a number of wrong fields of a filling and the number of codes with it."""
    colours = elements.shape[1]
    laid = [sum(1 << int(field) for field in np.flatnonzero(filling.colours == colour)) for colour in range(colours)]
    for order in permutations(range(used, colours)):
        right = np.zeros(len(elements), np.int64)
        for colour, place in enumerate((*range(used), *order)):
            right += np.bitwise_count(problem.pieces[elements[:, place]] & laid[colour])
        sizes, counts = np.unique(len(problem.board.fields) - right, return_counts=True)
        yield from zip(sizes.tolist(), counts.tolist(), strict=True)
