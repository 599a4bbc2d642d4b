"""Puzzles of Bridg-It: the question and its answers."""

from __future__ import annotations

from typing import Annotated

from tafelwerk.families.switching import answers
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.puzzles import Difficulty, Seed
from tafelwerk.tables.questions import Question

LEAST_ORDER, MOST_ORDER = 3, 9
"""Bounds of the order of boards for puzzles."""

PuzzleOrder = Annotated[int, Parameter("M", "Order of the board.", LEAST_ORDER, MOST_ORDER)]


class Puzzle(Question[answers.Puzzle], title="a puzzle of Bridg-It"):
    """A position of Bridg-It in which exactly one move wins."""

    order: PuzzleOrder = 4
    seed: Seed | None = None
    difficulty: Parsed[Difficulty | None] = default(None)

    def operations(self) -> float:
        return 1e6 * self.order

    def solve(self) -> answers.Puzzle:
        from tafelwerk.families.switching.puzzle_search import find_puzzle

        assert self.seed is not None
        return find_puzzle(self.order, self.seed, self.difficulty)
