"""The protocol of a user's own game.

A class with these four methods is a game; it need not derive from `Game`. A position is any hashable value that contains
everything play depends on. Values are those of the player to move.

Optional attributes and methods, found by their names:

    name                  name of the game in the book. Default: the class's name, as in "tic-tac-toe" for TicTacToe
    players               1 for a puzzle. Default: 2
    player(position)      the player to move, 0 or 1, for games in which a move does not always pass the turn
    chance(position)      pairs of probability and position where chance decides, such as the roll of a die; otherwise None or
                          empty. Probabilities are ints or Fractions. Chance does not pass the turn
    key(position)         the representative of all equivalent positions
    symmetry(position)    positions equivalent to it, instead of `key`
    text(position)        the position as text, different for different positions. Default: strings as they are, others as JSON
    board(position)       a drawing of the position, for `tafelwerk play`. Default: its rows, or its text
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Protocol, TypeVar

WIN, DRAW, LOSS = 1, 0, -1
"""Outcomes, from the side of the player to move."""

Outcome = int | Fraction
"""Exact value of an end for the player to move."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


class Game(Protocol[P, M]):
    """A game: its start, the moves, the position after a move, and the outcome."""

    def start(self) -> P:
        """The first position."""
        ...

    def moves(self, position: P, /) -> Iterable[M]:
        """The moves of the player to move; called if the game is not over and chance does not decide."""
        ...

    def after(self, position: P, move: M, /) -> P:
        """The position after a move, with the other player to move."""
        ...

    def outcome(self, position: P, /) -> Outcome | None:
        """None while the game continues; at the end, the result for the player whose turn it would be."""
        ...
