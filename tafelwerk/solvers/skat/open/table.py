"""The table of the points search: a word per start of a trick, in pairs of places that lie in one cache line.

A word holds, from the top, the key, a best card, and bounds on the declarer's points still to come. The key is the complete
position, not a hash: generation, leader, and the cards still held, whose owners are known from the deal. The generation
distinguishes deals, so that the table need not be emptied between them.
"""

from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.position import ALIKE, GENERATION, SLOTS, TABLE, State

GENERATIONS = 1 << 9
"""Number of generations; the first, 0, is that of empty places."""

_KEY = 19  # bits below the key: best card 5, upper bound 7, lower bound 7


@kernel
def key_of(state: State, held: int, leader: int) -> int:
    """The start of a trick in 43 bits: generation, leader, cards held.

    Each run of neighbours of equal value is replaced by the smallest set with the same owners.
    """
    key: int = (state[GENERATION] << 34) | (leader << 32) | held
    for suit in range(4):
        key ^= state[ALIKE + 16 * suit + ((held >> 7 * suit) & 7)]
    key ^= state[ALIKE + 64 + ((held >> 28) & 15)]
    return key


@kernel
def slot_of(state: State, key: int) -> int:
    """The first of the two places of a key."""
    mixed = (key & 0xFFFFFF) * 0x2545F491 + (key >> 24) * 0x5BD1E995
    slot: int = TABLE + ((mixed ^ (mixed >> 29) ^ (mixed >> 13)) & state[SLOTS])
    return slot


@kernel
def entry_of(state: State, slot: int, key: int) -> int:
    """The word of a key, in its lower bits best card << 14 | upper bound << 7 | lower bound; 0 if there is none."""
    entry: int = state[slot]
    if entry >> _KEY != key:
        entry = state[slot + 1]
    return entry if entry >> _KEY == key else 0


@kernel
def store(state: State, slot: int, key: int, found: int) -> None:
    """Store an entry for a key, in the format of `entry_of`. The first place of a pair keeps the entry with more cards."""
    before = state[slot] >> _KEY
    if before != key:
        if before >> 34 == key >> 34 and count(before & 0xFFFFFFFF) > count(key & 0xFFFFFFFF):
            slot += 1
        else:
            state[slot + 1] = state[slot]
    state[slot] = (key << _KEY) | found
