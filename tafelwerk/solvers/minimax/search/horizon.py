"""How good looking ahead is: for every position and depth, whether the choice of a depth-limited search keeps the true
value.

All depths are solved by one recursion over the game graph: the value to depth d is the best over the moves of the
values to depth d - 1. The choice to depth d is every move that leads to the best value to depth d - 1.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe".
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_values

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class LookAhead:
    """Looking ahead 1 to D moves from n positions; row d - 1 belongs to depth d.

    Attributes:
        values: int8, shape (D, n): the depth-limited value for the player to move.
        every: bool, shape (D, n): whether all moves of greatest depth-limited value keep the true value; true where the
            game is over.
        some: bool, shape (D, n): whether one of them does; true where the game is over.
    """

    values: NDArray[np.int8]
    every: Flags
    some: Flags


def look_ahead_quality(graph: GameGraph, evaluation: NDArray[np.int8], depth: int) -> LookAhead:
    """Every depth from 1 to `depth`, every position.

    Args:
        graph: the game.
        evaluation: int8, shape (positions,): what each position, ends too, promises the player to move; more than -128.
        depth: the greatest.

    Raises:
        InputError: the depth is less than 1, or there is not an evaluation a position, or one is -128.
    """
    if depth < 1:
        raise InputError(f"a depth is at least 1, not {depth}")
    if evaluation.shape != (graph.positions,) or evaluation.dtype != np.int8 or (evaluation == -128).any():
        raise InputError(f"an evaluation is an int8 above -128 for each of {graph.positions} positions")
    values = np.empty((depth + 1, graph.positions), np.int8)
    values[0] = evaluation
    every, some = np.ones((depth, graph.positions), np.bool_), np.ones((depth, graph.positions), np.bool_)
    _look_ahead_kernel(graph.offsets, graph.successors, perfect_values(graph), values, every, some)
    return LookAhead(values[1:], every, some)


@kernel
def _look_ahead_kernel(
    offsets: NDArray[np.int64], successors: NDArray[np.int32], truth: NDArray[np.int8], values: NDArray[np.int8],
    every: Flags, some: Flags,
) -> None:  # fmt: skip
    """Fill all rows of values but the first, and every and some."""
    for depth in range(1, values.shape[0]):
        for position in range(offsets.shape[0] - 1):
            first, last = offsets[position], offsets[position + 1]
            if first == last:
                values[depth, position] = values[0, position]
                continue
            best = -values[depth - 1, successors[first]]
            for edge in range(first + 1, last):
                best = max(best, -values[depth - 1, successors[edge]])
            values[depth, position] = best
            all_keep, one_keeps = True, False
            for edge in range(first, last):
                if -values[depth - 1, successors[edge]] == best:
                    if -truth[successors[edge]] == truth[position]:
                        one_keeps = True
                    else:
                        all_keep = False
            every[depth - 1, position] = all_keep
            some[depth - 1, position] = one_keeps
