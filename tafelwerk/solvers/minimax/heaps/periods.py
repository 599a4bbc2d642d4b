"""Periods of Grundy values, with proof.

Let the values of a taking-and-breaking game repeat every p heaps after heap e, and let no move take more than t tokens.

- If no move splits a heap, the value of a heap beyond t depends on the t heaps before it: once a run of t values has recurred,
  all later values follow. Values up to e + p + t prove the period. Since there are finitely many runs, there always is one.
- If moves split heaps, let n > 2e + p + t. If n + p - k tokens are split, the larger part is beyond e + p, so it can be replaced
  by the heap p smaller, which is not empty. If n - k tokens are split, the larger part is beyond e and can be replaced by the
  heap p larger. So the options of n + p and n have the same values, and equality up to heap 2e + 2p + t proves the period for
  ever (the octal periodicity theorem: Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956);
  Winning Ways, chapter 4).

If a heap must not be split into equal parts, the replacement may make them equal, and neither proof holds.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import HeapGame, check_heap
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.minimax.heaps.sprague_grundy import FIRST_HEAPS, Steps, grundy_values


@dataclass(frozen=True, slots=True)
class Period:
    """The known facts about the period of a game's Grundy values g(0), g(1), ...

    Attributes:
        period: least p with g(n + p) = g(n) for all large n; None if no period was found.
        last_exception: greatest n with g(n + p) != g(n): 0 if only the empty heap is an exception, -1 if no heap is; None if no
            period was found.
        checked_to: largest heap whose value the proof needs; if no period was found, the largest heap whose value is known,
            and no period can be proved by the values up to it.
        proved: whether the period holds for ever.
    """

    period: int | None
    last_exception: int | None
    checked_to: int
    proved: bool


@dataclass(frozen=True, slots=True, eq=False)
class SolvedHeaps:
    """A game's Grundy values as far as they were computed, and their period.

    Attributes:
        game: the rules.
        values: uint16, shape (heaps + 1,): values of heaps 0, 1, ...
        period: the period, if one was proved.
    """

    game: HeapGame
    values: NDArray[np.uint16]
    period: Period


def solve_heaps(game: HeapGame, heaps: int, steps: Steps | None = None) -> SolvedHeaps:
    """Grundy values and their period: FIRST_HEAPS heaps, then twice as many, and so on, until a period is proved.

    Args:
        game: the rules.
        heaps: the largest heap, with or without a period.
        steps: work counter, which may limit the work; the values then end earlier.

    Raises:
        InputError: the heap has an invalid size, no period of the game can be proved, or a value does not fit into 16 bits.
    """
    check_heap(heaps)
    _check_provable(game)
    values = np.zeros(1, dtype=np.uint16)
    upto = min(FIRST_HEAPS, heaps)
    while True:
        values = grundy_values(game, upto, values, steps)
        period = find_period(values, game)
        if period.proved or upto == heaps or values.shape[0] <= upto:
            return SolvedHeaps(game, values, period)
        upto = min(2 * upto, heaps)


def find_period(values: NDArray[np.uint16], game: HeapGame) -> Period:
    """The least period that the values prove, and its last exception.

    Args:
        values: Grundy values of heaps 0, 1, ...: uint16, shape (heaps + 1,), not empty.
        game: the rules of the game.

    Raises:
        InputError: there are no values, or the rules forbid splitting a heap into equal parts, so that no proof is known.
    """
    _check_provable(game)
    if values.ndim != 1 or values.shape[0] == 0:
        raise InputError(f"values: must be one-dimensional, the values of heaps 0, 1, ..., not of shape {values.shape}")
    return _find_period(values, game)


def _check_provable(game: HeapGame) -> None:
    if game.breaks and not game.equal_parts:
        raise InputError(f"game: {game.name} forbids equal parts; the proof of a period holds for octal games only")


def _find_period(values: NDArray[np.uint16], game: HeapGame) -> Period:
    heaps = values.shape[0] - 1
    alike = np.zeros(heaps + 1, dtype=np.int32)
    _prefix_kernel(values[::-1].copy(), alike)
    lengths = np.arange(heaps + 1)
    last = heaps - lengths - alike
    # a proved period is a multiple of the least one, which needs no more values for its proof and has no later exception
    needed = (np.maximum(last, 0) + lengths) * (2 if game.breaks else 1) + game.most_taken
    proved = np.flatnonzero(needed[1:] <= heaps) + 1
    if proved.size == 0:
        return Period(None, None, heaps, False)
    length = int(proved[0])
    return Period(length, int(last[length]), int(needed[length]), True)


@kernel
def _prefix_kernel(text: NDArray[np.uint16], alike: NDArray[np.int32]) -> None:
    """Fill `alike`: for every place, the length of the longest common prefix of the text and its suffix from that place.

    The Z-algorithm, linear time: Gusfield, Algorithms on Strings, Trees, and Sequences, section 1.4."""
    n = text.shape[0]
    alike[0] = n
    left, right = 0, 0
    for i in range(1, n):
        k = 0
        if i < right:
            k = min(right - i, alike[i - left])
        while i + k < n and text[k] == text[i + k]:
            k += 1
        alike[i] = k
        if i + k > right:
            left, right = i, i + k
