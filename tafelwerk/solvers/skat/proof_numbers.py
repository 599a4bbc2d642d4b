"""Depth-first proof-number search: whether the declarer reaches a number of points, by the positions easiest to prove.

A position has two numbers: the fewest unsolved positions that must be won to prove it won, and that must be lost to prove it
lost. Where the declarer moves, one card that wins is enough: the first number is the least of those after each card, the second
their sum; where a defender moves it is the other way round. The search goes to the position that decides both, and stays below a
position as long as its numbers do not exceed limits: beyond, another card is easier.

Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, Proof-number search, Artificial Intelligence 66, 1994; A. Nagai,
Df-pn algorithm for searching AND/OR trees and its applications, Tokyo 2002. S. Kupferschmid, Entwicklung eines Double Dummy Skat
Solvers, Freiburg 2003, names it in chapter 3 and in his outlook, and did not try it.

Positions, moves, equal cards and sure tricks are those of the ladder (`thesis_ladder`), and so is its table of bounds on what a
start of a trick is worth, here for positions that are solved. A second table has the two numbers of every other position met.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat import open_position as at
from tafelwerk.solvers.skat.open_position import HANDS, NODES, WIDTH, State
from tafelwerk.solvers.skat.thesis_ladder import (
    DONE,
    ENTRIES,
    FRAME,
    FULL,
    PAUSE,
    PAUSED,
    ROOT,
    Table,
    move_entries,
    new_state,
    slot_of,
    sure_points,
)

MOST_PROOF, MOST_DISPROOF = at.MOVES, at.MOVES + 1
"""Places in a frame: limits of the two numbers, at which its search goes back."""

SOLVED = 1 << 30
"""The number of what cannot be proved, or disproved."""

Numbers: TypeAlias = NDArray[np.int64]
"""Number of pairs stored; then a power of two of pairs: key, 0 where empty, and proof number << 32 | disproof number."""


@kernel
def prove(state: State, bounds: Table, numbers: Numbers) -> int:
    """Continue a search until the position of state[ROOT] is solved.

    Args:
        state: int64, as of `thesis_ladder.new_state`; the root's TARGET and limits are set.
        bounds: as of `thesis_ladder.search`.
        numbers: the numbers of positions.

    Returns:
        DONE, PAUSED or FULL; state[FRAME] is the root when it is not PAUSED.
    """
    while True:
        frame = state[FRAME]
        if 4 * state[ENTRIES] >= 3 * bounds.shape[0] or 8 * numbers[0] >= 3 * (numbers.shape[0] - 1):
            return FULL
        if state[NODES] >= state[PAUSE]:
            return PAUSED
        mover, is_declarer = state[frame + at.MOVER], state[frame + at.MOVER] == 0
        hand = choice = state[HANDS + mover]
        choice = at.representatives(hand, state[frame + at.IN_PLAY] & ~hand, state[at.LINKS], state[at.GAP])
        if state[frame + at.TURN] and hand & state[frame + at.LED]:
            choice &= state[frame + at.LED]
        # in a defender's position the two numbers change places
        least, second, total, best, best_sum = SOLVED, SOLVED, 0, -1, 0
        while choice:
            card = highest(choice)
            choice ^= 1 << card
            at.play(state, frame, card)
            word = _look_up(state, bounds, numbers, frame + WIDTH)
            state[HANDS + mover] ^= 1 << card
            one, other = word >> 32, word & 0xFFFFFFFF
            if not is_declarer:
                one, other = other, one
            total = min(SOLVED, total + other)
            if one < least:
                least, second, best, best_sum = one, least, card, other
            else:
                second = min(second, one)
        if best < 0:
            best_sum = SOLVED
        proof, disproof = (least, total) if is_declarer else (total, least)
        if proof == 0:
            disproof = SOLVED
        elif disproof == 0:
            proof = SOLVED
        if proof >= state[frame + MOST_PROOF] or disproof >= state[frame + MOST_DISPROOF]:
            _note(state, bounds, numbers, frame, proof, disproof)
            if frame == state[ROOT]:
                return DONE
            state[FRAME] -= WIDTH
            above = frame - WIDTH
            state[HANDS + state[above + at.MOVER]] ^= 1 << state[above + at.CARD]
            continue
        most_one = state[frame + (MOST_PROOF if is_declarer else MOST_DISPROOF)]
        most_other = state[frame + (MOST_DISPROOF if is_declarer else MOST_PROOF)]
        most_one, most_other = min(most_one, second + 1), most_other - total + best_sum
        at.play(state, frame, best)
        after = frame + WIDTH
        state[after + MOST_PROOF] = most_one if is_declarer else most_other
        state[after + MOST_DISPROOF] = most_other if is_declarer else most_one
        state[FRAME] = after
        state[NODES] += 1


@kernel
def _look_up(state: State, bounds: Table, numbers: Numbers, frame: int) -> int:
    """Proof number << 32 | disproof number of the position of a frame; 1 and 1 if it has not been met."""
    target = state[frame + at.TARGET]
    if target <= 0:
        return SOLVED
    if state[frame + at.TURN] == 0:
        points = state[frame + at.POINTS]
        if points < target:
            return SOLVED << 32
        mover = state[frame + at.MOVER]
        word = bounds[slot_of(bounds, state[frame + at.IN_PLAY] << 2 | mover)]
        if word:
            if (word >> 6 & 127) >= target:
                return SOLVED
            if (word >> 13 & 127) < target:
                return SOLVED << 32
        sure = sure_points(state, mover)
        if mover == 0 and sure >= target:
            return SOLVED
        if mover != 0 and points - sure < target:
            return SOLVED << 32
    slot = _slot(numbers, _key(state, frame))
    return numbers[slot + 1] if numbers[slot] else (1 << 32) + 1


@kernel
def _note(state: State, bounds: Table, numbers: Numbers, frame: int, proof: int, disproof: int) -> None:
    """Store the numbers of a frame's position; of a solved start of a trick the bound."""
    if state[frame + at.TURN] == 0 and (proof == 0 or disproof == 0):
        start, target = state[frame + at.IN_PLAY] << 2 | state[frame + at.MOVER], state[frame + at.TARGET]
        place = slot_of(bounds, start)
        word = bounds[place]
        lower, upper = (word >> 6 & 127, word >> 13 & 127) if word else (0, 120)
        if proof == 0:
            lower = max(lower, target)
        else:
            upper = min(upper, target - 1)
        state[ENTRIES] += word == 0
        bounds[place] = start << 20 | upper << 13 | lower << 6
        return
    key = _key(state, frame)
    slot = _slot(numbers, key)
    numbers[0] += numbers[slot] == 0
    numbers[slot], numbers[slot + 1] = key, proof << 32 | disproof


@kernel
def _key(state: State, frame: int) -> int:
    """A number of the position of a frame with the points asked for, not 0."""
    turn, in_play = state[frame + at.TURN], state[frame + at.IN_PLAY]
    key: int = (in_play << 2 | state[frame + at.MOVER]) << 7 | state[frame + at.TARGET]
    on_table = in_play & ~(state[HANDS] | state[HANDS + 1] | state[HANDS + 2])
    first = highest(on_table) if turn else 0
    on_table &= ~(1 << first)
    second = highest(on_table) if turn == 2 else 0
    return int((key << 2 | turn) << 10 | first << 5 | second)


@kernel
def _slot(numbers: Numbers, key: int) -> int:
    """Place of a key, whether stored or not."""
    mask = (numbers.shape[0] - 1) // 2 - 1
    mixed = (key & 0xFFFFFFFF) * 0x1E3779B9 + (key >> 32) * 0x2545F491  # less than 2^62
    slot: int = (mixed ^ mixed >> 29) & mask
    while numbers[2 * slot + 1] and numbers[2 * slot + 1] != key:
        slot = slot + 1 & mask
    return 2 * slot + 1


@kernel
def move_numbers(numbers: Numbers, larger: Numbers) -> None:
    """Copy all numbers to a larger, empty table."""
    for slot in range(1, numbers.shape[0], 2):
        if numbers[slot]:
            place = _slot(larger, numbers[slot])
            larger[place], larger[place + 1] = numbers[slot], numbers[slot + 1]
    larger[0] = numbers[0]


_FIRST = 1 << 16
_STRETCH = 1 << 22  # positions between two checks for an interrupt


def prove_win(position: Position, target: int, *, limit: int | None = None) -> tuple[bool | None, int, int]:
    """Whether the declarer reaches a number of points from a position of a suit game or Grand.

    Args:
        position: the position, cards on the table included.
        target: points that the declarer needs, the Skat's included.
        limit: positions after which to give up.

    Returns:
        Whether he does, None if it gave up; how often a position was entered; and positions in the two tables at the end.
    """
    state = new_state(position, 0)
    root = state[FRAME] = state[ROOT]
    state[root + at.TARGET] = target - position.declarer_points
    state[root + MOST_PROOF] = state[root + MOST_DISPROOF] = SOLVED
    bounds, numbers = np.zeros(_FIRST, np.int64), np.zeros(2 * _FIRST + 1, np.int64)
    state[NODES] = 1
    word = _look_up(state, bounds, numbers, root)
    while word not in (SOLVED, SOLVED << 32):
        pause = state[NODES] + _STRETCH
        state[PAUSE] = pause if limit is None else min(pause, limit)
        status = prove(state, bounds, numbers)
        if status == FULL:
            if 4 * state[ENTRIES] >= 3 * len(bounds):
                larger = np.zeros(2 * len(bounds), np.int64)
                move_entries(bounds, larger)
                bounds = larger
            else:
                more = np.zeros(2 * len(numbers) - 1, np.int64)
                move_numbers(numbers, more)
                numbers = more
        elif status == DONE:
            word = _look_up(state, bounds, numbers, root)
        elif limit is not None and state[NODES] >= limit:
            return None, int(state[NODES]), int(state[ENTRIES] + numbers[0])
    return word == SOLVED, int(state[NODES]), int(state[ENTRIES] + numbers[0])
