"""Every printed number: its query is one, and `meta.published` has it beside the book's number.
Records: read, looked up, checked against themselves.
The bibliography: CITATION.cff says what it says, and the pages name its works.
"""

import inspect
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_commands import PAGE_OF, ROOT

from tafelwerk import __version__, places
from tafelwerk.book import Book
from tafelwerk.commands.published import ours
from tafelwerk.errors import BookError
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.bibliography import LICENSE, RELEASED, TITLE, figure_sources, sources, works
from tafelwerk.tables.published import (
    Number,
    Source,
    Verdict,
    agrees,
    follow,
    grid,
    parse_question,
    printed_numbers,
)
from tafelwerk.tables.records import faults, find_record, read_record
from tafelwerk.tables.sandbox import query


@given(st.fractions(max_denominator=10**6), st.integers(1, 12))
def test_a_number_agrees_with_its_rounding_and_with_no_other_of_as_many_digits(number: Fraction, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    near = round(number / unit) * unit
    printed = [f"{float(near + step * unit):.{digits}f}" for step in (-1, 0, 1)]
    exact = [Fraction(text) for text in printed]
    assert [agrees(text, str(number)) for text in printed] == [abs(one - number) <= unit / 2 for one in exact]


def test_tables_of_numbers() -> None:
    table = grid((3, 5), ("first", "mean"), "0.1 - 0.3 0.4")
    assert table == {(3, "first"): "0.1", (5, "first"): "0.3", (5, "mean"): "0.4"}
    made = list(Source.SKAT.numbers("k = {0}, {1}", "SELECT {1} WHERE k = {0}", table, {(5, "mean"): "so"}))
    assert made[2] == Number(Source.SKAT, "k = 5, mean", "0.4", "SELECT mean WHERE k = 5", "so")
    assert [one.reason for one in made] == ["", "", "so"]
    with pytest.raises(ValueError, match="argument"):
        grid((1,), (1, 2), "0.1")


@pytest.mark.parametrize(
    "text", ["dresher", "dresher.value", "value(3)", "a.b(c)", "a.b.c(1)", "__import__('os').system('x')"]
)
def test_what_is_no_question(text: str) -> None:
    with pytest.raises(ValueError, match=r"no question|malformed"):
        parse_question(text)


def test_asking() -> None:
    asked: list[object] = []

    def value(*arguments: object, **named: object) -> object:
        asked.append((arguments, named))
        return SimpleNamespace(cards={"SA": [7, 8]})

    book = SimpleNamespace(skat=SimpleNamespace(solve=value))
    assert parse_question("skat.solve('C7', game='null').cards['SA'][1]").of(book, compute=True) == 8
    assert asked == [(("C7",), {"game": "null", "compute": True})]
    assert follow({"a": [1, {"b": 2}]}, ("a", 1, "b")) == 2


POCKET = Path(places.__file__).parent / "pocket"

NUMBERS = list(printed_numbers())


def test_places_are_told_apart() -> None:
    places = Counter((number.source, number.place) for _, number in NUMBERS)
    assert [place for place, count in places.items() if count > 1] == []
    assert {family for family, _ in NUMBERS} <= set(FAMILIES)
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
            asked = parse_question(number.query)
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


def test_a_book_without_files_has_the_printed_numbers() -> None:
    with query(POCKET.parent / "no book", "SELECT DISTINCT verdict, ours FROM meta.published") as answer:
        assert answer.rows() == [("not stored", None)]
    with query(POCKET, "SELECT comment FROM duckdb_tables() WHERE table_name = 'published'") as answer:
        assert answer.rows()[0][0].startswith("Every printed number")


ANSWER: dict[str, Any] = {
    "question": {"command": "toy summary", "size": 3},
    "codes": 4,
    "total": "9",
    "mean": 2.25,
    "max": 3,
    "histogram": {"1": "1", "2": "1", "3": "2"},
    "penalty": "2",
    "query_histogram": {"1": "1", "2": "3"},
    "spent": [[1, 0, "1"], [2, 0, "1"], [2, 1, "2"]],
}


def document(**changes: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "family": "montecarlo",
        "build": "tafelwerk build montecarlo",
        "parameters": {"size": 3},
        "certainty": "exact",
        "evidence": "single",
        "answers": [ANSWER],
        "seconds": 1.5,
        "built_at": "2020-01-02T03:04:05",
        "machine": "a machine",
        "fingerprint": "0123456789abcdef",
        "written_by": "a test",
        "builds": [{"digest": "0123456789abcdef", "name": "montecarlo toy", "rows": 15, "sha256": "f" * 64}],
    } | changes


@pytest.fixture
def folder(records_folder: Path) -> Path:
    """A folder of one record, in the place of the package's."""
    (records_folder / "montecarlo-toy.json").write_text(json.dumps(document()), encoding="utf-8")
    return records_folder


def test_an_answer_is_found_by_its_question(folder: Path) -> None:
    found = find_record("montecarlo", {"command": "toy summary", "size": 3})
    assert found is not None
    record, answer = found
    assert (record.name, record.evidence, answer["total"]) == ("montecarlo-toy", "single", "9")
    assert find_record("montecarlo", {"command": "toy summary", "size": 4}) is None
    assert find_record("search", {"command": "toy summary", "size": 3}) is None


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", json.dumps(document(format=2)), json.dumps(document(more=1)), '{"format": 1}']
)
def test_what_is_no_record(content: str, tmp_path: Path) -> None:
    path = tmp_path / "beams-none.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BookError, match="not a record"):
        read_record(path)


def test_a_summary_that_adds_up() -> None:
    assert faults(ANSWER) == []
    assert faults({"question": {}, "pieces": 3}) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"codes": 5}, "not of all codes"),
        ({"total": "10"}, "another total"),
        ({"mean": 2.26}, "the mean"),
        ({"max": 4}, "max"),
        ({"penalty": "3"}, "another penalty"),
        ({"query_histogram": {"1": "2", "2": "2"}}, "another query_histogram"),
        ({"spent": [[1, 0, "1"], [2, 0, "1"], [2, 2, "2"]]}, "another histogram"),
    ],
)
def test_a_summary_that_does_not(changes: dict[str, Any], fault: str) -> None:
    assert any(fault in found for found in faults(ANSWER | changes))


def test_citation_file() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for line in (
        f"version: {__version__}",
        f"date-released: {RELEASED}",
        f"license: {LICENSE[0]}",
        f'title: "{TITLE}"',
    ):
        assert f"\n{line}\n" in text
    references = text.partition("\nreferences:\n")[2].split("\n  - ")
    for work, reference in zip(works(), references, strict=True):
        assert f'\n    title: "{work.fields["title"]}"\n    authors:\n' in reference
        names = re.findall(r'(?:family-names|- name): "(.*)"', reference)
        assert names == ([name.partition(", ")[0] for name in work.authors] or ["anonymous"])
        assert re.findall(r"\n    year: (.*)", reference) == ([work.fields["year"]] if "year" in work.fields else [])


def test_a_work_stands_on_the_page_of_its_family() -> None:
    for work in works():
        for family in work.families:
            page = " ".join((ROOT / "docs" / f"{PAGE_OF.get(family, family)}.md").read_text(encoding="utf-8").split())
            names = [name.partition(",")[0] for name in work.authors if name != "jberries"]
            words = [*names, *([work.fields["year"]] if "year" in work.fields and work.key != "berlekamp1982" else [])]
            words += {"jena": ["Jena dissertation", "names no author"], "jberries": ["3-5-11"]}.get(work.key, [])
            assert [word for word in words if word not in page] == []
            assert work in sources([family])


def test_every_family_and_figure_has_a_source() -> None:
    assert [family for family in FAMILIES if not sources([family])] == []
    assert [name for name in all_figures(FAMILIES) if not figure_sources(name)] == []


def test_the_source_of_a_figure() -> None:
    for figure, keys in [
        ("mastermind-4.6", ["jena"]),
        ("beams-A.1", ["jena"]),
        ("montecarlo-2.12", ["jena"]),
        ("3-5-11-12", ["jberries"]),
        ("skat-9.6", ["kupferschmid2003"]),
        ("dresher-3.1", ["stassen2018"]),
        ("dresher-value", ["stassen2018", "dresher1961", "johnson1964", "gilbert1962"]),
    ]:
        assert [work.key for work in figure_sources(figure)] == keys
