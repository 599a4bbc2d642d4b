"""Entropies compared exactly, against the plain comparison of sums of radicals and logarithms."""

from collections.abc import Iterator
from fractions import Fraction
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import strategies as naive
from naive.strategies import read_alpha

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.entropy import EntropyWeights, compare, entropy_weights, same_kernel

ALPHAS = [
    read_alpha(text) for text in ("0", "1/3", "1/2", "0.99", "1", "13/10", "2", "5/2", "3", "19/2", "10", "40", "inf")
]


def partitions(m: int, most: int | None = None) -> Iterator[list[int]]:
    """Every partition of m."""
    if m == 0:
        yield []
    for n in range(min(m, most or m), 0, -1):
        for rest in partitions(m - n, n):
            yield [n, *rest]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Two partitions of the same number of codes, up to 40."""
    m = draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    both = []
    for _ in range(2):
        cuts = np.flatnonzero(rng.random(m - 1) < rng.random()) + 1
        both.append(np.diff([0, *cuts.tolist(), m]).tolist())
    return both[0], both[1]


def same(tested: EntropyWeights, a: list[int], b: list[int]) -> bool:
    """Whether the tie test holds, and leaves its scratch as it was."""
    ties, n_max = tested.ties, tested.n_max
    surplus, limbs = np.zeros(n_max + 1, np.int64), np.zeros((n_max + 1, 3), np.int64)
    parts_a, parts_b = np.array(a, np.int32), np.array(b, np.int32)
    found = same_kernel(ties.rule, ties.factor, ties.root, ties.power, parts_a, len(a), parts_b, len(b), surplus, limbs)
    assert not surplus.any()
    assert not limbs.any()
    return bool(found)


def agree(alpha: Alpha, weights: EntropyWeights, a: list[int], b: list[int]) -> int:
    """The order of two partitions, in all ways to tell it."""
    order = naive.compare(alpha, a, b)
    assert compare(alpha, a, b) == order
    assert compare(alpha, b, a) == -order
    x, y = (max(parts) if weights.largest else sum(weights.weight[n] for n in parts) for parts in (a, b))
    if abs(x - y) > weights.tolerance * abs(x + y):
        assert int(x > y) - int(x < y) == order
    else:
        assert same(weights, a, b) == (order == 0)
    return order


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
@given(pair=pairs())
def test_order_of_any_two_partitions(alpha: Alpha, pair: tuple[list[int], list[int]]) -> None:
    n_max = sum(pair[0])
    agree(alpha, entropy_weights(alpha, n_max), *pair)


@pytest.mark.parametrize(
    ("m", "alpha"),
    [
        (9, "1"),
        (9, "13/10"),
        *(pytest.param(12, alpha, marks=pytest.mark.slow) for alpha in ("0", "1/2", "1", "13/10", "2", "3", "inf")),
    ],
)
def test_every_two_partitions(m: int, alpha: str) -> None:
    every = list(partitions(m))
    order = read_alpha(alpha)
    weights = entropy_weights(order, m)
    ties = 0
    for i, a in enumerate(every):
        for b in every[:i]:
            ties += agree(order, weights, a, b) == 0
    assert (ties > 0) == (alpha != "13/10")


@pytest.mark.parametrize("more", [[], [1], [2], [1, 1]], ids=str)
def test_doubles_do_not_see_a_tie_of_shannon_entropies(more: list[int]) -> None:
    a, b = [4, 1, 1, 1, 1, *more], [2, 2, 2, 2, *more]
    weights = entropy_weights(Fraction(1), 1296)
    assert agree(Fraction(1), weights, a, b) == 0
    # a little beside 1 they are no longer tied, however little it is
    assert compare(Fraction(10**30 + 1, 10**30), a, b) == 1
    assert compare(Fraction(10**30 - 1, 10**30), a, b) == -1

    def shannon(parts: list[int]) -> float:
        return -sum(n / sum(parts) * log2(n / sum(parts)) for n in parts)

    assert (shannon(a) == shannon(b)) == (not more)


@pytest.mark.parametrize("alpha", ["1/2", "3/2", "19/2"])
@pytest.mark.parametrize(
    "pair", [([9, 1, 1, 1], [4, 4, 4]), ([18, 2, 2, 2], [8, 8, 8]), ([9, 1, 1, 1, 5], [4, 4, 4, 5])]
)
def test_square_roots_tie_by_the_core(alpha: str, pair: tuple[list[int], list[int]]) -> None:
    order, n_max = read_alpha(alpha), sum(pair[0])
    found = agree(order, entropy_weights(order, n_max), *pair)
    assert (found == 0) == (alpha == "1/2")


@pytest.mark.parametrize("alpha", ["1", "13/10", "599/100", "19/2", "999/100", "11", "45/2", "162"])
def test_large_sets(alpha: str) -> None:
    order = read_alpha(alpha)
    weights = entropy_weights(order, 5000)
    # the largest parts that differ least
    for a, b in ([[4998, 1, 1], [4998, 2]], [[2500, 2500], [2501, 2499]], [[1] * 5000, [2] + [1] * 4998]):
        x, y = (float(sum(weights.weight[n] for n in parts)) for parts in (a, b))
        order_of = compare(order, a, b)
        assert abs(x - y) <= weights.tolerance * abs(x + y) or (x > y) - (x < y) == order_of


def test_what_cannot_be() -> None:
    with pytest.raises(InputError, match="at most 162 for sets of 5000 codes, or inf"):
        entropy_weights(Fraction(163), 5000)
    with pytest.raises(InputError, match="alpha"):
        entropy_weights(Fraction(-1), 10)
    with pytest.raises(InputError, match="n_max"):
        entropy_weights(Fraction(1), 0)
    with pytest.raises(InputError, match="same number"):
        compare(Fraction(1), [1, 2], [4])
    with pytest.raises(InputError, match="at least 1"):
        compare(Fraction(1), [0, 2], [2])
    with pytest.raises(InputError, match="alpha"):
        compare(Fraction(-1), [2], [2])
