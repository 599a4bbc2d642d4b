"""Games with less to search: broken off after some moves, or given up after too many states."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, cast

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import ChanceGame, Game, Move, State, Turn, Utility


class Horizon(Generic[State, Move]):
    """A game that is broken off after some moves and judged by an evaluation; a state comes with the moves left to look.

    Args:
        game: the game.
        evaluation: what a state promises Max, ends included.
        depth: moves, at least 1.
        state: where to begin.

    Raises:
        InputError: the depth is less than 1.
    """

    def __init__(
        self, game: Game[State, Move], evaluation: Callable[[State], Utility], depth: int, state: State
    ) -> None:
        if depth < 1:
            raise InputError(f"a depth is at least 1, not {depth}")
        self.game = game
        self.evaluation = evaluation
        self.start = state, depth

    def to_move(self, state: tuple[State, int]) -> Turn:
        return self.game.to_move(state[0])

    def moves(self, state: tuple[State, int]) -> Sequence[Move]:
        return self.game.moves(state[0])

    def after(self, state: tuple[State, int], move: Move) -> tuple[State, int]:
        return self.game.after(state[0], move), state[1] - 1

    def is_over(self, state: tuple[State, int]) -> bool:
        return state[1] == 0 or self.game.is_over(state[0])

    def utility(self, state: tuple[State, int]) -> Utility:
        return self.evaluation(state[0])


class Limited(Generic[State, Move]):
    """A game whose search is given up when it comes to too many states.

    Args:
        game: the game.
        most: states that moves and chance may lead to.

    Attributes:
        met: states that they have led to so far.
    """

    def __init__(self, game: Game[State, Move], most: int) -> None:
        self.start = game.start
        self.to_move = game.to_move
        self.moves = game.moves
        self.is_over = game.is_over
        self.utility = game.utility
        self.most = most
        self.met = 0
        self._game = game

    def after(self, state: State, move: Move) -> State:
        """The state that a move leads to.

        Raises:
            InputError: it is one too many.
        """
        self._count(1)
        return self._game.after(state, move)

    def chances(self, state: State) -> Sequence[tuple[Fraction, State]]:
        """What chance can do, as in the game.

        Raises:
            InputError: there are too many.
        """
        found = cast(ChanceGame[State, Move], self._game).chances(state)
        self._count(len(found))
        return found

    def _count(self, more: int) -> None:
        self.met += more
        if self.met > self.most:
            raise InputError(f"the tree has more than {self.most:,} nodes to search")
