"""Tails of distributions, against plain sums and tables."""

from math import comb, erfc, exp, sqrt

import pytest

from tafelwerk.proofs.real_numbers import chi_squared_tail, joint_faults, moments, normal_tail, same_chance


@pytest.mark.parametrize("value", [0.0, 0.1, 1.0, 7.5, 40.0, 200.0])
def test_even_degrees_of_freedom_are_a_poisson_sum(value: float) -> None:
    for half in (1, 2, 5, 60):
        term = total = exp(-value / 2)
        for i in range(1, half):
            term *= value / 2 / i
            total += term
        assert chi_squared_tail(value, 2 * half) == pytest.approx(total, rel=1e-9, abs=1e-14)


def test_one_degree_of_freedom_is_the_normal_law() -> None:
    for value in (0.3, 1.0, 1.959964, 6.0):
        assert normal_tail(value) == pytest.approx(erfc(value / sqrt(2)), rel=1e-9)


def test_two_samples() -> None:
    """Fisher's tea: 4 cups of 4 right, in plain binomials."""
    assert same_chance(4, 4, 0, 4) == pytest.approx(2 / comb(8, 4))
    assert same_chance(3, 4, 1, 4) == pytest.approx(2 * (1 + 16) / comb(8, 4))
    assert same_chance(0, 100, 0, 50) == 1
    excess, variance, is_large = moments(30, 100, 15, 50)
    assert (excess, is_large) == (0, True)
    assert variance == pytest.approx(45 * 105 / 149 * 100 * 50 / 150**2)


def test_all_samples_together() -> None:
    def faults(samples: list[tuple[int, int, int, int]]) -> list[str]:
        return joint_faults(moments(*sample) for sample in samples)

    assert faults([(500, 1000, 250, 500)] * 40) == []
    assert faults([(0, 1000, 0, 500)]) == []
    off = [(545, 1000, 250, 500), (455, 1000, 250, 500)]
    assert all(same_chance(*sample) > 1e-3 for sample in off)
    (fault,) = faults(off * 40)
    assert "chi-squared" in fault
    (fault,) = faults(off[:1] * 40)
    assert "standard errors" in fault
    # ten wins and losses are expected, or hardly fewer
    assert "of 4 samples" in " ".join(faults([(20, 20, 0, 20), (0, 20, 20, 20)] * 2))
    assert faults([(19, 19, 0, 19), (0, 19, 19, 19)] * 2) == []
