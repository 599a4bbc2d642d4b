"""Positions with open cards as bit words: layout of the cards, winners of tricks, and sure points of a side.

A suit is a byte, from its lowest card up; jacks that are trumps are above.
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
    """Bit of each card of a book in this layout, by game: in Null 7 8 9 T J Q K A, otherwise 7 8 9 Q K T A, with jacks above."""
    found = np.zeros((len(GAMES), 32), np.int64)
    for number, game in enumerate(GAMES):
        ranks = "789TJQKA" if game == "null" else "789QKTA"
        for card, name in enumerate(CARDS):
            byte, rank = "CSHD".index(name[0]), name[1]
            found[number, card] = 8 * byte + ranks.index(rank) if rank in ranks else 35 - byte
    found.setflags(write=False)
    return found


PLACES = _places()
"""Bit of each card of a book in this layout, by game; int64, shape (games, 32)."""


class Cards(NamedTuple):
    """Data of a game for the search.

    Attributes:
        suit: (36,) cards of each card's suit; trumps are one suit.
        value: (36,) card points; all 0 in Null.
        code: (4, 256) code of a byte of cards of a suit in a key.
        jack_code: (16,) the same for the jacks.
        facts: declarer, whether it is Null, trumps, generation of the table.
        liking: (3, 36) how often a card of a seat has answered a question.
    """

    suit: Words
    value: Words
    code: Words
    jack_code: Words
    facts: Words
    liking: Words

    @classmethod
    def empty(cls) -> "Cards":
        """Empty data of a game, to be filled by `load`."""
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
    """Card points of a set in a game for points."""
    high = 11 * size(mask & _ACES) + 10 * size(mask & _TENS) + 4 * size(mask & _KINGS)
    return high + 3 * size(mask & _QUEENS) + 2 * size(mask & _JACKS)


@kernel
def placed(places: Words, mask: int) -> int:
    """A set of cards of a book in this layout."""
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
    """Fill `cards` with a game, with hands as masks of cards of a book; table entries of earlier games become invalid."""
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
            # owners of the cards without points, in order; for the others, whether they are in play
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
    """Points of the cards that a leader can lead one after another so that each takes its trick.

    Args:
        cards: the game.
        mine: the leader's hand.
        one: another hand.
        other: the third hand.
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
    """The trumps of a set that are above all trumps of another set, and so are won by their side in any case."""
    for step in (1, 2, 4, 8, 16, 32):
        theirs |= theirs >> step
    return mine & ~theirs


@kernel
def distinct(cards: Cards, moves: int, own: int, others: int) -> int:
    """The highest of each class of equivalent cards."""
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
    """Whether a card takes the trick from an earlier card."""
    if cards.suit[other] >> card & 1:
        return card > other
    return bool(cards.facts[TRUMPS] >> card & 1)


@kernel
def can_beat(cards: Cards, hand: int, led: int, best: int) -> bool:
    """Whether a hand, following the suit led, can take the trick from the best card on the table."""
    suit, trumps = cards.suit[led], cards.facts[TRUMPS]
    follow = hand & suit
    if follow:
        return bool(cards.suit[best] == suit and (follow & cards.suit[best]) >> best > 1)
    if suit == trumps or hand & trumps == 0:
        return False
    return not trumps >> best & 1 or (hand & trumps) >> best > 1
