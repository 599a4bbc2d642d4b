"""Entropy strategies: LEX asks the first of the queries of greatest Rényi entropy, MIX a uniformly random one of them.

LEX. best_query.py chooses among queries that tie exactly; a single code is named. Queries in one orbit under the symmetries that
keep the queries asked tie, and all or none of them name a remaining code, so only the least of each orbit is evaluated.

MIX. At a set of codes MIX takes the queries whose answers have exactly the greatest entropy H_alpha. If some of these name a
remaining code, it keeps only those. It asks one of them uniformly at random. A single code is named.

The probability of reaching a set after d queries is a product of d factors 1 / ties, summed over paths. All these probabilities
are integer multiples of 1 / (L_0 L_1 ... L_(d-1)), where L_i is the least common multiple of the numbers of ties after i queries.
They are stored as these integers, of any length, from the first query on, so nothing is rounded.

Sets are compared exactly: a hash finds a candidate, then the codes are compared. A set that some remaining code splits completely
is not stored: the tied queries are then all such codes, so one code is found by the next query and every other by the one after.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction.best_query import (
    CELLS,
    STUCK,
    UNDECIDED,
    Chooser,
    best_choice,
    best_queries_kernel,
    exact_best_queries,
    make_chooser,
    splitting_member_kernel,
)
from tafelwerk.solvers.deduction.partition_entropy import EntropyWeights, entropy_arrays, entropy_weights
from tafelwerk.solvers.deduction.search_problem import (
    Answers,
    SearchProblem,
    StrategyTree,
    check_named,
    chosen_codes,
    join_trees,
    none_tells_apart,
)
from tafelwerk.solvers.deduction.symmetry import EVERY, Indices, merge_kernel, row_kernel
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

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> int(lex_tree(mastermind(3, 3), Fraction(1)).total[0])
    73
    """
    left = chosen_codes(problem, codes)
    check_named(problem, left)
    if codes is not None and asked is None:
        problem = replace(problem, symmetry=None)
    history = np.array(asked or (), np.int32)
    if problem.on_demand is not None:
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
        part = problem.restrict(left)
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
    return join_trees(choice.query, len(left), below)


def alpha_curve(problem: SearchProblem, alphas: Sequence[Alpha], *, first: int | None = None) -> list[CurvePoint]:
    """LEX for many orders of entropy.

    Args:
        problem: the search problem, of two codes or more.
        alphas: orders of the entropy, None for infinity.
        first: index of the first query for every order. Default: the best.

    Raises:
        InputError: an alpha is out of range (see entropy_weights), first is no query, or a code can never be found.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> [point.total for point in alpha_curve(mastermind(2, 3), [Fraction(1), None])]
    [21, 24]
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

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> best_queries(mastermind(2, 3), None, Fraction(1)).tolist()
    [1, 2, 3, 5, 6, 7]
    """
    left = chosen_codes(problem, codes)
    if problem.on_demand is not None and len(left) > 1:
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
    codes = nodes.size[:n].astype(np.int64)
    np.subtract.at(codes, nodes.parent[1:n], nodes.size[1:n])
    return tuple(int(x) for x in np.bincount(nodes.ply[:n] + 1, weights=codes))


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
    table, count, begins = chooser.table, chooser.counts, chooser.mine
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
        begins[label] = stop - size
        if (size > 1 or table.solved >= 0) and label != table.solved:
            part = nodes.open[nodes.state[1]]
            part[0], part[1], part[2], part[3] = stop - size, stop, node, label
            nodes.state[1] += 1
        stop -= size
    for i in range(begin, end):
        label = row[before[i]]
        codes[begins[label]] = before[i]
        begins[label] += 1


MOST_STATES = 5_000_000
"""Default limit of stored sets of codes; a set takes about 100 bytes."""


STEPS_PER_STATE = 10
"""Greatest number of stored steps per set of the limit."""

FIRST_CAPACITY = 1 << 10
"""Number of sets of a ply allocated at first."""

_FULL = -3


class TooManySetsError(InputError):
    """The number of sets of codes exceeds the limit."""


@dataclass(frozen=True, slots=True)
class MixPlay:
    """Averages of MIX over its choices.

    Attributes:
        total: expected number of queries, summed over the codes.
        histogram: entry d: expected number of codes found with d queries; sums to the number of codes.
        states: number of sets of codes examined; after equally many queries, different up to symmetry.
    """

    total: Fraction
    histogram: tuple[Fraction, ...]
    states: int


@dataclass(frozen=True, eq=False, slots=True)
class Ply:
    """The n sets that MIX can reach after some number of queries, and the e steps of the next query.

    Of the `ties` equally likely queries at a set, `weight` lead to the set `child` of the next ply, if that contains the code.

    Attributes:
        ties: int64, shape (n,).
        soon: int64, shape (n, 3): number of codes, summed over the tied queries, found by the next query, the second and the
            third, and in no set of the next ply.
        first: int64, shape (n + 1,): the steps of set i are first[i] to first[i + 1] - 1.
        child: int32, shape (e,).
        weight: int64, shape (e,).
    """

    ties: NDArray[np.int64]
    soon: NDArray[np.int64]
    first: NDArray[np.int64]
    child: Indices
    weight: NDArray[np.int64]


class _Sets(NamedTuple):
    """The sets of a ply and the steps that lead to them, with capacity for more.

    Attributes:
        start: int64: the codes of set i are codes[start[i]:start[i + 1]].
        codes: int32.
        history: int32, shape (sets, plies): the queries of one history leading to each set, for its symmetries.
        hashes: uint64.
        child, weight: as in Ply.
        table: int32: hash table of indices of sets, -1 if empty; its length is a power of two, at most half of it is used.
    """

    start: NDArray[np.int64]
    codes: Indices
    history: Indices
    hashes: NDArray[np.uint64]
    child: Indices
    weight: NDArray[np.int64]
    table: Indices


class _Split(NamedTuple):
    """Scratch for the parts of a set, and the progress within the ply.

    Attributes:
        tally: int32, shape (labels,), 0 between calls.
        begins: int64, shape (labels,).
        hash: uint64, shape (labels,).
        part: int32, shape (C,): the codes by answer.
        zobrist: uint64, shape (C,): hashes of codes.
        weight: int64, shape (Q,): size of the orbit of each tied query listed.
        at: int64, shape (6,): the set and the tied query reached; the number of tied queries listed there, 0 before they are
            known; the numbers of sets, codes and steps written.
    """

    tally: Indices
    begins: NDArray[np.int64]
    hash: NDArray[np.uint64]
    part: Indices
    zobrist: NDArray[np.uint64]
    weight: NDArray[np.int64]
    at: NDArray[np.int64]


_STATE, _TIE, _TIED, _SETS, _CODES, _STEPS = range(6)
"""Indices in _Split.at."""


def mix_play(
    problem: SearchProblem,
    alpha: Alpha,
    *,
    codes: Sequence[int] | Indices | None = None,
    most_states: int = MOST_STATES,
) -> MixPlay:
    """The exact average of MIX under H_alpha, over codes and choices.

    Args:
        problem: the search problem.
        alpha: order of the entropy; None is infinity.
        codes: the codes left, without symmetries. Default: all, with symmetries.
        most_states: greatest number of sets of codes.

    Raises:
        InputError: codes are not distinct codes of the problem, or one of them can never be found; alpha is negative or
            too great; there are more than `most_states` sets.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> mix_play(mastermind(3, 3), Fraction(1)).total
    Fraction(73, 1)
    """
    left = chosen_codes(problem, codes)
    if most_states < 1:
        raise InputError(f"most_states: {most_states} must be at least 1")
    check_named(problem, left)
    if len(left) == 1:
        histogram = [Fraction(0), Fraction(1)] if problem.solved >= 0 else [Fraction(1)]
        states = 1
    else:
        plies = enumerate_mix(problem, left, alpha, most_states)
        histogram = _mix_histogram(plies)
        states = sum(len(ply.ties) for ply in plies)
    total = sum((queries * count for queries, count in enumerate(histogram)), Fraction(0))
    return MixPlay(total, tuple(histogram), states)


def _mix_histogram(plies: list[Ply]) -> list[Fraction]:
    """Mean number of codes found with each number of queries."""
    histogram = [Fraction(0)] * (len(plies) + 3)
    chances, denominator = [1], 1
    for queries, ply in enumerate(plies):
        # in lowest terms, the denominators stay far shorter
        common = np.gcd(ply.ties, np.gcd.reduce(ply.soon, axis=1))
        steps = np.diff(ply.first)
        leads = steps > 0
        if leads.any():
            common[leads] = np.gcd(common[leads], np.gcd.reduceat(ply.weight, ply.first[:-1][leads]))
        ties = (ply.ties // common).tolist()
        multiple = lcm(*set(ties))
        denominator *= multiple
        shares = [chance * (multiple // tied) for chance, tied in zip(chances, ties, strict=True)]
        for later, counts in enumerate((ply.soon // common[:, None]).T.tolist(), start=1):
            count = sum(share * c for share, c in zip(shares, counts, strict=True) if c)
            histogram[queries + later] += Fraction(count, denominator)
        source = np.repeat(np.arange(len(ties)), steps)
        weights = (ply.weight // common[source]).tolist()
        chances = [0] * (int(ply.child.max()) + 1 if len(ply.child) else 0)
        for child, share, weight in zip(ply.child.tolist(), source.tolist(), weights, strict=True):
            chances[child] += shares[share] * weight
    while not histogram[-1]:
        histogram.pop()
    return histogram


def enumerate_mix(problem: SearchProblem, codes: Indices, alpha: Alpha, most_states: int) -> list[Ply]:
    """All sets that MIX can reach, ply by ply; the first ply is `codes` alone.

    Args:
        problem: the search problem.
        codes: int32, ascending, at least 2: the codes left. Symmetries are used if these are all.
        alpha: order of the entropy.
        most_states: largest number of sets of codes.

    Raises:
        InputError: no query tells two codes apart; or alpha, as in `entropy_weights`.
        TooManySetsError: there are more sets than `most_states`.
    """
    weights = entropy_weights(alpha, len(codes))
    subproblem = _restrict(problem, codes)
    chooser = make_chooser(subproblem, weights, symmetric=True)
    split = _make_split(chooser)
    at = split.at
    sets = _new_sets(1, len(codes), 0, 0)
    sets.codes[:] = np.arange(len(codes))
    sets.start[1] = len(codes)
    n, states = 1, 0
    plies: list[Ply] = []
    while n:
        states += n
        ties, soon, first = np.zeros(n, np.int64), np.zeros((n, 3), np.int64), np.zeros(n + 1, np.int64)
        reached = _new_sets(FIRST_CAPACITY, 8 * FIRST_CAPACITY, 2 * FIRST_CAPACITY, len(plies) + 1)
        at[:] = 0
        while True:
            status = _expand_kernel(chooser, split, sets, ties, soon, first, reached)
            if states + at[_SETS] > most_states or at[_STEPS] > STEPS_PER_STATE * most_states:
                raise TooManySetsError(
                    f"MIX under H_{'inf' if alpha is None else alpha} can be left with more than {most_states:,} sets of "
                    "codes here; use another order of entropy, the tie rule lex, or a smaller game"
                )
            if status == _DONE:
                break
            left = sets.codes[sets.start[at[_STATE]] : sets.start[at[_STATE] + 1]]
            if status == STUCK:
                raise none_tells_apart(subproblem, left)
            if status == UNDECIDED:
                best = exact_best_queries(subproblem, left, weights)
                chooser.tied[: len(best)] = best
                at[_TIED] = merge_kernel(
                    chooser.orbits, sets.history[at[_STATE]], chooser.tied, len(best), split.weight
                )
            else:
                reached = _grow_sets(reached, at, len(left))
        plies.append(Ply(ties, soon, first, reached.child[: at[_STEPS]], reached.weight[: at[_STEPS]]))
        sets, n = reached, int(at[_SETS])
    return plies


def _restrict(problem: SearchProblem, codes: Indices) -> SearchProblem:
    """The problem of finding one of these codes; without symmetries unless these are all codes."""
    if len(codes) == len(problem.codes):
        return problem
    # the last entry is for queries that name no code
    number = np.full(len(problem.codes) + 1, -1, np.int32)
    number[codes] = np.arange(len(codes))
    return replace(
        problem,
        codes=tuple(problem.codes[code] for code in codes.tolist()),
        answers=cast(Answers, np.ascontiguousarray(problem.answers[:, codes])),
        code_of=number[problem.code_of],
        symmetry=None,
        columns=None,
    )


def _make_split(chooser: Chooser) -> _Split:
    labels, codes = chooser.table.labels, len(chooser.left)
    return _Split(
        tally=np.zeros(labels, np.int32),
        begins=np.empty(labels, np.int64),
        hash=np.empty(labels, np.uint64),
        part=np.empty(codes, np.int32),
        zobrist=np.random.default_rng(1).integers(0, 1 << 64, codes, np.uint64),
        weight=np.empty(len(chooser.tied), np.int64),
        at=np.zeros(6, np.int64),
    )


def _new_sets(sets: int, codes: int, steps: int, plies: int) -> _Sets:
    return _Sets(
        start=np.zeros(sets + 1, np.int64),
        codes=np.empty(codes, np.int32),
        history=np.empty((sets, plies), np.int32),
        hashes=np.empty(sets, np.uint64),
        child=np.empty(steps, np.int32),
        weight=np.empty(steps, np.int64),
        table=np.full(1 << (2 * sets - 1).bit_length(), -1, np.int32),
    )


def _grow_sets(reached: _Sets, at: NDArray[np.int64], codes: int) -> _Sets:
    """The ply with more capacity, enough for one more query at a set of `codes` codes."""
    sets, members, steps = (max(2 * int(used), int(used) + codes) for used in (at[_SETS], at[_CODES], at[_STEPS]))
    sets, members, steps = (
        max(sets, len(reached.hashes)),
        max(members, len(reached.codes)),
        max(steps, len(reached.child)),
    )
    more = _new_sets(sets, members, steps, reached.history.shape[1])
    old: tuple[NDArray[Any], ...] = reached[:-1]
    new: tuple[NDArray[Any], ...] = more[:-1]
    for column, larger in zip(old, new, strict=True):
        larger[: len(column)] = column
    _fill_kernel(more.hashes, int(at[_SETS]), more.table)
    return more


@kernel
def _fill_kernel(hashes: NDArray[np.uint64], sets: int, table: Indices) -> None:
    for number in range(sets):
        slot = _slot_kernel(hashes[number], table)
        while table[slot] >= 0:
            slot = (slot + 1) & (table.shape[0] - 1)
        table[slot] = number


@kernel
def _slot_kernel(hashed: int, table: Indices) -> int:
    """The slot of a set without collisions."""
    return int(np.int64(hashed >> np.uint64(1)) & (table.shape[0] - 1))


@kernel
def _expand_kernel(
    chooser: Chooser,
    split: _Split,
    sets: _Sets,
    ties: NDArray[np.int64],
    soon: NDArray[np.int64],
    first: NDArray[np.int64],
    reached: _Sets,
) -> int:
    """Fill ties, soon and first of Ply from split.at on. Returns _DONE, or UNDECIDED, STUCK or _FULL at the current set."""
    at, solved = split.at, chooser.table.solved
    while at[_STATE] < ties.shape[0]:
        state = at[_STATE]
        codes, history = sets.codes[sets.start[state] : sets.start[state + 1]], sets.history[state]
        if at[_TIED] == 0:
            n = _ties_kernel(chooser, codes, history, split.weight)
            if n < 0:
                return n
            at[_TIED] = n
        if at[_TIE] == 0:
            ties[state] = 0
            for i in range(at[_TIED]):
                ties[state] += split.weight[i]
            if chooser.apart[0]:
                soon[state, 1 if solved >= 0 else 0] = ties[state] * codes.shape[0]
                at[_TIE] = at[_TIED]
        while at[_TIE] < at[_TIED]:
            # a query leads to fewer sets than there are codes
            if (
                at[_CODES] + codes.shape[0] > reached.codes.shape[0]
                or at[_SETS] + codes.shape[0] > reached.hashes.shape[0]
                or at[_STEPS] + codes.shape[0] > reached.child.shape[0]
            ):
                return _FULL
            _split_kernel(chooser, split, codes, history, soon[state], reached)
            at[_TIE] += 1
        at[_STATE] += 1
        at[_TIE] = at[_TIED] = 0
        first[at[_STATE]] = at[_STEPS]
    return _DONE


@kernel
def _ties_kernel(chooser: Chooser, codes: Indices, history: Indices, weight: NDArray[np.int64]) -> int:
    """Fill chooser.tied, the least query per orbit, and weight, the sizes of orbits. Returns their number or the failure."""
    row = row_kernel(chooser.orbits, history, codes.shape[0])
    n = best_queries_kernel(chooser, row, codes, False)
    if row == EVERY:
        return merge_kernel(chooser.orbits, history, chooser.tied, n, weight)
    for i in range(n):
        weight[i] = chooser.orbits.size[row, chooser.tied[i]]
    return n


@kernel
def _split_kernel(
    chooser: Chooser, split: _Split, codes: Indices, history: Indices, soon: NDArray[np.int64], reached: _Sets
) -> None:
    """Add the results of the current tied query to `soon` and to the steps, times its weight."""
    table, tally, at = chooser.table, split.tally, split.at
    query, weight = chooser.tied[at[_TIE]], split.weight[at[_TIE]]
    row = table.answers[query]
    for i in range(codes.shape[0]):
        answer = row[codes[i]]
        if tally[answer] == 0:
            split.hash[answer] = 0
        tally[answer] += 1
        split.hash[answer] ^= split.zobrist[codes[i]]
    end = 0
    for i in range(codes.shape[0]):
        answer = row[codes[i]]
        # a negative tally: the place is known
        if tally[answer] > 0:
            split.begins[answer] = end
            end += tally[answer]
            tally[answer] = -tally[answer]
        split.part[split.begins[answer]] = codes[i]
        split.begins[answer] += 1
    begin = 0
    while begin < codes.shape[0]:
        answer = row[split.part[begin]]
        size = -tally[answer]
        part = split.part[begin : begin + size]
        tally[answer] = 0
        if answer == table.solved:
            soon[0] += weight
        elif size == 1:
            soon[1 if table.solved >= 0 else 0] += weight
        elif table.solved >= 0 and splitting_member_kernel(table, chooser.counts, part) >= 0:
            soon[1] += weight
            soon[2] += weight * (size - 1)
        else:
            child = _find_kernel(part, split.hash[answer], reached, at)
            if child == at[_SETS]:
                for k in range(history.shape[0]):
                    reached.history[child, k] = history[k]
                reached.history[child, history.shape[0]] = query
                at[_SETS] += 1
            reached.child[at[_STEPS]] = child
            reached.weight[at[_STEPS]] = weight
            at[_STEPS] += 1
        begin += size


@kernel
def _find_kernel(part: Indices, hashed: int, reached: _Sets, at: NDArray[np.int64]) -> int:
    """Index of a set among those of the ply; a new set is written there, but not counted yet."""
    table = reached.table
    slot = _slot_kernel(hashed, table)
    while table[slot] >= 0:
        number = table[slot]
        begin = reached.start[number]
        if reached.hashes[number] == hashed and reached.start[number + 1] - begin == part.shape[0]:
            i = 0
            while i < part.shape[0] and reached.codes[begin + i] == part[i]:
                i += 1
            if i == part.shape[0]:
                return int(number)
        slot = (slot + 1) & (table.shape[0] - 1)
    new, begin = at[_SETS], at[_CODES]
    table[slot] = new
    for i in range(part.shape[0]):
        reached.codes[begin + i] = part[i]
    at[_CODES] += part.shape[0]
    reached.start[new + 1] = at[_CODES]
    reached.hashes[new] = hashed
    return int(new)
