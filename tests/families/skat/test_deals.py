"""Deals: read, drawn, refused; discards; and their numbers, one each, without gaps, in the order that is documented."""

from itertools import islice, pairwise
from math import factorial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.skat.rules import deals
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, mask_of, points
from tafelwerk.families.skat.rules.play import start
from tafelwerk.proofs.skat import second_program


@given(st.randoms(use_true_random=False), st.integers(1, 10))
def test_deals_read_back(random: Random, cards_each: int) -> None:
    deal = deals.random_deal(random, cards_each)
    assert [hand.bit_count() for hand in deal.hands] == [cards_each] * 3
    assert deal.cards_each == cards_each
    assert deal.skat.bit_count() == (2 if cards_each == 10 else 0)
    pack = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat
    assert pack.bit_count() == 3 * cards_each + deal.skat.bit_count()
    assert deals.read_deal(deal.text()) == deal


def test_any_part_of_a_sequence() -> None:
    whole = list(deals.random_deals(30, seed=5))
    assert list(deals.random_deals(10, seed=5, first=12)) == whole[12:22]
    assert list(islice(deals.random_deals(2**32, seed=5), 30)) == whole
    assert len(set(whole)) == 30
    assert not set(whole) & set(deals.random_deals(30, seed=6))
    assert list(deals.random_deals(0, seed=5)) == []
    small = list(deals.random_deals(30, seed=5, cards_each=6))
    assert list(deals.random_deals(10, seed=5, first=12, cards_each=6)) == small[12:22]
    assert {deal.cards_each for deal in small} == {6}
    # the first hand takes the first cards drawn
    assert all(set(bits(few.hands[0])) <= set(bits(ten.hands[0])) for few, ten in zip(small, whole, strict=True))


@given(st.sets(st.integers(0, 31), min_size=3, max_size=12).map(mask_of))
def test_discards_are_all_pairs_of_the_cards(cards: int) -> None:
    ways = deals.discards(cards)
    size = cards.bit_count()
    assert len(set(ways)) == len(ways) == size * (size - 1) // 2
    assert all(skat & cards == skat and skat.bit_count() == 2 for skat in ways)


@given(st.integers(0, 10**6), st.sampled_from(list(Seat)), st.integers(0, 65), st.sampled_from(list(Game)))
def test_points_in_the_skat_are_the_declarers(seed: int, declarer: Seat, number: int, game: Game) -> None:
    deal = deals.random_deal(Random(seed))
    cards = deal.hands[declarer] | deal.skat
    skat = deals.discards(cards)[number]
    played = deals.discard(deal, declarer, skat)
    assert (played.hands[declarer], played.skat) == (cards ^ skat, skat)
    assert [played.hands[seat] for seat in Seat if seat != declarer] == [
        deal.hands[seat] for seat in Seat if seat != declarer
    ]
    assert start(played, game, declarer).declarer_points == points(skat)


@pytest.mark.parametrize("between", ["; ", " / ", "\n", " | "])
def test_hands_may_be_divided_otherwise_and_named(between: str) -> None:
    deal = deals.random_deal(Random(7), 6)
    hands = deal.text().split(" | ")
    named = [f"{seat} {hand}" for seat, hand in zip(("Vorhand:", "MH", "rearhand  *"), hands, strict=True)]
    assert deals.deal_of(", ".join(named)) == deal
    assert deals.deal_of(between.join(hands)) == deals.deal_of(between.join(reversed(named))) == deal


KINDS = ((10, 2), *((cards_each, skat) for cards_each in range(9, 0, -1) for skat in (2, 0)))
"""Cards in a hand and in the Skat, in the order of the numbers."""

FIRSTS = [first for first, _, _ in second_program.kinds()]
RANGES = [range(*ends) for ends in pairwise([*FIRSTS, deals.MOST_DEALS])]

NUMBERS = st.sampled_from(RANGES).flatmap(lambda numbers: st.integers(numbers.start, numbers[-1]))
"""Numbers of deals, each kind as likely as another."""

ENDS = [number for numbers in RANGES for number in (numbers.start, numbers[-1])]


def standing(deal: deals.Deal) -> tuple[int, ...]:
    """What deals are sorted by."""
    return KINDS.index((deal.cards_each, deal.skat.bit_count())), *deal.hands, deal.skat


def test_kinds_follow_each_other_without_gaps() -> None:
    for (cards_each, skat), numbers in zip(KINDS, RANGES, strict=True):
        left = 32 - 3 * cards_each - skat
        assert len(numbers) == factorial(32) // (factorial(cards_each) ** 3 * factorial(skat) * factorial(left))
    assert deals.MOST_DEALS < 2**63


@given(NUMBERS | st.sampled_from(ENDS))
def test_a_deal_has_the_number_it_was_made_from(number: int) -> None:
    """Neighbours keep the order."""
    deal = deals.numbered_deal(number)
    assert number in RANGES[standing(deal)[0]]
    assert second_program.deal_of(number) == (*deal.hands, deal.skat)
    assert deals.deal_number(deal) == second_program.deal_number((*deal.hands, deal.skat)) == number
    if number + 1 < deals.MOST_DEALS:
        assert standing(deal) < standing(deals.numbered_deal(number + 1))


@pytest.mark.parametrize("number", [-1, deals.MOST_DEALS])
def test_numbers_of_no_deal(number: int) -> None:
    with pytest.raises(ValueError, match="no deal"):
        second_program.deal_of(number)
