"""Answers about games of the user's own."""

from __future__ import annotations

from fractions import Fraction

from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import Answer, answer


@answer
class PositionValue(Answer):
    """A position under perfect play.

    Attributes:
        game: name of the game.
        position: the requested position; the stored position may be an equivalent one.
        kind: decision, chance or end.
        value: value for the player to move.
        distance: plies to the end; None if play need not end, and in games of chance.
        moves: all best moves.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[str, ...]


@frozen
class MoveValue:
    """A move, or an outcome of chance.

    Attributes:
        move: the move, or the position that chance leads to.
        position: the position after it.
        value: value for the player who moves or, before chance decides, for the player to move.
        distance: plies to the end, the move included.
        best: whether it is one of the best moves; False for chance.
        probability: probability of an outcome of chance; absent for moves.
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
        game, position, kind, value, distance: as in PositionValue.
        moves: every move or chance outcome, best first; the value is the greatest of the moves, or the mean over chance.
        line: the moves if both players choose the first best move, until chance decides or a position repeats.
    """

    game: str
    position: str
    kind: str
    value: Fraction
    distance: int | None
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...]


@frozen
class SampleMove:
    """A move of a play at random.

    Attributes:
        position: position before it.
        mover: first or second; "" in a puzzle, chance where chance decides.
        choices: number of moves, or of outcomes of chance.
        move: the move, or the position that chance leads to.
    """

    position: str
    mover: str
    choices: int
    move: str


@frozen
class SamplePlay:
    """A play at random.

    Attributes:
        moves: its moves.
        end: the last position.
        board: the last position as it is drawn in play, row by row.
        mover: who would be to move there, as in SampleMove.
        outcome: value of the end for that player; None if the play was cut short.
    """

    moves: tuple[SampleMove, ...]
    end: str
    board: tuple[str, ...]
    mover: str
    outcome: Fraction | None


@answer
class Samples(Answer):
    """Plays of a game at random, in which every position was checked.

    Attributes:
        game: name of the game.
        plays: the plays.
    """

    game: str
    plays: tuple[SamplePlay, ...]
