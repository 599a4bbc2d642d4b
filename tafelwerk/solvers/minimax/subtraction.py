"""Subtraction games: a move takes one of the allowed numbers of tokens from a heap; who cannot move has lost.

Every finite set has a period: a heap's value follows from as many values below it as the largest number says, and these can
be arranged in finitely many ways. Here it is the period of the Grundy values, so that sums of heaps can be played;
that of winning and losing alone may be shorter.

Source: Berlekamp, Conway and Guy, Winning Ways, chapter 4.
"""

from collections.abc import Sequence

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.heaps import MOST_TAKEN, NOTHING_LEFT, ONE_LEFT, HeapGame
from tafelwerk.solvers.minimax.periods import SolvedHeaps, solve_heaps

HEAPS = 1_000_000
"""Heaps within which `subtraction` looks for a period unless told otherwise."""


def subtraction_game(moves: Sequence[int]) -> HeapGame:
    """The game in which a move takes one of these numbers.

    Raises:
        InputError: there is none, one is twice there, or one is not an integer from 1 to MOST_TAKEN.
    """
    for move in moves:
        if isinstance(move, bool) or not isinstance(move, int | np.integer) or not 1 <= move <= MOST_TAKEN:
            raise InputError(f"moves: {move!r} is no move; a move is an integer from 1 to {MOST_TAKEN}")
    numbers = sorted({int(move) for move in moves})
    if not numbers or len(numbers) < len(moves):
        raise InputError(f"moves: {list(moves)!r} must be one or more different numbers, such as [1, 2]")
    digits = [0] * (numbers[-1] + 1)
    for number in numbers:
        digits[number] = NOTHING_LEFT | ONE_LEFT
    return HeapGame(f"subtraction {','.join(map(str, numbers))}", tuple(digits))


def subtraction(moves: Sequence[int], heaps: int = HEAPS) -> SolvedHeaps:
    """Grundy values of a subtraction set's heaps as far as they are needed to prove their period, at most up to `heaps`.

    Raises:
        InputError: the moves or the heap cannot be.
    """
    return solve_heaps(subtraction_game(moves), heaps)
