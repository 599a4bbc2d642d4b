"""Placements of hidden cards by number, and sets of cards as words, for kernels.

The number of a placement encodes, for trumps, clubs, spades, hearts and diamonds in turn, the number of cards in the first hand,
in the second hand, and their sets; among sets of one size those with the highest card come first. The other cards are in the
Skat.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.skat.chance import drawn
from tafelwerk.solvers.machine.jit import kernel

Words = NDArray[np.int64]


class Placements:
    """Placements of cards into two hands and the Skat.

    Attributes:
        count: number of placements.
    """

    def __init__(self, suits: Sequence[int], may: Sequence[Sequence[bool]], sizes: Sequence[int]) -> None:
        """Count the placements.

        Args:
            suits: five masks of the cards to be placed.
            may: for each of the two hands, whether it may hold cards of each suit.
            sizes: numbers of cards that the two hands take.
        """
        self._suits, self._may = np.array(suits, np.int64), np.array(may, np.bool_)
        self._sizes, self._ways = np.array(sizes, np.int64), np.zeros((6, 11, 11), np.int64)
        _count_kernel(self._suits, self._may, _BINOMIALS, self._ways)
        self.count = int(self._ways[0, sizes[0], sizes[1]])

    def some(self, most: int, seed: int) -> Words:
        """All placements if there are at most `most`, otherwise `most` drawn by a seed: masks of the hands, shape (n, 2)."""
        numbers = list(range(min(self.count, most)))
        if self.count > most:
            fair = 2**53 - 2**53 % self.count
            # a number is drawn again at most once in two thousand times
            numbers = [number % self.count for number in drawn(seed, most + most // 100 + 100) if number < fair][:most]
        found = np.zeros((len(numbers), 2), np.int64)
        _place_kernel(np.array(numbers, np.int64), self._suits, self._may, self._sizes, _BINOMIALS, self._ways, found)
        return found


def _binomials() -> Words:
    found = np.zeros((33, 33), np.int64)
    found[:, 0] = 1
    for n in range(1, 33):
        found[n, 1:] = found[n - 1, 1:] + found[n - 1, :-1]
    found.setflags(write=False)
    return found


_BINOMIALS = _binomials()


@kernel
def size(mask: int) -> int:
    """Number of elements of a set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@kernel
def highest(mask: int) -> int:
    """The highest element of a set, as a set; empty for an empty set."""
    while mask & (mask - 1):
        mask &= mask - 1
    return mask


@kernel
def _most(may: bool, free: int, cards: int) -> int:
    return min(free, cards) if may else 0


@kernel
def _count_kernel(suits: Words, may: NDArray[np.bool_], binomials: Words, ways: Words) -> None:
    """Number of placements of a suit and those after it, by the numbers of cards that the two hands still take."""
    ways[5, 0, 0] = 1
    for suit in range(4, -1, -1):
        m = size(suits[suit])
        for a in range(11):
            for b in range(11):
                total = 0
                for i in range(_most(may[0, suit], a, m) + 1):
                    for j in range(_most(may[1, suit], b, m - i) + 1):
                        total += binomials[m, i] * binomials[m - i, j] * ways[suit + 1, a - i, b - j]
                ways[suit, a, b] = total


@kernel
def _place_kernel(
    numbers: Words, suits: Words, may: NDArray[np.bool_], sizes: Words, binomials: Words, ways: Words, found: Words
) -> None:
    for row in range(numbers.size):
        number, a, b = numbers[row], sizes[0], sizes[1]
        for suit in range(5):
            m, i, j = size(suits[suit]), 0, 0
            while True:
                block = binomials[m, i] * binomials[m - i, j] * ways[suit + 1, a - i, b - j]
                if number < block:
                    break
                number -= block
                j += 1
                if j > _most(may[1, suit], b, m - i):
                    i, j = i + 1, 0
            a, b = a - i, b - j
            below = ways[suit + 1, a, b]
            which, number = number // below, number % below
            to_one = _subset(which // binomials[m - i, j], i, suits[suit], binomials)
            found[row, 0] |= to_one
            found[row, 1] |= _subset(which % binomials[m - i, j], j, suits[suit] & ~to_one, binomials)


@kernel
def _subset(number: int, count: int, cards: int, binomials: Words) -> int:
    """The set with a given number among those of a size."""
    chosen, left = 0, size(cards)
    for card in range(31, -1, -1):
        if cards >> card & 1 and count > 0:
            left -= 1
            with_it = binomials[left, count - 1]
            if number < with_it:
                chosen |= 1 << card
                count -= 1
            else:
                number -= with_it
    return chosen
