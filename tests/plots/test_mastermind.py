"""What the figures of Mastermind show."""

from figures import draw, heading, records

from tafelwerk.tables.book import Book


def test_means_over_alpha_are_those_of_table_4_5(book: Book) -> None:
    """LEX and MIX at the orders 1 and 2. Jena dissertation on the exact analysis of heuristics for combinatorial games."""
    document = draw("mastermind-4.6", book)
    shown = {(value["curve"], value["alpha"], value["mean"]) for value in records(document, "curve")}
    for codes, total, tie, alpha in (
        (1296, 5722, "LEX", 1.0),
        (1296, 5722.5, "MIX", 1.0),
        (1296, 5696, "LEX", 2.0),
        (360, 1450, "LEX", 1.0),
        (360, 4375 / 3, "MIX", 2.0),
    ):
        assert (tie, alpha, round(total / codes, 7)) in shown


def test_games_are_compared_by_what_they_lose(book: Book) -> None:
    shown = records(draw("mastermind-4.17", book), "loss")
    assert len({value["curve"] for value in shown}) == 4
    assert all(value["loss"] >= 0 for value in shown)
    standard = {value["alpha"]: value["loss"] for value in shown if value["curve"] == "Mastermind, 1296 codes"}
    assert standard[1.0] == round(100 * (5722 / 5625 - 1), 5)


def test_the_parts_of_a_line_are_its_histogram(book: Book) -> None:
    """Knuth's strategy, the least largest part: 1, 6, 62, 533 and 694 codes (The computer as Master Mind, 1976)."""
    document = draw("mastermind-queries", book)
    parts = [part for part in records(document, "queries") if part["name"].startswith("H∞")]
    codes = [round((part["high"] - part["low"]) * 12.96) for part in sorted(parts, key=lambda part: part["queries"])]
    assert codes == [1, 6, 62, 533, 694]
    assert {row["name"]: row["text"] for row in records(document, "text")} == {
        "optimal": f"{5625 / 1296:.4f}",
        "H∞, least largest part, LEX": f"{5801 / 1296:.4f}",
    }
    assert "Never more than 5 queries: H∞, least largest part, LEX." in heading(document)
