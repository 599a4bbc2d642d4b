"""Symmetries of games whose codes are words: positions may be permuted, symbols renamed.

A symmetry that keeps every query asked so far keeps every set of codes their answers can leave, whatever the answers
were; so queries in one orbit under those symmetries are worth the same. For each permutation of the positions the
queries asked force the renaming of the symbols used in them; the unused symbols may be renamed at will.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations as every_permutation

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.jit import kernel

Words = NDArray[np.uint8] | NDArray[np.uint16]

MOST_PERMUTED = 6
"""Positions up to which all their permutations are used; beyond, rotations and reflections, a subgroup."""


@dataclass(frozen=True, eq=False, slots=True)
class Symmetry:
    """Codes and queries are the same Q words of P symbols; permuting positions or renaming symbols, in both alike, keeps
    every answer.

    Attributes:
        words: uint8 or uint16, shape (Q, P), in lexicographic order: the symbol at each position, from 0.
        symbols: how many symbols there are.
        permutations: uint8, shape (n, P): a group of permutations of the positions, the identity first.
        index: int32, shape (symbols ** P,): the index of a word read as a number, its first position the most
            significant; -1 where that is not one of the words.
    """

    words: Words
    symbols: int
    permutations: NDArray[np.uint8]
    index: NDArray[np.int32]


def word_symmetry(words: Words, symbols: int) -> Symmetry:
    """The symmetries of a set of words (Q, P) that is closed under them, in lexicographic order."""
    positions = words.shape[1]
    if positions <= MOST_PERMUTED:
        group = list(every_permutation(range(positions)))
    else:
        turns = [tuple((start + step) % positions for step in range(positions)) for start in range(positions)]
        group = [*turns, *(turn[::-1] for turn in turns)]
    number = np.zeros(len(words), np.int64)
    for position in range(positions):
        number = number * symbols + words[:, position]
    index = np.full(symbols**positions, -1, np.int32)
    index[number] = np.arange(len(words), dtype=np.int32)
    return Symmetry(words, symbols, np.array(group, np.uint8), index)


def orbits(symmetry: Symmetry, history: Sequence[int]) -> NDArray[np.int32]:
    """The least query in the orbit of each query, under the symmetries that keep every query of `history`.

    Args:
        symmetry: the game's symmetries.
        history: indices of the queries asked so far.

    Returns:
        int32, shape (Q,).
    """
    least = np.empty(len(symmetry.words), np.int32)
    scratch = np.empty((3, symmetry.symbols), np.int64)
    asked = np.array(history, np.int32)
    orbits_kernel(
        symmetry.words, symmetry.permutations, symmetry.index, symmetry.symbols, asked, len(asked), scratch, least
    )
    return least


@kernel
def orbits_kernel(
    words: Words,
    permutations: NDArray[np.uint8],
    index: NDArray[np.int32],
    symbols: int,
    history: NDArray[np.int32],
    length: int,
    scratch: NDArray[np.int64],
    least: NDArray[np.int32],
) -> int:
    """Fill `least` for the first `length` queries of `history`; `scratch` is int64 (3, symbols).

    Returns the number of permutations of positions that some symmetry keeping the history goes with.
    """
    renamed, origin, fresh = scratch[0], scratch[1], scratch[2]
    positions = words.shape[1]
    for query in range(words.shape[0]):
        least[query] = query
    kept = 0
    for row in range(permutations.shape[0]):
        order = permutations[row]
        if not _forced_kernel(words, order, history, length, renamed, origin):
            continue
        kept += 1
        spare = 0  # unused symbols, ascending, in fresh[0..spare)
        for symbol in range(symbols):
            if renamed[symbol] < 0:
                fresh[spare] = symbol
                spare += 1
        if row == 0 and spare <= 1:
            continue  # the identity alone
        for query in range(words.shape[0]):
            number, taken = 0, 0
            for position in range(positions):
                symbol = words[query, order[position]]
                if renamed[symbol] < 0:  # by first appearance, which is least
                    renamed[symbol] = fresh[taken]
                    taken += 1
                number = number * symbols + renamed[symbol]
            for position in range(positions):
                symbol = words[query, position]
                if origin[symbol] < 0:
                    renamed[symbol] = -1
            image = index[number]
            if image < least[query]:
                least[query] = image
    return kept


@kernel
def _forced_kernel(
    words: Words,
    order: NDArray[np.uint8],
    history: NDArray[np.int32],
    length: int,
    renamed: NDArray[np.int64],
    origin: NDArray[np.int64],
) -> bool:
    """Whether some renaming after this permutation keeps every query asked; `renamed` and its inverse `origin` hold it
    for the symbols used, -1 for the others."""
    renamed[:] = -1
    origin[:] = -1
    for i in range(length):
        word = words[history[i]]
        for position in range(words.shape[1]):
            before, after = word[order[position]], word[position]
            if renamed[before] < 0 and origin[after] < 0:
                renamed[before] = after
                origin[after] = before
            elif renamed[before] != after:
                return False
    return True
