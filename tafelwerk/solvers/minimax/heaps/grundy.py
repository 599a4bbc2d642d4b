"""Grundy's game (Nim in the lecture notes): a move splits a heap into two heaps of different sizes, neither empty; who
cannot move has lost. Heaps 1 and 2 cannot be split.

Whether its values (OEIS A002188) are periodic is not known.

Sources: P. M. Grundy, Mathematics and games, Eureka 2 (1939); lecture notes by Peter Becker, Wissensbasierte Systeme II,
Bonn-Rhein-Sieg 2004/05, example 2.3.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, check_heap
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values
from tafelwerk.solvers.minimax.heaps.sums import options_of_value


def grundy_numbers(heaps: int) -> NDArray[np.uint16]:
    """Grundy numbers of heaps 0 to `heaps`: uint16, shape (heaps + 1,).

    Raises:
        InputError: the heap cannot be.
    """
    return grundy_values(GRUNDY, heaps)


def winning_splits(heap: int, values: NDArray[np.uint16] | None = None) -> list[tuple[int, int]]:
    """The splits of a heap that leave a lost position, (smaller, larger), the smaller ascending; none if the heap is lost.

    Args:
        heap: at least 1.
        values: Grundy numbers of heaps 0 to at least heap - 1, if they have been computed before.

    Raises:
        InputError: the heap cannot be, or the values do not reach it.
    """
    check_heap(heap, 1)
    if values is None:
        values = grundy_numbers(heap)
    elif values.shape[0] < heap:
        raise InputError(f"values: they end at heap {values.shape[0] - 1}; heap {heap} needs those up to {heap - 1}")
    return [(left[0], left[1]) for left in options_of_value(GRUNDY, values, heap, 0)]
