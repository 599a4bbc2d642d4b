"""Number of elements that a history leaves, and number in which each colour has each piece, without listing the elements.

The number of ways to give the colours asked for to the pieces of a pattern is a permanent; the number of those that give a colour
to a piece is one of its minors. Both are computed over sets of colours, from the first piece on and from the last. Patterns are
processed 64 at a time, so that each step is one loop without branches.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.history import History, checked_history
from tafelwerk.solvers.machine.jit import kernel

BATCH = 64
"""Number of patterns that are processed together."""

MOST_COLOURS = 8
"""Largest number of colours: 8! ways fit 16 bits."""

Ways = NDArray[np.uint16]
"""Ways of each pattern of a batch."""


def asked_colours(history: History) -> tuple[int, ...]:
    """Colours that a history asks for, ascending."""
    return tuple(sorted({colour for colour, _, _ in history}))


class Scratch(NamedTuple):
    """Tables of the sets of colours asked for, and scratch.

    Attributes:
        sets: int64, shape (2^asked,): the sets by size, as masks.
        starts: int64, shape (asked + 2,): where those of each size begin, and the end.
        batch: int64, shape (BATCH,): rows of the patterns that are processed.
        before: shape (colours + 1, 2^asked, BATCH): ways to give the colours of a set to the pieces before a place.
        after: the same shape: ways to give the colours not in a set to the pieces from a place on.
        allowed: shape (colours, max(asked, 1), BATCH): all bits if a place's piece may have a colour, otherwise none.
        minors: shape (asked + 1, BATCH).
    """

    sets: NDArray[np.int64]
    starts: NDArray[np.int64]
    batch: NDArray[np.int64]
    before: Ways
    after: Ways
    allowed: Ways
    minors: Ways


def _scratch(colours: int, asked: int) -> Scratch:
    shape = (colours + 1, 1 << asked, BATCH)
    return Scratch(
        np.array(sorted(range(1 << asked), key=int.bit_count), np.int64),
        np.cumsum([0, *(comb(asked, size) for size in range(asked + 1))]),
        np.zeros(BATCH, np.int64),
        np.zeros(shape, np.uint16),
        np.zeros(shape, np.uint16),
        np.zeros((colours, max(asked, 1), BATCH), np.uint16),
        np.zeros((asked + 1, BATCH), np.uint16),
    )


def count_elements(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, stop: int | None = None
) -> int:
    """Number of elements that a history leaves; each stands for (colours - colours asked for)! codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces.
        shown: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        stop: number at which to stop counting; 1 tests whether any code is left. Default: count all.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours.
    """
    may, asked = allowed_pieces(cover, shown, history)
    most = (1 << 62) if stop is None else stop
    return int(_count_kernel(cover, may, asked, most, _scratch(cover.shape[1], asked), np.zeros((0, 0), np.int64)))


def piece_counts(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History
) -> tuple[int, NDArray[np.int64]]:
    """Number of elements that a history leaves, by colour and piece.

    Args, errors: those of `count_elements`.

    Returns:
        The number of elements; and int64, shape (colours asked for + 1, m): number of elements in which a colour has a piece, one
        row per colour, ascending, and one row for all colours not asked for.
    """
    may, asked = allowed_pieces(cover, shown, history)
    counts = np.zeros((asked + 1, len(shown)), np.int64)
    total = _count_kernel(cover, may, asked, 1 << 62, _scratch(cover.shape[1], asked), counts)
    return int(total), counts


def allowed_pieces(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History
) -> tuple[NDArray[np.uint8], int]:
    """Colours asked for that may have each piece, as bits in ascending order of the colours; and the number of colours asked for.

    Args, errors: those of `count_elements`.
    """
    if cover.shape[1] > MOST_COLOURS:
        raise InputError(f"elements must have at most {MOST_COLOURS} colours, not {cover.shape[1]}")
    checked_history(history, cover.shape[1], shown.shape[1])
    asked = asked_colours(history)
    may = np.full(len(shown), (1 << len(asked)) - 1, np.uint8)
    for colour, diagonal, hits in history:
        may[shown[:, diagonal] != hits] &= np.uint8(255 ^ 1 << asked.index(colour))
    return may, len(asked)


@kernel
def can_be(pattern: NDArray[np.uint16], may: NDArray[np.uint8], asked: int) -> bool:
    """Whether each colour asked for may have some piece of a pattern."""
    union = 0
    for place in range(pattern.shape[0]):
        union |= may[pattern[place]]
    return union == (1 << asked) - 1


@kernel
def _count_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    stop: int,
    scratch: Scratch,
    counts: NDArray[np.int64],
) -> int:
    """Number of elements, or some number >= `stop`.

    Args:
        cover, may, asked: see `allowed_pieces`.
        stop: number at which to stop counting.
        scratch: from `_scratch`.
        counts: (asked + 1, m), zeroed: filled with the number of elements in which a colour has a piece; without rows: skipped.
    """
    total = n = 0
    for row in range(cover.shape[0]):
        if can_be(cover[row], may, asked):
            scratch.batch[n] = row
            n += 1
        if n == BATCH or (n > 0 and row == cover.shape[0] - 1):
            total += _fill_before(cover, may, asked, n, scratch)
            if counts.shape[0]:
                _add(cover, asked, n, scratch, counts)
            n = 0
            if total >= stop:
                break
    return total


@kernel
def _add(cover: NDArray[np.uint16], asked: int, n: int, scratch: Scratch, counts: NDArray[np.int64]) -> None:
    """Count the pieces of the first n patterns of a batch; `before` and `allowed` are filled."""
    sets, starts, before, after = scratch.sets, scratch.starts, scratch.before, scratch.after
    allowed, minors = scratch.allowed, scratch.minors
    colours, every = cover.shape[1], (1 << asked) - 1
    spare = colours - asked
    after[colours, every, :] = 1
    for place in range(colours - 1, -1, -1):
        minors[:, :] = 0
        fewest = max(place + 1 - spare, 0)
        for i in range(starts[max(place - spare, 0)], starts[min(place, asked) + 1]):
            given = sets[i]
            earlier, ways, none = before[place, given], after[place, given], minors[asked]
            if i >= starts[fewest]:
                uncoloured = after[place + 1, given]
                for lane in range(BATCH):
                    ways[lane] = uncoloured[lane]
                    none[lane] += earlier[lane] * uncoloured[lane]
            else:
                ways[:] = 0
            for colour in range(asked):
                if not (given >> colour) & 1:
                    rest, free, minor = after[place + 1, given | 1 << colour], allowed[place, colour], minors[colour]
                    for lane in range(BATCH):
                        later = rest[lane] & free[lane]
                        ways[lane] += later
                        minor[lane] += earlier[lane] * later
        for lane in range(n):
            piece = cover[scratch.batch[lane], place]
            for colour in range(asked + 1):
                counts[colour, piece] += minors[colour, lane]


@kernel
def _fill_before(cover: NDArray[np.uint16], may: NDArray[np.uint8], asked: int, n: int, scratch: Scratch) -> int:
    """Fill `allowed`, and `before` for the sets that can still be completed: it is undefined for sets larger than the place, or
    too small to be completed from there.

    Returns:
        Number of ways to give all colours asked for, in the first n patterns together.
    """
    sets, starts, before, allowed = scratch.sets, scratch.starts, scratch.before, scratch.allowed
    colours = cover.shape[1]
    for lane in range(n):
        for place in range(colours):
            these = int(may[cover[scratch.batch[lane], place]])
            for colour in range(asked):
                allowed[place, colour, lane] = 0xFFFF * ((these >> colour) & 1)
    spare = colours - asked
    before[0, 0, :] = 1
    for place in range(colours):
        for i in range(starts[max(place + 1 - spare, 0)], starts[min(place + 1, asked) + 1]):
            given = sets[i]
            ways = before[place + 1, given]
            ways[:] = 0
            if i < starts[min(place, asked) + 1]:
                uncoloured = before[place, given]
                for lane in range(BATCH):
                    ways[lane] = uncoloured[lane]
            for colour in range(asked):
                if (given >> colour) & 1:
                    fewer, free = before[place, given ^ 1 << colour], allowed[place, colour]
                    for lane in range(BATCH):
                        ways[lane] += fewer[lane] & free[lane]
    total = 0
    for lane in range(n):
        total += before[colours, (1 << asked) - 1, lane]
    return total
