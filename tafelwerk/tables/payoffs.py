"""Tables whose rows are the payoffs of a game of two: who chooses what, and whose chance to win a row holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Payoffs:
    """A table as a game in strategic form: each player is paid the chance to win, so that both sum to 1.

    Attributes:
        title: of the game.
        players: the one who chooses the row, and the one who chooses the column.
        rows: column of the table with the first player's strategy.
        columns: the same of the second player.
        chance: column with a chance to win; with NAME_num and NAME_den beside it, it is taken from these.
        exact: whether these are there.
        of_second: whether it is the second player's chance.
    """

    title: str
    players: tuple[str, str]
    rows: str
    columns: str
    chance: str
    exact: bool = False
    of_second: bool = False

    def pair(self, values: Sequence[object]) -> tuple[Fraction, Fraction]:
        """What both players are paid, from the row's chance: a float as its shortest decimals, or numerator and denominator."""
        chance = Fraction(int(str(values[0])), int(str(values[1]))) if self.exact else Fraction(repr(values[0]))
        return (1 - chance, chance) if self.of_second else (chance, 1 - chance)


PAYOFFS = {
    "switching.pairings": Payoffs(
        "Switching game: chances to win", ("Cut", "Short"), "cut", "short", "chance", of_second=True
    ),
    "montecarlo.agent_duels": Payoffs(
        "Subtraction game: chances to win", ("First", "Second"), "first", "second", "chance", exact=True
    ),
}
"""The tables that are games, by family.table."""
