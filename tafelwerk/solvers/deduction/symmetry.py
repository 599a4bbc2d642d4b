"""Symmetries of games whose codes are words, and orbits of queries: permuted positions, renamed symbols.

A symmetry that keeps every query asked so far keeps every set of codes that their answers can leave. Queries in one orbit under
these symmetries are therefore equivalent. For each permutation of the positions, the queries asked determine the renaming of the
symbols used in them; unused symbols may be renamed freely. If there are fewer symbols than positions, the reverse is faster: for
each renaming of the symbols, positions with the same queries may be permuted freely.

After few queries, and while a set of codes is large, the orbits of all queries are listed before a query is chosen, so that
only the least query of each orbit is weighed. Later only the queries that tie are merged, of which there are few.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations as every_permutation
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import INTERPRETED, inlined, kernel

Words = NDArray[np.uint16]

Indices = NDArray[np.int32]
"""Indices of codes or of queries, and other int32 arrays."""

MOST_PERMUTED = 6
"""Greatest number of positions for which all permutations are listed; beyond it, rotations and reflections, a subgroup."""

ORBIT_PLIES = 3
"""Number of queries asked below which the orbits of all queries are listed for every set."""

EVERY = ORBIT_PLIES + 1
"""Row of Orbits in which every query is its own orbit."""

LARGE = 32
"""Product of codes and certainly unused symbols above which orbits are listed after more queries, too."""


@dataclass(frozen=True, eq=False, slots=True)
class Symmetry:
    """Codes and queries are the same Q words of P symbols. Answers are kept by permuting positions or renaming symbols in
    both alike, and by exchanging query and code.

    Attributes:
        words: uint16, shape (Q, P), in lexicographic order: the symbol at each position, from 0.
        symbols: number of symbols.
        permutations: uint8, shape (n, P): a group of permutations of the positions, the identity first.
        index: int32, shape (symbols ** P,): index of a word read as a number, its first position the most significant digit;
            -1 if it is not one of the words.
    """

    words: Words
    symbols: int
    permutations: NDArray[np.uint8]
    index: Indices


class Group(NamedTuple):
    """A Symmetry as kernels take it; its fields are those of Symmetry.

    Attributes:
        renamed: int64, shape (3, symbols): scratch.
    """

    words: Words
    permutations: NDArray[np.uint8]
    word_index: Indices
    symbols: int
    renamed: NDArray[np.int64]


class Renamings(NamedTuple):
    """Renamings of the symbols, used instead of permutations of the positions where symbols are fewer than positions.

    Attributes:
        every: uint8, shape (n, symbols): all renamings, the identity first; none where permutations are used.
        alike: int32, shape (2, P): class of each position, and the class that it goes to.
        tally: int32, shape (P, symbols): scratch, 0 between calls.
    """

    every: NDArray[np.uint8]
    alike: Indices
    tally: Indices


class Orbits(NamedTuple):
    """Orbits of all queries: one row per number of queries asked below ORBIT_PLIES, one for any larger number, and EVERY.

    A row holds the orbits last listed in it.

    Attributes:
        used: whether a symmetry is known.
        group, renamings: the symmetry.
        heads: int32, shape (rows, Q): least queries of orbits, ascending, without those asked.
        head_count: int32, shape (rows,): number of heads.
        size: int32, shape (rows, Q): size of the orbit, at its head.
        history: int32, shape (rows, plies): queries asked.
        length: int32, shape (rows,): number of queries asked; -1 before the first listing.
        least, place: int32, shape (Q,): scratch.
    """

    used: bool
    group: Group
    renamings: Renamings
    heads: Indices
    head_count: Indices
    size: Indices
    history: Indices
    length: Indices
    least: Indices
    position: Indices


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


def symmetry_arrays(symmetry: Symmetry) -> tuple[Group, Renamings]:
    """The symmetries as kernels take them."""
    symbols, positions = symmetry.symbols, symmetry.words.shape[1]
    renamings = list(every_permutation(range(symbols))) if symbols < positions else []
    scratch = np.empty((3, symbols), np.int64)
    return Group(symmetry.words, symmetry.permutations, symmetry.index, symbols, scratch), Renamings(
        np.array(renamings, np.uint8).reshape(len(renamings), symbols),
        np.empty((2, positions), np.int32),
        np.zeros((positions, symbols), np.int32),
    )


def make_orbits(symmetry: Symmetry | None, queries: int, plies: int) -> Orbits:
    """Orbits for the analysis of a problem with this many queries, of which at most `plies` are asked in sequence."""
    known = symmetry or Symmetry(np.empty((0, 0), np.uint16), 0, np.empty((0, 0), np.uint8), np.empty(0, np.int32))
    group, renamings = symmetry_arrays(known)
    heads = np.empty((EVERY + 1, queries), np.int32)
    heads[EVERY] = np.arange(queries)
    return Orbits(
        used=symmetry is not None,
        group=group,
        renamings=renamings,
        heads=heads,
        head_count=np.full(EVERY + 1, queries, np.int32),
        size=np.empty((EVERY, queries), np.int32),
        history=np.empty((EVERY, plies), np.int32),
        length=np.full(EVERY, -1, np.int32),
        least=np.empty(queries, np.int32),
        position=np.empty(queries, np.int32),
    )


def orbits(symmetry: Symmetry, history: Sequence[int]) -> Indices:
    """The least query in the orbit of each query, under the symmetries that keep every query asked.

    Args:
        symmetry: the symmetries of the game.
        history: indices of the queries asked so far.

    Returns:
        int32, shape (Q,).
    """
    table = make_orbits(symmetry, len(symmetry.words), 0)
    _least_kernel(table, np.array(history, np.int32), table.heads[EVERY])
    return table.least


@kernel
def row_kernel(orbits: Orbits, history: Indices, codes: int) -> int:
    """The row that lists the orbits after the queries of `history`; EVERY if listing them costs too much.

    Args:
        orbits: storage of the lists.
        history: int32, the queries asked.
        codes: number of codes left.
    """
    plies, queries = history.shape[0], orbits.least.shape[0]
    unused = orbits.group.symbols - plies * orbits.group.words.shape[1]
    if not orbits.used or (plies >= ORBIT_PLIES and codes * max(1, unused) < LARGE):
        return EVERY
    row = min(plies, ORBIT_PLIES)
    known = orbits.length[row] == plies
    orbits.length[row] = plies
    earlier = orbits.history[row]
    for i in range(plies):
        known = known and earlier[i] == history[i]
        earlier[i] = history[i]
    if not known:
        least, heads, size = orbits.least, orbits.heads[row], orbits.size[row]
        _least_kernel(orbits, history, orbits.heads[EVERY])
        for i in range(plies):
            least[history[i]] = -1  # asking again is useless
        size[:] = 0
        n = 0
        for query in range(queries):
            if least[query] == query:
                heads[n] = query
                n += 1
            if least[query] >= 0:
                size[least[query]] += 1
        orbits.head_count[row] = n
    return row if orbits.head_count[row] + plies < queries else EVERY


@kernel
def merge_kernel(orbits: Orbits, history: Indices, tied: Indices, n: int, weight: NDArray[np.int64]) -> int:
    """Keep the first query of each orbit, in a list that is a union of orbits.

    Args:
        orbits: the symmetries, if any.
        history: int32, the queries asked.
        tied: int32, shape (Q,): the list, ascending, in the first n places; those kept move to the front.
        n: length of the list.
        weight: int64, shape (Q,): set to the size of the orbit, for each query kept.

    Returns:
        Number of queries kept.
    """
    for i in range(n):
        weight[i] = 1
    if not orbits.used or n < 2:
        return n
    least, position = orbits.least, orbits.position
    _least_kernel(orbits, history, tied[:n])
    heads = 0
    for i in range(n):
        query = tied[i]
        if least[query] == query:
            position[query] = heads
            tied[heads] = query
            weight[heads] = 1
            heads += 1
        else:
            weight[position[least[query]]] += 1
    return heads


@kernel
def _least_kernel(orbits: Orbits, history: Indices, queries: Indices) -> None:
    """Fill orbits.least at `queries`, ascending, a union of orbits under the symmetries that keep `history`."""
    images_kernel(orbits.group, orbits.renamings, history, queries, orbits.least)


@kernel
def images_kernel(group: Group, renamings: Renamings, history: Indices, queries: Indices, least: Indices) -> None:
    """Least query in the orbit of each of some queries, under the symmetries that keep every query asked.

    A query with a smaller image is marked ~image and not looked at again: its orbit is that of the image. The others are a chain
    meanwhile, each marked with the next one, the last with Q.

    Args:
        group, renamings: the symmetries, see `symmetry_arrays`.
        history: int32, the queries asked.
        queries: int32, ascending, a union of orbits.
        least: int32, shape (Q,): filled at `queries`.
    """
    first, after = queries[0], least.shape[0]
    for i in range(queries.shape[0] - 1, -1, -1):
        least[queries[i]] = after
        after = queries[i]
    if renamings.every.shape[0] > 0:
        _rename_kernel(group, renamings, history, first, least)
    else:
        _permute_kernel(group, history, first, least)
    while first < least.shape[0]:
        after = least[first]
        least[first] = first
        first = after
    for i in range(queries.shape[0]):
        query = queries[i]
        if least[query] < 0:
            least[query] = least[~least[query]]


if INTERPRETED:

    def _permute_kernel(group: Group, history: Indices, first: int, least: Indices) -> None:
        words, renamed = group.words, group.renamed[0]
        rows = np.arange(len(words))
        image = rows.copy()
        for order in group.permutations:
            if not _forced_kernel(group, order, history):
                continue
            fresh = np.flatnonzero(renamed < 0)
            target = np.tile(renamed, (len(words), 1))
            taken, number = np.zeros((2, len(words)), np.int64)
            for position in order:
                symbols = words[:, position]
                new = np.flatnonzero(target[rows, symbols] < 0)
                target[new, symbols[new]] = fresh[taken[new]]
                taken[new] += 1
                number = number * group.symbols + target[rows, symbols]
            image = np.minimum(image, group.word_index[number])
        query = before = first
        while query < len(least):
            after = least[query]
            _unchain(least, before, query, image[query])
            before, query = query if least[query] >= 0 else before, after

else:

    @kernel
    def _permute_kernel(group: Group, history: Indices, first: int, least: Indices) -> None:
        """Take the queries with a smaller image by permutations of the positions out of the chain; its first has none.

        Unused symbols are renamed by first appearance, which is least.
        """
        words, symbols, positions = group.words, group.symbols, group.words.shape[1]
        renamed, origin, fresh = group.renamed[0], group.renamed[1], group.renamed[2]
        for row in range(group.permutations.shape[0]):
            order = group.permutations[row]
            if not _forced_kernel(group, order, history):
                continue
            spare = 0  # unused symbols, ascending, in fresh[:spare]
            for symbol in range(symbols):
                if renamed[symbol] < 0:
                    fresh[spare] = symbol
                    spare += 1
            if row == 0 and spare <= 1:
                continue  # the identity alone
            before, query = first, first
            while query < least.shape[0]:
                number, taken = 0, 0
                for position in range(positions):
                    symbol = words[query, order[position]]
                    if renamed[symbol] < 0:
                        renamed[symbol] = fresh[taken]
                        taken += 1
                    number = number * symbols + renamed[symbol]
                for position in range(positions):
                    symbol = words[query, position]
                    if origin[symbol] < 0:
                        renamed[symbol] = -1
                after = least[query]
                _unchain(least, before, query, group.word_index[number])
                before, query = query if least[query] >= 0 else before, after


@inlined
def _unchain(least: Indices, before: int, query: int, image: int) -> None:
    """Take a query with a smaller image out of the chain, behind the one before."""
    if image < query:
        least[before] = least[query]
        least[query] = ~image


@kernel
def _forced_kernel(group: Group, order: NDArray[np.uint8], history: Indices) -> bool:
    """Whether some renaming after this permutation keeps every query asked. Rows 0 and 1 of group.renamed are set to the
    renaming and its inverse, for the symbols used; -1 for the others."""
    renamed, origin = group.renamed[0], group.renamed[1]
    renamed[:] = -1
    origin[:] = -1
    for i in range(history.shape[0]):
        word = group.words[history[i]]
        for position in range(order.shape[0]):
            before, after = word[order[position]], word[position]
            if renamed[before] < 0 and origin[after] < 0:
                renamed[before] = after
                origin[after] = before
            elif renamed[before] != after:
                return False
    return True


@kernel
def _rename_kernel(group: Group, renamings: Renamings, history: Indices, first: int, least: Indices) -> None:
    """As `_permute_kernel`, by the renamings of the symbols."""
    words, alike, target, tally = group.words, renamings.alike[0], renamings.alike[1], renamings.tally
    positions = words.shape[1]
    for position in range(positions):
        alike[position] = _place_kernel(words, history, renamings.every[0], position, 0)
    for row in range(renamings.every.shape[0]):
        renaming = renamings.every[row]
        taken, is_complete = 0, True
        for position in range(positions):
            source = _place_kernel(words, history, renaming, position, taken)
            if source == positions:
                is_complete = False
                break
            target[position] = alike[source]
            taken |= 1 << source
        if not is_complete:
            continue
        before, query = first, first
        while query < least.shape[0]:
            word = words[query]
            for position in range(positions):
                tally[target[position], renaming[word[position]]] += 1
            number = 0
            for position in range(positions):  # the least symbols first
                there = tally[alike[position]]
                symbol = 0
                while there[symbol] == 0:
                    symbol += 1
                there[symbol] -= 1
                number = number * group.symbols + symbol
            after = least[query]
            _unchain(least, before, query, group.word_index[number])
            before, query = query if least[query] >= 0 else before, after


@kernel
def _place_kernel(words: Words, history: Indices, renaming: NDArray[np.uint8], position: int, taken: int) -> int:
    """First position, not in the mask `taken`, where every query asked has the renamed symbol of `position`."""
    source, same = -1, False
    while not same and source + 1 < words.shape[1]:
        source += 1
        same = taken >> source & 1 == 0
        for i in range(history.shape[0]):
            same = same and renaming[words[history[i], position]] == words[history[i], source]
    return source if same else words.shape[1]
