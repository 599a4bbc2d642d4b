"""LEX: at every set of codes the first of the queries of greatest Renyi entropy.

Queries that tie exactly are chosen from as best_query.py says; a lone code is named. Near the root, and while many codes
are left, only the least query of every orbit is looked at: the queries of an orbit under the symmetries that keep the
queries asked so far tie, and all or none of them name a code still left.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.best_query import (
    STUCK,
    Choice,
    best_queries_kernel,
    exact_best_queries,
    make_choice,
    splitting_member_kernel,
)
from tafelwerk.solvers.deduction.entropy import EntropyWeights, entropy_weights
from tafelwerk.solvers.deduction.orbits import NO_ROW, Orbits, make_orbits, row_kernel, row_wanted
from tafelwerk.solvers.deduction.partitions import AnswerTable, Entropy, answer_table, entropy_arrays
from tafelwerk.solvers.deduction.problem import SearchProblem, chosen_codes, every_code
from tafelwerk.solvers.deduction.tree import StrategyTree
from tafelwerk.solvers.machine.jit import kernel

_DONE = 0


class CurvePoint(NamedTuple):
    """LEX with one order of entropy.

    total: queries summed over all codes; histogram: entry d counts the codes found with d queries; first: index of the first
    query.
    """

    alpha: Alpha
    total: int
    histogram: tuple[int, ...]
    first: int


class _Nodes(NamedTuple):
    """The tree so far, a column an array, and the sets of codes still to be asked about, last in first out.

    codes: (C,), of which every set is a stretch; before, history: (C,), scratch; begin, end, above, label: (C + 1,), the
    stretch, the parent and the answer of every waiting set; state: how many nodes, how many waiting sets, and the query to
    ask at the next set where that is decided, else -1.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint16]
    query: NDArray[np.int32]
    size: NDArray[np.uint32]
    total: NDArray[np.int64]
    ply: NDArray[np.int32]
    codes: NDArray[np.int32]
    before: NDArray[np.int32]
    history: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]
    above: NDArray[np.int32]
    label: NDArray[np.int32]
    state: NDArray[np.int64]


def lex_tree(
    problem: SearchProblem, alpha: Alpha, *, codes: Sequence[int] | NDArray[np.int32] | None = None
) -> StrategyTree:
    """The tree of the LEX strategy.

    Args:
        problem: the search problem.
        alpha: order of the entropy, None for infinity.
        codes: the codes left, by default all; symmetries go unused where they are given.

    Returns:
        The tree; its total, in queries, is total[0]. It has no nodes where the only code need not be named.

    Raises:
        InputError: alpha is out of range (see entropy_weights), codes are not distinct codes of the problem, or one of
            them can never be found.
    """
    left = chosen_codes(problem, codes)
    _check_named(problem)
    weights = entropy_weights(alpha, len(left))
    table = answer_table(problem)
    nodes = _nodes(table, left)
    _check_told_apart(problem, _lex(problem, weights, table, _orbits(problem, codes is None), nodes))
    n = int(nodes.state[0])
    return StrategyTree(nodes.parent[:n], nodes.answer[:n], nodes.query[:n], nodes.size[:n], nodes.total[:n])


def alpha_curve(problem: SearchProblem, alphas: Sequence[Alpha], *, first: int | None = None) -> list[CurvePoint]:
    """LEX for many orders of entropy.

    Args:
        problem: the search problem, of two codes or more.
        alphas: orders of the entropy, None for infinity.
        first: index of the first query whatever the order; by default the best.

    Raises:
        InputError: an alpha is out of range (see entropy_weights), first is no query, or a code can never be found.
    """
    if first is not None and not 0 <= first < len(problem.queries):
        raise InputError(f"first: {first} must be the index of a query, 0 to {len(problem.queries) - 1}")
    if len(problem.codes) < 2:
        raise InputError("problem: a curve needs at least two codes to tell apart")
    _check_named(problem)
    left = every_code(problem)
    table, orbits = answer_table(problem), _orbits(problem, True)
    curve = []
    for alpha in alphas:
        weights = entropy_weights(alpha, len(left))
        nodes = _nodes(table, left)
        if first is not None:
            nodes.state[2] = first
        _check_told_apart(problem, _lex(problem, weights, table, orbits, nodes))
        curve.append(CurvePoint(alpha, int(nodes.total[0]), _histogram(nodes), int(nodes.query[0])))
    return curve


def best_queries(
    problem: SearchProblem, codes: Sequence[int] | NDArray[np.int32] | None, alpha: Alpha
) -> NDArray[np.int32]:
    """All queries of exactly greatest entropy; if any of them name a code left, only those.

    Args:
        problem: the search problem.
        codes: the codes left, None for all.
        alpha: order of the entropy, None for infinity.

    Returns:
        int32, in the order of the queries, the one that LEX asks first; empty where no query splits the codes and none
        has to name one.

    Raises:
        InputError: alpha is out of range (see entropy_weights), or codes are not distinct codes of the problem.
    """
    left = chosen_codes(problem, codes)
    return exact_best_queries(problem, left, entropy_weights(alpha, len(left)))


def _check_named(problem: SearchProblem) -> None:
    if problem.solved >= 0 and problem.query_of.min() < 0:
        code = problem.codes[int(problem.query_of.argmin())]
        raise InputError(f"problem: no query names the code {code}, so that it can never be found")


def _check_told_apart(problem: SearchProblem, alike: NDArray[np.int32]) -> None:
    if len(alike):
        one, two = problem.codes[int(alike[0])], problem.codes[int(alike[1])]
        raise InputError(f"problem: no query tells {one} from {two}, so that neither can be found")


def _lex(
    problem: SearchProblem, weights: EntropyWeights, table: AnswerTable, orbits: Orbits, nodes: _Nodes
) -> NDArray[np.int32]:
    """Fills the nodes of the tree; returns codes that no query tells apart, or none."""
    entropy, choice = entropy_arrays(weights), make_choice(table, weights)
    while (status := _lex_kernel(table, entropy, choice, orbits, nodes)) != _DONE:
        top = int(nodes.state[1]) - 1
        here = np.sort(nodes.codes[nodes.begin[top] : nodes.end[top]])
        if status == STUCK:
            return here
        nodes.state[2] = exact_best_queries(problem, here, weights)[0]
    return nodes.codes[:0]


def _histogram(nodes: _Nodes) -> tuple[int, ...]:
    """Codes found with each number of queries: at a node, those that no child has."""
    n = int(nodes.state[0])
    found = nodes.size[:n].astype(np.int64)
    np.subtract.at(found, nodes.parent[1:n], nodes.size[1:n])
    return tuple(int(x) for x in np.bincount(nodes.ply[:n] + 1, weights=found))


def _orbits(problem: SearchProblem, whole: bool) -> Orbits:
    return make_orbits(problem.symmetry if whole else None, len(problem.codes))


def _nodes(table: AnswerTable, left: NDArray[np.int32]) -> _Nodes:
    codes = len(left)
    columns = np.empty((3, 2 * codes), np.int32)
    waiting = np.empty((4, codes + 1), np.int32)
    nodes = _Nodes(
        parent=columns[0],
        answer=np.empty(2 * codes, np.uint16),
        query=columns[1],
        size=np.empty(2 * codes, np.uint32),
        total=np.empty(2 * codes, np.int64),
        ply=columns[2],
        # in the order of the queries that name them, which sorting by answers keeps
        codes=left[np.argsort(table.query_of[left], kind="stable")],
        before=np.empty(codes, np.int32),
        history=np.empty(codes, np.int32),
        begin=waiting[0],
        end=waiting[1],
        above=waiting[2],
        label=waiting[3],
        state=np.array([0, 0, -1]),
    )
    if codes > 1 or table.solved >= 0:
        waiting[:, 0] = 0, codes, -1, 0
        nodes.state[1] = 1
    return nodes


@kernel
def _lex_kernel(table: AnswerTable, entropy: Entropy, choice: Choice, orbits: Orbits, nodes: _Nodes) -> int:
    """Asks about all waiting sets and sums up; _DONE, or what kept it from choosing a query for the last of them."""
    state, codes = nodes.state, nodes.codes
    while state[1] > 0:
        top = state[1] - 1
        begin, end, above = nodes.begin[top], nodes.end[top], nodes.above[top]
        ply = nodes.ply[above] + 1 if above >= 0 else 0
        query = state[2]
        if query < 0 and table.solved >= 0:
            query = splitting_member_kernel(table, choice.parts.counts, codes[begin:end])
        if query < 0:
            row = NO_ROW
            if row_wanted(orbits, ply, end - begin):
                _history_kernel(nodes, above, ply)
                row = row_kernel(orbits, nodes.history[:ply])
            n = best_queries_kernel(table, entropy, choice, orbits, row, codes[begin:end], True)
            if n < 0:
                return n
            query = choice.tied[0]
        node = state[0]
        nodes.parent[node], nodes.answer[node], nodes.query[node] = above, nodes.label[top], query
        nodes.size[node] = nodes.total[node] = end - begin
        nodes.ply[node] = ply
        state[0], state[1], state[2] = node + 1, top, -1
        _divide_kernel(table, choice, nodes, node, begin, end)
    for node in range(state[0] - 1, 0, -1):
        nodes.total[nodes.parent[node]] += nodes.total[node]
    return _DONE


@kernel
def _history_kernel(nodes: _Nodes, node: int, ply: int) -> None:
    """Fill nodes.history with the queries asked up to a node, `ply` of them, that of the root first."""
    for i in range(ply - 1, -1, -1):
        nodes.history[i] = nodes.query[node]
        node = nodes.parent[node]


@kernel
def _divide_kernel(table: AnswerTable, choice: Choice, nodes: _Nodes, node: int, begin: int, end: int) -> None:
    """Sorts the codes of a node by their answers and lets every part that is asked about wait, the least answer last in."""
    row, codes, before = table.answers[nodes.query[node]], nodes.codes, nodes.before
    count, place = choice.parts.counts, choice.parts.mine
    for i in range(begin, end):
        count[row[codes[i]]] += 1
        before[i] = codes[i]
    stop = end
    for label in range(table.labels - 1, -1, -1):
        size = count[label]
        if size == 0:
            continue
        count[label] = 0
        place[label] = stop - size
        if (size > 1 or table.solved >= 0) and label != table.solved:
            top = nodes.state[1]
            nodes.begin[top], nodes.end[top], nodes.above[top], nodes.label[top] = stop - size, stop, node, label
            nodes.state[1] = top + 1
        stop -= size
    for i in range(begin, end):
        label = row[before[i]]
        codes[place[label]] = before[i]
        place[label] += 1
