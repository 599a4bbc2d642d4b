"""Games over dense ranks: every position has a number, and one function lists what a number leads to."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn

ENDLESS = 255
"""Distance of a draw that no play ends."""

_REMEMBERED = 8192


@dataclass(frozen=True, slots=True, eq=False)
class RankedGame:
    """A game, or a puzzle, over dense ranks.

    Attributes:
        name: in the tables and on the command line.
        title: for people.
        positions: positions that play from the start reaches.
        start: the rank that play starts from; of a puzzle the goal.
        text: a rank written out.
        rank: the rank of a text; raises InputError where it is no position.
        move_name: a move of a rank by its label, as people write it.
        after: what a rank leads to: ranks by label, labels ascending; empty where the game is over.
        ended: value for the player to move where the game is over: 1, 0, -1; by default who cannot move has lost.
        is_puzzle: one player alone, who can take back every move by a move: what counts is the distance to the start.
        first_to_move: whether the first player is to move, by rank; None where players are not told apart.
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
"""A rank, and who is to move."""


class RankedRules:
    """A game over ranks as a game to search; a move is a label.

    Where a rank does not say who is to move, the player who begins is Max.

    Raises:
        InputError: it is a puzzle.
    """

    def __init__(self, game: RankedGame) -> None:
        if game.is_puzzle:
            raise InputError(f"{game.name}: a puzzle has one player, and this needs a game of two")
        self.game = game
        self.start = self.state(game.start)
        # a state is asked several times in a row
        self._after = lru_cache(maxsize=_REMEMBERED)(game.after)

    def state(self, rank: int) -> RankedState:
        """The state of a rank: where the game does not tell the players apart, Max is to move."""
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
