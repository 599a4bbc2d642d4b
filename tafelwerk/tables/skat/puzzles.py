"""Puzzles of Skat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import read_game
from tafelwerk.tables.puzzles import resolve_drawn
from tafelwerk.tables.question import Answer, answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

LEAST_CARDS, MOST_CARDS = 3, 8
"""Limits of the number of cards in the hand of the player to move."""


@answer
class Puzzle(Answer):
    """A position of Skat, all cards open, in which exactly one card wins for the side to move.

    Attributes:
        deal, game, declarer, played: the position, as for `solve`.
        seed: random seed of the puzzle.
        to_move: seat to move.
        side: side that is to win, "declarer" or "defenders".
        hands: the cards still held, by seat.
        table: the cards of the current trick.
        points: the declarer's points so far, with the Skat.
        solution: the only card that wins.
        cards: the declarer's final points after each legal card; in Null whether the game is won.
        difficulty, grade, measure: difficulty as a number, its grade, and what the number counts.
    """

    deal: str
    game: str
    declarer: str
    played: str
    seed: int
    to_move: str
    side: str
    hands: Mapping[str, str]
    table: str
    points: int
    solution: str
    cards: Mapping[str, int | bool]
    difficulty: int
    grade: str
    measure: str


def _resolve(asked: dict[str, Any]) -> None:
    resolve_drawn(asked)
    if asked["game"] is not None:
        asked["game"] = read_game(asked["game"]).value
    if not LEAST_CARDS <= asked["cards"] <= MOST_CARDS:
        raise InputError(f"--cards must be from {LEAST_CARDS} to {MOST_CARDS}, not {asked['cards']}")


@question("a puzzle of Skat", "tafelwerk skat puzzle", stored=False, resolve=_resolve)
def puzzle(
    book: Book, seed: int | None = None, cards: int = 6, game: str | None = None, difficulty: str | None = None
) -> Puzzle | None:
    """A position in which exactly one card wins for the side to move, all cards open.

    Args:
        book: the book; not used.
        seed: random seed. Default: random.
        cards: number of cards in the hand of the player to move.
        game: clubs, spades, hearts, diamonds, grand or null. Default: any.
        difficulty: easy, medium or hard. Default: any.

    Raises:
        InputError: unknown game, or no such puzzle was found.
    """
    return None
