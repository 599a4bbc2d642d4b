"""Games over dense ranks with compiled moves: one function lists the successors of a rank.

The solver takes this function as an argument, so the solver is compiled once for all games. The function decodes a rank once and
then makes all its moves.

Source: W. Myrvold and F. Ruskey, Ranking and unranking permutations in linear time, Information Processing Letters 79,
2001 (dense ranks).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.solvers.machine.jit import INTEGER, INTEGERS, first_class

WON, LOST, DRAWN = -1, -2, -3
"""Return values of a moves function if the game is over, for the player to move."""

Words = NDArray[np.int64]
MovesFunction = Callable[[int, Words, Words, int], int]


def ranked_moves(function: MovesFunction) -> MovesFunction:
    """Compile a moves function (rank, successors, labels, variant) -> number of moves.

    The function fills `successors` with ranks and `labels` with the labels of the moves, ascending and below 32. If the game is
    over, it returns WON, LOST or DRAWN instead. Functions that it calls must be kernels.
    """
    moves: MovesFunction = first_class(function, INTEGER, INTEGER, INTEGERS, INTEGERS, INTEGER)
    return moves


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game of two players over ranks with compiled moves.

    Attributes:
        rules: the game in plain Python.
        ranks: number of ranks, which are 0 to ranks - 1, at most 2^31; some may not be positions of the game.
        moves: moves function.
        most_moves: most moves of a position.
        variant: number of the game within a family, for `moves`.
        images: function from a rank to the images under the symmetries of the game, including the rank itself.
    """

    rules: RankedGame
    ranks: int
    moves: MovesFunction
    most_moves: int
    variant: int = 0
    images: Callable[[int], list[int]] = lambda rank: [rank]
