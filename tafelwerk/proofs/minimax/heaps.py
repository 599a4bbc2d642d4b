"""Grundy values by their definition, of all options, and periods heap by heap.

A value is right if all smaller numbers are values of options, and it is itself the value of none. The stored periods come from
one pass over all lengths. Here each period is compared heap by heap; if none was found, every length is tried.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame
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
    found = np.zeros(len(heaps), np.int64)
    marks = np.full(VALUES, -1, np.int64)
    nothing, one, two = (np.array(game.taken(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    _compare(values, values[::-1].copy(), heaps, nothing, one, two, game.equal_parts, marks, found)
    words = {1: "is the value of an option", 2: "is not the least: a smaller one is the value of no option"}
    return [
        f"{game}, heap {heaps[place]}: {values[heaps[place]]} {words[int(found[place])]}"
        for place in np.flatnonzero(found).tolist()
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
    found: NDArray[np.int64],
) -> None:
    """Set `found` to 1 if the value is that of an option, to 2 if a smaller number is the value of no option.

    Args:
        values: values of heaps 0, 1, ...
        falling: the same values, the last first.
        heaps: the heaps to check.
        nothing, one, two: numbers of tokens that may be taken so that no heap, one or two heaps are left.
        equal_parts: whether a heap may be split into two equal heaps.
        marks: scratch of negative numbers, shape (VALUES,).
        found: zeroed, shape (heaps,).
    """
    end = values.shape[0] - 1
    for place in range(heaps.shape[0]):
        heap = heaps[place]
        value = values[heap]
        missing = np.int64(value)
        for k in nothing:
            if k == heap:
                missing -= _marked(marks, 0, place, value)
                if value == 0:
                    found[place] = 1
        for k in one:
            if k < heap:
                missing -= _marked(marks, values[heap - k], place, value)
                if values[heap - k] == value:
                    found[place] = 1
        for k in two:
            rest = heap - k
            last = rest // 2 if equal_parts else (rest - 1) // 2
            if last < 1:
                continue
            if _is_split(values[1 : last + 1], falling[end - rest + 1 : end - rest + last + 1], value):
                found[place] = 1
            part = 1
            while missing > 0 and part <= last:
                missing -= _marked(marks, values[part] ^ values[rest - part], place, value)
                part += 1
        if missing > 0:
            found[place] = 2


@kernel
def _marked(marks: NDArray[np.int64], number: int, place: int, value: int) -> int:
    """Mark a number below the value; returns 1 if it was not marked before, otherwise 0."""
    if number < value and marks[number] != place:
        marks[number] = place
        return 1
    return 0


@kernel
def _is_split(smaller: Values, larger: Values, value: int) -> bool:
    """Whether some pair of parts has this value; every pair is checked, without branches."""
    hit = False
    for i in range(smaller.shape[0]):
        hit |= smaller[i] ^ larger[i] == value
    return hit
