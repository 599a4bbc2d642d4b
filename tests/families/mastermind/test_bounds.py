"""Rows of lower bounds."""

import pytest

from tafelwerk.families.mastermind import rows
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.solvers.mastermind import scoring

GAME = Pegs(3, 4)


def test_an_answer_without_codes_has_no_row() -> None:
    assert rows.bound_columns(GAME, "ABC", "3,0", 10)["codes"] == []
    assert rows.bound_columns(GAME, "ABC", "1,2", 10)["codes"] == [3]


@pytest.mark.parametrize(("query", "answer"), [("AAB", "0,1"), ("ABC", "1,1"), ("AAA", "0,0")])
def test_games_without_a_matrix_of_answers(query: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = rows.bound_columns(GAME, query, answer, 1000)
    monkeypatch.setattr(scoring, "MOST_SEARCHED", 10)
    scored = scoring.mastermind(GAME.pegs, GAME.colors)
    assert scored.on_demand is not None
    monkeypatch.setattr(rows, "problem_from", lambda game: scored)
    assert rows.bound_columns(GAME, query, answer, 1000) == expected
