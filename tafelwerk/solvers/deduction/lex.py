"""LEX: at every set of codes, the first of the queries of greatest Rényi entropy.

best_query.py chooses among queries that tie exactly; a single code is named. Queries in one orbit under the symmetries that keep
the queries asked tie, and all or none of them name a remaining code, so only the least of each orbit is evaluated.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.best_query import (
    STUCK,
    Chooser,
    best_queries_kernel,
    exact_best_queries,
    make_chooser,
    splitting_member_kernel,
)
from tafelwerk.solvers.deduction.entropy import EntropyWeights, entropy_arrays, entropy_weights
from tafelwerk.solvers.deduction.large import CELLS, best_choice
from tafelwerk.solvers.deduction.problem import SearchProblem, check_named, chosen_codes, none_tells_apart
from tafelwerk.solvers.deduction.symmetry import Indices, row_kernel
from tafelwerk.solvers.deduction.tree import StrategyTree, joined
from tafelwerk.solvers.machine.jit import kernel

_DONE = 0

_NONE_ASKED = np.empty(0, np.int32)


class CurvePoint(NamedTuple):
    """LEX with one order of entropy.

    Attributes:
        total: number of queries, summed over all codes.
        histogram: entry d is the number of codes found with d queries.
        first: index of the first query.
    """

    alpha: Alpha
    total: int
    histogram: tuple[int, ...]
    first: int


class _Nodes(NamedTuple):
    """The tree so far, one array per column, and the stack of open sets of codes, for which no query is chosen yet.

    Attributes:
        size: number of codes of each node.
        ply: number of queries asked before each node.
        codes: int32, shape (C,): every set is a range of it.
        before: int32, shape (C,): scratch.
        history: int32: the queries asked before the root, then scratch of C.
        open: int32, shape (C + 1, 4): begin and end of the range, parent and answer of every open set, the top one last.
        state: int64, shape (4,): number of nodes, number of open sets, the query of the top set if decided or -1, and the
            number of queries asked before the root.
    """

    parent: Indices
    answer: NDArray[np.uint16]
    query: Indices
    size: NDArray[np.uint32]
    total: NDArray[np.int64]
    ply: Indices
    codes: Indices
    before: Indices
    history: Indices
    open: Indices
    state: NDArray[np.int64]


def lex_tree(
    problem: SearchProblem,
    alpha: Alpha,
    *,
    codes: Sequence[int] | Indices | None = None,
    asked: Sequence[int] | None = None,
) -> StrategyTree:
    """The tree of the LEX strategy.

    Args:
        problem: the search problem.
        alpha: order of the entropy, None for infinity.
        codes: the codes left. Default: all.
        asked: queries asked before, whose answers left exactly these codes; they save time, by symmetry. None: unknown, if
            codes are given.

    Returns:
        The tree; its total, in queries, is total[0]. It has no nodes if a single code need not be named.

    Raises:
        InputError: alpha is out of range (see entropy_weights), codes are not distinct codes of the problem, or one of
            them can never be found.
    """
    left = chosen_codes(problem, codes)
    check_named(problem, left)
    if codes is not None and asked is None:
        problem = replace(problem, symmetry=None)
    history = np.array(asked or (), np.int32)
    if problem.scored is not None:
        weights = entropy_weights(alpha, min(len(left), max(1, CELLS // len(problem.queries))))
        return _large_tree(problem, weights, left, history)
    return _matrix_tree(problem, entropy_weights(alpha, len(left)), left, history)


def _matrix_tree(problem: SearchProblem, weights: EntropyWeights, left: Indices, asked: Indices) -> StrategyTree:
    """The tree for some codes of a problem with a matrix of answers."""
    chooser = make_chooser(problem, weights, symmetric=True, asked=len(asked))
    nodes = _lex(problem, weights, chooser, left, asked=asked)
    n = int(nodes.state[0])
    return StrategyTree(nodes.parent[:n], nodes.answer[:n], nodes.query[:n], nodes.size[:n], nodes.total[:n])


def _large_tree(problem: SearchProblem, weights: EntropyWeights, left: Indices, asked: Indices) -> StrategyTree:
    """The tree if answers are scored on demand; parts that fit a matrix are analysed separately.

    `weights` are for these parts.
    """
    if len(left) <= weights.n_max:
        part = problem.restricted(left)
        return _matrix_tree(part, weights, np.arange(len(left), dtype=np.int32), asked)
    choice = best_choice(problem, left, weights.alpha, asked)
    if choice is None:
        raise none_tells_apart(problem, left)
    answers = problem.answers[choice.query, left]
    below = {
        answer: _large_tree(problem, weights, left[answers == answer], np.append(asked, np.int32(choice.query)))
        for answer in np.unique(answers).tolist()
        if answer != problem.solved
    }
    return joined(choice.query, len(left), below)


def alpha_curve(problem: SearchProblem, alphas: Sequence[Alpha], *, first: int | None = None) -> list[CurvePoint]:
    """LEX for many orders of entropy.

    Args:
        problem: the search problem, of two codes or more.
        alphas: orders of the entropy, None for infinity.
        first: index of the first query for every order. Default: the best.

    Raises:
        InputError: an alpha is out of range (see entropy_weights), first is no query, or a code can never be found.
    """
    if first is not None and not 0 <= first < len(problem.queries):
        raise InputError(f"first: {first} must be the index of a query, 0 to {len(problem.queries) - 1}")
    if len(problem.codes) < 2:
        raise InputError("problem: a curve needs at least two codes to tell apart")
    left = chosen_codes(problem, None)
    check_named(problem, left)
    chooser = make_chooser(problem, entropy_weights(Fraction(0), len(left)), symmetric=True)
    curve = []
    for alpha in alphas:
        weights = entropy_weights(alpha, len(left))
        nodes = _lex(problem, weights, chooser._replace(entropy=entropy_arrays(weights)), left, first)
        curve.append(CurvePoint(alpha, int(nodes.total[0]), _histogram(nodes), int(nodes.query[0])))
    return curve


def best_queries(
    problem: SearchProblem, codes: Sequence[int] | Indices | None, alpha: Alpha, asked: Sequence[int] = ()
) -> Indices:
    """All queries of exactly greatest entropy; if any of them name a remaining code, only those.

    Args:
        problem: the search problem.
        codes: the codes left, None for all.
        alpha: order of the entropy, None for infinity.
        asked: queries asked before, whose answers left exactly these codes; they only save time, if answers are scored on
            demand.

    Returns:
        int32, in the order of the queries, that of LEX first; empty if no query splits the codes and none has to name one.

    Raises:
        InputError: alpha is out of range (see entropy_weights), or codes are not distinct codes of the problem.
    """
    left = chosen_codes(problem, codes)
    if problem.scored is not None and len(left) > 1:
        known = problem if codes is None or asked else replace(problem, symmetry=None)
        choice = best_choice(known, left, alpha, np.array(asked, np.int32))
        return _NONE_ASKED if choice is None else choice.tied
    return exact_best_queries(problem, left, entropy_weights(alpha, len(left)))


def _lex(
    problem: SearchProblem,
    weights: EntropyWeights,
    chooser: Chooser,
    left: Indices,
    first: int | None = None,
    asked: Indices = _NONE_ASKED,
) -> _Nodes:
    """The nodes of the tree after the queries asked; its first query is the best one, or `first`."""
    nodes = _nodes(problem, left, asked)
    if first is not None:
        nodes.state[2] = first
    while (status := _lex_kernel(chooser, nodes)) != _DONE:
        begin, end = nodes.open[nodes.state[1] - 1, :2]
        here = np.sort(nodes.codes[begin:end])
        if status == STUCK:
            raise none_tells_apart(problem, here)
        nodes.state[2] = exact_best_queries(problem, here, weights)[0]
    return nodes


def _histogram(nodes: _Nodes) -> tuple[int, ...]:
    """Codes found with each number of queries: at a node, those in none of its children."""
    n = int(nodes.state[0])
    found = nodes.size[:n].astype(np.int64)
    np.subtract.at(found, nodes.parent[1:n], nodes.size[1:n])
    return tuple(int(x) for x in np.bincount(nodes.ply[:n] + 1, weights=found))


def _nodes(problem: SearchProblem, left: Indices, asked: Indices) -> _Nodes:
    codes = len(left)
    nodes = _Nodes(
        parent=np.empty(2 * codes, np.int32),
        answer=np.empty(2 * codes, np.uint16),
        query=np.empty(2 * codes, np.int32),
        size=np.empty(2 * codes, np.uint32),
        total=np.empty(2 * codes, np.int64),
        ply=np.empty(2 * codes, np.int32),
        # in the order of the queries that name them, which sorting by answers preserves
        codes=left[np.argsort(problem.query_of[left], kind="stable")],
        before=np.empty(codes, np.int32),
        history=np.append(asked, np.empty(codes, np.int32)),
        open=np.empty((codes + 1, 4), np.int32),
        state=np.array([0, 0, -1, len(asked)]),
    )
    if codes > 1 or problem.solved >= 0:
        nodes.open[0] = 0, codes, -1, 0
        nodes.state[1] = 1
    return nodes


@kernel
def _lex_kernel(chooser: Chooser, nodes: _Nodes) -> int:
    """Process the stack of open sets, then sum totals. Returns _DONE, or why no query was chosen for the top set."""
    state, table = nodes.state, chooser.table
    while state[1] > 0:
        top = nodes.open[state[1] - 1]
        begin, end, above, label = top[0], top[1], top[2], top[3]
        codes = nodes.codes[begin:end]
        ply = nodes.ply[above] + 1 if above >= 0 else state[3]
        query = state[2]
        if query < 0 and table.solved >= 0:
            query = splitting_member_kernel(table, chooser.counts, codes)
        if query < 0:
            _history_kernel(nodes, above, ply)
            row = row_kernel(chooser.orbits, nodes.history[:ply], codes.shape[0])
            n = best_queries_kernel(chooser, row, codes, True)
            if n < 0:
                return n
            query = chooser.tied[0]
        node = state[0]
        nodes.parent[node], nodes.answer[node], nodes.query[node], nodes.ply[node] = above, label, query, ply
        nodes.size[node] = nodes.total[node] = end - begin
        state[0], state[1], state[2] = node + 1, state[1] - 1, -1
        _divide_kernel(chooser, nodes, node, begin, end)
    for node in range(state[0] - 1, 0, -1):
        nodes.total[nodes.parent[node]] += nodes.total[node]
    return _DONE


@kernel
def _history_kernel(nodes: _Nodes, node: int, ply: int) -> None:
    """Fill nodes.history with the `ply` queries on the path to a node, its own included, the first one first."""
    for i in range(ply - 1, nodes.state[3] - 1, -1):
        nodes.history[i] = nodes.query[node]
        node = nodes.parent[node]


@kernel
def _divide_kernel(chooser: Chooser, nodes: _Nodes, node: int, begin: int, end: int) -> None:
    """Sort the codes of a node by their answers and push every part that needs a query, the smallest answer on top."""
    table, count, place = chooser.table, chooser.counts, chooser.mine
    row, codes, before = table.answers[nodes.query[node]], nodes.codes, nodes.before
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
            one = nodes.open[nodes.state[1]]
            one[0], one[1], one[2], one[3] = stop - size, stop, node, label
            nodes.state[1] += 1
        stop -= size
    for i in range(begin, end):
        label = row[before[i]]
        codes[place[label]] = before[i]
        place[label] += 1
