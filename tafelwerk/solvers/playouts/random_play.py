"""Random play: each player's winning chance when both choose their moves at random, in every position of a game.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.4.1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import UNIT, add, divide, multiply_double
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import Edges, GameGraph


@dataclass(frozen=True, slots=True, eq=False)
class RandomPlay:
    """Chances under random play, for the player to move; n positions.

    The chance minus 1/2 is stored, because agents decide by differences of chances near 1/2.

    Attributes:
        win_hi, win_lo: float64, shape (n,): winning chance, minus 1/2, as a pair of doubles.
        loss_hi, loss_lo: float64, shape (n,): the same for the losing chance; the negative of win if no game is drawn.
        error: proven bound on the absolute error of every pair.
    """

    win_hi: NDArray[np.float64]
    win_lo: NDArray[np.float64]
    loss_hi: NDArray[np.float64]
    loss_lo: NDArray[np.float64]
    error: float


def random_play(graph: GameGraph) -> RandomPlay:
    """Chances of both players if every candidate is equally likely.

    With y the chance minus 1/2, y_win(i) is the mean of y_loss over the successors and vice versa, since the weights of a mean
    sum to 1. Let d be the number of edges of a position. Products have errors of 2 u^2, the d - 1 sums in numerator and
    denominator 3.0001 u^2 each, the quotient 15.0001 u^2, all relative to values of at most 1/2. A position's error is therefore
    at most that of its worst successor plus (6.01 d + 11) u^2 / 2. The stored bound uses 7 d + 13, which covers its own rounding.
    Losses by underflow are far below u^2.
    """
    chances = np.empty((4, graph.positions))
    win_hi, win_lo, loss_hi, loss_lo = chances
    drawn = bool((graph.payoff == 0).any())
    error = _random_play_kernel(graph.arrays, drawn, chances, np.empty(graph.positions))
    return RandomPlay(win_hi, win_lo, loss_hi, loss_lo, float(error))


@kernel
def _random_play_kernel(edges: Edges, drawn: bool, chances: NDArray[np.float64], error: NDArray[np.float64]) -> float:
    """Fill chances, float64 (4, n), rows as in RandomPlay, and the error of each position; returns the largest error."""
    win_hi, win_lo, loss_hi, loss_lo = chances[0], chances[1], chances[2], chances[3]
    offsets, successors, payoff = edges.offsets, edges.successors, edges.payoff
    worst = 0.0
    for i in range(payoff.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        if begin == end:
            win_hi[i] = 0.5 if payoff[i] == 1 else -0.5
            loss_hi[i] = 0.5 if payoff[i] == -1 else -0.5
            win_lo[i] = loss_lo[i] = error[i] = 0.0
            continue
        wh, wl, lh, ll, th, tl, e = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for edge in range(begin, end):
            s = successors[edge]
            e = max(e, error[s])
            weight = float(edges.multiplicities[edge])
            th, tl = add(th, tl, weight, 0.0)
            h, low = multiply_double(loss_hi[s], loss_lo[s], weight)
            wh, wl = add(wh, wl, h, low)
            if drawn:
                h, low = multiply_double(win_hi[s], win_lo[s], weight)
                lh, ll = add(lh, ll, h, low)
        win_hi[i], win_lo[i] = divide(wh, wl, th, tl)
        if drawn:
            loss_hi[i], loss_lo[i] = divide(lh, ll, th, tl)
        else:
            loss_hi[i], loss_lo[i] = -win_hi[i], -win_lo[i]
        error[i] = e + (7.0 * (end - begin) + 13.0) * (0.5 * UNIT * UNIT)
        worst = max(worst, error[i])
    return worst
