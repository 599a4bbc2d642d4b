"""Pivots of the simplex method on a dense tableau: primal, dual, and the inverse of a basis.

The columns are those of the pool, one per tree, with a 1 in the last row; then one slack per pair; and v, with -1 in every row
except the last. The variable v is free and always basic. The objective is v, so the dual values are v's row of the inverse.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
        one, two, three, four = factors[p], factors[p + 1], factors[p + 2], factors[p + 3]
        if one != 0.0 or two != 0.0 or three != 0.0 or four != 0.0:
            first, second, third, fourth = (
                lines[p, :used],
                lines[p + 1, :used],
                lines[p + 2, :used],
                lines[p + 3, :used],
            )
            _add_four(totals, (one, two, three, four), first, second, third, fourth)
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
    one, two, three, four = factors
    for k in range(len(totals)):
        totals[k] = (((totals[k] + one * first[k]) + two * second[k]) + three * third[k]) + four * fourth[k]


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
    found, greatest = -1, 0.0
    for i in range(len(values)):
        pivot = sign * steps[i]
        if pivot > max(LEAST_PIVOT, greatest) and not is_barred[i] and values[i] <= longest * pivot:
            found, greatest = i, pivot
    return found


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
    one, two, three, four = factors[0], factors[1], factors[2], factors[3]
    for j in range(len(target)):
        target[j] = (((target[j] - one * first[j]) - two * second[j]) - three * third[j]) - four * fourth[j]
