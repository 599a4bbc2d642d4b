"""What each query makes of a set of codes, from marginals: how often each placed piece has each colour.

A set of codes is a list of elements. With u colours used an element is a pattern whose first u pieces are those of colours 0 to
u - 1, the others being uncoloured: it stands for (colours - u)! codes, since unused colours are interchangeable. An answer
depends on nothing but the placed piece of the colour asked for. So one pass that counts pieces by colour tells the parts that
each of up to 126 queries makes.

Parts are counted in units of (colours - u - 1)! codes: an element adds colours - u to the part of a used colour's piece, and one
for each of its uncoloured pieces where the lowest unused colour is asked for.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.entropy.small_sets import differ
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import inlined, kernel

Elements = NDArray[np.uint16]
Answers = NDArray[np.uint8]


@kernel
def units(n: int, used: int, colours: int) -> int:
    """A set's size in the units of its parts."""
    return n * max(colours - used, 1)


@kernel
def count_pieces(
    elements: Elements,
    begin: int,
    n: int,
    used: int,
    colour: int,
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
) -> int:
    """Count the pieces that a colour may have in a set, in elements.

    Args:
        elements: all of them, (room, colours).
        begin: where the set begins.
        n: its elements.
        used: colours used.
        colour: the colour; `used` for the lowest unused one.
        counts: (pieces,), 0 before; left with the counts.
        touched: (pieces,): left with the pieces that occur.

    Returns:
        how many pieces occur.
    """
    colours, found = elements.shape[1], 0
    for element in range(begin, begin + n):
        for place in range(colour, colour + 1 if colour < used else colours):
            piece = elements[element, place]
            if counts[piece] == 0:
                touched[found] = piece
                found += 1
            counts[piece] += 1
    return found


@inlined
def weigh(
    elements: Elements,
    begin: int,
    n: int,
    used: int,
    unused: int,
    pieces: NDArray[np.int64],
    answers: Answers,
    crossing: NDArray[np.int64],
    weight: NDArray[np.float64],
    largest: bool,
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
    lines: NDArray[np.int32],
    parts: NDArray[np.int32],
    splitting: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Leave in `sums` the sum of weights of the parts that each query makes that splits the set.

    Args:
        elements, begin, n, used: the set, as in `count_pieces`.
        unused: mask of the diagonals not yet used.
        pieces: masks of fields.
        answers: (pieces, diagonals).
        crossing: see `problem.Problem`.
        weight: (units of the set + 1 or more,): what a part adds, see `entropy.EntropyWeights`.
        largest: the sum is the largest part instead.
        counts, touched: scratch, counts 0 before and after.
        lines: scratch (diagonals,).
        parts: scratch (diagonals, answers), 0 before and after.
        splitting: (colours,): left with the diagonals that split the set, as masks; written for the colours 0 to `used`.
        sums: (colours, diagonals): written where these split.
    """
    colours = elements.shape[1]
    for colour in range(min(used + 1, colours)):
        found = count_pieces(elements, begin, n, used, colour, counts, touched)
        # a diagonal tells pieces apart if it crosses a field that they do not share
        first: int = pieces[touched[0]]
        varying: int = 0
        for i in range(found):
            varying |= pieces[touched[i]] ^ first
        left = differ(varying, crossing) & unused
        splitting[colour] = left
        asked = 0
        while left:
            lines[asked] = lowest(left)
            left &= left - 1
            asked += 1
        times = colours - used if colour < used < colours else 1
        for i in range(found):
            piece = touched[i]
            number = np.int32(counts[piece] * times)
            for j in range(asked):
                parts[lines[j], answers[piece, lines[j]]] += number
        for j in range(asked):
            sums[colour, lines[j]] = 0.0
        for i in range(found):
            piece = touched[i]
            counts[piece] = 0
            for j in range(asked):
                diagonal = lines[j]
                added = weight[parts[diagonal, answers[piece, diagonal]]]
                parts[diagonal, answers[piece, diagonal]] = 0
                if largest:
                    sums[colour, diagonal] = max(sums[colour, diagonal], added)
                else:
                    sums[colour, diagonal] += added


@kernel
def parts_of(
    elements: Elements,
    begin: int,
    n: int,
    used: int,
    answers: Answers,
    colour: int,
    diagonal: int,
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
    by_answer: NDArray[np.int32],
    parts: NDArray[np.int32],
) -> int:
    """Leave the parts that one query makes, in units, in `parts`; returns how many there are. The first are as in `weigh`.

    Args:
        elements, begin, n, used, answers: the set.
        colour, diagonal: the query.
        counts, touched: scratch, counts 0 before and after.
        by_answer: scratch (answers,), 0 before and after.
        parts: (answers,): left with the parts, in no order that counts.
    """
    colours = elements.shape[1]
    found = count_pieces(elements, begin, n, used, colour, counts, touched)
    times = colours - used if colour < used < colours else 1
    for i in range(found):
        by_answer[answers[touched[i], diagonal]] += np.int32(counts[touched[i]] * times)
    number = 0
    for i in range(found):
        counts[touched[i]] = 0
        answer = answers[touched[i], diagonal]
        if by_answer[answer]:
            parts[number] = by_answer[answer]
            by_answer[answer] = 0
            number += 1
    return number


@kernel
def tabulate(
    elements: Elements,
    n: int,
    used: int,
    answers: Answers,
    counts: NDArray[np.int32],
    touched: NDArray[np.int32],
    table: NDArray[np.int64],
) -> None:
    """Leave the parts that every query makes of the first n elements in a table, in units, by colour, diagonal and answer.

    Args:
        elements, used, answers: the set.
        n: its elements.
        counts, touched: scratch, counts 0 before and after.
        table: (colours, diagonals, answers), 0 before; written for the colours 0 to `used`.
    """
    colours, diagonals = elements.shape[1], answers.shape[1]
    for colour in range(min(used + 1, colours)):
        found = count_pieces(elements, 0, n, used, colour, counts, touched)
        times = colours - used if colour < used < colours else 1
        for i in range(found):
            piece = touched[i]
            for diagonal in range(diagonals):
                table[colour, diagonal, answers[piece, diagonal]] += counts[piece] * times
            counts[piece] = 0
