"""Answers about the user's games that the book does not hold; the whole game is solved."""

from collections.abc import Callable
from typing import TypeVar

from tafelwerk.build.games.sets import game_build
from tafelwerk.build.games.solving import holding
from tafelwerk.errors import InputError
from tafelwerk.rules.games import finding
from tafelwerk.tables.book import Book
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.games import questions
from tafelwerk.tables.games.answers import Explanation, PositionValue

A = TypeVar("A")

OPERATIONS = 2e9
"""Estimate for every game: above the budget of a look-up, because the work is only known during the search."""


def position(book: Book, game: str, position: str | None) -> Computation[PositionValue]:
    """A position, from the solution of its whole game."""
    return _solved(book, game, lambda solved: questions.position.probe(solved, game, position))


def explain(book: Book, game: str, position: str | None) -> Computation[Explanation]:
    """The reason for a position's value, from the solution of its whole game."""
    return _solved(book, game, lambda solved: questions.explain.probe(solved, game, position))


def _solved(book: Book, game: str, answer: Callable[[Book], A]) -> Computation[A]:
    if not game:
        raise InputError("the game's name is empty: give a name that a package registers, a file or a class")

    def run() -> A:
        rules = finding.known(game)
        if rules is None:
            raise InputError(f"there is no game {game!r}: no package registers it, and no code was given")
        with holding(book.path, rules) as solved:
            return answer(solved)

    return Computation(OPERATIONS, run, game_build(game))
