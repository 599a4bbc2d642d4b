"""Strategies and variants by their words."""

from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import (
    APPROXIMATIONS,
    TIES,
    VARIANTS,
    Approximate,
    Entropy,
    Improved,
    parse_strategy,
    stored_strategy,
    strategy,
    variant,
)
from tafelwerk.rules.deduction import Optimal

ORDERS = (("h0", Fraction(0)), ("h0.5", Fraction(1, 2)), ("h4/3", Fraction(4, 3)), ("hinf", None))
RULED = (
    *(Entropy(alpha, tie) for _, alpha in ORDERS for tie in TIES),
    *(Approximate(kind, tie) for kind in APPROXIMATIONS for tie in TIES[:2]),
)


def test_strategies_have_one_name_each() -> None:
    for one in [Optimal(), Improved(), *RULED]:
        assert parse_strategy(str(one)) == stored_strategy(one.name, one.tie) == one
        assert one.options == f"--strategy {one}"
        assert ("--tie" in str(one)) == (one.tie not in ("none", "lex-c"))
        assert one.title == (one.name if one.tie == "none" else f"{one.name}, ties {one.tie}")


def test_the_least_colour_is_the_default() -> None:
    for word, alpha in ORDERS:
        assert strategy(word) == Entropy(alpha, "lex-c")


def test_strategies_that_cannot_be() -> None:
    for word, tie in [
        ("h-1", None),
        ("x", None),
        ("h1", "lex"),
        ("optimal", "lex-c"),
        ("improved", "mix"),
        ("u", "mix"),
        ("h-prime", "lex"),
        ("h'", None),
    ]:
        with pytest.raises(InputError, match=r"--strategy must be|--tie"):
            strategy(word, tie)


def test_names_that_the_tables_do_not_have() -> None:
    for name, tie in [("h1.0", "lex-c"), ("h1", "none"), ("improved", "lex-c")]:
        with pytest.raises(InputError, match=r"no strategy is named|no tie rule"):
            stored_strategy(name, tie)


def test_variants_by_their_names() -> None:
    assert [variant(name) for name in VARIANTS] == list(VARIANTS)
    with pytest.raises(InputError, match=r"3c6p, .*, square30 or square36, or a board of squares such as 4x4c4"):
        variant("6c6")
