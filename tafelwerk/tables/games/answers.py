"""Answers about games of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.tables.question import Answer, answer


@answer
class PositionValue(Answer):
    """A position under perfect play.

    Attributes:
        game: name of the game.
        position: the position asked for; the stored one that stands for it is equivalent.
        kind: decision, chance or end.
        value: what it is worth to the player to move.
        distance: plies to the end, None where play need not end and in games of chance.
        moves: all best moves.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move, or what chance draws.

    Attributes:
        move: the move; what chance leads to.
        position: the position after it.
        value: what it is worth to the player who moves, or before chance decides to the player to move.
        distance: plies to the end, counted with the move.
        best: whether it is one of the best moves; of chance False.
        probability: of chance; left out of moves.
    """

    move: str
    position: str
    value: Fraction
    distance: int | None
    best: bool
    probability: Fraction | None = None


@answer
class Explanation(Answer):
    """A position under perfect play with the reason: every move, best first, and a line of best play.

    Attributes:
        game, position, kind, value, distance: as of PositionValue.
        moves: every move or chance outcome, best first; the value is the greatest of the moves, of chance the mean.
        line: the moves of a play in which both choose the first best move; it ends where chance decides, or a position repeats.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...]
