"""What a build of Skat holds follows from its parameters alone."""

import pytest

from tafelwerk.families.skat.deal_rows import rungs
from tafelwerk.families.skat.rules.deals import MOST_DEALS, numbered_deal
from tafelwerk.families.skat.rules.limits import ladder_steps
from tafelwerk.proofs.skat.second_rules import deal_number as number_of
from tafelwerk.proofs.skat.second_rules import deal_of


@pytest.mark.parametrize("question", [None, "win", "points", "table", "null"])
def test_steps_of_the_ladder(question: str | None) -> None:
    for cards in (4, 6, 7, 8, 9, 10):
        assert sorted(ladder_steps(cards, question)) == sorted(rung.step for rung in rungs(cards, question)), cards


def test_numbers_of_deals() -> None:
    for number in (0, 1, 10**9, MOST_DEALS // 3, 10**15, MOST_DEALS - 1):
        deal = numbered_deal(number)
        assert deal_of(number) == (*deal.hands, deal.skat)
        assert number_of(deal_of(number)) == number
    for number in (-1, MOST_DEALS):
        with pytest.raises(ValueError, match="no deal"):
            deal_of(number)
