"""A dice race: what is left of backgammon when the tokens have passed each other, small enough to be solved exactly.

Both players have tokens on tracks of their own. A turn is a roll of one fair die and a move of one token of the
player's choice by as many squares; a token that comes to the end of the track, or beyond, is home. Who has all tokens
home first wins; Max rolls first. A player's tokens are written as their distances to home, the greatest first, 0 at
home. So every turn brings somebody nearer, and the choice is between getting a token home, with squares of the roll to
spare, and wasting none.

The value is Max's chance of winning: the utility is 1 where Max has won and 0 where Min has.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Kombinatorische Spiele mit
Zufallselementen", where backgammon is shown as a picture.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.game import Turn

MOST_POSITIONS = 250_000
"""Pairs of the two players' tokens in a race that is solved whole."""

LONGEST = isqrt(MOST_POSITIONS)
"""Squares or tokens beyond which every race has more positions."""

MOST_SIDES = 100

Tokens = tuple[int, ...]
"""A player's tokens: distances to home, the greatest first."""


class RaceState(NamedTuple):
    """Whose turn it is, what was rolled (0 before the roll), and the tokens of both."""

    player: Turn
    roll: int
    of_max: Tokens
    of_min: Tokens


@dataclass(frozen=True, slots=True)
class DiceRace:
    """The race as a game with chance nodes; a move is the distance to home of the token that is moved.

    Attributes:
        length: squares from the start to home.
        tokens: of each player.
        sides: of the die.
    """

    length: int
    tokens: int
    sides: int

    def __post_init__(self) -> None:
        if not (1 <= self.length <= LONGEST and 1 <= self.tokens <= LONGEST):
            raise InputError(
                f"a race has tracks of 1 to {LONGEST} squares and 1 to {LONGEST} tokens, "
                f"not {quoted(self.length)} and {quoted(self.tokens)}"
            )
        if not 1 <= self.sides <= MOST_SIDES:
            raise InputError(f"a die has 1 to {MOST_SIDES} sides, not {quoted(self.sides)}")

    @property
    def start(self) -> RaceState:
        """All tokens at the start, Max to roll."""
        return RaceState(Turn.MAX, 0, (self.length,) * self.tokens, (self.length,) * self.tokens)

    def to_move(self, state: RaceState) -> Turn:
        """Chance before the roll."""
        return state.player if state.roll else Turn.CHANCE

    def chances(self, state: RaceState) -> list[tuple[Fraction, RaceState]]:
        """The rolls."""
        return [(Fraction(1, self.sides), state._replace(roll=roll)) for roll in range(1, self.sides + 1)]

    def moves(self, state: RaceState) -> list[int]:
        """Distances of the player's tokens that are not home, each once, the greatest first."""
        return movable(state.of_max if state.player is Turn.MAX else state.of_min)

    def after(self, state: RaceState, distance: int) -> RaceState:
        """The token at that distance moved, the other player to roll."""
        if state.player is Turn.MAX:
            return RaceState(Turn.MIN, 0, moved(state.of_max, distance, state.roll), state.of_min)
        return RaceState(Turn.MAX, 0, state.of_max, moved(state.of_min, distance, state.roll))

    def is_over(self, state: RaceState) -> bool:
        """Whether a player has all tokens home."""
        return not any(state.of_max) or not any(state.of_min)

    def utility(self, state: RaceState) -> int:
        """1 where Max has won, 0 where Min has."""
        return 0 if any(state.of_max) else 1


def movable(tokens: Tokens) -> list[int]:
    """Distances of the tokens that are not home, each once, the greatest first."""
    return sorted({distance for distance in tokens if distance}, reverse=True)


def moved(tokens: Tokens, distance: int, roll: int) -> Tokens:
    """The tokens after the one at a distance has moved."""
    rest = list(tokens)
    rest.remove(distance)
    return tuple(sorted([*rest, max(0, distance - roll)], reverse=True))
