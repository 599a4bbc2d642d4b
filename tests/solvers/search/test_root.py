"""The root model: perfect play."""

import numpy as np
import pytest
from naive import root as naive
from published import TABLE_4_15

from tafelwerk.errors import InputError
from tafelwerk.proofs.search.root import plain_totals
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.search.root import budget, root_search

MOST = 300 if INTERPRETED else 10_000
compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


def test_equals_trying_every_query_and_table_4_15() -> None:
    """Totals of 1 to 15 codes: Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.15."""
    totals = root_search(140).totals[1:].tolist()
    assert totals[:15] == list(TABLE_4_15)
    assert totals == [naive.total(m) for m in range(1, 141)]


@pytest.mark.parametrize("most", [MOST, pytest.param(1_000_000, marks=[compiled, pytest.mark.slow])])
def test_equals_small_parts_as_coins(most: int) -> None:
    assert np.array_equal(root_search(most).totals, plain_totals(most))


def test_budget() -> None:
    assert [budget(m) for m in (1, 2, 4, 5, 9, 10, 10**12, 10**12 + 1)] == [1, 2, 2, 3, 3, 4, 10**6, 10**6 + 1]


def test_queries_are_legal_and_best() -> None:
    search = root_search(MOST)
    for m in (*range(2, 200), *range(200, MOST, 97), MOST):
        query = search.query(m)
        assert query.rest + sum(size * count for size, count in query.small) == m
        assert query.rest >= 1
        assert query.small
        assert sum((1 + size) * count for size, count in query.small) <= budget(m)
        assert str(query).startswith(f"{query.rest} | {query.small[0][0]}")
        after = search.totals[query.rest] + sum(count * search.totals[size] for size, count in query.small)
        assert m + after == search.totals[m]


def test_queries_of_smallest_rest_then_of_fewest_parts() -> None:
    search = root_search(120)
    for m in range(2, 121):
        best = min(
            (rest, len(parts))
            for rest, parts in naive.queries(m)
            if m + naive.total(rest) + sum(map(naive.total, parts)) == naive.total(m)
        )
        query = search.query(m)
        assert (query.rest, sum(count for _, count in query.small)) == best


def test_bounds() -> None:
    """Theorem 4.10: 1/2 sqrt(m) <= T / m <= 2 sqrt(m); and the lower bound 2/3 (sqrt(m) - 1)."""
    totals = root_search(MOST).totals.astype(float)[2:]
    m = np.arange(2, MOST + 1)
    assert (totals <= 2 * m**1.5).all()
    assert (totals >= m**1.5 / 2).all()
    assert (totals >= 2 / 3 * (m**1.5 - m)).all()


@compiled
def test_mean_over_root_of_size_falls_towards_two_thirds() -> None:
    totals = root_search(1_000_000).totals
    ratios = [totals[10**power] / 10 ** (1.5 * power) for power in range(2, 7)]
    assert ratios == sorted(ratios, reverse=True)
    assert 2 / 3 < ratios[-1] < 0.6825


def test_the_remark_on_binary_queries() -> None:
    """Section 4.5.2, remark 1: one small part, as large as may be, gives table 4.15 but for 49 at 12 and 69 at 15."""
    totals = [0, 0]
    for m in range(2, 16):
        part = budget(m) - 1
        totals.append(m + totals[part] + totals[m - part])
    differing = {m: total for m, total in enumerate(totals[1:], 1) if total != TABLE_4_15[m - 1]}
    assert differing == {12: 49, 15: 69}


@pytest.mark.parametrize("most", [0, -1, 10_000_001])
def test_says_what_was_wrong(most: int) -> None:
    with pytest.raises(InputError, match=f"not for {most:,}"):
        root_search(most)
    with pytest.raises(InputError, match=f"not for {most:,}"):
        root_search(30).query(most)
