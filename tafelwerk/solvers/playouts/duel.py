"""A duel of two agents on a game graph: chances of winning and of losing from every position, with a proven bound.

Backward induction: with f the mover's chances, the mover wins with chance W = sum f_e L_e, where L_e is the chance that the
opponent, to move at the end of edge e, loses. Wins and losses have separate recursions, so both keep their relative accuracy
near 0; their sum is less than 1 by the chance of a draw.

Error. Let F, L be true, f, V computed, |F - f| <= e, |L - V| <= d. Since the F sum to 1, for any number r

    W - (r + sum f (V - r)) = sum F (L - V) + sum (F - f)(V - r),

so the error is at most sum (f + e) d + sum e |V - r| besides rounding; with r near the mean only the spread of the successors
counts. The rounding of the products and their sum is at most (degree + 2) u sum f |V - r|; that of the last addition is known
exactly. The bound is raised by a factor 1 + 1e-10 at every position, far more than its own rounding.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.1 (the recursion; the
bounds are this project's).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT, two_sum
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.graph import Edges, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Agent a against agent b from every position; row 0: a to move, row 1: b to move.

    Attributes:
        win: float64 (2, n), chance that the player to move wins.
        loss: float64 (2, n), chance that the player to move loses.
        error: float64 (2, n), proven bound on the absolute error of win and of loss.
    """

    win: NDArray[np.float64]
    loss: NDArray[np.float64]
    error: NDArray[np.float64]


@kernel
def mean_kernel(
    chances: Reals,
    errors: Reals,
    successors: NDArray[np.int32],
    begin: int,
    end: int,
    wins: Reals,
    losses: Reals,
    bounds: Reals,
) -> tuple[float, float, float]:
    """Means of the successors' losses and wins under the edges' chances, and a bound on the errors of both."""
    win, loss = 0.0, 0.0
    for e in range(begin, end):
        s = successors[e]
        win += chances[e] * losses[s]
        loss += chances[e] * wins[s]
    win_shift, loss_shift, win_spread, loss_spread, win_doubt, loss_doubt, inherited = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for e in range(begin, end):
        s, f, doubt = successors[e], chances[e], errors[e]
        win_off, loss_off = losses[s] - win, wins[s] - loss
        win_shift += f * win_off
        loss_shift += f * loss_off
        win_spread += f * abs(win_off)
        loss_spread += f * abs(loss_off)
        win_doubt += doubt * abs(win_off)
        loss_doubt += doubt * abs(loss_off)
        inherited += (f + doubt) * bounds[s]
    win, win_low = two_sum(win, win_shift)
    loss, loss_low = two_sum(loss, loss_shift)
    rounding = (end - begin + 2) * UNIT
    error = inherited + max(
        win_doubt + rounding * win_spread + abs(win_low), loss_doubt + rounding * loss_spread + abs(loss_low)
    )
    return min(1.0, max(0.0, win)), min(1.0, max(0.0, loss)), min(1.0, error * (1.0 + 1e-10))


@kernel
def duel_kernel(
    edges: Edges,
    chances_a: Reals,
    errors_a: Reals,
    chances_b: Reals,
    errors_b: Reals,
    win: Reals,
    loss: Reals,
    error: Reals,
) -> None:
    """Fill win, loss and error, float64 (2, n), in topological order."""
    offsets, successors, payoff = edges.offsets, edges.successors, edges.payoff
    for i in range(payoff.shape[0]):
        begin, end = offsets[i], offsets[i + 1]
        if begin == end:
            for row in range(2):
                win[row, i] = 1.0 if payoff[i] == 1 else 0.0
                loss[row, i] = 1.0 if payoff[i] == -1 else 0.0
                error[row, i] = 0.0
            continue
        for row in range(2):
            chances, errors = (chances_a, errors_a) if row == 0 else (chances_b, errors_b)
            win[row, i], loss[row, i], error[row, i] = mean_kernel(
                chances, errors, successors, begin, end, win[1 - row], loss[1 - row], error[1 - row]
            )


def duel(graph: GameGraph, a: Policy, b: Policy) -> Duel:
    """The duel of agents a and b from every position of the graph.

    Raises:
        InputError: a policy does not belong to the graph.
    """
    for name, policy in (("a", a), ("b", b)):
        if policy.chances.shape != (graph.edges,) or policy.errors.shape != (graph.edges,):
            raise InputError(
                f"policy {name} must have a chance for each of the {graph.edges} edges, not {policy.chances.shape}"
            )
    win, loss, error = (np.empty((2, graph.positions)) for _ in range(3))
    duel_kernel(graph.arrays, a.chances, a.errors, b.chances, b.errors, win, loss, error)
    return Duel(win, loss, error)
