"""Whole games in the book: their numbers, and a position by its rank."""

from dataclasses import dataclass

from tafelwerk.tables.minimax.words import FAMILY

ENDLESS = 255
"""Distance of a draw that no play ends."""

NUMBERS = {
    "tictactoe": 1,
    "tictactoe-misere": 2,
    "tictactoe-wild": 3,
    "tictactoe-wild-misere": 4,
    "notakto": 11,
    "notakto-2": 12,
    "nim-passes": 21,
    **{f"burnt-pancakes-{pancakes}": 100 + pancakes for pancakes in range(1, 9)},
}
"""Numbers of the games in table positions, by name."""

TICTACTOE = NUMBERS["tictactoe"]


@dataclass(frozen=True, slots=True)
class Position:
    """A position. Exact.

    `value`: 1, 0, -1 where the player to move wins, draws, loses; of a puzzle 1, -1 at the goal. `distance`: plies to the
    end, ENDLESS of a draw without one; of a puzzle moves to the goal. `moves`: labels of the moves that keep the value, of
    a puzzle of those that come nearer to the goal, ascending.
    """

    rank: int
    value: int
    distance: int
    moves: tuple[int, ...]


def game_build_line(name: str) -> str:
    """The command line that puts a game into the book."""
    return f"tafelwerk build {FAMILY} tictactoe" if name == "tictactoe" else f"tafelwerk build {FAMILY} game {name}"
