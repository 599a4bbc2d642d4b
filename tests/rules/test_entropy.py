"""Orders of entropies are written in one way and read back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.beams import rules as beams
from tafelwerk.families.mastermind import rules as mastermind
from tafelwerk.families.search import rules as search
from tafelwerk.rules.entropy import MOST_CODES, check_order, order_name, read_order


@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6))
def test_an_order_reads_back(alpha: Fraction) -> None:
    assert read_order(order_name(alpha)) == alpha


def test_orders_have_a_limit_by_the_number_of_codes() -> None:
    for codes, most in ((2, 2000), (MOST_CODES, 100)):
        check_order(Fraction(most), codes)
        with pytest.raises(InputError, match=f"at most {most} for sets of {codes} codes"):
            check_order(Fraction(most) + Fraction(1, 9), codes)
    check_order(Fraction(10**6), 1)


def test_names_of_the_literature_are_known_to_every_family() -> None:
    assert search.parse_strategy("knuth").name == "hinf"
    assert mastermind.strategy("knuth", "mix").name == "hinf"
    assert beams.strategy("knuth", "lex-d").name == "hinf"
