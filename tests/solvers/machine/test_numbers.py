"""Random numbers inside kernels, pairs of doubles, and Gauss-Legendre rules, by what they promise."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.machine import double_double as dd
from tafelwerk.solvers.machine import draws
from tafelwerk.solvers.playouts.tie_sum import rule, tie_rules


def words_of(seed: int, number: int) -> Iterator[int]:
    """The words of a stream: sfc32 in plain whole numbers, after 15 rounds."""
    a, b, c, counter = seed % 2**32, seed >> 32, number, 1
    for begun in count():
        word = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ (b >> 9), c * 9 % 2**32, ((c * 2**21 % 2**32 | c >> 11) + word) % 2**32
        if begun >= 15:
            yield word


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**32 - 1))
def test_draws_are_those_of_sfc32(seed: int, number: int) -> None:
    stream, words = np.zeros(draws.WORDS, np.int64), words_of(seed, number)
    draws.begin_stream(seed, number, stream)
    assert [draws.draw(stream) for _ in range(20)] == [*islice(words, 20)]
    assert draws.below(stream, 10**6) == next(words) * 10**6 >> 32
    assert draws.unit(stream) == ((next(words) >> 5) * 2**26 + (next(words) >> 6)) / 2**53
    for most in (3, 6):
        items, shuffled = np.arange(6, dtype=np.int32), list(range(6))
        draws.bring_forward(stream, items, 6, most)
        for i in range(most):
            j = i + (next(words) * (6 - i) >> 32)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        assert items.tolist() == shuffled


def test_words_depend_on_number_and_seed_alone() -> None:
    numbers = np.arange(1000, dtype=np.int32)
    words = draws.hash_numbers(numbers, 7)
    assert len(set(words.tolist())) == 1000
    assert draws.hash_numbers(numbers[500:], 7).tolist() == words[500:].tolist()
    assert (draws.hash_numbers(numbers, 8) != words).all()
    # as by the function on whole numbers
    mixed = (1 * 0x9E3779B97F4A7C15) % 2**64 ^ 7
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> shift) * factor % 2**64
    assert words[0] == mixed ^ mixed >> 31


def test_draws_without_replacement() -> None:
    numbers = np.arange(0, 3000, 3, dtype=np.int32)
    some = draws.draw_subset(numbers, 100, 1)
    assert len(set(some.tolist())) == 100
    assert set(some.tolist()) <= set(numbers.tolist())
    assert (np.diff(some) > 0).all()
    assert draws.draw_subset(numbers, 100, 1).tolist() == some.tolist() != draws.draw_subset(numbers, 100, 2).tolist()
    assert draws.draw_subset(numbers, 1000, 1).tolist() == numbers.tolist()


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


@pytest.mark.parametrize("nodes", [1, 2, 7, 70])
def test_polynomials_are_integrated(nodes: int) -> None:
    t, w = rule(nodes)
    assert sorted(t) == list(t)
    assert t[0] > 0
    assert t[-1] < 1
    for degree in (0, 1, nodes, 2 * nodes - 1):
        total = sum(Fraction(b) * Fraction(a) ** degree for a, b in zip(t, w, strict=True))
        exact = Fraction(1, degree + 1)
        assert abs(total - exact) <= Fraction(degree + 1, 2**53) * exact


def test_every_number_of_candidates_has_a_rule() -> None:
    starts, nodes, weights = tie_rules(150)
    for m in range(1, 151):
        begin, end = starts[m]
        assert (m + 1) // 2 <= end - begin <= max((m + 1) // 2, 0.6 * m + 1)
        assert np.array_equal(nodes[begin:end], rule(int(end - begin))[0])
        assert weights[begin:end].sum() == pytest.approx(1, abs=1e-14)
