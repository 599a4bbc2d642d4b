"""MIX: at every node, a uniformly random query among those of greatest Rényi entropy; exact over all choices.

At a set of codes MIX takes the queries whose answers have exactly the greatest entropy H_alpha. If some of these name a
remaining code, it keeps only those. It asks one of them uniformly at random. A single code is named.

Exactness. The probability of reaching a set after d queries is a product of d factors 1 / ties, summed over paths. All these
probabilities are integer multiples of 1 / (L_0 L_1 ... L_(d-1)), where L_i is the least common multiple of the numbers of ties
after i queries. They are stored as these integers, of any length, from the first query on, so nothing is rounded.

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
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.best_query import (
    STUCK,
    UNDECIDED,
    Chooser,
    best_queries_kernel,
    exact_best_queries,
    make_chooser,
    splitting_member_kernel,
)
from tafelwerk.solvers.deduction.entropy import entropy_weights
from tafelwerk.solvers.deduction.problem import Answers, SearchProblem, check_named, chosen_codes, none_tells_apart
from tafelwerk.solvers.deduction.symmetry import EVERY, Indices, merge_kernel, row_kernel
from tafelwerk.solvers.machine.jit import kernel

MOST_STATES = 5_000_000
"""Default limit of stored sets of codes; a set takes about 100 bytes."""


STEPS_PER_STATE = 10
"""Greatest number of stored steps per set of the limit."""

FIRST_CAPACITY = 1 << 10
"""Number of sets of a ply allocated at first."""

_DONE, _FULL = 0, -3


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
        found: int64, shape (n, 3): number of codes, summed over the tied queries, found by the next query, the second and the
            third, and in no set of the next ply.
        first: int64, shape (n + 1,): the steps of set i are first[i] to first[i + 1] - 1.
        child: int32, shape (e,).
        weight: int64, shape (e,).
    """

    ties: NDArray[np.int64]
    found: NDArray[np.int64]
    first: NDArray[np.int64]
    child: Indices
    weight: NDArray[np.int64]


class _Sets(NamedTuple):
    """The sets of a ply and the steps that lead to them, with capacity for more.

    Attributes:
        start: int64: the codes of set i are codes[start[i]:start[i + 1]].
        codes: int32.
        asked: int32, shape (sets, plies): the queries of one history leading to each set, for its symmetries.
        hashes: uint64.
        child, weight: as in Ply.
        table: int32: hash table of indices of sets, -1 if empty; its length is a power of two, at most half of it is used.
    """

    start: NDArray[np.int64]
    codes: Indices
    asked: Indices
    hashes: NDArray[np.uint64]
    child: Indices
    weight: NDArray[np.int64]
    table: Indices


class _Split(NamedTuple):
    """Scratch for the parts of a set, and the progress within the ply.

    Attributes:
        tally: int32, shape (labels,), 0 between calls.
        place: int64, shape (labels,).
        hash: uint64, shape (labels,).
        part: int32, shape (C,): the codes by answer.
        zobrist: uint64, shape (C,): hashes of codes.
        weight: int64, shape (Q,): size of the orbit of each tied query listed.
        at: int64, shape (6,): the set and the tied query reached; the number of tied queries listed there, 0 before they are
            known; the numbers of sets, codes and steps written.
    """

    tally: Indices
    place: NDArray[np.int64]
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
    """
    left = chosen_codes(problem, codes)
    if most_states < 1:
        raise InputError(f"most_states: {most_states} must be at least 1")
    check_named(problem, left)
    if len(left) == 1:
        found = [Fraction(0), Fraction(1)] if problem.solved >= 0 else [Fraction(1)]
        states = 1
    else:
        plies = enumerate_mix(problem, left, alpha, most_states)
        found = _found(plies)
        states = sum(len(ply.ties) for ply in plies)
    total = sum((queries * count for queries, count in enumerate(found)), Fraction(0))
    return MixPlay(total, tuple(found), states)


def _found(plies: list[Ply]) -> list[Fraction]:
    """Mean number of codes found with each number of queries."""
    found = [Fraction(0)] * (len(plies) + 3)
    chances, denominator = [1], 1
    for asked, ply in enumerate(plies):
        # in lowest terms, the denominators stay far shorter
        common = np.gcd(ply.ties, np.gcd.reduce(ply.found, axis=1))
        steps = np.diff(ply.first)
        leads = steps > 0
        if leads.any():
            common[leads] = np.gcd(common[leads], np.gcd.reduceat(ply.weight, ply.first[:-1][leads]))
        ties = (ply.ties // common).tolist()
        multiple = lcm(*set(ties))
        denominator *= multiple
        shares = [chance * (multiple // tied) for chance, tied in zip(chances, ties, strict=True)]
        for later, counts in enumerate((ply.found // common[:, None]).T.tolist(), start=1):
            count = sum(share * c for share, c in zip(shares, counts, strict=True) if c)
            found[asked + later] += Fraction(count, denominator)
        source = np.repeat(np.arange(len(ties)), steps)
        weights = (ply.weight // common[source]).tolist()
        chances = [0] * (int(ply.child.max()) + 1 if len(ply.child) else 0)
        for child, share, weight in zip(ply.child.tolist(), source.tolist(), weights, strict=True):
            chances[child] += shares[share] * weight
    while not found[-1]:
        found.pop()
    return found


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
    rest = _restricted(problem, codes)
    chooser = make_chooser(rest, weights, symmetric=True)
    split = _make_split(chooser)
    at = split.at
    sets = _new_sets(1, len(codes), 0, 0)
    sets.codes[:] = np.arange(len(codes))
    sets.start[1] = len(codes)
    n, states = 1, 0
    plies: list[Ply] = []
    while n:
        states += n
        ties, found, first = np.zeros(n, np.int64), np.zeros((n, 3), np.int64), np.zeros(n + 1, np.int64)
        reached = _new_sets(FIRST_CAPACITY, 8 * FIRST_CAPACITY, 2 * FIRST_CAPACITY, len(plies) + 1)
        at[:] = 0
        while True:
            status = _expand_kernel(chooser, split, sets, ties, found, first, reached)
            if states + at[_SETS] > most_states or at[_STEPS] > STEPS_PER_STATE * most_states:
                raise TooManySetsError(
                    f"MIX under H_{'inf' if alpha is None else alpha} can be left with more than {most_states:,} sets of "
                    "codes here; use another order of entropy, the tie rule lex, or a smaller game"
                )
            if status == _DONE:
                break
            left = sets.codes[sets.start[at[_STATE]] : sets.start[at[_STATE] + 1]]
            if status == STUCK:
                raise none_tells_apart(rest, left)
            if status == UNDECIDED:
                best = exact_best_queries(rest, left, weights)
                chooser.tied[: len(best)] = best
                at[_TIED] = merge_kernel(chooser.orbits, sets.asked[at[_STATE]], chooser.tied, len(best), split.weight)
            else:
                reached = _grown(reached, at, len(left))
        plies.append(Ply(ties, found, first, reached.child[: at[_STEPS]], reached.weight[: at[_STEPS]]))
        sets, n = reached, int(at[_SETS])
    return plies


def _restricted(problem: SearchProblem, codes: Indices) -> SearchProblem:
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
        place=np.empty(labels, np.int64),
        hash=np.empty(labels, np.uint64),
        part=np.empty(codes, np.int32),
        zobrist=np.random.default_rng(1).integers(0, 1 << 64, codes, np.uint64),
        weight=np.empty(len(chooser.tied), np.int64),
        at=np.zeros(6, np.int64),
    )


def _new_sets(sets: int, codes: int, steps: int, asked: int) -> _Sets:
    return _Sets(
        start=np.zeros(sets + 1, np.int64),
        codes=np.empty(codes, np.int32),
        asked=np.empty((sets, asked), np.int32),
        hashes=np.empty(sets, np.uint64),
        child=np.empty(steps, np.int32),
        weight=np.empty(steps, np.int64),
        table=np.full(1 << (2 * sets - 1).bit_length(), -1, np.int32),
    )


def _grown(reached: _Sets, at: NDArray[np.int64], codes: int) -> _Sets:
    """The ply with more capacity, enough for one more query at a set of `codes` codes."""
    sets, kept, steps = (max(2 * int(used), int(used) + codes) for used in (at[_SETS], at[_CODES], at[_STEPS]))
    sets, kept, steps = max(sets, len(reached.hashes)), max(kept, len(reached.codes)), max(steps, len(reached.child))
    more = _new_sets(sets, kept, steps, reached.asked.shape[1])
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
    found: NDArray[np.int64],
    first: NDArray[np.int64],
    reached: _Sets,
) -> int:
    """Fill ties, found and first of Ply from split.at on. Returns _DONE, or UNDECIDED, STUCK or _FULL at the current set."""
    at, solved = split.at, chooser.table.solved
    while at[_STATE] < ties.shape[0]:
        state = at[_STATE]
        codes, history = sets.codes[sets.start[state] : sets.start[state + 1]], sets.asked[state]
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
                found[state, 1 if solved >= 0 else 0] = ties[state] * codes.shape[0]
                at[_TIE] = at[_TIED]
        while at[_TIE] < at[_TIED]:
            # a query leads to fewer sets than there are codes
            if (
                at[_CODES] + codes.shape[0] > reached.codes.shape[0]
                or at[_SETS] + codes.shape[0] > reached.hashes.shape[0]
                or at[_STEPS] + codes.shape[0] > reached.child.shape[0]
            ):
                return _FULL
            _split_kernel(chooser, split, codes, history, found[state], reached)
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
    chooser: Chooser, split: _Split, codes: Indices, history: Indices, found: NDArray[np.int64], reached: _Sets
) -> None:
    """Add the results of the current tied query to `found` and to the steps, times its weight."""
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
            split.place[answer] = end
            end += tally[answer]
            tally[answer] = -tally[answer]
        split.part[split.place[answer]] = codes[i]
        split.place[answer] += 1
    begin = 0
    while begin < codes.shape[0]:
        answer = row[split.part[begin]]
        size = -tally[answer]
        part = split.part[begin : begin + size]
        tally[answer] = 0
        if answer == table.solved:
            found[0] += weight
        elif size == 1:
            found[1 if table.solved >= 0 else 0] += weight
        elif table.solved >= 0 and splitting_member_kernel(table, chooser.counts, part) >= 0:
            found[1] += weight
            found[2] += weight * (size - 1)
        else:
            child = _find_kernel(part, split.hash[answer], reached, at)
            if child == at[_SETS]:
                for k in range(history.shape[0]):
                    reached.asked[child, k] = history[k]
                reached.asked[child, history.shape[0]] = query
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
