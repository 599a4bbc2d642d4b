"""Heaps: Grundy values, sums, misere play, periods, and periods through a finite sparse space."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import GAMES, Play
from published import HEAP_SEQUENCES, OCTAL_PERIODS, SPARSE_PERIODS

from tafelwerk.families.minimax.rules import heaps as rules
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    HeapGame,
    PeriodicValues,
    heap_game,
    octal_game,
    subtraction_game,
)
from tafelwerk.proofs.minimax.heap_proofs import SparseRow, fault, wrong_values
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax import heap_games, sparse_periods
from tafelwerk.solvers.minimax.heap_games import MisereGame, Period, Steps, grundy_values, solve_heaps, solve_sum
from tafelwerk.solvers.minimax.sparse_periods import sparse_period

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

KAYLES = octal_game("0.77")


def test_published_values() -> None:
    for name, sequence in HEAP_SEQUENCES.items():
        expected = [int(word) for word in sequence.split()]
        assert grundy_values(heap_game(name), len(expected) - 1).tolist() == expected


@given(GAMES, st.integers(0, 40), st.integers(0, 60))
def test_the_least_number_of_no_option(game: HeapGame, known: int, heaps: int) -> None:
    values = grundy_values(game, heaps)
    assert values.dtype == np.uint16
    assert len(values) == heaps + 1
    assert wrong_values(game, values, np.arange(heaps + 1)) == []
    assert np.array_equal(grundy_values(game, heaps, grundy_values(game, known)), values)


@compiled
@pytest.mark.parametrize(
    ("heaps", "name"),
    [(20_000, "grundy"), (10_000, "octal 0.007"), (3000, "octal 4.7"), (3000, "octal 0.3333")],
)
def test_large_heaps_with_changing_masks(heaps: int, name: str) -> None:
    game = heap_game(name)
    first = heap_games.FIRST_HEAPS
    sample = [*range(first - 3, first + 4), *range(7, heaps, heaps // 150), heaps]
    assert wrong_values(game, grundy_values(game, heaps), np.array(sample)) == []


def test_values_that_do_not_fit() -> None:
    values = np.zeros(30, dtype=np.uint16)
    # in Kayles heap 5 is the first of value 4; a subtraction set 1..t gives values up to t
    for game, limit, first in ((KAYLES, 4, 5), (KAYLES, 16, 30), (octal_game("0." + "3" * 20), 16, 16)):
        assert heap_games._grundy_values(game, values, 1, limit, Steps()) == first


def test_steps() -> None:
    for game, heaps in ((GRUNDY, 3000), (KAYLES, 500)):
        steps = Steps()
        whole = grundy_values(game, heaps, steps=steps)
        assert 0 < steps.taken <= heap_games.most_steps(game, heaps)
        assert grundy_values(game, heaps, steps=Steps(steps.taken)).tolist() == whole.tolist()
        few = Steps(steps.taken // 3)
        stopped = grundy_values(game, heaps, steps=few)
        # the heap that was begun is finished
        assert steps.taken // 3 < few.taken < steps.taken
        assert 0 < len(stopped) <= heaps
        assert stopped.tolist() == whole[: len(stopped)].tolist()
    assert heap_games.most_steps(octal_game("0.33"), 1000) == 3000
    assert heap_games.most_steps(KAYLES, 1000) == 2 * 750_000 + 3000
    steps = Steps(2_000_000)
    searched = solve_heaps(octal_game("0.127"), 10_000, steps)
    assert steps.taken > 2_000_000
    assert heap_games.FIRST_HEAPS < len(searched.values) <= 10_000
    assert searched.period == Period(None, None, len(searched.values) - 1, False)


SUMMED = [GRUNDY, KAYLES, *map(octal_game, ("0.137", "4.2", "0.006")), subtraction_game([1, 3])]
PLAY = Play(misere=False)


@given(st.lists(st.tuples(st.sampled_from(SUMMED), st.integers(0, 7)), max_size=3), st.sampled_from([None, 5, 100]))
def test_winning_moves_by_play(heaps: list[tuple[HeapGame, int]], known: int | None) -> None:
    """With and without values that are known before."""
    solved = solve_sum(heaps, {} if known is None else {game: grundy_values(game, known) for game in SUMMED})
    assert solved.won == PLAY.won(tuple(sorted(heaps, key=lambda one: (one[0].name, one[1]))))
    assert solved.won == (solved.value != 0) == (solved.moves != ())
    moves = [(move.place, move.left) for move in solved.moves]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY.winning(heaps)


CODES = ["0.77", "0.07", "0.137", "4.0", "4.7", "0.6", "0.3", "0.1203", "0.007"]
MISERE = [GRUNDY, *map(octal_game, CODES), subtraction_game([2, 3])]
PLAY_MISERE = Play(misere=True)


@given(st.sampled_from(MISERE), st.lists(st.integers(0, 9), max_size=3))
def test_outcomes_and_moves_by_play(game: HeapGame, heaps: list[int]) -> None:
    table = MisereGame(game)
    position = tuple((game, heap) for heap in heaps)
    assert table.wins(heaps) == PLAY_MISERE.won(tuple(sorted(position, key=lambda one: one[1])))
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY_MISERE.winning(position)


@given(st.sets(st.integers(1, 8), min_size=1), st.lists(st.integers(1, 14), min_size=1, max_size=4))
def test_periods_decide_misere_play_of_subtraction_games(numbers: set[int], heaps: list[int]) -> None:
    game = subtraction_game(sorted(numbers))
    table = MisereGame(game)
    known = PeriodicValues(game, grundy_values(game, 14).tolist(), 1, 13)
    assert known.wins(heaps, misere=True) == table.wins(heaps)
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert list(known.winning(heaps, misere=True).moves) == moves


@given(digits=st.lists(st.integers(0, 7), min_size=1, max_size=3).filter(any), first=st.sampled_from("04"))
def test_what_is_proved_holds(digits: list[int], first: str) -> None:
    game = octal_game(f"{first}.{''.join(map(str, digits))}")
    found = heap_games.find_period(grundy_values(game, 150), game)
    if found.period is not None:
        later = grundy_values(game, 450).astype(int)
        wrong = np.flatnonzero(later[found.period :] != later[: -found.period])
        assert (int(wrong[-1]) if wrong.size else -1) == found.last_exception


@compiled
@pytest.mark.parametrize("code", ["0.77", "0.177", "0.165", "0.16"])
def test_published_periods(code: str) -> None:
    period, last = OCTAL_PERIODS[code]
    proved = Period(period, last, 2 * last + 2 * period + len(code) - 2, True)
    # values end where the period is proved; a shorter search finds none
    heaps = 600_000 if code == "0.16" else rules.OCTAL_HEAPS
    solved = solve_heaps(octal_game(code), heaps)
    assert solved.period == proved
    assert len(solved.values) < heaps
    if code != "0.16":
        short = proved.checked_to - 1
        assert solve_heaps(octal_game(code), short).period == Period(None, None, short, False)


@compiled
@pytest.mark.parametrize("code", ["0.055", "0.156", "0.45"])
def test_as_the_octal_periodicity_theorem(code: str) -> None:
    game = octal_game(code)
    found = sparse_period(game, 1 << 19)
    assert found is not None
    assert (found.period, found.last_exception) == OCTAL_PERIODS.get(code, (20, 497))
    assert found.checked_to == found.last_exception + found.period + found.window
    values = grundy_values(game, 30_000)
    common = found.coset.common()[np.arange(30_001) % 2, values]
    assert tuple((np.flatnonzero(~common[1:]) + 1).tolist()) == found.rare_heaps
    facts = (found.period, found.last_exception, found.checked_to, found.window)
    assert fault(game, SparseRow(*facts, found.coset.mask, found.coset.alternating, found.rare_heaps)) == ""


@compiled
def test_sparse_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    result = sparse_period(octal_game("0.16"), 1 << 20)
    assert result is not None
    assert (result.period, result.last_exception) == SPARSE_PERIODS["0.16"]
    # rare heaps go on as far as the period of 0.165 begins
    monkeypatch.setattr(sparse_periods, "LAST", sparse_periods.FIRST)
    assert sparse_period(octal_game("0.165"), 1 << 19) is None
