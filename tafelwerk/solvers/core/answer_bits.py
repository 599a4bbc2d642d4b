"""Answers as bits of a word: the union of the answers that a set of codes has tells how many parts a query makes of it.

Unions are passes over the rows of codes, all queries at once, which compilers turn into vector instructions.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tafelwerk.solvers.jit import INTERPRETED, kernel

MOST_BITS = 64
"""Answers up to which they are bits of a word."""

Bits = NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]

if INTERPRETED:

    def popcount(word: Any) -> Any:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest(word: Any) -> Any:
        """The place of the lowest bit that is set."""
        return (int(word) & -int(word)).bit_length() - 1

    def bit(word: Any, answer: Any) -> Any:
        """The bit of an answer, in a word of this type."""
        return type(word)(1 << int(answer))

else:

    @intrinsic
    def popcount(typing_context, word):  # type: ignore[no-untyped-def]
        """How many bits of a word are set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.cast(builder, builder.ctpop(arguments[0]), word, types.uint8)

        return types.uint8(word), generate

    @intrinsic
    def lowest(typing_context, word):  # type: ignore[no-untyped-def]
        """The place of the lowest bit that is set."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            never = context.get_constant(types.boolean, True)
            return context.cast(builder, builder.cttz(arguments[0], never), word, types.uint16)

        return types.uint16(word), generate

    @intrinsic
    def bit(typing_context, word, answer):  # type: ignore[no-untyped-def]
        """The bit of an answer, in a word of this type."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            # shifted in the word's own width, as many at once as vectors hold
            place = context.cast(builder, arguments[1], answer, word)
            return builder.shl(context.get_constant(word, 1), place)

        return word(word, answer), generate


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
