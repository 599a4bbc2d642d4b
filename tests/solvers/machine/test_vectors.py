"""Bytes moved many at a time, against slices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.solvers.machine import vectors
from tafelwerk.solvers.machine.jit import kernel


@kernel
def copy_row(rows: np.ndarray, to: int, source: int) -> None:
    vectors.copy_row(rows, to, source)


@kernel
def copy_block(target: np.ndarray, place: int, source: np.ndarray, start: int) -> None:
    vectors.copy_block(target, place, source, start)


@pytest.mark.parametrize("columns", [1, 3, 4, 5, 6, 7, 8, 9, 12])
def test_rows(columns: int) -> None:
    """The row itself, and nothing before or behind it."""
    rows = np.random.default_rng(columns).integers(0, 1 << 16, (5, columns)).astype(np.uint16)
    for to, source in ((0, 4), (4, 0), (2, 3), (1, 1)):
        expected = rows.copy()
        expected[to] = expected[source]
        copy_row(rows, to, source)
        assert np.array_equal(rows, expected)


@given(st.integers(0, 40), st.integers(0, 2))
def test_blocks(place: int, row: int) -> None:
    random = np.random.default_rng(place)
    target = random.integers(0, 256, 40 + vectors.BLOCK).astype(np.uint8)
    source = random.integers(0, 256, (3, vectors.BLOCK)).astype(np.uint8)
    expected = target.copy()
    expected[place : place + vectors.BLOCK] = source[row]
    copy_block(target, place, source, row * vectors.BLOCK)
    assert np.array_equal(target, expected)
