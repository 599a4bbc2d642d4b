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

Rounding decides nothing: the last basis is proved exactly, see `tafelwerk.solvers.dresher.solve`.

Pivots: the columns are those of the pool, one per tree, with a 1 in the last row; then one slack per pair; and v, with -1 in
every row except the last. The variable v is free and always basic. The objective is v, so the dual values are v's row of the
inverse.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.tree_columns import Program, Progress, pair_depths, spread
from tafelwerk.solvers.machine.jit import kernel

VALUE = -1
"""Column of v in a basis: the last one."""

OPTIMAL, STOPPED, FAILED = 1, 0, -1

LEAST_REDUCED = 1e-10
"""Least decrease of the objective per unit for which a column enters."""

LEAST_PIVOT = 1e-9
"""Least element of a column or row that a pivot may use."""

FEASIBLE = 1e-11
"""Amount by which a basic variable may be below 0, in the ratio test (Harris) and at the end of dual pivots."""

BLOCK = 4
"""Columns that `invert` eliminates before it updates the other rows."""

Matrix = NDArray[np.float64]
Pool = NDArray[np.float32]
AnyMatrix = Matrix | Pool


class Tableau(NamedTuple):
    """The arrays that pivots work on, for m rows and c columns.

    Attributes:
        inverse: (m, m) float64, the inverse of the basis, transposed.
        values: (m,) float64, values of the basic variables.
        basis: (m,) int64, columns of the basic variables.
        pool: (m - 1, room) float32, columns of trees, exact since entries are halves of integers; the first ones are in use.
        reduced: (c,) float64, reduced costs.
        weights: (c,) float64, reference weights of Devex pricing.
        is_closed: (c,) bool, whether a column cannot enter, since it is in the basis or a place of the pool without a tree.
        is_value: (m,) bool, whether the basic variable is v, which is free.
        column: (m,) float64, scratch: the entering column in terms of the basis.
        row: (c,) float64, scratch: the leaving row.
    """

    inverse: Matrix
    values: Matrix
    basis: NDArray[np.int64]
    pool: Pool
    reduced: Matrix
    weights: Matrix
    is_closed: NDArray[np.bool_]
    is_value: NDArray[np.bool_]
    column: Matrix
    row: Matrix


class Pending(NamedTuple):
    """Scratch of `invert`, for m rows: eliminations that other rows have not undergone yet.

    Attributes:
        factors: (m, BLOCK) float64, multiples of the sources to subtract from each row.
        sources: (BLOCK, m) float64, the rows that columns are eliminated with.
        entries: (m,) float64, a column of the matrix as it would be without delay.
    """

    factors: Matrix
    sources: Matrix
    entries: Matrix


def pending_for(m: int) -> Pending:
    """Scratch of `invert`, for matrices of m rows."""
    return Pending(np.zeros((m, BLOCK)), np.zeros((BLOCK, m)), np.zeros(m))


@kernel
def primal(tableau: Tableau, trees: int, top: int, most: int) -> tuple[int, int]:
    """Make at most `most` primal pivots from a feasible basis towards the optimum.

    Args:
        tableau: changed in place.
        trees: number of columns of the pool in use.
        top: place of v in the basis.
        most: most pivots.

    Returns:
        Status and number of pivots made. Status: OPTIMAL, STOPPED after `most` pivots, or FAILED if the value is unbounded.
    """
    reduced, weights, is_closed = tableau.reduced, tableau.weights, tableau.is_closed
    _price_out(tableau, trees, top)
    fresh = 0
    for done in range(most + 1):
        enter = -1
        while True:
            best = 0.0
            for k in range(len(reduced)):
                if reduced[k] < -LEAST_REDUCED and not is_closed[k]:
                    merit = reduced[k] * reduced[k] / weights[k]
                    if merit > best:
                        best, enter = merit, k
            if enter >= 0 or fresh == done:
                break
            _price_out(tableau, trees, top)  # rounding in updates may have hidden a column
            fresh = done
        if enter < 0:
            return OPTIMAL, done
        if done == most:
            break
        _entering(tableau, enter)
        leave = _blocking(tableau.values, tableau.column, 1.0, tableau.is_value, FEASIBLE)
        if leave < 0:
            return FAILED, done
        _leaving(tableau, leave, trees)
        _exchange(tableau, enter, leave, trees)
    return STOPPED, most


@kernel
def dual(tableau: Tableau, trees: int, top: int, most: int) -> tuple[int, int]:
    """As `primal`, by dual pivots from a basis with reduced costs of 0 or more to a feasible one; FAILED if there is none."""
    values = tableau.values
    _price_out(tableau, trees, top)
    for done in range(most + 1):
        least, leave = -FEASIBLE, -1
        for i in range(len(values)):
            if values[i] < least and not tableau.is_value[i]:
                least, leave = values[i], i
        if leave < 0:
            return OPTIMAL, done
        if done == most:
            break
        _leaving(tableau, leave, trees)
        enter = _blocking(tableau.reduced, tableau.row, -1.0, tableau.is_closed, LEAST_REDUCED)
        if enter < 0:
            return FAILED, done
        _entering(tableau, enter)
        _exchange(tableau, enter, leave, trees)
    return STOPPED, most


@kernel
def _price_out(tableau: Tableau, trees: int, top: int) -> None:
    """Compute the reduced costs, and which columns cannot enter."""
    inverse, pool, reduced, is_closed = tableau.inverse, tableau.pool, tableau.reduced, tableau.is_closed
    pairs, room = pool.shape
    is_closed[:] = False
    is_closed[trees:room] = True
    for i in range(len(tableau.basis)):
        if tableau.basis[i] != VALUE:
            is_closed[tableau.basis[i]] = True
    reduced[:trees] = -inverse[pairs, top]
    for p in range(pairs):
        reduced[room + p] = -inverse[p, top]
    _add_products(reduced[:trees], reduced[room:], pool)


@kernel
def _entering(tableau: Tableau, enter: int) -> None:
    """Compute the entering column in terms of the basis."""
    inverse, pool, column = tableau.inverse, tableau.pool, tableau.column
    pairs, room = pool.shape
    first = inverse[enter - room if enter >= room else pairs]
    for i in range(len(column)):
        column[i] = first[i]
    if enter < room:
        _add_products(column, pool[:, enter], inverse)


@kernel
def _leaving(tableau: Tableau, leave: int, trees: int) -> None:
    """Compute the leaving row over all columns."""
    inverse, pool, row = tableau.inverse, tableau.pool, tableau.row
    pairs, room = pool.shape
    row[:trees] = inverse[pairs, leave]
    for p in range(pairs):
        row[room + p] = inverse[p, leave]
    _add_products(row[:trees], row[room:], pool)


@kernel
def _add_products(totals: Matrix, factors: AnyMatrix, lines: AnyMatrix) -> None:
    """Add to each total the products of the factors with its entries in the lines, four lines at a time, in their order."""
    count, used = len(factors), len(totals)
    for p in range(0, count - 3, 4):
        a, b, c, d = factors[p], factors[p + 1], factors[p + 2], factors[p + 3]
        if a != 0.0 or b != 0.0 or c != 0.0 or d != 0.0:
            first, second, third, fourth = (
                lines[p, :used],
                lines[p + 1, :used],
                lines[p + 2, :used],
                lines[p + 3, :used],
            )
            _add_four(totals, (a, b, c, d), first, second, third, fourth)
    for p in range(count - count % 4, count):
        factor, line = factors[p], lines[p]
        for k in range(used):
            totals[k] += factor * line[k]


@kernel
def _add_four(
    totals: Matrix,
    factors: tuple[float, float, float, float],
    first: AnyMatrix,
    second: AnyMatrix,
    third: AnyMatrix,
    fourth: AnyMatrix,
) -> None:
    """Add four lines, each times its factor; a kernel of its own, so that the loop is vectorised."""
    a, b, c, d = factors
    for k in range(len(totals)):
        totals[k] = (((totals[k] + a * first[k]) + b * second[k]) + c * third[k]) + d * fourth[k]


@kernel
def _blocking(values: Matrix, steps: Matrix, sign: float, is_barred: NDArray[np.bool_], slack: float) -> int:
    """Place that blocks a step, by Harris's ratio test: among the values that block first within `slack`, the greatest pivot.

    Args:
        values: 0 or more, up to rounding.
        steps: decrease of each value per unit of the step, times `sign`.
        sign: 1 or -1.
        is_barred: places that never block.
        slack: amount by which a value may be below 0.

    Returns:
        The place; -1 if nothing blocks the step.
    """
    longest = np.inf
    for i in range(len(values)):
        if sign * steps[i] > LEAST_PIVOT and not is_barred[i]:
            longest = min(longest, (values[i] + slack) / (sign * steps[i]))
    row, greatest = -1, 0.0
    for i in range(len(values)):
        pivot = sign * steps[i]
        if pivot > max(LEAST_PIVOT, greatest) and not is_barred[i] and values[i] <= longest * pivot:
            row, greatest = i, pivot
    return row


@kernel
def _exchange(tableau: Tableau, enter: int, leave: int, trees: int) -> None:
    """Exchange a column of the basis for another, given the entering column and the leaving row."""
    inverse, values, reduced, weights = tableau.inverse, tableau.values, tableau.reduced, tableau.weights
    column, row = tableau.column, tableau.row
    room = tableau.pool.shape[1]
    pivot, left = column[leave], tableau.basis[leave]
    share, weight = reduced[enter] / pivot, weights[enter]
    for begin, end in ((0, trees), (room, len(row))):
        for k in range(begin, end):
            reduced[k] -= share * row[k]
            ratio = row[k] / pivot
            weights[k] = max(weights[k], ratio * ratio * weight)
    reduced[enter], reduced[left] = 0.0, -share
    weights[left] = max(weight / (pivot * pivot), 1.0)
    tableau.is_closed[left], tableau.is_closed[enter], tableau.basis[leave] = False, True, enter
    step = max(values[leave] / pivot, 0.0)
    for i in range(len(values)):
        values[i] -= step * column[i]
    values[leave] = step
    for j in range(len(inverse)):
        line = inverse[j]
        factor = line[leave] / pivot
        if factor != 0.0:
            for i in range(len(line)):
                line[i] -= factor * column[i]
        line[leave] = factor


@kernel
def invert(
    matrix: Matrix, order: NDArray[np.int64], partner: NDArray[np.int64], inverse: Matrix, pending: Pending
) -> bool:
    """Fill the transposed inverse of a matrix, by Gauss-Jordan elimination; returns False if the matrix is singular.

    The other rows are updated after every BLOCK columns, so that the matrix is read from memory a quarter as often. Every element
    undergoes the same operations in the same order as in an elimination column by column, so not a bit of it differs.

    Args:
        matrix: (m, m) float64, overwritten.
        order: (m,) int64, columns in the order of elimination; a unit column that comes early costs nothing.
        partner: (m,) int64, scratch: the row that each column was eliminated with.
        inverse: (m, m) float64, filled.
        pending: scratch.
    """
    m = len(matrix)
    factors, sources, entries = pending.factors, pending.sources, pending.entries
    used = inverse[0]  # scratch until the end
    used[:] = 0.0
    for start in range(0, m, BLOCK):
        count = min(BLOCK, m - start)
        factors[:] = 0.0
        for b in range(count):
            k = order[start + b]
            _current(matrix, k, order[start : start + b], pending)
            greatest, chosen = 0.0, -1
            for i in range(m):
                if used[i] == 0.0 and abs(entries[i]) > greatest:
                    greatest, chosen = abs(entries[i]), i
            if greatest < LEAST_PIVOT:
                return False
            used[chosen], partner[k] = 1.0, chosen
            source = sources[b]
            _update(matrix[chosen], factors[chosen], order[start : start + b], sources)
            target = matrix[chosen]
            pivot = target[k]
            target[k] = 1.0
            for j in range(m):
                target[j] /= pivot
                source[j] = target[j]
            for i in range(m):
                factors[i, b] = entries[i]
            factors[chosen] = 0.0
        for i in range(m):
            _update(matrix[i], factors[i], order[start : start + count], sources)
    for j in range(m):
        for k in range(m):
            inverse[partner[j], k] = matrix[partner[k], j]
    return True


@kernel
def _current(matrix: Matrix, k: int, columns: NDArray[np.int64], pending: Pending) -> None:
    """Fill `entries` with column k of the matrix after the pending eliminations of other columns."""
    factors, sources, entries = pending.factors, pending.sources, pending.entries
    for i in range(len(matrix)):
        entry = matrix[i, k]
        for b in range(len(columns)):
            entry -= factors[i, b] * sources[b, k]
        entries[i] = entry


@kernel
def _update(target: Matrix, factors: Matrix, columns: NDArray[np.int64], sources: Matrix) -> None:
    """Eliminate columns from a row, given its factors, one per column; those of the row itself and of later columns are 0."""
    if factors[0] == 0.0 and factors[1] == 0.0 and factors[2] == 0.0 and factors[3] == 0.0:
        return
    _subtract_four(target, factors, sources[0], sources[1], sources[2], sources[3])
    for b in range(len(columns)):
        if factors[b] != 0.0:
            entry = 0.0
            for later in range(b, len(columns)):
                entry -= factors[later] * sources[later, columns[b]]
            target[columns[b]] = entry


@kernel
def _subtract_four(
    target: Matrix, factors: Matrix, first: Matrix, second: Matrix, third: Matrix, fourth: Matrix
) -> None:
    """Subtract four rows, each times its factor; a kernel of its own, so that the loop is vectorised."""
    a, b, c, d = factors[0], factors[1], factors[2], factors[3]
    for j in range(len(target)):
        target[j] = (((target[j] - a * first[j]) - b * second[j]) - c * third[j]) - d * fourth[j]


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
        columns = np.sort(np.argsort(taken, kind="stable")[: self._room // 2])
        numbers = {int(column): new for new, column in enumerate(columns)}
        tableau.pool[:, : len(columns)] = tableau.pool[:, columns]
        tableau.weights[: len(columns)] = tableau.weights[columns]
        tableau.basis[:] = [numbers.get(column, column) for column in tableau.basis.tolist()]
        self._trees = [self._trees[column] for column in columns]
        self._known = {pair_depths(tree).tobytes() for tree in self._trees}

    def _inexact(self) -> TafelwerkError:
        return TafelwerkError(
            f"Dresher's game with {self.n} numbers: the precision of doubles is not enough in the simplex method"
        )
