"""Answers as bits of a word: the union of the answers that a set of codes has tells how many parts a query makes of it.

Unions are passes over the rows of codes, all queries at once, which compilers turn into vector instructions.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import bit
from tafelwerk.solvers.machine.jit import kernel

MOST_BITS = 64
"""Answers up to which they are bits of a word."""

Bits = NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]


def bit_type(answers: int) -> type[np.uint16] | type[np.uint32] | type[np.uint64]:
    """The narrowest words with a bit an answer, of at most MOST_BITS."""
    return np.uint16 if answers <= 16 else np.uint32 if answers <= 32 else np.uint64


@kernel
def unite(
    columns: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32] | NDArray[np.uint32],
    queries: int,
    union: Bits,
) -> None:
    """Fill `union` with the bits of all answers that a set of codes has, by query.

    Args:
        columns: shape (C, Q or more): the answer, by code and query.
        codes: the set.
        queries: how many of the queries are wanted, from the first.
        union: shape (Q,), words of `bit_type`.
    """
    last = codes.shape[0] - 1
    for query in range(queries):
        union[query] = 0
    for done in range(0, last + 1, 4):
        one, two = columns[codes[done]], columns[codes[min(done + 1, last)]]
        three, four = columns[codes[min(done + 2, last)]], columns[codes[min(done + 3, last)]]
        for query in range(queries):
            word = union[query]
            lower = bit(word, one[query]) | bit(word, two[query])
            union[query] = word | lower | bit(word, three[query]) | bit(word, four[query])
