"""Periods that are looked for heap after heap."""

import numpy as np
import pytest

from tafelwerk.proofs.montecarlo.table_claims import _return_kernel


@pytest.mark.parametrize(
    ("moves", "beyond", "heaps", "found"),
    [
        ([1, 2], True, 60, 3),
        ([2, 5], True, 60, 7),
        ([1, 2], False, 60, 3),
        ([2, 5], True, 9, 0),
        ([4, 7], True, 80, 11),
    ],
)
def test_win_and_loss_come_back(moves: list[int], beyond: bool, heaps: int, found: int) -> None:
    assert _return_kernel(np.array(moves, np.int64), beyond, np.zeros(heaps + moves[-1] + 1, np.bool_)) == found
