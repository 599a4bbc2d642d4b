"""Limits of random play: the number game 3-5-11, and any move set against far heaps."""

from math import gcd

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.solvers.core.random_play import random_play
from tafelwerk.solvers.montecarlo.limits import random_play_limits
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph

OVERSHOOTS = ["wins", "loses", "illegal"]


def test_3_5_11_has_two_limits() -> None:
    assert random_play_limits((3, 5, 11), "loses") == [fmpq(8, 19), fmpq(11, 19)]


@pytest.mark.parametrize("overshoot", OVERSHOOTS)
@given(moves=st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted))
@settings(max_examples=40, deadline=None)
def test_far_heaps_are_near_their_limit(overshoot: str, moves: list[int]) -> None:
    limits = random_play_limits(moves, overshoot)
    g = gcd(*moves)
    assert len(limits) == (2 * g if all(a // g % 2 for a in moves) else 1)
    # the next root is at most some 0.996 for moves up to 9
    far = 20_000
    play = random_play(subtraction_graph(moves, far + 4 * g, overshoot))
    for h in range(far, far + 4 * g):
        limit = limits[h % len(limits)]
        assert float(play.win_hi[heap_position(h)]) + 0.5 == pytest.approx(int(limit.p) / int(limit.q), abs=1e-12)


def test_one_move_alternates_for_ever() -> None:
    assert random_play_limits((1,), "illegal") == [fmpq(0), fmpq(1)]
    assert random_play_limits((2,), "wins") == [fmpq(0), fmpq(1), fmpq(1), fmpq(0)]


def test_bad_arguments_are_named() -> None:
    for moves, overshoot, word in [((), "wins", "moves"), ((1, 501), "wins", "500"), ((1,), "x", "overshoot")]:
        with pytest.raises(InputError, match=word):
            random_play_limits(moves, overshoot)
