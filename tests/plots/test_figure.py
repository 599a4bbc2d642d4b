"""The registry of figures and their rendering."""

import json
import re
from pathlib import Path

import altair
import pytest
from program import run_python

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.plots.figure import Figure, all_figures, save
from tafelwerk.tables.book import Book


@pytest.fixture
def chart() -> altair.Chart:
    return altair.Chart(altair.Data(values=[{"a": 1, "b": 2}, {"a": 2, "b": 5}])).mark_line().encode(x="a:Q", y="b:Q")


def test_every_figure_is_registered_under_its_own_name() -> None:
    known = all_figures(FAMILIES)
    assert known
    for name, figure in known.items():
        assert figure.name == name
        assert re.fullmatch(r"[a-z0-9]+(-[0-9]+)*-([0-9]+(\.[0-9]+)?|[a-z][a-z-]*)", name)
        assert figure.title
        assert callable(figure.draw)


def test_one_figure_imports_one_family() -> None:
    script = (
        "import sys; from tafelwerk.plots.figure import named\n"
        "from tafelwerk.build.catalogue import FAMILIES\n"
        "print(named('search-4.1', FAMILIES).name, [name for name in sys.modules if name.startswith('tafelwerk.plots.')])"
    )
    done = run_python(script)
    assert done.stdout == "search-4.1 ['tafelwerk.plots.figure', 'tafelwerk.plots.style', 'tafelwerk.plots.search']\n"


def test_a_figure_whose_rows_are_missing_is_drawn_from_the_book_beneath(chart: altair.Chart, tmp_path: Path) -> None:
    drawn: list[Path] = []

    def draw(book: Book) -> altair.Chart:
        if book.path != lower:
            raise MissingTableError("rows", "tafelwerk build", book.path)
        drawn.append(book.path)
        return chart

    upper, lower = tmp_path / "book", tmp_path / "pocket"
    figure = Figure("toy-1", "A line", draw)
    assert figure.chart(Book(upper, Book(lower))) is chart
    assert drawn == [lower]
    with pytest.raises(MissingTableError) as missed:
        figure.chart(Book(upper, Book(tmp_path / "empty")))
    assert missed.value.book == upper


def test_a_figure_is_larger_as_png_than_nothing(chart: altair.Chart, tmp_path: Path) -> None:
    save(chart, tmp_path / "a.png")
    content = (tmp_path / "a.png").read_bytes()
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width > 200
    assert height > 200


def test_html_needs_nothing_else(chart: altair.Chart, tmp_path: Path) -> None:
    save(chart, tmp_path / "a.html")
    content = (tmp_path / "a.html").read_text()
    assert not re.search(r"<(script|link)[^>]*(src|href)\s*=", content)
    assert json.dumps("values")[1:-1] in content


def test_svg_holds_the_marks(chart: altair.Chart, tmp_path: Path) -> None:
    save(chart, tmp_path / "a.svg")
    content = (tmp_path / "a.svg").read_text()
    assert content.startswith("<svg")
    assert "mark-line" in content


def test_other_endings_are_refused_before_anything_is_drawn(chart: altair.Chart, tmp_path: Path) -> None:
    for name in ("a.pdf", "a", "a.svg.gz"):
        with pytest.raises(InputError, match=r"FILE\.svg, FILE\.png, FILE\.html"):
            save(chart, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
