"""Comparison of printed numbers: equal, or equal when rounded to the printed digits."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.tables.published.number import Number, Source, Verdict, agrees, grid, numbers, value_text


@given(st.fractions(max_denominator=10**6), st.integers(1, 12))
def test_a_number_agrees_with_its_rounding_and_with_no_other_of_as_many_digits(number: Fraction, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    near = round(number / unit) * unit
    printed = [f"{float(near + step * unit):.{digits}f}" for step in (-1, 0, 1)]
    exact = [Fraction(text) for text in printed]
    assert [agrees(text, str(number)) for text in printed] == [abs(one - number) <= unit / 2 for one in exact]


@pytest.mark.parametrize(
    ("printed", "ours", "expected"),
    [
        ("5668", "5668", True),
        ("5668", "5668.0000001", False),
        ("11445/2", "11445/2", True),
        ("21/42", "1/2", True),
        ("4.3734", "4.37345679012", False),
        ("0.2", "1/4", True),  # half-way, to either side
        ("0.3", "1/4", True),
        ("0.1", "1/4", False),
        ("E9 P9", "E9 P9", True),
        ("E9 P9", "E9", False),
    ],
)
def test_examples(printed: str, ours: str, expected: bool) -> None:
    assert agrees(printed, ours) is expected
    number = Number(Source.DISSERTATION, "here", printed, "SELECT 1")
    assert number.verdict(ours) is (Verdict.AGREES if expected else Verdict.DIFFERS)
    assert number.verdict(None) is Verdict.MISSING


def test_answers_of_queries_as_text() -> None:
    assert [value_text(row) for row in (None, (None,), (1, None))] == [None] * 3
    assert value_text(("10", "4")) == "5/2"
    assert value_text((4.3734567901234567,)) == "4.37345679012"
    assert [value_text((one,)) for one in (7, "E9", True, Fraction(1, 3))] == ["7", "E9", "yes", "1/3"]


def test_tables_of_numbers() -> None:
    table = grid((3, 5), ("first", "mean"), "0.1 - 0.3 0.4")
    assert table == {(3, "first"): "0.1", (5, "first"): "0.3", (5, "mean"): "0.4"}
    made = list(numbers(Source.SKAT, "k = {0}, {1}", "SELECT {1} WHERE k = {0}", table, {(5, "mean"): "so"}))
    assert made[2] == Number(Source.SKAT, "k = 5, mean", "0.4", "SELECT mean WHERE k = 5", "so")
    assert [one.reason for one in made] == ["", "", "so"]
    with pytest.raises(ValueError, match="argument"):
        grid((1,), (1, 2), "0.1")
