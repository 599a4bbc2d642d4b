"""Pairs of doubles against fractions, with the error bounds they promise."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.machine import double_double as dd

U2 = Fraction(1, 2**106)

doubles = st.floats(-1e9, 1e9).map(lambda x: 0.0 if abs(x) < 1e-9 else x)
pairs = st.tuples(doubles, st.floats(-1.0, 1.0)).map(lambda x: dd.two_sum(x[0], x[1] * abs(x[0]) * 2.0**-53))


def value(pair: tuple[float, float]) -> Fraction:
    return Fraction(pair[0]) + Fraction(pair[1])


def assert_near(found: tuple[float, float], exact: Fraction, units: Fraction | int) -> None:
    assert abs(value(found) - exact) <= units * U2 * abs(exact)
    assert found[0] + found[1] == found[0]


@given(doubles, doubles)
def test_exact_steps(a: float, b: float) -> None:
    assert value(dd.two_sum(a, b)) == Fraction(a) + Fraction(b)
    big, small = (a, b) if abs(a) >= abs(b) else (b, a)
    assert value(dd.fast_two_sum(big, small)) == Fraction(a) + Fraction(b)
    assert value(dd.two_product(a, b)) == Fraction(a) * Fraction(b)


@given(pairs, pairs)
def test_sums_and_products(a: tuple[float, float], b: tuple[float, float]) -> None:
    three = Fraction(30001, 10000)
    assert_near(dd.add(*a, *b), value(a) + value(b), three)
    assert_near(dd.subtract(*a, *b), value(a) - value(b), three)
    assert_near(dd.multiply(*a, *b), value(a) * value(b), 5)
    assert_near(dd.multiply_double(*a, b[0]), value(a) * Fraction(b[0]), 2)


@given(pairs, pairs.filter(lambda b: b[0] != 0.0))
def test_quotients(a: tuple[float, float], b: tuple[float, float]) -> None:
    assert_near(dd.divide(*a, *b), value(a) / value(b), Fraction(151, 10))
    assert_near(dd.divide_double(*a, b[0]), value(a) / Fraction(b[0]), 3)
