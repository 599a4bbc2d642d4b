"""Games said once more are the games that are solved."""

import numpy as np
import pytest

from tafelwerk.families.mastermind.builds import GameBuild
from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rows import query_classes as built_classes
from tafelwerk.families.mastermind.rules import AnswerTable, Named, Pegs, WordList
from tafelwerk.proofs.mastermind.games_by_rules import (
    StoredGame,
    content_digest,
    pegs_game,
    query_classes,
    table_faults,
    table_game,
    word_game,
)
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.deduction.symmetry import orbits

WORDS = ("abba", "abca", "bcab", "caab", "dbab"), ("aabb", "dddd")
TABLES = (
    AnswerTable(Named("t"), ("1", "2", "3"), ("a", "b"), (("low", "x10", "x9"), ("=", "<", "="))),
    AnswerTable(Named("t"), ("x", "y"), ("w", "x", "y"), (("1", "2"), ("!", "1"), ("1", "!"))),
    AnswerTable(Named("t"), ("x", "y"), ("x", "y"), (("yes", "no"), ("no", "right"))),
)


def same(game: StoredGame, problem: SearchProblem) -> None:
    assert (game.codes, game.queries, game.labels) == (problem.codes, problem.queries, problem.labels)
    assert game.solved == problem.solved
    assert (game.answers == problem.answers).all()
    assert (game.code_of == problem.code_of).all()
    assert (game.query_of == problem.query_of).all()
    assert dict(query_classes(game)) == built_classes(problem)
    assert game.pegs is not None or table_faults(game) == []


@pytest.mark.parametrize("pegs", [Pegs(1, 4), Pegs(3, 4), Pegs(3, 5, True), Pegs(7, 2), Pegs(1, 63)], ids=str)
def test_pegs(pegs: Pegs) -> None:
    same(pegs_game(pegs), problem_from(pegs))


@pytest.mark.parametrize("pegs", [Pegs(4, 4), Pegs(5, 3)], ids=str)
def test_classes_after_a_history_are_orbits(pegs: Pegs) -> None:
    game, problem = pegs_game(pegs), problem_from(pegs)
    assert problem.symmetry is not None
    for history in ((), (1,), (5, 1), (5, 40), (7, 11, 30)):
        first = np.unique(orbits(problem.symmetry, history))
        assert game.representatives(history).tolist() == first.tolist()


@pytest.mark.parametrize("score", ["wordle", "jotto", "mastermind"])
def test_words(score: str) -> None:
    rules = WordList(Named("w"), score, *WORDS)
    problem = problem_from(rules)
    game = word_game("w", score, problem.codes, problem.queries)
    same(game, problem)
    assert content_digest(game) == GameBuild(rules).parameters["rules"]


@pytest.mark.parametrize("rules", TABLES, ids=["told apart", "named", "ends of its own"])
def test_tables(rules: AnswerTable) -> None:
    problem = problem_from(rules)
    game = table_game("t", problem.codes, problem.queries, problem.labels, problem.answers)
    same(game, problem)
    recorded = GameBuild(rules).parameters["rules"]
    assert content_digest(game) == (None if problem.labels[-1] == "=" else recorded)


def test_a_table_that_never_ends_is_a_fault() -> None:
    endless = table_game("t", ("x", "y"), ("x", "y"), ("1", "!"), np.array([[1, 0], [1, 1]]))
    assert any("ends the game" in fault for fault in table_faults(endless))
    unordered = table_game("t", ("y", "x"), ("a",), ("1", "2"), np.array([[0, 1]]))
    assert any("order" in fault for fault in table_faults(unordered))
