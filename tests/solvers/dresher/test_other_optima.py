"""Another optimal strategy of the hider: found where there is one, at the end of the line of optima, by all trees."""

from fractions import Fraction

import pytest
from naive import dresher as naive

from tafelwerk.solvers.dresher.other_optima import another_optimum
from tafelwerk.solvers.dresher.solve import expected_guesses, solve

ENDS = {(1, 1, 1, 1), (3, 1, 1, 3)}
"""Ends of the line of optima for four numbers."""


def value_of(weights: tuple[int, ...]) -> Fraction:
    """The guesses that a strategy guarantees, by all trees."""
    return Fraction(naive.least_guesses(weights), sum(weights))


@pytest.mark.parametrize("weights", [(2, 1, 1, 2), (1, 1, 1, 1), (3, 1, 1, 3), (5, 3, 3, 5)])
def test_optima_of_four_numbers(weights: tuple[int, ...]) -> None:
    trees, even = [(2, 1, 3, 2), (2, 3, 1, 2)], [Fraction(2)] * 4
    other = another_optimum(weights, trees, even)
    assert other in ENDS - {weights}
    assert value_of(other) == value_of(weights) == 2
    # beyond both ends less is guaranteed
    assert value_of((4, 5, 5, 4)) < 2
    assert value_of((7, 2, 2, 7)) < 2


def test_a_unique_optimum_has_no_other() -> None:
    unique = {}
    for n in range(1, 12):
        game = solve(n)
        trees = [tree for _, tree in game.searcher]
        other = another_optimum(game.hider, trees, expected_guesses(n, game.searcher))
        unique[n] = game.hider_unique
        assert (other is None) is game.hider_unique
        assert other is None or (other != game.hider and value_of(other) == game.value)
    assert [n for n in unique if not unique[n]] == [4]
