"""Dresher's guessing game solved: trees found one after the other for a linear program, then proved exactly.

In each round the program gives the hider's weights against the trees so far, and best trees against mixtures of these weights
with a centre, the best strategy of the hider known, come in: asked at the program's own, extreme weights alone, they swing to and
fro (Stassen 2018, section 2.4). It ends when the program is at its optimum and its weights bring no new tree. Exact strategies of
that basis are then proved against all trees; where the proof finds a better tree than doubles could see, it comes in, and so on.

A game is begun from nothing, or from its predecessor: every tree with a leaf more, the weights drawn out.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from time import process_time

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.rules.dresher import Depths, checked_size
from tafelwerk.solvers.dresher.pricing import Pricing
from tafelwerk.solvers.dresher.program import Program, Progress
from tafelwerk.solvers.dresher.proof import Strategies, exact_strategies
from tafelwerk.solvers.dresher.reply import plain_weights
from tafelwerk.solvers.dresher.simplex import Simplex
from tafelwerk.solvers.dresher.trees import grown, stretched

SLACK = 1e-10
"""A tree comes in when it takes less than the program's value by more than this many guesses."""

CLOSED = 1e-11
"""Guesses between the bounds below which a proof is tried; where it fails, rounds go on until no tree is new."""


@dataclass(frozen=True, slots=True)
class Way:
    """Method of solving a game.

    Attributes:
        program: the program for n numbers, begun with a tree.
        shares: shares of the centre in the weights that trees are asked for.
        asks_all: whether every round asks by all shares, or by one after the other until a tree comes in.
        pivots: most pivots per round, but for the first; None: every round goes on to the optimum over the trees so far.
    """

    program: Callable[[int, Depths], Program]
    shares: tuple[float, ...]
    asks_all: bool
    pivots: int | None


FAST = Way(Simplex, (0.98, 0.95, 0.9, 0.8, 0.5, 0.0), asks_all=False, pivots=20)
"""Of 5 to 50 pivots per round among the fastest at N = 200, 256, 330 and 490; asking all shares took 1.6 to 2.9 times as long."""

Watch = Callable[[int, float, float], None]
"""Told after each round: its number, the program's value, and what a best tree takes against the program's own weights, or
against the centre where that closes the gap."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a game is begun from: trees of n numbers, one of each two mirror images, and weights of the hider, (n,)."""

    trees: tuple[Depths, ...]
    centre: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solution:
    """A game solved and proved.

    Attributes:
        n: the hider picks one of 1, ..., n.
        value: guesses, exact.
        hider: (n,) integer weights without a common divisor, symmetric.
        searcher: integer weights without a common divisor and trees; mirror images are trees of their own.
        hider_unique: whether no other symmetric strategy of the hider is optimal, as far as proved.
        rounds, pivots, candidates: rounds, simplex iterations, trees that were in the program.
        seconds: computing time.
        basis: what the next game can be begun from.
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
        """What the game with one number more is begun from."""
        return Start(tuple(grown(tree) for tree in self.basis.trees), stretched(self.basis.centre, self.n + 1))


def solve(n: int, start: Start | None = None, *, way: Way = FAST, watch: Watch = lambda *seen: None) -> Solution:
    """Value and optimal strategies of the game with the numbers 1 to n.

    Args:
        n: number of numbers.
        start: what to begin from; None: from nothing.
        way: by which program, and how trees are asked for.
        watch: told how the bounds close in.

    Raises:
        InputError: n is below 1 or above MOST_NUMBERS, or the start belongs to another game.
        TafelwerkError: no proof is found: the doubles of the linear program do not reach.
    """
    checked_size(n)
    if start is not None and (len(start.centre) != n or any(len(tree) != n for tree in start.trees)):
        raise InputError(f"the start is one of {len(start.centre)} numbers, not of {n}")
    return _Search(n, start, way, watch).run()


class _Search:
    """Program, centre and bounds of one game while it is solved."""

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
            if strategies is not None and strategies.proved:
                return self._solution(strategies, trees)
            if strategies is None or strategies.reply is None or not self._take(strategies.reply):
                if gap < 0:
                    raise TafelwerkError(
                        f"Dresher's game with {self.n} numbers is not proved: doubles do not reach in the linear program"
                    )
                gap = -1.0

    def _close_in(self, gap: float) -> None:
        """Rounds until the optimum brings no new tree, or the centre holds the optimum but for the gap.

        Where the centre is optimal, as on plateaus, the trees are often enough for the searcher long before that.
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
        """Take in best trees against mixtures of the centre with the program's weights; returns their number."""
        found, lower, centre, taken = [], self.lower, self.centre, 0.0
        for share in self.way.shares:
            weights = share * self.centre + (1 - share) * progress.weights
            taken, tree = self.pricing.best(weights)
            if np.dot(progress.weights, tree) / self.n < progress.value - SLACK:
                found.append(tree)
            if taken > lower:
                lower, centre = taken, weights
            if found and not self.way.asks_all:
                break
        self.lower, self.centre = lower, centre
        self.watch(self.rounds, progress.value, taken)
        return self.program.add(found)

    def _take(self, tree: Depths) -> bool:
        """Whether a tree found by exact arithmetic is new; deeper ones are looked for from now on if it is deep."""
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
