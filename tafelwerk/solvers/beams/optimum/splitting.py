"""Splits of a set of elements by queries: answer counts, and the partition."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.tables import Tables, is_free
from tafelwerk.solvers.beams.rules.elements import Elements, copy_element, count_answers, count_pieces
from tafelwerk.solvers.machine.jit import kernel

COLOUR, DIAGONAL, PROMISE, DISORDER, PARTS, SIZES = range(6)
"""Fields of a listed query: colour and diagonal, lower bound, sum of n log n over its parts, number of parts, their codes."""

PART_LOW, PART_COUNT, PART_ANSWER, PART_REST = range(4)
"""Fields of a part: its first row and number of elements, the answer, a lower bound or the value of its cost-to-go."""

PART_FIELDS = 4


class Tally(NamedTuple):
    """Scratch for counting; counts are zeros between calls.

    Attributes:
        counts: int32, shape (256,): counts of answers.
        seen: int32, shape (257,): answers that occur.
        pieces: int32, shape (m,): counts of pieces.
        met: int32, shape (m + 1,): pieces that occur.
    """

    counts: NDArray[np.int32]
    seen: NDArray[np.int32]
    pieces: NDArray[np.int32]
    met: NDArray[np.int32]


def make_tally(tables: Tables) -> Tally:
    """Scratch for counting answers."""
    pieces = len(tables.masks)
    return Tally(*(np.zeros(length, np.int32) for length in (256, 257, pieces, pieces + 1)))


def query_fields(tables: Tables) -> int:
    """Number of fields of a listed query."""
    return SIZES + len(tables.least)


@kernel
def list_queries_kernel(
    tables: Tables,
    elements: Elements,
    low: int,
    number: int,
    asked: int,
    used: int,
    tally: Tally,
    queries: NDArray[np.int64],
) -> int:
    """List the queries that split a set, by colour, then diagonal, with their lower bounds.

    Args:
        tables: tables of the variant.
        elements: rows low to low + number - 1 are left.
        asked: colours asked for.
        used: mask of the diagonals used.
        tally: scratch.
        queries: (colours * D or more, query_fields).

    Returns:
        Number of queries.
    """
    colours, counts, seen = elements.shape[1], tally.counts, tally.seen
    listed, most = 0, 0
    for colour in range(min(asked + 1, colours)):
        # there are fewer pieces than elements, and answers depend only on the piece
        last = colours - 1 if colour == asked else colour
        pieces = count_pieces(elements, low, number, colour, last, tally.pieces, tally.met)
        # an element in a column stands for all colourings of the other pieces
        weight = tables.ways[asked + 1] if colour == asked else tables.ways[asked]
        for diagonal in range(tables.shown.shape[1]):
            if not is_free(tables, used, diagonal):
                continue
            found = 0
            for i in range(pieces):
                answer = tables.shown[tally.met[i], diagonal]
                seen[found] = answer
                found += counts[answer] == 0
                counts[answer] += tally.pieces[tally.met[i]]
            if found > 1:
                query = queries[listed]
                query[COLOUR], query[DIAGONAL], query[PARTS] = colour, diagonal, found
                query[DISORDER] = 0
                for part in range(found):
                    size = counts[seen[part]] * weight
                    query[SIZES + part] = size
                    query[DISORDER] += tables.disorder[size]
                most = max(most, found)
                listed += 1
            for part in range(found):
                counts[seen[part]] = 0
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
    elements: Elements,
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
    """Write the parts of a set after it, except parts of one code.

    Args:
        tables, elements, low, number, asked, tally: as for `list_queries_kernel`.
        colour, diagonal: the query.
        end: the first row to write to.
        parts: (answers or more, PART_FIELDS): filled with the parts; PART_REST is not set.
        by_size: order of the parts: by ascending size, then answer, rather than by answer alone.

    Returns:
        Number of parts written.
    """
    counts, seen, shown = tally.counts, tally.seen, tables.shown[:, diagonal]
    last = elements.shape[1] - 1 if colour == asked else colour
    weight = tables.ways[asked + (colour == asked)]
    found = count_answers(elements, low, number, colour, last, shown, counts, seen)
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
            # from here on: the row for the next element
            counts[seen[i]] = end
            end += size
    for row in range(low, low + number):
        for column in range(colour, last + 1):
            answer = shown[elements[row, column]]
            if counts[answer] >= 0:
                copy_element(elements, counts[answer], row, colour, column)
                counts[answer] += 1
    for i in range(found):
        counts[seen[i]] = 0
    return written
