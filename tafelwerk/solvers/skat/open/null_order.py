"""Null: cards that the search tries, and their order.

Equivalent cards are tried once, and cards of the declarer only if no other is at least as good (see `null`). The order
of the rest matters little, since most of the work is in won positions, where every lead has to be refuted.
"""

from tafelwerk.solvers.machine.bits import highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.null_suits import EXCESS_MASK, NUMBERS
from tafelwerk.solvers.skat.open.position import State

# what the state holds
NODES = 0  # positions visited, card by card
SLOTS = 1  # mask of the table's slots
FRAMES = 2  # the stack: one frame per card to choose, each with its moves
WIDTH = 23
SUITS = FRAMES + 31 * WIDTH  # 256 words per suit: the number of what is left of it, by the byte of its cards in play
FACTS = SUITS + 4 * 256  # facts by number, see `null_suits`
TABLE = FACTS + NUMBERS  # words key << 1 | outcome


@kernel
def fact_of(state: State, suit: int, cards: int) -> int:
    """Known facts about a suit when these cards are in play."""
    fact: int = state[FACTS + state[SUITS + 256 * suit + (cards >> 8 * suit & 255)]]
    return fact


@kernel
def arrange_leads(state: State, moves: int, hand: int, alone: int, cards: int) -> int:
    """Note a defender's leads, one of each run of neighbours: suits in which the declarer is not safe come first, those he does
    not hold last; in each the lowest card first. How many there are."""
    count = 0
    for kind in range(3):
        for suit in range(4):
            eight = 255 << 8 * suit
            rest, between, his = hand & eight, cards & eight, alone & eight
            if rest == 0:
                continue
            safe = fact_of(state, suit, cards) & EXCESS_MASK == 0
            if kind != (0 if not safe else 1 if his else 2):
                continue
            if safe:
                between &= ~his
            while rest:
                card = rest & -rest
                rest ^= card
                below = between & (card - 1)
                if not (below and hand >> highest(below) & 1):
                    state[moves + count] = card
                    count += 1
    return count


@kernel
def arrange_replies(
    state: State, moves: int, hand: int, suit_led: int, alone: int, in_play: int, to_follow: int
) -> int:
    """Note what a defender may play to a trick, one of each run of neighbours, high cards first. How many there are.

    Args:
        state: where the moves go.
        moves: place of the first.
        hand: the defender's.
        suit_led: its cards.
        alone: the declarer's hand.
        in_play: cards held or on the table, which separate others.
        to_follow: the cards the declarer's safety depends on: those held, and the one led if the declarer is still to play.
    """
    count = 0
    playable = hand & suit_led
    if playable == 0:
        playable = hand
    for suit in range(4):
        eight = 255 << 8 * suit
        rest, between = playable & eight, in_play & eight
        if rest and alone & eight and fact_of(state, suit, to_follow) & EXCESS_MASK == 0:
            between &= ~alone
        while rest:
            card = 1 << highest(rest)
            rest ^= card
            above = between & -(card << 1)
            if not above & -above & hand:
                state[moves + count] = card
                count += 1
    return count


@kernel
def arrange_declarer_leads(state: State, moves: int, alone: int, left: int, right: int) -> int:
    """Note the declarer's leads: of each suit the highest card that one of the defenders must beat. How many there are."""
    count = 0
    for suit in range(4):
        eight = 255 << 8 * suit
        over_left, over_right = left & eight, right & eight
        under = alone & eight & (max(over_left & -over_left, over_right & -over_right) - 1)
        # where neither defender holds the suit the mask above is all ones
        if under and over_left | over_right:
            state[moves + count] = 1 << highest(under)
            count += 1
    return count


@kernel
def arrange_declarer_replies(state: State, moves: int, alone: int, suit_led: int, top: int, cards: int) -> int:
    """Note what the declarer may play to a trick and not be lost at once. How many there are.

    Args:
        state: where the moves go.
        moves: place of the first.
        alone: the declarer's hand.
        suit_led: its cards.
        top: the card that takes the trick, unless the declarer's is higher.
        cards: the cards still held.
    """
    if alone & suit_led:
        under = alone & suit_led & (top - 1)
        if under == 0:
            return 0
        state[moves] = 1 << highest(under)
        return 1
    count, unsafe = 0, 0
    for suit in range(4):
        his = alone & 255 << 8 * suit
        if his:
            excess = fact_of(state, suit, cards) & EXCESS_MASK
            if excess:
                unsafe += 1
            word = excess << 32 | 1 << highest(his)
            place = count
            while place > 0 and state[moves + place - 1] < word:
                state[moves + place] = state[moves + place - 1]
                place -= 1
            state[moves + place] = word
            count += 1
    for place in range(count):
        state[moves + place] &= 0xFFFFFFFF
    return count if unsafe > 1 else 1
