"""Deals: read, drawn, refused."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import bits, read_cards
from tafelwerk.rules.skat.deals import Deal, random_deal, random_deals, read_deal

WHOLE = (
    "CA CT SA SK HA HK DQ D9 D8 D7 | CJ SJ DJ C7 SQ S9 S7 HT H7 DA | HJ CK CQ C9 C8 ST HQ H8 DT DK | S8 H9",
    "CJ CQ C9 SA S9 S7 HQ H7 DT D9 | SJ HJ CA CK C7 ST HA HT HK D7 | DJ C8 SK SQ S8 H9 H8 DA DQ D8 | CT DK",
)
"""Deals 0 and 1 of seed 1: they stay what they are."""


@given(st.randoms(use_true_random=False), st.integers(1, 10))
def test_deals_read_back(random: Random, cards_each: int) -> None:
    deal = random_deal(random, cards_each)
    assert [hand.bit_count() for hand in deal.hands] == [cards_each] * 3
    assert deal.cards_each == cards_each
    assert deal.skat.bit_count() == (2 if cards_each == 10 else 0)
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    assert pack.bit_count() == 3 * cards_each + deal.skat.bit_count()
    assert read_deal(deal.text()) == deal


def test_how_a_deal_may_be_written() -> None:
    hands = (read_cards("CJ D7"), read_cards("HT SA"), read_cards("D8 D9"))
    assert read_deal("cj,d7|HT SA|D9  D8") == read_deal("CJ D7 | SA HT |\nD8 D9 |\n") == Deal(hands)
    assert read_deal("CJ D7 | SA HT | D8 D9 | C7 C8") == Deal(hands, read_cards("C7 C8"))
    assert Deal(hands).text() == "CJ D7 | SA HT | D9 D8"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "CJ D7",
            "a deal is \"forehand's cards | middlehand's | rearhand's | the Skat\", with three or four parts, not",
        ),
        ("C7|C8|C9|CQ CK|CT", "with three or four parts, not 5"),
        ("CJ D7 | S1 HT | D8 D9", "middlehand's hand: unknown card 'S1'"),
        ("CJ D7 | SA HT | D8 D8", "rearhand's hand: D8 stands twice, as card 1 and card 2"),
        ("CJ D7 | SA CJ | D8 D9", "CJ lies in two places: in forehand's hand and in middlehand's hand"),
        (WHOLE[0].replace("S8 H9", "S8 DQ"), "DQ lies in two places: in forehand's hand and in the Skat"),
        (WHOLE[0].replace("CA CT", "CA"), "the hands have 9, 10 and 10 cards; all have the same number; CT is nowhere"),
        (WHOLE[0].replace("| S8 H9", "S8 | H9"), "rearhand's hand has 11 cards; a hand has 1 to 10"),
        ("C7 | | C8", "middlehand's hand has 0 cards; a hand has 1 to 10"),
        ("C7 C8 | C9 | CQ CK", "the hands have 2, 1 and 2 cards; all have the same number"),
        (WHOLE[0].replace("| S8 H9", ""), "the Skat has no cards; with 10 in a hand it has two cards"),
        (WHOLE[0].replace("H9", ""), "the Skat has 1 card; with 10 in a hand it has two cards"),
        ("C7 | C8 | C9 | CQ CK CT", "the Skat has 3 cards; with 1 in a hand it has two cards or none"),
        ("", "with three or four parts, not 1"),
    ],
)
def test_what_is_no_deal(text: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        read_deal(text)
    assert fault in str(raised.value)
    assert "\n" not in str(raised.value)


def test_masks_are_checked_too() -> None:
    with pytest.raises(InputError, match="C7 lies in two places"):
        Deal((1 << 21, 1 << 21, 1))
    with pytest.raises(InputError, match="32 bits"):
        Deal((1 << 32, 1, 2))


def test_deals_of_a_seed_stay_what_they_are() -> None:
    assert [deal.text() for deal in random_deals(2, seed=1)] == list(WHOLE)


def test_any_part_of_a_sequence() -> None:
    whole = list(random_deals(30, seed=5))
    assert list(random_deals(10, seed=5, first=12)) == whole[12:22]
    assert list(islice(random_deals(2**32, seed=5), 30)) == whole
    assert len(set(whole)) == 30
    assert not set(whole) & set(random_deals(30, seed=6))
    assert list(random_deals(0, seed=5)) == []
    small = list(random_deals(30, seed=5, cards_each=6))
    assert list(random_deals(10, seed=5, first=12, cards_each=6)) == small[12:22]
    assert {deal.cards_each for deal in small} == {6}
    # the first hand takes the first cards drawn
    assert all(set(bits(few.hands[0])) <= set(bits(ten.hands[0])) for few, ten in zip(small, whole, strict=True))


def test_each_card_lies_anywhere() -> None:
    """Counts of each card in each hand and in the Skat, within 4.5 standard deviations of what chance gives."""
    n = 2000
    counts = {(card, place): 0 for card in range(32) for place in range(4)}
    for deal in random_deals(n, seed=0):
        for place, mask in enumerate((*deal.hands, deal.skat)):
            for card in bits(mask):
                counts[card, place] += 1
    for (_, place), count in counts.items():
        chance = (2 if place == 3 else 10) / 32
        assert abs(count - n * chance) < 4.5 * (n * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize(("count", "seed", "first"), [(-1, 0, 0), (1, -1, 0), (1, 0, -1), (1, 0, 2**32)])
def test_no_such_sequence(count: int, seed: int, first: int) -> None:
    with pytest.raises(InputError):
        random_deals(count, seed, first)


@pytest.mark.parametrize("cards_each", [0, 11])
def test_no_such_hands(cards_each: int) -> None:
    with pytest.raises(InputError, match=f"not {cards_each}"):
        random_deal(Random(0), cards_each)
