"""What samples are held against."""

from fractions import Fraction
from math import comb

import pytest

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.duel_claims import binomial_tails, exact_chance, sample_keys


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


def test_chances_of_all_that_is_kept() -> None:
    assert exact_chance("esr 5 6 1", "mc:10", "mc:20")[0] == pytest.approx(0.4111841910, abs=5e-11)
    assert exact_chance("esr 5 6 1", "mc:20", "mc:10")[0] == pytest.approx(1 - 0.3048624298, abs=1e-10)
    assert exact_chance("subtraction 9 --moves 3,5,11 --overshoot loses", "random", "random")[0] == 10 / 27
    with pytest.raises(InputError, match="no samples"):
        exact_chance("dsc 9", "random", "perfect")


def test_keys_of_a_build() -> None:
    build = {"simulated": "subtraction 4 --moves 1,2", "lowest": 3, "pairs": ["random mc:2"], "samples": 10, "seed": 1}
    assert sample_keys([build, {"games": [], "limit": 3}]) == [
        (f"subtraction {heap} --moves 1,2", "random", "mc:2", 10, 1) for heap in (3, 4)
    ]
