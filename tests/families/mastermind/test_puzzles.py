"""Puzzles against the whole matrix of answers, and the limits of their work."""

from random import Random

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind import puzzle_making
from tafelwerk.families.mastermind.answers import Puzzle
from tafelwerk.families.mastermind.puzzle_making import make_puzzle
from tafelwerk.families.mastermind.rules import Pegs
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.tables.questions import Allowance, OverBudgetError


def check(problem: SearchProblem, puzzle: Puzzle) -> None:
    """Its clues leave its solution alone, each of them is needed, and its difficulty is that of its best clue."""
    clues = [entry.split(" ") for entry in puzzle.history.split("; ")]
    kept = np.array(
        [problem.answers[problem.query_index[query]] == problem.label_index[answer] for query, answer in clues]
    )
    assert np.flatnonzero(kept.all(axis=0)).tolist() == [problem.codes.index(puzzle.solution)]
    others = [int(np.delete(kept, clue, axis=0).all(axis=0).sum()) for clue in range(len(clues))]
    assert puzzle.without == others
    assert min(others) > 1
    assert puzzle.remaining == 1
    assert puzzle.solution not in dict(clues)
    assert puzzle.difficulty == 1000 * int(kept.sum(axis=1).min()) // len(problem.codes)


@pytest.mark.parametrize(
    ("game", "seeds", "grade"),
    [
        (Pegs(4, 6), 10, None),
        (Pegs(4, 5, True), 10, None),
        (Pegs(2, 6), 10, None),
        (Pegs(2, 3), 10, None),
        # without a matrix of answers
        pytest.param(Pegs(6, 6), 2, "medium", marks=pytest.mark.skipif(INTERPRETED, reason="a million codes")),
    ],
)
def test_puzzles_have_one_solution_and_no_clue_too_many(game: Pegs, seeds: int, grade: str | None) -> None:
    problem = mastermind(game.pegs, game.colors, game.distinct)
    for seed in range(seeds):
        check(problem, make_puzzle(game, problem, seed, None, grade))


@pytest.mark.parametrize("game", [Pegs(2, 40), Pegs(3, 20), Pegs(3, 8, True), Pegs(1, 30)])
def test_draws_that_fail_for_a_missing_colour_would_fail_anyway(game: Pegs, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, found = mastermind(game.pegs, game.colors, game.distinct), []
    monkeypatch.setattr(puzzle_making, "MOST_ASKED", 12)
    for many in (0, 10_000):
        monkeypatch.setattr(puzzle_making, "MANY_COLORS", many)
        random = Random(3)
        drawn = [puzzle_making._draw(game, problem, random, Allowance(np.inf)) for _ in range(100)]
        found.append((drawn, random.getstate()))
    assert found[0] == found[1]
    assert None in found[0][0]


def test_drawing_stops_after_the_operations_allowed_and_tells_how_long_all_would_take() -> None:
    game, problem = Pegs(2, 9), mastermind(2, 9)
    with pytest.raises(InputError, match="no medium puzzle in 2,000 draws"):
        make_puzzle(game, problem, 2, None, "medium")
    every = Allowance(1e12)
    with pytest.raises(InputError):
        make_puzzle(game, problem, 2, None, "medium", every)
    taken = 1e12 - every.left
    with pytest.raises(OverBudgetError) as error:
        make_puzzle(game, problem, 2, None, "medium", Allowance(taken / 5))
    assert error.value.most == pytest.approx(taken, rel=0.05)
