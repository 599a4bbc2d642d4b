"""Puzzles of Mastermind and of word lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.mastermind.games import Game, parse_game
from tafelwerk.tables.puzzles import resolve_drawn
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game}

MOST_CLUES = 20
"""Greatest number of clues in a puzzle."""


@answer
class Puzzle(Answer):
    """Guesses and their answers that leave exactly one code, none of them redundant.

    Attributes:
        game: the game.
        seed: random seed of the puzzle.
        history: the clues.
        clues: number of clues.
        remaining: codes that the clues leave: 1.
        without: per clue, the number of codes left by the other clues; more than 1 each.
        solution: the code.
        difficulty, grade, measure: a count, its grade, and what is counted.
    """

    game: str
    seed: int
    history: str
    clues: int
    remaining: int
    without: list[int]
    solution: str
    difficulty: int
    grade: str
    measure: str


def _resolve(asked: dict[str, Any]) -> None:
    resolve_drawn(asked)
    clues = asked["clues"]
    if clues is not None and not 1 <= clues <= MOST_CLUES:
        raise InputError(f"--clues must be 1 to {MOST_CLUES}, not {clues}")


@question("a puzzle of {game}", "tafelwerk mastermind puzzle {game.options}", stored=False, resolve=_resolve)
def puzzle(
    book: Book, game: Game, seed: int | None = None, clues: int | None = None, difficulty: str | None = None
) -> Puzzle | None:
    """Guesses and their answers that leave exactly one code, none of them redundant.

    Args:
        book: the book; a named game is read from it.
        game: the game.
        seed: random seed. Default: any.
        clues: number of clues. Default: any.
        difficulty: easy, medium or hard. Default: any.

    Raises:
        InputError: no such puzzle was found.
    """
    return None
