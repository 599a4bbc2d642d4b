"""The table of the double-dummy search: a word a start of a trick, in pairs of places that lie in one line of the cache.

A word holds from the top the key, a card that was best, and bounds on the declarer's points still to come. The key is the
position whole, not a digest of it: generation, leader, and the cards still held, whose owners come from the deal. The generation
tells deals apart, so that the table need not be emptied between them.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.position import ALIKE, GENERATION, RUN_MASKS, RUNS, SLOTS

State = NDArray[np.int64]
Table = NDArray[np.int64]

GENERATIONS = 1 << 9
"""Generations there are; the first, 0, is that of empty places."""

_KEY = 19  # bits below the key: best card 5, upper bound 7, lower bound 7


@kernel
def _canonical(state: State, cards: int) -> int:
    """The cards still held, with each run of neighbours of equal value replaced by the least set of the same owners."""
    for run in range(5):
        low, mask = state[RUNS + run], state[RUN_MASKS + run]
        here = (cards >> low) & mask
        cards ^= (here ^ state[ALIKE + 16 * run + here]) << low
    return cards


@kernel
def key_of(state: State, held: int, leader: int) -> int:
    """The start of a trick in 43 bits: generation, leader, cards held."""
    key: int = (state[GENERATION] << 34) | (leader << 32) | _canonical(state, held)
    return key


@kernel
def slot_of(state: State, key: int) -> int:
    """The first of the two places of a key."""
    mixed = (key & 0xFFFFFF) * 0x2545F491 + (key >> 24) * 0x5BD1E995
    slot: int = (mixed ^ (mixed >> 29) ^ (mixed >> 13)) & state[SLOTS]
    return slot


@kernel
def entry_of(table: Table, slot: int, key: int) -> int:
    """The word about a key, in its lower bits best card << 14 | upper bound << 7 | lower bound; 0 if there is none."""
    entry: int = table[slot]
    if entry >> _KEY != key:
        entry = table[slot + 1]
    return entry if entry >> _KEY == key else 0


@kernel
def store(table: Table, slot: int, key: int, found: int) -> None:
    """Write what was found about a key, in the bits `entry_of` gives. Of a pair the first keeps what has more cards left."""
    before = table[slot] >> _KEY
    if before != key:
        if before >> 34 == key >> 34 and count(before & 0xFFFFFFFF) > count(key & 0xFFFFFFFF):
            slot += 1
        else:
            table[slot + 1] = table[slot]
    table[slot] = (key << _KEY) | found
