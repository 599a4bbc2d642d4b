"""The periods published for octal games."""

import numpy as np
import pytest

from tafelwerk.rules.minimax.heaps import OCTAL_HEAPS, octal_game
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax.heaps.periods import Period, SolvedHeaps, solve_heaps
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

PUBLISHED = {
    "0.77": (12, 70),
    "0.137": (34, 51),
    "0.117": (48, 46),
    "0.177": (20, 496),
    "0.1377": (24, 140),
    "0.11377": (32, 186),
    "0.7777": (24, 141),
    "0.127": (4, 46577),
}
"""Period and last exception: OEIS A002186, A002187, A071453, A071435, A071434, A071452, A071074, A071464 (the last of them: A.
Gangolli and T. Plambeck, A note on periodicity in some octal games, International Journal of Game Theory 18 (1989))."""

PERIODS = {"0.156": (349, 3479), "0.055": (148, 259), "0.644": (442, 3256), "0.356": (142, 7315), "0.165": (1550, 5181)}
"""Period and the first heap from which on it holds: Winning Ways, chapter 4, table of octal games; Gangolli and Plambeck."""


def octal(code: str, heaps: int = OCTAL_HEAPS) -> SolvedHeaps:
    return solve_heaps(octal_game(code), heaps)


@pytest.mark.parametrize(
    "code", [code if code != "0.127" else pytest.param(code, marks=compiled) for code in PUBLISHED]
)
def test_published_periods(code: str) -> None:
    found = octal(code).period
    assert found.proved
    assert (found.period, found.last_exception) == PUBLISHED[code]
    assert found.checked_to == 2 * PUBLISHED[code][1] + 2 * PUBLISHED[code][0] + len(code) - 2


@compiled
@pytest.mark.parametrize("code", PERIODS)
def test_published_beginnings(code: str) -> None:
    found = octal(code).period
    length, first = PERIODS[code]
    assert found == Period(length, first - 1, 2 * (first - 1) + 2 * length + 3, True)


@compiled
def test_the_first_code_whose_period_is_long() -> None:
    """0.16: period 149459 (Gangolli and Plambeck); within the usual limit nothing is claimed."""
    assert octal("0.16").period == Period(None, None, 200_000, False)
    found = octal("0.16", 600_000).period
    assert (found.period, found.last_exception, found.proved) == (149459, 105350, True)


@compiled
def test_a_last_exception_that_the_encyclopedia_has_too_low() -> None:
    """0.56: period 144; OEIS A071436 names 326637 as the last exception, the values say 326639."""
    solved = octal("0.56", 700_000)
    assert (solved.period.period, solved.period.last_exception, solved.period.proved) == (144, 326639, True)
    assert solved.values[326639] != solved.values[326639 + 144]


@pytest.mark.parametrize(
    ("code", "length", "exceptions"),
    [
        ("0.77", 12, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]),
        ("0.137", 34, [0, 14, 16, 17, 31, 34, 51]),
        ("0.07", 34, [0, 1, 15, 17, 18, 32, 35, 52]),
        ("0.117", 48, [2, 6, 7, 12, 16, 22, 26, 36, 46]),
    ],
)
def test_all_exceptions(code: str, length: int, exceptions: list[int]) -> None:
    """Those of Kayles, Dawson's chess and 0.117: OEIS A002186, A002187, A071453; 0.07 is 0.137 with heaps one larger."""
    values = octal(code).values
    settled = values[600 : 600 + length]
    period = [int(settled[(n - 600) % length]) for n in range(len(values))]
    assert [n for n in range(len(values)) if values[n] != period[n]] == exceptions


def test_codes_of_the_same_values() -> None:
    """Winning Ways, chapter 4: 0.07 and 0.137, 4.4 and 0.77, 0.77 and 0.771, 0.117 and 0.051, shifted by one heap or none."""
    for code, other, shift in [("0.07", "0.137", 1), ("4.4", "0.77", 1), ("0.771", "0.77", 0), ("0.051", "0.117", 1)]:
        values, others = grundy_values(octal_game(code), 500), grundy_values(octal_game(other), 500)
        assert np.array_equal(values[1 + shift :], others[1 : len(others) - shift])
    # long taken to have the same values, though they part at heap 519 (T. Czajka)
    values, others = grundy_values(octal_game("0.161"), 600), grundy_values(octal_game("0.36"), 600)
    assert np.flatnonzero(values != others)[0] == 519


def test_empty_heap_and_no_exceptions() -> None:
    assert octal("4.7").period == Period(2, 0, 5, True)
    assert octal("4").period == Period(2, 0, 4, True)
    assert octal("0.3").period == Period(2, -1, 3, True)
