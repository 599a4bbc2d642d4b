"""Puzzles of Bridg-It."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.tables.puzzles import resolve_drawn
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LEAST_ORDER, MOST_ORDER = 3, 9
"""Bounds of the order of boards for puzzles."""


@answer
class Puzzle(Answer):
    """A position of Bridg-It in which exactly one move wins.

    Attributes:
        order: order of the board.
        seed: random seed of the puzzle.
        moves: moves that led to the position, Cut's and Short's in turn.
        to_move: player to move, who wins.
        solution: the winning move.
        free: number of legal moves.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    order: int
    seed: int
    moves: str
    to_move: str
    solution: str
    free: int
    difficulty: int
    grade: str
    measure: str


def _resolve(asked: dict[str, Any]) -> None:
    resolve_drawn(asked)
    if not LEAST_ORDER <= asked["order"] <= MOST_ORDER:
        raise InputError(f"--order must be {LEAST_ORDER} to {MOST_ORDER} for puzzles, not {asked['order']}")


@question(
    "a puzzle of Bridg-It",
    lambda order, **_: f"tafelwerk switching puzzle --order {order}",
    stored=False,
    resolve=_resolve,
)
def puzzle(book: Book, order: int = 4, seed: int | None = None, difficulty: str | None = None) -> Puzzle | None:
    """A position of Bridg-It in which exactly one move wins.

    Args:
        book: the book, which is not read.
        order: order of the board.
        seed: random seed. Default: any.
        difficulty: easy, medium or hard. Default: any.

    Raises:
        InputError: there is no such board, or no puzzle of that difficulty was found.
    """
    return None
