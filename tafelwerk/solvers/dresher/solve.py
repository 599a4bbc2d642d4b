"""The solver of Dresher's guessing game: column generation for a linear program, then an exact proof.

In each round the program gives the hider's weights against the trees so far. Then best trees enter against mixtures of these
weights with a centre, the best strategy of the hider known. At the program's own, extreme weights alone, the trees would
oscillate (Stassen 2018, section 2.4). The rounds end when the program is at its optimum and its weights bring no new tree. Exact
strategies of that basis are then proved against all trees. If the proof finds a better tree that doubles have missed, the tree
enters, and the rounds continue.

A game is solved from scratch, or from its predecessor: with one more leaf in every tree, and the weights stretched.

Exact strategies follow from the equations of an optimal basis over the integers. With the tight trees T and the pairs P of a
basis, the hider's weights solve sum_p w_p c_tp = v for all t in T, sum w = 1, and the searcher's solve sum_t q_t c_tp = v for
all p in P, sum q = 1. The proof that both are optimal does not use the basis: a best reply to w among all trees takes v
(`Replies`), and q takes at most v for every number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from time import process_time

import numpy as np
from flint import fmpz_mat, nmod_mat
from numpy.typing import NDArray

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.dresher.rules import Depths, check_size
from tafelwerk.solvers.dresher.best_replies import Replies, plain_bound, plain_weights
from tafelwerk.solvers.dresher.simplex import Simplex
from tafelwerk.solvers.dresher.tree_columns import Pricing, Program, Progress, add_leaf, pair_depths, stretch

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
    def is_proved(self) -> bool:
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
    hider, searcher = _whole(weights), _mix_mirrors(trees, shares)
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


def _mix_mirrors(trees: Sequence[Depths], shares: Sequence[Fraction]) -> tuple[tuple[int, Depths], ...]:
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


SLACK = 1e-10
"""Guesses by which a tree must fall below the program's value to enter."""

CLOSED = 1e-11
"""Gap between the bounds, in guesses, below which a proof is attempted; if it fails, rounds go on until no tree is new."""


@dataclass(frozen=True, slots=True)
class Way:
    """Method of solving a game.

    Attributes:
        program: makes the program for n numbers from a first tree.
        shares: shares of the centre in the weights at which trees are priced.
        asks_all: whether every round prices at all shares; otherwise at one after the other until a tree enters.
        pivots: most pivots per round, except the first; None: every round goes on to the optimum over the trees so far.
    """

    program: Callable[[int, Depths], Program]
    shares: tuple[float, ...]
    asks_all: bool
    pivots: int | None


FAST = Way(Simplex, (0.98, 0.95, 0.9, 0.8, 0.5, 0.0), asks_all=False, pivots=20)
"""Among 5 to 50 pivots per round, 20 is one of the fastest at N = 200, 256, 330 and 490. Pricing at all shares took 1.6 to 2.9
times as long."""

Watch = Callable[[int, float, float], None]
"""Function called after each round with its number, the program's value, and the mean guesses of a best tree against the
program's own weights, or against the centre if that closes the gap."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start of a game: trees of n numbers, one of every two mirror images, and weights of the hider, (n,)."""

    trees: tuple[Depths, ...]
    centre: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solution:
    """A game solved and proved.

    Attributes:
        n: the hider picks one of 1, ..., n.
        value: exact value, in guesses.
        hider: (n,) integer weights without a common divisor, symmetric.
        searcher: integer weights without a common divisor and trees; mirror images are trees of their own.
        hider_unique: whether the hider's strategy is proved to be the only symmetric optimum.
        rounds, pivots, candidates: number of rounds, of simplex iterations, of trees that were ever in the program.
        seconds: computing time.
        basis: trees and centre from which the next game can start.
    """

    n: int
    value: Fraction
    hider: tuple[int, ...]
    searcher: tuple[tuple[int, Depths], ...]
    hider_unique: bool
    rounds: int
    pivots: int
    candidates: int
    seconds: float
    basis: Start = field(repr=False, compare=False)

    @property
    def depth(self) -> int:
        """Most guesses that the searcher can take."""
        return max(max(tree) for _, tree in self.searcher)

    def next_start(self) -> Start:
        """The start of the game with one more number."""
        return Start(tuple(add_leaf(tree) for tree in self.basis.trees), stretch(self.basis.centre, self.n + 1))


def solve(n: int, start: Start | None = None, *, way: Way = FAST, watch: Watch = lambda *seen: None) -> Solution:
    """Value and optimal strategies of the game with the numbers 1 to n.

    Args:
        n: number of numbers.
        start: start of the game. Default: None, from scratch.
        way: the program, and how trees are priced.
        watch: function called with the bounds after each round.

    Raises:
        InputError: n is below 1 or above MOST_NUMBERS, or the start belongs to another game.
        TafelwerkError: no proof is found, since the precision of doubles is not enough in the linear program.

    >>> solve(4).value
    Fraction(2, 1)
    """
    check_size(n)
    if start is not None and (len(start.centre) != n or any(len(tree) != n for tree in start.trees)):
        raise InputError(f"the start must be one of {n} numbers, not of {len(start.centre)}")
    return _Search(n, start, way, watch).run()


class _Search:
    """The state of one game while it is solved: program, centre and bounds."""

    def __init__(self, n: int, start: Start | None, way: Way, watch: Watch) -> None:
        self.n, self.way, self.watch = n, way, watch
        self.begun = process_time()
        self.rounds = 0
        self.pricing = Pricing(n, n.bit_length() + 1)  # one level more than the flattest tree
        plain = np.array(plain_weights(n), np.float64)
        self.centre = plain * (n / plain.sum())
        self.lower, tree = self.pricing.best(self.centre)
        self.program = way.program(n, tree)
        if start is not None:
            lower, tree = self.pricing.best(start.centre)
            if lower > self.lower:
                self.lower, self.centre = lower, start.centre
            self.program.add([tree, *start.trees])

    def run(self) -> Solution:
        gap = CLOSED
        while True:
            self._close_in(gap)
            trees, pairs = self.program.basis()
            strategies = exact_strategies(self.n, trees, pairs)
            if strategies is not None and strategies.is_proved:
                return self._solution(strategies, trees)
            if strategies is None or strategies.reply is None or not self._take(strategies.reply):
                if gap < 0:
                    raise TafelwerkError(
                        f"Dresher's game with {self.n} numbers is not proved: the precision of doubles is not enough in the "
                        "linear program"
                    )
                gap = -1.0

    def _close_in(self, gap: float) -> None:
        """Make rounds until the optimum brings no new tree, or the centre is optimal up to the gap.

        If the centre is optimal, as on plateaus, the trees are often enough for the searcher long before the first happens.
        """
        progress: Progress | None = self.program.improve(None)
        while progress is not None:
            self.rounds += 1
            closed = progress.is_optimal and progress.value - self.lower < gap
            new = 0 if closed else self._ask(progress)
            if closed:
                self.watch(self.rounds, progress.value, self.lower)
            is_done = progress.is_optimal and not new
            progress = self.program.settle() if is_done else self.program.improve(self.way.pivots)

    def _ask(self, progress: Progress) -> int:
        """Add best trees against mixtures of the centre with the program's weights; returns the number of new trees."""
        trees, lower, centre, taken = [], self.lower, self.centre, 0.0
        for share in self.way.shares:
            weights = share * self.centre + (1 - share) * progress.weights
            taken, tree = self.pricing.best(weights)
            if np.dot(progress.weights, tree) / self.n < progress.value - SLACK:
                trees.append(tree)
            if taken > lower:
                lower, centre = taken, weights
            if trees and not self.way.asks_all:
                break
        self.lower, self.centre = lower, centre
        self.watch(self.rounds, progress.value, taken)
        return self.program.add(trees)

    def _take(self, tree: Depths) -> bool:
        """Add a tree found by exact arithmetic, and raise the height limit if it is deeper; returns whether it is new."""
        if max(tree) > self.pricing.height:
            self.pricing = Pricing(self.n, max(tree))
        return bool(self.program.add([tree]))

    def _solution(self, strategies: Strategies, trees: list[Depths]) -> Solution:
        assert strategies.upper is not None
        return Solution(
            self.n,
            strategies.upper,
            strategies.hider,
            strategies.trees,
            strategies.unique,
            self.rounds,
            self.program.pivots,
            self.program.candidates,
            process_time() - self.begun,
            Start(tuple(trees), self.centre),
        )
