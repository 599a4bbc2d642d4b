"""Looking ahead: a game broken off after some moves, where an evaluation stands for what would follow.

An evaluation judges any state from Max's side; ends too, so that it can set a won game above everything else. Its
values need not be utilities: only their order matters.

The horizon effect: what happens just beyond the depth is not seen. Quiescence search goes on where the depth is used up
but the state is not quiet: some move changes its evaluation by more than a swing.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe" and "Der
Horizonteffekt".
"""

from collections.abc import Callable, Sequence
from typing import Generic

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Game, Move, State, Turn, Utility


class Horizon(Generic[State, Move]):
    """A game broken off at a horizon; a state comes with the moves left to look, negative beyond the depth.

    Args:
        game: the game.
        evaluation: what a state promises Max, ends included.
        depth: moves to look ahead everywhere; 0 evaluates the state itself.
        state: where to begin.
        swing: a state is quiet when no move changes its evaluation by more.
        beyond: most moves to look ahead beyond the depth, where the state is not quiet; 0: no quiescence search.

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
            raise InputError(f"a depth is at least 0, not {depth}")
        if beyond < 0:
            raise InputError(f"moves beyond the depth are at least 0, not {beyond}")
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
        """Whether no move changes the evaluation by more than the swing; asked where the game is not over."""
        here = self.evaluation(state)
        afters = (self.game.after(state, move) for move in self.game.moves(state))
        return all(-self.swing <= self.evaluation(after) - here <= self.swing for after in afters)
