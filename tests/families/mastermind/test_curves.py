"""The family's look-ups among rows of every kind, written by SQL."""

from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from books import bare_family, insertion

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.mastermind import questions
from tafelwerk.families.mastermind.rules import Pegs

GAME, OTHER = Pegs(2, 3), Pegs(2, 4)


def test_a_curve_has_the_points_of_its_game_tie_and_opening(tmp_path: Path) -> None:
    """And the strategies that are stored one by one, with the first queries of their trees."""
    curves = [
        (game.name, tie, opening, 0.5, 1, 2, query, float(total), str(total.numerator), str(total.denominator), 1.0, 5)
        for game, tie, opening, query, total in (
            (GAME, "lex", "", "AB", Fraction(30)),
            (GAME, "lex", "AA", "AA", Fraction(40)),
            (GAME, "mix", "", "AB", Fraction(61, 2)),
            (OTHER, "lex", "", "BC", Fraction(99)),
        )
    ]
    strategies = [
        (GAME.name, strategy, tie, 9, float(total), str(total.numerator), str(total.denominator), 1.0, 4)
        for strategy, tie, total in (
            ("h1", "lex", Fraction(28)),
            ("hinf", "lex", Fraction(29)),
            ("h1", "mix", Fraction(57, 2)),
        )
    ]
    trees = [
        (
            GAME.name,
            strategy,
            "lex",
            node,
            None if node == 0 else 0,
            None if node == 0 else "0,0",
            node + 1,
            query,
            True,
            9,
            28,
        )
        for strategy, node, query in (("h1", 0, "AB"), ("h1", 1, "CC"), ("hinf", 0, "AC"))
    ]
    games = [(game.name, "mastermind", 2, game.colors, False, game.colors**2, 9, 5, "name") for game in (GAME, OTHER)]
    rows = {"games": games, "curves": curves, "strategies": strategies, "trees": trees}
    book = bare_family(tmp_path, "mastermind", *(insertion(table, some) for table, some in rows.items()))
    with open_book(book, pocket=False) as opened:
        for tie, opening, wanted in (
            ("lex", None, [(0.5, "AB", 30), (1, "AB", 28), (inf, "AC", 29)]),
            ("lex", "AA", [(0.5, "AA", 40)]),
            ("mix", None, [(0.5, "AB", Fraction(61, 2)), (1, "AB", Fraction(57, 2))]),
        ):
            points = questions.Curve(GAME, tie, opening).probe(opened)
            assert [(point.alpha, point.query, point.total) for point in points] == wanted
        assert [point.total for point in questions.Curve(OTHER).probe(opened)] == [99]
        with pytest.raises(MissingTableError, match="--curve --tie lex --opening AB"):
            questions.Curve(GAME, "lex", "AB").probe(opened)
