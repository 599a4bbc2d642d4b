"""All figures: the registry, their drawing from one book, what they say where rows are missing, their files."""

import ast
import json
import re
from html import unescape
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from pkgutil import iter_modules

import altair
import pytest
from figures import FIGURES, chart, drawn, heading, records
from program import run_python

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.plots.figure import DrawnBy, Figure, figures
from tafelwerk.plots.lazy import Drawing
from tafelwerk.plots.rendering import save
from tafelwerk.tables.book import Book, open_book

BOARDS = tuple(f"beams-board{name}" for name in ("", "-small", "-expert", "-hex30", "-square", "-directions"))
OF_RULES = ("montecarlo-2.1", "montecarlo-2.8", "dresher-1.3", *BOARDS)
"""Figures that ask nothing of the book."""

WITHOUT_A_BOOK = (*OF_RULES, "beams-4.7", "beams-4.9", "beams-A.1", "beams-4.12", "beams-4.13")
"""Those, examples, and figures that records are enough for."""

BUILDS = {
    "beams": " --variant .*",
    "minimax": " .*",
    "skat": "( --ladder 40 --cards 8)?",
    "skat-5.4": " --ladder 300 --question table",
    "skat-11.3": " --ladder 1000 --question null",
    "skat-11.4": " --ladder 1000 --question null",
    "switching": "( --order .*)?",
    "dresher-3.1": " --from 1 --to 40",
    "dresher-3.2": " --from 1 --to 40",
    "dresher-3.4": " --from 253 --to 253",
}
"""By figure or family what follows the family in the build that an empty book is answered with; else nothing."""

SCANT = [
    *(set(figures("dresher")) - {"dresher-1.3"}),
    *figures("search"),
    *(set(figures("montecarlo")) - {"montecarlo-2.1", "montecarlo-2.8", "montecarlo-2.9", "3-5-11-3"}),
]


def family(name: str) -> str:
    return next(one for one in FAMILIES if name in figures(one))


@pytest.fixture
def line() -> altair.Chart:
    return altair.Chart(altair.Data(values=[{"a": 1, "b": 2}, {"a": 2, "b": 5}])).mark_line().encode(x="a:Q", y="b:Q")


def test_every_figure_is_registered_under_its_own_name() -> None:
    for name, figure in FIGURES.items():
        assert figure.name == name
        assert re.fullmatch(r"[a-z0-9]+(-[0-9]+)*-((A\.)?[0-9]+(\.[0-9]+)?|[a-z][a-z0-9-]*)", name)
        assert figure.title


def test_listing_figures_imports_nothing_that_draws_them() -> None:
    script = (
        "import sys; from tafelwerk.plots.figure import all_figures, named\n"
        "from tafelwerk.build.catalogue import FAMILIES\n"
        "all_figures(FAMILIES); named('search-4.1', FAMILIES)\n"
        "print(sorted(name for name in sys.modules if name.startswith('tafelwerk.plots.')))\n"
        "print({name.split('.')[1] for name in sys.modules if name.startswith('tafelwerk.')})"
    )
    declared = sorted(f"tafelwerk.plots.{name}" for name in (*FAMILIES, "figure"))
    plots, packages = run_python(script).stdout.splitlines()
    assert plots == str(declared)
    assert {"rules", "tables"}.isdisjoint(ast.literal_eval(packages))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_declared_figure_has_a_function_and_every_function_a_figure(family: str) -> None:
    """Functions that draw a figure are the public ones that take a book and return a drawing."""
    package = f"tafelwerk.plots.{family}"
    drawing = {
        f"{family}.{part.name}.{name}"
        for part in iter_modules(import_module(package).__path__)
        for name, function in vars(import_module(f"{package}.{part.name}")).items()
        if isfunction(function) and function.__module__ == f"{package}.{part.name}" and not name.startswith("_")
        if signature(function).return_annotation == Drawing and "book" in signature(function).parameters
    }
    declared = [one.draw for one in figures(family).values()]
    assert drawing == {one.function for one in declared if isinstance(one, DrawnBy)}
    assert len({f"{one.function} {one.given}" for one in declared if isinstance(one, DrawnBy)}) == len(declared)


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_draws(name: str, book: Book, tmp_path: Path) -> None:
    title = drawn(name, book)["title"]
    assert title["text"]
    assert title["subtitle"]
    assert records(drawn(name, book))
    save(chart(name, book), tmp_path / "figure.svg")
    text = unescape((tmp_path / "figure.svg").read_text(encoding="utf-8"))
    assert text.startswith("<svg")
    assert title["text"].split(":")[0] in text
    assert text.count("<path") + text.count("<text") > 20
    assert "NaN" not in text
    assert "undefined" not in text


@pytest.mark.parametrize("name", [name for name in FIGURES if name not in WITHOUT_A_BOOK])
def test_an_empty_book_is_answered_with_the_build_to_run(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path) as empty, pytest.raises(MissingTableError) as caught:
        FIGURES[name].draw(empty)
    options = BUILDS.get(name, BUILDS.get(family(name), ""))
    assert re.fullmatch(f"tafelwerk build {family(name)}{options}", caught.value.build)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", sorted(SCANT))
def test_a_book_that_lacks_something_is_answered_alike(name: str, scant: Book) -> None:
    with pytest.raises(MissingTableError):
        FIGURES[name].draw(scant)


@pytest.mark.parametrize("name", WITHOUT_A_BOOK)
def test_figures_of_rules_need_no_book(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as empty:
        assert records(drawn(name, empty))


@pytest.mark.parametrize(
    "name", ["montecarlo-2.11", "montecarlo-3.3", pytest.param("montecarlo-2.15", marks=pytest.mark.slow)]
)
def test_figures_say_the_same_twice(name: str, book: Book) -> None:
    assert json.dumps(drawn(name, book)) == json.dumps(FIGURES[name].draw(book).to_dict())


def test_a_figure_whose_rows_are_missing_is_drawn_from_the_book_beneath(line: altair.Chart, tmp_path: Path) -> None:
    drawn_from: list[Path] = []

    def draw(book: Book) -> altair.Chart:
        if book.path != lower:
            raise MissingTableError("rows", "tafelwerk build", book.path)
        drawn_from.append(book.path)
        return line

    upper, lower = tmp_path / "book", tmp_path / "pocket"
    figure = Figure("toy-1", "A line", draw)
    assert figure.chart(Book(upper, Book(lower))) is line
    assert drawn_from == [lower]
    with pytest.raises(MissingTableError) as missed:
        figure.chart(Book(upper, Book(tmp_path / "empty")))
    assert missed.value.book == upper


@pytest.mark.parametrize(
    "name", ["montecarlo-2.9", pytest.param("montecarlo-2.15", marks=pytest.mark.slow), "dresher-3.4"]
)
def test_files_are_pictures_and_pages_that_need_no_network(name: str, book: Book, tmp_path: Path) -> None:
    save(chart(name, book), tmp_path / "figure.png")
    content = (tmp_path / "figure.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert all(int.from_bytes(content[at : at + 4], "big") > 500 for at in (16, 20))
    save(chart(name, book), tmp_path / "figure.html")
    page = (tmp_path / "figure.html").read_text()
    assert "<script" in page
    assert not re.search(r"<(script|link)[^>]*(src|href)\s*=", page)
    assert heading(drawn(name, book)).split("\n")[0] in page


def test_other_endings_are_refused_before_anything_is_drawn(line: altair.Chart, tmp_path: Path) -> None:
    for name in ("a.eps", "a", "a.svg.gz"):
        with pytest.raises(InputError, match=r"FILE\.svg, FILE\.png, FILE\.pdf or FILE\.html"):
            save(line, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
