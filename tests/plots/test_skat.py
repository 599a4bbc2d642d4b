"""The family's figures: each draws from a book, shows what the book says, and names the build where rows are missing."""

from pathlib import Path

import pytest

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import save
from tafelwerk.plots.skat import FIGURES
from tafelwerk.tables.book import open_book


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_draws(name: str, quick_book: Path, tmp_path: Path) -> None:
    svg = tmp_path / "figure.svg"
    with open_book(quick_book) as book:
        chart = FIGURES[name].draw(book)
        save(chart, svg)
        document = chart.to_dict()  # type: ignore[attr-defined]
        rows = book.rows("skat", "SELECT count(*) FROM skat.results WHERE game <> 'null'")
    records = [row for rows in document["datasets"].values() for row in rows if "percent" in row]
    if name == "skat-points":
        assert sum(row["percent"] for row in records) == pytest.approx(100, abs=1e-2)
    else:
        assert sum(row["of"] for row in records) == rows[0][0]
    assert "NaN" not in svg.read_text()


@pytest.mark.parametrize("name", FIGURES)
def test_an_empty_book_is_answered_with_the_build_to_run(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path) as book, pytest.raises(MissingTableError, match="tafelwerk build skat"):
        FIGURES[name].draw(book)
