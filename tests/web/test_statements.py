"""SQL from pages: it only reads the book, and it ends.
Charts of two columns: what is chosen is drawn, in the colours of the theme; what cannot be chosen is said.
Documents as pages: numbers by what they are of become bars, nested tables can be opened, bounds can be read.
"""

import re
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import BASE, POCKET
from web.test_working import ENDLESS

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError, LimitError
from tafelwerk.plots.style import BLUE, DARK, PAPER
from tafelwerk.streams import is_seen
from tafelwerk.web import statements
from tafelwerk.web.command_forms import form_of
from tafelwerk.web.routes.sql_pages import MARKS, chart_specification
from tafelwerk.web.site import fill, tally


def send(site: TestClient, statement: str, limit: int = 1000) -> tuple[int, Any]:
    """Status and document of a statement."""
    response = site.post("/api/sql", json={"sql": statement, "limit": limit}, headers={"origin": BASE})
    return response.status_code, response.json()


def test_rows_have_columns_a_limit_and_exact_numbers(site: TestClient) -> None:
    """As text where JavaScript would round them."""
    for limit, more in ((2, True), (3, False), (4, False)):
        status, answer = send(site, "SELECT n, value FROM dresher.games WHERE n <= 3 ORDER BY n", limit)
        assert status == 200
        assert [column["name"] for column in answer["columns"]] == ["n", "value"]
        assert (len(answer["rows"]), answer["more"]) == (min(limit, 3), more)
    whole = ("9007199254740991", "9007199254740992", "-9007199254740992", f"{2**127 - 1}::HUGEINT")
    _, answer = send(site, f"SELECT {', '.join(whole)}, 0.1::DOUBLE, 1.00000000000000000001::DECIMAL(38, 20)")
    texts = [str(n) for n in (2**53, -(2**53), 2**127 - 1)]
    assert answer["rows"] == [[2**53 - 1, *texts, 0.1, "1.00000000000000000001"]]


def test_a_statement_only_reads_the_book(site: TestClient, tmp_path: Path) -> None:
    """tests/tables/test_sandbox.py has more of what it may not."""
    for statement in (
        f"COPY (SELECT 1) TO '{tmp_path}/page.csv'",
        "FROM '/etc/passwd'",
        f"ATTACH '{tmp_path}/page.duckdb'",
        "SET threads = 1",
        "DELETE FROM dresher.games",
        "SELECT 1; SELECT 2",
        "FROM nothing",
    ):
        status, answer = send(site, statement)
        assert status == 400, statement
        assert answer["error"], statement
        assert site.get("/sql", params={"q": statement}).status_code == 400, statement
    assert send(site, "")[0] == 400
    assert site.get("/sql?q=").status_code == 200
    assert not list(tmp_path.iterdir())


def test_an_answer_that_is_too_large_is_refused(site: TestClient) -> None:
    for statement in (
        "SELECT struct_pack(a := list(repeat('x', 1000))) AS x FROM range(9000)",
        "SELECT repeat('x', 9000000) AS x",
    ):
        status, answer = send(site, statement, 10_000)
        assert status == 422, statement
        assert answer["error"].startswith(
            "the answer has more than 8,000,000 bytes, the most that a page takes; ask for"
        )
        assert send(site, f"SELECT count(*) FROM ({statement})")[0] == 200


def test_limits_are_those_that_are_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    statement = "SELECT range AS n FROM range(100)"
    answer = statements.rows(statement.ljust(statements.LONGEST))
    with pytest.raises(InputError, match="20,000 characters, not 20,001"):
        statements.rows(statement.ljust(statements.LONGEST + 1))
    size = sum(len(json_text(row)) for row in answer["rows"])
    monkeypatch.setattr(statements, "LARGEST_ANSWER", size)
    assert statements.rows(statement) == answer
    monkeypatch.setattr(statements, "LARGEST_ANSWER", size - 1)
    with pytest.raises(LimitError, match=f"more than {size - 1} bytes"):
        statements.rows(statement)
    monkeypatch.setattr(statements, "SECONDS", 0.2)
    with pytest.raises(
        LimitError, match=r"^the statement took longer than 0\.2 s; ask for less, or use the command line$"
    ):
        statements.rows(ENDLESS)
    monkeypatch.undo()
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    csv = "n\n0\n1\n"
    monkeypatch.setattr(statements, "LARGEST_FILE", len(csv))
    assert statements.save_rows("SELECT range AS n FROM range(2)", "csv").decode() == csv
    monkeypatch.setattr(statements, "LARGEST_FILE", len(csv) - 1)
    with pytest.raises(LimitError, match=f"more than {len(csv) - 1} bytes"):
        statements.save_rows("SELECT range AS n FROM range(2)", "csv")


def test_columns_of_many_rows_are_estimated_and_those_that_take_long_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(POCKET))
    source = "FROM (SELECT range % 9 AS a, [range] AS b, range / 2 AS c FROM range(100)) t"
    exact = statements.profile(source, "c")
    assert exact is not None
    assert exact["columns"]["a"] == {"least": "0", "greatest": "8", "different": 9, "missing": 0}
    assert exact["columns"]["b"] == {"least": None, "greatest": None, "different": None, "missing": 0}
    assert (exact["columns"]["c"]["least"], exact["columns"]["c"]["greatest"]) == ("0", "49.5")
    assert exact["facets"] == [{"column": "a", "values": [(str(n), 11 if n else 12) for n in range(9)]}]
    assert (statements.profile(source, "a") or {})["facets"] == []
    monkeypatch.setattr(statements, "COUNTED", 99)
    estimated = statements.profile(source, "c")
    assert estimated is not None
    assert not estimated["exact"]
    assert abs(estimated["columns"]["c"]["different"] - 100) < 10
    monkeypatch.setattr(statements, "SECONDS", 0.2)
    assert statements.profile(f"FROM ({ENDLESS}) t", "") is None


def test_downloads(site: TestClient) -> None:
    csv = site.get("/sql/rows.csv", params={"q": "SELECT 1 AS one, 'x' AS two"})
    assert csv.text.splitlines() == ["one,two", "1,x"]
    assert csv.headers["content-disposition"] == 'attachment; filename="rows.csv"'
    decomposed = "SELECT length('e\N{COMBINING ACUTE ACCENT}') AS characters"
    assert site.get("/sql/rows.csv", params={"q": decomposed}).text.split() == ["characters", "2"], "asked as it is"
    assert site.get("/sql/rows.parquet", params={"q": "SELECT 1 AS one"}).content[:4] == b"PAR1"


ANSWER: dict[str, Any] = {
    "columns": [
        {"name": "n", "type": "INTEGER"},
        {"name": "value", "type": "DECIMAL(18,3)"},
        {"name": "who", "type": "ENUM('a', 'b')"},
        {"name": "share", "type": "VARCHAR"},
        {"name": "at", "type": "TIMESTAMP"},
        {"name": "many", "type": "INTEGER[]"},
    ],
    "rows": [
        [1, "2.5", "a", "1/2", "2026-01-01 00:00:00", [1, 2]],
        [2, "3.125", "b", "3/4", "2026-01-02 00:00:00", []],
        [3, None, "a", None, None, None],
    ],
}


def spec(x: str, y: str, mark: str = "line", theme: str = "light", **answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = chart_specification(ANSWER | answer, x, y, mark, theme, 600)["spec"]  # type: ignore[arg-type]
    return found


def test_numbers_as_text_are_drawn_as_numbers_and_rows_without_a_value_are_left_out() -> None:
    assert spec("n", "value")["data"]["values"] == [{"x": 1.0, "y": 2.5}, {"x": 2.0, "y": 3.125}]
    assert spec("n", "share")["data"]["values"] == [{"x": 1.0, "y": 0.5}, {"x": 2.0, "y": 0.75}]
    for more, rows in ((False, "2 of 3 rows"), (True, "2 of the first 3 rows")):
        assert spec("n", "value", more=more)["description"] == f"value by n, {rows}"


def test_a_column_has_a_scale_of_its_type_and_a_chart_the_colours_of_its_theme() -> None:
    kinds = dict(zip(["n", "value", "who", "share", "at", "many"], "qqnqtn", strict=True))
    for column, kind in kinds.items():
        for mark in MARKS:
            scale = spec(column, "n", mark)["encoding"]["x"]
            assert (scale["type"][0], scale["title"]) == (kind, column), (column, mark)
    light, dark = (spec("n", "value", "bars", theme) for theme in ("light", "dark"))
    assert (light["background"], light["mark"]["color"]) == (PAPER, BLUE)
    assert (dark["background"], dark["mark"]["color"]) == (DARK[PAPER], DARK[BLUE])


@given(
    st.lists(st.none() | st.text(max_size=6) | st.floats(allow_nan=False) | st.integers() | st.booleans(), max_size=5),
    st.sampled_from(["DOUBLE", "VARCHAR", "HUGEINT", "DATE", "BOOLEAN", "DECIMAL(38,0)"]),
)
def test_no_value_is_a_fault(given_values: list[Any], kind: str) -> None:
    answer = {"columns": [{"name": "a", "type": kind}], "rows": [[value] for value in given_values]}
    assert chart_specification(answer, "a", "a", "points", "dark", 300)["marks"] <= len(given_values)


def test_a_chart_is_chosen_in_the_address(site: TestClient) -> None:
    asked = {"q": "SELECT n, value, bound FROM dresher.games ORDER BY n", "x": "n", "y": "value", "mark": "points"}
    page = open_page(site, "/sql", [*asked.items()])
    assert 'data-spec="/api/sql/chart.json?q=' in page
    assert "<option selected>points</option>" in page
    found = site.get("/api/sql/chart.json", params=asked | {"theme": "dark", "width": "400"}).json()
    assert found["spec"]["width"] == 400
    assert found["spec"]["mark"]["type"] == "point"
    assert site.get("/api/sql/chart.json", params=asked | {"width": "200"}).json()["spec"]["width"] == 200
    assert found["marks"] == len(found["spec"]["data"]["values"]) > 10


def page(document: Any, n: str = "11") -> str:
    """The page of a question with an answer, or without one."""
    values = {"form": form_of("dresher", "value"), "values": {"n": n}, "is_led": False, "linked": str}
    values |= {"steps": {}, "others": {}}
    values |= dict.fromkeys(("line", "question", "python", "book", "replay", "repeat"), "")
    values |= dict.fromkeys(("rooms", "figures", "beside", "spots"), ())
    values |= dict.fromkeys(("error", "missing", "ended", "answer"))
    if document is not None:
        values["answer"] = {"sentence": "Said.", "scene": None, "parts": [], "notes": (), "document": document}
    return fill("question.html", **values)


def test_a_histogram_is_drawn_and_other_numbers_are_listed() -> None:
    counts = {"1": "1", "2": "3/2", "3": 0}
    assert tally(counts, "histogram") == [("1", "1", "66.67"), ("2", "3/2", "100"), ("3", 0, "0")]
    assert re.findall(r'<rect width="([^"]+)"', page({"histogram": counts})) == ["66.67", "100", "0"]
    for values in ([1, 2], [1, None, 1], [1, "x", 1], [True, False, True], ["1/0", "1", "1"], [[1], [1], [1]]):
        others = {str(number): value for number, value in enumerate(values, 1)}
        assert tally(others, "histogram") is None, values
        assert "<rect" not in page({"histogram": others}), values
    assert tally({"mean": 1, "max": 2, "least": 3}, "summary") is None
    negative = {"A1": -1, "A2": 0.5, "A3": "1/2"}
    assert tally(negative, "values") == [(name, value, None) for name, value in negative.items()]


@given(
    st.dictionaries(st.text(max_size=4), st.integers() | st.floats() | st.fractions().map(str) | st.text(), min_size=3)
)
def test_shares_are_of_the_largest(entries: dict[str, Any]) -> None:
    found = tally(entries, "entries")
    shares = [float(share) for _, _, share in found or () if share is not None]
    if shares:
        assert max(shares) == 100
        assert min(shares) >= 0
        largest = max(Fraction(value) for value in entries.values())
        assert all(
            abs(share - 100 * Fraction(value) / largest) < Fraction(1, 10)
            for share, value in zip(shares, entries.values(), strict=True)
        )


def test_a_table_within_a_table_can_be_opened() -> None:
    text = page({"rolls": [{"roll": 1, "choices": [{"move": 8, "chance": "1/2"}], "empty": None}]})
    assert "<summary>1 row</summary>" in text
    assert '<th scope="col">empty</th>' not in text
    assert '<th scope="col">chance</th>' in text


def test_no_text_of_a_page_hides_or_reorders_another() -> None:
    text = "a\u202e\x1b[2J\x9b\u2028<b>b"
    shown = page({"name": text, text: [text, {"deep": text}]})
    inside = re.sub(r"<[^>]*>", "", shown)
    assert is_seen(inside.replace("\n", ""))
    assert r"a\u202e\x1b[2J\x9b\u2028&lt;b&gt;b" in inside
    # what a form sends back stays as it is
    field = re.search(r'name="n" value="([^"]*)"', page(None, text))
    assert field is not None
    assert unescape(field[1]) == text
