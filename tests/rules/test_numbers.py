"""Numbers that stand as text: what is read, what is refused, and in which words."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.numbers import LONGEST_NUMBER, between, fraction, whole


def refused(read: object, *given: object) -> str:
    with pytest.raises(InputError) as caught:
        read(*given)  # type: ignore[operator]
    return str(caught.value)


@given(st.integers(-50, 50))
def test_numbers_in_range_come_back(number: int) -> None:
    assert between("N", number, -50, 50) == number
    assert whole("N", f" {number} ", -50, 50) == number
    assert fraction("N", f"{number}/7", -50, 50) == Fraction(number, 7)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-0.32", Fraction(-8, 25)),
        ("+1/3", Fraction(1, 3)),
        (".5", Fraction(1, 2)),
        ("25e-2", Fraction(1, 4)),
    ],
)
def test_fractions_are_exact(text: str, value: Fraction) -> None:
    assert fraction("--epsilon", text, -1, 1) == value


def test_the_words_name_number_and_bounds() -> None:
    assert refused(between, "--points", 2**32, 1, 100_000) == "--points must be 1 to 100,000, not 4,294,967,296"
    assert refused(between, "--points", 0, 1, None) == "--points must be 1 or more, not 0"
    assert refused(between, "--share", float("nan"), 0.5, 1.0) == "--share must be 0.5 to 1.0, not nan"
    assert refused(whole, "a heap", "0", 1, 1000) == "a heap must be 1 to 1,000, not 0"
    assert refused(whole, "a heap", "7x", 1, 1000) == "a heap must be a whole number, 1 to 1,000, not '7x'"


@pytest.mark.parametrize(
    "text", ["", "x", "1/0", "1/00", "2", "-1.5", "1e999999999", "1e-100", "inf", "nan", "1_0", "١", "0." + "1" * 40]
)
def test_what_is_no_fraction_in_range_is_refused_at_once(text: str) -> None:
    assert refused(fraction, "--epsilon", text, -1, 1).startswith(
        "--epsilon must be an integer, a decimal or p/q, -1 to 1,"
    )


@pytest.mark.parametrize("text", ["9" * 5000, "-" + "9" * 100, "1.0", "0x10", "1_0", "²", "١", ""])
def test_what_is_no_integer_in_range_is_refused_in_a_short_line(text: str) -> None:
    assert len(refused(whole, "N", text, 1, 10**9)) < LONGEST_NUMBER + 150


def test_a_long_number_is_cut() -> None:
    said = refused(between, "N", 10**3000, 1, 5)
    assert said.endswith("... (3,001 digits)")
    assert len(said) < 100
