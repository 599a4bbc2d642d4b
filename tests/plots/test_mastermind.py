"""What the figures of Mastermind show."""

from figures import drawn, records

from tafelwerk.tables.book import Book


def test_means_over_alpha_are_those_of_table_4_5(book: Book) -> None:
    """LEX and MIX at the orders 1 and 2. Jena dissertation on the exact analysis of heuristics for combinatorial games."""
    document = drawn("mastermind-4.6", book)
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
    shown = records(drawn("mastermind-4.17", book), "loss")
    assert len({value["curve"] for value in shown}) == 4
    assert all(value["loss"] >= 0 for value in shown)
    standard = {value["alpha"]: value["loss"] for value in shown if value["curve"] == "Mastermind, 1296 codes"}
    assert standard[1.0] == round(100 * (5722 / 5625 - 1), 5)
