"""Entropies are compared exactly, against sums of radicals and of logarithms."""

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st
from naive.strategies import compare

from tafelwerk.proofs.entropy import compare_entropies

ORDERS = st.sampled_from([None, *map(Fraction, ("0", "1/3", "1/2", "1", "3/2", "2", "5/2", "7"))])


@st.composite
def partitions(draw: st.DrawFn, total: int = 60) -> list[int]:
    cuts = sorted(draw(st.sets(st.integers(1, total - 1), max_size=12)))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


@given(alpha=ORDERS, one=partitions(), other=partitions())
@example(Fraction(1), [4, 1, 1, 1, 1], [2, 2, 2, 2])  # 4^4 = (2^2)^4
@example(Fraction(1, 2), [9, 1, 1, 1], [4, 4, 4])  # 3 + 1 + 1 + 1 = 2 + 2 + 2
@example(Fraction(1, 2), [18, 2, 2, 2], [8, 8, 8])  # the same, times the square root of 2
@example(Fraction(2), [4, 4, 1], [5, 2, 2])  # 33 = 33
def test_the_order_is_that_of_the_entropies(alpha: Fraction | None, one: list[int], other: list[int]) -> None:
    order = compare_entropies(alpha, one, other)
    assert order == -compare(alpha, one, other) == -compare_entropies(alpha, other, one)
    assert compare_entropies(alpha, one, sorted(one)) == 0


def test_a_difference_beyond_a_double_is_seen() -> None:
    size = 10**15
    assert compare_entropies(Fraction(3, 2), [size + 1, size - 1], [size, size]) == -1
    assert compare_entropies(Fraction(1), [10**6 + 1, 10**6 - 1], [10**6, 10**6]) == -1
