"""Tables whose rows are the payoffs of a two-player game: the players' choices, and whose winning chance a row holds."""

from collections.abc import Sequence
from fractions import Fraction

from tafelwerk.frozen import frozen


@frozen
class Payoffs:
    """A table as a game in strategic form: each player is paid the chance to win, so that both sum to 1.

    Attributes:
        title: title of the game.
        players: the one who chooses the row, and the one who chooses the column.
        rows: column of the table with the first player's strategy.
        columns: the same of the second player.
        chance: column with a winning chance; NAME_num and NAME_den are used if they exist.
        exact: whether these exist.
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
        """Payoffs of both players, from the row's chance: a float as its shortest decimals, or numerator and denominator."""
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
"""The tables of payoffs, by family.table."""
