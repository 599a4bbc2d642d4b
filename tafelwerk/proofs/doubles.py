"""Doubles against what they stand for: whether a stored double is the one nearest to an enclosed number."""

from math import inf, isfinite, nextafter

from flint import arb, ctx

PRECISION = 256
"""Bits of the numbers that are enclosed."""


def is_nearest(double: float, ball: arb) -> bool:
    """Whether every number of a ball is nearest to a double."""
    if not isfinite(double):
        return False
    with ctx.workprec(PRECISION):
        own = arb(double)
        ends = ((own + arb(nextafter(double, way))) / 2 for way in (-inf, inf))
        low, high = ends
        return bool(low <= ball) and bool(ball <= high)
