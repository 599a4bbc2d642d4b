"""Where the rate of the heuristic against itself tends: a fit with an interval, a conjecture.

The model is rate = L + a / m^b at order m. Least squares: for every b of a grid the best a, and the best L from 0 to 1.
Deviations from the curve are not noise but the boards' own, and those of neighbouring orders resemble each other. So the interval
of L comes from a bootstrap: blocks of BLOCK successive deviations, drawn at random, are added to the curve for further fits.
It tells how well the orders at hand determine L if the model holds, not whether it holds.

Source: H. R. Künsch, The jackknife and the bootstrap for general stationary observations, Annals of Statistics 17, 1989.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.tables.answers import LEVEL

FIRSTS, LEAST_ORDERS = (12, 16, 20, 24), 12
"""First orders from which curves are fitted, and least number of orders. On smaller boards Cut wins all or nearly all games."""

BLOCK, SAMPLES, SEED = 4, 2000, 1
"""Length of a block of deviations; number of fits, and their seed."""

EXPONENTS = np.geomspace(0.05, 8.0, 160)

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted curve L + a / m^b.

    Attributes:
        limit, scale, exponent: L, a, b.
        spread: root mean square of the deviations.
        low, high: interval of L at the level LEVEL.
        half: a and b of the best curve with L = 1/2.
        half_spread: root mean square of the deviations from that curve.
    """

    limit: float
    scale: float
    exponent: float
    spread: float
    low: float
    high: float
    half: tuple[float, float]
    half_spread: float

    def at(self, order: float) -> float:
        """The fitted rate."""
        return self.limit + self.scale * float(order**-self.exponent)


def fitted(orders: Sequence[int], rates: Sequence[float]) -> Fit:
    """The curve through the rates of successive orders, at least LEAST_ORDERS of them, ascending."""
    at, values = np.array(orders, np.float64), np.array(rates, np.float64)
    (limit,), (scale,), (exponent,), (spread,) = _curves(at, values[None, :], 0.0, 1.0)
    curve = limit + scale * at**-exponent
    deviations = values - curve
    draw = np.random.default_rng(SEED)
    blocks = -(-len(at) // BLOCK)
    begins = draw.integers(0, len(at) - BLOCK + 1, (SAMPLES, blocks, 1))
    drawn = deviations[(begins + np.arange(BLOCK)).reshape(SAMPLES, -1)[:, : len(at)]]
    limits = _curves(at, curve + drawn - drawn.mean(axis=1, keepdims=True), 0.0, 1.0)[0]
    low, high = np.quantile(limits, [(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0]).tolist()
    _, (half_scale,), (half_exponent,), (half_spread,) = _curves(at, values[None, :], 0.5, 0.5)
    return Fit(
        float(limit),
        float(scale),
        float(exponent),
        float(spread),
        low,
        high,
        (float(half_scale), float(half_exponent)),
        float(half_spread),
    )


def _curves(at: Reals, values: Reals, least: float, most: float) -> tuple[Reals, Reals, Reals, Reals]:
    """Limits, scales, exponents and root mean squares of the deviations of the best curves, one per row of values, with limits
    from `least` to `most`."""
    rows = len(values)
    found = np.zeros((4, rows))
    found[3] = np.inf
    mean = values.mean(axis=1)
    for exponent in EXPONENTS:
        power = at**-exponent
        middle = power.mean()
        slope = (values - mean[:, None]) @ (power - middle) / ((power - middle) ** 2).sum()
        limit = np.clip(mean - slope * middle, least, most)
        scale = (values - limit[:, None]) @ power / (power @ power)
        spread = np.sqrt(((values - limit[:, None] - scale[:, None] * power) ** 2).mean(axis=1))
        better = spread < found[3]
        found[:, better] = np.stack([limit, scale, np.full(rows, exponent), spread])[:, better]
    return found[0], found[1], found[2], found[3]
