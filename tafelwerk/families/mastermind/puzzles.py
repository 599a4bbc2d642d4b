"""Puzzles of Mastermind and of word lists: the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import UncomputedError
from tafelwerk.families.mastermind import answers
from tafelwerk.families.mastermind.parameters import PlayedGame
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.questions import BUDGET, Allowance, Computation, Question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_CLUES = 20
"""Greatest number of clues in a puzzle."""

PUZZLE_OPERATIONS = 40.0
"""Operations of a puzzle per code of the game; some take many times as many, and are counted."""

Clues = Annotated[int, Parameter("K", "Number of clues. Default: any.", 1, MOST_CLUES)]


class Puzzle(Question[answers.Puzzle], title="a puzzle of {game}"):
    """A puzzle: guesses and their answers that leave exactly one code, none of them redundant. Which code is it?

    Every code is compared with every clue. Difficulty: codes per thousand left by the most informative clue alone; easy
    below 40, medium below 80.

    Example: tafelwerk mastermind puzzle 4x6 --seed 1

    Example: tafelwerk mastermind puzzle 4x6 --seed 1 --difficulty hard --solution --json

    Example: tafelwerk mastermind puzzle 4x6 --seed 1 --count 8 --solution -o puzzles.pdf
    """

    game: Parsed[PlayedGame]
    seed: Seed | None = None
    clues: Clues | None = None
    difficulty: Difficulty | None = None

    def computation(self, book: Book) -> Computation[answers.Puzzle]:
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.families.mastermind.puzzle_making import make_puzzle

        problem = problem_of(self.game, book)
        assert self.seed is not None, "one is drawn where none is given"
        wanted = self.game, problem, self.seed, self.clues, self.difficulty
        work = min(PUZZLE_OPERATIONS * len(problem.codes), BUDGET)
        return Computation(
            work, lambda: make_puzzle(*wanted), None, lambda: make_puzzle(*wanted, Allowance(BUDGET)), counted=True
        )

    def missing(self, book: Book) -> UncomputedError:
        return UncomputedError(self.phrase, f"tafelwerk mastermind puzzle {self.game.options}")
