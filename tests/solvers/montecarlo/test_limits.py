"""Limits of random play: the number game 3-5-11, and any move set against far heaps."""

from math import gcd

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.limits import random_play_limits


def test_limits_by_hand() -> None:
    assert random_play_limits((3, 5, 11), "loses") == [fmpq(8, 19), fmpq(11, 19)]
    # one move alternates for ever
    assert random_play_limits((1,), "illegal") == [fmpq(0), fmpq(1)]
    assert random_play_limits((2,), "wins") == [fmpq(0), fmpq(1), fmpq(1), fmpq(0)]


@given(
    overshoot=st.sampled_from(["wins", "loses", "illegal"]),
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted),
)
@settings(max_examples=75)
def test_far_heaps_are_near_their_limit(overshoot: str, moves: list[int]) -> None:
    limits = random_play_limits(moves, overshoot)
    g = gcd(*moves)
    assert len(limits) == (2 * g if all(a // g % 2 for a in moves) else 1)
    # the next root is at most 0.9955, that of 6 and 7
    far = 12_000
    y = {0: -0.5, **{-h: 0.5 if overshoot == "loses" else -0.5 for h in range(1, 10)}}
    for h in range(1, far + 4 * g):
        candidates = [a for a in moves if a <= h] if overshoot == "illegal" else moves
        y[h] = -sum(y[h - a] for a in candidates) / len(candidates) if candidates else -0.5
    for h in range(far, far + 4 * g):
        limit = limits[h % len(limits)]
        # twelve thousand means, each rounded by less than 5e-16
        assert y[h] + 0.5 == pytest.approx(int(limit.p) / int(limit.q), abs=1e-11)


def test_bad_arguments_are_named() -> None:
    for moves, overshoot, word in [((), "wins", "moves"), ((1, 501), "wins", "500"), ((1,), "x", "overshoot")]:
        with pytest.raises(InputError, match=word):
            random_play_limits(moves, overshoot)
