"""What searches for good strategies of Beams know of a variant: tables of pieces, answers, symmetries and bounds.

A search holds a set of codes as elements. An element is a row of the pieces of all colours: first of the colours asked so far,
in the order in which they were first asked for, then the other pieces of the pattern, ascending. It stands for all codes that
differ only in which of the other colours has which of these pieces: (colours - asked)! of them.
"""

from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.optimum.bounds import least_rests
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.rules.symmetries import symmetries

MOST_CODES = 1_000_000
"""Codes of the largest variant that is searched."""

SMALL = 63
"""Codes of the largest set that is searched as a mask."""

_SEED = 0xBEA35

_ORDERED = 4
"""Things whose orders are listed; more have more than SMALL orders."""


class Tables(NamedTuple):
    """What kernels know of a variant: m pieces, D diagonals, g symmetries.

    Attributes:
        masks: int64, shape (m,): fields of the pieces.
        shown: uint8, shape (m, D): what diagonals show of pieces.
        ways: int64, shape (colours + 1,): codes of an element by how many colours have been asked for.
        least: int32, shape (answers + 1, codes + 1): entry [a, n]: a bound that the rest of n codes is not below if no query
            has more than a answers on them.
        disorder: int64, shape (codes + 1,): n log n, scaled; a query of greater Shannon entropy has the smaller sum over its
            parts. Good for an order of queries, not for ties.
        piece_maps, diagonal_maps: int64, shapes (g, m) and (g, D): see `symmetries`.
        words: uint64, shape (colours + 1, m): random words of pieces for the keys of sets; the last row for colours not asked.
        signs: int64, shape (m,): random words of 40 bits, whose sums tell colours apart.
        orders: int64, shape (5, 24, 4): orders [k, i] of k things.
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


@lru_cache(maxsize=4)
def make_tables(problem: Problem) -> Tables:
    """The tables of a variant.

    Raises:
        InputError: no codes, or more than `MOST_CODES`; diagonals of which there are none, or two the same.
    """
    if not 1 <= problem.codes <= MOST_CODES:
        raise InputError(f"{problem.variant.name} has {problem.codes:,} codes; 1 to {MOST_CODES:,} can be searched")
    if not problem.diagonals or len(set(problem.diagonals)) < len(problem.diagonals):
        raise InputError(f"diagonals must be different sets of fields, at least one, not {problem.diagonals}")
    colours, codes = problem.variant.colours, problem.codes
    # pieces that no pattern holds answer nothing
    answering = problem.answers[np.unique(problem.patterns)]
    most = max(len(np.unique(column)) for column in answering.T)
    generator = np.random.Generator(np.random.PCG64(_SEED))
    piece_maps, diagonal_maps = symmetries(problem.board, problem.pieces, problem.diagonals)
    size = np.arange(codes + 1, dtype=np.float64)
    orders = np.zeros((_ORDERED + 1, factorial(_ORDERED), _ORDERED), np.int64)
    for count in range(_ORDERED + 1):
        listed = list(permutations(range(count)))
        orders[count, : len(listed), :count] = listed
    return Tables(
        masks=problem.pieces,
        shown=problem.answers,
        ways=np.array([factorial(colours - asked) for asked in range(colours + 1)], np.int64),
        least=least_rests(problem.pieces, problem.patterns, most, codes),
        disorder=np.round(size * np.log2(np.maximum(size, 1)) * 2.0**32).astype(np.int64),
        piece_maps=piece_maps,
        diagonal_maps=diagonal_maps,
        words=generator.integers(0, 1 << 64, (colours + 1, len(problem.pieces)), np.uint64),
        signs=generator.integers(0, 1 << 40, len(problem.pieces), np.int64),
        orders=orders,
    )
