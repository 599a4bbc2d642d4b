"""Values of matrix games by trying every square part of the matrix, in fractions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations


def value(matrix: Sequence[Sequence[int]]) -> Fraction:
    """Value for the row player, who receives the entry.

    Equalizing strategies of some square part of the matrix are optimal in the whole game (Shapley and Snow 1950).
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    for size in range(1, min(len(rows), len(columns)) + 1):
        for chosen in combinations(rows, size):
            for taken in combinations(columns, size):
                part = [[Fraction(matrix[i][j]) for j in taken] for i in chosen]
                mine, yours = _equalizing([list(column) for column in zip(*part, strict=True)]), _equalizing(part)
                if mine is None or yours is None or min(mine[:-1]) < 0 or min(yours[:-1]) < 0:
                    continue
                found = mine[-1]
                lower = min(sum(p * matrix[i][j] for p, i in zip(mine, chosen, strict=False)) for j in columns)
                upper = max(sum(q * matrix[i][j] for q, j in zip(yours, taken, strict=False)) for i in rows)
                if lower == found == upper:
                    return found
    raise AssertionError("every matrix game has a value")


def _equalizing(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Weights x of sum 1 with the same v in every row, and v; None unless there is exactly one solution."""
    size = len(rows)
    system = [[*row, Fraction(-1), Fraction(0)] for row in rows]
    system.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    for k in range(size + 1):
        place = next((i for i in range(k, size + 1) if system[i][k]), None)
        if place is None:
            return None
        system[k], system[place] = system[place], system[k]
        system[k] = [entry / system[k][k] for entry in system[k]]
        for i in range(size + 1):
            if i != k and system[i][k]:
                system[i] = [a - system[i][k] * b for a, b in zip(system[i], system[k], strict=True)]
    return [row[-1] for row in system]
