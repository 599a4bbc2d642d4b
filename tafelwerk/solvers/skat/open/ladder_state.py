"""What the kernels of the ladder share: one array of words that holds the deal, the running search and its stack.

A kernel that takes one array compiles fast and runs fast; the names below are the places in it. All cards are game bits.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.skat.cards import order
from tafelwerk.rules.skat.play import Position
from tafelwerk.solvers.machine.bits import count, highest, lowest
from tafelwerk.solvers.machine.jit import kernel

State: TypeAlias = NDArray[np.int64]

SUIT = 0  # 32 words: mask of the suit that a card belongs to; trumps are one
VALUE = 32  # 32: card points
SUITS = 64  # 5: masks of the trumps, then of clubs, spades, hearts and diamonds without them
KINDS = 69  # 6: masks of the cards worth 0, 2, 3, 4, 10 and 11 points
HANDS = 75  # 3: what the players hold at first
DECLARER = 78  # seat
FLAGS = 79  # the parts of the search that a rung has
DEPTH = 80  # frame at the top of the stack
ENTERING = 81  # 1: that frame holds a position not yet looked at; 0: a value has just come back to it
RESULT = 82  # the value that has come back
NODES = 83  # positions evaluated
PAUSE = 84  # nodes at which to pause
ENTRIES = 85  # positions in the table
FRAMES = 86  # the stack: one frame a card played

IN_PLAY = 0  # cards in the three hands
LEADER = 1  # seat that led, or leads
LYING = 2  # cards on the table, 0 to 2
FIRST = 3  # the card led
SECOND = 4  # the card after it
ALPHA = 5  # window: values of this and less are all alike
BETA = 6  # and of this and more
BEST = 7  # best value yet, within the window
UNTRIED = 8  # cards still to be tried
CARD = 9  # the card that is being tried
GAIN = 10  # points that it brings the declarer at once
LOWER = 11  # proved bounds on the points to come
UPPER = 12
TIP = 13  # what is to be tried first: 1 + the card, 0 for none
WIDTH = 14

SIZE = FRAMES + 32 * WIDTH

_WORTH = (0, 2, 3, 4, 10, 11)


def new_state(position: Position, flags: int) -> State:
    """The words for a position: its frame is the first on the stack, with an empty window."""
    own = order(position.game)
    state = np.zeros(SIZE, np.int64)
    for suit, mask in enumerate((own.trumps, *own.suits)):
        state[SUITS + suit] = mask
        for card in range(32):
            if mask >> card & 1:
                state[SUIT + card] = mask
    state[VALUE : VALUE + 32] = own.values
    for kind, worth in enumerate(_WORTH):
        state[KINDS + kind] = sum(1 << card for card in range(32) if own.values[card] == worth)
    hands = [own.to_game(hand) for hand in position.hands]
    state[HANDS : HANDS + 3] = hands
    state[DECLARER], state[FLAGS] = position.declarer, flags
    table = [own.place[card] for card in position.table]
    state[FRAMES + IN_PLAY], state[FRAMES + LEADER], state[FRAMES + LYING] = sum(hands), position.leader, len(table)
    for turn, card in enumerate(table):
        state[FRAMES + FIRST + turn] = card
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
    """The card of a set, not empty, that is worth most; the lowest of several. As a mask."""
    for kind in range(5, -1, -1):
        alike: int = mask & state[KINDS + kind]
        if alike:
            return alike & -alike
    return 0


@kernel
def top(mask: int) -> int:
    """The highest card of a set, not empty, as a mask."""
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
        if above:
            next_up = above & -above
            if next_up & hand and state[VALUE + lowest(next_up)] == state[VALUE + card]:
                continue
        kept |= bit
    return kept
