"""Puzzles: guesses and answers that leave exactly one code, none of them redundant.

A code is drawn, and random guesses are answered until only this code is left; then redundant clues are removed one by one. Of all
clues, one is compared with every code of the game; the others are compared with the codes that it leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.puzzles import first_fitting
from tafelwerk.rules.mastermind.games import Game, Pegs
from tafelwerk.rules.mastermind.notation import first_alike
from tafelwerk.rules.puzzles import MASTERMIND, Grade
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.tables.mastermind.puzzles import Puzzle

MOST_ASKED = 60
"""Number of guesses drawn per code."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A hidden code, and guesses that leave no other code."""

    code: int
    queries: tuple[int, ...]


def made(game: Game, problem: SearchProblem, seed: int, clues: int | None, grade: Grade | None) -> Puzzle:
    """A puzzle of a game.

    Args:
        game: the game.
        problem: its codes, queries and answers.
        seed: random seed.
        clues: number of clues. Default: any.
        grade: difficulty. Default: any.

    Raises:
        InputError: no such puzzle was found.
    """
    sizes = _Sizes(game, problem)

    def draw(random: Random) -> _Drawn | None:
        found = _drawn(problem, random)
        return found if found is not None and clues in (None, len(found.queries)) else None

    def difficulty(found: _Drawn) -> int:
        least = min(sizes.left(query, _answer(problem, query, found.code)) for query in found.queries)
        return 1000 * least // len(problem.codes)

    found, count = first_fitting(draw, seed, MASTERMIND, difficulty, grade)
    code, queries = found.code, found.queries
    answers = [problem.labels[_answer(problem, query, code)] for query in queries]
    written = (f"{problem.queries[query]} {answer}" for query, answer in zip(queries, answers, strict=True))
    consistent = _Consistent(problem, code)
    return Puzzle(
        game=game.name,
        seed=seed,
        history="; ".join(written),
        clues=len(queries),
        remaining=len(consistent.left(queries)),
        without=[len(consistent.left([other for other in queries if other != query])) for query in queries],
        solution=problem.codes[code],
        difficulty=count,
        grade=MASTERMIND.grade(count),
        measure=MASTERMIND.measure,
    )


class _Consistent:
    """The codes that give the same answers as a hidden one.

    The codes left by a first query are kept, since finding them takes longest.
    """

    def __init__(self, problem: SearchProblem, code: int) -> None:
        self._problem, self._code = problem, code
        self._after: dict[int, NDArray[np.int32]] = {}

    def left(self, queries: Sequence[int]) -> NDArray[np.int32]:
        """The codes left by some queries, ascending; all if there are none."""
        if not queries:
            return np.arange(len(self._problem.codes), dtype=np.int32)
        first = next((query for query in queries if query in self._after), queries[0])
        if first not in self._after:
            answers = self._problem.answers[first]
            self._after[first] = np.flatnonzero(answers == answers[self._code]).astype(np.int32)
        left = self._after[first]
        for query in queries:
            left = left if query == first else self.fewer(left, query)
        return left

    def fewer(self, codes: NDArray[np.int32], query: int) -> NDArray[np.int32]:
        """Those of some codes that a query leaves."""
        same: NDArray[np.bool_] = self._problem.answers[query, codes] == _answer(self._problem, query, self._code)
        return codes[same]


class _Sizes:
    """Number of codes left by the answers to a query alone, which is the same for all queries alike."""

    def __init__(self, game: Game, problem: SearchProblem) -> None:
        self._game, self._problem = game, problem
        self._sizes: dict[int, NDArray[np.intp]] = {}

    def left(self, query: int, answer: int) -> int:
        """Number of codes left by an answer."""
        if isinstance(self._game, Pegs):
            alike = first_alike(self._game, self._problem.queries[query])
            query = self._problem.query_index[alike]
        if query not in self._sizes:
            self._sizes[query] = np.bincount(self._problem.answers[query], minlength=len(self._problem.labels))
        return int(self._sizes[query][answer])


def _answer(problem: SearchProblem, query: int, code: int) -> int:
    return int(problem.answers[query, np.array([code], np.int32)][0])


def _drawn(problem: SearchProblem, random: Random) -> _Drawn | None:
    """A puzzle of a random code; None if the drawn guesses leave other codes, too."""
    code = random.randrange(len(problem.codes))
    consistent, queries = _Consistent(problem, code), list[int]()
    left = None
    for _ in range(MOST_ASKED):
        query = random.randrange(len(problem.queries))
        # neither the code itself nor a guess without new information is a clue
        if problem.code_of[query] == code:
            continue
        fewer = consistent.left([query]) if left is None else consistent.fewer(left, query)
        if len(fewer) == (len(problem.codes) if left is None else len(left)):
            continue
        left = fewer
        queries.append(query)
        if len(left) == 1:
            break
    else:
        return None
    for query in random.sample(queries, len(queries)):
        others = [other for other in queries if other != query]
        if others and len(consistent.left(others)) == 1:
            queries = others
    return _Drawn(code, tuple(queries))
