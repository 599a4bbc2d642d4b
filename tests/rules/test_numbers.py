"""Numbers that stand as text: what is read, what is refused, and in which words."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.numbers import LONGEST_NUMBER, between, exact, fraction, separate, separate_set, whole


def refused(read: object, *given: object) -> str:
    with pytest.raises(InputError) as caught:
        read(*given)  # type: ignore[operator]
    return str(caught.value)


@given(st.integers(-50, 50))
def test_numbers_in_range_come_back(number: int) -> None:
    assert between("N", number, -50, 50) == number
    assert whole("N", f" {number} ", -50, 50) == number
    assert fraction("N", f"{number}/7", -50, 50) == Fraction(number, 7)


def test_the_words_name_number_and_bounds() -> None:
    """refusals.txt has those of whole numbers and fractions."""
    assert refused(between, "--points", 2**32, 1, 100_000) == "--points must be 1 to 100,000, not 4,294,967,296"
    assert refused(between, "--points", 0, 1, None) == "--points must be 1 or more, not 0"
    assert refused(between, "--share", float("nan"), 0.5, 1.0) == "--share must be 0.5 to 1.0, not nan"


def test_a_longer_number_is_read_where_that_is_meant() -> None:
    assert exact("1" * 41, 41) == int("1" * 41) > 10**LONGEST_NUMBER


def test_a_long_number_is_cut() -> None:
    said = refused(between, "N", 10**3000, 1, 5)
    assert said.endswith("... (3,001 digits)")
    assert len(said) < 100


@given(
    st.lists(st.integers(0, 99), min_size=1),
    st.sampled_from((",", ";", " ", ", ", " ; ", "  ")),
    st.sampled_from(("", "()", "[]", "{}")),
)
def test_a_list_is_the_same_however_it_is_joined(numbers: list[int], sign: str, brackets: str) -> None:
    text = sign.join(map(str, numbers))
    assert list(map(int, separate(brackets[:1] + text + brackets[1:]))) == numbers
    assert separate(numbers) == separate(text)


def test_two_signs_never_make_one_list() -> None:
    """Decimals with a comma are refused, not read as two numbers each."""
    assert separate("0,5 0,5") == ["0", "5 0", "5"]
    assert separate("0,5; 0,5") == ["0,5", "0,5"]


@given(st.integers(1, 50), st.integers(0, 50), st.sampled_from(("-", "–", "..", "...")))
def test_a_range_is_the_set_of_its_numbers(first: int, more: int, sign: str) -> None:
    assert separate_set(f"S({first}{sign}{first + more})") == separate(range(first, first + more + 1))
    assert separate_set(f"9{sign}1") == [f"9{sign}1"]
