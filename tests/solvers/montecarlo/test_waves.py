"""Waves of biased playouts: their recurrences, roots and beats."""

from collections.abc import Sequence
from fractions import Fraction
from math import pi

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.rules.biases import Bias, Cyclic, Informed, Weighted, static
from tafelwerk.solvers.montecarlo import closed_forms
from tafelwerk.solvers.montecarlo.bias import win_chances
from tafelwerk.solvers.montecarlo.waves import wave


def continuants(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Both coefficients of moves 1 and 2 for a cycle of three chances or more, by pairs of neighbours that are left out."""
    product = Fraction(1)
    for p in chances:
        product *= 1 - p

    def along(some: Sequence[Fraction]) -> Fraction:
        before, now = Fraction(1), Fraction(1)
        for i, p in enumerate(some):
            before, now = now, -p * now - ((1 - p) * before if i else 0)
        return now

    # the last chance and the first are a pair, or they are none
    return -product, along(chances) - (1 - chances[0]) * along(chances[1:-1])


@given(chances=st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=6))
def test_the_recurrence_of_a_cycle(chances: list[Fraction]) -> None:
    """Lemma 3.10 for three chances, and its continuation for more."""
    found = wave((1, 2), Cyclic(tuple(chances)))
    assert found is not None
    assert (found.step, tuple(map(_fraction, found.coefficients))) == (len(chances), continuants(chances))
    if len(chances) == 3:
        p, q, r = chances
        lemma = -(p * q * r + p * q + q * r + r * p - p - q - r)
        assert _fraction(found.coefficients[1]) == lemma


@given(
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=3).map(sorted),
    rule=st.sampled_from(["wins", "loses", "illegal"]),
    informed=st.booleans(),
    e=st.fractions(-1, 1, max_denominator=7),
)
def test_chances_obey_their_recurrence(moves: list[int], rule: str, informed: bool, e: Fraction) -> None:
    bias: Bias = Informed(e) if informed else Weighted((Fraction(1, len(moves)),) * len(moves))
    found = wave(moves, bias, rule)
    assert found is not None
    # reduced by a common divisor the recurrence is shorter than the largest move says
    scale = found.step
    begin = 60
    many = begin + 12 + scale * len(found.coefficients)
    y = [x - fmpq(1, 2) for x in win_chances(moves, bias, many, rule)]
    for h in range(begin, begin + 12):
        later = sum((c * y[h + j * scale] for j, c in enumerate(found.coefficients)), fmpq(0))
        assert y[h + len(found.coefficients) * scale] == later


@pytest.mark.parametrize("e", ["-1/2", "-1/4", "0", "1/3", "1"])
def test_static_waves_of_one_and_two(e: str) -> None:
    """(3.5): phase and damping; the beat of example 3.17."""
    bias = static(Fraction(e))
    found = wave((1, 2), bias)
    assert found is not None
    assert found.phase is not None
    assert found.step == 1
    assert found.damping == pytest.approx(((1 + Fraction(e)) / 2) ** 0.5, rel=1e-14)
    assert found.beat_period == pytest.approx(closed_forms.closed_beat(bias), rel=1e-12)
    assert found.beat_period == pytest.approx(2 * pi / abs(2 * pi / 3 - found.phase), rel=1e-12)


@pytest.mark.parametrize("e", ["-0.3", "0", "1/4", "0.333333"])
def test_informed_waves_of_one_and_two(e: str) -> None:
    """(3.11), (3.18): coefficients, phase and damping in three heaps."""
    x, bias = Fraction(e), Informed(Fraction(e))
    found = wave((1, 2), bias)
    assert found is not None
    assert found.step == 3
    assert tuple(map(_fraction, found.coefficients)) == (-(1 - x * x) / 8, (5 + 3 * x * x) / 8)
    assert found.damping == pytest.approx(((1 - x * x) / 8) ** 0.5, rel=1e-14)
    assert found.beat_period == pytest.approx(closed_forms.closed_beat(bias), rel=1e-9)


def test_where_there_is_no_beat() -> None:
    for moves, bias in [
        ((1, 2), static(Fraction(-2, 3))),
        ((1, 2), Informed(Fraction(1, 2))),
        ((1, 2), static(Fraction(-1))),
        ((5,), Weighted((Fraction(1),))),
    ]:
        found = wave(moves, bias)
        assert found is not None
        assert found.beat_period is None


def test_the_critical_bias_stops_the_beat() -> None:
    """Figure 3.5: near the critical bias the wave of S(4, 7) keeps step with perfect play."""
    critical = closed_forms.critical_epsilon((4, 7), static(Fraction(0)))
    assert critical is not None
    near, off = (wave((4, 7), static(Fraction(critical) + Fraction(step, 10**9))) for step in (1, 10**6))
    assert near is not None
    assert off is not None
    assert near.beat_period is not None
    assert off.beat_period is not None
    assert near.beat_period > 1e5 * off.beat_period


def test_scaled_games_have_scaled_waves() -> None:
    small, large = wave((2, 3), static(Fraction(1, 5))), wave((6, 9), static(Fraction(1, 5)))
    assert small is not None
    assert large is not None
    assert large.step == 3 * small.step
    assert (large.phase, large.damping, large.coefficients) == (small.phase, small.damping, small.coefficients)
    assert small.beat_period is not None
    assert large.beat_period == pytest.approx(3 * small.beat_period, rel=1e-15)


def test_what_is_not_looked_at() -> None:
    assert wave((1, 50), static(Fraction(0))) is None
    assert wave((2, 4), Cyclic((Fraction(1, 2),))) is None


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
