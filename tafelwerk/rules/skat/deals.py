"""Deals: who holds which cards. Read from text, drawn at random.

A deal is what play begins with: the declarer has discarded, and the Skat holds those two cards. Deals of fewer than ten cards
each are the ends of games, or small games to study (Kupferschmid 2003, section 3.3); their Skat may be empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, NAMES, Seat, bits, cards_text, mask_of, read_cards

_FORM = "forehand's cards | middlehand's | rearhand's | the Skat"
_PARTS = (*(f"{seat.word}'s hand" for seat in Seat), "the Skat")


@dataclass(frozen=True, slots=True)
class Deal:
    """Three hands and the Skat.

    Attributes:
        hands: masks of the cards of forehand, middlehand and rearhand.
        skat: mask of the Skat.

    Raises:
        InputError: a card lies in two places, hands are not of one size of 1 to 10, or the Skat is not of two cards; with hands
            of fewer than ten it may be empty.
    """

    hands: tuple[int, int, int]
    skat: int = 0

    def __post_init__(self) -> None:
        _check((*self.hands, self.skat))

    @property
    def cards_each(self) -> int:
        """Cards in a hand."""
        return self.hands[0].bit_count()

    def text(self) -> str:
        """The deal as `read_deal` reads it."""
        return " | ".join(cards_text(mask) for mask in (*self.hands, self.skat) if mask)


def read_deal(text: str) -> Deal:
    """A deal written as "forehand's cards | middlehand's | rearhand's | the Skat".

    The Skat may be left out or empty where hands have fewer than ten cards.

    Raises:
        InputError: the text is no deal; the message names the first fault.
    """
    parts = " ".join(text.split()).split("|")
    if not 3 <= len(parts) <= 4:
        raise InputError(f"a deal is {_FORM!r}, with three or four parts, not {len(parts)}")
    masks = []
    for what, part in zip(_PARTS, parts, strict=False):
        try:
            masks.append(read_cards(part))
        except InputError as fault:
            raise InputError(f"{what}: {fault}") from None
    return Deal((masks[0], masks[1], masks[2]), masks[3] if len(masks) == 4 else 0)


def random_deal(random: Random, cards_each: int = 10) -> Deal:
    """A deal, all equally likely as far as 53 random bits a card allow; the Skat is empty where hands have fewer than ten cards.

    Args:
        random: where chance comes from.
        cards_each: cards in a hand, 1 to 10.

    Raises:
        InputError: another number of cards.
    """
    _check_cards(cards_each)
    pack = list(range(32))
    drawn = 32 if cards_each == 10 else 3 * cards_each
    for i in range(drawn):
        # Python promises the same random() for ever, and nothing of randrange and shuffle. The integer arithmetic is exact.
        j = i + (int(random.random() * 2**53) * (32 - i) >> 53)
        pack[i], pack[j] = pack[j], pack[i]
    hands = [mask_of(pack[seat * cards_each : (seat + 1) * cards_each]) for seat in range(3)]
    return Deal((hands[0], hands[1], hands[2]), mask_of(pack[3 * cards_each : drawn]))


def random_deals(count: int, seed: int, first: int = 0, cards_each: int = 10) -> Iterator[Deal]:
    """Deals, numbers `first` to `first + count - 1` of the endless sequence that belongs to a seed and so many cards in a hand.

    Each has a generator of its own, Python's Mersenne Twister seeded with 2^32 seed + number, so that any part of the sequence
    can be had alone, today and ten years on.

    Raises:
        InputError: a negative count, seed or first number, a number of 2^32 or more, or another number of cards than 1 to 10.
    """
    for what, number in (("count", count), ("seed", seed), ("first", first)):
        if number < 0:
            raise InputError(f"{what} is 0 or more, not {number}")
    if first + count > 2**32:
        raise InputError(f"a seed has 2^32 deals; there is no number {first + count - 1}")
    _check_cards(cards_each)
    return (random_deal(Random((seed << 32) + number), cards_each) for number in range(first, first + count))


def _check_cards(cards_each: int) -> None:
    if not 1 <= cards_each <= 10:
        raise InputError(f"a hand has 1 to 10 cards, not {cards_each}")


def _check(masks: tuple[int, int, int, int]) -> None:
    for mask in masks:
        if not 0 <= mask <= ALL_CARDS:
            raise InputError(f"a set of cards is a mask of 32 bits, not {mask}")
    for i, first in enumerate(_PARTS):
        for j, second in enumerate(_PARTS[:i]):
            if both := masks[i] & masks[j]:
                raise InputError(f"{NAMES[bits(both)[0]]} lies in two places: in {second} and in {first}")
    *sizes, skat = (mask.bit_count() for mask in masks)
    counted = f"{sizes[0]}, {sizes[1]} and {sizes[2]}"
    if max(sizes) > 10 or min(sizes) < 1:
        seat = next(seat for seat in Seat if not 1 <= sizes[seat] <= 10)
        raise InputError(f"{seat.word}'s hand has {sizes[seat]} cards; a hand has 1 to 10")
    if len(set(sizes)) > 1:
        lost = ALL_CARDS & ~(masks[0] | masks[1] | masks[2] | masks[3])
        missing = f"; {cards_text(lost)} is nowhere" if lost.bit_count() == 1 else ""
        raise InputError(f"the hands have {counted} cards; all have the same number{missing}")
    if skat != 2 and (skat or sizes[0] == 10):
        least = "two cards" if sizes[0] == 10 else "two cards or none"
        raise InputError(
            f"the Skat has {skat or 'no'} card{'s' * (skat != 1)}; with {sizes[0]} in a hand it has {least}"
        )
