"""Which codes are worth hiding."""

from fractions import Fraction
from pathlib import Path

from program import answered, call

from tafelwerk.build.choosing import adversary_answer
from tafelwerk.families.mastermind.rows import solve_choosing
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.tables.explanation import choice_answer


def test_codes_are_chosen_never_worth_hiding_or_left_open() -> None:
    half = Fraction(1, 2)
    chances = {"a": half, "b": Fraction(0), "c": Fraction(0), "d": half}
    trees = [(Fraction(2, 3), [3, 2, 3, 3]), (Fraction(1, 3), [3, 3, 3, 3])]
    found = choice_answer(Fraction(3), chances, dict.fromkeys(chances, 1), trees, None)
    assert found.breaker == {"a": 3, "b": Fraction(7, 3), "c": 3, "d": 3}
    assert found.hiding == {"a": "chosen", "b": "never", "c": "open", "d": "chosen"}


def test_means_of_the_breaker_are_those_of_the_strategies() -> None:
    found = adversary_answer(solve_choosing(mastermind(4, 4)), show_trees=True)
    assert found.mixture is not None
    for code in found.sizes:
        assert found.breaker[code] == sum(one.chance * one.means[code] for one in found.mixture) <= found.value
    assert found.hiding["AAAA"] == "never"


def test_explanations_say_which_codes_are_worth_hiding(small_book: Path, tmp_path: Path) -> None:
    """Where the book knows, before the first query."""
    game = ("--pegs", "2", "--colors", "3")
    assert "codemaker" not in answered("mastermind", "explain", *game, book=tmp_path / "none")
    found = answered("mastermind", "adversary", *game, book=small_book)
    told = answered("mastermind", "explain", *game, book=small_book)["codemaker"]
    assert told["value"] == found["value"]
    assert {code: kind for kind in ("chosen", "never", "open") for code in told[kind]} == found["hiding"]
    assert "codemaker" not in answered("mastermind", "explain", *game, "--history", "AB 0,0", book=small_book)
    assert "queries (tafelwerk mastermind adversary --pegs 2 --colors 3)" in call(
        "mastermind", "explain", *game, "--book", small_book
    ).stdout.replace("\n", " ")
