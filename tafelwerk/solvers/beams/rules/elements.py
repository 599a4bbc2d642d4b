"""Sets of codes as elements: counting their pieces and answers, moving them, and the best guess.

An element is a row of the pieces of all colours: first the pieces of the `used` colours, each in its place, then the other pieces
of the pattern, ascending. It stands for the (colours - used)! codes that differ only in the pieces of the other colours. A set is
a range of rows.
"""

from itertools import permutations
from math import factorial as factorial_of

import numpy as np
from numpy.typing import NDArray

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
        listed = list(permutations(range(pieces)))
        orders[pieces, : len(listed), :pieces] = listed
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
    found = 0
    for row in range(begin, begin + n):
        for column in range(first, last + 1):
            piece = elements[row, column]
            seen[found] = piece
            found += counts[piece] == 0
            counts[piece] += 1
    return found


@kernel
def count_answers(
    elements: Elements,
    begin: int,
    n: int,
    first: int,
    last: int,
    shown: NDArray[np.uint8],
    counts: Counts,
    seen: Counts,
) -> int:
    """Count the answers of a diagonal for the pieces in some columns of a set.

    Args:
        elements, begin, n, first, last: as for `count_pieces`.
        shown: uint8 (pieces,): answer of the diagonal for each piece.
        counts: int32 (256,), zeroed: filled with the counts.
        seen: int32 (257,): filled with the answers that occur.

    Returns:
        Number of different answers.
    """
    found = 0
    for row in range(begin, begin + n):
        for column in range(first, last + 1):
            answer = shown[elements[row, column]]
            seen[found] = answer
            found += counts[answer] == 0
            counts[answer] += 1
    return found


@inlined
def copy_element(elements: Elements, to: int, source: int, colour: int, column: int) -> None:
    """Copy an element to another row, with the piece in `column` (>= `colour`) as the piece of `colour`; the others shift."""
    copy_row(elements, to, source)
    if column > colour:
        for place in range(column, colour, -1):
            elements[to, place] = elements[source, place - 1]
        elements[to, colour] = elements[source, column]


@kernel
def best_guess(
    masks: NDArray[np.int64], elements: Elements, begin: int, n: int, used: int, best: NDArray[np.int64]
) -> int:
    """Least number of wrong fields, summed over all codes of a set, of a guess among these codes.

    The colours not used are interchangeable: each of their pieces in a guess meets each of their pieces in a code equally often.

    Args:
        masks: int64 (pieces,): fields of the pieces.
        elements, begin, n, used: the set.
        best: int64 (1 or more,): filled with the row of the guess, the first of the best.
    """
    colours = elements.shape[1]
    ways = factorial(colours - used)
    meetings = factorial(colours - used - 1)
    least = 1 << 60
    for mine in range(begin, begin + n):
        wrong = 0
        for other in range(begin, begin + n):
            for colour in range(used):
                wrong += ways * count(masks[elements[mine, colour]] & ~masks[elements[other, colour]])
            for piece in range(used, colours):
                for met in range(used, colours):
                    wrong += meetings * count(masks[elements[mine, piece]] & ~masks[elements[other, met]])
        if wrong < least:
            least = wrong
            best[0] = mine
    return least
