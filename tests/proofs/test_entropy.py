"""Entropies are compared exactly."""

from fractions import Fraction
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.proofs.entropy import compare_entropies

ORDERS = st.sampled_from([None, *map(Fraction, ("0", "1/3", "1/2", "1", "3/2", "2", "5/2", "7"))])


@st.composite
def partitions(draw: st.DrawFn, total: int = 60) -> list[int]:
    cuts = sorted(draw(st.sets(st.integers(1, total - 1), max_size=12)))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def entropy(alpha: Fraction | None, parts: list[int]) -> float:
    shares = [part / sum(parts) for part in parts]
    if alpha is None:
        return -log(max(shares))
    if alpha == 1:
        return -sum(share * log(share) for share in shares)
    return log(sum(share ** float(alpha) for share in shares)) / (1 - float(alpha))


@given(alpha=ORDERS, one=partitions(), other=partitions())
def test_the_order_is_that_of_the_entropies(alpha: Fraction | None, one: list[int], other: list[int]) -> None:
    difference = entropy(alpha, one) - entropy(alpha, other)
    found = compare_entropies(alpha, one, other)
    assert found == -compare_entropies(alpha, other, one)
    if abs(difference) > 1e-9:
        assert found == (1 if difference > 0 else -1)
    assert compare_entropies(alpha, one, sorted(one)) == 0


@pytest.mark.parametrize(
    ("alpha", "one", "other", "order"),
    [
        ("1", [4, 1, 1, 1, 1], [2, 2, 2, 2], 0),  # 4^4 = (2^2)^4
        ("1/2", [9, 1, 1, 1], [4, 4, 4], 0),  # 3 + 1 + 1 + 1 = 2 + 2 + 2
        ("1/2", [18, 2, 2, 2], [8, 8, 8], 0),  # the same, times the square root of 2
        ("2", [4, 4, 1], [5, 2, 2], 0),  # 33 = 33
        ("3/2", [9, 1, 1, 1], [4, 4, 4], -1),
        ("0", [4, 4, 1], [5, 4], 1),
    ],
)
def test_ties_are_ties(alpha: str, one: list[int], other: list[int], order: int) -> None:
    assert compare_entropies(Fraction(alpha), one, other) == order


def test_a_difference_beyond_a_double_is_seen() -> None:
    size = 10**15
    assert compare_entropies(Fraction(3, 2), [size + 1, size - 1], [size, size]) == -1
    assert compare_entropies(Fraction(1), [10**6 + 1, 10**6 - 1], [10**6, 10**6]) == -1
