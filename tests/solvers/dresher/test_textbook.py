"""Dresher's simplex method: bases that are bases, optimal ones at the end, and the source's game of four numbers."""

from fractions import Fraction

import pytest
from naive import dresher as naive

from tafelwerk.solvers.dresher.textbook import Worked, worked
from tafelwerk.tables.published.dresher import INVERSES


def columns_of(found: Worked) -> list[list[int]]:
    """P_0, P_1, ..., slack columns last."""
    pairs = len(found.columns[0])
    slack = [[0, *(int(i == k) for i in range(pairs))] for k in range(pairs)]
    return [[0, *[-1] * pairs], *([1, *column] for column in found.columns), *slack]


@pytest.mark.parametrize("n", range(1, 8))
def test_every_basis_and_the_value(n: int) -> None:
    found = worked(n)
    columns = columns_of(found)
    for step in found.steps:
        product = [
            [sum(a * b for a, b in zip(row, columns[place], strict=True)) for place in step.basis]
            for row in step.inverse
        ]
        assert product == [[int(i == k) for k in range(len(step.basis))] for i in range(len(step.basis))]
        gains = [sum(a * b for a, b in zip(step.inverse[0], column, strict=True)) for column in columns[1:]]
        assert list(step.products) == gains
        # the lexicographic rule: the first entry of a row that is not 0 is above 0
        assert all(next(entry for entry in row if entry) > 0 for row in step.inverse[1:])
    rows = [step.inverse[0] for step in found.steps]
    assert rows == sorted(rows, reverse=True)
    assert max(found.steps[-1].products) <= 0
    assert found.steps[-1].inverse[0][0] / 2 == naive.solution(n)[0]


def test_four_numbers_as_printed() -> None:
    """M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, section 1.13."""
    found = worked(4)
    assert found.columns == ((5, 5), (4, 6), (4, 5), (3, 7), (3, 7), (5, 3), (4, 4))
    assert found.trees[6] == (2, 1, 3, 2)
    assert [step.basis for step in found.steps] == [(0, 1, 8), (0, 1, 6), (0, 4, 6), (0, 7, 6)]
    assert [(step.enters, step.leaves) for step in found.steps] == [(6, 8), (4, 1), (7, 4), (None, None)]
    for step, rows in zip(found.steps, INVERSES, strict=True):
        assert [list(row) for row in step.inverse] == [[Fraction(entry) for entry in row.split()] for row in rows]
    assert [list(map(str, step.column)) for step in found.steps[:3]] == [
        ["2", "1", "2"],
        ["2", "3", "-2"],
        ["1/3", "1/3", "2/3"],
    ]
