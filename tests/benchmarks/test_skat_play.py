"""Card play of two programs on the same contracts: what a pair of games counts, and what is told of many."""

from statistics import fmean

import pytest

from benchmarks.skat_play import SIDES, difference, measured, per_list, row, table
from benchmarks.skat_tables import Task
from tafelwerk.families.skat.rules.deals import random_deals


def pair(first: tuple[int, int], second: tuple[int, int]) -> dict[str, object]:
    return {"ends": [{"above": above, "card_points": 60, "won": won} for above, won in (first, second)]}


def test_one_side_changes() -> None:
    """A deal on which both play alike differs by nothing."""
    (dealt,) = random_deals(1, 5)
    ends = {side: measured(Task(0, ("open", "random"), 5, dealt), side)["ends"] for side in SIDES}
    assert ends["declarer"][1] == ends["defenders"][1]
    assert len({str(ends[side][0]) for side in SIDES} | {str(ends["declarer"][1])}) == 3
    alike = measured(Task(0, ("random", "random"), 5, dealt), "declarer")
    assert alike["ends"][0] == alike["ends"][1]
    assert difference(alike, "declarer") == difference({"ends": []}, "declarer") == 0


def test_points_per_list() -> None:
    # a game of 48 won in place of one lost: 98 against -146 and 40 for each defender, at a third of the deals
    deal = pair((2 * 98, 1), (2 * (-146 - 40), 0))
    assert per_list(difference(deal, "declarer")) == pytest.approx(36 * (98 + 146 + 40) / 3)
    assert difference(deal, "defenders") == -difference(deal, "declarer")


def test_what_some_deals_show() -> None:
    deals = [pair((100, 1), (-200, 0)), pair((-300, 0), (100, 1)), pair((90, 1), (90, 1)), {"ends": []}]
    found = row(deals, "declarer")
    assert (found.deals, found.played, found.turned, found.won) == (4, 3, (1, 1), (2 / 3, 2 / 3))
    assert found.difference == pytest.approx(per_list(fmean((300, -400, 0, 0))))
    assert row(deals, "defenders").difference == pytest.approx(-found.difference)
    assert row([*deals, deals[0]], "defenders").turned == (1, 2)
    assert len(table(("a", "b"), "declarer", found).splitlines()) == 3
