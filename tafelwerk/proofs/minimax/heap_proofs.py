"""Heap games: Grundy values by their definition, periods heap by heap, also through a finite sparse space, and misere play.

A value is right if all smaller numbers are values of options, and it is itself the value of none. The stored periods come from
one pass over all lengths. Here each period is compared heap by heap; if none was found, every length is tried.

A sum under misere play is the list of its heaps, the largest first, without heaps that have no move. Let c(m, k) be the number of
sums of m tokens in heaps of at most k. The rank of a sum among the sums of equally many tokens is the sum of c(m, k - 1) over its
heaps, where k is the heap and m its tokens together with those of all later heaps: lexicographic order. A move takes tokens, or
splits a heap, which leads to a lower rank.

For a finite sparse space, values are computed by their definition as far as the rare heaps matter, and from then on by the
splits that the proof admits. Beyond twice the largest rare heap, two parts are never both rare. Two common parts leave only
rare values. So the common values of options are those of splits with a rare part and of moves that leave one heap. Every rare
value below the least common value that is left must come from a split that takes, together with its smaller part, no more than
`reach` tokens. Then the values of `reach` heaps, and the parity of the heap, determine the next value, and a period that holds
for that many heaps holds for ever. The solver works with codes, with blocks of heaps and with a choice of splits; here every
heap is computed by itself, from values.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame, heap_game
from tafelwerk.solvers.machine.jit import kernel

VALUES = 1 << 16
"""Upper limit of Grundy values, exclusive."""

Values = NDArray[np.uint16]


def wrong_values(game: HeapGame, values: Values, heaps: NDArray[np.int64]) -> list[str]:
    """Faults of heaps whose value is not the least number that is the value of no option.

    Args:
        game: the game.
        values: uint16, values of heaps 0, 1, ...
        heaps: the heaps to check.

    Returns:
        One text per heap.
    """
    faults = np.zeros(len(heaps), np.int64)
    marks = np.full(VALUES, -1, np.int64)
    nothing, single, double = (np.array(game.takes(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    _compare(values, values[::-1].copy(), heaps, nothing, single, double, game.equal_parts, marks, faults)
    words = {1: "is the value of an option", 2: "is not the least: a smaller one is the value of no option"}
    return [
        f"{game}, heap {heaps[index]}: {values[heaps[index]]} {words[int(faults[index])]}"
        for index in np.flatnonzero(faults).tolist()
    ]


def is_proved(game: HeapGame, values: Values, period: int, last: int, checked_to: int) -> bool:
    """Whether the values prove the period, it is the least, and the last exception and the heaps of the proof are right."""
    needed = (max(last, 0) + period) * (2 if game.breaks else 1) + game.most_taken
    if period < 1 or last < -1 or checked_to != needed or checked_to >= len(values):
        return False
    known = values[: checked_to + 1]
    exceptions = np.flatnonzero(known[period:] != known[:-period])
    if (int(exceptions[-1]) if len(exceptions) else -1) != last:
        return False
    cycle = known[last + 1 : last + 1 + period]
    divisors = (length for length in range(1, period) if period % length == 0)
    return all(bool((np.roll(cycle, -length) != cycle).any()) for length in divisors)


def shortest_period(game: HeapGame, values: Values) -> int | None:
    """The shortest period that the values prove, or None; all lengths are compared at once, from the last heap down."""
    heaps = len(values) - 1
    lengths = np.arange(1, heaps + 1)
    # beyond this heap a period of that length must hold
    last = (heaps - game.most_taken) // (2 if game.breaks else 1) - lengths
    lengths, last = lengths[last >= 0], last[last >= 0]
    for heap in range(heaps, 0, -1):
        compared = heap - lengths > last
        done = lengths[~compared]
        if len(done):
            return int(done[0])
        same = values[heap - lengths] == values[heap]
        lengths, last = lengths[same], last[same]
        if not len(lengths):
            return None
    return None


@kernel
def _compare(
    values: Values,
    falling: Values,
    heaps: NDArray[np.int64],
    nothing: NDArray[np.int64],
    one: NDArray[np.int64],
    two: NDArray[np.int64],
    equal_parts: bool,
    marks: NDArray[np.int64],
    faults: NDArray[np.int64],
) -> None:
    """Set `faults` to 1 if the value is that of an option, to 2 if a smaller number is the value of no option.

    Args:
        values: values of heaps 0, 1, ...
        falling: the same values, the last first.
        heaps: the heaps to check.
        nothing, one, two: numbers of tokens that may be taken so that no heap, one or two heaps are left.
        equal_parts: whether a heap may be split into two equal heaps.
        marks: scratch of negative numbers, shape (VALUES,).
        faults: zeroed, shape (heaps,).
    """
    end = values.shape[0] - 1
    for index in range(heaps.shape[0]):
        heap = heaps[index]
        value = values[heap]
        missing = np.int64(value)
        for k in nothing:
            if k == heap:
                missing -= _mark(marks, 0, index, value)
                if value == 0:
                    faults[index] = 1
        for k in one:
            if k < heap:
                missing -= _mark(marks, values[heap - k], index, value)
                if values[heap - k] == value:
                    faults[index] = 1
        for k in two:
            remainder = heap - k
            last = remainder // 2 if equal_parts else (remainder - 1) // 2
            if last < 1:
                continue
            if _is_split(values[1 : last + 1], falling[end - remainder + 1 : end - remainder + last + 1], value):
                faults[index] = 1
            part = 1
            while missing > 0 and part <= last:
                missing -= _mark(marks, values[part] ^ values[remainder - part], index, value)
                part += 1
        if missing > 0:
            faults[index] = 2


@kernel
def _mark(marks: NDArray[np.int64], number: int, stamp: int, value: int) -> int:
    """Mark a number below the value; returns 1 if it was not marked before, otherwise 0."""
    if number < value and marks[number] != stamp:
        marks[number] = stamp
        return 1
    return 0


@kernel
def _is_split(smaller: Values, larger: Values, value: int) -> bool:
    """Whether some pair of parts has this value; every pair is checked, without branches."""
    hit = False
    for i in range(smaller.shape[0]):
        hit |= smaller[i] ^ larger[i] == value
    return hit


Words = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Outcomes of sums under misere play.

    Attributes:
        counts: c(m, k), shape (tokens + 1, tokens + 1).
        first: place of the first sum of m tokens, shape (tokens + 2,).
        live: whether a heap has a move, shape (tokens + 1,).
        won: whether the player to move wins, by place of the sum.
    """

    counts: Words
    first: Words
    live: NDArray[np.bool_]
    won: NDArray[np.bool_]

    def wins(self, heaps: tuple[int, ...]) -> bool:
        """Whether the player to move wins a sum."""
        falling = sorted((heap for heap in heaps if self.live[heap]), reverse=True)
        tokens = sum(falling)
        index = self.first[tokens]
        for heap in falling:
            index += self.counts[tokens, heap - 1]
            tokens -= heap
        return bool(self.won[index])


@lru_cache(maxsize=8)
def solve_sums(name: str, tokens: int) -> Sums:
    """All sums of a game up to a number of tokens."""
    game = heap_game(name)
    lefts = [list(game.options(heap)) for heap in range(tokens + 1)]
    live = np.array([bool(options) for options in lefts])
    counts = np.zeros((tokens + 1, tokens + 1), np.int64)
    counts[0] = 1
    for heap in range(1, tokens + 1):
        counts[:, heap] = counts[:, heap - 1]
        for held in range(heap, tokens + 1) if live[heap] else ():
            counts[held, heap] += counts[held - heap, heap]
    first = np.r_[0, np.cumsum(counts[np.arange(tokens + 1), np.arange(tokens + 1)])]
    pairs = [[(*(0, 0), *sorted(part for part in left if live[part]))[-2:] for left in options] for options in lefts]
    begins = np.r_[0, np.cumsum([len(options) for options in pairs])]
    parts = np.array([pair for options in pairs for pair in options], np.int64).reshape(-1, 2)
    won = np.zeros(int(first[-1]), np.bool_)
    _outcomes(counts, first, live, begins, parts, won, np.zeros(tokens + 2, np.int64))
    return Sums(counts, first, live, won)


def misere_row(name: str, heap: int, largest: int) -> tuple[bool, list[list[int]]]:
    """Whether the player to move wins a single heap, and the winning moves as table misere has them.

    Args:
        name: name of the game.
        heap: the heap, at most `largest`.
        largest: the largest heap that is asked for; all sums that it can lead to are solved.
    """
    game = heap_game(name)
    least = next(taken for taken, digit in enumerate(game.digits) if digit)
    sums = solve_sums(name, max(largest - least, 0))
    options = list(game.options(heap))
    winning = [left for left in options if not sums.wins(left)]
    return not options or bool(winning), list(map(list, winning))


@kernel
def _outcomes(
    counts: Words,
    first: Words,
    live: NDArray[np.bool_],
    begins: Words,
    parts: Words,
    won: NDArray[np.bool_],
    heaps: Words,
) -> None:
    """Fill `won`, in the order of tokens and ranks.

    Args:
        counts, first, live: as in `Sums`.
        begins: place in `parts` of the first option of each heap.
        parts: the two heaps with a move that each option leaves, the larger second; 0 if there are fewer.
        won: zeroed.
        heaps: scratch, shape (tokens + 2,).
    """
    for tokens in range(first.shape[0] - 1):
        for rank in range(first[tokens + 1] - first[tokens]):
            number, left, held, heap = 0, rank, tokens, tokens
            while held > 0:
                if live[heap] and heap <= held and left >= counts[held, heap - 1]:
                    left -= counts[held, heap - 1]
                    held -= heap
                    heaps[number] = heap
                    number += 1
                else:
                    heap -= 1
            can_move, wins = False, False
            for index in range(number):
                if wins or (index and heaps[index] == heaps[index - 1]):
                    continue
                for option in range(begins[heaps[index]], begins[heaps[index] + 1]):
                    can_move = True
                    small, large = parts[option, 0], parts[option, 1]
                    held = tokens - heaps[index] + small + large
                    at = first[held]
                    i = 0
                    while held > 0:
                        if i == index:
                            i += 1
                            continue
                        next_heap = heaps[i] if i < number else 0
                        if large >= next_heap:
                            next_heap, large, small = large, small, 0
                        else:
                            i += 1
                        at += counts[held, next_heap - 1]
                        held -= next_heap
                    if not won[at]:
                        wins = True
                        break
            won[first[tokens] + rank] = wins or not can_move


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
    splits = game.takes(TWO_LEFT)
    if not game.is_octal or period < 1 or row.checked_to != last + period + reach or row.checked_to > LARGEST:
        return "no octal game, or no such row"
    if row.alternating and (len({k % 2 for k in splits}) != 1 or period % 2):
        return "common values cannot alternate"
    rare = np.array(row.rare_heaps, np.int64)
    largest = int(rare.max(initial=0))
    if largest > LARGEST_RARE or reach < max([largest + k for k in splits if largest] + game.takes(ONE_LEFT)):
        return "the reach is less than that of a rare part"
    common = _common(row, splits)
    values = np.zeros(row.checked_to + 1, np.uint8)
    begin = min(2 * max(largest, 1) + game.most_taken + 1, len(values))
    nothing, single, double = (np.array(game.takes(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    marks = np.full(LIMIT, -1, np.int64)
    if int(_plain(nothing, single, double, marks, values[:begin])) < begin:
        return "a value is too large"
    if last + 1 + reach < begin:
        return "the heaps that prove the period are not examined"
    heaps = np.arange(1, begin)
    if not np.array_equal(heaps[~common[heaps % 2, values[1:begin]]], rare):
        return "other heaps are rare"
    wrong = _follow(single, double, common, rare, marks, values, begin, reach)
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
    factors, divisor = [], 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            factors.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return [*factors, number] if number > 1 else factors


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
            has_split = False
            for k in two:
                if k + part > reach or k + part >= heap:
                    continue
                has_split = True
                left = values[part] ^ values[heap - k - part]
                if left < value and marks[left] != heap:
                    marks[left] = heap
                    missing -= 1
            if not has_split:
                return heap
            part += 1
        values[heap] = value
    return len(values)
