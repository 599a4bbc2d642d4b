"""Accuracy of depth-limited search: for every position and depth, whether its choice keeps the true value.

One recursion over the positions gives all depths: the value at depth d is the best, over the moves, of the values at depth
d - 1. The choice at depth d is every move that leads to the best value at depth d - 1.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe".
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.solvers.minimax.ranked.retrograde import Solution

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Accuracy:
    """Results of searches to the depths 0 to D from the n positions of a solution; row d belongs to depth d.

    Attributes:
        values: int8, shape (D + 1, n): depth-limited value for the player to move; row 0 is the evaluation.
        every: bool, shape (D + 1, n): whether all moves with the greatest depth-limited value keep the true value; true at
            depth 0 and if the game is over.
        some: bool, shape (D + 1, n): whether at least one of these moves does; true at depth 0 and if the game is over.
    """

    values: NDArray[np.int8]
    every: Flags
    some: Flags


def look_ahead_accuracy(game: RankedGame, solution: Solution, evaluation: NDArray[np.int8], depth: int) -> Accuracy:
    """Accuracy of all depths up to `depth`, for every position.

    Args:
        game: game of two players.
        solution: solution of the game.
        evaluation: int8 above -128, shape (n,): evaluation of each position, ends included, for the player to move.
        depth: greatest depth, at least 1.

    Raises:
        InputError: the depth is less than 1.
    """
    if depth < 1:
        raise InputError(f"a depth must be at least 1, not {depth}")
    after = [list(game.after(rank).values()) for rank in solution.ranks.tolist()]
    degrees = np.array([len(ranks) for ranks in after])
    edges = np.searchsorted(solution.ranks, np.array([rank for ranks in after for rank in ranks], np.uint32))
    # for every position with moves: its place, and its first edge
    inner = np.flatnonzero(degrees)
    firsts = (np.cumsum(degrees) - degrees)[inner]
    keeps = -solution.values[edges] == np.repeat(solution.values, degrees)
    values = np.tile(evaluation, (depth + 1, 1))
    every, some = np.ones(values.shape, np.bool_), np.ones(values.shape, np.bool_)
    for d in range(1, depth + 1):
        promised = -values[d - 1, edges]
        values[d, inner] = np.maximum.reduceat(promised, firsts)
        is_chosen = promised == np.repeat(values[d], degrees)
        every[d, inner] = np.logical_and.reduceat(keeps | ~is_chosen, firsts)
        some[d, inner] = np.logical_or.reduceat(keeps & is_chosen, firsts)
    return Accuracy(values, every, some)
