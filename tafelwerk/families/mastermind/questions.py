"""What can be asked about Mastermind, Bulls and Cows, word lists and tables of answers: puzzles here, the rest by subject.

A stored answer is found without numpy and numba: what computes is imported by the methods that compute.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

from tafelwerk.errors import UncomputedError
from tafelwerk.families.mastermind import answers
from tafelwerk.families.mastermind.advice import Explain, Next, Parts
from tafelwerk.families.mastermind.costs import Adversary, Bound, Compare, Curve, Gamma, Summary
from tafelwerk.families.mastermind.parameters import WrittenGame, computed_game, notation_of, written_as
from tafelwerk.parameters import Parameter, Parsed
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.book import Book
from tafelwerk.tables.questions import BUDGET, Allowance, Asks, Computation, Question, Questions

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

    Example: tafelwerk mastermind puzzle 4x6 --seed 1 --palette red,green,blue,yellow,orange,white

    Example: tafelwerk mastermind puzzle 4x6 --seed 1 --count 8 --solution -o puzzles.pdf
    """

    game: Parsed[WrittenGame]
    seed: Seed | None = None
    clues: Clues | None = None
    difficulty: Difficulty | None = None

    def computation(self, book: Book) -> Computation[answers.Puzzle]:
        from tafelwerk.families.mastermind.problems import problem_of
        from tafelwerk.families.mastermind.puzzle_making import make_puzzle

        problem = problem_of(self.game, book)
        assert self.seed is not None, "one is drawn where none is given"
        wanted = computed_game((), self.game), problem, self.seed, self.clues, self.difficulty
        work = min(PUZZLE_OPERATIONS * len(problem.codes), BUDGET)
        return Computation(
            work, lambda: make_puzzle(*wanted), None, lambda: make_puzzle(*wanted, Allowance(BUDGET)), counted=True
        )

    def complete(self, book: Book, answer: answers.Puzzle) -> answers.Puzzle:
        """The answer in the names of the palette."""
        write = partial(written_as, (), self.game)
        clues = "; ".join(f"{write(query)} {text}" for query, text in clues_of(answer))
        return replace(answer, history=clues, solution=write(answer.solution), notation=notation_of((), self.game))

    def missing(self, book: Book) -> UncomputedError:
        return UncomputedError(self.phrase, f"tafelwerk mastermind puzzle {self.game.options}")


def clues_of(puzzle: answers.Puzzle) -> list[tuple[str, str]]:
    """The guesses of a puzzle and their answers."""
    return [(query, answer) for query, _, answer in (clue.partition(" ") for clue in puzzle.history.split("; "))]


class MastermindQuestions(Questions):
    """The questions, as `book.mastermind` has them."""

    adversary = Asks(Adversary)
    explain = Asks(Explain)
    summary = Asks(Summary)
    compare = Asks(Compare)
    next = Asks(Next)
    parts = Asks(Parts)
    bound = Asks(Bound)
    gamma = Asks(Gamma)
    curve = Asks(Curve)
    puzzle = Asks(Puzzle)
