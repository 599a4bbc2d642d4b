"""What the queries do to a set of elements: how many codes answer what, and the parts themselves."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.search_tables import Tables
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel

# fields of a listed query: colour and diagonal, what it promises, the disorder of its parts, how many parts, their sizes in codes
COLOUR, DIAGONAL, PROMISE, DISORDER, PARTS, SIZES = range(6)

# fields of a part: its first row and its number of elements, the answer, a bound or value of its rest
PART_LOW, PART_COUNT, PART_ANSWER, PART_REST = range(4)
PART_FIELDS = 4


class Tally(NamedTuple):
    """Scratch for counting; counts are zeros between calls.

    Attributes:
        counts: int64, shape (256,): of answers.
        seen: int64, shape (256,): the answers met.
        pieces: int64, shape (m,): counts of pieces.
        met: int64, shape (m,): the pieces met.
    """

    counts: NDArray[np.int64]
    seen: NDArray[np.int64]
    pieces: NDArray[np.int64]
    met: NDArray[np.int64]


def make_tally(tables: Tables) -> Tally:
    """Scratch for counting answers."""
    pieces = len(tables.masks)
    return Tally(*(np.zeros(length, np.int64) for length in (256, 256, pieces, pieces)))


def query_fields(tables: Tables) -> int:
    """Fields of a listed query."""
    return SIZES + len(tables.least)


@kernel
def count_answers_kernel(
    tables: Tables,
    elements: NDArray[np.uint16],
    low: int,
    number: int,
    first: int,
    last: int,
    diagonal: int,
    tally: Tally,
) -> int:
    """Count what a diagonal shows of the pieces in columns first to last of rows low to low + number - 1.

    Returns:
        How many answers there are; they stand in tally.seen, their counts in tally.counts.
    """
    counts, seen = tally.counts, tally.seen
    found = 0
    for row in range(low, low + number):
        for column in range(first, last + 1):
            answer = tables.shown[elements[row, column], diagonal]
            if counts[answer] == 0:
                seen[found] = answer
                found += 1
            counts[answer] += 1
    return found


@kernel
def list_queries_kernel(
    tables: Tables,
    elements: NDArray[np.uint16],
    low: int,
    number: int,
    asked: int,
    used: int,
    tally: Tally,
    queries: NDArray[np.int64],
) -> int:
    """List the queries that split a set, by colour, then diagonal, with the bounds that they promise.

    Args:
        tables: what is known of the variant.
        elements: rows low to low + number - 1 are left.
        asked: colours asked for.
        used: mask of the diagonals used.
        tally: scratch.
        queries: (colours * D or more, query_fields).

    Returns:
        How many there are.
    """
    colours = elements.shape[1]
    listed, most = 0, 0
    for colour in range(min(asked + 1, colours)):
        last = colours - 1 if colour == asked else colour
        # pieces are fewer than elements, and what a diagonal shows depends on them alone
        pieces = 0
        for row in range(low, low + number):
            for column in range(colour, last + 1):
                piece = elements[row, column]
                if tally.pieces[piece] == 0:
                    tally.met[pieces] = piece
                    pieces += 1
                tally.pieces[piece] += 1
        # an element in a column stands for all ways to give the other pieces away
        weight = tables.ways[asked + 1] if colour == asked else tables.ways[asked]
        for diagonal in range(tables.shown.shape[1]):
            if used >> diagonal & 1:
                continue
            found = 0
            for i in range(pieces):
                piece = tally.met[i]
                answer = tables.shown[piece, diagonal]
                if tally.counts[answer] == 0:
                    tally.seen[found] = answer
                    found += 1
                tally.counts[answer] += tally.pieces[piece]
            if found > 1:
                query = queries[listed]
                query[COLOUR], query[DIAGONAL], query[PARTS] = colour, diagonal, found
                query[DISORDER] = 0
                for part in range(found):
                    size = tally.counts[tally.seen[part]] * weight
                    query[SIZES + part] = size
                    query[DISORDER] += tables.disorder[size]
                most = max(most, found)
                listed += 1
            for part in range(found):
                tally.counts[tally.seen[part]] = 0
        for i in range(pieces):
            tally.pieces[tally.met[i]] = 0
    for place in range(listed):
        query = queries[place]
        query[PROMISE] = number * tables.ways[asked]
        for part in range(query[PARTS]):
            query[PROMISE] += tables.least[most, query[SIZES + part]]
    return listed


@kernel
def split_kernel(
    tables: Tables,
    elements: NDArray[np.uint16],
    low: int,
    number: int,
    asked: int,
    colour: int,
    diagonal: int,
    end: int,
    tally: Tally,
    parts: NDArray[np.int64],
    by_size: bool,
) -> int:
    """Write the parts of a set behind it, but for those of one code.

    Args:
        tables, elements, low, number, asked, tally: as above.
        colour, diagonal: the query.
        end: the first row to write to.
        parts: (answers or more, PART_FIELDS): by ascending size or answer; PART_REST is not set.
        by_size: which.

    Returns:
        How many parts there are.
    """
    colours = elements.shape[1]
    counts, seen = tally.counts, tally.seen
    new = colour == asked
    last = colours - 1 if new else colour
    weight = tables.ways[asked + new]
    found = count_answers_kernel(tables, elements, low, number, colour, last, diagonal, tally)
    for i in range(1, found):
        answer = seen[i]
        place = i
        while place > 0 and (
            counts[seen[place - 1]] > counts[answer]
            if by_size and counts[seen[place - 1]] != counts[answer]
            else seen[place - 1] > answer
        ):
            seen[place] = seen[place - 1]
            place -= 1
        seen[place] = answer
    written = 0
    for i in range(found):
        size = counts[seen[i]]
        if size * weight == 1:
            counts[seen[i]] = -1
        else:
            parts[written, PART_LOW], parts[written, PART_COUNT], parts[written, PART_ANSWER] = end, size, seen[i]
            written += 1
            # from now on where the next element goes
            counts[seen[i]] = end
            end += size
    for row in range(low, low + number):
        for column in range(colour, last + 1):
            answer = tables.shown[elements[row, column], diagonal]
            to = counts[answer]
            if to < 0:
                continue
            counts[answer] = to + 1
            for place in range(colours):
                elements[to, place] = elements[row, place]
            if new:
                for place in range(column, colour, -1):
                    elements[to, place] = elements[row, place - 1]
                elements[to, colour] = elements[row, column]
    for i in range(found):
        counts[seen[i]] = 0
    return written


@kernel
def guess_all_kernel(
    tables: Tables, elements: NDArray[np.uint16], low: int, number: int, asked: int, best: NDArray[np.int64]
) -> int:
    """Wrong fields of the best guess over all codes of a set, of any size.

    The colours not asked for are all alike: every one of their pieces in a guess meets every one in a code equally often.

    Args:
        tables, elements, low, number, asked: as above.
        best: (1,): the row of the guess, the first of the best.
    """
    colours = elements.shape[1]
    ways = tables.ways[asked]
    meetings = tables.ways[asked + 1] if asked < colours else 0
    least = 1 << 60
    for mine in range(low, low + number):
        wrong = 0
        for other in range(low, low + number):
            for colour in range(asked):
                wrong += ways * count(tables.masks[elements[mine, colour]] & ~tables.masks[elements[other, colour]])
            for piece in range(asked, colours):
                for met in range(asked, colours):
                    wrong += meetings * count(tables.masks[elements[mine, piece]] & ~tables.masks[elements[other, met]])
        if wrong < least:
            least = wrong
            best[0] = mine
    return least
