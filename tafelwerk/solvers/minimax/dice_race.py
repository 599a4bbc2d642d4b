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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from math import comb, isqrt, log2
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.minimax.game import Turn

MOST_POSITIONS = 250_000
"""Pairs of the two players' tokens in a race that is solved whole."""

LONGEST = isqrt(MOST_POSITIONS)
"""Squares or tokens beyond which every race has more positions."""

MOST_SIDES = 100

CHOICE_OPERATIONS, WORD_OPERATIONS, TOKEN_OPERATIONS = 600.0, 40.0, 12.0
"""Work per choice after a roll, and in addition per 64 bits of the numbers compared and per token of a player."""

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


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable:
    """A race solved whole, before every roll.

    Attributes:
        race: which one.
        numerators: by the tokens of the player to roll and of the other, neither home: the chance that the player to roll
            wins, as a numerator over sides ** (sum of all distances).
    """

    race: DiceRace
    numerators: dict[tuple[Tokens, Tokens], int]

    def chance(self, own: Sequence[int], other: Sequence[int]) -> Fraction:
        """The chance that the player to roll wins.

        Args:
            own: tokens of the player to roll, in any order.
            other: the other player's.

        Raises:
            InputError: not so many tokens, a distance off the track, or both players home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not any(mine) and not any(yours):
            raise InputError("one player at most has all tokens home")
        if not any(yours):
            return Fraction(0)
        if not any(mine):
            return Fraction(1)
        return Fraction(self.numerators[mine, yours], self.race.sides ** (sum(mine) + sum(yours)))

    def choices(self, own: Sequence[int], other: Sequence[int], roll: int) -> tuple[Fraction, list[int]]:
        """The chance that the player who has rolled wins, and the tokens to move for it, by their distances.

        Args:
            own: tokens of the player who has rolled, in any order, not all home.
            other: the other player's, not all home.
            roll: 1 to sides.

        Raises:
            InputError: as `chance`; a roll that the die has not; a player is home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not 1 <= roll <= self.race.sides:
            raise InputError(f"a roll is 1 to {self.race.sides}, not {roll}")
        if not any(mine) or not any(yours):
            raise InputError("the race is over: a player has all tokens home")
        chances = {distance: 1 - self.chance(yours, moved(mine, distance, roll)) for distance in movable(mine)}
        best = max(chances.values())
        return best, [distance for distance, chance in chances.items() if chance == best]

    def _tokens(self, tokens: Sequence[int]) -> Tokens:
        """Tokens in order."""
        if len(tokens) != self.race.tokens or not all(0 <= distance <= self.race.length for distance in tokens):
            raise InputError(
                f"a player has {self.race.tokens} tokens at distances of 0 to {self.race.length}, not {tuple(tokens)}"
            )
        return tuple(sorted(tokens, reverse=True))


def race_operations(race: DiceRace) -> float:
    """Estimated work of `solve_race`.

    Raises:
        InputError: the race has more than MOST_POSITIONS positions.
    """
    positions = (comb(race.length + race.tokens, race.tokens) - 1) ** 2
    if positions > MOST_POSITIONS:
        raise InputError(
            f"{race.tokens} tokens over {race.length} squares make {positions:.6g} positions; "
            f"races of up to {MOST_POSITIONS:,} are solved"
        )
    choices = race.sides * (1 + min(race.tokens, race.length)) / 2
    words = race.length * race.tokens * log2(race.sides + 1) / 64
    return positions * choices * (CHOICE_OPERATIONS + WORD_OPERATIONS * words + TOKEN_OPERATIONS * race.tokens)


def solve_race(race: DiceRace) -> RaceTable:
    """Every position of a race, by rising sum of distances.

    All numbers are integers: a chance over sides ** (sum of all distances) is one, since every turn shortens the sum.

    Raises:
        InputError: it has more than MOST_POSITIONS positions.
    """
    race_operations(race)
    sides, longest = race.sides, race.length * race.tokens
    by_sum: list[list[Tokens]] = [[] for _ in range(longest + 1)]
    for tokens in combinations_with_replacement(range(race.length, -1, -1), race.tokens):
        by_sum[sum(tokens)].append(tokens)
    options = {tokens: [_options(tokens, roll) for roll in range(1, sides + 1)] for tokens in chain(*by_sum[1:])}
    powers = [sides**exponent for exponent in range(2 * longest)]
    found: dict[tuple[Tokens, Tokens], int] = {}
    for total in range(2, 2 * longest + 1):
        # over sides ** (total - 1), so that the mean over the rolls is the sum over sides ** total
        sure = powers[total - 1]
        for own_sum in range(max(1, total - longest), min(total, longest + 1)):
            for own, other in product(by_sum[own_sum], by_sum[total - own_sum]):
                numerator = 0
                for after in options[own]:
                    numerator += max(
                        sure - (found[other, tokens] * powers[own_sum - 1 - rest] if rest else 0)
                        for tokens, rest in after
                    )
                found[own, other] = numerator
    return RaceTable(race, found)


def _options(tokens: Tokens, roll: int) -> list[tuple[Tokens, int]]:
    """The tokens after each choice, with their sum of distances."""
    return [(after, sum(after)) for after in (moved(tokens, distance, roll) for distance in movable(tokens))]
