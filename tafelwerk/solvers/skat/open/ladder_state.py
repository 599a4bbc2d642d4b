"""Shared state of the ladder's kernels: one array of words with the deal, the running search and its stack.

Kernels with a single array compile and run fast; the names below are the places in it. All cards are game bits. The
ladder also serves as a second program to check the fast solver, and shares nothing with it.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import order
from tafelwerk.families.skat.rules.play import Position
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import kernel

State: TypeAlias = NDArray[np.int64]

SUIT = 0  # 32 words: mask of the suit that a card belongs to; trumps are one
VALUE = 32  # 32: card points
SUITS = 64  # 5: masks of the trumps, then of clubs, spades, hearts and diamonds without them
KINDS = 69  # 6: masks of the cards worth 0, 2, 3, 4, 10 and 11 points
HANDS = 75  # 3: what the players hold at first
DECLARER, FLAGS, DEPTH, ENTERING, RESULT, NODES, PAUSE, ENTRIES, FRAMES = range(78, 87)
"""The declarer's seat; the parts of the search that a step has; number of the top frame; 1 if its position has not been evaluated
yet, 0 if a value has just come back to it; that value; positions evaluated; nodes at which to pause; positions in the table; the
stack, one frame per card played."""

IN_PLAY, LEADER, LYING, FIRST, SECOND, ALPHA, BETA, BEST, UNTRIED, CARD, GAIN, LOWER, UPPER, TIP, WIDTH = range(15)
"""Places in a frame: cards in the three hands; seat that led or leads; number of cards on the table; the card led; the card after
it; the window; best value yet, within it; cards still to be tried; the card being tried; points that it brings the declarer at
once; proved bounds on the points to come; 1 + the card to try first, 0 for none. Last the number of words."""

SIZE = FRAMES + 32 * WIDTH


def new_state(position: Position, flags: int) -> State:
    """The words for a position: its frame is the first on the stack, with an empty window."""
    own, state = order(position.game), np.zeros(SIZE, np.int64)
    state[SUITS : SUITS + 5] = own.trumps, *own.suits
    for card in range(32):
        state[SUIT + card] = next(mask for mask in (own.trumps, *own.suits) if mask >> card & 1)
    state[VALUE : VALUE + 32] = own.values
    for kind, worth in enumerate((0, 2, 3, 4, 10, 11)):
        state[KINDS + kind] = sum(1 << card for card in range(32) if own.values[card] == worth)
    hands = [own.to_game(hand) for hand in position.hands]
    state[HANDS : HANDS + 3] = hands
    state[DECLARER], state[FLAGS] = position.declarer, flags
    state[FRAMES + IN_PLAY], state[FRAMES + LEADER], state[FRAMES + LYING] = (
        sum(hands),
        position.leader,
        len(position.table),
    )
    for turn, card in enumerate(position.table):
        state[FRAMES + FIRST + turn] = own.place[card]
    return state


@kernel
def points(state: State, mask: int) -> int:
    """Card points of a set."""
    return (
        11 * count(mask & state[KINDS + 5])
        + 10 * count(mask & state[KINDS + 4])
        + 4 * count(mask & state[KINDS + 3])
        + 3 * count(mask & state[KINDS + 2])
        + 2 * count(mask & state[KINDS + 1])
    )


@kernel
def cheapest(state: State, mask: int, number: int) -> int:
    """The `number` cards of a set that are worth least."""
    chosen = 0
    for kind in range(6):
        alike = mask & state[KINDS + kind]
        while alike and number > 0:
            chosen |= alike & -alike
            alike &= alike - 1
            number -= 1
    return chosen


@kernel
def dearest(state: State, mask: int) -> int:
    """The card with most points of a non-empty set, as a mask. Tie-break: lowest card."""
    for kind in range(5, -1, -1):
        alike: int = mask & state[KINDS + kind]
        if alike:
            return alike & -alike
    return 0


@kernel
def top(mask: int) -> int:
    """The highest card of a non-empty set, as a mask."""
    return 1 << highest(mask)


@kernel
def representatives(state: State, hand: int, choice: int, others: int) -> int:
    """One card, the highest, of each class of equal cards: of one suit and worth, with no card of anyone else between them.

    Args:
        state: the words.
        hand: the cards of the player to move.
        choice: those that he may play.
        others: all other cards in play, those on the table among them.
    """
    kept, rest = 0, choice
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = lowest(bit)
        above = (hand | others) & state[SUIT + card] & -(bit << 1)
        next_up = above & -above
        if not next_up & hand or state[VALUE + lowest(next_up)] != state[VALUE + card]:
            kept |= bit
    return kept
