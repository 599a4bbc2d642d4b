"""The root model: perfect play, and the strategies of greatest entropy.
Free search: the formula against every partition and Huffman's algorithm.
"""

from fractions import Fraction
from math import ceil, log2

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import root as naive
from published import TABLE_4_15

from tafelwerk.proofs.search import EntropyTotals, plain_totals
from tafelwerk.solvers import search
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.search import budget, root_play, root_search

MOST = 300 if INTERPRETED else 10_000


def test_equals_trying_every_query_and_table_4_15() -> None:
    """Totals of 1 to 15 codes: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.15.

    Of best queries one of the smallest rest, then of fewest parts.
    """
    search = root_search(120)
    totals = search.totals[1:].tolist()
    assert totals[:15] == list(TABLE_4_15)
    assert totals == [naive.total(m) for m in range(1, 121)]
    for m in range(2, 121):
        best = min(
            (rest, len(parts))
            for rest, parts in naive.queries(m)
            if m + naive.total(rest) + sum(map(naive.total, parts)) == naive.total(m)
        )
        query = search.query(m)
        assert (query.rest, sum(count for _, count in query.small)) == best


def test_equals_small_parts_as_coins() -> None:
    search = root_search(MOST)
    assert np.array_equal(search.totals, plain_totals(MOST))
    # queries are legal and best
    for m in (*range(2, 200), *range(200, MOST, 97), MOST):
        query = search.query(m)
        assert query.rest + sum(size * count for size, count in query.small) == m
        assert query.rest >= 1
        assert query.small
        assert sum((1 + size) * count for size, count in query.small) <= budget(m)
        assert str(query).startswith(f"{query.rest} | {query.small[0][0]}")
        after = search.totals[query.rest] + sum(count * search.totals[size] for size, count in query.small)
        assert m + after == search.totals[m]


MOST_PLAYED = 300 if INTERPRETED else 3000


@given(alpha=st.fractions(0, 3, max_denominator=40))
@example(alpha=Fraction(1))
@settings(max_examples=25)
def test_equals_the_second_program(alpha: Fraction) -> None:
    assert np.array_equal(root_play(700, alpha).totals, EntropyTotals(alpha, 700).totals)


@pytest.mark.parametrize("alpha", [Fraction(1, 3), Fraction(1)], ids=str)
def test_where_doubles_tell_nothing_exact_comparisons_do(alpha: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = root_play(250, alpha)
    monkeypatch.setattr(search, "TOLERANCE", 1.0)
    compared = root_play(250, alpha)
    assert np.array_equal(compared.totals, expected.totals)
    assert np.array_equal(compared.removed, expected.removed)


def test_ties_go_to_fewest_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No ties are known; were all entropies equal, every query would have one small part."""
    monkeypatch.setattr(search, "TOLERANCE", 1.0)
    monkeypatch.setattr(search, "greatest", lambda alpha, parts: list(range(len(parts))))
    play = root_play(60, Fraction(1))
    assert play.totals.tolist() == root_play(60, None).totals.tolist()
    assert play.ties == tuple(m for m in range(2, 61) if budget(m) > 3)


def test_laws_of_many_codes() -> None:
    """Nothing beats perfect play, there are no ties at the usual orders, from order 2 on one part is split off."""
    best = root_search(MOST_PLAYED).totals
    for alpha in (*map(Fraction, ("0", "1", "3/2", "1/2", "4/3", "2", "9/4")), None):
        play = root_play(MOST_PLAYED, alpha)
        assert (play.totals >= best).all(), alpha
        assert play.ties == () or alpha == 0
        if alpha is None or alpha >= 2:
            assert all(play.removed[m] == budget(m) - 1 for m in range(2, MOST_PLAYED + 1))


WIDTHS = st.one_of(st.integers(2, 12), st.integers(2, 2000))


def test_binary_search_has_the_published_formula() -> None:
    """Section 4.2.3: the mean is ceil(lg m) - 2^ceil(lg m) / m + 1."""
    for m in range(1, 1000):
        depth = ceil(log2(m))
        assert search.free_total(m, 2) == search.even_total(m, 2) == m * depth - 2**depth + m


@given(m=st.integers(1, 10**30), width=WIDTHS | st.integers(2, 10**6))
def test_any_number_of_codes(m: int, width: int) -> None:
    assert search.free_total(m, width) <= search.even_total(m, width)
    for split, total in (
        ((search.best_split, search.free_total), (search.even_split, search.even_total)) if m > 1 else ()
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
    assert search.free_totals(most, width)[chosen].tolist() == [search.free_total(m, width) for m in chosen]
    assert search.even_totals(most, width)[chosen].tolist() == [search.even_total(m, width) for m in chosen]
