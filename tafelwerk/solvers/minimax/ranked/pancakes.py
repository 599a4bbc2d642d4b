"""Burnt pancakes: the flips as tables. The rules are in `families.minimax.rules.pancakes`.

A stack is an order and a row of sides. A flip changes the order independently of the sides, and the sides independently of the
order. So two small tables give the successors of each of ten million stacks: look up, and add.

Source: coordinates and their move tables are those of computer cubing, H. Kociemba, The two-phase algorithm, 1992.
"""

from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.minimax.ranked.retrograde import MoveTables


@lru_cache(maxsize=1)
def pancake_tables(pancakes: int) -> MoveTables:
    """The flips of 1 to `pancakes` pancakes, over order and sides."""
    n = pancakes
    orders = np.array(list(permutations(range(n))), np.int8).reshape(-1, n)
    sides = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    after_orders = np.empty((len(orders), n), np.int32)
    after_sides = np.empty((1 << n, n), np.int32)
    for k in range(1, n + 1):
        after_orders[:, k - 1] = _order_ranks(np.concatenate([orders[:, :k][:, ::-1], orders[:, k:]], 1))
        flipped = np.concatenate([1 - sides[:, :k][:, ::-1], sides[:, k:]], 1)
        after_sides[:, k - 1] = flipped @ (1 << np.arange(n))
    return MoveTables(after_orders << n, after_sides)


def _order_ranks(orders: NDArray[np.int8]) -> NDArray[np.int64]:
    """Ranks of rows that are permutations, in lexicographic order: int64, shape (rows,)."""
    n = orders.shape[1]
    found = np.zeros(len(orders), np.int64)
    for place in range(n):
        smaller = (orders[:, place + 1 :] < orders[:, place : place + 1]).sum(1)
        found += smaller * factorial(n - 1 - place)
    return found
