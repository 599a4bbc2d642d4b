"""Null counted: the hands of ten cards that no distribution of the other 22 cards beats.

Whether a hand is one of them depends on its four suits. If a defender leads, all four must be safe. If the declarer leads, one of
them must be an opening suit besides: it holds the 7, at least three of its cards are outside, and without its 7 and its highest
outside card it is still safe. So the hands are counted by the lengths of their suits, from the 256 holdings of one suit.

docs/results.md has the proofs. That every other hand is beaten if the declarer leads is shown by a deal for each class of hands
with four safe suits, none of them an opening suit; hands that differ by the order of the suits alone are of one class.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from random import Random
from typing import NamedTuple

from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, mask_of
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import (
    HAND_CARDS,
    SKAT_CARDS,
    SUIT_CARDS,
    WHOLE_SUIT,
    hand_with,
    start,
    suit_cards,
)
from tafelwerk.solvers.skat.open.null import NullSolver

MOST_TRIES = 10_000
"""Distributions tried for a class; none needs a hundred."""


class Lengths(NamedTuple):
    """Hands with given lengths of their suits.

    Attributes:
        lengths: the four lengths, the longest first.
        hands: their number.
        defender: number of those that no distribution beats if a defender leads.
        declarer: the same if the declarer leads.
    """

    lengths: tuple[int, int, int, int]
    hands: int
    defender: int
    declarer: int


class BeatenClass(NamedTuple):
    """A class of hands with four safe suits that is beaten if the declarer leads.

    Attributes:
        holdings: the four holdings, the largest mask first, as clubs, spades, hearts and diamonds.
        hands: number of hands in the class.
        after, before: masks of the hands of the defenders who play after and before the declarer, in a deal that beats it.
        skat: mask of the Skat in this deal.
    """

    holdings: tuple[int, int, int, int]
    hands: int
    after: int
    before: int
    skat: int


def is_safe(holding: int, outside: int | None = None) -> bool:
    """Whether at most k - 1 outside cards are below the k-th lowest card held, for every k.

    Args:
        holding: mask of the cards held in a suit.
        outside: mask of its outside cards. Default: all that are not held.
    """
    others = WHOLE_SUIT & ~holding if outside is None else outside
    return all((others & ((1 << card) - 1)).bit_count() <= k for k, card in enumerate(reversed(bits(holding))))


def is_opening(holding: int) -> bool:
    """Whether the declarer can lead the 7 of a suit and leave it safe, whatever the distribution; such a suit is safe itself."""
    outside = WHOLE_SUIT & ~holding
    if not holding & 1 or outside.bit_count() <= SKAT_CARDS:
        return False
    return is_safe(holding & ~1, outside ^ 1 << bits(outside)[0])


def hands_by_lengths() -> Iterator[Lengths]:
    """Numbers of hands by the lengths of their suits, the longest first, in descending order of the lengths."""
    safe, closed = [0] * (SUIT_CARDS + 1), [0] * (SUIT_CARDS + 1)
    for holding in range(WHOLE_SUIT + 1):
        safe[holding.bit_count()] += is_safe(holding)
        closed[holding.bit_count()] += is_safe(holding) and not is_opening(holding)
    for lengths in combinations_with_replacement(range(SUIT_CARDS, -1, -1), 4):
        if sum(lengths) != HAND_CARDS:
            continue
        orders = len(set(permutations(lengths)))
        defended = orders * prod(safe[length] for length in lengths)
        led = defended - orders * prod(closed[length] for length in lengths)
        yield Lengths(lengths, orders * prod(comb(SUIT_CARDS, length) for length in lengths), defended, led)


def beaten_classes() -> Iterator[BeatenClass]:
    """The classes of hands with four safe suits, none of them an opening suit, each with a deal that beats it."""
    closed = [one for one in range(WHOLE_SUIT, -1, -1) if is_safe(one) and not is_opening(one)]
    solver = NullSolver()
    for held in combinations_with_replacement(closed, 4):
        if sum(holding.bit_count() for holding in held) == HAND_CARDS:
            yield BeatenClass(held, len(set(permutations(held))), *beating(held, solver))


def beating(held: tuple[int, int, int, int], solver: NullSolver | None = None) -> tuple[int, int, int]:
    """A distribution against which forehand loses a Null: each suit with one defender, as far as possible.

    Args:
        held: holdings in clubs, spades, hearts and diamonds, all safe, none of an opening suit.
        solver: a solver. Default: a new one.

    Returns:
        Hands of the defenders who play after and before the declarer, and the Skat.
    """
    random, hand, solver = Random(repr(held)), hand_with(held), solver or NullSolver()
    suits = [bits(ALL_CARDS & ~hand & suit_cards(suit)) for suit in range(4)]
    short = [card for suit in suits for card in suit if len(suit) <= SKAT_CARDS]
    for _ in range(MOST_TRIES):
        piles: list[list[int]] = [[], []]
        # a short suit is not with the defenders: who leads it takes the trick
        skat = short or random.sample(bits(ALL_CARDS & ~hand), SKAT_CARDS)
        for suit in suits:
            piles[random.randrange(2)] += [card for card in suit if card not in skat]
        random.shuffle(piles[0])
        random.shuffle(piles[1])
        while len(piles[0]) + len(piles[1]) > 2 * HAND_CARDS:
            skat = [*skat, max(piles, key=len).pop()]
        larger = max(piles, key=len)
        smaller = piles[0] if larger is piles[1] else piles[1]
        while len(smaller) < HAND_CARDS:
            smaller.append(larger.pop())
        after, before = map(mask_of, piles)
        deal = Deal((hand, after, before), mask_of(skat))
        if not solver.won(start(deal, Game.NULL, Seat.FOREHAND)):
            return after, before, deal.skat
    raise AssertionError(f"no distribution found that beats {held}")
