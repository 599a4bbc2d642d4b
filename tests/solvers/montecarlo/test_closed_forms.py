"""The closed forms of chapter 3 against their recursions in fractions."""

import cmath
from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.biases import Cyclic, Informed, Weighted, static
from tafelwerk.solvers.montecarlo import closed_forms
from tafelwerk.solvers.montecarlo.bias import bad_moves


def values(e: Fraction, informed: bool, limit: int) -> list[Fraction]:
    """y(0), ..., y(limit) in S(1, 2)."""
    y = [Fraction(-1, 2), Fraction(1, 2)]
    for m in range(2, limit + 1):
        one = {0: Fraction(1, 2), 1: (1 + e) / 2, 2: (1 - e) / 2}[m % 3] if informed else (1 - e) / 2
        y.append(-one * y[m - 1] - (1 - one) * y[m - 2])
    return y


@pytest.mark.parametrize("e", [-1.0, -0.9, closed_forms.REAL_BELOW, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0])
def test_static(e: float) -> None:
    for m, y in enumerate(values(Fraction(e), False, 60)):
        # values of at most 1/2, and the rounding of an angle of some 120
        assert closed_forms.static_value(m, e) == pytest.approx(float(y), rel=1e-9, abs=1e-13)
        if e > closed_forms.REAL_BELOW:
            assert closed_forms.static_wave(m, e) == pytest.approx(float(y), rel=1e-9, abs=1e-13)
        if e == 0:
            assert closed_forms.plain_value(m) == pytest.approx(float(y), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("e", [-0.3125, -0.125, 0.0, 0.125, 0.25, 0.3125])
def test_informed(e: float) -> None:
    y = values(Fraction(e), True, 180)
    for k in range(60):
        assert closed_forms.informed_value(k, e) == pytest.approx(float(y[3 * k]), rel=1e-9, abs=1e-13)


def test_beats() -> None:
    assert f"{closed_forms.beat_period():.3f}" == f"{closed_forms.static_beat_period():.3f}" == "38.730"
    # the plain agent's bad heaps 2 modulo 3 come in runs, one a beat
    y = values(Fraction(0), False, 5000)
    bad = [m % 3 == 2 and y[m - 2] > y[m - 1] for m in range(2, 5000)]
    runs = sum(b and not a for a, b in zip(bad[::3], bad[3::3], strict=False))
    assert runs == pytest.approx(5000 / 38.73, abs=1)


def test_first_bad_heaps_are_where_the_wave_turns() -> None:
    for e in (Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 3) - Fraction(1, 10**4)):
        estimate = closed_forms.first_bad_estimate(float(e))
        first = bad_moves((1, 2), Informed(e), 2000)[0][0]
        assert estimate <= first < estimate + 3


def test_critical_biases() -> None:
    assert closed_forms.critical_bias(1, 2) == pytest.approx(closed_forms.CRITICAL, abs=1e-15)
    for a, b in ((1, 4), (2, 3), (4, 7), (3, 5)):
        e = closed_forms.critical_bias(a, b)
        # a characteristic root at a multiple of 2 pi / (a + b), to the accuracy of e
        r = ((1 + e) / (1 - e)) ** (1 / (b - a))
        found = [
            abs(z**b + (1 - e) / 2 * z ** (b - a) + (1 + e) / 2)
            for z in (cmath.rect(r, 2 * cmath.pi * j / (a + b)) for j in range(a + b))
        ]
        assert min(found) < 1e-14


def test_forms_by_bias() -> None:
    for e in map(Fraction, ("-1", "-0.9", "-1/3", "0", "1/4", "1")):
        for m, y in enumerate(values(e, False, 30)):
            assert closed_forms.closed_value(m, static(e)) == pytest.approx(float(y), rel=1e-9, abs=1e-13)
    for e in map(Fraction, ("-1/4", "0", "1/5")):
        for m, y in enumerate(values(e, True, 30)):
            found = closed_forms.closed_value(m, Informed(e))
            assert (found is None) == (m % 3 != 0)
            assert found is None or found == pytest.approx(float(y), rel=1e-9, abs=1e-13)
    none = Informed(Fraction(1, 3)), Cyclic((Fraction(1, 2),) * 3)
    assert all(closed_forms.closed_value(3, bias) is closed_forms.closed_beat(bias) is None for bias in none)
    assert closed_forms.closed_beat(static(Fraction(-2, 3))) is None
    assert closed_forms.first_bad(Informed(Fraction(-1, 9))) is closed_forms.first_bad(static(Fraction(0))) is None


def test_critical_biases_by_kind() -> None:
    zero, informed = static(Fraction(0)), Informed(Fraction(0))
    assert closed_forms.critical_epsilon((1, 2), zero) == pytest.approx(2 - 5**0.5, abs=1e-15)
    assert closed_forms.critical_epsilon((3, 6), zero) == closed_forms.critical_epsilon((1, 2), zero)
    assert closed_forms.critical_epsilon((4, 7), zero) == pytest.approx(-0.0112943, abs=5e-8)
    assert closed_forms.critical_epsilon((1, 2), informed) == 1 / 3
    nothing = ((1, 3), zero), ((2, 6), zero), ((2, 3), informed), ((1, 2, 3), Weighted((Fraction(1, 3),) * 3))
    assert all(closed_forms.critical_epsilon(moves, bias) is None for moves, bias in nothing)


def test_bad_arguments_are_named() -> None:
    for call in (
        lambda: closed_forms.static_value(-1, 0),
        lambda: closed_forms.static_value(3, 2),
        lambda: closed_forms.static_wave(3, -0.9),
        lambda: closed_forms.informed_value(3, 0.5),
        lambda: closed_forms.beat_period(0.4),
        lambda: closed_forms.static_beat_period(closed_forms.CRITICAL),
        lambda: closed_forms.first_bad_estimate(-0.1),
        lambda: closed_forms.critical_bias(2, 4),
    ):
        with pytest.raises(InputError):
            call()
