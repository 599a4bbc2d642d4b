"""Lower bounds of the cost-to-go of a set of codes, from the number of codes and the number of answers only.

The cost-to-go of a set of n codes ("rest" for short) is the cost from there on, summed over the codes. Suppose no query has more
than a answers on them; then none has more on a part of them. Relax the game: every partition into at most a parts is a query, and
at any set of n codes one may stop and guess, at the cost G(n), a lower bound of any guess among n codes. The least cost-to-go of
the relaxed game,

    B_a(1) = 0,    B_a(n) = min(G(n), n + min sum B_a(parts)),

is a lower bound of the true cost-to-go. It is computed in this way for small sets. Without stopping, the relaxed game is
Huffman's: codes are the leaves of a tree with at most a branches per node, with the least sum K_a(n) of depths. If K_a(n) <= G(n)
for all n, stopping gains nothing, since each stop can be replaced by such a tree, and B_a = K_a. B_a and K_a decrease in a. So
with b the least such a, B_a >= B_b = K_b for all a below b.

G(n) comes from distances: the number of codes within w wrong fields of any code is bounded, so the n - 1 codes guessed wrong are
at least as far away as this allows.

Source of the rules: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.4.1; of Huffman's
tree: D. A. Huffman, A method for the construction of minimum-redundancy codes, 1952.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.search_problem import least_totals
from tafelwerk.solvers.machine.jit import kernel

EXACT = 64
"""Largest number of codes for which the relaxed game is solved with stopping."""


def least_rests(
    pieces: NDArray[np.int64], cover: NDArray[np.uint16], answers: int, codes: int, early: bool = False
) -> NDArray[np.int32]:
    """Lower bounds of the cost-to-go of sets of codes.

    Args:
        pieces: int64 masks of the placed pieces.
        cover: patterns, uint16, shape (p, colours).
        answers: largest number of answers of a query.
        codes: number of codes, p times colours!.
        early: whether any filling may be laid at any set; otherwise one of the codes left is guessed.

    Returns:
        int32, shape (answers + 1, codes + 1): entry [a, n] for n codes where no query has more than a answers; with a below 2
        no query splits them, and they are guessed at once.
    """
    near = distances(pieces, cover)
    if early:
        # codes within w wrong fields of a filling are within 2 w of each other; no filling differs from a code in one field
        near = near[np.minimum(2 * np.arange(len(near)), len(near) - 1)]
        near[1] = 0
    guesses = least_guesses(near, codes)
    least = np.empty((answers + 1, codes + 1), np.int32)
    least[:2] = guesses
    # in any case every code takes a query, or a guess that is wrong in two fields for all codes but one
    best = np.arange(codes + 1, dtype=np.int64)
    best[:2] = 0
    for few in range(answers, 1, -1):
        trees = least_totals(codes, few, False, 0)[0]
        if (trees <= guesses).all():
            best = trees
        least[few] = best
    small = min(EXACT, codes)
    _small_kernel(guesses, least[:, : small + 1], np.zeros((answers + 1, small + 1), np.int64))
    return least


def distances(pieces: NDArray[np.int64], cover: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Largest number of other codes within each distance of a code.

    Returns:
        int64, shape (fields + 1,): entry w is the maximum, over all codes, of the number of other codes that differ in at most w
        fields.
    """
    colours = cover.shape[1]
    fields = int(np.bitwise_count(pieces[cover[0]]).sum())
    outside = np.bitwise_count(pieces[:, None] & ~pieces[None, :]).astype(np.uint8)
    orders = np.array(list(permutations(range(colours))), np.int64).reshape(-1, colours)
    most = np.zeros(fields + 1, np.int64)
    _distance_kernel(outside, cover, orders, most, np.zeros(fields + 1, np.int64))
    return most


def least_guesses(near: NDArray[np.int64], codes: int) -> NDArray[np.int64]:
    """Fewest wrong fields of a guess over sets of 0 to `codes` codes; int64, shape (codes + 1,).

    Args:
        near: result of `distances`.
        codes: size of the largest set.
    """
    others = np.maximum(np.arange(codes + 1, dtype=np.int64) - 1, 0)
    # a code counts once for every w that it is farther away than
    return np.asarray(sum(np.maximum(others - within, 0) for within in near.tolist()), np.int64)


@kernel
def _distance_kernel(
    outside: NDArray[np.uint8],
    cover: NDArray[np.uint16],
    orders: NDArray[np.int64],
    most: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Raise `most` [w] to the number of codes within w. All colourings of a pattern are equivalent, so one of each is considered.

    Args:
        outside: (m, m): fields of one piece outside another.
        orders: all orders of the colours.
        tally: scratch, (fields + 1,).
    """
    colours = cover.shape[1]
    for mine in range(cover.shape[0]):
        for wrong in range(tally.shape[0]):
            tally[wrong] = 0
        for other in range(cover.shape[0]):
            for order in range(orders.shape[0]):
                wrong = 0
                for colour in range(colours):
                    wrong += outside[cover[mine, colour], cover[other, orders[order, colour]]]
                tally[wrong] += 1
        within = -1
        for wrong in range(tally.shape[0]):
            within += tally[wrong]
            most[wrong] = max(most[wrong], within)


@kernel
def _small_kernel(guesses: NDArray[np.int64], least: NDArray[np.int32], spread: NDArray[np.int64]) -> None:
    """Solve the relaxed game, for each number of answers from 2 on.

    Args:
        guesses: G(n).
        least: (answers + 1, codes + 1), to be filled.
        spread: scratch of the same shape: entry [p, n]: least sum of rests of n codes in p parts.
    """
    for answers in range(2, least.shape[0]):
        rest = least[answers]
        rest[0] = rest[1] = 0
        for parts in range(spread.shape[0]):
            for count in range(spread.shape[1]):
                spread[parts, count] = 1 << 40
        spread[1, 1] = 0
        for count in range(2, least.shape[1]):
            best = guesses[count]
            for parts in range(2, min(answers, count) + 1):
                for first in range(1, count - parts + 2):
                    spread[parts, count] = min(spread[parts, count], rest[first] + spread[parts - 1, count - first])
                best = min(best, count + spread[parts, count])
            rest[count] = best
            spread[1, count] = best
