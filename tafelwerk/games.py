"""Games of your own: write a class, let the book solve it, query it in SQL, play it.

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
        nim.explain(20)                         value of every move
        nim.table()                             all positions, a Polars frame

Optional methods, such as chance, symmetry or a single player, are described in `tafelwerk.families.games.rules`.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.rules.game_trees import DRAW, LOSS, WIN, Game, Outcome

if TYPE_CHECKING:
    import polars

    from tafelwerk.families.games.questions import Explanation, PositionValue
    from tafelwerk.families.games.rules import Rules
    from tafelwerk.tables.book import Book

__all__ = ["DRAW", "LOSS", "WIN", "Game", "Outcome", "Solved"]


class Solved:
    """A solved game in a book; `Book.solve` makes it.

    Attributes:
        name: name of the game in the book.
    """

    def __init__(self, book: "Book", rules: "Rules") -> None:
        self._book, self._rules = book, rules
        self.name = rules.name

    @property
    def value(self) -> Fraction:
        """Value of the start for the player who begins."""
        return self.position().value

    @property
    def distance(self) -> int | None:
        """Plies from the start to the end; None if play need not end, and in games of chance."""
        return self.position().distance

    @property
    def moves(self) -> tuple[str, ...]:
        """All best moves of the start."""
        return self.position().moves

    @property
    def positions(self) -> int:
        """Number of positions, equivalent ones counted once."""
        from tafelwerk.families.games.stored_games import stored_game

        game = stored_game(self._book, self.name)
        return 0 if game is None else game.positions

    def position(self, position: Any = None) -> "PositionValue":
        """Value, distance and all best moves of a position. Default: the start.

        Raises:
            InputError: the start does not lead to the position.
        """
        from tafelwerk.families.games.questions import position_value

        return position_value(self._book, self._rules, self._rules.start() if position is None else position)

    def explain(self, position: Any = None) -> "Explanation":
        """The value of every move of a position, best first, and a line of best play. Default: the start.

        Raises:
            InputError: the start does not lead to the position.
        """
        from tafelwerk.families.games.questions import explain_position

        return explain_position(self._book, self._rules, self._rules.start() if position is None else position)

    def table(self) -> "polars.DataFrame":
        """The stored positions: the columns of games.positions, without the game's name."""
        from tafelwerk.tables.metadata import text

        return self._book.sql(
            f"SELECT * EXCLUDE (game) FROM games.positions WHERE game = {text(self.name)} ORDER BY position"
        )

    def __repr__(self) -> str:
        start = self.position()
        plies = "" if start.distance is None else f" in {start.distance} plies"
        return f"<{self.name}: {self.positions:,} positions; the start is worth {start.value}{plies}>"
