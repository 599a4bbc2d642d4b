"""From an optimal basis to exact strategies: the basis's equations over the integers, and the proof that they are optimal.

With the tight trees T and the pairs P of a basis, the hider's weights solve sum_p w_p c_tp = v for all t in T, sum w = 1, and
the searcher's solve sum_t q_t c_tp = v for all p in P, sum q = 1. The proof that both are optimal does not use the basis: a best
reply to w among all trees takes v (`Replies`), and q takes at most v for every number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np
from flint import fmpz_mat, nmod_mat

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.reply import Replies, plain_bound, plain_weights
from tafelwerk.solvers.dresher.trees import pair_depths

_PRIME = 2**61 - 1


@dataclass(frozen=True, slots=True)
class Strategies:
    """Exact strategies of both sides, and the bounds that they prove.

    Attributes:
        hider: (n,) integer weights without a common divisor, symmetric; some are negative if the basis was not feasible.
        trees: the searcher's trees, with mirror images, and integer weights without a common divisor.
        lower: mean guesses of a best reply to the hider; None if a weight of the hider is negative.
        upper: mean guesses of the searcher, the most over all numbers; None if a weight of the searcher is negative.
        reply: a best reply to the hider; None if a weight of the hider is negative.
        unique: whether no other symmetric strategy of the hider is optimal, provided that these strategies are.
    """

    hider: tuple[int, ...]
    trees: tuple[tuple[int, Depths], ...]
    lower: Fraction | None
    upper: Fraction | None
    reply: Depths | None
    unique: bool

    @property
    def proved(self) -> bool:
        """Whether the bounds meet."""
        return self.lower is not None and self.lower == self.upper


def exact_strategies(n: int, trees: Sequence[Depths], pairs: Sequence[int]) -> Strategies | None:
    """The strategies of a basis, or None unless its equations have exactly one solution.

    Args:
        n: number of numbers.
        trees: the tight trees, one of each two mirror images.
        pairs: the pairs {p + 1, n - p} of the basis, from 0, as many as there are trees.
    """
    if len(trees) != len(pairs) or not trees:
        return None
    size = len(pairs)
    # the middle number of odd n is paired with itself: half of its weight for each
    rows = [[*pair_depths(tree)[pairs].tolist(), -1] for tree in trees]
    system = fmpz_mat([*rows, [2] * size + [0]])
    try:
        held = _solution(system, 1)
        mixed = _solution(system.transpose(), -1)
    except ZeroDivisionError:
        return None
    weights = [Fraction(0)] * n
    for i, p in enumerate(pairs):
        weights[p] = weights[n - 1 - p] = 2 * held[i] if 2 * p == n - 1 else held[i]
    shares = mixed[:size]
    hider, searcher = _whole(weights), _mirrored(trees, shares)
    guesses = expected_guesses(n, searcher) if min(shares) >= 0 else None
    upper = None if guesses is None else max(guesses)
    if upper == plain_bound(n):
        hider = plain_weights(n)  # the simplest optimal strategy
    lower, reply = None, None
    if min(hider) >= 0:
        replies = Replies(hider)
        lower, reply = Fraction(replies.total(1, n), sum(hider)), replies.depths()
    unique = guesses is not None and _unique(searcher, guesses)
    return Strategies(hider, searcher, lower, upper, reply, unique)


def _solution(system: fmpz_mat, last: int) -> list[Fraction]:
    """The solution of equations whose right-hand sides are 0 except the last."""
    sides = fmpz_mat([[0]] * (system.nrows() - 1) + [[last]])
    return [Fraction(int(value.p), int(value.q)) for value in system.solve(sides).entries()]


def expected_guesses(n: int, trees: Sequence[tuple[int, Depths]]) -> list[Fraction]:
    """Mean guesses of a mixture of trees with integer weights, for each number."""
    total = sum(weight for weight, _ in trees)
    taken = fmpz_mat([[weight for weight, _ in trees]]) * fmpz_mat([depths for _, depths in trees])
    return [Fraction(int(taken[0, i]), total) for i in range(n)]


def _mirrored(trees: Sequence[Depths], shares: Sequence[Fraction]) -> tuple[tuple[int, Depths], ...]:
    """Trees with positive shares and their mirror images, with integer weights, the greatest first, ties by depths."""
    used: list[tuple[Fraction, Depths]] = []
    for tree, share in zip(trees, shares, strict=True):
        if share:
            mirror = tree[::-1]
            used += [(share, tree)] if mirror == tree else [(share / 2, tree), (share / 2, mirror)]
    weights = _whole([share for share, _ in used])
    return tuple(sorted(zip(weights, (tree for _, tree in used), strict=True), key=lambda pair: (-pair[0], pair[1])))


def _unique(trees: Sequence[tuple[int, Depths]], guesses: Sequence[Fraction]) -> bool:
    """Whether at most one symmetric strategy of the hider is optimal if a mixture is, by complementary slackness.

    Such a strategy picks no number for which the mixture takes fewer guesses than the most. All trees of the mixture take equally
    many against it: one equation per tree except one. Full rank modulo a prime is full rank.

    Args:
        trees: the mixture, with mirror images.
        guesses: mean guesses of the mixture, for each number.
    """
    most = max(guesses)
    pairs = [p for p in range((len(guesses) + 1) // 2) if guesses[p] == most]
    # mirror images take the same
    depths = np.array([pair_depths(tree) for _, tree in trees if tree <= tree[::-1]])
    taken = depths[:, pairs]
    equations = nmod_mat(len(taken) - 1, len(pairs), (taken[1:] - taken[0]).ravel().tolist(), _PRIME)
    return int(equations.rank()) == len(pairs) - 1


def _whole(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """The smallest integers in the same proportions as the shares."""
    common = lcm(*(share.denominator for share in shares))
    weights = [share.numerator * (common // share.denominator) for share in shares]
    divisor = gcd(*weights)
    return tuple(weight // divisor for weight in weights)
