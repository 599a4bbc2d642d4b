"""What the double-dummy search knows, as the words of one array: the game, the cards' owners, and a frame for each card played.

All of it is one int64 array, since kernels with many array arguments compile slowly. The names here are places in it. Cards are
game bits, see `order`; hands are masks of them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.skat.cards import Order

CARDS = 32

SUIT = 0  # of each card the mask of its suit; trumps are one
VALUE = SUIT + CARDS  # of each card its points
DECLARER = VALUE + CARDS
GENERATION = DECLARER + 1  # stamps the table's entries that belong to the deal
NODES = GENERATION + 1  # positions looked at, card by card
SLOTS = NODES + 1  # mask of the table's slots
ACES, TENS, KINGS, QUEENS, JACKS = range(SLOTS + 1, SLOTS + 6)
TRUMPS = JACKS + 1
PLAIN = TRUMPS + 1  # masks of the plain suits, four words, 0 where there are fewer
RUNS = PLAIN + 4  # lowest bits of the runs of neighbours of equal value
RUN_MASKS = RUNS + 5
ALIKE = RUN_MASKS + 5  # 16 words a run: for each set of its cards the least that has the same owners from above
WEIGHTS = ALIKE + 5 * 16
MOVES = WEIGHTS + 80  # 16 words a depth
SCORES = MOVES + 31 * 16
FOUND = SCORES + 31 * 16  # 32 words a depth: bound found for each card
FRAMES = FOUND + 31 * 32

(
    HAND_0,
    HAND_1,
    HAND_2,
    LEADER,
    ON_TABLE,
    FIRST,
    SECOND,
    TARGET,
    COUNT,
    NEXT,
    BEST,
    BEST_CARD,
    DONE,
    KEY,
    SLOT,
    LOW,
    HIGH,
    GAIN,
    PLAYER,
    WINNER,
    WINNING,
    IN_PLAY,
) = range(22)
"""Places in a frame."""

FRAME = 24
SIZE = FRAMES + 31 * FRAME


def load(state: NDArray[np.int64], order: Order, owners: Sequence[int], declarer: int) -> None:
    """Write a game into the state.

    Args:
        state: (SIZE,) int64.
        order: the order of the cards.
        owners: (32,) by game bit: the seat that holds or held the card, 3 for none.
        declarer: seat.
    """
    suits = [order.trumps, *(suit for suit in order.suits if suit)]
    for card in range(CARDS):
        state[SUIT + card] = next((suit for suit in suits if suit >> card & 1), 0)
        state[VALUE + card] = order.values[card]
    for place, value in ((ACES, 11), (TENS, 10), (KINGS, 4), (QUEENS, 3), (JACKS, 2)):
        state[place] = sum(1 << card for card in range(CARDS) if order.values[card] == value)
    state[DECLARER], state[TRUMPS] = declarer, order.trumps
    state[PLAIN : PLAIN + 4] = (suits[1:] + [0] * 4)[:4]
    # 9 8 7 of each suit, and the four jacks
    for run, (low, size) in enumerate(((0, 3), (7, 3), (14, 3), (21, 3), (28, 4))):
        state[RUNS + run], state[RUN_MASKS + run] = low, (1 << size) - 1
        least: dict[tuple[int, ...], int] = {}
        for cards in range(1 << size):
            held = tuple(owners[low + i] for i in reversed(range(size)) if cards >> i & 1)
            state[ALIKE + 16 * run + cards] = least.setdefault(held, cards)
