"""Where figures come from: their statements, the rows behind their marks, and what is computed."""

from pathlib import Path

from tafelwerk.plots.origin import Table, computed, tables
from tafelwerk.plots.specification import specification
from tafelwerk.plots.style import chart, hints, titled
from tafelwerk.tables.noted import Noted


def asked(*rows: tuple[object, ...]) -> Noted:
    return Noted(Path(), "toy", "FROM toy.t", (), list(rows))


def test_rows_are_those_of_marks_with_tooltips_once_each() -> None:
    base = chart([{"k": [1, 2], "w": [3.0, 4.0], "name": "a"}, {"k": [2], "w": [4.0], "name": "a"}])
    lines = base.transform_flatten(["k", "w"]).mark_line().encode(x="k:Q", tooltip=hints(name="name", k="playouts"))
    (table,) = tables(specification(titled(lines, "figure")))
    assert table == Table("", ("name", "playouts"), (("a", 1), ("a", 2)))


def test_what_no_statement_gives_is_computed() -> None:
    drawn = [Table("", ("n", "share", "ratio", "name"), ((1, 0.3333, "1/2", "a"), (2, 0.6667, "3/2", "b")))]
    stored = asked((1, 1 / 3, [0.5]), (2, 2 / 3, [1.5]))
    assert computed(drawn, [stored]) == []
    assert computed(drawn, [asked((1, 0.33), (2, 0.66))]) == ["share", "ratio"]
    assert computed(drawn, []) == ["n", "share", "ratio"]


def test_a_number_is_stored_if_it_was_rounded_alone() -> None:
    """Four digits of a large number, four places of a small one; above and below what is stored."""
    for stored, near, far in (
        (1000.0, (999.91, 1000.09), (999.8, 1000.2)),
        (0.25, (0.24995, 0.25005), (0.2499, 0.2501)),
    ):
        for value in near:
            assert computed([Table("", ("v",), ((value,),))], [asked((stored,))]) == [], value
        for value in far:
            assert computed([Table("", ("v",), ((value,),))], [asked((stored,))]) == ["v"], value
