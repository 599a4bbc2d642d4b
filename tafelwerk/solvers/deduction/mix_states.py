"""The sets of codes that MIX can be left with, query by query, and how it gets from one to the next.

Sets are told apart exactly: a hash finds a candidate, then the codes are compared. A set that some code left over splits
completely needs no place of its own: the tied queries are then all such codes, so that one code is found by the next
query and every other by the one after.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.best_query import (
    STUCK,
    UNDECIDED,
    Choice,
    best_queries_kernel,
    exact_best_queries,
    make_choice,
    splitting_member_kernel,
)
from tafelwerk.solvers.deduction.entropy import entropy_weights
from tafelwerk.solvers.deduction.orbits import NO_ROW, Orbits, make_orbits, merge_kernel, row_kernel, row_wanted
from tafelwerk.solvers.deduction.partitions import AnswerTable, Entropy, answer_table, entropy_arrays
from tafelwerk.solvers.deduction.problem import Answers, SearchProblem
from tafelwerk.solvers.machine.jit import kernel


class TooManySetsError(InputError):
    """More sets of codes than were allowed."""


STEPS_A_STATE = 10
"""Steps kept, at most, for every set of the limit."""

FIRST_ROOM = 1 << 10
"""Sets of a ply for which there is room at first."""

_DONE, _ROOM = 0, -3

_NO_CHILD, _NO_WEIGHT = np.empty(0, np.int32), np.empty(0, np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Ply:
    """The n sets that MIX can be left with after so many queries, and what the next query does; e steps.

    Of the `ties` equally likely queries at a set, weight of them lead to the set `child` of the next ply, if it holds the
    code. `found` counts codes, summed over the tied queries, that the next query finds, the second, and the third, and
    that are in no set of the next ply.

    Attributes:
        ties: int64, shape (n,).
        found: int64, shape (n, 3).
        first: int64, shape (n + 1,): the steps of set i are first[i] to first[i + 1] - 1.
        child: int32, shape (e,).
        weight: int64, shape (e,).
    """

    ties: NDArray[np.int64]
    found: NDArray[np.int64]
    first: NDArray[np.int64]
    child: NDArray[np.int32]
    weight: NDArray[np.int64]


class _Sets(NamedTuple):
    """n sets: start (n + 1,) into codes; the queries asked (n, plies), by which symmetries are known. A set may be left after
    several histories; one of them is kept."""

    start: NDArray[np.int64]
    codes: NDArray[np.int32]
    asked: NDArray[np.int32]


class _Reached(NamedTuple):
    """The sets of the next ply and the steps there, with room for more.

    start, codes, asked: as in _Sets; hashes (n,). child, weight: as in Ply. table: int32, a power of two of them, at most
    half of them used: hash table of numbers of sets, -1 where empty.
    """

    start: NDArray[np.int64]
    codes: NDArray[np.int32]
    asked: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    child: NDArray[np.int32]
    weight: NDArray[np.int64]
    table: NDArray[np.int32]


class _Split(NamedTuple):
    """Room for the parts of a set: tally int32, place int64 and hash uint64 (A,), tally 0 between calls; part int32 (C,),
    the codes by answer; zobrist uint64 (C,), the hashes of codes; weight int64 (Q,): for each tied query at hand, of how
    many it is the least. at int64 (6,): how far it is; see below."""

    tally: NDArray[np.int32]
    place: NDArray[np.int64]
    hash: NDArray[np.uint64]
    part: NDArray[np.int32]
    zobrist: NDArray[np.uint64]
    weight: NDArray[np.int64]
    at: NDArray[np.int64]


_STATE, _TIE, _TIED, _SETS, _CODES, _STEPS = range(6)
"""Places in _Split.at: the set and the tied query reached; how many queries are at hand there, 0 before they are known;
sets, codes and steps written."""


def enumerate_mix(problem: SearchProblem, codes: NDArray[np.int32], alpha: Alpha, most_states: int) -> list[Ply]:
    """All sets that MIX can be left with, ply by ply; the first holds `codes` alone.

    Args:
        problem: the search problem.
        codes: int32, ascending, at least 2: the codes left. Symmetries are used where these are all.
        alpha: order of the entropy.
        most_states: sets of codes at which to give up.

    Raises:
        InputError: two codes that no query tells apart; more sets than `most_states`; alpha as of `entropy_weights`.
    """
    weights = entropy_weights(alpha, len(codes))
    rest = _restricted(problem, codes)
    table, entropy, orbits = answer_table(rest), entropy_arrays(weights), make_orbits(rest.symmetry, len(codes))
    choice, split = make_choice(table, weights), _make_split(table)
    every = np.arange(len(codes), dtype=np.int32)
    sets = _Sets(np.array([0, len(codes)], np.int64), every, np.empty((1, 0), np.int32))
    at = split.at
    plies: list[Ply] = []
    states = 0
    while len(sets.asked):
        n = len(sets.asked)
        states += n
        ply = Ply(np.zeros(n, np.int64), np.zeros((n, 3), np.int64), np.zeros(n + 1, np.int64), _NO_CHILD, _NO_WEIGHT)
        reached = _new_reached(FIRST_ROOM, 8 * FIRST_ROOM, 2 * FIRST_ROOM, len(plies) + 1)
        at[:] = 0
        while True:
            status = _expand_kernel(
                table, entropy, choice, orbits, split, sets, ply.ties, ply.found, ply.first, reached
            )
            if states + at[_SETS] > most_states or at[_STEPS] > STEPS_A_STATE * most_states:
                raise TooManySetsError(
                    f"MIX under H_{'inf' if alpha is None else alpha} can be left with more than {most_states:,} sets of "
                    "codes here: take another order of entropy, the tie rule lex, or a smaller game"
                )
            if status == _DONE:
                break
            left = sets.codes[sets.start[at[_STATE]] : sets.start[at[_STATE] + 1]]
            if status == STUCK:
                one, two = (rest.codes[code] for code in left[:2])
                raise InputError(f"problem: no query tells {one} from {two}, so that neither can be found")
            if status == UNDECIDED:
                best = exact_best_queries(rest, left, weights)
                choice.tied[: len(best)] = best
                at[_TIED] = merge_kernel(orbits, sets.asked[at[_STATE]], choice.tied, len(best), split.weight)
            else:
                reached = _grown(reached, at, len(left))
        plies.append(replace(ply, child=reached.child[: at[_STEPS]], weight=reached.weight[: at[_STEPS]]))
        sets = _Sets(reached.start[: at[_SETS] + 1], reached.codes, reached.asked[: at[_SETS]])
    return plies


def _restricted(problem: SearchProblem, codes: NDArray[np.int32]) -> SearchProblem:
    """The problem of finding one of these codes, which no symmetries are known of unless they are all."""
    if len(codes) == len(problem.codes):
        return problem
    # the last place answers for queries that name no code
    number = np.full(len(problem.codes) + 1, -1, np.int32)
    number[codes] = np.arange(len(codes))
    return replace(
        problem,
        codes=tuple(problem.codes[code] for code in codes.tolist()),
        answers=cast(Answers, np.ascontiguousarray(problem.answers[:, codes])),
        code_of=number[problem.code_of],
        symmetry=None,
    )


def _make_split(table: AnswerTable) -> _Split:
    codes = table.answers.shape[1]
    return _Split(
        tally=np.zeros(table.labels, np.int32),
        place=np.empty(table.labels, np.int64),
        hash=np.empty(table.labels, np.uint64),
        part=np.empty(codes, np.int32),
        zobrist=np.random.default_rng(1).integers(0, 1 << 64, codes, np.uint64),
        weight=np.empty(len(table.answers), np.int64),
        at=np.zeros(6, np.int64),
    )


def _new_reached(sets: int, codes: int, steps: int, asked: int) -> _Reached:
    return _Reached(
        np.zeros(sets + 1, np.int64),
        np.empty(codes, np.int32),
        np.empty((sets, asked), np.int32),
        np.empty(sets, np.uint64),
        np.empty(steps, np.int32),
        np.empty(steps, np.int64),
        np.full(1 << (2 * sets - 1).bit_length(), -1, np.int32),
    )


def _grown(reached: _Reached, at: NDArray[np.int64], codes: int) -> _Reached:
    """The same with more room, enough for one more query at a set of so many codes."""
    sets, kept, steps = (max(2 * used, used + codes) for used in (int(at[_SETS]), int(at[_CODES]), int(at[_STEPS])))
    sets, kept, steps = max(sets, len(reached.hashes)), max(kept, len(reached.codes)), max(steps, len(reached.child))
    more = _new_reached(sets, kept, steps, reached.asked.shape[1])
    more.start[: at[_SETS] + 1] = reached.start[: at[_SETS] + 1]
    more.codes[: at[_CODES]] = reached.codes[: at[_CODES]]
    more.asked[: at[_SETS]] = reached.asked[: at[_SETS]]
    more.hashes[: at[_SETS]] = reached.hashes[: at[_SETS]]
    more.child[: at[_STEPS]] = reached.child[: at[_STEPS]]
    more.weight[: at[_STEPS]] = reached.weight[: at[_STEPS]]
    _fill_kernel(more.hashes, int(at[_SETS]), more.table)
    return more


@kernel
def _fill_kernel(hashes: NDArray[np.uint64], sets: int, table: NDArray[np.int32]) -> None:
    for number in range(sets):
        slot = _slot_kernel(hashes[number], table)
        while table[slot] >= 0:
            slot = (slot + 1) & (table.shape[0] - 1)
        table[slot] = number


@kernel
def _slot_kernel(hashed: int, table: NDArray[np.int32]) -> int:
    """Where to look for a set first; the table's length is a power of two."""
    return int(np.int64(hashed >> np.uint64(1)) & (table.shape[0] - 1))


@kernel
def _expand_kernel(
    table: AnswerTable,
    entropy: Entropy,
    choice: Choice,
    orbits: Orbits,
    split: _Split,
    sets: _Sets,
    tied: NDArray[np.int64],
    found: NDArray[np.int64],
    first: NDArray[np.int64],
    reached: _Reached,
) -> int:
    """Fill ties, found and first of Ply from split.at on; _DONE, or UNDECIDED, STUCK or _ROOM at the set it has reached."""
    at = split.at
    while at[_STATE] < tied.shape[0]:
        state = at[_STATE]
        codes, history = sets.codes[sets.start[state] : sets.start[state + 1]], sets.asked[state]
        if at[_TIED] == 0:
            n = _ties_kernel(table, entropy, choice, orbits, codes, history, split.weight)
            if n < 0:
                return n
            at[_TIED] = n
        if at[_TIE] == 0:
            tied[state] = 0
            for i in range(at[_TIED]):
                tied[state] += split.weight[i]
            if choice.apart[0]:
                found[state, 1 if table.solved >= 0 else 0] = tied[state] * codes.shape[0]
                at[_TIE] = at[_TIED]
        while at[_TIE] < at[_TIED]:
            # a query leads to fewer sets than there are codes
            if (
                at[_CODES] + codes.shape[0] > reached.codes.shape[0]
                or at[_SETS] + codes.shape[0] > reached.hashes.shape[0]
                or at[_STEPS] + codes.shape[0] > reached.child.shape[0]
            ):
                return _ROOM
            query, weight = choice.tied[at[_TIE]], split.weight[at[_TIE]]
            _split_kernel(table, choice.parts.counts, split, codes, query, weight, history, found[state], reached)
            at[_TIE] += 1
        at[_STATE] += 1
        at[_TIE] = at[_TIED] = 0
        first[at[_STATE]] = at[_STEPS]
    return _DONE


@kernel
def _ties_kernel(
    table: AnswerTable,
    entropy: Entropy,
    choice: Choice,
    orbits: Orbits,
    codes: NDArray[np.int32],
    history: NDArray[np.int32],
    weight: NDArray[np.int64],
) -> int:
    """Fill choice.tied, the least query of an orbit each, and weight, the sizes of orbits; how many, or UNDECIDED or STUCK."""
    row = NO_ROW
    if row_wanted(orbits, history.shape[0], codes.shape[0]):
        row = row_kernel(orbits, history)
    n = best_queries_kernel(table, entropy, choice, orbits, row, codes, False)
    if row == NO_ROW:
        return merge_kernel(orbits, history, choice.tied, n, weight)
    for i in range(n):
        weight[i] = orbits.size[row, choice.tied[i]]
    return n


@kernel
def _split_kernel(
    table: AnswerTable,
    counts: NDArray[np.int32],
    split: _Split,
    codes: NDArray[np.int32],
    query: int,
    weight: int,
    history: NDArray[np.int32],
    found: NDArray[np.int64],
    reached: _Reached,
) -> None:
    """Add to `found` and to the steps what a query leads to, `weight` times."""
    row, tally, at = table.answers[query], split.tally, split.at
    for i in range(codes.shape[0]):
        answer = row[codes[i]]
        if tally[answer] == 0:
            split.hash[answer] = 0
        tally[answer] += 1
        split.hash[answer] ^= split.zobrist[codes[i]]
    end = 0
    for i in range(codes.shape[0]):
        answer = row[codes[i]]
        # a tally below 0 says that the place is known
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
        tally[answer] = 0
        if answer == table.solved:
            found[0] += weight
        elif size == 1:
            found[1 if table.solved >= 0 else 0] += weight
        elif table.solved >= 0 and splitting_member_kernel(table, counts, split.part[begin : begin + size]) >= 0:
            found[1] += weight
            found[2] += weight * (size - 1)
        else:
            child = _find_kernel(split.part[begin : begin + size], split.hash[answer], reached, at)
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
def _find_kernel(part: NDArray[np.int32], hashed: int, reached: _Reached, at: NDArray[np.int64]) -> int:
    """The number of a set among those reached; a new set is written there, though not counted yet."""
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
