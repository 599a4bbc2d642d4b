"""The other ways through the root model."""

from fractions import Fraction

import pytest
from naive import root as naive

from tafelwerk.proofs.search.second_methods import EvenQueries, plain_totals
from tafelwerk.rules.entropy import Alpha


def test_coins_equal_trying_every_query() -> None:
    assert plain_totals(1).tolist() == [0, 0]
    assert plain_totals(120)[1:].tolist() == [naive.total(m) for m in range(1, 121)]


@pytest.mark.parametrize("alpha", [None, *map(Fraction, ("0", "1/3", "1", "3/2", "2", "9/2"))], ids=str)
def test_even_queries_equal_the_entropy_of_every_query(alpha: Alpha) -> None:
    play = EvenQueries(alpha, 100)
    totals = naive.entropy_totals(alpha, 100)
    for m in range(100, 1, -1):
        rest, parts = naive.entropy_query(alpha, m)
        assert play.query(m) == (m - rest, len(parts))
        assert play.total(m) == totals[m]
