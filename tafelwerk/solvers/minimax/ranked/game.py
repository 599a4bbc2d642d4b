"""Games over dense ranks: every position has a number, and one function lists what a number leads to.

A game is a function from a rank to its successors' ranks and the labels of the moves, handed to the solvers as a
first-class function, so that a solver is compiled once for all games. It decodes the rank once and then makes all moves.

Source: W. Myrvold and F. Ruskey, Ranking and unranking permutations in linear time, Information Processing Letters 79,
2001 (dense ranks); K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986 (value and distance).
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from tafelwerk.rules.minimax.ranked import RankedGame
from tafelwerk.solvers.machine.jit import INTERPRETED, FirstClass

WON, LOST, DRAWN = -1, -2, -3
"""What a moves function returns where the game is over, from the side of the player to move."""

MOST_LABELS = 32
"""Labels of moves are below."""

Words = NDArray[np.int64]
MovesFunction = Callable[[int, Words, Words, Words], int]

SIGNATURE = types.int64(types.int64, types.int64[::1], types.int64[::1], types.int64[::1])


class RankedMoves:
    """A moves function, plain when called from Python and compiled when handed to a kernel; compiled on first use."""

    def __init__(self, function: MovesFunction) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        cells = getattr(function, "__closure__", None) or ()
        # compiled functions are found by their names: those of one place must differ, in other processes' caches too
        function.__qualname__ = "_".join([function.__qualname__, *(str(cell.cell_contents) for cell in cells)])

    def __call__(self, rank: int, successors: Words, labels: Words, scratch: Words) -> int:
        """The compiled function, from Python."""
        return int(self._handed.compiled(rank, successors, labels, scratch))

    @cached_property
    def _handed(self) -> FirstClass:
        return FirstClass(self.function, SIGNATURE)

    @property
    def first_class(self) -> Any:
        """What a kernel is handed."""
        return self.function if INTERPRETED else self._handed


def ranked_moves(function: MovesFunction) -> RankedMoves:
    """Make a moves function of a plain one: (rank, successors, labels, scratch) -> how many moves there are.

    It fills successors with ranks and labels with the moves' numbers, ascending and below MOST_LABELS; where the game is
    over it returns WON, LOST or DRAWN instead. What it calls must be kernels.
    """
    return RankedMoves(function)


def _no_images(rank: int) -> list[int]:
    return [rank]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CompiledGame(RankedGame):
    """A game over ranks whose moves are compiled.

    Attributes:
        ranks: ranks are 0 to ranks - 1; some may be no positions of the game.
        moves: what a rank leads to.
        most_moves: moves of a position at most.
        scratch: words that `moves` may scribble on.
        images: ranks that symmetries of the game take a rank to, itself among them.
    """

    ranks: int
    moves: RankedMoves
    most_moves: int
    scratch: int = 0
    images: Callable[[int], list[int]] = _no_images

    def successors(self, rank: int) -> dict[int, int]:
        """What a position leads to: ranks by label; empty where the game is over."""
        found, labels = np.zeros(self.most_moves, np.int64), np.zeros(self.most_moves, np.int64)
        count = self.moves(rank, found, labels, np.zeros(max(1, self.scratch), np.int64))
        return dict(zip(labels[: max(0, count)].tolist(), found[: max(0, count)].tolist(), strict=True))

    def outcome(self, rank: int) -> int | None:
        """WON, LOST or DRAWN for the player to move where the game is over; else None."""
        found, labels = np.zeros(self.most_moves, np.int64), np.zeros(self.most_moves, np.int64)
        count = self.moves(rank, found, labels, np.zeros(max(1, self.scratch), np.int64))
        return count if count < 0 else None


def compiled(
    game: RankedGame,
    ranks: int,
    moves: RankedMoves,
    most_moves: int,
    scratch: int = 0,
    images: Callable[[int], list[int]] = _no_images,
) -> CompiledGame:
    """A game by its rules, with its moves as a kernel; parameters as the attributes of `CompiledGame`."""
    own = {one.name: getattr(game, one.name) for one in fields(RankedGame)}
    return CompiledGame(**own, ranks=ranks, moves=moves, most_moves=most_moves, scratch=scratch, images=images)
