"""Every printed number: its query is one, and `meta.published` has it beside the book's number."""

import inspect
from collections import Counter
from pathlib import Path

import pytest

from tafelwerk import places
from tafelwerk.book import Book
from tafelwerk.commands.published import ours
from tafelwerk.families import FAMILIES
from tafelwerk.families.beams.answers import Summary
from tafelwerk.tables.published import asking, printed_numbers
from tafelwerk.tables.published.number import Number, Verdict
from tafelwerk.tables.sandbox import query

POCKET = Path(places.__file__).parent / "pocket"

NUMBERS = list(printed_numbers())


def test_places_are_told_apart() -> None:
    places = Counter((number.source, number.place) for _, number in NUMBERS)
    assert [place for place, count in places.items() if count > 1] == []
    assert {family for family, _ in NUMBERS} == set(FAMILIES)
    assert [number.place for family, number in NUMBERS if family == "search"] == [
        number.place for _, number in printed_numbers("search")
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_query_is_understood(family: str) -> None:
    """SQL names tables and columns of the schema, and of one family; a question has the parameters that it is given."""
    book, found = Book(POCKET), [number for _, number in printed_numbers(family)]
    statements = [number.query for number in found if number.is_sql]
    assert all(f"{family}." in one for one in statements)
    if statements:
        with query(POCKET, "EXPLAIN " + " UNION ALL ".join(f"SELECT 1 FROM ({one})" for one in statements)) as answer:
            assert answer.rows()
    for number in found:
        if not number.is_sql:
            asked = asking.parse(number.query)
            inspect.signature(getattr(getattr(book, asked.family), asked.question)).bind(
                *asked.arguments, **asked.named
            )


def test_the_table() -> None:
    with query(POCKET, "SELECT family, place, printed, ours, verdict, reason, query FROM meta.published") as answer:
        rows = answer.rows()
    assert [row[:3] for row in rows] == [(family, number.place, number.printed) for family, number in NUMBERS]
    found = {row[1]: row for row in rows}
    assert found["table 4.15, 15 codes"][3:6] == ("68", "agrees", None)
    assert found["section 3.3, value for N = 509"][3:5] == (None, "not stored")
    differing = [row for row in rows if row[4] == "differs"]
    assert [row for row in differing if not row[5]] == []
    assert [row[1] for row in rows if row[4] == "agrees" and row[5]] == []


@pytest.mark.parametrize(
    ("family", "places"),
    [
        ("skat", {"section 5.3": 2, "section 9.1": 2, "section 9.2": 1}),
        ("montecarlo", {"section 2.5.1, number of basins of DSC(2": 2, "section 2.5.2, number of basins": 2}),
    ],
)
def test_numbers_that_agree_without_a_build(family: str, places: dict[str, int]) -> None:
    book = Book(POCKET)
    for place, count in places.items():
        printed = [number for name, number in printed_numbers(family) if number.place.startswith(place)]
        assert [number.verdict(ours(book, family, number)) for number in printed] == [Verdict.AGREES] * count


def test_counts_over_all_codes_explain_a_simulation() -> None:
    """Section 4.4.5: both printed numbers lie within two standard errors of 5000 games."""
    summary = Book(POCKET).beams.summary("6c6p", "h1")
    assert isinstance(summary, Summary)
    error = (summary.variance / 5000) ** 0.5
    assert abs(summary.mean - 10.258) < 2 * error
    squares = sum((int(cost) - summary.mean) ** 4 * float(codes) for cost, codes in summary.histogram.items())
    assert abs(summary.variance - 1.836) < 2 * ((squares / summary.codes - summary.variance**2) / 5000) ** 0.5


def test_a_book_without_files_has_the_printed_numbers() -> None:
    with query(POCKET.parent / "no book", "SELECT DISTINCT verdict, ours FROM meta.published") as answer:
        assert answer.rows() == [("not stored", None)]
    with query(POCKET, "SELECT comment FROM duckdb_tables() WHERE table_name = 'published'") as answer:
        assert answer.rows()[0][0].startswith("Every printed number")


def test_sql_is_told_from_questions() -> None:
    assert {number.is_sql for _, number in NUMBERS} == {True, False}
    assert all(isinstance(number, Number) for _, number in NUMBERS)
