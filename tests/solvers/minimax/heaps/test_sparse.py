"""Periods through a finite sparse space, against the octal periodicity theorem and published periods."""

import numpy as np
import pytest
from published import OCTAL_PERIODS, SPARSE_PERIODS

from tafelwerk.errors import InputError
from tafelwerk.proofs.minimax.sparse import SparseRow, fault
from tafelwerk.rules.minimax.heaps import GRUNDY, octal_game, subtraction_game
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax.heaps import sparse
from tafelwerk.solvers.minimax.heaps.sparse import SparsePeriod, sparse_period
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


def row(found: SparsePeriod) -> SparseRow:
    return SparseRow(
        found.period,
        found.last_exception,
        found.checked_to,
        found.window,
        found.coset.mask,
        found.coset.alternating,
        found.rare_heaps,
    )


@pytest.mark.parametrize("code", ["0.055", "0.156", "0.45"])
def test_as_the_octal_periodicity_theorem(code: str) -> None:
    game = octal_game(code)
    found = sparse_period(game, 1 << 19)
    assert found is not None
    period, last = OCTAL_PERIODS.get(code, (20, 497))
    assert (found.period, found.last_exception) == (period, last)
    assert found.checked_to == last + period + found.window
    values = grundy_values(game, 30_000)
    common = found.coset.common()[np.arange(30_001) % 2, values]
    assert tuple((np.flatnonzero(~common[1:]) + 1).tolist()) == found.rare_heaps
    assert fault(game, row(found)) == ""


def test_published() -> None:
    result = sparse_period(octal_game("0.16"), 1 << 20)
    assert result is not None
    assert (result.period, result.last_exception) == SPARSE_PERIODS["0.16"]


def test_what_has_no_finite_sparse_space(monkeypatch: pytest.MonkeyPatch) -> None:
    # rare heaps go on as far as the period of 0.165 begins
    monkeypatch.setattr(sparse, "LAST", sparse.FIRST)
    assert sparse_period(octal_game("0.165"), 1 << 19) is None
    for game in (GRUNDY, subtraction_game("1,2"), octal_game("0.3")):
        with pytest.raises(InputError, match="two heaps"):
            sparse_period(game, 1 << 19)


def test_wrong_rows_are_found() -> None:
    game = octal_game("0.156")
    found = sparse_period(game, 1 << 19)
    assert found is not None
    period, last, _, reach, mask, alternating, rare = (
        found.period,
        found.last_exception,
        found.checked_to,
        found.window,
        found.coset.mask,
        found.coset.alternating,
        found.rare_heaps,
    )

    def said(p: int = period, e: int = last, w: int = reach, m: int = mask, r: tuple[int, ...] = rare) -> str:
        return fault(game, SparseRow(p, e, e + p + w, w, m, alternating, r))

    assert said() == ""
    assert said(p=2 * period)
    assert said(p=period - 1)
    assert said(e=last - 1)
    assert said(e=last + 1)
    assert said(w=max(rare))
    assert said(m=mask ^ 1)
    assert said(r=rare[:-1])
    assert said(r=(*rare, 500))
    assert fault(game, SparseRow(period, last, last + period + reach + 1, reach, mask, alternating, rare))
    assert fault(game, SparseRow(period, last, last + period + reach, reach, mask, True, rare))
