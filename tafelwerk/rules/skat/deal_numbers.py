"""Numbers of deals: every deal has one, so that a table can have it for a key.

Deals come in kinds, by cards in a hand and cards in the Skat: ten each and two first, then nine each with a Skat of two, nine
each without, eight with, eight without, down to one. Within a kind a deal stands after another if forehand's hand, as a mask, is
the greater integer; with the same hand of forehand if middlehand's is; then rearhand's; then the Skat. The numbers follow this
order from 0 on without a gap, and all lie below 2^63.

Masks with the same number of bits stand in the order of their integers as their sets do colexicographically, by the highest
element in which they differ. So the rank of a hand among those that can be dealt from the cards left is a sum of binomials, one
a card (the combinatorial number system: D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3), and the rank of a
deal has the ranks of its four parts as digits.
"""

from bisect import bisect_right
from math import comb

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS
from tafelwerk.rules.skat.deals import Deal

_SUBSETS = tuple(tuple(comb(cards, size) for cards in range(33)) for size in range(11))
"""Ways to choose, by how many and out of how many."""


def _ways(cards_each: int, skat: int) -> tuple[int, int, int, int]:
    """Ways to choose forehand's hand, then middlehand's out of the cards left, rearhand's, the Skat."""
    hand, left = _SUBSETS[cards_each], 32 - 3 * cards_each
    return hand[32], hand[32 - cards_each], hand[32 - 2 * cards_each], _SUBSETS[skat][left]


def _kinds() -> dict[tuple[int, int], range]:
    numbers, first = {}, 0
    for kind in ((10, 2), *((cards_each, skat) for cards_each in range(9, 0, -1) for skat in (2, 0))):
        forehand, middlehand, rearhand, skat = _ways(*kind)
        after = first + forehand * middlehand * rearhand * skat
        numbers[kind] = range(first, after)
        first = after
    return numbers


_KINDS = _kinds()
_BY_FIRST = tuple((numbers, *kind, _ways(*kind)) for kind, numbers in _KINDS.items())
_FIRSTS = tuple(numbers.start for numbers in _KINDS.values())

MOST_DEALS = max(numbers.stop for numbers in _KINDS.values())
"""How many deals there are, of all kinds: their numbers are 0 to this less one."""


def deal_number(deal: Deal) -> int:
    """The number of a deal, 0 to MOST_DEALS - 1."""
    forehand, middlehand, rearhand = deal.hands
    kind = deal.cards_each, deal.skat.bit_count()
    _, for_middlehand, for_rearhand, for_skat = _ways(*kind)
    left = ALL_CARDS
    rank = _rank(forehand, left)
    left ^= forehand
    rank = rank * for_middlehand + _rank(middlehand, left)
    left ^= middlehand
    rank = rank * for_rearhand + _rank(rearhand, left)
    left ^= rearhand
    return _KINDS[kind].start + rank * for_skat + _rank(deal.skat, left)


def numbered_deal(number: int) -> Deal:
    """The deal that has a number.

    Raises:
        InputError: the number is negative, or MOST_DEALS or more.
    """
    if not 0 <= number < MOST_DEALS:
        raise InputError(f"the number of a deal is 0 to {MOST_DEALS - 1}, not {number}")
    numbers, cards_each, skat, (_, for_middlehand, for_rearhand, for_skat) = _BY_FIRST[
        bisect_right(_FIRSTS, number) - 1
    ]
    rank, of_skat = divmod(number - numbers.start, for_skat)
    rank, of_rearhand = divmod(rank, for_rearhand)
    of_forehand, of_middlehand = divmod(rank, for_middlehand)
    left = [1 << card for card in range(32)]
    forehand = _take(of_forehand, cards_each, left)
    middlehand = _take(of_middlehand, cards_each, left)
    rearhand = _take(of_rearhand, cards_each, left)
    return Deal((forehand, middlehand, rearhand), _take(of_skat, skat, left))


def numbers_of_kind(cards_each: int, skat: int) -> range:
    """The numbers of all deals of a kind, in their order.

    Args:
        cards_each: cards in a hand, 1 to 10.
        skat: cards in the Skat, 0 or 2; 2 with ten in a hand.

    Raises:
        InputError: there are no such deals.
    """
    numbers = _KINDS.get((cards_each, skat))
    if numbers is None:
        raise InputError(
            "deals have 1 to 9 cards in a hand with 2 or 0 in the Skat, or 10 and 2,"
            f" not {cards_each} in a hand and {skat} in the Skat"
        )
    return numbers


def _rank(subset: int, left: int) -> int:
    """How many sets of as many of the cards left are smaller masks."""
    rank = size = 0
    while subset:
        card = subset & -subset
        size += 1
        rank += _SUBSETS[size][(left & (card - 1)).bit_count()]
        subset ^= card
    return rank


def _take(rank: int, size: int, left: list[int]) -> int:
    """The mask of that rank among those of `size` of the cards left (ascending single bits); it is taken out of them."""
    subset = 0
    for still in range(size, 0, -1):
        ways = _SUBSETS[still]
        place = bisect_right(ways, rank, 0, len(left)) - 1
        rank -= ways[place]
        subset |= left.pop(place)
    return subset
