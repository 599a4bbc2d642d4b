"""Puzzles: guesses and answers that leave exactly one code, none of them redundant.

A code is drawn, and random guesses are answered until only this code is left; then redundant clues are removed one by one. Of all
clues, the first is compared with every code of the game; each other one is compared with the codes that those before it leave.
"""

from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.mastermind.answers import Puzzle
from tafelwerk.families.mastermind.rules import Game, Pegs, colors_of, first_alike
from tafelwerk.rules.puzzles import ATTEMPTS, MASTERMIND, Grade, first_fitting
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.tables.questions import Allowance, OverBudgetError

MOST_ASKED = 60
"""Number of guesses drawn per code."""

DRAW_OPERATIONS, QUERY_OPERATIONS = 5e4, 2e4
"""Operations per code drawn, and per guess compared with codes."""

PASS_OPERATIONS, PASSES = 2.5, 6
"""Operations per code of comparing a guess with all codes of a game; comparing it with a choice takes this many times as long."""

MANY_COLORS = 40
"""Number of colours above which guesses often miss a colour of the code."""


@dataclass(frozen=True, slots=True)
class _Secret:
    """A hidden code, and guesses that leave no other code."""

    code: int
    queries: tuple[int, ...]


def make_puzzle(
    game: Game,
    problem: SearchProblem,
    seed: int,
    clues: int | None,
    grade: Grade | None,
    allowed: Allowance | None = None,
) -> Puzzle:
    """A puzzle of a game.

    Args:
        game: the game.
        problem: its codes, queries and answers.
        seed: random seed.
        clues: number of clues. Default: any.
        grade: difficulty. Default: any.
        allowed: operations after which no further code is drawn; those taken are taken off. Default: any number.

    Raises:
        InputError: no such puzzle was found.
        OverBudgetError: the operations allowed do not suffice; it tells the work of all codes that may be drawn.
    """
    work = Allowance(inf) if allowed is None else allowed
    first, draws, sizes = work.left, 0, _Sizes(game, problem, work)

    def draw(random: Random) -> _Secret | None:
        nonlocal draws
        draws += 1
        try:
            secret = _draw(game, problem, random, work)
        except OverBudgetError as error:
            raise OverBudgetError(str(error), most=(first - work.left) / draws * ATTEMPTS) from error
        return secret if secret is not None and clues in (None, len(secret.queries)) else None

    def difficulty(secret: _Secret) -> int:
        hidden = _Consistent(problem, secret.code, Allowance(inf))
        return (
            1000 * min(sizes.codes_left(query, hidden.answer(query)) for query in secret.queries) // len(problem.codes)
        )

    secret, count = first_fitting(draw, seed, MASTERMIND, difficulty, grade)
    hidden, queries = _Consistent(problem, secret.code, Allowance(inf)), secret.queries
    answers = [problem.labels[hidden.answer(query)] for query in queries]
    written = (f"{problem.queries[query]} {answer}" for query, answer in zip(queries, answers, strict=True))
    return Puzzle(
        game=game.name,
        seed=seed,
        history="; ".join(written),
        clues=len(queries),
        remaining=hidden.count(queries),
        without=[hidden.count(_without(queries, query)) for query in queries],
        solution=problem.codes[secret.code],
        difficulty=count,
        grade=MASTERMIND.grade(count),
        measure=MASTERMIND.measure,
    )


class _Consistent:
    """The codes that give the same answers as a hidden one; those left by each beginning of a list of queries are kept."""

    def __init__(self, problem: SearchProblem, code: int, work: Allowance) -> None:
        self._problem, self._code, self._work = problem, np.array([code], np.int32), work
        self._answers: dict[int, int] = {}
        self._left: dict[tuple[int, ...], NDArray[np.int32]] = {}

    def answer(self, query: int) -> int:
        """The hidden code's answer to a query."""
        if query not in self._answers:
            self._answers[query] = int(self._problem.answers[query, self._code][0])
        return self._answers[query]

    def count(self, queries: tuple[int, ...]) -> int:
        """Number of codes that some queries leave."""
        return len(self._codes(queries)) if queries else len(self._problem.codes)

    def _codes(self, queries: tuple[int, ...]) -> NDArray[np.int32]:
        if queries not in self._left:
            *before, query = queries
            codes = self._codes(tuple(before)) if before else None
            every = len(self._problem.codes)
            if codes is not None and PASSES * len(codes) < every:
                _take(self._work, QUERY_OPERATIONS + PASSES * PASS_OPERATIONS * len(codes))
                codes = codes[self._problem.answers[query, codes] == self.answer(query)]
            else:
                _take(self._work, QUERY_OPERATIONS + PASS_OPERATIONS * every)
                same = self._problem.answers[query] == self.answer(query)
                codes = np.flatnonzero(same).astype(np.int32) if codes is None else codes[same[codes]]
            self._left[queries] = codes
        return self._left[queries]


class _Sizes:
    """Number of codes left by the answers to a query alone, which is the same for all queries alike."""

    def __init__(self, game: Game, problem: SearchProblem, work: Allowance) -> None:
        self._game, self._problem, self._work = game, problem, work
        self._sizes: dict[str, NDArray[np.integer[Any]]] = {}

    def codes_left(self, query: int, answer: int) -> int:
        """Number of codes left by an answer."""
        text = self._problem.queries[query]
        first = first_alike(self._game, text) if isinstance(self._game, Pegs) else text
        if first not in self._sizes:
            self._work.left -= PASS_OPERATIONS * len(self._problem.codes)
            self._sizes[first] = self._count(self._problem.query_index[first])
        return int(self._sizes[first][answer])

    def _count(self, query: int) -> NDArray[np.integer[Any]]:
        problem = self._problem
        if problem.on_demand is None:
            return np.bincount(problem.answers[query], minlength=len(problem.labels))
        every = np.arange(len(problem.codes), dtype=np.int32)
        sizes: NDArray[np.int32] = problem.on_demand.sizes(np.array([query], np.int32), every)[0]
        return sizes


def _draw(game: Game, problem: SearchProblem, random: Random, work: Allowance) -> _Secret | None:
    """A puzzle of a random code; None if the drawn guesses leave other codes, too."""
    _take(work, DRAW_OPERATIONS)
    code = random.randrange(len(problem.codes))
    if isinstance(game, Pegs) and game.colors > MANY_COLORS:
        begin = random.getstate()
        queries = [random.randrange(len(problem.queries)) for _ in range(MOST_ASKED)]
        if _fails(game, problem, code, queries):
            return None
        random.setstate(begin)
    consistent, count = _Consistent(problem, code, work), len(problem.codes)
    clues: tuple[int, ...] = ()
    for _ in range(MOST_ASKED):
        query = random.randrange(len(problem.queries))
        # neither the code itself nor a guess without new information is a clue
        if problem.code_of[query] == code:
            continue
        fewer = consistent.count((*clues, query))
        if fewer == count:
            continue
        clues, count = (*clues, query), fewer
        if count == 1:
            break
    else:
        return None
    for query in random.sample(clues, len(clues)):
        others = _without(clues, query)
        if others and consistent.count(others) == 1:
            clues = others
    return _Secret(code, clues)


def _take(work: Allowance, operations: float) -> None:
    if work.left <= 0:
        raise OverBudgetError("puzzles are drawn for longer than a look-up may take")
    work.left -= operations


def _without(queries: tuple[int, ...], query: int) -> tuple[int, ...]:
    return tuple(other for other in queries if other != query)


def _fails(game: Pegs, problem: SearchProblem, code: int, queries: list[int]) -> bool:
    """Whether guesses leave another code because a colour of the hidden one is in none of them, and neither is another colour."""
    hidden = set(colors_of(game, problem.codes[code]))
    guessed = {color for query in queries for color in colors_of(game, problem.queries[query])}
    return not hidden <= guessed and len(hidden | guessed) < game.colors
