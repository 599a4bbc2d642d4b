"""Numbers of deals: one each, without gaps, in the order that is documented, as the proofs' own program has them."""

from itertools import pairwise
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.deals import MOST_DEALS, Deal, deal_number, numbered_deal, random_deals
from tafelwerk.proofs.skat import second_rules

KINDS = ((10, 2), *((cards_each, skat) for cards_each in range(9, 0, -1) for skat in (2, 0)))
"""Cards in a hand and in the Skat, in the order of the numbers."""

FIRSTS = [first for first, _, _ in second_rules.kinds()]
RANGES = [range(*ends) for ends in pairwise([*FIRSTS, MOST_DEALS])]

NUMBERS = st.sampled_from(RANGES).flatmap(lambda numbers: st.integers(numbers.start, numbers[-1]))
"""Numbers of deals, each kind as likely as another."""


def standing(deal: Deal) -> tuple[int, ...]:
    """What deals are sorted by."""
    return KINDS.index((deal.cards_each, deal.skat.bit_count())), *deal.hands, deal.skat


def test_kinds_follow_each_other_without_gaps() -> None:
    for (cards_each, skat), numbers in zip(KINDS, RANGES, strict=True):
        left = 32 - 3 * cards_each - skat
        assert len(numbers) == factorial(32) // (factorial(cards_each) ** 3 * factorial(skat) * factorial(left))
    assert MOST_DEALS < 2**63


@given(NUMBERS)
def test_a_deal_has_the_number_it_was_made_from(number: int) -> None:
    """Neighbours keep the order."""
    deal = numbered_deal(number)
    assert second_rules.deal_of(number) == (*deal.hands, deal.skat)
    assert deal_number(deal) == second_rules.deal_number((*deal.hands, deal.skat)) == number
    if number + 1 < MOST_DEALS:
        assert standing(deal) < standing(numbered_deal(number + 1))


def test_first_and_last_of_a_kind() -> None:
    for numbers in RANGES:
        for number in (numbers.start, numbers[-1]):
            deal = numbered_deal(number)
            assert standing(deal)[0] == RANGES.index(numbers)
            assert deal_number(deal) == number
            assert second_rules.deal_of(number) == (*deal.hands, deal.skat)


def test_numbers_stay_what_they_are() -> None:
    assert [deal_number(deal) for deal in random_deals(2, seed=1)] == [500_228_092_999_588, 1_973_364_993_585_960]


@pytest.mark.parametrize("number", [-1, MOST_DEALS])
def test_numbers_of_no_deal(number: int) -> None:
    with pytest.raises(InputError, match=f"0 to {MOST_DEALS - 1}, not {number}"):
        numbered_deal(number)
    with pytest.raises(ValueError, match="no deal"):
        second_rules.deal_of(number)
