"""Partitions in the order of their entropies, against comparison by the definition."""

from decimal import MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.strategies import compare

from tafelwerk.rules.entropy import entropies, renyi
from tafelwerk.solvers.deduction.ranking import entropy_ranks

ORDERS = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(4, 3), Fraction(2), None]


def partitions(codes: int, largest: int | None = None) -> list[tuple[int, ...]]:
    """All partitions of a number."""
    most = codes if largest is None else min(largest, codes)
    if codes == 0:
        return [()]
    return [(size, *rest) for size in range(most, 0, -1) for rest in partitions(codes - size, size)]


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize("codes", [1, 2, 6, 12])
def test_ranks_are_the_order_of_the_entropies(alpha: Fraction | None, codes: int) -> None:
    every = partitions(codes)
    ranks = entropy_ranks(alpha, every, len(every))
    assert all((rank < 0) == (len(parts) == 1) for rank, parts in zip(ranks, every, strict=True))
    ordered = sorted((one for one in range(len(every)) if ranks[one] >= 0), key=lambda one: ranks[one])
    assert not ordered or ranks[ordered[0]] == 0
    for one, other in pairwise(ordered):
        expected = compare(alpha, every[one], every[other])
        assert (ranks[one] < ranks[other], ranks[one] == ranks[other]) == (expected < 0, expected == 0)


def test_equal_entropies_of_different_parts_tie() -> None:
    """Both have the same product of n^n, and not the same sum of p log p in doubles."""
    assert entropy_ranks(Fraction(1), [(4, 1, 1, 1, 1, 1), (2, 2, 2, 2, 1), (9,), (8, 1)], 1) == [0, 0, -1, 1]


def renyi_in_decimals(alpha: Fraction, parts: list[int]) -> Decimal:
    """The definition, to fifty places."""
    with localcontext(prec=80, Emin=MIN_EMIN):
        order, logs = Decimal(alpha.numerator) / alpha.denominator, [(Decimal(one) / sum(parts)).ln() for one in parts]
        return sum((order * one).exp() for one in logs).ln() / Decimal(2).ln() / (1 - order)


@pytest.mark.parametrize(
    "above", ["-1", "-1/2", "-1e-3", "-1e-9", "1e-18", "1e-9", "1e-3", "1/3", "1", "2", "9", "99", "1e6"]
)
@given(st.lists(st.integers(1, 10**4), min_size=1, max_size=100))
@example([1] * 1000)
@example([2, *[1] * 3000])
@example([1000, *[1] * 3000])
def test_entropies_of_every_order_are_close_to_their_definition(above: str, parts: list[int]) -> None:
    alpha = 1 + Fraction(above)
    assert abs(Decimal(renyi(alpha, parts)) - renyi_in_decimals(alpha, parts)) < 1e-12


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=30))
def test_entropies_of_one_order_are_those_of_four(parts: list[int]) -> None:
    four = entropies(parts)
    for order, bits in four.items():
        alpha = None if order == "inf" else Fraction(order)
        assert renyi(alpha, parts) == pytest.approx(bits, abs=1e-9)


def test_entropies_of_very_large_orders_are_near_that_of_infinity() -> None:
    for parts in ([969, 31], [2, 2, 1], [1], [7] * 40):
        bits = renyi(Fraction(2_000_001, 2), parts)
        assert bits == pytest.approx(renyi(None, parts), abs=1e-4)
        assert bits >= renyi(None, parts)
