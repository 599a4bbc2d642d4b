"""Symmetries of games whose codes are words: positions may be permuted, symbols renamed.

A symmetry that keeps every query asked so far keeps every set of codes their answers can leave, whatever the answers
were; so queries in one orbit under those symmetries are worth the same. For each permutation of the positions the
queries asked force the renaming of the symbols used in them; the unused symbols may be renamed at will. Where symbols are
fewer than positions it is quicker the other way round: for each renaming of the symbols, positions that were asked alike
may be permuted at will.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations as every_permutation
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel

Words = NDArray[np.uint8] | NDArray[np.uint16]

MOST_PERMUTED = 6
"""Positions up to which all their permutations are listed; beyond, rotations and reflections, a subgroup."""


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


class Group(NamedTuple):
    """A Symmetry as kernels take it, and room.

    words, permutations, symbols, number: of Symmetry, `number` its index. renamings: uint8, (n, symbols): all renamings of
    the symbols, the identity first, where they are fewer than permutations of the positions, which then go unused; else
    none. renamed: int64, (3, symbols), of orbits_kernel; alike: int32, (2, P), the class of each position and where it
    goes; tally: int32, (P, symbols).
    """

    words: Words
    permutations: NDArray[np.uint8]
    number: NDArray[np.int32]
    symbols: int
    renamings: NDArray[np.uint8]
    renamed: NDArray[np.int64]
    alike: NDArray[np.int32]
    tally: NDArray[np.int32]


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


def group_arrays(symmetry: Symmetry) -> Group:
    """The symmetries for kernels."""
    symbols, positions = symmetry.symbols, symmetry.words.shape[1]
    renamings = np.empty((0, symbols), np.uint8)
    if symbols < positions:
        renamings = np.array(list(every_permutation(range(symbols))), np.uint8)
    return Group(
        symmetry.words,
        symmetry.permutations,
        symmetry.index,
        symbols,
        renamings,
        np.empty((3, symbols), np.int64),
        np.empty((2, positions), np.int32),
        np.zeros((positions, symbols), np.int32),
    )


def orbits(symmetry: Symmetry, history: Sequence[int]) -> NDArray[np.int32]:
    """The least query in the orbit of each query, under the symmetries that keep every query of `history`.

    Args:
        symmetry: the game's symmetries.
        history: indices of the queries asked so far.

    Returns:
        int32, shape (Q,).
    """
    least = np.arange(len(symmetry.words), dtype=np.int32)
    images_kernel(group_arrays(symmetry), np.array(history, np.int32), least.copy(), least)
    return least


@kernel
def images_kernel(
    group: Group, history: NDArray[np.int32], queries: NDArray[np.int32], least: NDArray[np.int32]
) -> None:
    """Lower each entry of `least` to the least image of that of `queries`, under the symmetries that keep `history`."""
    if group.renamings.shape[0] > 0:
        _rename_kernel(group, history, queries, least)
    else:
        _permute_kernel(
            group.words,
            group.permutations,
            group.number,
            group.symbols,
            history,
            history.shape[0],
            group.renamed,
            queries,
            least,
        )


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
    for query in range(words.shape[0]):
        least[query] = query
    every = history[:0]
    return _permute_kernel(words, permutations, index, symbols, history, length, scratch, every, least)


@kernel
def _permute_kernel(
    words: Words,
    permutations: NDArray[np.uint8],
    index: NDArray[np.int32],
    symbols: int,
    history: NDArray[np.int32],
    length: int,
    scratch: NDArray[np.int64],
    queries: NDArray[np.int32],
    least: NDArray[np.int32],
) -> int:
    """Lower `least` to the least images of some queries, or of all where there are none; returns as `orbits_kernel`."""
    renamed, origin, fresh = scratch[0], scratch[1], scratch[2]
    positions = words.shape[1]
    some = queries.shape[0] > 0
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
        for i in range(least.shape[0]):
            query = queries[i] if some else i
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
            if image < least[i]:
                least[i] = image
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


@kernel
def _rename_kernel(
    group: Group, history: NDArray[np.int32], queries: NDArray[np.int32], least: NDArray[np.int32]
) -> None:
    """As `images_kernel`, by the renamings of the symbols."""
    words, alike, target, tally = group.words, group.alike[0], group.alike[1], group.tally
    positions = words.shape[1]
    for position in range(positions):
        first = 0
        while not _asked_alike_kernel(words, history, position, first):
            first += 1
        alike[position] = first
    for row in range(group.renamings.shape[0]):
        renaming = group.renamings[row]
        if not _goes_kernel(words, history, renaming, alike, target):
            continue
        for i in range(least.shape[0]):
            word = words[queries[i]]
            for position in range(positions):
                tally[target[position], renaming[word[position]]] += 1
            number = 0
            for position in range(positions):  # the least symbols first
                left = tally[alike[position]]
                symbol = 0
                while left[symbol] == 0:
                    symbol += 1
                left[symbol] -= 1
                number = number * group.symbols + symbol
            image = group.number[number]
            if image < least[i]:
                least[i] = image


@kernel
def _asked_alike_kernel(words: Words, history: NDArray[np.int32], one: int, two: int) -> bool:
    """Whether every query asked has the same symbol at both positions."""
    same = True
    for i in range(history.shape[0]):
        same = same and words[history[i], one] == words[history[i], two]
    return bool(same)


@kernel
def _goes_kernel(
    words: Words,
    history: NDArray[np.int32],
    renaming: NDArray[np.uint8],
    alike: NDArray[np.int32],
    target: NDArray[np.int32],
) -> bool:
    """Whether some permutation of the positions with this renaming keeps every query asked; fills `target` with the class
    that each position goes to."""
    positions = words.shape[1]
    for position in range(positions):
        place = 0
        while place < positions:
            same = alike[place] == place
            for i in range(history.shape[0]):
                same = same and renaming[words[history[i], position]] == words[history[i], place]
            if same:
                break
            place += 1
        if place == positions:
            return False
        target[position] = place
    for place in range(positions):
        balance = 0
        for position in range(positions):
            balance += int(target[position] == place) - int(alike[position] == place)
        if balance != 0:
            return False
    return True
