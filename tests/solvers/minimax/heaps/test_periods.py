"""Periods and what proves them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, LARGEST_HEAP, octal_game
from tafelwerk.solvers.minimax.heaps.periods import Period, find_period, solve_heaps
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


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.117", "0.177", "4.3", "4.0", "0.33", "0.1203", "0.30033"])
def test_no_value_less_would_do(code: str) -> None:
    game = octal_game(code)
    solved = solve_heaps(game, 3000)
    assert solved.period.proved
    needed = solved.period.checked_to
    assert find_period(solved.values[: needed + 1], game) == solved.period
    assert find_period(solved.values[:needed], game) == Period(None, None, needed - 1, False)


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


def test_values_past_those_computed() -> None:
    game = octal_game("0.77")
    solved = solve_heaps(game, 10_000)
    assert solved.values.shape == (FIRST_HEAPS + 1,)
    longer = grundy_values(game, 5000)
    assert [solved.value(heap) for heap in range(5001)] == longer.tolist()
    assert solved.value(10**15) == longer[84 + (10**15 - 84) % 12]
    short = solve_heaps(game, 100)
    assert short.period == Period(None, None, 100, False)
    assert short.value(100) == longer[100]
    for heap in (-1, 101):
        with pytest.raises(InputError, match="heap"):
            short.value(heap)
    with pytest.raises(InputError, match="heap"):
        solved.value(-1)


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
