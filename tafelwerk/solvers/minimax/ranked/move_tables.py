"""Puzzles whose ranks are products of coordinates that moves change one by one: a table a coordinate instead of a function.

A burnt-pancake stack is an order and a row of sides; a flip changes the order as it would without sides, and the sides whatever
the order. So two small tables say what each of ten million positions leads to: look up, add.

Source: coordinates and their move tables are those of computer cubing, H. Kociemba, The two-phase algorithm, 1992.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel

Numbers = NDArray[np.int32]

MOST_RANKS = 2**31 - 1


@dataclass(frozen=True, slots=True, eq=False)
class MoveTables:
    """What moves do to two coordinates; the rank of (h, l) is h low_size + l.

    Attributes:
        high: int32, shape (high size, moves): low_size times the new high coordinate.
        low: int32, shape (low size, moves): the new low coordinate.
    """

    high: Numbers
    low: Numbers

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self.high) * len(self.low)

    @property
    def moves(self) -> int:
        """How many moves there are; every one can be made everywhere."""
        return int(self.high.shape[1])


def make_move_tables(coordinates: Sequence[NDArray[np.integer]]) -> MoveTables:
    """Two tables out of as many as there are coordinates, the first the most significant.

    Args:
        coordinates: each of shape (size, moves): the coordinate after a move.

    Raises:
        InputError: no coordinate, moves of different number, an entry out of range, or too many ranks.
    """
    if not coordinates:
        raise InputError("a puzzle needs a coordinate")
    moves = coordinates[0].shape[1]
    for place, table in enumerate(coordinates):
        if table.ndim != 2 or table.shape[1] != moves or not moves:
            raise InputError(f"coordinate {place}: a table of shape (size, {moves}), not {table.shape}")
        if len(table) == 0 or table.min() < 0 or table.max() >= len(table):
            raise InputError(f"coordinate {place}: entries are 0 to {len(table) - 1}")
    sizes = [len(table) for table in coordinates]
    ranks = int(np.prod(np.array(sizes, object)))
    if ranks > MOST_RANKS:
        raise InputError(f"a puzzle has up to {MOST_RANKS:,} ranks, not {ranks:,}")
    # the split that makes the larger of the two tables smallest
    split = min(range(len(sizes)), key=lambda place: max(_product(sizes[:place]), _product(sizes[place:])))
    low = _merged(coordinates[split:], moves)
    high = _merged(coordinates[:split], moves) * len(low)
    return MoveTables(np.ascontiguousarray(high, np.int32), np.ascontiguousarray(low, np.int32))


def _product(sizes: Sequence[int]) -> int:
    return int(np.prod(np.array([1, *sizes], object)))


def _merged(coordinates: Sequence[NDArray[np.integer]], moves: int) -> NDArray[np.int64]:
    """One table of several coordinates."""
    found = np.zeros((1, moves), np.int64)
    for table in coordinates:
        found = (found[:, None, :] * len(table) + table[None, :, :]).reshape(-1, moves)
    return found


@kernel
def table_level_kernel(
    high: Numbers, low: Numbers, distance: NDArray[np.uint8], masks: NDArray[np.uint32], level: int
) -> int:
    """Make all moves from the ranks at a level; how many ranks are new, at the next one.

    Args:
        high, low: as in MoveTables.
        distance: uint8, in and out, 255 where a rank has not been met.
        masks: uint32, in and out: moves that lead from the level to the one before.
        level: distances of it are set.
    """
    found, size, moves = 0, low.shape[0], high.shape[1]
    this, after, before = np.uint8(level), np.uint8(level + 1), np.uint8(level - 1 if level else 254)
    for h in range(high.shape[0]):
        base = h * size
        for l in range(size):  # noqa: E741
            if distance[base + l] == this:
                mask = 0
                for move in range(moves):
                    # without branches: what is met is as good as random
                    successor = high[h, move] + low[l, move]
                    other = distance[successor]
                    new = other == 255
                    distance[successor] = after if new else other
                    found += new
                    mask |= (other == before) << move
                masks[base + l] = mask
    return found
