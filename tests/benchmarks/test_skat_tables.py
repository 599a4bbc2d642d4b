"""Mixed tables: who sits where, what a deal's difference is, how many deals a pilot asks for."""

from math import ceil
from random import Random
from statistics import fmean, stdev

import pytest

from benchmarks.skat_tables import SEATINGS, deals_needed, difference, needed, per_list, rows, table
from tafelwerk.families.skat.rules.cards import Seat


def drawn(seed: int) -> list[list[int]]:
    random = Random(seed)
    return [[random.randint(-200, 150) for _ in Seat] for _ in SEATINGS]


def test_every_seat_once_alone_and_once_as_the_odd_one() -> None:
    assert [seating.count(True) for seating in SEATINGS] == [1, 1, 1, 2, 2, 2]
    for half in (SEATINGS[:3], SEATINGS[3:]):
        assert len(set(half)) == 3
        assert {sum(seating[seat] for seating in half) for seat in range(3)} == {half[0].count(True)}


def test_the_difference_of_a_deal() -> None:
    for seed in range(5):
        points = drawn(seed)
        by_table = [
            fmean(value for value, own in zip(by_seat, seating, strict=True) if own)
            - fmean(value for value, own in zip(by_seat, seating, strict=True) if not own)
            for by_seat, seating in zip(points, SEATINGS, strict=True)
        ]
        assert difference(points) == pytest.approx(2 * sum(by_table))
        assert per_list(difference(points), 6) == pytest.approx(36 * fmean(by_table))
        kinds_changed = [[not own for own in seating] for seating in SEATINGS]
        assert difference(points, kinds_changed) == -difference(points)


def test_rows_and_deals_needed() -> None:
    deals = [{"points": drawn(seed)} for seed in range(20)]
    found = rows(deals)
    assert [one.tables for one in found] == ["one against two", "two against one", "all six"]
    assert found[2].difference == pytest.approx((found[0].difference + found[1].difference) / 2)
    assert found[2].first - found[2].second == pytest.approx(found[2].difference)
    spread = stdev(per_list(difference(deal["points"]), 6) for deal in deals)
    for half_width in (100, 50):
        assert deals_needed(deals, half_width) == ceil((1.959964 * spread / half_width) ** 2)
    assert needed([1.0, -1.0, 1.0, -1.0], 0.5) == 21
    assert needed([1.0, 1.1], 100) == 2
    assert len(table(("a", "b"), found).splitlines()) == 5
