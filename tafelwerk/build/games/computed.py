"""What the book does not hold of the user's games, computed: the whole game is solved; how much work that is shows on the way."""

from collections.abc import Callable
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tafelwerk.build.computation import Computation
from tafelwerk.build.games.sets import game_build
from tafelwerk.build.games.solving import keep_game
from tafelwerk.errors import InputError
from tafelwerk.rules.games import finding
from tafelwerk.tables.book import Book
from tafelwerk.tables.games import questions
from tafelwerk.tables.games.answers import Explanation, PositionValue

A = TypeVar("A")


def position(game: str, position: str | None) -> Computation[PositionValue]:
    """A position, by way of all of its game."""
    return _solved(game, lambda book: questions.position.probe(book, game, position))


def explain(game: str, position: str | None) -> Computation[Explanation]:
    """The reason of a position's value, by way of all of its game."""
    return _solved(game, lambda book: questions.explain.probe(book, game, position))


def _solved(game: str, answer: Callable[[Book], A]) -> Computation[A]:
    def run() -> A:
        rules = finding.known(game)
        if rules is None:
            raise InputError(f"there is no game {game!r}: no package offers it, and none was given")
        with TemporaryDirectory() as folder:
            keep_game(Path(folder) / "book", rules)
            with Book(Path(folder) / "book") as book:
                return answer(book)

    return Computation(inf, run, game_build(game))
