"""Orders of entropies are written in one way and read back."""

from fractions import Fraction
from itertools import pairwise
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules import search
from tafelwerk.rules.beams import strategies as beams
from tafelwerk.rules.entropy import entropies, order_name, read_order
from tafelwerk.rules.mastermind import strategies as mastermind


@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6))
def test_an_order_reads_back(alpha: Fraction) -> None:
    assert read_order(order_name(alpha)) == alpha


@pytest.mark.parametrize(
    ("alpha", "name"),
    [(None, "hinf"), (Fraction(0), "h0"), (Fraction(10), "h10"), (Fraction(1, 20), "h0.05"), (Fraction(4, 3), "h4/3")],
)
def test_the_shortest_way_is_taken(alpha: Fraction | None, name: str) -> None:
    assert order_name(alpha) == name
    assert read_order(name) == alpha


@pytest.mark.parametrize(
    ("alias", "name"), [("knuth", "hinf"), ("Knuth", "hinf"), ("minimax", "hinf"), ("entropy", "h1"), ("parts", "h0")]
)
def test_names_of_the_literature(alias: str, name: str) -> None:
    assert order_name(read_order(alias)) == name
    assert search.parse_strategy(alias).name == name
    assert mastermind.strategy(alias, "mix").name == name
    assert beams.strategy(alias, "lex-d").name == name


@pytest.mark.parametrize(
    "word", ["", "h", "h-1", "hx", "1", "shannon", "h1/0", "h1/00", "hnan", "h1e3", "H1", "h٣", "h1 ", "optimal"]
)
def test_what_is_no_order_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="--strategy must be optimal, or h and a number"):
        read_order(word)


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
def test_entropies_fall_with_their_order(parts: list[int]) -> None:
    found = list(entropies(parts).values())
    assert all(low <= high + 1e-12 for high, low in pairwise(found))
    assert found[-1] >= 0
    assert found[0] == log2(len(parts))


def test_entropies_of_even_parts_are_equal() -> None:
    assert entropies([7, 7, 7, 7]) == {"0": 2, "1": 2, "2": 2, "inf": 2}
    assert entropies([5]) == {"0": 0, "1": 0, "2": 0, "inf": 0}
