"""The order in which the double-dummy search tries moves: the card most likely to settle the question first.

A move's priority is a weight for what it is, another a point of its card, and small ones for the lengths of suits. What a
move is follows a player's own notions: a card that nobody beats, a card under the partner's winner, and so on. The weights
were found by random search: the fewest positions looked at on some hundred random deals, win questions on random and on
strong hands and exact values.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.position import DECLARER, MOVES, SCORES, SUIT, TRUMPS, VALUE, WEIGHTS

State = NDArray[np.int64]

_LEADS = 58
_FIRST = 1 << 40

_OF_MOVES = {
    "declarer leads: a trump that nobody beats": (1456, 10),
    "a plain card that nobody beats or trumps": (2400, 6),
    "a plain card that nobody beats, but may be trumped": (840, -4),
    "another trump": (1040, -28),
    "another plain card": (400, -32),
    "defender leads: a trump above the declarer's": (360, -20),
    "another trump of a defender": (456, -40),
    "the declarer must follow, and cannot beat it": (1744, 4),
    "the declarer must follow, and the partner can beat him": (1216, 20),
    "the declarer must follow, and the partner can trump": (560, 36),
    "the declarer must follow, and may win": (680, -16),
    "the declarer is out of suit and trumps": (1120, -14),
    "the declarer is out of suit, and the partner can trump higher": (248, -4),
    "the declarer is out of suit, and may trump": (240, 24),
    "second, declarer: wins whatever follows": (1200, 8),
    "beats what lies, but may be beaten": (908, 0),
    "does not beat what lies": (280, -24),
    "second, the declarer last: he cannot beat the partner's card": (900, 56),
    "he cannot beat this card": (1056, 20),
    "he can beat": (480, -12),
    "second, the partner last: beats the declarer": (1120, 16),
    "the partner can beat the declarer": (1080, 32),
    "nobody can": (120, -16),
    "last, declarer: takes the trick": (736, 30),
    "loses it": (336, -16),
    "last, defender, the declarer's card on top: takes the trick": (984, 4),
    "leaves it": (-80, -8),
    "last, defender, the partner's card on top: leaves it there": (880, 60),
    "takes over": (784, 52),
}
"""What a move is: its weight, and that of a point."""

_OF_LENGTHS = {
    "declarer leads: own cards of the suit": 35,
    "cards of the others": -5,
    "defender leads: own cards": -160,
    "the declarer's": -80,
    "the partner's": 0,
    "the declarer plays next: one and the points": 0,
    "leads: rank of a trump": 20,
    "rank of a plain card": 30,
    "later: trumping": -60,
    "throwing off: own cards of the suit": -35,
    "rank": 0,
}

WEIGHTS_OF_MOVES = (*(weight for pair in _OF_MOVES.values() for weight in pair), *_OF_LENGTHS.values())


@kernel
def arrange(
    state: State,
    depth: int,
    hand_0: int,
    hand_1: int,
    hand_2: int,
    player: int,
    moves: int,
    in_play: int,
    on_table: int,
    led: int,
    winning: int,
    winner: int,
    first: int,
) -> int:
    """Write the moves worth trying into the state, best first; returns how many.

    Of neighbours in one hand with equal values the highest stands for all.

    Args:
        state: the game; its words MOVES of this depth are written.
        depth: cards played since the search began.
        hand_0: hands of the seats.
        hand_1: the same.
        hand_2: the same.
        player: whose move it is.
        moves: cards that may be played.
        in_play: all cards held or on the table.
        on_table: cards of the trick so far.
        led: mask of the suit led.
        winning: the card on top.
        winner: who played it.
        first: a card to be tried first, or -1.
    """
    base, scores = MOVES + 16 * depth, SCORES + 16 * depth
    trumps, declarer = state[TRUMPS], state[DECLARER]
    hand = hand_0 if player == 0 else (hand_1 if player == 1 else hand_2)
    alone = hand_0 if declarer == 0 else (hand_1 if declarer == 1 else hand_2)
    following = (player + 1) % 3
    last_hand = hand_0 if following == 0 else (hand_1 if following == 1 else hand_2)
    number = 0
    rest = moves
    while rest:
        card = highest(rest)
        bit = 1 << card
        rest ^= bit
        suit, value = state[SUIT + card], state[VALUE + card]
        higher = in_play & suit & ~(2 * bit - 1)
        nearest = higher & -higher
        if nearest & hand and state[VALUE + highest(nearest)] == value:
            continue
        if on_table == 0:
            kind = _lead(hand, alone, hand_0 | hand_1 | hand_2, last_hand, bit, suit, trumps, player == declarer)
            extra = _lead_extra(state, hand, alone, hand_0 | hand_1 | hand_2, card, suit, value, player, following)
        else:
            beats = card > winning and (suit == led or suit == trumps)  # noqa: SIM109
            if on_table == 1:
                kind = _second(state, last_hand, led, card if beats else winning, beats, player, following)
            else:
                kind = _last(beats, player == declarer, winner == declarer)
            extra = state[WEIGHTS + _LEADS + 10] * (card % 7)
            if suit == trumps and led != trumps:
                extra += state[WEIGHTS + _LEADS + 8]
            if not led & hand and suit != trumps:
                extra += state[WEIGHTS + _LEADS + 9] * count(hand & suit)
        score = state[WEIGHTS + 2 * kind] + state[WEIGHTS + 2 * kind + 1] * value + extra
        if card == first:
            score = _FIRST
        place = number
        while place > 0 and state[scores + place - 1] < score:
            state[scores + place] = state[scores + place - 1]
            state[base + place] = state[base + place - 1]
            place -= 1
        state[scores + place] = score
        state[base + place] = card
        number += 1
    return number


@kernel
def _lead(hand: int, alone: int, held: int, following: int, bit: int, suit: int, trumps: int, by_declarer: bool) -> int:
    """What a lead is, as a row of the weights."""
    if by_declarer:
        others = held & ~hand
        if (others & suit) < bit:
            if suit == trumps:
                return 0
            third = others & ~following
            trumped = (not following & suit and following & trumps) or (not third & suit and third & trumps)
            return 2 if trumped else 1
        return 3 if suit == trumps else 4
    partner = held & ~hand & ~alone
    own, theirs = alone & suit, partner & suit
    if suit == trumps:
        return 5 if bit > own else 6
    if own:
        if bit > own:
            return 7
        if theirs > own:
            return 8
        return 9 if not theirs and partner & trumps else 10
    if not alone & trumps:
        return 11
    return 12 if not theirs and (partner & trumps) > (alone & trumps) else 13


@kernel
def _lead_extra(
    state: State, hand: int, alone: int, held: int, card: int, suit: int, value: int, player: int, following: int
) -> int:
    """What lengths and ranks add to a lead."""
    place = WEIGHTS + _LEADS
    extra: int
    if player == state[DECLARER]:
        extra = state[place] * count(hand & suit) + state[place + 1] * count(held & suit & ~hand)
    else:
        extra = state[place + 2] * count(hand & suit) + state[place + 3] * count(alone & suit)
        extra += state[place + 4] * count(held & suit & ~hand & ~alone)
        if following == state[DECLARER]:
            extra += state[place + 5] * (value + 1)
    extra += state[place + 6] * card if suit == state[TRUMPS] else state[place + 7] * (card % 7)
    return extra


@kernel
def _second(state: State, last_hand: int, led: int, top: int, beats: bool, player: int, following: int) -> int:
    """What a second card is; `top` is the card on top after it."""
    trumps = state[TRUMPS]
    answers = last_hand & led
    if answers:
        beaten = state[SUIT + top] == led and highest(answers) > top
    elif (trumps >> top) & 1:
        beaten = (last_hand & trumps) > (1 << top)
    else:
        beaten = (last_hand & trumps) != 0
    if player == state[DECLARER]:
        if beats:
            return 15 if beaten else 14
        return 16
    if following == state[DECLARER]:
        if beaten:
            return 19
        return 18 if beats else 17
    if beats:
        return 20
    return 21 if beaten else 22


@kernel
def _last(beats: bool, by_declarer: bool, declarer_on_top: bool) -> int:
    """What a last card is."""
    if by_declarer:
        return 23 if beats else 24
    if declarer_on_top:
        return 25 if beats else 26
    return 28 if beats else 27
