"""Periods against the outcomes themselves, and those published."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.games import subtraction, winners

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.periods import Period, period
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph
from tafelwerk.solvers.playouts.perfect_play import perfect_values

PUBLISHED = {(1, 2): (0, 3), (1, 3): (2, 2), (1, 4): (2, 5), (2, 3): (0, 5), (2, 5): (3, 7), (3, 4): (0, 7)}


def outcomes(moves: list[int], overshoot: str, heaps: int) -> list[bool]:
    values = perfect_values(subtraction_graph(moves, heaps, overshoot))
    return [bool(values[heap_position(h)] == 1) for h in range(1, heaps + 1)]


def repeats(won: list[bool], preperiod: int, length: int) -> bool:
    return all(a == b for a, b in zip(won[preperiod:], won[preperiod + length :], strict=False))


def test_published() -> None:
    for moves, (preperiod, length) in PUBLISHED.items():
        assert period(moves, "wins") == Period(preperiod, length)
    assert period((3, 5, 11), "loses") == Period(0, 8)


@given(
    moves=st.sets(st.integers(1, 8), min_size=1, max_size=4).map(sorted),
    rule=st.sampled_from(["wins", "loses", "illegal"]),
)
def test_least_pair_that_fits(moves: list[int], rule: str) -> None:
    found = period(moves, rule)
    assert found is not None
    # a window of the largest move, at most 2^8 of them
    won = outcomes(moves, rule, 600)
    assert found.preperiod + found.period <= 256 + 8
    assert repeats(won, found.preperiod, found.period)
    for before, length in product(range(found.preperiod + 1), range(1, found.period + 1)):
        if (before, length) != (found.preperiod, found.period):
            assert not repeats(won, before, length)
    wins = winners(subtraction(tuple(moves), 40, rule))
    assert won[:40] == [wins(h) for h in range(1, 41)]


@pytest.mark.parametrize("moves", [(3, 17, 40, 51, 64), (1, 63), (2, 65), (5, 64, 128), (7, 100, 129)])
@pytest.mark.parametrize("rule", ["wins", "illegal"])
def test_windows_of_several_words(moves: tuple[int, ...], rule: str) -> None:
    found = period(moves, rule)
    assert found is not None
    won = outcomes(list(moves), rule, found.preperiod + 3 * found.period + 2 * moves[-1])
    assert repeats(won, found.preperiod, found.period)
    assert found.preperiod == 0 or not repeats(won, found.preperiod - 1, found.period)
    for divisor in range(1, found.period):
        assert found.period % divisor or not repeats(won, found.preperiod, divisor)


def test_the_search_has_an_end() -> None:
    assert period((3, 17, 40, 51, 64), "wins", limit=200) is None
    for moves, overshoot, limit, word in [
        ([], "wins", 9, "moves"),
        ([1], "x", 9, "overshoot"),
        ([1], "wins", 0, "limit"),
    ]:
        with pytest.raises(InputError, match=word):
            period(moves, overshoot, limit)
