"""What a position is worth under best play by all: who can be asked, and from what worth on it is won."""

from typing import Protocol

from tafelwerk.rules.skat.cards import WIN, Game
from tafelwerk.rules.skat.rules import Position


class Judge(Protocol):
    """Knows what positions of one game are worth to the declarer: points at the end; in Null 1 if won, else 0."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    def won(self, position: Position) -> bool:
        """Whether the declarer wins."""

    def value(self, position: Position) -> int:
        """What the position is worth."""

    def cards(self, position: Position) -> dict[int, int]:
        """What it is worth after each card that may be played, the highest first."""

    def best_card(self, position: Position, value: int) -> int:
        """The highest card that keeps what a position with cards left to play is worth, `value`."""


def winning(game: Game) -> int:
    """What a position is worth at least that is won: points, or in Null 1."""
    return 1 if game is Game.NULL else WIN
