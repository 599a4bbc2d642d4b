"""Positions with open cards as words of bits: how cards lie, who takes a trick, and which points a side is sure of.

A suit is a byte, from its lowest card up; jacks, where they are trumps, lie above.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.skat.deals import CARDS
from tafelwerk.proofs.skat.numbering import highest, size
from tafelwerk.proofs.skat.rules import GAMES
from tafelwerk.solvers.machine.jit import kernel

Words = NDArray[np.int64]

_PLACES = 36  # four bytes of a suit, and four jacks
_JACKS = 0b1111 << 32
_ACES, _TENS, _KINGS, _QUEENS = (0x01010101 << rank for rank in (6, 5, 4, 3))
DECLARER, NULL, TRUMPS, GENERATION = 0, 1, 2, 3
"""Places in `Cards.facts`."""


def _places() -> Words:
    """Where each card of a book lies here, by game: in Null 7 8 9 T J Q K A, else 7 8 9 Q K T A, and jacks above."""
    found = np.zeros((len(GAMES), 32), np.int64)
    for number, game in enumerate(GAMES):
        ranks = "789TJQKA" if game == "null" else "789QKTA"
        for card, name in enumerate(CARDS):
            byte, rank = "CSHD".index(name[0]), name[1]
            found[number, card] = 8 * byte + ranks.index(rank) if rank in ranks else 35 - byte
    found.setflags(write=False)
    return found


PLACES = _places()
"""Where each card of a book lies here, by game; int64, shape (games, 32)."""


class Cards(NamedTuple):
    """What a search knows of a game.

    Attributes:
        suit: (36,) the cards of each card's suit; trumps are one.
        value: (36,) card points; all 0 in Null.
        code: (4, 256) what a byte of cards says of its suit in a key.
        jack_code: (16,) the same of the jacks.
        facts: the declarer, whether it is Null, the trumps, the generation of the table.
        liking: (3, 36) how often a card of a seat has settled a question.
    """

    suit: Words
    value: Words
    code: Words
    jack_code: Words
    facts: Words
    liking: Words

    @classmethod
    def empty(cls) -> "Cards":
        """Room for a game, to be filled by `load`."""
        return cls(
            np.zeros(_PLACES, np.int64),
            np.zeros(_PLACES, np.int64),
            np.zeros((4, 256), np.int64),
            np.zeros(16, np.int64),
            np.zeros(4, np.int64),
            np.zeros((3, _PLACES), np.int64),
        )


@kernel
def points(mask: int) -> int:
    """Card points of a set in a game that is played for points."""
    high = 11 * size(mask & _ACES) + 10 * size(mask & _TENS) + 4 * size(mask & _KINGS)
    return high + 3 * size(mask & _QUEENS) + 2 * size(mask & _JACKS)


@kernel
def placed(places: Words, mask: int) -> int:
    """A set of cards of a book, as it is written here."""
    found = 0
    for card in range(32):
        if mask >> card & 1:
            found |= 1 << places[card]
    return found


@kernel
def load(
    cards: Cards,
    places: Words,
    game: int,
    forehand: int,
    middlehand: int,
    rearhand: int,
    declarer: int,
) -> None:
    """Fill `cards` with a game, whose hands are masks of cards of a book; entries of earlier games in a table become void."""
    null = 1 if game == 5 else 0
    trumps = 0
    if not null:
        trumps = _JACKS | (0x7F << 8 * game if game < 4 else 0)
    facts = cards.facts
    facts[DECLARER], facts[NULL], facts[TRUMPS] = declarer, null, trumps
    facts[GENERATION] += 1
    cards.liking[:, :] = 0
    hands = (placed(places, forehand), placed(places, middlehand), placed(places, rearhand))
    for card in range(_PLACES):
        suit = 0xFF << 8 * (card >> 3) & ~trumps
        cards.suit[card] = trumps if trumps >> card & 1 else suit
        cards.value[card] = 0 if null else points(1 << card)
    for byte in range(4):
        for held in range(256):
            # who holds the cards that do not count, in turn; each of the others is there or not
            code = 1
            for rank in range(8 if null else 3):
                if held >> rank & 1:
                    card = 8 * byte + rank
                    code = 3 * code + (1 if hands[1] >> card & 1 else 2 if hands[2] >> card & 1 else 0)
            cards.code[byte, held] = code if null else 16 * code + (held >> 3 & 15)
    for held in range(16):
        code = 1
        for jack in range(4):
            if held >> jack & 1:
                code = 3 * code + (1 if hands[1] >> (32 + jack) & 1 else 2 if hands[2] >> (32 + jack) & 1 else 0)
        cards.jack_code[held] = code


@kernel
def sure_points(cards: Cards, mine: int, one: int, other: int) -> int:
    """Points of the cards that a leader can lead one after another with each of them taking the trick.

    Args:
        cards: the game.
        mine: the leader's hand.
        one: another hand.
        other: the third.
    """
    trumps = cards.facts[TRUMPS]
    sure = higher(mine & trumps, (one | other) & trumps)
    free_one, free_other = one & trumps == 0, other & trumps == 0
    for byte in range(4):
        suit = (0xFF << 8 * byte) & ~trumps
        held = mine & suit
        if held == 0:
            continue
        rivals = (one | other) & suit
        above = rivals
        for step in (1, 2, 4):
            above |= above >> step
        tops = held & ~above
        number = size(tops)
        if not free_one:
            number = min(number, size(one & suit))
        if not free_other:
            number = min(number, size(other & suit))
        while number:
            top = highest(tops)
            tops ^= top
            sure |= top
            number -= 1
    return points(sure)


@kernel
def higher(mine: int, theirs: int) -> int:
    """Those of some trumps that are above all of others, and so go to their side whatever is played."""
    for step in (1, 2, 4, 8, 16, 32):
        theirs |= theirs >> step
    return mine & ~theirs


@kernel
def distinct(cards: Cards, moves: int, own: int, others: int) -> int:
    """Of cards that are alike the highest."""
    found, left = 0, moves
    while left:
        bit = left & -left
        left ^= bit
        card = size(bit - 1)
        above = cards.suit[card] & ~(2 * bit - 1)
        barrier = above & others
        between = above & own & ((barrier & -barrier) - 1) if barrier else above & own
        alike = False
        while between:
            near = between & -between
            between ^= near
            if cards.value[size(near - 1)] == cards.value[card]:
                alike = True
                break
        if not alike:
            found |= bit
    return found


@kernel
def beats(cards: Cards, card: int, other: int) -> bool:
    """Whether a card takes a trick from another that lies before it."""
    if cards.suit[other] >> card & 1:
        return card > other
    return bool(cards.facts[TRUMPS] >> card & 1)


@kernel
def can_beat(cards: Cards, hand: int, led: int, best: int) -> bool:
    """Whether a hand, with the suit led to be followed, can take the trick from the best card that lies."""
    suit, trumps = cards.suit[led], cards.facts[TRUMPS]
    follow = hand & suit
    if follow:
        return bool(cards.suit[best] == suit and (follow & cards.suit[best]) >> best > 1)
    if suit == trumps or hand & trumps == 0:
        return False
    return not trumps >> best & 1 or (hand & trumps) >> best > 1
