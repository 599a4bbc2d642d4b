"""Burnt pancakes: sort a stack by flips of its top part, every burnt side down at the end.

A stack is written from the top, a number a pancake, a minus where the burnt side is up: "-2 1 3". Flip k turns the top k
pancakes over, which reverses their order and all their sides. Each flip takes itself back.

The rank of a stack is the rank of its order, in lexicographic order, times 2^n, plus its sides from the top, a bit a
place, 1 where the burnt side is up.

Source: W. H. Gates and C. H. Papadimitriou, Bounds for sorting by prefix reversal, Discrete Mathematics 27, 1979; D. S.
Cohen and M. Blum, On the problem of sorting burnt pancakes, Discrete Applied Mathematics 61, 1995.
"""

from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.solvers.minimax.move_tables import MoveTables, make_move_tables
from tafelwerk.solvers.minimax.ranked import RankedGame, RankedMoves, Words, ranked_moves

MOST_PANCAKES = 9
"""Pancakes of a stack: 185,794,560 stacks of nine."""


def check_pancakes(pancakes: int) -> int:
    """The number itself.

    Raises:
        InputError: it is not from 1 to MOST_PANCAKES.
    """
    if not 1 <= pancakes <= MOST_PANCAKES:
        raise InputError(f"a stack has 1 to {MOST_PANCAKES} pancakes, not {pancakes}")
    return pancakes


@lru_cache(maxsize=MOST_PANCAKES)
def burnt_pancakes(pancakes: int) -> RankedGame:
    """The puzzle with so many pancakes; label k - 1 is flip k.

    Raises:
        InputError: the number is not from 1 to MOST_PANCAKES.
    """
    n = check_pancakes(pancakes)
    return RankedGame(
        name=f"burnt-pancakes-{n}",
        title=f"burnt pancakes, {n}",
        ranks=factorial(n) << n,
        start=0,
        moves=_flips(n),
        most_moves=n,
        scratch=2 * n,
        text=lambda rank: stack_text(rank, n),
        rank=lambda text: stack_rank(text, n),
        move_name=lambda rank, label: f"flip {label + 1}",
        is_puzzle=True,
    )


def stack_text(rank: int, pancakes: int) -> str:
    """A stack by its rank."""
    order, sides = divmod(rank, 1 << pancakes)
    left, found = list(range(1, pancakes + 1)), []
    for place in range(pancakes):
        index, order = divmod(order, factorial(pancakes - 1 - place))
        sign = -1 if sides >> place & 1 else 1
        found.append(sign * left.pop(index))
    return " ".join(map(str, found))


def stack_rank(text: str, pancakes: int) -> int:
    """The rank of a stack.

    Raises:
        InputError: it is not each of 1 to n once, with or without a minus.
    """
    try:
        stack = [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        stack = []
    if sorted(map(abs, stack)) != list(range(1, pancakes + 1)):
        raise InputError(
            f"a stack of {pancakes} is each of 1 to {pancakes} once, from the top, with a minus where the burnt side is up, "
            f"not {quoted(text)}"
        )
    left, order, sides = list(range(1, pancakes + 1)), 0, 0
    for place, pancake in enumerate(stack):
        index = left.index(abs(pancake))
        order += index * factorial(pancakes - 1 - place)
        left.pop(index)
        sides |= (pancake < 0) << place
    return order << pancakes | sides


@lru_cache(maxsize=MOST_PANCAKES)
def pancake_tables(pancakes: int) -> MoveTables:
    """The flips as tables over order and sides."""
    n = check_pancakes(pancakes)
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
