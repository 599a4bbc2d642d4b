"""Depth-limited search: a game cut off after some moves, with an evaluation in place of further play.

An evaluation judges any state from Max's side, ends included, so that it can place a won game above everything else. Its
values need not be utilities: only their order matters.

The horizon effect: events just beyond the depth are not seen. Quiescence search continues beyond the depth while the state is
not quiet, that is, while some move changes its evaluation by more than a swing.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe" and "Der
Horizonteffekt".
"""

from collections.abc import Callable, Sequence
from typing import Generic

from tafelwerk.errors import InputError
from tafelwerk.rules.game_trees import Game, Move, State, Turn, Utility


class Horizon(Generic[State, Move]):
    """A game cut off at a horizon; a state includes the number of moves left to search, negative beyond the depth.

    Args:
        game: the game.
        evaluation: estimate of a state's value for Max, ends included.
        depth: search depth in moves; 0 evaluates the state itself.
        state: state at which the search begins.
        swing: largest change of the evaluation by a move in a quiet state.
        beyond: most moves beyond the depth while the state is not quiet. Default: 0, no quiescence search.

    Raises:
        InputError: the depth is negative, or `beyond` is negative.
    """

    def __init__(
        self,
        game: Game[State, Move],
        evaluation: Callable[[State], Utility],
        depth: int,
        state: State,
        swing: Utility = 0,
        beyond: int = 0,
    ) -> None:
        if depth < 0:
            raise InputError(f"a depth must be at least 0, not {depth}")
        if beyond < 0:
            raise InputError(f"the moves beyond the depth must be at least 0, not {beyond}")
        self.game, self.evaluation, self.swing, self.beyond = game, evaluation, swing, beyond
        self.start = state, depth

    def to_move(self, state: tuple[State, int]) -> Turn:
        return self.game.to_move(state[0])

    def moves(self, state: tuple[State, int]) -> Sequence[Move]:
        return self.game.moves(state[0])

    def after(self, state: tuple[State, int], move: Move) -> tuple[State, int]:
        return self.game.after(state[0], move), state[1] - 1

    def is_over(self, state: tuple[State, int]) -> bool:
        inner, left = state
        if left <= -self.beyond or self.game.is_over(inner):
            return True
        return left <= 0 and self.is_quiet(inner)

    def utility(self, state: tuple[State, int]) -> Utility:
        return self.evaluation(state[0])

    def is_quiet(self, state: State) -> bool:
        """Whether no move changes the evaluation by more than the swing; asked only while the game is not over."""
        here = self.evaluation(state)
        afters = (self.game.after(state, move) for move in self.game.moves(state))
        return all(-self.swing <= self.evaluation(after) - here <= self.swing for after in afters)
