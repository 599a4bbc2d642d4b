"""Strategies of the root model by their words, and which sizes are kept."""

from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.search.rules import OPTIMAL, check_root, curve_orders, parse_strategy, root_sizes
from tafelwerk.rules.deduction import Entropy


def test_strategies_by_their_words() -> None:
    for word, found in [
        ("optimal", OPTIMAL),
        ("h0", Entropy(Fraction(0))),
        ("h1.50", Entropy(Fraction(3, 2))),
        ("h4/3", Entropy(Fraction(4, 3))),
        ("hinf", Entropy(None)),
    ]:
        assert parse_strategy(word) == parse_strategy(str(found)) == found


def test_sizes_that_are_kept() -> None:
    kept = {1: (100,), 2: (1, 100), 5: (1, 3, 10, 32, 100), 7: (1, 2, 5, 10, 22, 46, 100), None: tuple(range(1, 101))}
    assert {points: root_sizes(100, points) for points in kept} == kept
    assert {root_sizes(1, points) for points in kept} == {(1,)}


def test_a_curve_holds_every_order() -> None:
    names = curve_orders(6, 300)
    assert (len(names), names[:3], names[-2:]) == (302, ("h0", "h0.02", "h0.04"), ("h6", "hinf"))


def test_limits_of_the_root_model() -> None:
    """Beside tests/refusals."""
    check_root(10_000_000)
    check_root(1_000_000, Entropy(Fraction(0)))
    for codes, strategy, told in (
        (10_000_001, OPTIMAL, "1 to 10,000,000 codes"),
        (1_000_001, Entropy(None), "not with 1,000,001"),
        (9, Entropy(Fraction(-1)), "0 or more, not -1"),
    ):
        with pytest.raises(InputError, match=told):
            check_root(codes, strategy)
