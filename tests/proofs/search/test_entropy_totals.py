"""One query per number of parts is enough."""

from fractions import Fraction

import pytest

from tafelwerk.proofs.search.second_methods import EntropyTotals, EvenQueries


@pytest.mark.parametrize("alpha", [None, *map(Fraction, ("0", "1/2", "1", "3/2", "2", "7/3"))], ids=str)
def test_the_longest_queries_are_the_best_of_all_even_ones(alpha: Fraction | None) -> None:
    once, again = EntropyTotals(alpha, 400), EvenQueries(alpha, 400)
    for size in range(2, 401):
        assert once.query(size) == again.query(size), size
        assert once.total(size) == again.total(size), size
