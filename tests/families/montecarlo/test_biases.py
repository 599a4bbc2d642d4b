"""Biases of playouts, from options and as text."""

from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import (
    MOST_SHARES,
    CyclicBias,
    InformedBias,
    Shares,
    WeightedBias,
    bias_of,
    growth,
    read_shares,
    static,
)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
THREE = Shares((HALF, QUARTER, QUARTER))


def test_shares_are_read_as_they_are_written() -> None:
    assert read_shares(str(THREE)) == read_shares([0.5, "1/4", QUARTER]) == THREE
    assert len(read_shares(",".join(["0"] * MOST_SHARES)).values) == MOST_SHARES
    with pytest.raises(InputError, match=f"at most {MOST_SHARES}"):
        read_shares(",".join(["0"] * (MOST_SHARES + 1)))


def test_biases_of_options() -> None:
    assert bias_of((1, 2), None, Fraction(1, 3)) == bias_of((1, 2), "static", Fraction(1, 3)) == static(Fraction(1, 3))
    assert static(Fraction(1, 3)) == WeightedBias((Fraction(1, 3), Fraction(2, 3)))
    assert bias_of((1, 2, 3), "informed", QUARTER) == InformedBias(QUARTER)
    assert (
        bias_of((1, 2, 3), None, None, THREE) == bias_of((1, 2, 3), "static", None, THREE) == WeightedBias(THREE.values)
    )
    assert bias_of((1, 2), None, None, None, THREE) == CyclicBias(THREE.values)


@pytest.mark.parametrize(
    ("moves", "kind", "epsilon", "weights", "chances", "word"),
    [
        ((1, 2), None, None, None, None, "none of them"),
        ((1, 2), None, QUARTER, None, THREE, "--epsilon and --chances"),
        ((1, 2), "wild", QUARTER, None, None, "wild"),
        ((1, 2, 3), None, QUARTER, None, None, "two moves"),
        ((1, 2), None, None, THREE, None, "2 for the moves 1,2"),
        ((1, 2, 3), None, None, Shares((HALF, HALF, HALF)), None, "sum to 1, not to 3/2"),
        ((1, 2, 3), "informed", None, THREE, None, "--kind"),
        ((1, 2, 3), None, None, None, THREE, "two moves"),
        ((1, 2), "static", None, None, THREE, "--kind"),
    ],
)
def test_what_does_not_fit_is_named(moves, kind, epsilon, weights, chances, word) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=word):
        bias_of(moves, kind, epsilon, weights, chances)


def test_growth_of_fractions() -> None:
    assert growth(static(Fraction(0))) == 2
    assert growth(InformedBias(Fraction(0))) == 2
    assert growth(WeightedBias(THREE.values)) == 3
    assert growth(CyclicBias((HALF, Fraction(1, 3)))) == 3
