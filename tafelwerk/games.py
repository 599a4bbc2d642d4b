"""Games of your own: write a class, have the book solve it, ask it by SQL, play it.

    from tafelwerk import open_book
    from tafelwerk.games import LOSS

    class Nim:
        def start(self):
            return 21
        def moves(self, heap):
            return range(1, min(3, heap) + 1)
        def after(self, heap, taken):
            return heap - taken
        def outcome(self, heap):
            return LOSS if heap == 0 else None

    with open_book() as book:
        nim = book.solve(Nim())
        nim.value, nim.distance, nim.moves      of the start: 1, 11, ("1",)
        nim.position(20)                        of any position
        nim.explain(20)                         what every move is worth
        nim.table()                             all positions, a Polars frame

What a game may offer besides, such as chance, symmetry or a single player, is said in `tafelwerk.rules.games.game`.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.rules.games.game import DRAW, LOSS, WIN, Game, Outcome

if TYPE_CHECKING:
    import polars

    from tafelwerk.rules.games.rules import Rules
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.games.answers import Explanation, PositionValue

__all__ = ["DRAW", "LOSS", "WIN", "Game", "Outcome", "Solved"]


class Solved:
    """A solved game in a book; `Book.solve` makes it.

    Attributes:
        name: of the game in the book.
    """

    def __init__(self, book: "Book", rules: "Rules") -> None:
        self._book, self._rules = book, rules
        self.name = rules.name

    @property
    def value(self) -> Fraction:
        """What the start is worth to the player who begins."""
        return self.position().value

    @property
    def distance(self) -> int | None:
        """Plies from the start to the end; None where play need not end, and in games of chance."""
        return self.position().distance

    @property
    def moves(self) -> tuple[str, ...]:
        """All best moves of the start."""
        return self.position().moves

    @property
    def positions(self) -> int:
        """Number of positions, equivalent ones counted once."""
        from tafelwerk.tables.games.look_ups import stored_game

        found = stored_game(self._book, self.name)
        return 0 if found is None else found.positions

    def position(self, position: Any = None) -> "PositionValue":
        """Value, distance and all best moves of a position. Default: the start.

        Raises:
            InputError: the start does not lead to it.
        """
        from tafelwerk.tables.games.explaining import position_value

        return position_value(self._book, self._rules, self._rules.start() if position is None else position)

    def explain(self, position: Any = None) -> "Explanation":
        """What every move of a position is worth, best first, and a line of best play. Default: the start.

        Raises:
            InputError: the start does not lead to it.
        """
        from tafelwerk.tables.games.explaining import explanation

        return explanation(self._book, self._rules, self._rules.start() if position is None else position)

    def table(self) -> "polars.DataFrame":
        """The stored positions: columns as of games.positions, without the game's name."""
        from tafelwerk.tables.builds import text

        return self._book.sql(
            f"SELECT * EXCLUDE (game) FROM games.positions WHERE game = {text(self.name)} ORDER BY position"
        )

    def __repr__(self) -> str:
        found = self.position()
        plies = "" if found.distance is None else f" in {found.distance} plies"
        return f"<{self.name}: {self.positions:,} positions; the start is worth {found.value}{plies}>"
