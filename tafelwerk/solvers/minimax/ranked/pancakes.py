"""Burnt pancakes over ranks as kernels have them. The rules stand in `rules.minimax.pancakes`."""

from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.minimax import pancakes as rules
from tafelwerk.rules.minimax.pancakes import MOST_PANCAKES
from tafelwerk.solvers.minimax.ranked.game import CompiledGame, RankedMoves, Words, compiled, ranked_moves
from tafelwerk.solvers.minimax.ranked.move_tables import MoveTables, make_move_tables


@lru_cache(maxsize=MOST_PANCAKES)
def burnt_pancakes(pancakes: int) -> CompiledGame:
    """The puzzle with so many pancakes; label k - 1 is flip k.

    Raises:
        InputError: the number is not from 1 to MOST_PANCAKES.
    """
    game = rules.burnt_pancakes(pancakes)
    return compiled(game, game.positions, _flips(pancakes), pancakes, scratch=2 * pancakes)


@lru_cache(maxsize=MOST_PANCAKES)
def pancake_tables(pancakes: int) -> MoveTables:
    """The flips as tables over order and sides."""
    n = pancakes
    orders = np.array(list(permutations(range(n))), np.int8).reshape(-1, n)
    after_order = np.empty((len(orders), n), np.int32)
    after_sides = np.empty((1 << n, n), np.int32)
    bits = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    for k in range(1, n + 1):
        after_order[:, k - 1] = _order_ranks(np.concatenate([orders[:, :k][:, ::-1], orders[:, k:]], 1))
        flipped = np.concatenate([1 - bits[:, :k][:, ::-1], bits[:, k:]], 1)
        after_sides[:, k - 1] = flipped @ (1 << np.arange(n))
    return make_move_tables([after_order, after_sides])


def _order_ranks(orders: NDArray[np.int8]) -> NDArray[np.int64]:
    """Ranks of rows that are permutations, in lexicographic order."""
    n = orders.shape[1]
    found = np.zeros(len(orders), np.int64)
    for place in range(n):
        smaller = (orders[:, place + 1 :] < orders[:, place : place + 1]).sum(1)
        found += smaller * factorial(n - 1 - place)
    return found


def _flips(pancakes: int) -> RankedMoves:
    """The moves function of so many pancakes."""
    n, below = pancakes, factorial(pancakes - 1)

    def flips(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
        """All flips."""
        sides = rank & ((1 << n) - 1)
        order, weight, left = rank >> n, below, (1 << n) - 1
        for place in range(n):
            index = order // weight
            order -= index * weight
            if place < n - 1:
                weight //= n - 1 - place
            # the index-th pancake left
            rest = left
            for _ in range(index):
                rest &= rest - 1
            scratch[place] = rest & -rest
            left ^= rest & -rest
        for k in range(1, n + 1):
            left, order, weight, after = (1 << n) - 1, 0, below, sides
            for place in range(n):
                source = k - 1 - place if place < k else place
                pancake = scratch[source]
                if place < k:
                    bit = (sides >> source & 1) ^ 1
                    after = (after & ~(1 << place)) | bit << place
                rest, smaller = left & (pancake - 1), 0
                while rest:
                    rest &= rest - 1
                    smaller += 1
                order += smaller * weight
                if place < n - 1:
                    weight //= n - 1 - place
                left ^= pancake
            successors[k - 1] = order << n | after
            labels[k - 1] = k - 1
        return n

    return ranked_moves(flips)
