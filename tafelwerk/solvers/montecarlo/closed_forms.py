"""Closed forms for random play with biased playouts in the subtraction game S(1, 2), and the critical bias of any two moves.

All are doubles. x(m) is the winning chance of the player to move from heap m, y = x - 1/2, and e the bias.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 3.3 to 3.5.
"""

from collections.abc import Sequence
from math import atan, atan2, cos, gcd, log, pi, sin, sqrt

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules.biases import Bias, Informed, Weighted

REAL_BELOW = 5 - sqrt(32)
"""Largest static bias with real characteristic roots; above it they are complex."""

CRITICAL = 2 - sqrt(5)
"""Static bias at which MC(inf) ties at every heap 1 modulo 3 from 4 on (example 3.7)."""

INFORMED_CRITICAL = 1 / 3
"""Smallest informed bias with which MC(inf) plays S(1, 2) perfectly (theorem 3.13)."""


def closed_value(m: int, bias: Bias) -> float | None:
    """y(m) in S(1, 2) by the closed form for the bias; None if the source has none.

    Under the static bias (3.7) for e = 0, (3.6) with a wave, (3.3) or (3.4) without one; under the informed bias (3.18), for lost
    heaps. Other biases have none.
    """
    match bias:
        case Weighted((less, more)):
            e = float(more - less)
            if e == 0:
                return plain_value(m)
            return static_wave(m, e) if e > REAL_BELOW else static_value(m, e)
        case Informed(epsilon) if m % 3 == 0 and abs(float(epsilon)) < INFORMED_CRITICAL:
            return informed_value(m // 3, float(epsilon))
    return None


def closed_beat(bias: Bias) -> float | None:
    """The beat period in S(1, 2) by the closed form for the bias; None if there is no wave, or it stays in phase."""
    match bias:
        # closer to the critical bias, the angle as a double is that of perfect play
        case Weighted((less, more)) if (e := float(more - less)) > REAL_BELOW and abs(e - CRITICAL) > 1e-14:
            return static_beat_period(e)
        case Informed(epsilon) if abs(float(epsilon)) < INFORMED_CRITICAL:
            return beat_period(float(epsilon))
    return None


def critical_epsilon(moves: Sequence[int], bias: Bias) -> float | None:
    """The bias of the same kind at which the wave has the period of perfect play; None if none is known.

    Static, two moves: `critical_bias`. If both moves are odd multiples of their greatest common divisor there is none: the chance
    alternates whatever the bias. Informed: that of S(1, 2), from which on MC(inf) plays it perfectly.
    """
    g = gcd(*moves)
    steps = tuple(move // g for move in moves)
    if isinstance(bias, Informed):
        return INFORMED_CRITICAL if steps == (1, 2) else None
    if isinstance(bias, Weighted) and len(steps) == 2 and not all(step % 2 for step in steps):
        return critical_bias(*steps)
    return None


def first_bad(bias: Bias) -> float | None:
    """Where the first bad heap of an informed bias from 0 to 1/3 is expected in S(1, 2); None for other biases."""
    if isinstance(bias, Informed) and 0 <= float(bias.epsilon) < INFORMED_CRITICAL:
        return first_bad_estimate(float(bias.epsilon))
    return None


def static_value(m: int, e: float) -> float:
    """y(m) under the static bias: (3.3) for real roots, (3.4) for the double one, (3.5) for complex ones.

    Raises:
        InputError: m is negative or e outside [-1, 1].
    """
    _check(m, e)
    discriminant = (5 - e) ** 2 - 32
    if e == REAL_BELOW:
        root = 1 - sqrt(2)
        return (-0.5 - m / sqrt(2)) * root**m
    if discriminant > 0:
        one = (e - 1 + sqrt(discriminant)) / 4
        two = (e - 1 - sqrt(discriminant)) / 4
        return (1 + two) / (2 * (one - two)) * one**m + (1 + one) / (2 * (two - one)) * two**m
    r, a, b, phi = _static_waves(e)
    return r**m / (2 * b) * ((1 + a) * sin(m * phi) - b * cos(m * phi))


def static_wave(m: int, e: float) -> float:
    """y(m) under the static bias in amplitude and phase, (3.6); for e above REAL_BELOW.

    Raises:
        InputError: m is negative or e not in (REAL_BELOW, 1].
    """
    _check(m, e, REAL_BELOW)
    r, a, b, phi = _static_waves(e)
    return -sqrt(1 + e) / (2 * b) * r**m * cos(m * phi + atan((1 + a) / b))


def plain_value(m: int) -> float:
    """y(m) under plain random play, (3.7).

    Raises:
        InputError: m is negative.
    """
    _check(m, 0)
    return 2 ** (1 - m / 2) / sqrt(7) * sin(m * (pi - atan(sqrt(7))) - atan(sqrt(7) / 3))


def informed_value(k: int, e: float) -> float:
    """y(3k), the value of lost heaps, under the informed bias, (3.18); for |e| < 1/3.

    Raises:
        InputError: k is negative or |e| at least 1/3.
    """
    _check(k, e, -1 / 3, 1 / 3)
    r = sqrt((1 - e * e) / 8)
    a, b = _informed_waves(e)
    phase = -atan((1 + e - 2 * a) / (2 * b))
    return -sqrt((1 - e * e) * (3 * e + 1)) / (8 * b) * r**k * cos(k * atan(b / a) + phase)


def beat_period(e: float = 0) -> float:
    """Heaps per beat of the wave against the period 3 of perfect play, under the informed bias; for |e| < 1/3.

    At e = 0 it is that of plain random play (example 3.17).

    Raises:
        InputError: |e| is at least 1/3.
    """
    _check(0, e, -1 / 3, 1 / 3)
    a, b = _informed_waves(e)
    return 3 * 2 * pi / atan(b / a)


def static_beat_period(e: float = 0) -> float:
    """The same under the static bias, 2 pi / |2 pi / 3 - phi|; e in (REAL_BELOW, 1], not CRITICAL.

    Raises:
        InputError: e is out of range.
    """
    _check(0, e, REAL_BELOW)
    if e == CRITICAL:
        raise InputError(f"e: there is no beat at {e!r}, where the wave has the period of perfect play")
    return 2 * pi / abs(2 * pi / 3 - _static_waves(e)[3])


def critical_bias(a: int, b: int) -> float:
    """Static bias at which the slowest-decaying wave of S(a, b) has a period that divides a + b, the period of perfect play.

    A root r exp(i theta) of the characteristic polynomial with theta = 2 pi j / (a + b) needs r^(b - a) = (1 + e)/(1 - e) and
    r^a = -(1 - e) cos(a theta); j is the one for which cos(a theta) is closest to -1. Solved by bisection. For S(1, 2) it is
    CRITICAL; figure 3.5 shows that S(4, 7) has another.

    Raises:
        InputError: not 1 <= a < b, or a and b have a common divisor.
    """
    if not 1 <= a < b or gcd(a, b) != 1:
        raise InputError(f"a, b: {a!r} and {b!r} must be two numbers without a common divisor, 1 <= a < b")
    least = min(cos(2 * pi * a * j / (a + b)) for j in range(a + b))
    low, high = -1.0, 1.0
    while (middle := (low + high) / 2) not in (low, high):
        if a / (b - a) * log((1 + middle) / (1 - middle)) < log(-(1 - middle) * least):
            low = middle
        else:
            high = middle
    return low


def first_bad_estimate(e: float) -> float:
    """Where the first bad heap of the informed bias is expected, not rounded (example 3.18); 0 <= e < 1/3.

    Raises:
        InputError: e is out of range.
    """
    if not 0 <= e < 1 / 3:
        raise InputError(f"e: {e!r} must be at least 0 and below 1/3")
    a, b = _informed_waves(e)
    return 3 * (pi / 2 + atan((1 + e - 2 * a) / (2 * b))) / atan(b / a) - 1


def _static_waves(e: float) -> tuple[float, float, float, float]:
    """r, a, b, phi of the roots a + ib = r exp(i phi)."""
    a, b = (e - 1) / 4, sqrt(32 - (5 - e) ** 2) / 4
    return sqrt((1 + e) / 2), a, b, atan2(b, a)


def _informed_waves(e: float) -> tuple[float, float]:
    return (5 + 3 * e * e) / 16, sqrt((e * e + 7) * (1 - 9 * e * e)) / 16


def _check(m: int, e: float, above: float = -2.0, below: float = 2.0) -> None:
    if m < 0 or not (-1 <= e <= 1 and above < e < below):
        raise InputError(f"m: {m!r} must be 0 or more, and e: {e!r} in [-1, 1], above {above!r} and below {below!r}")
