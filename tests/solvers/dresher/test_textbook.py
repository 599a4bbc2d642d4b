"""Dresher's own simplex method: the source's worked example, and values of small games."""

from fractions import Fraction
from itertools import pairwise

import pytest
from naive import dresher as naive

from tafelwerk.solvers.dresher.textbook import all_trees, paired, steps, unlike_trees


@pytest.mark.parametrize("n", range(1, 8))
def test_all_trees(n: int) -> None:
    assert list(all_trees(n)) == sorted(naive.trees(n))
    assert {*unlike_trees(n), *(depths[::-1] for depths in unlike_trees(n))} == set(naive.trees(n))


def test_the_worked_example() -> None:
    """Stassen 2018, section 1.13: matrix (1.20), the bases B0 to B3, their inverses, what comes in and what goes."""
    matrix = paired(unlike_trees(4))
    assert matrix == [[5, 4, 4, 3, 3, 5, 4], [5, 6, 5, 7, 7, 3, 4]]
    found = steps(matrix)
    assert [step.basis for step in found] == [(0, 1, 8), (0, 1, 6), (0, 4, 6), (0, 7, 6)]
    assert [(step.enters, step.leaves) for step in found] == [(6, 8), (4, 1), (7, 4), (None, None)]
    printed = (
        ("5 0 -1", "1 0 0", "0 1 -1"),
        ("5 -1 0", "1 -1/2 1/2", "0 1/2 -1/2"),
        ("13/3 -2/3 -1/3", "1/3 -1/6 1/6", "2/3 1/6 -1/6"),
        ("4 -1/2 -1/2", "1 -1/2 1/2", "0 1/2 -1/2"),
    )
    for step, rows in zip(found, printed, strict=True):
        assert step.inverse == tuple(tuple(map(Fraction, row.split())) for row in rows)
    products = ("0 -1 0 -2 -2 2 1 0 -1", "0 1 1 2 2 0 1 -1 0", "-2/3 -1/3 0 0 0 0 1/3 -2/3 -1/3")
    for step, row in zip(found, (*products, "-1 -1 -1/2 -1 -1 0 0 -1/2 -1/2"), strict=True):
        assert step.products == tuple(map(Fraction, row.split()))
    assert [step.column for step in found[:3]] == [(2, 1, 2), (2, 3, -2), tuple(map(Fraction, ("1/3", "1/3", "2/3")))]


@pytest.mark.parametrize("n", range(1, 7))
def test_values_are_those_of_the_whole_game(n: int) -> None:
    """And every step keeps a basis: its inverse times its columns is the identity, the first row falls."""
    matrix = paired(unlike_trees(n))
    found = steps(matrix)
    assert found[-1].inverse[0][0] / 2 == naive.solution(n)[0]
    columns = [(0, *[-1] * len(matrix)), *((1, *column) for column in zip(*matrix, strict=True))]
    columns += [tuple(int(i == k) for i in range(len(matrix) + 1)) for k in range(1, len(matrix) + 1)]
    for step in found:
        for i, row in enumerate(step.inverse):
            for k, column in enumerate(step.basis):
                assert sum(a * b for a, b in zip(row, columns[column], strict=True)) == (i == k)
            assert i == 0 or next(entry for entry in row if entry) > 0
    assert all(later.inverse[0] < sooner.inverse[0] for sooner, later in pairwise(found))
