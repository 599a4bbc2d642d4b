"""What samples are held against."""

from fractions import Fraction
from math import comb

import pytest

from tafelwerk.proofs.montecarlo.duel_claims import binomial_tails


@pytest.mark.parametrize("chance", [0.03, 0.4, 0.5, 0.97])
def test_tails_are_those_of_the_binomial_distribution(chance: float) -> None:
    games, p = 37, Fraction(chance)
    masses = [comb(games, j) * p**j * (1 - p) ** (games - j) for j in range(games + 1)]
    for wins in range(games + 1):
        tail = sum(masses[wins:]) if wins >= games * p else sum(masses[: wins + 1])
        assert binomial_tails(wins, games, chance) == pytest.approx(min(1.0, float(2 * tail)), rel=1e-9)


def test_tails_at_the_ends() -> None:
    assert binomial_tails(10, 10, 1.0) == binomial_tails(0, 10, 0.0) == 1.0
    assert binomial_tails(9, 10, 1.0) == binomial_tails(-1, 10, 0.5) == binomial_tails(11, 10, 0.5) == 0.0
    assert binomial_tails(10**6, 10**6, 0.5) == 0.0
