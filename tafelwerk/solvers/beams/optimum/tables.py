"""Tables of a variant for the search for good strategies: pieces, answers, symmetries and bounds.

A search stores a set of codes as elements. An element is a row of the pieces of all colours: first the pieces of the colours
asked so far, in the order in which they were first asked for, then the other pieces of the pattern, ascending. It stands for the
(colours - asked)! codes that differ only in the pieces of the other colours.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.optimum.bounds import least_rests
from tafelwerk.solvers.beams.rules.elements import piece_orders
from tafelwerk.solvers.beams.rules.pieces import symmetries
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.jit import INTERPRETED, kernel

MOST_CODES = 1_000_000
"""Largest number of codes of a variant that is searched."""

SMALL = 63
"""Largest number of codes of a set that is searched as a mask."""

_SEED = 0xBEA35


class Tables(NamedTuple):
    """Tables of a variant for kernels: m pieces, D diagonals, g symmetries.

    Attributes:
        masks: int64, shape (m,): fields of the pieces.
        shown: uint8, shape (m, D): answers by piece and diagonal.
        ways: int64, shape (colours + 1,): codes per element, by number of colours asked for.
        least: int32, shape (answers + 1, codes + 1): entry [a, n]: a lower bound of the cost-to-go of n codes if no query
            has more than a answers on them.
        disorder: int64, shape (codes + 1,): n log n, scaled; a query of greater Shannon entropy has a smaller sum over its parts.
            Used only to order queries, not to decide ties.
        piece_maps, diagonal_maps: int64, shapes (g, m) and (g, D): see `symmetries`.
        words: uint64, shape (colours + 1, m): random words of pieces for the keys of sets; the last row for colours not asked
            for.
        signs: int64, shape (m,): random words of 40 bits, whose sums distinguish colours.
        orders: see `elements.piece_orders`; more pieces have more than SMALL orders.
        twins: int64, shape (D,): the earlier window of the same line, or -1; of two unused windows only the earlier one is asked.
        early: whether a filling may be laid at any set, which ends the game.
        size: fields per piece.
    """

    masks: NDArray[np.int64]
    shown: NDArray[np.uint8]
    ways: NDArray[np.int64]
    least: NDArray[np.int32]
    disorder: NDArray[np.int64]
    piece_maps: NDArray[np.int64]
    diagonal_maps: NDArray[np.int64]
    words: NDArray[np.uint64]
    signs: NDArray[np.int64]
    orders: NDArray[np.int64]
    twins: NDArray[np.int64]
    early: bool
    size: int


@lru_cache(maxsize=4)
def make_tables(problem: Problem, early: bool = False) -> Tables:
    """Tables of a variant.

    Args:
        problem: the variant.
        early: whether a filling may be laid at any set.

    Raises:
        InputError: no codes, or more than `MOST_CODES`; no diagonals, or two equal ones.
    """
    if not 1 <= problem.codes <= MOST_CODES:
        raise InputError(f"{problem.variant.name} has {problem.codes:,} codes; 1 to {MOST_CODES:,} can be searched")
    if not problem.windows or len(set(map(tuple, problem.windows))) < len(problem.windows):
        raise InputError(f"diagonals must be different sets of fields, at least one, not {problem.diagonals}")
    colours, codes = problem.variant.colours, problem.codes
    # answers of pieces that occur in no pattern are ignored
    answering = problem.answers[np.unique(problem.patterns)]
    most = max(len(np.unique(column)) for column in answering.T)
    generator = np.random.Generator(np.random.PCG64(_SEED))
    piece_maps, diagonal_maps = symmetries(problem.board, problem.pieces, problem.windows)
    size = np.arange(codes + 1, dtype=np.float64)
    return Tables(
        masks=problem.pieces,
        shown=problem.answers,
        ways=np.array([factorial(colours - asked) for asked in range(colours + 1)], np.int64),
        least=least_rests(problem.pieces, problem.patterns, most, codes, early),
        disorder=np.round(size * np.log2(np.maximum(size, 1)) * 2.0**32).astype(np.int64),
        piece_maps=piece_maps,
        diagonal_maps=diagonal_maps,
        words=generator.integers(0, 1 << 64, (colours + 1, len(problem.pieces)), np.uint64),
        signs=generator.integers(0, 1 << 40, len(problem.pieces), np.int64),
        orders=piece_orders(),
        twins=np.array([_twin(problem.diagonals, place) for place in range(len(problem.diagonals))], np.int64),
        early=early,
        size=problem.variant.size,
    )


def _twin(lines: Sequence[int], place: int) -> int:
    first = lines.index(lines[place])
    return first if first < place else -1


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
def is_free(tables: Tables, used: int, diagonal: int) -> bool:
    """Whether a window may be asked; the later of a line's two windows only after the earlier one."""
    twin = tables.twins[diagonal]
    return not used >> diagonal & 1 and (twin < 0 or bool(used >> twin & 1))


@kernel
def moved_mask(used: int, places: NDArray[np.int64]) -> int:
    """Image of a set of diagonals under a symmetry."""
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
    """Write the key of the codes left, up to symmetry, to `key`.

    Args:
        tables: tables of the variant.
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
