"""Sets of codes as elements: how many a history leaves, their pieces and answers, the best guess and the best filling.

An element is a row of the pieces of all colours: first the pieces of the colours asked for, each in its place, then the other
pieces of the pattern, ascending. It stands for the (colours - colours asked for)! codes that differ only in the pieces of the
other colours. A set is a range of rows.

Elements that a history leaves are counted without listing them. The number of ways to give the colours asked for to the
pieces of a pattern is a permanent; the number of those that give a colour to a piece is one of its minors. Both are computed
over sets of colours, from the first piece on and from the last. Patterns are processed 64 at a time, so that each step is one
loop without branches.

A game may end by laying a filling, each colour on as many fields as a piece has, connected or not, which costs its wrong
fields. The best filling of a set is a minimum-cost assignment of fields to colours, found field by field along shortest
augmenting paths: cheapest chains of fields that change colour (J. Edmonds and R. M. Karp, Theoretical improvements in
algorithmic efficiency for network flow problems, 1972).
"""

from dataclasses import dataclass
from itertools import permutations
from math import comb
from math import factorial as factorial_of
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import History, checked_history
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.vectors import copy_row

Elements = NDArray[np.uint16]
Counts = NDArray[np.int32]

MOST_ORDERED = 4
"""Largest number of pieces whose orders are listed by default."""


def piece_orders(most: int = MOST_ORDERED) -> NDArray[np.int64]:
    """Orders of up to `most` pieces: int64, shape (most + 1, most!, most), by number of pieces."""
    orders = np.zeros((most + 1, factorial_of(most), most), np.int64)
    for pieces in range(most + 1):
        rows = list(permutations(range(pieces)))
        orders[pieces, : len(rows), :pieces] = rows
    return orders


@kernel
def factorial(n: int) -> int:
    """n!"""
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


@kernel
def count_pieces(elements: Elements, begin: int, n: int, first: int, last: int, counts: Counts, seen: Counts) -> int:
    """Count the pieces in some columns of a set.

    Args:
        elements: uint16 (rows, colours).
        begin: first row of the set.
        n: number of its rows.
        first, last: first and last column.
        counts: int32 (pieces,), zeroed: filled with the counts.
        seen: int32 (pieces + 1,): filled with the pieces that occur.

    Returns:
        Number of different pieces.
    """
    distinct = 0
    for row in range(begin, begin + n):
        for column in range(first, last + 1):
            piece = elements[row, column]
            seen[distinct] = piece
            distinct += counts[piece] == 0
            counts[piece] += 1
    return distinct


@kernel
def count_answers(
    elements: Elements,
    begin: int,
    n: int,
    first: int,
    last: int,
    answer_of: NDArray[np.uint8],
    counts: Counts,
    seen: Counts,
) -> int:
    """Count the answers of a diagonal for the pieces in some columns of a set.

    Args:
        elements, begin, n, first, last: as for `count_pieces`.
        answer_of: uint8 (pieces,): answer of the diagonal for each piece.
        counts: int32 (256,), zeroed: filled with the counts.
        seen: int32 (257,): filled with the answers that occur.

    Returns:
        Number of different answers.
    """
    distinct = 0
    for row in range(begin, begin + n):
        for column in range(first, last + 1):
            answer = answer_of[elements[row, column]]
            seen[distinct] = answer
            distinct += counts[answer] == 0
            counts[answer] += 1
    return distinct


@inlined
def copy_element(elements: Elements, to: int, source: int, colour: int, column: int) -> None:
    """Copy an element to another row, with the piece in `column` (>= `colour`) as the piece of `colour`; the others shift."""
    copy_row(elements, to, source)
    if column > colour:
        for index in range(column, colour, -1):
            elements[to, index] = elements[source, index - 1]
        elements[to, colour] = elements[source, column]


@kernel
def split(
    elements: Elements,
    begin: int,
    n: int,
    colour: int,
    colours_asked: int,
    answer_of: NDArray[np.uint8],
    ends: Counts,
    seen: Counts,
) -> int:
    """Write the parts of a set under a query behind it, one after the other.

    Args:
        elements, begin, n: the set.
        colour: colour of the query, at most `colours_asked`.
        colours_asked: number of colours asked for.
        answer_of: uint8 (pieces,): answer of the query's diagonal for each piece.
        ends: int32 (256,), zeroed: filled with the row behind each part, by answer.
        seen: int32 (257,): filled with the answers, in the order of their parts.

    Returns:
        Number of parts.
    """
    last = elements.shape[1] - 1 if colour == colours_asked else colour
    distinct = count_answers(elements, begin, n, colour, last, answer_of, ends, seen)
    target = begin + n
    for i in range(distinct):
        size = ends[seen[i]]
        ends[seen[i]] = target
        target += size
    for element in range(begin, begin + n):
        for column in range(colour, last + 1):
            answer = answer_of[elements[element, column]]
            copy_element(elements, ends[answer], element, colour, column)
            ends[answer] += 1
    return distinct


@kernel
def best_guess(
    masks: NDArray[np.int64], elements: Elements, begin: int, n: int, colours_asked: int, best: NDArray[np.int64]
) -> int:
    """Least number of wrong fields, summed over all codes of a set, of a guess among these codes.

    The colours not used are interchangeable: each of their pieces in a guess meets each of their pieces in a code equally often.

    Args:
        masks: int64 (pieces,): fields of the pieces.
        elements, begin, n, colours_asked: the set.
        best: int64 (1 or more,): filled with the row of the guess, the first of the best.
    """
    colours = elements.shape[1]
    ways = factorial(colours - colours_asked)
    meetings = factorial(colours - colours_asked - 1)
    least = 1 << 60
    for mine in range(begin, begin + n):
        wrong = 0
        for other in range(begin, begin + n):
            for colour in range(colours_asked):
                wrong += ways * count(masks[elements[mine, colour]] & ~masks[elements[other, colour]])
            for piece in range(colours_asked, colours):
                for met in range(colours_asked, colours):
                    wrong += meetings * count(masks[elements[mine, piece]] & ~masks[elements[other, met]])
        if wrong < least:
            least = wrong
            best[0] = mine
    return least


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


def _scratch(colours: int, colours_asked: int) -> Scratch:
    shape = (colours + 1, 1 << colours_asked, BATCH)
    return Scratch(
        np.array(sorted(range(1 << colours_asked), key=int.bit_count), np.int64),
        np.cumsum([0, *(comb(colours_asked, size) for size in range(colours_asked + 1))]),
        np.zeros(BATCH, np.int64),
        np.zeros(shape, np.uint16),
        np.zeros(shape, np.uint16),
        np.zeros((colours, max(colours_asked, 1), BATCH), np.uint16),
        np.zeros((colours_asked + 1, BATCH), np.uint16),
    )


def count_elements(
    cover: NDArray[np.uint16], answers: NDArray[np.uint8], history: History, stop: int | None = None
) -> int:
    """Number of elements that a history leaves; each stands for (colours - colours asked for)! codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces.
        answers: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        stop: number at which to stop counting; 1 tests whether any code is left. Default: count all.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours.
    """
    may, colours_asked = allowed_pieces(cover, answers, history)
    most = (1 << 62) if stop is None else stop
    return int(
        _count_kernel(
            cover, may, colours_asked, most, _scratch(cover.shape[1], colours_asked), np.zeros((0, 0), np.int64)
        )
    )


def piece_counts(
    cover: NDArray[np.uint16], answers: NDArray[np.uint8], history: History
) -> tuple[int, NDArray[np.int64]]:
    """Number of elements that a history leaves, by colour and piece.

    Args, errors: those of `count_elements`.

    Returns:
        The number of elements; and int64, shape (colours asked for + 1, m): number of elements in which a colour has a piece, one
        row per colour, ascending, and one row for all colours not asked for.
    """
    may, colours_asked = allowed_pieces(cover, answers, history)
    counts = np.zeros((colours_asked + 1, len(answers)), np.int64)
    total = _count_kernel(cover, may, colours_asked, 1 << 62, _scratch(cover.shape[1], colours_asked), counts)
    return int(total), counts


def allowed_pieces(
    cover: NDArray[np.uint16], answers: NDArray[np.uint8], history: History
) -> tuple[NDArray[np.uint8], int]:
    """Colours asked for that may have each piece, as bits in ascending order of the colours; and the number of colours asked for.

    Args, errors: those of `count_elements`.
    """
    if cover.shape[1] > MOST_COLOURS:
        raise InputError(f"elements must have at most {MOST_COLOURS} colours, not {cover.shape[1]}")
    checked_history(history, cover.shape[1], answers.shape[1])
    colours_asked = asked_colours(history)
    may = np.full(len(answers), (1 << len(colours_asked)) - 1, np.uint8)
    for colour, diagonal, hits in history:
        may[answers[:, diagonal] != hits] &= np.uint8(255 ^ 1 << colours_asked.index(colour))
    return may, len(colours_asked)


@kernel
def can_be(pattern: NDArray[np.uint16], may: NDArray[np.uint8], colours_asked: int) -> bool:
    """Whether each colour asked for may have some piece of a pattern."""
    union = 0
    for index in range(pattern.shape[0]):
        union |= may[pattern[index]]
    return union == (1 << colours_asked) - 1


@kernel
def _count_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    colours_asked: int,
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
        if can_be(cover[row], may, colours_asked):
            scratch.batch[n] = row
            n += 1
        if n == BATCH or (n > 0 and row == cover.shape[0] - 1):
            total += _fill_before(cover, may, colours_asked, n, scratch)
            if counts.shape[0]:
                _add(cover, colours_asked, n, scratch, counts)
            n = 0
            if total >= stop:
                break
    return total


@kernel
def _add(cover: NDArray[np.uint16], colours_asked: int, n: int, scratch: Scratch, counts: NDArray[np.int64]) -> None:
    """Count the pieces of the first n patterns of a batch; `before` and `allowed` are filled."""
    sets, starts, before, after = scratch.sets, scratch.starts, scratch.before, scratch.after
    allowed, minors = scratch.allowed, scratch.minors
    colours, every = cover.shape[1], (1 << colours_asked) - 1
    spare = colours - colours_asked
    after[colours, every, :] = 1
    for index in range(colours - 1, -1, -1):
        minors[:, :] = 0
        fewest = max(index + 1 - spare, 0)
        for i in range(starts[max(index - spare, 0)], starts[min(index, colours_asked) + 1]):
            subset = sets[i]
            earlier, ways, none = before[index, subset], after[index, subset], minors[colours_asked]
            if i >= starts[fewest]:
                uncoloured = after[index + 1, subset]
                for lane in range(BATCH):
                    ways[lane] = uncoloured[lane]
                    none[lane] += earlier[lane] * uncoloured[lane]
            else:
                ways[:] = 0
            for colour in range(colours_asked):
                if not (subset >> colour) & 1:
                    following, free, minor = (
                        after[index + 1, subset | 1 << colour],
                        allowed[index, colour],
                        minors[colour],
                    )
                    for lane in range(BATCH):
                        later = following[lane] & free[lane]
                        ways[lane] += later
                        minor[lane] += earlier[lane] * later
        for lane in range(n):
            piece = cover[scratch.batch[lane], index]
            for colour in range(colours_asked + 1):
                counts[colour, piece] += minors[colour, lane]


@kernel
def _fill_before(
    cover: NDArray[np.uint16], may: NDArray[np.uint8], colours_asked: int, n: int, scratch: Scratch
) -> int:
    """Fill `allowed`, and `before` for the sets that can still be completed: it is undefined for sets larger than the place, or
    too small to be completed from there.

    Returns:
        Number of ways to give all colours asked for, in the first n patterns together.
    """
    sets, starts, before, allowed = scratch.sets, scratch.starts, scratch.before, scratch.allowed
    colours = cover.shape[1]
    for lane in range(n):
        for index in range(colours):
            these = int(may[cover[scratch.batch[lane], index]])
            for colour in range(colours_asked):
                allowed[index, colour, lane] = 0xFFFF * ((these >> colour) & 1)
    spare = colours - colours_asked
    before[0, 0, :] = 1
    for index in range(colours):
        for i in range(starts[max(index + 1 - spare, 0)], starts[min(index + 1, colours_asked) + 1]):
            subset = sets[i]
            ways = before[index + 1, subset]
            ways[:] = 0
            if i < starts[min(index, colours_asked) + 1]:
                uncoloured = before[index, subset]
                for lane in range(BATCH):
                    ways[lane] = uncoloured[lane]
            for colour in range(colours_asked):
                if (subset >> colour) & 1:
                    fewer, free = before[index, subset ^ 1 << colour], allowed[index, colour]
                    for lane in range(BATCH):
                        ways[lane] += fewer[lane] & free[lane]
    total = 0
    for lane in range(n):
        total += before[colours, (1 << colours_asked) - 1, lane]
    return total


_NONE = 1 << 60
"""Cost of a step that no field can take."""


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """A filling for a set of codes.

    Attributes:
        colours: int64, shape (fields,): colour per field, from 0.
        wrong: wrong fields, summed over the codes.
    """

    colours: NDArray[np.int64]
    wrong: int


def best_filling(right: NDArray[np.int64], size: int, codes: int) -> Filling:
    """Filling with the fewest wrong fields, summed over some codes.

    Args:
        right: int64, shape (colours, fields): number of codes that have a colour on a field.
        size: fields per colour.
        codes: number of codes.
    """
    colours = np.zeros(right.shape[1], np.int64)
    scratch = np.zeros((4, len(right)), np.int64)
    wrong = filling_kernel(codes - right, size, colours, np.zeros((len(right), len(right), 2), np.int64), scratch)
    return Filling(colours, int(wrong))


@kernel
def filling_kernel(
    wrong: NDArray[np.int64],
    size: int,
    colour_of: NDArray[np.int64],
    steps: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Give each colour `size` fields at the least cost, field by field, along cheapest chains of colour changes.

    Args:
        wrong: (colours, fields): number of codes that have another colour on a field.
        size: fields per colour.
        colour_of: (fields,): filled with the colours.
        steps: scratch, (colours, colours, 2): least cost to change a field from one colour to another, and that field.
        scratch: (4, colours): fields per colour; cost of the cheapest chain to a colour, the colour before it, the field that
            changes.

    Returns:
        The cost.
    """
    colours = wrong.shape[0]
    number, cost, before, changed = scratch[0], scratch[1], scratch[2], scratch[3]
    number[:] = 0
    for field in range(wrong.shape[1]):
        for old_colour in range(colours):
            for other in range(colours):
                steps[old_colour, other, 0] = _NONE
        for old in range(field):
            old_colour = colour_of[old]
            for other in range(colours):
                step = wrong[other, old] - wrong[old_colour, old]
                if step < steps[old_colour, other, 0]:
                    steps[old_colour, other, 0], steps[old_colour, other, 1] = step, old
        for colour in range(colours):
            cost[colour], before[colour], changed[colour] = wrong[colour, field], -1, field
        for _ in range(colours):
            for old_colour in range(colours):
                for other in range(colours):
                    if (
                        steps[old_colour, other, 0] < _NONE
                        and cost[old_colour] + steps[old_colour, other, 0] < cost[other]
                    ):
                        cost[other], before[other] = cost[old_colour] + steps[old_colour, other, 0], old_colour
                        changed[other] = steps[old_colour, other, 1]
        last = -1
        for colour in range(colours):
            if number[colour] < size and (last < 0 or cost[colour] < cost[last]):
                last = colour
        number[last] += 1
        while last >= 0:
            colour_of[changed[last]] = last
            last = before[last]
    total = 0
    for field in range(wrong.shape[1]):
        total += wrong[colour_of[field], field]
    return total


@kernel
def least_filling(
    wrong: NDArray[np.int64],
    size: int,
    limit: int,
    colour_of: NDArray[np.int64],
    steps: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Cost of `filling_kernel` if it is below the limit, otherwise a number >= the limit. The sum of the best colours of single
    fields, a lower bound, often decides."""
    bound: int = 0
    for field in range(wrong.shape[1]):
        least = wrong[0, field]
        for colour in range(1, wrong.shape[0]):
            least = min(least, wrong[colour, field])
        bound += least
    return bound if bound >= limit else filling_kernel(wrong, size, colour_of, steps, scratch)
