"""Null, suit by suit: properties of a suit that depend only on the owners of its cards in order.

In Null only the relative order in a suit counts, and cards that nobody holds any more drop out. A suit is therefore a word of at
most eight letters, the owners of its cards from the lowest up. There are 9841 words, and the results here hold for all deals.

A suit's number has the digits of its word in base 3 after a leading 1, the lowest card first: 0 the declarer, 1 the defender to
the left of the declarer, who plays after the declarer, 2 the defender to the right, who plays before.

Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 11.1, for safe cards.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import count, highest
from tafelwerk.solvers.machine.jit import kernel

Facts = NDArray[np.int64]

NUMBERS = 2 * 3**8
"""All numbers of suits are below."""

LEFT, RIGHT = 1, 2
"""Digits of the defenders. As bits of a fact: if this one leads, and nothing but this suit is led, the declarer gets a trick."""

EXCESS = 4
"""From this bit, four bits: number of the declarer's cards in the suit that are not safe."""

EXCESS_MASK = 15 << EXCESS

SAME = 16
"""From this bit: number of the suit that represents all equivalent suits."""


@cache
def suit_facts() -> Facts:
    """What is known of a suit, by its number: bits LEFT and RIGHT, the EXCESS, and the number of the SAME.

    Shape (NUMBERS,), int64, read-only. Of the declarer's cards c1 < c2 < ... the longest prefix with each ck among the 2k - 1
    lowest of the suit is safe (definition 11.1); the rest is in excess. A suit without excess never
    takes a trick that others lead, whatever is played or thrown off. Then the ranks of its cards do not matter,
    only their number, so that the suit with the lowest cards represents it.
    """
    facts = np.zeros(NUMBERS, np.int64)
    _fill_kernel(facts)
    facts.flags.writeable = False
    return facts


@kernel
def suit_number(alone: int, left: int, right: int) -> int:
    """Number of a suit, given the masks of the three players' cards in it; a higher bit is a higher card."""
    number, rest = 1, alone | left | right
    while rest:
        card = rest & -rest
        number = 3 * number + (LEFT if left & card else RIGHT if right & card else 0)
        rest ^= card
    return number


@kernel
def _excess(alone: int, others: int) -> int:
    """Number of the declarer's cards above the safe ones."""
    safe, rest = 0, alone
    while rest:
        card = rest & -rest
        if count((alone | others) & (card - 1)) > 2 * safe:
            break
        safe += 1
        rest ^= card
    return count(rest)


@kernel
def _forced(facts: Facts, alone: int, left: int, right: int, leader: int) -> bool:
    """Whether the defenders win with this suit alone, with a given leader.

    The declarer has no choice in following suit: the highest card that is sure to lose is always best.
    """
    hand, partner = (left, right) if leader == LEFT else (right, left)
    while hand:
        lead = hand & -hand
        hand ^= lead
        rest = partner
        while True:
            reply = rest & -rest
            # the declarer sits last, or must expect that the partner, if any, stays as low as can be
            top = max(lead, reply if leader == LEFT else partner & -partner)
            under = alone & (top - 1)
            if under == 0:
                return True
            gone = ~(lead | reply | 1 << highest(under))
            if facts[suit_number(alone & gone, left & gone, right & gone)] & (
                LEFT + RIGHT - leader if reply > lead else leader
            ):
                return True
            rest ^= reply
            if rest == 0:
                break
    return False


@kernel
def _fill_kernel(facts: Facts) -> None:
    """Shorter suits have smaller numbers, so that all successors of a suit are computed before it."""
    first = 1
    for cards in range(9):
        for number in range(first, 2 * first):
            alone, left, right, digits = 0, 0, 0, number
            for place in range(cards - 1, -1, -1):
                digit = digits % 3
                digits //= 3
                if digit == 0:
                    alone |= 1 << place
                elif digit == LEFT:
                    left |= 1 << place
                else:
                    right |= 1 << place
            excess = _excess(alone, left | right)
            known = excess << EXCESS
            if excess == 0:
                own = (1 << count(alone)) - 1
                known |= suit_number(own, left << 8, right << 8) << SAME
            else:
                known |= number << SAME
                if _forced(facts, alone, left, right, LEFT):
                    known |= LEFT
                if _forced(facts, alone, left, right, RIGHT):
                    known |= RIGHT
            facts[number] = known
        first *= 3
