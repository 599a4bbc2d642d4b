"""Paired comparisons: a difference a game, its mean and standard error, and how likely chance alone would have brought it.

The test flips signs: if two players were alike, each game's difference could as well have come out the other way round. Of the
means under random flips p is the share that is as low as the one observed, which counts among them (M. D. Ernst, Permutation
methods: a basis for exact inference, Statistical Science 19, 2004). Decisions of one game hang together, so games are flipped
whole.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FLIPS = 100_000
_BLOCK = 1000


@dataclass(frozen=True)
class Paired:
    """Differences, one a game.

    Attributes:
        games: how many.
        mean: of the differences.
        error: standard error of the mean; NaN where there are fewer than two.
        less: one-sided p against "not less than zero".
        more: one-sided p against "not more than zero".
    """

    games: int
    mean: float
    error: float
    less: float
    more: float


def paired(differences: Sequence[int], seed: int = 1) -> Paired:
    """The differences summed up.

    Args:
        differences: one a game, whole numbers.
        seed: of the flips.
    """
    if not differences:
        return Paired(0, math.nan, math.nan, 1.0, 1.0)
    values = np.asarray(differences, np.int64)
    error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    total, low, high = int(values.sum()), 1, 1
    random = np.random.default_rng(seed)
    for _ in range(FLIPS // _BLOCK):
        sums = (2 * random.integers(0, 2, (_BLOCK, len(values))) - 1) @ values
        low += int(np.count_nonzero(sums <= total))
        high += int(np.count_nonzero(sums >= total))
    return Paired(len(values), float(values.mean()), error, low / (FLIPS + 1), high / (FLIPS + 1))


def clustered(sums: Sequence[int], counts: Sequence[int]) -> tuple[float, float]:
    """Mean of what was counted in groups, and its standard error where what is of one group hangs together.

    Args:
        sums: the groups' sums.
        counts: how many are in each; one in all at least.
    """
    mean, groups = sum(sums) / sum(counts), len(sums)
    if groups < 2:
        return mean, math.nan
    spread = sum((value - mean * count) ** 2 for value, count in zip(sums, counts, strict=True))
    return mean, math.sqrt(spread * groups / (groups - 1)) / sum(counts)
