"""Move ordering of the points search: the card most likely to cause a cutoff first.

A move's score is a base weight for its class, a weight per card point, and small weights for the lengths of suits. The classes
are those of a human player: a card that nobody beats, a card under the partner's winner, and so on. The weights were found by
random search, minimising the positions visited on some hundred random deals, for won-or-lost questions on random and strong hands
and for exact values.
"""

from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import inlined
from tafelwerk.solvers.skat.open import position as at
from tafelwerk.solvers.skat.open.position import HANDS, SUIT, TRUMPS, VALUE, State, takes

_FIRST = 1 << 40


@inlined
def arrange(state: State, frame: int, cards: int, hint: int) -> int:
    """Write moves into a frame, best first, and return their number.

    Args:
        state: the position; the frame's words MOVES are written.
        frame: its frame.
        cards: mask of the cards to try.
        hint: card to try first, or NO_CARD.
    """
    mover, turn, moves = state[frame + at.MOVER], state[frame + at.TURN], frame + at.MOVES
    hand, number = state[HANDS + mover], 0
    if cards & (cards - 1) == 0:
        state[moves] = highest(cards)
        return 1
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        if card == hint:
            score = _FIRST
        elif turn == 0:
            score = _lead_score(state, mover, hand, card)
        else:
            score = _reply_score(state, frame, hand, card)
        word, place = (score << 5) | card, moves + number
        while place > moves and state[place - 1] < word:
            state[place] = state[place - 1]
            place -= 1
        state[place] = word
        number += 1
    for place in range(moves, moves + number):
        state[place] &= 31
    return number


@inlined
def _lead_score(state: State, mover: int, hand: int, card: int) -> int:
    """Score of a lead."""
    alone, left, right = state[HANDS], state[HANDS + 1], state[HANDS + 2]
    suit, trumps, bit = state[SUIT + card], state[TRUMPS], 1 << card
    value: int = state[VALUE + card]
    score: int = state[at.RANK + card]
    if mover == 0:
        others = left | right
        score += 35 * count(hand & suit) - 5 * count(others & suit)
        if (others & suit) < bit:  # nobody has a higher card of the suit
            if suit == trumps:
                return score + 1456 + 10 * value
            if (not left & suit and left & trumps) or (not right & suit and right & trumps):
                return score + 840 - 4 * value
            return score + 2400 + 6 * value
        return score + (1040 - 28 * value if suit == trumps else 400 - 32 * value)
    partner = (left | right) ^ hand
    against, with_us = alone & suit, partner & suit
    score -= 160 * count(hand & suit) + 80 * count(against)
    if suit == trumps:
        return score + (360 - 20 * value if bit > against else 456 - 40 * value)
    if against:  # the declarer must follow
        if bit > against:
            return score + 1744 + 4 * value
        if with_us > against:
            return score + 1216 + 20 * value
        if not with_us and partner & trumps:
            return score + 560 + 36 * value
        return score + 680 - 16 * value
    if not alone & trumps:
        return score + 1120 - 14 * value
    if not with_us and (partner & trumps) > (alone & trumps):  # the partner trumps higher
        return score + 248 - 4 * value
    return score + 240 + 24 * value


@inlined
def _reply_score(state: State, frame: int, hand: int, card: int) -> int:
    """Score of a second or third card."""
    mover, trumps, led = state[frame + at.MOVER], state[TRUMPS], state[frame + at.LED]
    suit, top = state[SUIT + card], state[frame + at.TOP]
    value: int = state[VALUE + card]
    beats = takes(1 << card, 1 << top, led | trumps)
    score = 0
    if not hand & led:
        score = -60 if suit == trumps else -35 * count(hand & suit)
    if state[frame + at.TURN] == 2:
        if mover == 0:
            return score + (736 + 30 * value if beats else 336 - 16 * value)
        if state[frame + at.WINNER] == 0:
            return score + (984 + 4 * value if beats else -80 - 8 * value)
        return score + (784 + 52 * value if beats else 880 + 60 * value)
    last = state[HANDS + (mover + 1 if mover < 2 else 0)]
    answers = last & led or last & trumps
    beaten = takes(answers, 1 << (card if beats else top), led | trumps)
    if mover == 0:
        if beats:
            return score + (908 if beaten else 1200 + 8 * value)
        return score + 280 - 24 * value
    if mover == 2:  # the declarer plays last
        if beaten:
            return score + 480 - 12 * value
        return score + (1056 + 20 * value if beats else 900 + 56 * value)
    if beats:
        return score + 1120 + 16 * value
    return score + (1080 + 32 * value if beaten else 120 - 16 * value)
