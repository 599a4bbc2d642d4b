"""Deals: reading from text, random drawing, numbering; discards of a declarer.

A deal is the state in which play begins: the declarer has discarded, and the Skat holds those two cards. Deals of fewer than ten
cards each are endings of games, or small games to study (Kupferschmid 2003, section 3.3); their Skat may be empty.

Every deal has a number. Deals are grouped by cards per hand and cards in the Skat: first ten each with a Skat of two, then nine
each with a Skat of two, nine each without, eight with, eight without, down to one. Within a group, deals are ordered by
forehand's hand as an integer mask, then by middlehand's, rearhand's and the Skat. Numbers follow this order from 0 without
gaps, and all are below 2^63.

For masks with the same number of bits, integer order is the colexicographic order of the sets, by the highest
element in which they differ. So the rank of a hand among those that can be dealt from the cards left is a sum of binomials, one
per card (the combinatorial number system: D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3), and the rank of a
deal has the ranks of its four parts as digits.

A declarer who takes up the Skat discards any two of the twelve cards, including trumps. Their points count for the declarer, who
has them before the first trick. Matadors count over the same twelve cards whatever is discarded (International Skat Order,
sections 3.4 and 2.4; Kupferschmid 2003, section 13.3)."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.rules.cards import (
    ALL_CARDS,
    Seat,
    bits,
    card_name,
    card_names,
    card_words,
    cards_text,
    hand_of,
    has_bells,
    mask_of,
    read_cards,
    term,
)
from tafelwerk.language import count_noun, join_words, message, say

_FORM = message("forehand's cards | middlehand's | rearhand's | the Skat")


@dataclass(frozen=True, slots=True)
class Deal:
    """Three hands and the Skat.

    Attributes:
        hands: masks of the cards of forehand, middlehand and rearhand.
        skat: mask of the Skat.

    Raises:
        InputError: A card is in two places, hands are not of the same size from 1 to 10, or the Skat does not have two cards;
            with hands of fewer than ten it may be empty.
    """

    hands: tuple[int, int, int]
    skat: int = 0

    def __post_init__(self) -> None:
        _check((*self.hands, self.skat))

    @property
    def cards_each(self) -> int:
        """Cards per hand."""
        return self.hands[0].bit_count()

    def text(self) -> str:
        """The deal in the notation of `read_deal`."""
        return " | ".join(cards_text(mask) for mask in (*self.hands, self.skat) if mask)


def read_deal(text: str) -> Deal:
    """A deal written as "forehand's cards | middlehand's | rearhand's | the Skat", in any notation of `read_list`.

    The Skat may be left out or empty; with hands of ten cards it has the two that no hand has.

    Raises:
        InputError: the text is not a deal; the message names the first error.
    """
    forehand, middlehand, rearhand, skat = _read_parts(text)
    return Deal((forehand, middlehand, rearhand), skat)


def _read_parts(text: str) -> tuple[int, int, int, int]:
    """The masks of the three hands and of the Skat, 0 if it is left out."""
    parts = " ".join(text.split()).split("|")
    if not 3 <= len(parts) <= 4:
        form, count = say(_FORM), len(parts)
        raise InputError(say("a deal must be {form!r}, with three or four parts, not {count}", form=form, count=count))
    masks, bells = [], has_bells(text.replace("|", " "))
    for what, part in zip(_parts(), parts, strict=False):
        try:
            masks.append(read_cards(part, bells))
        except InputError as fault:
            raise InputError(f"{what}: {fault}") from None
    skat = masks[3] if len(masks) == 4 else 0
    dealt = masks[0] | masks[1] | masks[2]
    if not skat and dealt.bit_count() == 30 and max(map(int.bit_count, masks)) == 10:
        skat = ALL_CARDS & ~dealt
    return masks[0], masks[1], masks[2], skat


def deal_of(text: str) -> Deal:
    """The deal given as text, possibly over several lines with comments after #, or by its number.

    All 32 cards in a row are the three hands and the Skat, as in records of the International Skat Server.

    Raises:
        InputError: the text is not a deal.
    """
    line = _deal_line(text)
    return numbered_deal(int(line)) if _NUMBER.fullmatch(line) else read_deal(line)


def deal_before_trick(text: str, leader: Seat, table: Sequence[int]) -> Deal:
    """The deal before the current trick, the cards on the table back in the hands that they were played from.

    Args:
        text: the cards still held, and the Skat, in the form of `deal_of`; not a number.
        leader: leader of the trick.
        table: one or two cards on the table, the leader's first.

    Raises:
        InputError: the text is not a deal, or the hands do not have the same number of cards before the trick.
    """
    line = _deal_line(text)
    if _NUMBER.fullmatch(line):
        raise InputError(say("a number is a deal before the trick; write the cards still held, or give --history"))
    *hands, skat = _read_parts(line)
    for turn, card in enumerate(table):
        seat = Seat((leader + turn) % 3)
        if hands[seat] >> card & 1:
            hand = hand_of(seat.word)
            raise InputError(
                say("{name} is on the table and in {hand}; hands are those without it", name=card_name(card), hand=hand)
            )
        hands[seat] |= 1 << card
    return Deal((hands[0], hands[1], hands[2]), skat)


def deal_words(text: str) -> str:
    """A deal as `Deal.text` writes it; where cards lie on the table, one or two hands may be a card short."""
    try:
        return deal_of(text).text()
    except InputError:
        # what is wrong with a deal is said of a whole one
        with suppress(InputError):
            forehand, middlehand, rearhand, skat = _read_parts(_deal_line(text))
            sizes = {mask.bit_count() for mask in (forehand, middlehand, rearhand)}
            if not (forehand & middlehand or (forehand | middlehand) & rearhand) and max(sizes) - min(sizes) == 1:
                hands = " | ".join(map(cards_text, (forehand, middlehand, rearhand)))
                return f"{hands} | {cards_text(skat)}" if skat else hands
        raise


_NUMBER = re.compile(r"-?[0-9]{1,30}", re.ASCII)


def _deal_line(text: str) -> str:
    """A deal in one line: its number, or its parts with bars between them."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    line_text = " ".join(line for line in lines if line)
    if not line_text:
        form = say(_FORM)
        raise InputError(say('no deal given; write "{form}"', form=form))
    if _NUMBER.fullmatch(line_text):
        return line_text
    words = card_words(line_text) if "|" not in line_text else []
    if len(words) == 32:
        return " | ".join(" ".join(words[first : first + 10]) for first in range(0, 32, 10))
    if sum("|" in line for line in lines) > 1 and all(line.count("|") in (0, 2, 3) for line in lines):
        count = sum("|" in line for line in lines)
        raise InputError(say("{count} deals given; give one", count=count))
    parts = _split_parts(lines)
    if len(parts) == 1:
        form, quoted_text = say(_FORM), in_quotes(line_text, 40)
        raise InputError(
            say(
                'a deal must be "{form}" or a number from 0 to {last}, not {given}',
                form=form,
                last=MOST_DEALS - 1,
                given=quoted_text,
            )
        )
    return " | ".join(parts)


_SEATS = r"vorhand|vh|forehand|mittelhand|middlehand|mh|hinterhand|hh|rearhand|rh|skat|[vmh](?=\s*:)"
_SEAT = re.compile(rf"\s*(?:({_SEATS})\b[\s:*]*)?", re.IGNORECASE)
"""A seat, or the Skat, before its cards; its first letter says which."""

_BETWEEN_HANDS = re.compile(rf"[;/,.\s]+(?=(?:{_SEATS})\b)|[;/\n]", re.IGNORECASE)


def _split_parts(lines: Sequence[str]) -> list[str]:
    """The hands and the Skat, with bars between them or, if there are three or four, ; or /, the ends of lines or their seats.

    They may have their seats before them, and then stand in any order.
    """
    text = "\n".join(line for line in lines if line)
    parts = text.split("|") if "|" in text else _BETWEEN_HANDS.split(text.strip(" ;/"))
    if "|" not in text and len(parts) not in (3, 4):
        return [text]
    seats = [match[1] and "vfmhrs".index(match[1][0].lower()) for part in parts if (match := _SEAT.match(part))]
    if None not in seats and len({*seats}) == len(seats):
        parts = [part for _, part in sorted(zip(seats, parts, strict=True))]
        return [_SEAT.sub("", part, count=1) for part in parts]
    return parts


def random_deal(random: Random, cards_each: int = 10) -> Deal:
    """A random deal, uniform as far as 53 random bits per card allow; with fewer than ten cards per hand the Skat is empty.

    Args:
        random: source of randomness.
        cards_each: cards per hand, 1 to 10.

    Raises:
        InputError: another number of cards.
    """
    _check_cards(cards_each)
    pack = list(range(32))
    count = 32 if cards_each == 10 else 3 * cards_each
    for i in range(count):
        # Python guarantees the same random() in all versions, but not randrange and shuffle. The integer arithmetic is exact.
        j = i + (int(random.random() * 2**53) * (32 - i) >> 53)
        pack[i], pack[j] = pack[j], pack[i]
    hands = [mask_of(pack[seat * cards_each : (seat + 1) * cards_each]) for seat in range(3)]
    return Deal((hands[0], hands[1], hands[2]), mask_of(pack[3 * cards_each : count]))


def random_deals(count: int, seed: int, first: int = 0, cards_each: int = 10) -> Iterator[Deal]:
    """Deals number `first` to `first + count - 1` of the infinite sequence of a seed and a number of cards per hand.

    Each has its own generator, Python's Mersenne Twister seeded with 2^32 seed + number, so that any part of the sequence
    can be generated alone and is always the same.

    Raises:
        InputError: A negative count, seed or first number, a number of 2^32 or more, or cards per hand not from 1 to 10.
    """
    for what, number in (("count", count), ("seed", seed), ("first", first)):
        if number < 0:
            raise InputError(f"{what} must be 0 or more, not {number}")
    if first + count > 2**32:
        raise InputError(f"a seed has 2^32 deals, with numbers below 2^32, not {first + count - 1}")
    _check_cards(cards_each)
    return (random_deal(Random((seed << 32) + number), cards_each) for number in range(first, first + count))


def _check_cards(cards_each: int) -> None:
    if not 1 <= cards_each <= 10:
        raise InputError(f"a hand has 1 to 10 cards, not {cards_each}")


def _parts() -> tuple[str, ...]:
    """Names of the parts of a deal in messages."""
    return (*(hand_of(seat.word) for seat in Seat), say("the Skat"))


def _check(masks: tuple[int, int, int, int]) -> None:
    for mask in masks:
        if not 0 <= mask <= ALL_CARDS:
            raise InputError(f"a set of cards is a mask of 32 bits, not {mask}")
    for i, j in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)):
        if both := masks[i] & masks[j]:
            name, first, second = card_name(bits(both)[0]), _parts()[j], _parts()[i]
            raise InputError(
                say("{name} is in two places: in {first} and in {second}", name=name, first=first, second=second)
            )
    *sizes, skat = (mask.bit_count() for mask in masks)
    if max(sizes) > 10 or min(sizes) < 1:
        odd_seat = next(seat for seat in Seat if not 1 <= sizes[seat] <= 10)
        hand, count = hand_of(odd_seat.word), sizes[odd_seat]
        raise InputError(say("{hand} has {count} cards; a hand has 1 to 10", hand=hand, count=count))
    if len(set(sizes)) > 1:
        lost = ALL_CARDS & ~(masks[0] | masks[1] | masks[2] | masks[3])
        name, counts = card_names(bits(lost)), join_words([*map(str, sizes)])
        missing = say("; {name} is nowhere", name=name) if lost.bit_count() == 1 else ""
        raise InputError(
            say(
                "the hands have {counts} cards; they must have the same number{missing}", counts=counts, missing=missing
            )
        )
    if skat != 2 and (skat or sizes[0] == 10):
        least = say("two cards") if sizes[0] == 10 else say("two cards or none")
        laid = count_noun(skat, "card") if skat else say("no cards")
        raise InputError(
            say("the Skat has {laid}; with {each} per hand it must have {least}", laid=laid, each=sizes[0], least=least)
        )


_SUBSETS = tuple(tuple(comb(cards, size) for cards in range(33)) for size in range(11))
"""Binomial coefficients: number of sets, by size and by number of cards."""


def _ways(cards_each: int, skat: int) -> tuple[int, int, int, int]:
    """Number of hands for forehand, then for middlehand out of the cards left, for rearhand, and of Skats."""
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
"""Number of deals; they are numbered from 0 to MOST_DEALS - 1."""


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
    """The deal with a given number.

    Raises:
        InputError: the number is negative, or MOST_DEALS or more.
    """
    if not 0 <= number < MOST_DEALS:
        most = MOST_DEALS - 1
        raise InputError(say("the number of a deal must be from 0 to {most}, not {number}", most=most, number=number))
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


def _rank(subset: int, left: int) -> int:
    """The number of sets of the same size, of the cards left, with a smaller mask."""
    rank = size = 0
    while subset:
        card = subset & -subset
        size += 1
        rank += _SUBSETS[size][(left & (card - 1)).bit_count()]
        subset ^= card
    return rank


def _take(rank: int, size: int, left: list[int]) -> int:
    """The mask of a given rank among sets of `size` of the cards left (ascending single bits), from which it is removed."""
    subset = 0
    for still in range(size, 0, -1):
        ways = _SUBSETS[still]
        index = bisect_right(ways, rank, 0, len(left)) - 1
        rank -= ways[index]
        subset |= left.pop(index)
    return subset


def discards(cards: int) -> list[int]:
    """Masks of all pairs of cards that can be discarded, 66 of twelve cards; pairs with the highest cards first.

    Args:
        cards: mask of the declarer's hand with the Skat taken up, 3 to 12 cards.

    Raises:
        InputError: another number of cards.
    """
    if not 0 <= cards <= ALL_CARDS or not 3 <= cards.bit_count() <= 12:
        raise InputError(f"a declarer discards from 3 to 12 cards, not {cards.bit_count()}")
    return pairs(cards)


def pairs(cards: int) -> list[int]:
    """Masks of all pairs out of `cards`, those with the highest card first."""
    return [1 << high | 1 << low for high, low in combinations(bits(cards), 2)]


def discard(deal: Deal, declarer: Seat, skat: int) -> Deal:
    """The deal with which play begins after the declarer has taken up the Skat and discarded two cards.

    Args:
        deal: the cards as dealt, with a Skat of two cards.
        declarer: the declarer.
        skat: mask of the two cards discarded.

    Raises:
        InputError: the deal has no Skat, or these are not two of the declarer's cards.
    """
    if not deal.skat:
        raise InputError(say("this deal has no Skat to take up"))
    cards = deal.hands[declarer] | deal.skat
    if not 0 <= skat <= ALL_CARDS or skat.bit_count() != 2:
        raise InputError(say("two cards must be discarded, not {count}", count=skat.bit_count()))
    if foreign := skat & ~cards:
        seat, name = term(declarer.word), card_name(bits(foreign)[0])
        raise InputError(
            say(
                "{seat} does not hold {name}; discard two of {cards}",
                seat=seat,
                name=name,
                cards=card_names(bits(cards)),
            )
        )
    forehand, middlehand, rearhand = (cards ^ skat if seat == declarer else deal.hands[seat] for seat in Seat)
    return Deal((forehand, middlehand, rearhand), skat)
