"""The searcher's linear program over the trees found so far: a dense primal simplex method.

By symmetry the searcher may mix every tree with its mirror image, so the program has one row per pair {p + 1, n - p}:

    minimise v   subject to   sum_k q_k c_pk + s_p = v for every pair p,   sum_k q_k = 1,   q, s >= 0,

where c_pk is the mean depth of both numbers in tree k. The dual values of the rows are the hider's weights.

Dense: columns of trees have no zeros, and an optimal basis holds hundreds of them, so sparse factors save nothing. An explicit
inverse is updated in m^2 steps per pivot, m = n/2 + 1, and computed afresh every REFACTOR pivots. Prices are then off by some
1e-12, far below the threshold for a tree to enter.

Few pivots per round: dual values are good enough for pricing long before the optimum, and the next tree undoes most pivots
towards the optimum over the trees so far. `improve` therefore makes only a few pivots.

Perturbed: optima are degenerate, so thousands of pivots would make no progress, and the method might cycle. Right-hand sides are
perturbed so that every basic variable starts above 0. At an optimum, `settle` returns to the true ones by dual pivots.

Rounding decides nothing: the last basis is proved exactly, see `tafelwerk.solvers.dresher.proof`.
"""

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.pivots import FAILED, OPTIMAL, STOPPED, VALUE, Tableau, dual, invert, pending_for, primal
from tafelwerk.solvers.dresher.program import Program, Progress
from tafelwerk.solvers.dresher.trees import pair_depths, spread

REFACTOR = 300
"""Pivots between two computations of the inverse."""

PERTURBATION = 1e-6
"""Greatest perturbation, as a probability; divided by ten whenever `settle` has made a pivot."""

MOST_PIVOTS = 10_000
"""Most pivots per row before a game is given up; N = 1000, a hard game, takes 400."""

_TREES_PER_PAIR, _SPARE = 4, 64  # room of the pool


class Simplex(Program):
    """The program for n numbers, starting with one tree; the pool of trees has limited room."""

    def __init__(self, n: int, first: Depths) -> None:
        super().__init__(n)
        self._since = 0
        self._true_sides = np.append(np.zeros(self._pairs), 1.0)
        self._is_settled = False
        self._random = np.random.default_rng(1)
        self._scale = PERTURBATION
        m, self._room = self._pairs + 1, _TREES_PER_PAIR * self._pairs + _SPARE
        columns = self._room + self._pairs
        self._top = int(np.argmax(pair_depths(first)))  # place of v in the basis: the row in which the tree is deepest
        self._tableau = Tableau(
            inverse=np.zeros((m, m)),
            values=np.zeros(m),
            basis=np.append(np.arange(self._room, columns), 0),
            pool=np.zeros((self._pairs, self._room), np.float32),
            reduced=np.zeros(columns),
            weights=np.ones(columns),
            is_closed=np.zeros(columns, np.bool_),
            is_value=np.arange(m) == self._top,
            column=np.zeros(m),
            row=np.zeros(columns),
        )
        self._tableau.basis[self._top] = VALUE
        self._pending = pending_for(m)
        self.add([first])
        self._perturb()

    def improve(self, most: int | None = None) -> Progress:
        """As Program; the optimum is that of the perturbed program."""
        if self._is_settled:
            self._perturb()
        status, stop = STOPPED, inf if most is None else self.pivots + most
        while status == STOPPED and self.pivots < stop:
            status = self._run(primal, stop - self.pivots)
        return self._progress(status == OPTIMAL)

    def settle(self) -> Progress | None:
        """As Program, by dual pivots."""
        before = self.pivots
        self._refactor(self._true_sides)
        self._is_settled = True
        while self._run(dual, inf) == STOPPED:
            pass
        if self.pivots == before:
            return None
        self._scale /= 10
        return self._progress(True)

    def basis(self) -> tuple[list[Depths], list[int]]:
        """As Program."""
        columns = self._tableau.basis.tolist()
        trees = [self._trees[column] for column in columns if 0 <= column < self._room]
        slack = {column - self._room for column in columns}
        return trees, [pair for pair in range(self._pairs) if pair not in slack]

    def _insert(self, depths: NDArray[np.int64]) -> None:
        if len(self._trees) == self._room:
            self._purge()
        self._tableau.pool[:, len(self._trees)] = depths / 2
        self._tableau.weights[len(self._trees)] = 1.0

    def _progress(self, is_optimal: bool) -> Progress:
        prices = self._tableau.inverse[:, self._top]
        weights = np.maximum(-prices[:-1], 0.0)
        return Progress(spread(self.n, weights * (self.n / weights.sum())), float(prices[-1]), is_optimal)

    def _run(self, method: Callable[[Tableau, int, int, int], tuple[int, int]], most: float) -> int:
        """Make at most `most` pivots, none beyond the next computation of the inverse; returns the method's status."""
        if self._since >= REFACTOR:
            self._refactor(self._sides)
        if self.pivots > MOST_PIVOTS * (self._pairs + 1):
            raise TafelwerkError(f"Dresher's game with {self.n} numbers: the simplex method does not end")
        status, done = method(self._tableau, len(self._trees), self._top, int(min(most, REFACTOR - self._since)))
        self.pivots += done
        self._since += done
        if status == FAILED:
            raise self._inexact()
        return status

    def _perturb(self) -> None:
        """Set new right-hand sides, for which the basis is feasible and its variables are above 0."""
        self._refactor(self._true_sides)
        self._is_settled = False
        values = self._tableau.values
        moved = np.maximum(values, 0.0) + self._scale * self._random.uniform(0.5, 1.0, len(values))
        moved[self._top] = values[self._top]
        self._refactor(np.einsum("ij,j->i", self._matrix(), moved))

    def _refactor(self, sides: NDArray[np.float64]) -> None:
        """Compute the inverse afresh, and the basic variables for given right-hand sides."""
        self._sides = sides
        basis, inverse = self._tableau.basis, self._tableau.inverse
        slacks_first = np.argsort(basis < self._room, kind="stable")
        if not invert(self._matrix(), slacks_first, np.empty_like(basis), inverse, self._pending):
            raise self._inexact()
        np.einsum("j,ji->i", self._sides, inverse, out=self._tableau.values)
        self._tableau.weights[:] = 1.0
        self._since = 0

    def _matrix(self) -> NDArray[np.float64]:
        """(m, m) float64: the columns of the basis."""
        pairs, room = self._pairs, self._room
        columns = np.zeros((pairs + 1, room + pairs + 1))
        columns[:pairs, :room], columns[pairs, :room] = self._tableau.pool, 1.0
        columns[:pairs, room:-1] = np.eye(pairs)
        columns[:pairs, VALUE] = -1.0
        return np.take(columns, self._tableau.basis, axis=1)

    def _purge(self) -> None:
        """Keep half of the pool: the basis, and the other trees that take fewest guesses against the hider's weights."""
        tableau, prices = self._tableau, self._tableau.inverse[:, self._top]
        taken = -np.einsum("p,pk->k", prices[:-1], tableau.pool)
        in_basis = [column for column in tableau.basis.tolist() if 0 <= column < self._room]
        taken[in_basis] = -np.inf
        kept = np.sort(np.argsort(taken, kind="stable")[: self._room // 2])
        place = {int(column): new for new, column in enumerate(kept)}
        tableau.pool[:, : len(kept)] = tableau.pool[:, kept]
        tableau.weights[: len(kept)] = tableau.weights[kept]
        tableau.basis[:] = [place.get(column, column) for column in tableau.basis.tolist()]
        self._trees = [self._trees[column] for column in kept]
        self._known = {pair_depths(tree).tobytes() for tree in self._trees}

    def _inexact(self) -> TafelwerkError:
        return TafelwerkError(
            f"Dresher's game with {self.n} numbers: the precision of doubles is not enough in the simplex method"
        )
