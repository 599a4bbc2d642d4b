"""Numbers of deals: one each, without gaps, in the order that is documented."""

from itertools import combinations, pairwise, permutations
from math import factorial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import mask_of
from tafelwerk.families.skat.rules.deals import MOST_DEALS, Deal, deal_number, numbered_deal, random_deal, random_deals
from tafelwerk.proofs.skat.second_rules import kinds

KINDS = ((10, 2), *((cards_each, skat) for cards_each in range(9, 0, -1) for skat in (2, 0)))
"""Cards in a hand and in the Skat, in the order of the numbers."""

_FIRSTS = {(each, skat): first for first, each, skat in kinds()}
_ENDS = dict(zip(_FIRSTS, [*list(_FIRSTS.values())[1:], MOST_DEALS], strict=True))


def numbers_of_kind(cards_each: int, skat: int) -> range:
    """Numbers of all deals of a kind, by the proofs' own program."""
    return range(_FIRSTS[cards_each, skat], _ENDS[cards_each, skat])


NUMBERS = st.sampled_from(KINDS).flatmap(
    lambda kind: st.integers(numbers_of_kind(*kind).start, numbers_of_kind(*kind)[-1])
)
"""Numbers of deals, each kind as likely as another."""


def kind_of(deal: Deal) -> tuple[int, int]:
    return deal.cards_each, deal.skat.bit_count()


def standing(deal: Deal) -> tuple[int, ...]:
    """What deals are sorted by."""
    return KINDS.index(kind_of(deal)), *deal.hands, deal.skat


def counted(deal: Deal) -> int:
    """How many deals of its kind stand before this one, by listing what each player may hold: for small hands."""
    left, before = set(range(32)), 0
    for part in (*deal.hands, deal.skat):
        masks = sorted(mask_of(cards) for cards in combinations(left, part.bit_count()))
        before = before * len(masks) + masks.index(part)
        left -= {card for card in left if part >> card & 1}
    return before


def test_kinds_follow_each_other_without_gaps() -> None:
    first = 0
    for cards_each, skat in KINDS:
        numbers = numbers_of_kind(cards_each, skat)
        deals = factorial(32) // (factorial(cards_each) ** 3 * factorial(skat) * factorial(32 - 3 * cards_each - skat))
        assert numbers == range(first, first + deals)
        first += deals
    assert first == MOST_DEALS < 2**63
    assert numbers_of_kind(10, 2) == range(2_753_294_408_504_640)


def test_first_and_last_of_a_kind() -> None:
    for cards_each, skat in KINDS:
        sizes = (cards_each, cards_each, cards_each, skat)
        lowest, highest, low, high = [], [], 0, 32
        for size in sizes:
            lowest.append(mask_of(range(low, low + size)))
            highest.append(mask_of(range(high - size, high)))
            low, high = low + size, high - size
        numbers = numbers_of_kind(cards_each, skat)
        for parts, number in ((lowest, numbers[0]), (highest, numbers[-1])):
            deal = Deal((parts[0], parts[1], parts[2]), parts[3])
            assert deal_number(deal) == number
            assert numbered_deal(number) == deal


def test_one_card_each_whole() -> None:
    numbers = numbers_of_kind(1, 0)
    deals = [Deal((1 << a, 1 << b, 1 << c)) for a, b, c in permutations(range(32), 3)]
    assert [deal_number(deal) for deal in deals] == list(numbers)
    assert [numbered_deal(number) for number in numbers] == deals


def test_few_cards_each_sampled() -> None:
    for cards_each, skat in [(1, 2), (2, 0), (2, 2)]:
        numbers = numbers_of_kind(cards_each, skat)
        for number in Random(7).sample(numbers, 100):
            deal = numbered_deal(number)
            assert kind_of(deal) == (cards_each, skat)
            assert counted(deal) == number - numbers.start
            assert deal_number(deal) == number


@given(NUMBERS)
def test_a_deal_has_the_number_it_was_made_from(number: int) -> None:
    deal = numbered_deal(number)
    assert number in numbers_of_kind(*kind_of(deal))
    assert deal_number(deal) == number


def test_neighbours_keep_the_order() -> None:
    for kind in KINDS:
        numbers = numbers_of_kind(*kind)
        middle = numbers[len(numbers) // 3]
        window = range(max(0, middle - 300), min(MOST_DEALS, middle + 300))
        across = range(max(0, numbers.start - 50), min(MOST_DEALS, numbers.start + 50))
        for run in (window, across):
            assert all(one < other for one, other in pairwise(standing(numbered_deal(number)) for number in run))


def test_numbers_stay_what_they_are() -> None:
    assert [deal_number(deal) for deal in random_deals(2, seed=1)] == [500_228_092_999_588, 1_973_364_993_585_960]
    assert deal_number(random_deal(Random(1), 5)) == 7_080_632_146_576_737_334


@pytest.mark.parametrize("number", [-1, MOST_DEALS, 2**64])
def test_numbers_of_no_deal(number: int) -> None:
    with pytest.raises(InputError, match=f"0 to {MOST_DEALS - 1}, not {number}"):
        numbered_deal(number)
