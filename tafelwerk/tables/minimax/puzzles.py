"""Puzzles of tic-tac-toe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.puzzles import resolve_drawn
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

GAMES = ("tictactoe",)
"""Games that have puzzles."""

KINDS = ("win", "save")


@answer
class Puzzle(Answer):
    """A position in which exactly one move wins, or exactly one does not lose.

    Attributes:
        game: the game.
        seed: random seed of the puzzle.
        position: the position.
        to_move: player to move: X or O.
        task: "win" or "save".
        solution: the move to find.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    game: str
    seed: int
    position: str
    to_move: str
    task: str
    solution: str
    difficulty: int
    grade: str
    measure: str


def _resolve(asked: dict[str, Any]) -> None:
    resolve_drawn(asked)
    if asked["game"] not in GAMES:
        raise InputError(f"GAME must be {' or '.join(GAMES)} for puzzles, not {quoted(asked['game'])}")
    if asked["task"] not in (None, *KINDS):
        raise InputError(f"--task must be {' or '.join(KINDS)}, not {quoted(asked['task'])}")


@question("a puzzle of {game}", "tafelwerk minimax puzzle {game}", stored=False, resolve=_resolve)
def puzzle(
    book: Book,
    game: str = "tictactoe",
    seed: int | None = None,
    task: str | None = None,
    difficulty: str | None = None,
) -> Puzzle | None:
    """A position in which exactly one move wins, or exactly one does not lose.

    Args:
        book: the book, which holds no puzzles.
        game: tictactoe.
        seed: random seed. Default: any.
        task: "win" or "save". Default: either.
        difficulty: easy, medium or hard. Default: any.

    Raises:
        InputError: there is no such game, or no such puzzle was found.
    """
    return None
