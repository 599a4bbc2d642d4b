"""Answers as JSON and as text."""

import json
import math
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.commands import output
from tafelwerk.commands.output import answer, json_text, plain, rational


@dataclass(frozen=True)
class Answered:
    total: Fraction
    mean: float


def test_rationals_are_reduced_strings_of_any_number_of_digits() -> None:
    large, digits = 10**5000, "1" + "0" * 5000
    for value, text in (
        (5625, "5625"),
        (Fraction(-2, 6), "-1/3"),
        (Fraction(10, 2), "5"),
        (fmpq(-4, 6), "-2/3"),
        (fmpz(10) ** 30, "1" + "0" * 30),
        (large, digits),
        (Fraction(-large, 3), f"-{digits}/3"),
        (fmpq(7, fmpz(large)), f"7/{digits}"),
    ):
        assert rational(value) == text
    for value in (0.5, True, "1/2", Decimal("0.5"), None):
        with pytest.raises(TypeError, match="not an exact number"):
            rational(value)


@given(st.fractions())
def test_a_rational_reads_back(value: Fraction) -> None:
    text = rational(value)
    assert Fraction(text) == value
    assert not text.endswith("/1")
    assert text == rational(fmpq(value.numerator, value.denominator))


def test_the_document_speaks_json() -> None:
    import numpy as np

    pairs = {
        "nan": (math.nan, None),
        "minus": (-math.inf, "-inf"),
        "fraction": (Fraction(1, 3), "1/3"),
        "count": (2**70, 2**70),
        "flag": (True, True),
        "dataclass": (Answered(Fraction(7, 2), 3.5), {"total": "7/2", "mean": 3.5}),
        "tuple": ((1, fmpz(3), fmpq(1, 2)), [1, 3, "1/2"]),
        "day": (date(2020, 1, 2), "2020-01-02"),
        "path": (Path("a") / "b", str(Path("a") / "b")),
        "numpy": ([np.float64(0.5), np.int64(3), np.array([1, 2]), np.nan], [0.5, 3, [1, 2], None]),
        3: ("key", "key"),
    }
    expected = {str(name): said for name, (_, said) in pairs.items()}
    assert json.loads(json_text({name: value for name, (value, _) in pairs.items()})) == expected
    assert json_text([Decimal("12345678901234567890.10"), Decimal("1E+3")]) == "[12345678901234567890.10, 1000]"
    with pytest.raises(TypeError):
        json_text({"what": object()})


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_reads_back_as_it_was(document: object) -> None:
    text = json_text(document)
    assert "\n" not in text
    assert json.loads(text) == document
    assert plain(document) == document


def test_people_get_text_or_a_table_and_programs_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One document; the text is not made then."""
    answer(True, {"win": Fraction(1, 2)}, pytest.fail)
    assert capsys.readouterr() == ('{"win": "1/2"}\n', "")
    answer(False, {}, "won [all] of it")
    answer(False, {}, lambda: "made late")
    answer(False, {}, lambda: output.table(("heap", "who"), [(12345, "[bold]first[/]"), (3, None)]))
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["won [all] of it", "made late"]
    assert "[bold]first[/]" in out[-2]
    assert out[-2].startswith("12,345")
    assert out[-1].rstrip().endswith("3")


def test_numbers_of_a_table_are_whole_and_on_the_right() -> None:
    """Truths are no numbers, and one of more than 16 characters may be broken."""
    made = output.table(("n", "long", "is it"), [(0.12345678901234, 0.123456789012345, True), (None, None, False)])
    assert [column.justify for column in made.columns] == ["right", "right", "left"]
    assert [column.min_width for column in made.columns] == [16, 4, 2]
