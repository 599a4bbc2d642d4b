"""Random numbers inside kernels, pairs of doubles, and Gauss-Legendre rules, by what they promise."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.machine import double_double as dd
from tafelwerk.solvers.machine.draws import (
    WORDS,
    begin_stream,
    below,
    bring_forward,
    draw,
    draw_subset,
    hash_numbers,
    unit,
)
from tafelwerk.solvers.playouts.tie_sum import rule, tie_rules


def test_draws_are_even() -> None:
    stream = np.zeros(WORDS, np.int64)
    begin_stream(12345, 7, stream)
    again = stream.copy()
    assert [draw(stream) for _ in range(4)] == [draw(again) for _ in range(4)]
    counts = np.bincount([below(stream, 10) for _ in range(20000)], minlength=10)
    assert len(counts) == 10
    # chi-squared with 9 degrees of freedom is above 30 with chance 0.0004
    assert float(((counts - 2000.0) ** 2 / 2000.0).sum()) < 30
    units = np.array([unit(stream) for _ in range(20000)])
    assert 0 <= units.min() < 0.001
    assert 0.999 < units.max() < 1
    assert abs(units.mean() - 0.5) < 0.01
    firsts = []
    for number in range(4000):
        begin_stream(1, number, stream)
        firsts.append(draw(stream) / 2**32)
    assert abs(np.mean(firsts) - 0.5) < 0.02
    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.06


def test_draws_are_those_of_sfc32() -> None:
    """The recurrence in plain whole numbers."""
    a, b, c, counter = 9, 0, 3, 1
    stream = np.array([a, b, c, counter], np.int64)
    for _ in range(50):
        found = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ (b >> 9), (c * 9) % 2**32, ((c * 2**21 % 2**32 | c >> 11) + found) % 2**32
        assert draw(stream) == found


def test_some_of_many_are_drawn_evenly() -> None:
    """Three of six, 4000 times: each of the 20 sets about 200 times."""
    stream = np.zeros(WORDS, np.int64)
    begin_stream(9, 0, stream)
    items = np.arange(6, dtype=np.int32)
    counts: Counter[frozenset[int]] = Counter()
    for _ in range(4000):
        bring_forward(stream, items, 6, 3)
        assert sorted(items.tolist()) == list(range(6))
        counts[frozenset(items[:3].tolist())] += 1
    assert len(counts) == 20
    # chi-squared with 19 degrees of freedom is above 45 with chance 0.0007
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 45


def test_all_of_few_are_drawn_in_every_order() -> None:
    """Three of three, 6000 times: each of the six orders about 1000 times."""
    stream = np.zeros(WORDS, np.int64)
    begin_stream(9, 0, stream)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = np.arange(3, dtype=np.int32)
        bring_forward(stream, items, 3, 3)
        orders[tuple(items.tolist())] += 1
    assert len(orders) == 6
    # chi-squared with 5 degrees of freedom is above 21 with chance 0.0008
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 21


def test_words_depend_on_number_and_seed_alone() -> None:
    numbers = np.arange(1000, dtype=np.int32)
    words = hash_numbers(numbers, 7)
    assert len(set(words.tolist())) == 1000
    assert hash_numbers(numbers[500:], 7).tolist() == words[500:].tolist()
    assert (hash_numbers(numbers, 8) != words).all()
    # as by the function on whole numbers
    mixed = (1 * 0x9E3779B97F4A7C15) % 2**64 ^ 7
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> shift) * factor % 2**64
    assert words[0] == mixed ^ mixed >> 31


def test_scattered_bits_are_even() -> None:
    words = hash_numbers(np.arange(20_000, dtype=np.int32), 2**64 - 1)
    shares = [(words >> np.uint64(bit) & np.uint64(1)).mean() for bit in range(64)]
    assert max(abs(share - 0.5) for share in shares) < 0.02


def test_draws_without_replacement() -> None:
    numbers = np.arange(0, 3000, 3, dtype=np.int32)
    some = draw_subset(numbers, 100, 1)
    assert len(set(some.tolist())) == 100
    assert set(some.tolist()) <= set(numbers.tolist())
    assert (np.diff(some) > 0).all()
    assert draw_subset(numbers, 100, 1).tolist() == some.tolist() != draw_subset(numbers, 100, 2).tolist()
    assert draw_subset(numbers, 1000, 1).tolist() == numbers.tolist()


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
