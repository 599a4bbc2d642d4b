"""The choice of MC(k) in balls, against fractions."""

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import ball_play
from naive.ball_play import BallSelection

from tafelwerk.solvers.playouts.exact_play import exact_selection

ROOMY = 600
"""Bits in which a fraction is compared with a ball."""


def fmpqs(values: list[Fraction]) -> list[fmpq]:
    return [fmpq(value.numerator, value.denominator) for value in values]


def holds(ball: arb, value: fmpq, radius: float) -> bool:
    with ctx.workprec(ROOMY):
        return bool(ball.contains(arb(value))) and float(ball.rad()) < radius


PROBABILITIES = st.fractions(0, 1, max_denominator=9)
GROUPS = st.lists(
    st.tuples(PROBABILITIES, st.integers(1, 3), st.fractions(0, 1, max_denominator=5)), min_size=1, max_size=4
)


@given(groups=GROUPS, k=st.sampled_from([1, 2, 3, 7, 20, 60]))
def test_value_is_the_exact_one(groups: list[tuple[Fraction, int, Fraction]], k: int) -> None:
    chances, counts = fmpqs([p for p, _, _ in groups]), [count for _, count, _ in groups]
    values = fmpqs([value for _, _, value in groups])
    exact = sum((f * v for f, v in zip(exact_selection(chances, counts, k), values, strict=True)), fmpq(0))
    with ctx.workprec(128):
        balls = [arb(value) for value in values]
    assert holds(BallSelection(k, 128).value(chances, counts, balls), exact, 1e-26)


def test_windows_that_cut() -> None:
    k = 400
    chances = [fmpq(1, 2), fmpq(12, 25), fmpq(1, 20), fmpq(49, 100)]
    assert BallSelection(k, 128).width(chances[2]) < k // 2
    exact = exact_selection(chances, [1, 2, 1, 1], k)
    for g in range(4):
        ball = BallSelection(k, 128).value(chances, [1, 2, 1, 1], [arb(int(i == g)) for i in range(4)])
        assert holds(ball, exact[g], 1e-26)


@given(p=st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=1000), shift=st.integers(-20, 20))
@settings(max_examples=10)
def test_contour_and_sum_agree(p: Fraction, shift: int) -> None:
    one, two = fmpqs([p, p + Fraction(shift, 2000)])
    law = BallSelection(30_000, 128)
    with pytest.MonkeyPatch.context() as patch:
        balls = []
        for longest in (0, 10**9):
            patch.setattr(ball_play, "LONG_SUM", longest)
            balls.append(law.value([one, two], [1, 1], [arb(1), arb(0)]))
    with ctx.workprec(128):
        assert balls[0].overlaps(balls[1])
        assert max(float(ball.rad()) for ball in balls) < 1e-24


@pytest.mark.parametrize("k", [10**9, 10**15])
def test_very_many_playouts(k: int) -> None:
    even = BallSelection(k, 128).value([fmpq(1, 3), fmpq(1, 3)], [1, 1], [arb(1), arb(0)])
    assert holds(even, fmpq(1, 2), 1e-26)
    far = BallSelection(k, 128).value([fmpq(1, 3), fmpq(2, 3)], [1, 1], [arb(1), arb(0)])
    assert holds(far, fmpq(0), 1e-26)
    # one standard deviation of the difference apart, so the normal law's 0.8413... but for 1/sqrt(k)
    p = fmpq(1, 2) + fmpq(1, round((2 * k) ** 0.5))
    near = BallSelection(k, 128).value([p, fmpq(1, 2)], [1, 1], [arb(1), arb(0)])
    assert abs(float(near) - 0.8413447461) < 1 / k**0.5 + 1e-9
