"""Periods through a finite sparse space, heap by heap.

Values are computed by their definition as far as the rare heaps matter, and from then on by the splits that the proof admits.

Beyond twice the largest rare heap, two parts are never both rare. Two common parts leave only rare values. So the common values
of options are those of splits with a rare part and of moves that leave one heap. Every rare value below the least common value
that is left must come from a split that takes, together with its smaller part, no more than `reach` tokens. Then the values of
`reach` heaps, and the parity of the heap, determine the next value, and a period that holds for that many heaps holds for ever.

The solver works with codes, with blocks of heaps and with a choice of splits; here every heap is computed by itself, from values.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame
from tafelwerk.solvers.machine.jit import kernel

LARGEST = 400_000_000
"""Largest heap that is examined; no build claims more."""

LARGEST_RARE = 1 << 16
"""Largest rare heap of a row; no build has a larger one."""

LIMIT = 256
"""Upper limit of values, exclusive."""


@dataclass(frozen=True, slots=True)
class SparseRow:
    """A row of table sparse_periods, without the game."""

    period: int
    last_exception: int
    checked_to: int
    reach: int
    mask: int
    alternating: bool
    rare_heaps: tuple[int, ...]


def fault(game: HeapGame, row: SparseRow) -> str:
    """What is wrong with a row; "" if its period is proved."""
    period, last, reach = row.period, row.last_exception, row.reach
    splits = game.taken(TWO_LEFT)
    if not game.is_octal or period < 1 or row.checked_to != last + period + reach or row.checked_to > LARGEST:
        return "no octal game, or no such row"
    if row.alternating and (len({k % 2 for k in splits}) != 1 or period % 2):
        return "common values cannot alternate"
    rare = np.array(row.rare_heaps, np.int64)
    largest = int(rare.max(initial=0))
    if largest > LARGEST_RARE or reach < max([largest + k for k in splits if largest] + game.taken(ONE_LEFT)):
        return "the reach is less than that of a rare part"
    common = _common(row, splits)
    values = np.zeros(row.checked_to + 1, np.uint8)
    begin = min(2 * max(largest, 1) + game.most_taken + 1, len(values))
    nothing, one, two = (np.array(game.taken(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    marks = np.full(LIMIT, -1, np.int64)
    if int(_plain(nothing, one, two, marks, values[:begin])) < begin:
        return "a value is too large"
    if last + 1 + reach < begin:
        return "the heaps that prove the period are not examined"
    heaps = np.arange(1, begin)
    if not np.array_equal(heaps[~common[heaps % 2, values[1:begin]]], rare):
        return "other heaps are rare"
    wrong = _follow(one, two, common, rare, marks, values, begin, reach)
    if wrong < len(values):
        return f"heap {wrong} is rare, or has a rare value that no split of this reach shows"
    if not np.array_equal(values[last + 1 : last + 1 + reach], values[last + 1 + period :]):
        return "the period does not hold"
    if values[last] == values[last + period]:
        return "the last exception is none"
    for length in (period // prime for prime in _primes(period)):
        if np.array_equal(values[last + 1 : last + 1 + period - length], values[last + 1 + length : last + 1 + period]):
            return f"{length} may be a period"
    return ""


def _common(row: SparseRow, splits: list[int]) -> NDArray[np.bool_]:
    """Whether a value is common at even and at odd heaps, shape (2, LIMIT)."""
    odd = np.array([bool((value & row.mask).bit_count() % 2) for value in range(LIMIT)])
    if not row.alternating:
        return np.stack((odd, odd))
    return np.stack((~odd, odd)) if splits[0] % 2 else np.stack((odd, ~odd))


def _primes(number: int) -> list[int]:
    found, divisor = [], 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            found.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return [*found, number] if number > 1 else found


@kernel
def _plain(
    nothing: NDArray[np.int64],
    one: NDArray[np.int64],
    two: NDArray[np.int64],
    marks: NDArray[np.int64],
    values: NDArray[np.uint8],
) -> int:
    """Fill the values of all heaps from all their options; returns the first heap whose value is too large, or their number."""
    for heap in range(1, values.shape[0]):
        for k in nothing:
            if k == heap:
                marks[0] = heap
        for k in one:
            if k < heap:
                marks[values[heap - k]] = heap
        for k in two:
            for part in range(1, (heap - k) // 2 + 1):
                marks[values[part] ^ values[heap - k - part]] = heap
        value = 0
        while value < marks.shape[0] and marks[value] == heap:
            value += 1
        if value == marks.shape[0]:
            return heap
        values[heap] = value
    return len(values)


@kernel
def _follow(
    one: NDArray[np.int64],
    two: NDArray[np.int64],
    common: NDArray[np.bool_],
    rare: NDArray[np.int64],
    marks: NDArray[np.int64],
    values: NDArray[np.uint8],
    begin: int,
    reach: int,
) -> int:
    """Fill the values from heap `begin` on; returns the first heap that is not proved to be common, or their number."""
    for heap in range(begin, values.shape[0]):
        for k in one:
            marks[values[heap - k]] = heap
        for k in two:
            for part in rare:
                marks[values[part] ^ values[heap - k - part]] = heap
        value, missing = 0, 0
        while value < marks.shape[0] and (marks[value] == heap or not common[heap & 1, value]):
            missing += marks[value] != heap
            value += 1
        if value == marks.shape[0]:
            return heap
        part = 1
        while missing > 0:
            found = False
            for k in two:
                if k + part > reach or k + part >= heap:
                    continue
                found = True
                left = values[part] ^ values[heap - k - part]
                if left < value and marks[left] != heap:
                    marks[left] = heap
                    missing -= 1
            if not found:
                return heap
            part += 1
        values[heap] = value
    return len(values)
