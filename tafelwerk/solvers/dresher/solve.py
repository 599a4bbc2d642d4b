"""The solver of Dresher's guessing game: column generation for a linear program, then an exact proof.

In each round the program gives the hider's weights against the trees so far. Then best trees enter against mixtures of these
weights with a centre, the best strategy of the hider known. At the program's own, extreme weights alone, the trees would
oscillate (Stassen 2018, section 2.4). The rounds end when the program is at its optimum and its weights bring no new tree. Exact
strategies of that basis are then proved against all trees. If the proof finds a better tree that doubles have missed, the tree
enters, and the rounds continue.

A game is solved from scratch, or from its predecessor: with one more leaf in every tree, and the weights stretched.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from time import process_time

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.dresher.rules import Depths, checked_size
from tafelwerk.solvers.dresher.pricing import Pricing
from tafelwerk.solvers.dresher.program import Program, Progress
from tafelwerk.solvers.dresher.proof import Strategies, exact_strategies
from tafelwerk.solvers.dresher.reply import plain_weights
from tafelwerk.solvers.dresher.simplex import Simplex
from tafelwerk.solvers.dresher.trees import grown, stretched

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
        return Start(tuple(grown(tree) for tree in self.basis.trees), stretched(self.basis.centre, self.n + 1))


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
    """
    checked_size(n)
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
            if strategies is not None and strategies.proved:
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
