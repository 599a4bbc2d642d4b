"""What the figures of the Monte-Carlo family show beyond tests/plots/contents.txt."""

from pathlib import Path

import pytest
from figure_books import ONE_OR_TWO, TENTHS
from figures import draw, draw_from, records
from published import TABLE_2_4

from tafelwerk.errors import MissingTableError
from tafelwerk.families.montecarlo import builds
from tafelwerk.families.montecarlo.figures import curves, races
from tafelwerk.tables.book import Book


def test_the_table_shows_the_published_digits_and_simulated_rows_above_them(figure_book: Book) -> None:
    document = draw("montecarlo-2.4", figure_book)
    texts = {(row["line"], row["column"]): row["text"] for row in records(document, "line", "text")}
    for k, row in TABLE_2_4.items():
        assert tuple(texts[k, role] for role in curves.ROLES) == row
    sql = "SELECT wins / games FROM montecarlo.simulations WHERE game = 'esr 5 6 1' AND games = 40"
    first, rival = (
        figure_book.rows("montecarlo", f"{sql} AND first = ? AND second = ?", *agents)[0][0]
        for agents in (("mc:5", "mc:10"), ("mc:10", "mc:5"))
    )
    shown = [float(texts[4.5, column]) for column in ("moving first", "moving second", "mean")]
    assert shown == pytest.approx([first, 1 - rival, (first + 1 - rival) / 2], abs=1e-10)
    assert (texts[4.5, "games per side"], texts[5, "games per side"]) == ("40", "exact")
    assert texts[4.5, "time"].endswith(" s")
    # the book has no games of these
    assert (14.5, "time") not in texts
    assert (15, "time") in texts


def test_basin_bottoms_are_minima_past_the_first_three_k() -> None:
    def curve(*means: float) -> curves.Curve:
        return curves.Curve(0, tuple(range(1, len(means) + 1)), means, means, means)

    assert races.basin_bottoms(curve(0.5, 0.4, 0.5, 0.45, 0.4, 0.45, 0.3, 0.2)) == [(5, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.6, 0.5, 0.45, 0.45, 0.5, 0.4, 0.6)) == [(4, 0.45), (7, 0.4)]
    assert races.basin_bottoms(curve(0.5, 0.5, 0.5, 0.5, 0.5 - 1e-12, 0.5)) == []


def test_biases_with_a_hole_are_missing(tmp_path: Path) -> None:
    ends = (TENTHS[0], TENTHS[-1])
    with pytest.raises(MissingTableError, match="static biases"):
        draw_from(tmp_path, "montecarlo-3.2", builds.Asymmetry(200, ONE_OR_TWO, "static", ends))
