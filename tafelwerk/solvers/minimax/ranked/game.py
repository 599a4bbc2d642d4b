"""Games over dense ranks with their moves compiled: one function lists what a rank leads to.

The solver takes that function as an argument, so it is compiled once for all games. The function decodes a rank once and
then makes all its moves.

Source: W. Myrvold and F. Ruskey, Ranking and unranking permutations in linear time, Information Processing Letters 79,
2001 (dense ranks).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.minimax.ranked import RankedGame
from tafelwerk.solvers.machine.first_class import INTEGER, INTEGERS, first_class

WON, LOST, DRAWN = -1, -2, -3
"""What a moves function returns where the game is over, for the player to move."""

Words = NDArray[np.int64]
MovesFunction = Callable[[int, Words, Words, int], int]


def ranked_moves(function: MovesFunction) -> MovesFunction:
    """Make a moves function of a plain one: (rank, successors, labels, variant) -> number of moves.

    It fills `successors` with ranks and `labels` with the labels of the moves, ascending and below 32. Where the game is
    over it returns WON, LOST or DRAWN instead. What it calls must be kernels.
    """
    moves: MovesFunction = first_class(function, INTEGER, INTEGER, INTEGERS, INTEGERS, INTEGER)
    return moves


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game of two players over ranks whose moves are compiled.

    Attributes:
        rules: the game in plain Python.
        ranks: ranks are 0 to ranks - 1, below 2^31; some may be no positions of the game.
        moves: what a rank leads to.
        most_moves: most moves of a position.
        variant: which game of a family, for `moves`.
        images: ranks that symmetries of the game take a rank to, itself among them.
    """

    rules: RankedGame
    ranks: int
    moves: MovesFunction
    most_moves: int
    variant: int = 0
    images: Callable[[int], list[int]] = lambda rank: [rank]
