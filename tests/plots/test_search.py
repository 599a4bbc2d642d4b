"""The family's figures: each draws from a book, shows what the book says, and names the build where rows are missing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from figures import chart, drawn, records
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.search import sets
from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figures, save
from tafelwerk.solvers.search.free import even_total, free_total
from tafelwerk.tables.book import Book, open_book

FIGURES = figures("search")

FEW_WIDTHS = (2, 3, 4, 5, 7, 10, 20, 50, 100, 200, 500, 1000)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [
        *(sets.free_build(1000, width) for width in FEW_WIDTHS),
        *(sets.root_build(10_000, strategy, 300) for strategy in sets.STRATEGIES),
        *(sets.root_build(1_000_000, strategy, 100) for strategy in sets.STRATEGIES),
    ]
    path = made_once(tmp_path_factory, "search-figures", lambda path: run(path, builds, executor="inline"), "search")
    with open_book(path) as opened:
        yield opened


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_draws(name: str, book: Book, tmp_path: Path) -> None:
    document = drawn(name, book)
    assert document["title"]["text"]
    assert document["title"]["subtitle"]
    svg = tmp_path / "figure.svg"
    save(chart(name, book), svg)
    text = svg.read_text()
    assert text.startswith("<svg")
    assert document["title"]["text"].split(":")[0] in text
    assert "NaN" not in text
    assert "undefined" not in text


@pytest.mark.parametrize("name", FIGURES)
def test_an_empty_book_is_answered_with_the_build_to_run(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as empty, pytest.raises(MissingTableError) as caught:
        FIGURES[name].draw(empty)
    assert caught.value.build == "tafelwerk build search"


@pytest.mark.parametrize("name", FIGURES)
def test_a_book_of_other_tables_is_answered_alike(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "scant"
    if not path.exists():
        scant = (
            sets.free_build(1000, 7),
            sets.free_build(900, 10),
            sets.root_build(1_000_000, points=3),
            *(sets.root_build(500, strategy) for strategy in sets.STRATEGIES[:2]),
        )
        run(path, scant, executor="inline")
    with open_book(path) as book, pytest.raises(MissingTableError):
        FIGURES[name].draw(book)


@pytest.mark.parametrize("name", ["search-4.1", "search-4.3"])
def test_pictures_show_at_least_as_many_answers_as_codes_nowhere(name: str, book: Book) -> None:
    cells = records(drawn(name, book), "left", "right", "low", "high", "v")
    assert len(cells) > 1000
    # a cell's middle is its number of codes and its width
    assert all(cell["right"] > cell["low"] for cell in cells)
    assert min(cell["v"] for cell in cells) == 1


def test_the_picture_of_even_splits_shows_what_they_lose(book: Book) -> None:
    cells = records(drawn("search-4.3", book), "left", "right", "low", "high", "v")
    at = {(cell["left"], cell["low"]): cell for cell in cells}
    assert len(at) == len(cells)
    (corner,) = [cell for cell in cells if cell["left"] < 1000 < cell["right"] and cell["low"] < 500 < cell["high"]]
    assert corner["v"] == round(even_total(1000, 500) / free_total(1000, 500), 4)


def test_ten_answers(book: Book) -> None:
    rows = records(drawn("search-4.4", book), "m", "mean", "what")
    means = {(row["what"], row["m"]): row["mean"] for row in rows}
    for m in (2, 19, 100, 500, 1000):
        assert means["perfect", m] == round(free_total(m, 10) / m, 5)
        assert means["even splits (H_alpha)", m] == round(even_total(m, 10) / m, 5)
    assert "m = 19" in drawn("search-4.4", book)["title"]["text"]


@pytest.mark.parametrize("name", ["search-4.16", "search-root-beyond"])
def test_no_strategy_beats_perfect_play(name: str, book: Book) -> None:
    rows = records(drawn(name, book), "strategy", "m", "ratio")
    assert {row["strategy"] for row in rows} == {"H_1", "H_3/2", "H_2 = H_inf"}
    assert min(row["ratio"] for row in rows) == 1


def test_the_limit_is_bounded_from_below(book: Book) -> None:
    rows = records(drawn("search-root-limit", book), "m", "v", "low")
    assert all(row["low"] < row["v"] for row in rows)
    assert "0.6824 at 1,000,000" in drawn("search-root-limit", book)["title"]["text"]
