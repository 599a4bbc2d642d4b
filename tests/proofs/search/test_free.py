"""The other ways to the totals of free search."""

import pytest
from naive import free as naive

from tafelwerk.proofs.search.second_methods import huffman_total, recursion_totals
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.search.free_search import free_total, free_totals

MOST = 60 if INTERPRETED else 1000


@pytest.mark.parametrize("width", [2, 3, 5, 10, 50, 999, 3000])
def test_the_recursion_equals_the_formula(width: int) -> None:
    assert recursion_totals(MOST, width).tolist() == free_totals(MOST, width).tolist()


@pytest.mark.parametrize("width", [2, 3, 4, 11])
def test_the_recursion_equals_trying_every_partition(width: int) -> None:
    assert recursion_totals(20, width).tolist() == [0, *(naive.total(m, width) for m in range(1, 21))]


@pytest.mark.parametrize("width", [2, 3, 7, 100])
def test_joining_the_smallest_sets_equals_the_formula(width: int) -> None:
    for m in (*range(1, 40), 99, 100, 101, 5000, 12345):
        assert huffman_total(m, width) == free_total(m, width)
