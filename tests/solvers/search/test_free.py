"""Free search: the formula against every partition, the recursion of theorem 4.5 and Huffman's algorithm."""

from math import ceil, log2

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.search import free_search

WIDTHS = st.one_of(st.integers(2, 12), st.integers(2, 2000))


def test_binary_search_has_the_published_formula() -> None:
    """Section 4.2.3: the mean is ceil(lg m) - 2^ceil(lg m) / m + 1."""
    for m in range(1, 1000):
        depth = ceil(log2(m))
        assert free_search.free_total(m, 2) == free_search.even_total(m, 2) == m * depth - 2**depth + m


@given(m=st.integers(1, 10**30), width=WIDTHS | st.integers(2, 10**6))
def test_any_number_of_codes(m: int, width: int) -> None:
    assert free_search.free_total(m, width) <= free_search.even_total(m, width)
    for split, total in (
        ((free_search.best_split, free_search.free_total), (free_search.even_split, free_search.even_total))
        if m > 1
        else ()
    ):
        query = split(m, width)
        sizes = [size for size, _ in query]
        assert sum(size * count for size, count in query) == m
        assert 2 <= sum(count for _, count in query) <= width
        assert sizes == sorted(set(sizes), reverse=True)
        assert min(sizes) >= 1
        assert m + sum(count * total(size, width) for size, count in query) == total(m, width)


@given(most=st.integers(1, 1500), width=WIDTHS)
def test_all_at_once_are_each_alone(most: int, width: int) -> None:
    chosen = np.unique(np.linspace(1, most, 20).astype(int)).tolist()
    assert free_search.free_totals(most, width)[chosen].tolist() == [free_search.free_total(m, width) for m in chosen]
    assert free_search.even_totals(most, width)[chosen].tolist() == [free_search.even_total(m, width) for m in chosen]
