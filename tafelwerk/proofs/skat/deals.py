"""Numbers of deals and names of cards, by a separate program.

Deals are grouped by cards per hand and in the Skat: 10 and 2, 9 and 2, 9 and 0, 8 and 2, ... 1 and 0. Within a group they
are ordered by forehand's hand as an integer, then middlehand's, rearhand's and the Skat, and numbered from 0.
"""

from collections.abc import Iterable
from math import comb

CARDS = (*(suit + rank for suit in "DHSC" for rank in "789QKTA"), "DJ", "HJ", "SJ", "CJ")
"""Name of each card, by bit."""

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""Card points by rank; those of others are 0."""

Parts = tuple[int, int, int, int]
"""Masks of the cards of forehand, middlehand and rearhand, and of the Skat."""


def kinds() -> Iterable[tuple[int, int, int]]:
    """The number of the first deal of each group, with its cards per hand and in the Skat."""
    first = 0
    for cards, skat in [(10, 2), *((cards, skat) for cards in range(9, 0, -1) for skat in (2, 0))]:
        yield first, cards, skat
        ways = 1
        for size, left in _choices(cards, skat):
            ways *= comb(left, size)
        first += ways


def deal_number(parts: Parts) -> int:
    """The number of a deal."""
    each, in_skat = parts[0].bit_count(), parts[3].bit_count()
    rank, left = 0, 2**32 - 1
    for part, (size, among) in zip(parts, _choices(each, in_skat), strict=True):
        # for sets of one size, integer order compares the highest card, then the next
        before = taken = 0
        for place, card in enumerate(card for card in range(32) if left >> card & 1):
            if part >> card & 1:
                taken += 1
                before += comb(place, taken)
        rank, left = rank * comb(among, size) + before, left & ~part
    return rank + next(first for first, cards, skat in kinds() if (cards, skat) == (each, in_skat))


def numbered(number: int) -> Parts:
    """The deal with a given number.

    Raises:
        ValueError: there is none.
    """
    found = [kind for kind in kinds() if kind[0] <= number]
    if not found:
        raise ValueError(f"no deal has the number {number}")
    first, each, in_skat = found[-1]
    rank, ranks = number - first, []
    for size, among in reversed(_choices(each, in_skat)):
        rank, own = divmod(rank, comb(among, size))
        ranks.append(own)
    if rank:
        raise ValueError(f"no deal has the number {number}")
    parts, left = [], list(range(32))
    for (size, _), own in zip(_choices(each, in_skat), reversed(ranks), strict=True):
        part = 0
        for place in range(len(left) - 1, -1, -1):
            if size and own >= comb(place, size):
                own -= comb(place, size)
                part |= 1 << left[place]
                size -= 1
        parts.append(part)
        left = [card for card in left if not part >> card & 1]
    return parts[0], parts[1], parts[2], parts[3]


def _choices(cards: int, skat: int) -> list[tuple[int, int]]:
    """For each part, its number of cards and the number of cards to choose from."""
    return [(cards, 32), (cards, 32 - cards), (cards, 32 - 2 * cards), (skat, 32 - 3 * cards)]
