"""Orders of entropies are written in one way and read back."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.beams import rules as beams
from tafelwerk.families.mastermind import rules as mastermind
from tafelwerk.families.search import rules as search
from tafelwerk.rules.deduction import order_name, read_order


@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6))
def test_an_order_reads_back(alpha: Fraction) -> None:
    assert read_order(order_name(alpha)) == alpha


def test_names_of_the_literature_are_known_to_every_family() -> None:
    assert search.parse_strategy("knuth").name == "hinf"
    assert mastermind.strategy("knuth", "mix").name == "hinf"
    assert beams.strategy("knuth", "lex-d").name == "hinf"
