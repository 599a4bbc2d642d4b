"""What the figures of Mastermind show."""

from fractions import Fraction

from figures import draw, heading, records
from published import TABLE_4_5

from tafelwerk.tables.book import Book


def test_means_and_losses_over_alpha_are_those_of_table_4_5(figure_book: Book) -> None:
    means = records(draw("mastermind-4.6", figure_book), "curve")
    plotted = {(value["curve"], value["alpha"], value["mean"]) for value in means}
    for (word, tie), totals in TABLE_4_5.items():
        for codes, total in zip((1296, 360), totals, strict=True):
            if word in ("h1", "h2") and "." not in total:
                assert (tie.upper(), float(word[1:]), round(float(Fraction(total) / codes), 7)) in plotted
    losses = records(draw("mastermind-4.17", figure_book), "loss")
    assert len({value["curve"] for value in losses}) == 4
    standard = {value["alpha"]: value["loss"] for value in losses if value["curve"] == "Mastermind, 1296 codes"}
    assert standard[1.0] == round(100 * (5722 / 5625 - 1), 5)


def test_the_parts_of_a_line_are_its_histogram(figure_book: Book) -> None:
    """Knuth's strategy, the least largest part: 1, 6, 62, 533 and 694 codes (The computer as Master Mind, 1976)."""
    document = draw("mastermind-queries", figure_book)
    parts = [part for part in records(document, "queries") if part["name"].startswith("H∞")]
    codes = [round((part["high"] - part["low"]) * 12.96) for part in sorted(parts, key=lambda part: part["queries"])]
    assert codes == [1, 6, 62, 533, 694]
    assert {row["name"]: row["text"] for row in records(document, "text")} == {
        "optimal": f"{5625 / 1296:.4f}",
        "H∞, least largest part, LEX": f"{5801 / 1296:.4f}",
    }
    assert "Never more than 5 queries: H∞, least largest part, LEX." in heading(document)
