"""What the figures of the search models show."""

import pytest
from figures import draw, heading, records

from tafelwerk.solvers.search.free_search import even_total, free_total
from tafelwerk.tables.book import Book

CELL = ("left", "right", "low", "high", "v")


@pytest.mark.parametrize("name", ["search-4.1", "search-4.3"])
def test_pictures_show_at_least_as_many_answers_as_codes_nowhere(name: str, figure_book: Book) -> None:
    cells = records(draw(name, figure_book), *CELL)
    assert len(cells) == len({(cell["left"], cell["low"]) for cell in cells}) > 1000
    # a cell's middle is its number of codes and its width
    assert all(cell["right"] > cell["low"] for cell in cells)
    assert min(cell["v"] for cell in cells) == 1


def test_the_picture_of_even_splits_shows_what_they_lose(figure_book: Book) -> None:
    cells = records(draw("search-4.3", figure_book), *CELL)
    (corner,) = [cell for cell in cells if cell["left"] < 1000 < cell["right"] and cell["low"] < 500 < cell["high"]]
    assert corner["v"] == round(even_total(1000, 500) / free_total(1000, 500), 4)


def test_ten_answers(figure_book: Book) -> None:
    document = draw("search-4.4", figure_book)
    means = {(row["what"], row["m"]): row["mean"] for row in records(document, "m", "mean", "what")}
    for m in (2, 19, 100, 500, 1000):
        assert means["perfect", m] == round(free_total(m, 10) / m, 5)
        assert means["even splits", m] == round(even_total(m, 10) / m, 5)
    assert means["logarithm to base 10", 100] == 2
    assert "m = 19" in heading(document)


@pytest.mark.parametrize("name", ["search-4.16", "search-root-beyond"])
def test_no_strategy_beats_perfect_play(name: str, figure_book: Book) -> None:
    rows = records(draw(name, figure_book), "strategy", "m", "ratio")
    assert {row["strategy"] for row in rows} == {"H₁", "H₃⁄₂", "H₂ = H∞"}
    assert min(row["ratio"] for row in rows) == 1


def test_the_limit_is_bounded_from_below(figure_book: Book) -> None:
    document = draw("search-root-limit", figure_book)
    assert all(row["low"] < row["v"] for row in records(document, "m", "v", "low"))
    assert "0.6824 at 1,000,000" in heading(document)
