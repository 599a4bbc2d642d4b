"""Accuracy of depth-limited search: for every position and depth, whether its choice keeps the true value.

All depths are solved by one recursion over the positions: the value to depth d is the best over the moves of the values to
depth d - 1. The choice to depth d is every move that leads to the best value to depth d - 1.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe".
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.ranked import RankedGame
from tafelwerk.solvers.minimax.ranked.retrograde import Solution

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Accuracy:
    """Looking ahead 0 to D moves from the n positions of a solution; row d belongs to depth d.

    Attributes:
        values: int8, shape (D + 1, n): the depth-limited value for the player to move; row 0 is the evaluation.
        every: bool, shape (D + 1, n): whether all moves of greatest depth-limited value keep the true value; true at
            depth 0 and where the game is over.
        some: bool, shape (D + 1, n): whether one of them does; true at depth 0 and where the game is over.
    """

    values: NDArray[np.int8]
    every: Flags
    some: Flags


def look_ahead_accuracy(game: RankedGame, solution: Solution, evaluation: NDArray[np.int8], depth: int) -> Accuracy:
    """Every depth up to `depth`, every position.

    Args:
        game: of two players.
        solution: the game solved.
        evaluation: int8 above -128, shape (n,): what each position, ends too, promises the player to move.
        depth: greatest depth, at least 1.

    Raises:
        InputError: the depth is less than 1.
    """
    if depth < 1:
        raise InputError(f"a depth is at least 1, not {depth}")
    after = [list(game.after(rank).values()) for rank in solution.ranks.tolist()]
    degrees = np.array([len(ranks) for ranks in after])
    edges = np.searchsorted(solution.ranks, np.array([rank for ranks in after for rank in ranks], np.uint32))
    # of every position with moves: its place and its first edge
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
