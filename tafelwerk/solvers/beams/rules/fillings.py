"""Fillings of the board: each colour on as many fields as a piece has, connected or not; the best one for a set of codes.

A game may end by laying a filling, which costs its wrong fields. The best filling of a set is a minimum-cost assignment of fields
to colours, found field by field along shortest augmenting paths: cheapest chains of fields that change colour (J. Edmonds and
R. M. Karp, Theoretical improvements in algorithmic efficiency for network flow problems, 1972).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

_NONE = 1 << 60
"""Cost of a step that no field can take."""


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """A filling for a set of codes.

    Attributes:
        colours: int64, shape (fields,): colour per field, from 0.
        wrong: wrong fields, summed over the codes.
    """

    colours: NDArray[np.int64]
    wrong: int


def best_filling(right: NDArray[np.int64], size: int, codes: int) -> Filling:
    """Filling with the fewest wrong fields, summed over some codes.

    Args:
        right: int64, shape (colours, fields): number of codes that have a colour on a field.
        size: fields per colour.
        codes: number of codes.
    """
    colours = np.zeros(right.shape[1], np.int64)
    scratch = np.zeros((4, len(right)), np.int64)
    wrong = filling_kernel(codes - right, size, colours, np.zeros((len(right), len(right), 2), np.int64), scratch)
    return Filling(colours, int(wrong))


@kernel
def filling_kernel(
    wrong: NDArray[np.int64],
    size: int,
    colour_of: NDArray[np.int64],
    steps: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Give each colour `size` fields at the least cost, field by field, along cheapest chains of colour changes.

    Args:
        wrong: (colours, fields): number of codes that have another colour on a field.
        size: fields per colour.
        colour_of: (fields,): filled with the colours.
        steps: scratch, (colours, colours, 2): least cost to change a field from one colour to another, and that field.
        scratch: (4, colours): fields per colour; cost of the cheapest chain to a colour, the colour before it, the field that
            changes.

    Returns:
        The cost.
    """
    colours = wrong.shape[0]
    number, cost, before, changed = scratch[0], scratch[1], scratch[2], scratch[3]
    number[:] = 0
    for field in range(wrong.shape[1]):
        for one in range(colours):
            for other in range(colours):
                steps[one, other, 0] = _NONE
        for old in range(field):
            one = colour_of[old]
            for other in range(colours):
                step = wrong[other, old] - wrong[one, old]
                if step < steps[one, other, 0]:
                    steps[one, other, 0], steps[one, other, 1] = step, old
        for colour in range(colours):
            cost[colour], before[colour], changed[colour] = wrong[colour, field], -1, field
        for _ in range(colours):
            for one in range(colours):
                for other in range(colours):
                    if steps[one, other, 0] < _NONE and cost[one] + steps[one, other, 0] < cost[other]:
                        cost[other], before[other] = cost[one] + steps[one, other, 0], one
                        changed[other] = steps[one, other, 1]
        last = -1
        for colour in range(colours):
            if number[colour] < size and (last < 0 or cost[colour] < cost[last]):
                last = colour
        number[last] += 1
        while last >= 0:
            colour_of[changed[last]] = last
            last = before[last]
    total = 0
    for field in range(wrong.shape[1]):
        total += wrong[colour_of[field], field]
    return total


@kernel
def least_filling(
    wrong: NDArray[np.int64],
    size: int,
    limit: int,
    colour_of: NDArray[np.int64],
    steps: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Cost of `filling_kernel` if it is below the limit, otherwise a number >= the limit. The sum of the best colours of single
    fields, a lower bound, often decides."""
    bound: int = 0
    for field in range(wrong.shape[1]):
        least = wrong[0, field]
        for colour in range(1, wrong.shape[0]):
            least = min(least, wrong[colour, field])
        bound += least
    return bound if bound >= limit else filling_kernel(wrong, size, colour_of, steps, scratch)
