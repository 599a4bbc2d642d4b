"""A heuristic at a temperature: an edge is drawn with a chance in proportion to (drop / greatest drop)^(1/T).

T towards 0 draws evenly among the greatest drops, T towards infinity among all edges with a drop; edges without one are never
drawn.

Error of a chance, u = 2^-53. A ratio r within e of the truth, e below r / 2, has a logarithm within d = 2 e / r, so its power
q = 1 / T is off by a factor of at most exp(q d). Powers are balls, cut to doubles: 2 u more, or 2^-1074 where they underflow. The
sum of m weights and the quotient add m u. So, with D = exp(q d) - 1, a chance c is off by at most (D of its own weight + the
mean D under the chances + (m + 4) u) c to first order.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.7.
"""

from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import is_temperature
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy

Reals = NDArray[np.float64]


def powers(bases: Reals, temperature: Fraction) -> Reals:
    """bases^(1 / T), each within 2^-52 of itself, or within 2^-1074 where it underflows; bases from 0 to 1."""
    distinct, places = np.unique(bases, return_inverse=True)
    with ctx.workprec(96):
        exponent = arb(fmpq(temperature.denominator, temperature.numerator))
        found = [float((arb(base) ** exponent).mid()) if base > 0.0 else 0.0 for base in distinct.tolist()]
    result: Reals = np.array(found)[places].reshape(bases.shape)
    return result


def softmax_policy(game: GameGraph, ratios: Reals, errors: Reals, temperature: Fraction) -> Policy:
    """An agent at a temperature.

    Args:
        game: the game.
        ratios: float64, shape (edges,): drops over the greatest of their position, 0 only where there is no drop; all 0: evenly.
        errors: float64, shape (edges,): bounds on their absolute errors; below half the ratio.
        temperature: T, above 0.

    Raises:
        InputError: T is out of range, or ratios are not such.
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
    # a greatest ratio is 1 and a weight of 1 has no doubt; the sum is at least 1
    mean_doubt = np.repeat(np.add.reduceat(weights * doubt, begin), degree) / totals
    chances = weights / totals
    spread = doubt + mean_doubt + (np.repeat(degree, degree) + 4) * UNIT
    return Policy(chances, np.where(some | nothing, 1.0001 * spread * (1.0 + spread) * chances + 1e-300, 0.0))
