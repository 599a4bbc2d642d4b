"""Entropies compared exactly, and partitions ranked, against the second program and the definition in decimals."""

from decimal import MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive.strategies import read_alpha

from tafelwerk.proofs.real_numbers import compare_entropies
from tafelwerk.rules.deduction import Alpha, entropies, renyi
from tafelwerk.solvers.deduction import partition_entropy
from tafelwerk.solvers.deduction.partition_entropy import (
    MOST_CERTAIN,
    EntropyWeights,
    certain_size,
    compare,
    entropy_ranks,
    entropy_weights,
    greatest,
    partitions,
    same_kernel,
)

ALPHAS = [
    read_alpha(text) for text in ("0", "1/3", "1/2", "0.99", "1", "13/10", "2", "5/2", "3", "19/2", "10", "40", "inf")
]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Two partitions of the same number of codes, up to 40."""
    m = draw(st.integers(1, 40))
    cuts = st.sets(st.integers(1, m))
    a, b = (np.diff(sorted({0, m, *draw(cuts)})).tolist() for _ in range(2))
    return a, b


def same(tested: EntropyWeights, a: list[int], b: list[int]) -> bool:
    """Whether the tie test holds, and leaves its scratch as it was."""
    ties, n_max = tested.ties, tested.n_max
    surplus, limbs = np.zeros(n_max + 1, np.int64), np.zeros((n_max + 1, 3), np.int64)
    parts_a, parts_b = np.array(a, np.int32), np.array(b, np.int32)
    found = same_kernel(ties.rule, ties, parts_a, parts_b, surplus, limbs)
    assert not surplus.any()
    assert not limbs.any()
    return bool(found)


def agree(alpha: Alpha, weights: EntropyWeights, a: list[int], b: list[int]) -> int:
    """The order of two partitions, in all ways to tell it."""
    order = -compare_entropies(alpha, a, b)
    assert compare(alpha, a, b) == order
    assert compare(alpha, b, a) == -order
    x, y = (max(parts) if weights.largest else sum(weights.weight[n] for n in parts) for parts in (a, b))
    if abs(x - y) > weights.tolerance * abs(x + y):
        assert int(x > y) - int(x < y) == order
    else:
        assert same(weights, a, b) == (order == 0)
    return order


@settings(max_examples=100)
@given(alpha=st.sampled_from(ALPHAS), pair=pairs())
@example(Fraction(1), ([4, 1, 1, 1, 1], [2, 2, 2, 2]))
@example(Fraction(1, 2), ([9, 1, 1, 1], [4, 4, 4]))
@example(Fraction(1, 2), ([18, 2, 2, 2], [8, 8, 8]))
@example(Fraction(3, 2), ([18, 2, 2, 2], [8, 8, 8]))
@example(Fraction(2), ([4, 4, 1], [5, 2, 2]))
@example(Fraction(19, 2), ([9, 1, 1, 1, 5], [4, 4, 4, 5]))
def test_order_of_any_two_partitions(alpha: Alpha, pair: tuple[list[int], list[int]]) -> None:
    agree(alpha, entropy_weights(alpha, sum(pair[0])), *pair)


@pytest.mark.parametrize("alpha", ["1", "599/100", "19/2", "162"])
def test_large_sets(alpha: str) -> None:
    order = read_alpha(alpha)
    weights = entropy_weights(order, 5000)
    # the largest parts that differ least
    for a, b in ([[4998, 1, 1], [4998, 2]], [[2500, 2500], [2501, 2499]], [[1] * 5000, [2] + [1] * 4998]):
        x, y = (float(sum(weights.weight[n] for n in parts)) for parts in (a, b))
        order_of = compare(order, a, b)
        assert abs(x - y) <= weights.tolerance * abs(x + y) or (x > y) - (x < y) == order_of


@given(pairs(), st.integers(2, 400))
def test_great_orders_by_sums_of_powers(parts: tuple[list[int], list[int]], alpha: int) -> None:
    # the greatest part decides from some order on
    a, b = (sum(n**alpha for n in one) for one in parts)
    assert compare(Fraction(alpha), *parts) == (a > b) - (a < b)


@given(alpha=st.sampled_from(ALPHAS), size=st.integers(2, 8))
def test_greatest_are_those_that_no_other_beats(alpha: Alpha, size: int) -> None:
    every = list(partitions(size))[1:]
    best = [place for place, a in enumerate(every) if all(compare_entropies(alpha, a, b) >= 0 for b in every)]
    assert greatest(alpha, every) == best


def test_usual_orders_are_certain() -> None:
    for order in (Fraction(0), Fraction(1, 2), Fraction(1), None):
        assert certain_size(order, 1 << 20) == MOST_CERTAIN


def test_what_is_too_close_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a tolerance as wide as the gap between 3 + 1 and 2 + 2, sizes end before 4."""
    wide = entropy_weights(Fraction(1), 64)

    class Wide:
        weight, tolerance = wide.weight, 0.2

    monkeypatch.setattr(partition_entropy, "entropy_weights", lambda *_: Wide)
    certain_size.cache_clear()
    assert certain_size(Fraction(1), 64) == 3
    certain_size.cache_clear()


@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(4, 3), None])
def test_ranks_are_the_order_of_the_entropies(alpha: Alpha) -> None:
    for codes in (1, 2, 10):
        every = list(partitions(codes))
        ranks = entropy_ranks(alpha, every, len(every))
        assert all((rank < 0) == (len(parts) == 1) for rank, parts in zip(ranks, every, strict=True))
        ordered = sorted((index for index in range(len(every)) if ranks[index] >= 0), key=lambda index: ranks[index])
        assert not ordered or ranks[ordered[0]] == 0
        for index, after in pairwise(ordered):
            expected = -compare_entropies(alpha, every[index], every[after])
            assert (ranks[index] < ranks[after], ranks[index] == ranks[after]) == (expected < 0, expected == 0)


def renyi_in_decimals(alpha: Fraction, parts: list[int]) -> Decimal:
    """The definition, to fifty places."""
    with localcontext(prec=80, Emin=MIN_EMIN):
        order, logs = Decimal(alpha.numerator) / alpha.denominator, [(Decimal(one) / sum(parts)).ln() for one in parts]
        return sum((order * one).exp() for one in logs).ln() / Decimal(2).ln() / (1 - order)


ABOVE = ("-1", "-1/2", "-1e-3", "-1e-9", "1e-18", "1e-9", "1e-3", "1/3", "1", "9", "1e6")


@given(above=st.sampled_from(ABOVE), parts=st.lists(st.integers(1, 10**4), min_size=1, max_size=100))
@example("-1e-3", [1] * 1000)
@example("1e-9", [2, *[1] * 1000])
@example("99", [1000, *[1] * 1000])
@example("1", [7, 7, 7, 7])
def test_entropies_of_every_order_are_close_to_their_definition(above: str, parts: list[int]) -> None:
    alpha = 1 + Fraction(above)
    assert abs(Decimal(renyi(alpha, parts)) - renyi_in_decimals(alpha, parts)) < 1e-12


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=30))
def test_entropies_of_one_order_are_those_of_four(parts: list[int]) -> None:
    four = entropies(parts)
    for order, bits in four.items():
        alpha = None if order == "inf" else Fraction(order)
        assert renyi(alpha, parts) == pytest.approx(bits, abs=1e-9)
