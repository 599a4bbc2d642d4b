"""The solver of dice races: chance to win of the player to roll, for every position.

The rules are in `families.minimax.rules.dice_race`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product
from math import comb, log2

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.dice_race import MOST_POSITIONS, DiceRace, Tokens, movable, move_token

CHOICE_OPERATIONS, WORD_OPERATIONS, TOKEN_OPERATIONS = 600.0, 40.0, 12.0
"""Work per choice after a roll; additional work per 64 bits of the numbers compared, and per token of a player."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceTable:
    """A solved race: every position before a roll.

    Attributes:
        race: the race.
        numerators: by the tokens of the player to roll and of the opponent, neither home: the chance that the player to roll
            wins, as a numerator over sides ** (sum of all distances).
    """

    race: DiceRace
    numerators: dict[tuple[Tokens, Tokens], int]

    def chance(self, own: Sequence[int], other: Sequence[int]) -> Fraction:
        """The chance that the player to roll wins.

        Args:
            own: tokens of the player to roll, in any order.
            other: tokens of the opponent.

        Raises:
            InputError: the number of tokens is wrong, a distance is off the track, or both players are home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not any(mine) and not any(yours):
            raise InputError("both players have all tokens home; at most one player can")
        if not any(yours):
            return Fraction(0)
        if not any(mine):
            return Fraction(1)
        return Fraction(self.numerators[mine, yours], self.race.sides ** (sum(mine) + sum(yours)))

    def choices(self, own: Sequence[int], other: Sequence[int], roll: int) -> tuple[Fraction, list[int]]:
        """The chance that the player who has rolled wins, and the best tokens to move, by their distances.

        Args:
            own: tokens of the player who has rolled, in any order, not all home.
            other: tokens of the opponent, not all home.
            roll: the roll, 1 to sides.

        Raises:
            InputError: as `chance`; or the die has no such roll; or a player is home.
        """
        mine, yours = self._tokens(own), self._tokens(other)
        if not 1 <= roll <= self.race.sides:
            raise InputError(f"a roll must be 1 to {self.race.sides}, not {roll}")
        if not any(mine) or not any(yours):
            raise InputError("the race is over: a player has all tokens home")
        chances = {distance: 1 - self.chance(yours, move_token(mine, distance, roll)) for distance in movable(mine)}
        best = max(chances.values())
        return best, [distance for distance, chance in chances.items() if chance == best]

    def _tokens(self, tokens: Sequence[int]) -> Tokens:
        """The tokens, sorted and checked."""
        if len(tokens) != self.race.tokens or not all(0 <= distance <= self.race.length for distance in tokens):
            raise InputError(
                f"a player must have {self.race.tokens} tokens at distances 0 to {self.race.length}, not {tuple(tokens)}"
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
            f"{race.tokens} tokens over {race.length} squares make {Decimal(positions):.6g} positions; "
            f"races of up to {MOST_POSITIONS:,} positions are solved; choose fewer tokens or squares"
        )
    choices = race.sides * (1 + min(race.tokens, race.length)) / 2
    words = race.length * race.tokens * log2(race.sides + 1) / 64
    return positions * choices * (CHOICE_OPERATIONS + WORD_OPERATIONS * words + TOKEN_OPERATIONS * race.tokens)


def solve_race(race: DiceRace) -> RaceTable:
    """The table of a race, solved by rising sum of distances.

    All numbers are integers: a chance times sides ** (sum of all distances) is an integer, since every turn shortens the sum.

    Raises:
        InputError: the race has more than MOST_POSITIONS positions.
    """
    race_operations(race)
    sides, longest = race.sides, race.length * race.tokens
    by_sum: list[list[Tokens]] = [[] for _ in range(longest + 1)]
    for tokens in combinations_with_replacement(range(race.length, -1, -1), race.tokens):
        by_sum[sum(tokens)].append(tokens)
    options = {tokens: [_options(tokens, roll) for roll in range(1, sides + 1)] for tokens in chain(*by_sum[1:])}
    powers = [sides**exponent for exponent in range(2 * longest)]
    values: dict[tuple[Tokens, Tokens], int] = {}
    for total in range(2, 2 * longest + 1):
        # over sides ** (total - 1), so that the mean over the rolls is the sum over sides ** total
        sure = powers[total - 1]
        for own_sum in range(max(1, total - longest), min(total, longest + 1)):
            for own, other in product(by_sum[own_sum], by_sum[total - own_sum]):
                numerator = 0
                for after in options[own]:
                    numerator += max(
                        sure - (values[other, tokens] * powers[own_sum - 1 - remaining] if remaining else 0)
                        for tokens, remaining in after
                    )
                values[own, other] = numerator
    return RaceTable(race, values)


def _options(tokens: Tokens, roll: int) -> list[tuple[Tokens, int]]:
    """The tokens after each choice, each with its sum of distances."""
    return [(after, sum(after)) for after in (move_token(tokens, distance, roll) for distance in movable(tokens))]
