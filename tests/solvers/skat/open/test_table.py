"""The table of the double-dummy search: what is written is found again, what has more cards left stays longer."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import random_deal
from tafelwerk.rules.skat.play import start
from tafelwerk.solvers.skat.open.doubledummy import DoubleDummy
from tafelwerk.solvers.skat.open.position import TABLE
from tafelwerk.solvers.skat.open.table import GENERATIONS, entry_of, store

GENERATION = 7


def key(generation: int, leader: int, held: int) -> int:
    return generation << 34 | leader << 32 | held


keys = st.builds(key, st.integers(1, GENERATIONS - 1), st.integers(0, 2), st.integers(1, 2**32 - 1))
words = st.integers(0, 2**19 - 1)


@given(keys, keys, words)
def test_what_is_written_is_found_and_nothing_else(one: int, other: int, found: int) -> None:
    table = np.zeros(TABLE + 2, np.int64)
    store(table, TABLE, one, found)
    assert entry_of(table, TABLE, one) == one << 19 | found
    assert (entry_of(table, TABLE, other) != 0) == (one == other)


@given(st.lists(st.tuples(st.integers(1, 2**32 - 1), words), min_size=1, max_size=20))
def test_the_largest_of_a_deal_stays_and_the_latest_is_there(written: list[tuple[int, int]]) -> None:
    table, last = np.zeros(TABLE + 2, np.int64), {}
    for held, found in written:
        store(table, TABLE, key(GENERATION, 0, held), found)
        last[held] = found
        most = max(one.bit_count() for one in last)
        kept = [one for one in last if one.bit_count() == most and entry_of(table, TABLE, key(GENERATION, 0, one))]
        assert kept
        for one in {held, *kept}:
            assert entry_of(table, TABLE, key(GENERATION, 0, one)) & (2**19 - 1) == last[one]


def test_more_deals_than_generations() -> None:
    solver, random = DoubleDummy(10), Random(5)
    for number in range(GENERATIONS + 90):
        deal, declarer = random_deal(random, 2), Seat(number % 3)
        position = start(deal, Game.GRAND, declarer)
        assert solver.points(position) == DoubleDummy(10).points(position), deal.text()
