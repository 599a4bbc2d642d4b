"""How many elements a history leaves, and in how many of them each colour has each piece, without listing them.

The ways to give the colours asked for to the pieces of a pattern are a permanent, those that give a colour to a piece one of its
minors: both by sets of colours, from the first piece on and from the last. Patterns go through this 64 at a time, so that the
same step of all of them is one loop without branches.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import History, checked_history
from tafelwerk.solvers.machine.jit import kernel

BATCH = 64
"""Patterns that are worked on together."""

MOST_COLOURS = 8
"""So many have up to 8! ways, which fit 16 bits."""

Ways = NDArray[np.uint16]
"""Ways of each pattern of a batch."""


def asked_colours(history: History) -> tuple[int, ...]:
    """The colours that a history asks for, ascending."""
    return tuple(sorted({colour for colour, _, _ in history}))


def count_elements(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, stop: int | None = None
) -> int:
    """How many elements a history leaves; each stands for (colours - colours asked for)! codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces.
        shown: what diagonals show of placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        stop: count no further once there are so many; 1 asks whether any code is left.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours.
    """
    may, asked = allowed_pieces(cover, shown, history)
    before, allowed = _ways(cover, asked)
    least = (1 << 62) if stop is None else stop
    return int(_count_kernel(cover, may, asked, *_by_size(asked), least, np.zeros(BATCH, np.int64), before, allowed))


def piece_counts(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History
) -> tuple[int, NDArray[np.int64]]:
    """In how many of the elements that a history leaves a colour has a piece.

    Args, errors: those of `count_elements`.

    Returns:
        The number of elements, and int64 of shape (colours asked for + 1, m): a row a colour, ascending, then in how many
        elements the piece belongs to the colours not asked for.
    """
    may, asked = allowed_pieces(cover, shown, history)
    counts = np.zeros((asked + 1, len(shown)), np.int64)
    before, allowed = _ways(cover, asked)
    total = _piece_counts_kernel(
        cover,
        may,
        asked,
        *_by_size(asked),
        np.zeros(BATCH, np.int64),
        before,
        np.zeros_like(before),
        allowed,
        np.zeros((asked + 1, BATCH), np.uint16),
        counts,
    )
    return int(total), counts


def _by_size(asked: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of colours by size, and where those of each size begin, and the end."""
    sets = sorted(range(1 << asked), key=int.bit_count)
    return np.array(sets, np.int64), np.cumsum([0, *(comb(asked, size) for size in range(asked + 1))])


def allowed_pieces(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History
) -> tuple[NDArray[np.uint8], int]:
    """Which of the colours asked for may have each piece, as bits in ascending order of the colours; and how many they are.

    Args, errors: those of `count_elements`.
    """
    if cover.shape[1] > MOST_COLOURS:
        raise InputError(f"elements have at most {MOST_COLOURS} colours, not {cover.shape[1]}")
    checked_history(history, cover.shape[1], shown.shape[1])
    asked = asked_colours(history)
    may = np.full(len(shown), (1 << len(asked)) - 1, np.uint8)
    for colour, diagonal, hits in history:
        may[shown[:, diagonal] != hits] &= np.uint8(255 ^ 1 << asked.index(colour))
    return may, len(asked)


def _ways(cover: NDArray[np.uint16], asked: int) -> tuple[Ways, Ways]:
    """Scratch `before` and `allowed`, see `_piece_counts_kernel`."""
    colours = cover.shape[1]
    return (
        np.zeros((colours + 1, 1 << asked, BATCH), np.uint16),
        np.zeros((colours, max(asked, 1), BATCH), np.uint16),
    )


@kernel
def can_be(pattern: NDArray[np.uint16], may: NDArray[np.uint8], asked: int) -> bool:
    """Whether each colour asked for may have some piece of a pattern."""
    union = 0
    for place in range(pattern.shape[0]):
        union |= may[pattern[place]]
    return union == (1 << asked) - 1


@kernel
def _piece_counts_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    batch: NDArray[np.int64],
    before: Ways,
    after: Ways,
    allowed: Ways,
    minors: Ways,
    counts: NDArray[np.int64],
) -> int:
    """Add up in how many elements a colour has a piece; returns how many elements there are.

    Args:
        sets: sets of colours by size.
        starts: where those of each size begin, and the end.
        batch: scratch, (BATCH,): patterns that have to be looked at.
        before: scratch, (colours + 1, 2^asked, BATCH): ways to give the colours of a set to the pieces before a place.
        after: scratch, the same shape: ways to give the colours not in a set to the pieces from a place on.
        allowed: scratch, (colours, asked, BATCH): all bits where a place's piece may have a colour, else none.
        minors: scratch, (asked + 1, BATCH).
        counts: (asked + 1, m), zero.
    """
    total = n = 0
    for row in range(cover.shape[0]):
        if can_be(cover[row], may, asked):
            batch[n] = row
            n += 1
            if n == BATCH:
                total += _add(cover, may, asked, sets, starts, batch, n, before, after, allowed, minors, counts)
                n = 0
    if n:
        total += _add(cover, may, asked, sets, starts, batch, n, before, after, allowed, minors, counts)
    return total


@kernel
def _add(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    batch: NDArray[np.int64],
    n: int,
    before: Ways,
    after: Ways,
    allowed: Ways,
    minors: Ways,
    counts: NDArray[np.int64],
) -> int:
    """The same for the first n patterns of a batch; what stands behind them is worked on and not counted."""
    colours, every = cover.shape[1], (1 << asked) - 1
    total = _fill_before(cover, may, asked, sets, starts, batch, n, before, allowed)
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
            piece = cover[batch[lane], place]
            for colour in range(asked + 1):
                counts[colour, piece] += minors[colour, lane]
    return total


@kernel
def _fill_before(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    batch: NDArray[np.int64],
    n: int,
    before: Ways,
    allowed: Ways,
) -> int:
    """Fill `allowed`, and `before` for the sets that can still become all: it has no meaning for sets larger than the place, or
    too small to be filled up from there.

    Returns:
        Ways to give all colours asked for, in the first n patterns together.
    """
    colours = cover.shape[1]
    for lane in range(n):
        for place in range(colours):
            these = int(may[cover[batch[lane], place]])
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


@kernel
def _count_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    stop: int,
    batch: NDArray[np.int64],
    before: Ways,
    allowed: Ways,
) -> int:
    """How many elements there are, or some number not below `stop`; arguments as in `_piece_counts_kernel`."""
    total = n = 0
    for row in range(cover.shape[0]):
        if can_be(cover[row], may, asked):
            batch[n] = row
            n += 1
            if n == BATCH:
                total += _fill_before(cover, may, asked, sets, starts, batch, n, before, allowed)
                n = 0
                if total >= stop:
                    return total
    if n:
        total += _fill_before(cover, may, asked, sets, starts, batch, n, before, allowed)
    return total
