"""Puzzles: guesses and answers that leave exactly one code, none of them redundant.

A code is drawn, and random guesses are answered until only this code is left; then redundant clues are removed one by one. The
codes left are counted by the whole matrix of answers.
"""

from dataclasses import dataclass
from random import Random

import numpy as np

from tafelwerk.build.puzzles import first_fitting
from tafelwerk.rules.mastermind.games import Game
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

    def draw(random: Random) -> _Drawn | None:
        found = _drawn(problem, random)
        return found if found is not None and clues in (None, len(found.queries)) else None

    def difficulty(found: _Drawn) -> int:
        return min(1000 * int(_left(problem, found, (query,)).sum()) // len(problem.codes) for query in found.queries)

    found, count = first_fitting(draw, seed, MASTERMIND, difficulty, grade)
    answers = [problem.labels[problem.answers[query][found.code]] for query in found.queries]
    written = (f"{problem.queries[query]} {answer}" for query, answer in zip(found.queries, answers, strict=True))
    return Puzzle(
        game=game.name,
        seed=seed,
        history="; ".join(written),
        clues=len(found.queries),
        remaining=int(_left(problem, found, found.queries).sum()),
        without=[
            int(_left(problem, found, [other for other in found.queries if other != query]).sum())
            for query in found.queries
        ],
        solution=problem.codes[found.code],
        difficulty=count,
        grade=MASTERMIND.grade(count),
        measure=MASTERMIND.measure,
    )


def _left(problem: SearchProblem, found: _Drawn, queries: "list[int] | tuple[int, ...]") -> "np.ndarray":
    """Whether each code gives the same answers to the queries as the hidden one: bool, shape (codes,)."""
    left = np.ones(len(problem.codes), np.bool_)
    for query in queries:
        answers = problem.answers[query]
        left &= answers == answers[found.code]
    return left


def _drawn(problem: SearchProblem, random: Random) -> _Drawn | None:
    """A puzzle of a random code; None if the drawn guesses leave other codes, too."""
    code = random.randrange(len(problem.codes))
    left, queries = np.ones(len(problem.codes), np.bool_), list[int]()
    for _ in range(MOST_ASKED):
        query = random.randrange(len(problem.queries))
        # neither the code itself nor a guess without new information is a clue
        answers = problem.answers[query]
        same = answers == answers[code]
        if problem.code_of[query] == code or not (left & ~same).any():
            continue
        left &= same
        queries.append(query)
        if left.sum() == 1:
            break
    else:
        return None
    for query in random.sample(queries, len(queries)):
        fewer = _Drawn(code, tuple(other for other in queries if other != query))
        if fewer.queries and _left(problem, fewer, fewer.queries).sum() == 1:
            queries = list(fewer.queries)
    return _Drawn(code, tuple(queries))
