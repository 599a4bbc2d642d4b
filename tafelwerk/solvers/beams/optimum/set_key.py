"""A key of 128 bits for what is left of a game: the codes and the unused diagonals, up to symmetries of board and colours.

Two games that a turn or mirroring of the board and a renaming of colours take to each other are worth the same to an optimal
player, and to any whose choice depends on the sizes of parts alone. Of the symmetries those are tried that make the mask of used
diagonals least; the colours asked for are named by the sums of random words of their pieces; the least key stands for all. Where
sums of colours are equal, the same game may get several keys: that costs time, and never mixes up two games.

A key is the exclusive or of scrambled random words, one an element. Two given games that differ share one with chance 2^-128 over
the choice of words; among n games met, the chance that any two do is below n^2 / 2^129, less than 10^-18 for 10^10 games.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.search_tables import Tables
from tafelwerk.solvers.machine.jit import INTERPRETED, kernel

if INTERPRETED:

    def scrambled(word: np.uint64) -> np.uint64:
        """A word of 64 bits whose every bit depends on all of another's, one to one (D. Stafford's mix 13 of splitmix64)."""
        full = (1 << 64) - 1
        value = int(word)
        value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & full
        value = ((value ^ value >> 27) * 0x94D049BB133111EB) & full
        return np.uint64(value ^ value >> 31)

else:

    @kernel
    def scrambled(word: np.uint64) -> np.uint64:
        """A word of 64 bits whose every bit depends on all of another's, one to one (D. Stafford's mix 13 of splitmix64)."""
        value = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return value ^ (value >> np.uint64(31))


@kernel
def moved_mask(used: int, places: NDArray[np.int64]) -> int:
    """A set of diagonals after a symmetry."""
    moved = 0
    for diagonal in range(places.shape[0]):
        moved |= (used >> diagonal & 1) << places[diagonal]
    return moved


@kernel
def key_kernel(
    tables: Tables,
    elements: NDArray[np.uint16],
    low: int,
    count: int,
    asked: int,
    used: int,
    names: NDArray[np.int64],
    key: NDArray[np.uint64],
) -> None:
    """Leave the key of what is left in `key`.

    Args:
        tables: what is known of the variant.
        elements: rows low to low + count - 1 are left.
        asked: colours asked for.
        used: mask of the diagonals used.
        names: scratch, (2, colours).
        key: (2,).
    """
    colours = elements.shape[1]
    least = 1 << 62
    for move in range(tables.diagonal_maps.shape[0]):
        least = min(least, moved_mask(used, tables.diagonal_maps[move]))
    found = False
    order, sums = names[0], names[1]
    for move in range(tables.diagonal_maps.shape[0]):
        if moved_mask(used, tables.diagonal_maps[move]) != least:
            continue
        moved = tables.piece_maps[move]
        for colour in range(asked):
            total = 0
            for row in range(low, low + count):
                total += tables.signs[moved[elements[row, colour]]]
            place = colour
            while place > 0 and sums[place - 1] > total:
                sums[place], order[place] = sums[place - 1], order[place - 1]
                place -= 1
            sums[place], order[place] = total, colour
        first = scrambled(np.uint64(least << 8 | asked))
        second = scrambled(~np.uint64(least << 8 | asked))
        for row in range(low, low + count):
            word = np.uint64(0)
            for name in range(asked):
                word ^= tables.words[name, moved[elements[row, order[name]]]]
            for place in range(asked, colours):
                word ^= tables.words[colours, moved[elements[row, place]]]
            first ^= scrambled(word)
            second ^= scrambled(~word)
        if not found or first < key[0] or (first == key[0] and second < key[1]):
            key[0], key[1] = first, second
            found = True
