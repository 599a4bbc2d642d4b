"""The rows behind the marks of figures."""

from tafelwerk.plots.specification import Table, specification, tables
from tafelwerk.plots.style import add_title, chart, hints


def test_rows_are_those_of_marks_with_tooltips_once_each() -> None:
    base = chart([{"k": [1, 2], "w": [3.0, 4.0], "name": "a"}, {"k": [2], "w": [4.0], "name": "a"}])
    lines = base.transform_flatten(["k", "w"]).mark_line().encode(x="k:Q", tooltip=hints(name="name", k="playouts"))
    (table,) = tables(specification(add_title(lines, "figure")))
    assert table == Table("", ("name", "playouts"), (("a", 1), ("a", 2)))
