"""All figures: the registry; each drawn once and judged by all that holds of figures; what is said where rows are missing.
Rows of other parameters, beside those that a figure shows, do not change it.
"""

import ast
import json
import re
from collections.abc import Iterator
from html import unescape
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from pkgutil import iter_modules

import pytest
from books import alter_file, copy_family
from figures import FIGURES, draw, draw_from, drawing, records
from plots.contents import MEASURED, contents, expected
from program import run_python

from tafelwerk.book import Book, open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.extras import Drawing
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import figures
from tafelwerk.plots.rendering import picture, title_of
from tafelwerk.plots.specification import Spec, specification, tables, units
from tafelwerk.plots.style import DARK, INK, PAPER
from tafelwerk.tables.book import family_file
from tafelwerk.tables.sandbox import Answer, query

BOARDS = tuple(f"beams-board{name}" for name in ("", "-small", "-expert", "-hex30", "-square", "-directions"))
OF_RULES = ("montecarlo-2.1", "montecarlo-2.8", "dresher-1.3", *BOARDS)
"""Figures that ask nothing of the book."""

OF_RECORDS = ("beams-4.12", "beams-4.13")
"""Figures that records are enough for where the book lacks their rows."""

WITHOUT_A_BOOK = (*(name for name, figure in FIGURES.items() if not figure.has_rows), *OF_RECORDS)
"""Those, examples, and figures that records are enough for."""

BUILDS = {
    "beams": " --variant .*",
    "minimax": " .*",
    "skat": "( --ladder 40 --cards-each 8)?",
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
"""Figures that the scant book has rows for, but not all."""

HELPERS = {"left", "right", "top", "bottom", "low", "high", "x", "y", "x1", "x2", "y1", "y2", "v", "l", "key", "ink"}
"""Names of fields that place marks; they are no words for readers."""


EXPECTED = expected()

COLOUR = re.compile(r"#[0-9a-f]{6}")


def family(name: str) -> str:
    return next(one for one in FAMILIES if name in figures(one))


@pytest.fixture(scope="module")
def reader(book: Book) -> Iterator[Answer]:
    """Asks the book in the sandbox."""
    with query(book.path, "SELECT 1") as answer:
        yield answer


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure(name: str, book: Book, reader: Answer) -> None:
    figure, document = drawing(name, book), draw(name, book)
    assert FIGURES[name].name == name
    assert re.fullmatch(r"[a-z0-9]+(-[0-9]+)*-((A\.)?[0-9]+(\.[0-9]+)?|[a-z][a-z0-9-]*)", name)
    spec = specification(figure.chart, zoom=True)
    assert document["title"]["text"]
    assert document["title"]["subtitle"]
    assert name in MEASURED or contents(document) == EXPECTED.get(name), "see plots/contents.py"
    assert records(document)
    check_description(spec)
    check_tooltips(spec)
    check_themes(spec, specification(figure.chart, "dark", zoom=True))
    check_picture(spec)
    assert draw(name, book)["background"] == PAPER, "the chart itself stays as it is"
    assert tables(spec)
    for table in tables(spec):
        assert table.rows
        assert all(title.strip() for title in table.columns)
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert len({*table.rows}) == len(table.rows)
    # the same statement may be asked with other parameters
    for one in {one.sql: one for one in reversed(figure.statements)}.values():
        if one.rows and one.tables:
            assert len(reader.another(one.statement).rows()) == one.rows, one.statement
    assert (not figure.statements) == (name in OF_RULES) or name in WITHOUT_A_BOOK
    assert FIGURES[name].has_rows == any(one.rows and one.tables for one in figure.statements)


def check_description(spec: Spec) -> None:
    assert title_of(spec)
    assert spec["description"].startswith(title_of(spec))
    assert len(spec["description"]) > len(title_of(spec)) + 20


def check_tooltips(spec: Spec) -> None:
    """Every mark that stands for rows has one, in words, with numbers rounded."""
    count = 0
    for unit in units(spec):
        encoding = unit.get("encoding", {})
        axes = [one for one in map(encoding.get, "xy") if one and "field" in one and one.get("axis", {}) is not None]
        tooltip = encoding.get("tooltip")
        if axes and unit["mark"]["type"] not in ("text", "image"):
            # marks that help to read say so
            assert isinstance(tooltip, list) or tooltip == {"value": None}
        for entry in tooltip if isinstance(tooltip, list) else ():
            count += 1
            assert len(entry["title"].strip()) > 1
            assert entry["title"] not in HELPERS
            assert not re.search(r"_|[a-z][0-9]$", entry["title"])
            assert entry["type"] != "quantitative" or entry["format"] in (",d", ",.5~r")
    assert count


def check_themes(light: Spec, dark: Spec) -> None:
    """The same figure in the colours of each theme."""
    texts = [json.dumps(spec).lower() for spec in (light, dark)]
    assert {*COLOUR.findall(texts[0])} <= {*DARK}
    assert {*COLOUR.findall(texts[1])} <= {*DARK.values()}
    # a scheme of Vega's has other ends in the dark theme
    assert '"scheme"' in texts[0] or COLOUR.sub(lambda colour: DARK[colour[0]], texts[0]) == texts[1]
    assert (light["background"], dark["background"]) == (PAPER, DARK[PAPER])
    assert light["config"]["title"]["color"] == INK
    assert not re.search(r'"(white|black|gr[ae]y)"', texts[0])


def check_picture(spec: Spec) -> None:
    text = unescape(picture(spec))
    assert text.startswith("<svg")
    assert title_of(spec).split(":")[0] in text
    assert text.count("<path") + text.count("<text") > 20
    assert "NaN" not in text
    assert "undefined" not in text
    assert not re.search(r"[A-Za-z0-9]\^|H_|[⁴-⁹₀-₉]", re.sub(r"<title>.*</desc>", "", text))


def test_listing_figures_imports_nothing_that_draws_them() -> None:
    script = (
        "import sys; from tafelwerk.plots.figure import all_figures, figure_named\n"
        "from tafelwerk.families import FAMILIES\n"
        "all_figures(FAMILIES); figure_named('search-4.1')\n"
        "print(sorted(name for name in sys.modules if name.startswith('tafelwerk.plots.') or '.figures' in name))\n"
        "print({name.split('.')[1] for name in sys.modules if name.startswith('tafelwerk.')})"
    )
    drawing, packages = run_python(script).stdout.splitlines()
    assert ast.literal_eval(drawing) == ["tafelwerk.plots.figure"]
    assert {"rules", "tables"}.isdisjoint(ast.literal_eval(packages))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_declared_figure_has_a_function_and_every_function_a_figure(family: str) -> None:
    """Functions that draw a figure are the public ones that take a book and return a drawing."""
    room = f"tafelwerk.families.{family}.figures"
    modules = [room, *(f"{room}.{part.name}" for part in iter_modules(getattr(import_module(room), "__path__", ())))]
    drawing = {
        f"{module}.{name}".removeprefix("tafelwerk.families.").replace(".figures", "")
        for module in modules
        for name, function in vars(import_module(module)).items()
        if isfunction(function) and function.__module__ == module and not name.startswith("_")
        if signature(function).return_annotation == Drawing and "book" in signature(function).parameters
    }
    declared = figures(family).values()
    assert drawing == {figure.function for figure in declared}
    assert len({f"{figure.function} {figure.arguments}" for figure in declared}) == len(declared)


def test_a_book_that_lacks_something_is_answered_with_the_build_to_run(scant: Book, tmp_path: Path) -> None:
    with open_book(tmp_path) as empty:
        for name in FIGURES.keys() - {*WITHOUT_A_BOOK}:
            with pytest.raises(MissingTableError, match=f"tafelwerk build {family(name)}") as caught:
                FIGURES[name].draw(empty)
            options = BUILDS.get(name, BUILDS.get(family(name), ""))
            assert re.fullmatch(f"tafelwerk build {family(name)}{options}", caught.value.build), name
            assert "\n" not in str(caught.value)
        for name in WITHOUT_A_BOOK:
            assert records(FIGURES[name].draw(empty).to_dict(validate=False))  # type: ignore[attr-defined]
    for name in sorted(SCANT):
        with pytest.raises(MissingTableError, match=f"tafelwerk build {family(name)}"):
            FIGURES[name].draw(scant)


def test_a_figure_whose_rows_are_missing_is_drawn_from_the_book_beneath(book: Book, tmp_path: Path) -> None:
    figure, upper = FIGURES["dresher-value"], tmp_path / "book"
    # its statements are those asked there alone
    statements = figure.draw_noting(Book(upper, Book(book.path))).statements
    assert {one.book for one in statements} == {book.path}
    with pytest.raises(MissingTableError, match="tafelwerk build") as missed:
        figure.chart(Book(upper, Book(tmp_path / "empty")))
    assert missed.value.book == upper


OTHERS = Path(__file__).with_name("other_rows.txt").read_text(encoding="utf-8").splitlines()
"""Figures, a table, and rows that they must not show: of other agents, games, orders, or that are proved less."""


@pytest.mark.parametrize("line", OTHERS, ids=lambda line: line.split()[0])
def test_other_rows_do_not_matter(line: str, book: Book, tmp_path: Path) -> None:
    names, table, rows = line.split(" => ")
    family, _, name = table.partition(".")
    for copied in {family, "mastermind"}:
        copy_family(book.path, copied, tmp_path)
    alter_file(family_file(tmp_path, family), f"INSERT INTO {name} {rows.format(name)}")
    for figure in names.split():
        assert draw_from(tmp_path, figure) == draw(figure, book), figure
