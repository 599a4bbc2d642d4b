"""Null by suits: the holdings of a hand, and the deal that beats a hand with an unsafe suit.

A holding is a mask of the cards held in one suit, bit 0 for the 7 up to bit 7 for the ace, in the order 7 8 9 10 J Q K A. The
outside cards of a suit are those that the declarer does not hold.

A holding is safe if at most k - 1 outside cards are below its k-th lowest card, for every k. docs/results.md proves
that a Null is won against every distribution if a defender leads and all four suits are safe, and otherwise lost to some.
"""

from collections.abc import Iterable

from tafelwerk.families.skat.rules.cards import ALL_CARDS, SUITS, Game, bits, mask_of, order

RANKS = "789TJQKA"
"""Ranks of a suit in Null, the lowest first."""

WHOLE_SUIT = 0xFF
"""All eight cards of a suit."""

HAND_CARDS, SUIT_CARDS, SKAT_CARDS = 10, len(RANKS), 2


def holdings(hand: int) -> tuple[int, int, int, int]:
    """The holdings of a hand in clubs, spades, hearts and diamonds."""
    placed = order(Game.NULL).to_game(hand)
    clubs, spades, hearts, diamonds = (placed >> SUIT_CARDS * (3 - suit) & WHOLE_SUIT for suit in range(4))
    return clubs, spades, hearts, diamonds


def hand_with(held: Iterable[int]) -> int:
    """The hand with the given holdings in clubs, spades, hearts and diamonds."""
    placed = 0
    for holding in held:
        placed = placed << SUIT_CARDS | holding
    return order(Game.NULL).from_game(placed)


def suit_cards(suit: int) -> int:
    """Mask of the cards of a suit: 0 for clubs, 1 spades, 2 hearts, 3 diamonds."""
    return hand_with(WHOLE_SUIT if place == suit else 0 for place in range(len(SUITS)))


def beating_hands(hand: int, suit: int) -> tuple[int, int, int]:
    """A distribution of the other 22 cards that beats a hand with an unsafe suit, whoever leads.

    The first defender holds all outside cards of the suit, and the highest outside card of every other suit. The lead comes to
    this defender, who then leads the suit from the lowest card up.

    Args:
        hand: mask of ten cards.
        suit: a suit whose holding is not safe.

    Returns:
        Masks of the hand of the defender with the suit, of the other one, and of the Skat.
    """
    own = order(Game.NULL)
    outside = ALL_CARDS & ~hand
    first = outside & suit_cards(suit)
    for other in range(len(SUITS)):
        first |= mask_of(own.sorted(outside & suit_cards(other))[:1])
    rest = bits(outside & ~first)
    missing = HAND_CARDS - first.bit_count()
    first |= mask_of(rest[:missing])
    rest = rest[missing:]
    return first, mask_of(rest[:HAND_CARDS]), mask_of(rest[HAND_CARDS:])
