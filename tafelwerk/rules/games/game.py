"""The protocol of a game of the user's own.

A class with these four methods is a game; it need not derive from `Game`. A position is any hashable value that says all that
play can depend on. Values are those of the player to move.

Optional attributes and methods, found by their names:

    name                  name of the game in the book. Default: the class's name, as in "tic-tac-toe" for TicTacToe
    players               1 for a puzzle. Default: 2
    player(position)      0 or 1, who is to move, for games in which a move does not always pass the turn
    chance(position)      pairs of probability and position where chance decides, such as the roll of a die; else None or nothing.
                          Probabilities are ints or Fractions. Chance passes no turn
    key(position)         the position that stands for all equivalent ones
    symmetry(position)    positions equivalent to it, in place of `key`
    text(position)        the position as text, different for different positions. Default: strings as they are, others as JSON
    board(position)       the position drawn, for `tafelwerk play`. Default: its rows, or its text
"""

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Protocol, TypeVar

WIN, DRAW, LOSS = 1, 0, -1
"""Outcomes, from the side of the player to move."""

Outcome = int | Fraction
"""What an end is worth to the player to move. Exact."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


class Game(Protocol[P, M]):
    """A game: where it starts, what can be moved, where a move leads to, and how it ends."""

    def start(self) -> P:
        """The first position."""
        ...

    def moves(self, position: P, /) -> Iterable[M]:
        """The moves of the player to move; asked where the game is not over and chance does not decide."""
        ...

    def after(self, position: P, move: M, /) -> P:
        """The position after a move, the turn passed."""
        ...

    def outcome(self, position: P, /) -> Outcome | None:
        """None while the game goes on; else what the end is worth to the player to move, who finds it so."""
        ...
