"""What the book does not hold of the user's games, computed: the whole game is solved."""

from collections.abc import Callable
from typing import TypeVar

from tafelwerk.build.computation import Computation
from tafelwerk.build.games.sets import game_build
from tafelwerk.build.games.solving import holding
from tafelwerk.errors import InputError
from tafelwerk.rules.games import finding
from tafelwerk.tables.book import Book
from tafelwerk.tables.games import questions
from tafelwerk.tables.games.answers import Explanation, PositionValue

A = TypeVar("A")

OPERATIONS = 2e9
"""Estimate for every game: more than a look-up may do unasked; how much it is shows on the way."""


def position(book: Book, game: str, position: str | None) -> Computation[PositionValue]:
    """A position, by way of all of its game."""
    return _solved(book, game, lambda solved: questions.position.probe(solved, game, position))


def explain(book: Book, game: str, position: str | None) -> Computation[Explanation]:
    """The reason of a position's value, by way of all of its game."""
    return _solved(book, game, lambda solved: questions.explain.probe(solved, game, position))


def _solved(book: Book, game: str, answer: Callable[[Book], A]) -> Computation[A]:
    def run() -> A:
        rules = finding.known(game)
        if rules is None:
            raise InputError(f"there is no game {game!r}: no package offers it, and none was given")
        with holding(book.path, rules) as solved:
            return answer(solved)

    return Computation(OPERATIONS, run, game_build(game))
