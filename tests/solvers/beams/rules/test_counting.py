"""Counting without lists, where test_codes does not reach: many colours, and patterns that fill batches."""

from itertools import permutations
from math import factorial

import numpy as np
import pytest

from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.rules.counting import BATCH, MOST_COLOURS, count_elements, piece_counts


def test_eight_colours_that_may_have_any_piece() -> None:
    cover, shown = np.arange(8, dtype=np.uint16)[None], np.zeros((8, 8), np.uint8)
    history = [Beam(colour, colour, 0) for colour in range(MOST_COLOURS)]
    assert count_elements(cover, shown, history) == factorial(8)
    total, counts = piece_counts(cover, shown, history)
    assert total == factorial(8)
    assert (counts[:8] == factorial(7)).all()
    assert (counts[8] == 0).all()


@pytest.mark.parametrize("patterns", [1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH + 5])
def test_patterns_in_batches(patterns: int) -> None:
    """Elements by permutations; patterns that no element can come of stand among the others."""
    random = np.random.default_rng(patterns)
    cover = np.sort(np.argsort(random.random((patterns, 12)), axis=1)[:, :4], axis=1).astype(np.uint16)
    shown = random.integers(0, 2, (12, 3)).astype(np.uint8)
    history = [Beam(2, 0, 1), Beam(0, 1, 0), Beam(2, 2, 0)]
    total, expected = 0, np.zeros((3, 12), np.int64)
    for pattern in cover.tolist():
        for zero, two in permutations(pattern, 2):
            if shown[two, 0] == 1 and shown[zero, 1] == 0 and shown[two, 2] == 0:
                total += 1
                for piece in pattern:
                    expected[0 if piece == zero else 1 if piece == two else 2, piece] += 1
    assert count_elements(cover, shown, history) == total
    found, counts = piece_counts(cover, shown, history)
    assert found == total
    assert np.array_equal(counts, expected)
    assert total == 0 or 0 < count_elements(cover, shown, history, 1) <= total
