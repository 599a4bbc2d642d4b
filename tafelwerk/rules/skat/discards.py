"""What a declarer may lay into the Skat after taking it up: any two of the twelve cards, trumps too.

Their points count for the declarer, who has them before the first trick. A Hand game leaves the Skat as it was dealt, and its
points are the declarer's just so. Matadors count over the same twelve cards whatever is discarded.

Source: International Skat Order, sections 3.4 and 2.4; S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg
2003, section 13.3.
"""

from itertools import combinations
from typing import NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, NAMES, Seat, bits, cards_text, points
from tafelwerk.rules.skat.deals import Deal


class Discard(NamedTuple):
    """One way to discard.

    Attributes:
        hand: mask of the cards kept.
        skat: mask of the two cards laid away.
        points: their card points, which are the declarer's; Null does not use them.
    """

    hand: int
    skat: int
    points: int


def discards(cards: int) -> list[Discard]:
    """All ways to discard two cards: 66 of twelve cards; the highest cards first, in the order a player sorts a hand.

    Args:
        cards: mask of the declarer's hand with the Skat taken up, 3 to 12 cards.

    Raises:
        InputError: another number of cards.
    """
    if not 0 <= cards <= ALL_CARDS or not 3 <= cards.bit_count() <= 12:
        raise InputError(f"a declarer discards from 3 to 12 cards, not {cards.bit_count()}")
    skats = (1 << one | 1 << other for one, other in combinations(bits(cards), 2))
    return [Discard(cards ^ skat, skat, points(skat)) for skat in skats]


def discard(deal: Deal, declarer: Seat, skat: int) -> Deal:
    """The deal with which play begins when the declarer has taken up the Skat and laid away two cards.

    Args:
        deal: who was dealt what, with a Skat of two cards.
        declarer: who plays alone.
        skat: mask of the two cards laid away.

    Raises:
        InputError: the deal has no Skat, or these are not two of the declarer's cards.
    """
    if not deal.skat:
        raise InputError("there is no Skat to take up in this deal")
    cards = deal.hands[declarer] | deal.skat
    if not 0 <= skat <= ALL_CARDS or skat.bit_count() != 2:
        raise InputError(f"two cards are discarded, not {skat.bit_count()}")
    if foreign := skat & ~cards:
        raise InputError(
            f"{declarer.word} does not hold {NAMES[bits(foreign)[0]]} and discards two of {cards_text(cards)}"
        )
    forehand, middlehand, rearhand = (cards ^ skat if seat == declarer else deal.hands[seat] for seat in Seat)
    return Deal((forehand, middlehand, rearhand), skat)
