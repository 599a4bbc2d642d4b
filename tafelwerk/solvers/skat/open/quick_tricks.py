"""Points that a side is certain of at the start of a trick, without search: bounds that end most of it.

Sharper and wider than the sure tricks of Kupferschmid 2003, chapter 9: trumps that no opponent can beat take a trick each,
whoever leads; who leads may cash the highest cards of plain suits besides, as long as nobody can trump them. To k tricks
that are taken each opponent gives k different cards, the k cheapest at best.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.position import ACES, JACKS, KINGS, PLAIN, QUEENS, TENS, TRUMPS

State = NDArray[np.int64]


@kernel
def points_of(state: State, cards: int) -> int:
    """Points of a set of cards."""
    return (
        11 * count(cards & state[ACES])
        + 10 * count(cards & state[TENS])
        + 4 * count(cards & state[KINGS])
        + 3 * count(cards & state[QUEENS])
        + 2 * count(cards & state[JACKS])
    )


@kernel
def cheapest(state: State, hand: int, number: int) -> int:
    """Points of the `number` cheapest cards of a hand."""
    total = 0
    blank = hand & ~(state[ACES] | state[TENS] | state[KINGS] | state[QUEENS] | state[JACKS])
    number -= count(blank)
    for place, value in ((JACKS, 2), (QUEENS, 3), (KINGS, 4), (TENS, 10), (ACES, 11)):
        if number <= 0:
            break
        there = count(hand & state[place])
        total += value * min(there, number)
        number -= there
    return total


@kernel
def above(cards: int, others: int) -> int:
    """The cards that are higher than all others, all in one suit."""
    return cards & ~((2 << highest(others)) - 1) if others else cards


@kernel
def certain_declarer(state: State, declarer: int, left: int, right: int, leads: bool) -> int:
    """Points the declarer makes at least from here on, at the start of a trick.

    Args:
        state: the game.
        declarer: the declarer's hand.
        left: one defender's hand.
        right: the other's.
        leads: whether the declarer leads.
    """
    trumps, defenders = state[TRUMPS], left | right
    taking = above(declarer & trumps, defenders & trumps)
    if leads:
        drawn = count(taking)
        left_trumps, right_trumps = count(left & trumps) - drawn, count(right & trumps) - drawn
        for i in range(4):
            suit = state[PLAIN + i]
            if declarer & suit:
                winners = above(declarer & suit, defenders & suit)
                rounds = count(winners)
                # who has trumps left has to follow suit
                if left_trumps > 0:
                    rounds = min(rounds, count(left & suit))
                if right_trumps > 0:
                    rounds = min(rounds, count(right & suit))
                while count(winners) > rounds:
                    winners &= winners - 1
                taking |= winners
    tricks = count(taking)
    if tricks == 0:
        return 0
    return points_of(state, taking) + cheapest(state, left, tricks) + cheapest(state, right, tricks)


@kernel
def certain_defenders(state: State, declarer: int, own: int, partner: int, leads: bool) -> int:
    """Points the defenders make at least from here on, at the start of a trick.

    Args:
        state: the game.
        declarer: the declarer's hand.
        own: the hand of the defender who leads, if one does.
        partner: the other's.
        leads: whether a defender leads.
    """
    trumps = state[TRUMPS]
    against = declarer & trumps
    own_top, partner_top = above(own & trumps, against), above(partner & trumps, against)
    # both may fall in one trick
    tricks = max(count(own_top), count(partner_top))
    cashed, rounds, discards, cashed_suits = 0, 0, 0, 0
    if leads:
        # the declarer's trumps can be drawn first if the partner never has to take over on the way
        drawn = count(against) <= count(above(own & trumps, against | (partner & trumps)))
        if drawn:
            discards = max(0, count(against) - count(partner & trumps))
        for i in range(4):
            suit = state[PLAIN + i]
            winners = above(own & suit, declarer & suit) if own & suit else 0
            if winners:
                most = count(winners) if drawn else min(count(winners), count(declarer & suit))
                followers, taken = partner & suit, 0
                while taken < most:
                    high = 1 << highest(winners)
                    low = followers & -followers
                    if low > high:
                        break  # the partner would have to take over
                    followers ^= low
                    winners ^= high
                    cashed |= high
                    taken += 1
                if taken:
                    cashed_suits |= suit
                    rounds += taken
                    discards += max(0, taken - count(partner & suit))
        # the partner throws off what is not needed, and must not be forced to trump
        if discards > count(partner & ~trumps & ~cashed_suits):
            cashed, rounds = 0, 0
    if tricks + rounds == 0:
        return 0
    taking = own_top | partner_top | cashed
    given = cheapest(state, declarer, tricks + rounds) + cheapest(state, partner & ~partner_top, rounds)
    return points_of(state, taking) + given
