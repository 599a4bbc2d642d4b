"""Lower bounds of the cost-to-go of a set of codes, from its size and the number of answers only.

The stored lower bounds are defined by these bounds; here they are computed from their definition.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, codes, patterns, pieces, symmetries
from tafelwerk.proofs.beams.choice import rules_of

RELAXED = 64
"""Largest set for which the relaxed game is solved with stopping."""

FAR = 1 << 40
"""Larger than any cost."""


@cache
def images(game: Game) -> NDArray[np.int64]:
    """Image of each piece under each symmetry of the board; int64, shape (12, m)."""
    number = {mask: place for place, mask in enumerate(pieces(game))}
    return np.array(
        [
            [
                number[sum(1 << moved[field] for field in range(game.fields) if mask >> field & 1)]
                for mask in pieces(game)
            ]
            for moved in symmetries(game.side)
        ],
        np.int64,
    )


@cache
def within(game: Game) -> NDArray[np.int64]:
    """Largest number of other codes with at most w wrong fields from any code of a small variant; int64, shape (fields + 1,)."""
    masks = np.array(pieces(game), np.int64)
    outside = np.bitwise_count(masks[:, None] & ~masks[None, :]).astype(np.int16)
    alike = np.sort(images(game)[:, patterns(game)], axis=2).transpose(1, 0, 2)
    first = {min(map(tuple, row)) for row in alike.tolist()}
    every = codes(game)
    found = np.zeros(game.fields + 1, np.int64)
    for cover in first:
        wrong = sum(outside[piece, every[:, colour]] for colour, piece in enumerate(cover))
        found = np.maximum(found, np.bincount(wrong, minlength=game.fields + 1)[: game.fields + 1].cumsum() - 1)
    return found


@cache
def least_rests(game: Game) -> NDArray[np.int64]:
    """Lower bounds of the cost-to-go of sets of n codes where no query has more than a answers; int64, shape
    (answers + 1, codes + 1).

    With fewer than 2 answers a set is guessed, at a cost of at least G(n) = sum over w of max(n - 1 - (others within w), 0). In
    the relaxed game every partition into at most a parts is a query, and any set may be stopped at the cost G(n). Up to RELAXED
    codes the relaxed game is solved. Beyond, the bound is the least sum of depths of trees with a branches, if it never exceeds
    G. Otherwise it is the one of the smallest greater a for which it does not exceed G, and n if there is none.
    """
    number = len(codes(game))
    occurring = rules_of(game).shown[np.unique(patterns(game))]
    answers = max(len(np.unique(column)) for column in occurring.T)
    sizes = np.arange(number + 1)
    guesses = sum(np.maximum(np.maximum(sizes - 1, 0) - some, 0) for some in within(game).tolist())
    found = np.empty((answers + 1, number + 1), np.int64)
    found[:2] = guesses
    beyond = np.where(sizes > 1, sizes, 0)
    for few in range(answers, 1, -1):
        trees = _tree_depths(number, few)
        if (trees <= guesses).all():
            beyond = trees
        found[few] = beyond
        small = _relaxed(guesses[: RELAXED + 1], few)
        found[few, : len(small)] = small
    return found


def _tree_depths(most: int, branches: int) -> NDArray[np.int64]:
    """Least sums of the depths of n leaves, n = 0, ..., most, in trees with `branches` branches per node: full levels, with just
    enough leaves of the last level branched."""
    sizes = np.maximum(np.arange(most + 1), 1)
    level, power = np.zeros(most + 1, np.int64), np.ones(most + 1, np.int64)
    while (grows := power * branches <= sizes).any():
        level += grows
        power = np.where(grows, power * branches, power)
    branched = -(-(sizes - power) // (branches - 1))
    found: NDArray[np.int64] = level * sizes + sizes - power + branched
    return found


def _relaxed(guesses: NDArray[np.int64], branches: int) -> NDArray[np.int64]:
    """Cost of the relaxed game with at most `branches` answers, by number of codes, one per entry of `guesses`."""
    # spread[k, n]: least sum over at most k + 1 parts of n codes
    spread = np.full((branches, len(guesses)), FAR)
    spread[:, :2] = 0
    for n in range(2, len(guesses)):
        best = FAR
        for parts in range(1, branches):
            # the first part has fewer codes than all
            split = int((spread[0, 1:n] + spread[parts - 1, n - 1 : 0 : -1]).min())
            best = min(best, split)
            spread[parts, n] = best
        spread[0, n] = min(int(guesses[n]), n + best)
        spread[:, n] = np.minimum(spread[:, n], spread[0, n])
    rests: NDArray[np.int64] = spread[0]
    return rests
