"""Where figures come from: their statements, the rows behind their marks, and what is computed."""

from pathlib import Path

import pytest
from figures import FIGURES

from tafelwerk.plots.figure import Figure
from tafelwerk.plots.origin import Table, computed, tables
from tafelwerk.plots.specification import specification
from tafelwerk.plots.style import chart, hints, titled
from tafelwerk.tables.book import Book
from tafelwerk.tables.noted import Noted
from tafelwerk.tables.sandbox import query


def asked(*rows: tuple[object, ...]) -> Noted:
    return Noted(Path(), "toy", "FROM toy.t", (), list(rows))


def test_statements_of_all_figures_can_be_asked_again(book: Book) -> None:
    """In the sandbox, with the same numbers of rows."""
    found: dict[str, int] = {}
    for figure in FIGURES.values():
        texts: dict[str, Noted] = {}
        for one in figure.drawn(book).statements:
            texts.setdefault(one.sql, one)
        found |= {one.statement: one.rows for one in texts.values() if one.rows and one.tables}
    assert len(found) > 60
    with query(book.path, "SELECT 1") as reader:
        for statement, rows in found.items():
            assert len(reader.another(statement).rows()) == rows, statement


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_the_rows_behind_its_marks(name: str, book: Book) -> None:
    drawn = FIGURES[name].drawn(book)
    found = tables(specification(drawn.chart))
    assert found
    for table in found:
        assert table.rows
        assert all(title.strip() for title in table.columns)
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert len({*table.rows}) == len(table.rows)
    titles = {title for table in found for title in table.columns}
    assert {*computed(found, drawn.statements)} <= titles


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


def test_statements_are_those_of_the_book_that_was_drawn(book: Book, tmp_path: Path) -> None:
    """A figure that is drawn from the book beneath has the statements asked there alone."""
    name = "dresher-value"
    layered = Book(tmp_path / "none", Book(book.path))
    found = Figure(name, "", FIGURES[name].draw).drawn(layered).statements
    assert found
    assert {one.folder for one in found} == {book.path}
