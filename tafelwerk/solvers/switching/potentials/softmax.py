"""A heuristic at a temperature: an edge is chosen with a chance in proportion to (drop / greatest drop)^(1/T).

As T tends to 0, the choice is even among the greatest drops; as T tends to infinity, it is even among all edges with a drop.
Edges without a drop are never chosen.

Error of a chance, u = 2^-53. If the error of a ratio r is at most e, with e below r / 2, that of its logarithm is at most d = 2 e
/ r, and its power q = 1 / T changes by a factor of at most exp(q d). Powers are balls, rounded to doubles: 2 u more, or 2^-1074
if they underflow. The sum of m weights and the quotient add m u. So, with D = exp(q d) - 1, the error of a chance c is to first
order at most (D of its own weight + the mean D under the chances + (m + 4) u) c.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.7.
"""

from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules.agents import is_temperature
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

Reals = NDArray[np.float64]


def powers(bases: Reals, temperature: Fraction) -> Reals:
    """bases^(1 / T) for bases from 0 to 1, with relative errors of at most 2^-52, or absolute errors of 2^-1074 on underflow."""
    distinct, places = np.unique(bases, return_inverse=True)
    with ctx.workprec(96):
        exponent = arb(fmpq(temperature.denominator, temperature.numerator))
        found = [float((arb(base) ** exponent).mid()) if base > 0.0 else 0.0 for base in distinct.tolist()]
    result: Reals = np.array(found)[places].reshape(bases.shape)
    return result


def softmax_policy(game: GameGraph, ratios: Reals, errors: Reals, temperature: Fraction) -> Policy:
    """The policy of an agent at a temperature.

    Args:
        game: the game.
        ratios: float64, shape (edges,): drops over the greatest of their position, 0 only for a drop of 0; all 0: evenly.
        errors: float64, shape (edges,): bounds on the absolute errors of the ratios; below half the ratio.
        temperature: T, above 0.

    Raises:
        InputError: T or the ratios are out of range.
    """
    if temperature == 0 or not is_temperature(temperature):
        raise InputError(f"temperature must be above 0, and one that agents play at, not {temperature}")
    if ratios.shape != (game.edges,) or errors.shape != (game.edges,):
        raise InputError("ratios and errors must be one per edge")
    some = ratios > 0
    if not bool((errors[some] < 0.5 * ratios[some]).all()):
        raise InputError("errors must be below half of the ratios")
    is_open = game.payoff == UNDECIDED
    begin, degree = game.offsets[:-1][is_open], np.diff(game.offsets)[is_open]
    weights = powers(ratios, temperature)
    doubt = np.zeros(game.edges)
    doubt[some] = np.expm1(float(1 / temperature) * 2.0001 * errors[some] / ratios[some])
    nothing = np.repeat(np.maximum.reduceat(ratios, begin) == 0, degree)
    weights[nothing] = 1.0
    totals = np.repeat(np.add.reduceat(weights, begin), degree)
    # the greatest ratio is 1 and its weight of 1 is exact; the sum is at least 1
    mean_doubt = np.repeat(np.add.reduceat(weights * doubt, begin), degree) / totals
    chances = weights / totals
    spread = doubt + mean_doubt + (np.repeat(degree, degree) + 4) * UNIT
    return Policy(chances, np.where(some | nothing, 1.0001 * spread * (1.0 + spread) * chances + 1e-300, 0.0))
