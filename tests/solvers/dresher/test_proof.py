"""Exact strategies of a basis, and what proves them."""

from fractions import Fraction

import pytest
from naive import dresher as naive

from tafelwerk.solvers.dresher.proof import exact_strategies, expected_guesses
from tafelwerk.solvers.dresher.reply import guaranteed, plain_bound, plain_weights


def test_basis_of_the_game_with_three_numbers() -> None:
    """Stassen 2018, section 1.4: 9/5; the hider plays 2, 1, 2."""
    found = exact_strategies(3, [(2, 1, 2), (1, 3, 2)], [0, 1])
    assert found is not None
    assert found.proved
    assert found.upper == Fraction(9, 5)
    assert found.hider == (2, 1, 2)
    assert found.trees == ((3, (2, 1, 2)), (1, (1, 3, 2)), (1, (2, 3, 1)))
    assert found.unique


def test_a_basis_that_better_trees_beat_is_not_proved() -> None:
    """One tree alone, 1 first, then 2, 3, 4: the hider plays 1 and 4 by it, and a tree with both near its root takes less."""
    found = exact_strategies(4, [(1, 2, 3, 4)], [0])
    assert found is not None
    assert not found.proved
    assert (found.lower, found.upper) == (Fraction(3, 2), Fraction(5, 2))
    assert found.reply is not None
    assert found.reply[0] + found.reply[3] == 3


def test_equations_without_a_solution() -> None:
    assert exact_strategies(4, [(2, 1, 3, 2), (2, 3, 1, 2)], [0, 1]) is None
    assert exact_strategies(4, [(2, 1, 3, 2)], [0, 1]) is None
    assert exact_strategies(4, [], []) is None


@pytest.mark.parametrize("n", range(1, 9))
def test_bound_of_the_plain_weights(n: int) -> None:
    weights = plain_weights(n)
    least = min(sum(w * d for w, d in zip(weights, tree, strict=True)) for tree in naive.trees(n))
    assert guaranteed(weights) == Fraction(least, sum(weights))
    assert plain_bound(n) == (Fraction(least, sum(weights)) if n > 1 else 1)


@pytest.mark.parametrize("n", [9, 22, 23, 24, 62, 63, 100, 126, 200])
def test_formula_of_the_bound(n: int) -> None:
    assert plain_bound(n) == guaranteed(plain_weights(n))


def test_expected_guesses() -> None:
    assert expected_guesses(3, [(3, (2, 1, 2)), (1, (1, 3, 2)), (1, (2, 3, 1))]) == [Fraction(9, 5)] * 3
