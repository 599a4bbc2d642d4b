"""Games over dense ranks: every position has a number, its rank, and one function lists the successors of a rank."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tafelwerk.errors import InputError
from tafelwerk.rules.game_trees import Turn

ENDLESS = 255
"""Distance of a drawn position without an end."""

_REMEMBERED = 8192


@dataclass(frozen=True, slots=True, eq=False)
class RankedGame:
    """A game, or a puzzle, over dense ranks.

    Attributes:
        name: name in the tables and on the command line.
        title: name in sentences.
        positions: number of positions that can be reached from the start.
        start: rank of the start; for a puzzle, of the goal.
        text: function from a rank to text.
        rank: function from text to a rank; raises InputError if the text is not a position.
        move_name: function from a rank and a label to the name of the move.
        after: function from a rank to its successors: ranks by label, labels ascending; empty if the game is over.
        ended: value for the player to move when the game is over: 1, 0 or -1. Default: a player who cannot move has lost.
        is_puzzle: whether there is one player, for whom every move has an inverse; the goal is `start`, and the distance counts.
        first_to_move: function from a rank to whether the first player is to move; None if ranks do not tell.
    """

    name: str
    title: str
    positions: int
    start: int
    text: Callable[[int], str]
    rank: Callable[[str], int]
    move_name: Callable[[int, int], str]
    after: Callable[[int], dict[int, int]]
    ended: Callable[[int], int] = lambda rank: -1
    is_puzzle: bool = False
    first_to_move: Callable[[int], bool] | None = None

    def __str__(self) -> str:
        return self.name


RankedState = tuple[int, Turn]
"""A rank, and the player to move."""


class RankedRules:
    """A game over ranks as a game to search; a move is a label.

    If a rank does not say who is to move, the player who begins is Max.

    Raises:
        InputError: the game is a puzzle.
    """

    def __init__(self, game: RankedGame) -> None:
        if game.is_puzzle:
            raise InputError(
                f"{game.name} is a puzzle for one player; a game of two players is needed, such as nim-passes"
            )
        self.game = game
        self.start = self.state(game.start)
        # several methods ask for the successors of one state in a row
        self._after = lru_cache(maxsize=_REMEMBERED)(game.after)

    def state(self, rank: int) -> RankedState:
        """The state of a rank. If the game does not tell the players apart, Max is to move."""
        first = self.game.first_to_move
        return rank, Turn.MAX if first is None or first(rank) else Turn.MIN

    def to_move(self, state: RankedState) -> Turn:
        return state[1]

    def moves(self, state: RankedState) -> list[int]:
        return list(self._after(state[0]))

    def after(self, state: RankedState, label: int) -> RankedState:
        return self._after(state[0])[label], state[1].other

    def is_over(self, state: RankedState) -> bool:
        return not self._after(state[0])

    def utility(self, state: RankedState) -> int:
        value = self.game.ended(state[0])
        return value if state[1] is Turn.MAX else -value
