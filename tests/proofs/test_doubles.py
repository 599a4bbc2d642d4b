"""Which double is nearest, decided by the middle between it and the next."""

from math import inf, nan

import pytest
from flint import arb, ctx

from tafelwerk.proofs.real_numbers import is_nearest


@pytest.mark.parametrize(("shift", "is_near"), [(0, True), (0.4, True), (0.6, False), (-0.4, True), (-0.6, False)])
def test_the_middle_decides_on_either_side(shift: float, is_near: bool) -> None:
    with ctx.workprec(256):
        ball = arb(1.5) + arb(shift) * arb(2) ** -52
    assert is_nearest(1.5, ball) == is_near


def test_a_ball_that_leaves_it_open_is_not_near() -> None:
    assert is_nearest(1.5, arb(1.5, 1e-17))
    assert not is_nearest(1.5, arb(1.5, 1e-15))
    assert not any(is_nearest(double, arb(1.5)) for double in (inf, -inf, nan))
