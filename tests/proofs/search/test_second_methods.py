"""The other ways to the totals of free search and through the root model."""

from fractions import Fraction

import pytest
from naive import free, root

from tafelwerk.proofs.search import second_methods as ways
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.search.free_search import free_total, free_totals

MOST = 60 if INTERPRETED else 1000
ORDERS = pytest.mark.parametrize("alpha", [None, *map(Fraction, ("0", "1/3", "1", "3/2", "2", "9/2"))], ids=str)


@pytest.mark.parametrize("width", [2, 3, 10, 50, 3000])
def test_the_recursion_equals_the_formula_and_trying_every_partition(width: int) -> None:
    totals = ways.recursion_totals(MOST, width).tolist()
    assert totals == free_totals(MOST, width).tolist()
    assert totals[:21] == [0, *(free.total(m, width) for m in range(1, 21))]


@pytest.mark.parametrize("width", [2, 3, 7, 100])
def test_joining_the_smallest_sets_equals_the_formula(width: int) -> None:
    for m in (*range(1, 40), 99, 100, 101, 5000, 12345):
        assert ways.huffman_total(m, width) == free_total(m, width)


def test_coins_equal_trying_every_query() -> None:
    assert ways.plain_totals(1).tolist() == [0, 0]
    assert ways.plain_totals(120)[1:].tolist() == [root.total(m) for m in range(1, 121)]


@ORDERS
def test_longest_even_queries_equal_the_entropy_of_every_query(alpha: Fraction | None) -> None:
    play, totals = ways.EntropyTotals(alpha, 100), root.entropy_totals(alpha, 100)
    for m in range(100, 1, -1):
        rest, parts = root.entropy_query(alpha, m)
        assert play.query(m) == (m - rest, len(parts))
        assert play.total(m) == totals[m]
