"""Charts of two columns: what is chosen is drawn, in the colours of the theme; what cannot be chosen is said."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web.asking import open_page

from tafelwerk.plots.style import BLUE, DARK, PAPER
from tafelwerk.web.routes.sql_pages import MARKS, chart_specification

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
