"""A dice race: backgammon after the tokens have passed each other, small enough to be solved exactly.

Both players have tokens on tracks of their own. A turn is a roll of one fair die and a move of one token of the
player's choice by that number of squares; a token that reaches the end of the track, or would go beyond it, is home.
The first player with all tokens home wins; Max rolls first. A player's tokens are written as their distances to home,
the greatest first, 0 at home. Every turn shortens the sum of the distances. The choice is between bringing a token home
with squares to spare, and wasting no squares.

The value is Max's chance to win: the utility is 1 if Max has won and 0 if Min has.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Kombinatorische Spiele mit
Zufallselementen", where backgammon is shown as a picture.
"""

from dataclasses import dataclass
from math import isqrt

from tafelwerk.errors import InputError, in_quotes

MOST_POSITIONS = 250_000
"""Most positions of a race that is solved: pairs of both players' tokens."""

LONGEST = isqrt(MOST_POSITIONS)
"""Most squares or tokens; with more, every race has more than MOST_POSITIONS positions."""

MOST_SIDES = 100

Tokens = tuple[int, ...]
"""A player's tokens: distances to home, the greatest first."""


@dataclass(frozen=True, slots=True)
class DiceRace:
    """A race; a move is the distance to home of the token that is moved.

    Attributes:
        length: squares from the start to home.
        tokens: tokens per player.
        sides: sides of the die.
    """

    length: int
    tokens: int
    sides: int

    def __post_init__(self) -> None:
        if not (1 <= self.length <= LONGEST and 1 <= self.tokens <= LONGEST):
            raise InputError(
                f"a race must have 1 to {LONGEST} squares and 1 to {LONGEST} tokens, "
                f"not {in_quotes(self.length)} squares and {in_quotes(self.tokens)} tokens"
            )
        if not 1 <= self.sides <= MOST_SIDES:
            raise InputError(f"a die must have 1 to {MOST_SIDES} sides, not {in_quotes(self.sides)}")


def movable(tokens: Tokens) -> list[int]:
    """Distinct distances of the tokens that are not home, the greatest first."""
    return sorted({distance for distance in tokens if distance}, reverse=True)


def move_token(tokens: Tokens, distance: int, roll: int) -> Tokens:
    """The tokens after the one at a distance has moved."""
    after = list(tokens)
    after.remove(distance)
    return tuple(sorted([*after, max(0, distance - roll)], reverse=True))
