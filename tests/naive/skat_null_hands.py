"""Null on small decks by trying everything: every distribution of the other cards, every card of every player.

A card is a pair of suit and rank.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Card = tuple[int, int]
Cards = frozenset[Card]


class Deck(NamedTuple):
    """Number of suits, ranks per suit, and cards per hand; the others lie in the Skat."""

    suits: int
    ranks: int
    each: int

    @property
    def cards(self) -> list[Card]:
        """All cards."""
        return list(product(range(self.suits), range(self.ranks)))

    @property
    def skat(self) -> int:
        """Cards in the Skat."""
        return self.suits * self.ranks - 3 * self.each


def is_unbeatable(deck: Deck, hand: Cards, leader: int) -> bool:
    """Whether the declarer, player 0, takes no trick against any distribution; players 1 and 2 follow in turn."""
    return all(wins((hand, *others), leader) for others in splits(deck, hand))


def splits(deck: Deck, hand: Cards) -> Iterator[tuple[Cards, Cards]]:
    """The ways to deal the other cards to two defenders."""
    rest = [card for card in deck.cards if card not in hand]
    for one in combinations(rest, deck.each):
        left = [card for card in rest if card not in one]
        for other in combinations(left, deck.each):
            yield frozenset(one), frozenset(other)


@cache
def wins(hands: tuple[Cards, Cards, Cards], leader: int, lying: tuple[Card, ...] = ()) -> bool:
    """Whether the declarer takes no trick from here, with open cards."""
    if not any(hands):
        return True
    mover = (leader + len(lying)) % 3
    follow = [card for card in hands[mover] if lying and card[0] == lying[0][0]]
    outcomes = (_after(hands, leader, lying, mover, card) for card in follow or hands[mover])
    return any(outcomes) if mover == 0 else all(outcomes)


def _after(hands: tuple[Cards, Cards, Cards], leader: int, lying: tuple[Card, ...], mover: int, card: Card) -> bool:
    one, two, three = (hand - {card} if seat == mover else hand for seat, hand in enumerate(hands))
    table = (*lying, card)
    if len(table) < 3:
        return wins((one, two, three), leader, table)
    best = max(range(3), key=lambda place: table[place][1] if table[place][0] == table[0][0] else -1)
    winner = (leader + best) % 3
    return winner != 0 and wins((one, two, three), winner)


def is_safe(deck: Deck, hand: Cards, suit: int) -> bool:
    """Whether the k-th lowest card of a suit has at most k - 1 other cards below it, for every k."""
    others = outside = 0
    for rank in range(deck.ranks):
        if (suit, rank) not in hand:
            others += 1
        elif others > outside:
            return False
        else:
            outside += 1
    return True


def opens(deck: Deck, hand: Cards, suit: int) -> bool:
    """Whether the lowest card of a suit can be led: it is held, more cards of the suit are outside than the Skat holds, and the
    suit is safe without it and without the highest card outside, which moves to the top of the suit."""
    held = [rank for rank in range(deck.ranks) if (suit, rank) in hand]
    out = [rank for rank in range(deck.ranks) if (suit, rank) not in hand]
    if 0 not in held or len(out) <= deck.skat:
        return False
    left = [rank in held for rank in range(1, deck.ranks) if rank != out[-1]]
    small = Deck(1, len(left), 0)
    return is_safe(small, frozenset((0, rank) for rank, own in enumerate(left) if own), 0)
