"""Periods and what proves them; those published for octal games, and of subtraction sets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive
from published import OCTAL_PERIODS

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    OCTAL_HEAPS,
    SUBTRACTION_HEAPS,
    octal_game,
    subtraction_game,
)
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax.heaps.periods import Period, SolvedHeaps, find_period, solve_heaps
from tafelwerk.solvers.minimax.heaps.sprague_grundy import FIRST_HEAPS, Steps, grundy_values


@given(
    before=st.lists(st.integers(0, 2), max_size=12),
    cycle=st.lists(st.integers(0, 2), min_size=1, max_size=5),
    heaps=st.integers(0, 60),
    code=st.sampled_from(["0.3", "0.123", "0.7", "0.007", "4.0"]),
)
def test_least_length_and_last_exception(before: list[int], cycle: list[int], heaps: int, code: str) -> None:
    values = (before + cycle * (heaps + 1))[: heaps + 1]
    game = octal_game(code)
    found = find_period(np.array(values, dtype=np.uint16), game)
    expected = naive.period(values, game.most_taken, game.breaks)
    if expected is None:
        assert found == Period(None, None, heaps, False)
    else:
        assert found == Period(expected[0], expected[1], expected[2], True)


@given(digits=st.lists(st.integers(0, 7), min_size=1, max_size=3), first=st.sampled_from("04"))
def test_what_is_proved_holds(digits: list[int], first: str) -> None:
    if first == "0" and not any(digits):
        return
    game = octal_game(f"{first}.{''.join(map(str, digits))}")
    values = grundy_values(game, 150)
    found = find_period(values, game)
    if found.period is None or found.last_exception is None:
        return
    later = grundy_values(game, 450).astype(int)
    wrong = np.flatnonzero(later[found.period :] != later[: -found.period])
    assert (int(wrong[-1]) if wrong.size else -1) == found.last_exception


def test_values_end_where_the_period_is_proved() -> None:
    solved = solve_heaps(octal_game("0.77"), 10_000)
    assert solved.values.tolist() == grundy_values(octal_game("0.77"), FIRST_HEAPS).tolist()
    assert solve_heaps(octal_game("0.77"), 100).period == Period(None, None, 100, False)


def test_a_search_that_stops_by_its_steps() -> None:
    game = octal_game("0.127")
    steps = Steps(2_000_000)
    stopped = solve_heaps(game, 10_000, steps)
    assert steps.taken > 2_000_000
    assert FIRST_HEAPS < len(stopped.values) <= 10_000
    assert stopped.period == Period(None, None, len(stopped.values) - 1, False)


def test_what_cannot_be() -> None:
    with pytest.raises(InputError, match="equal parts"):
        find_period(grundy_values(GRUNDY, 50), GRUNDY)
    with pytest.raises(InputError, match="equal parts"):
        solve_heaps(GRUNDY, 50)
    for values in (np.zeros(0, dtype=np.uint16), np.zeros((2, 2), dtype=np.uint16)):
        with pytest.raises(InputError, match="values"):
            find_period(values, octal_game("0.77"))
    for heaps in (-1, LARGEST_HEAP + 1):
        with pytest.raises(InputError, match="heap"):
            solve_heaps(octal_game("0.77"), heaps)
    assert solve_heaps(octal_game("0.77"), 0).period == Period(None, None, 0, False)


compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

FAR = {"0.16": 600_000}
"""Heaps that are needed where the usual limit is too low."""


def octal(code: str, heaps: int = OCTAL_HEAPS) -> SolvedHeaps:
    return solve_heaps(octal_game(code), heaps)


@compiled
@pytest.mark.parametrize("code", ["0.77", "0.117", "0.177", "0.055", "0.165", "0.16"])
def test_published_periods(code: str) -> None:
    period, last = OCTAL_PERIODS[code]
    assert octal(code, FAR.get(code, OCTAL_HEAPS)).period == Period(
        period, last, 2 * last + 2 * period + len(code) - 2, True
    )
    if code == "0.16":
        assert octal(code).period == Period(None, None, OCTAL_HEAPS, False)


@pytest.mark.parametrize(
    ("code", "length", "exceptions"),
    [
        ("0.77", 12, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]),
        ("0.07", 34, [0, 1, 15, 17, 18, 32, 35, 52]),
    ],
)
def test_all_exceptions(code: str, length: int, exceptions: list[int]) -> None:
    """Those of Kayles and Dawson's chess: OEIS A002186, A002187; 0.07 is 0.137 with heaps one larger."""
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


def subtraction(moves: list[int], heaps: int = SUBTRACTION_HEAPS) -> SolvedHeaps:
    return solve_heaps(subtraction_game(moves), heaps)


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted))
def test_values_and_least_period(moves: list[int]) -> None:
    solved = subtraction(moves)
    period, last = solved.period.period, solved.period.last_exception
    assert solved.period.proved
    assert period is not None
    assert last is not None
    values: list[int] = []
    for heap in range(solved.values.shape[0]):
        values.append(naive.mex({values[heap - move] for move in moves if move <= heap}))
    assert solved.values.tolist() == values
    assert values[last + 1 : -period] == values[last + 1 + period :]
    assert last == -1 or values[last] != values[last + period]
    # no shorter period is one: the last values would have it
    tail = values[-4 * period :]
    assert all(tail[length:] != tail[:-length] for length in range(1, period))


@pytest.mark.parametrize(
    ("moves", "period"),
    [
        ([1, 2], Period(3, -1, 5, True)),
        ([2, 5], Period(7, -1, 12, True)),
        ([3, 5, 11], Period(8, -1, 19, True)),
        ([3, 17, 40, 51, 64], Period(67, 221, 352, True)),
    ],
)
def test_periods(moves: list[int], period: Period) -> None:
    """1..t has period t + 1, {a, b} with b an odd multiple of a has 2a, else one of a + b or 2a b (Winning Ways, chapter 4)."""
    assert subtraction(moves).period == period
    assert subtraction(list(reversed(moves))).period == period
