"""Heaps: Grundy values, sums, misere play, periods, and periods through a finite sparse space."""

from dataclasses import replace
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_heaps as naive
from naive.minimax_heaps import Play, lefts
from numpy.typing import NDArray
from published import HEAP_SEQUENCES, OCTAL_PERIODS, SPARSE_PERIODS

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    LARGEST_MISERE,
    OCTAL_HEAPS,
    SUBTRACTION_HEAPS,
    TWO_LEFT,
    HeapGame,
    PeriodicValues,
    heap_game,
    octal_game,
    subtraction_game,
)
from tafelwerk.proofs.minimax.heap_proofs import SparseRow, fault
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax import sparse_periods
from tafelwerk.solvers.minimax.heap_games import (
    FIRST_HEAPS,
    Coset,
    MisereGame,
    Period,
    SolvedHeaps,
    SolvedSum,
    Steps,
    SumMove,
    _grundy_values,
    best_coset,
    cosets,
    find_period,
    grundy_values,
    most_steps,
    options_of_value,
    solve_heaps,
    solve_sum,
)
from tafelwerk.solvers.minimax.sparse_periods import SparsePeriod, sparse_period

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

GAMES = st.builds(
    lambda first, middle, last, equal: HeapGame("random", (first, *middle, last), equal),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=4),
    st.integers(1, 7),
    st.booleans(),
)


def test_published_values() -> None:
    for name, sequence in HEAP_SEQUENCES.items():
        expected = [int(word) for word in sequence.split()]
        assert grundy_values(heap_game(name), len(expected) - 1).tolist() == expected


@given(GAMES, st.integers(0, 60))
def test_plain_recursion(game: HeapGame, heaps: int) -> None:
    values = grundy_values(game, heaps)
    assert values.dtype == np.uint16
    assert values.tolist() == naive.grundy_values(game, heaps)


def plain(game: HeapGame, values: NDArray[np.uint16], heap: int) -> int:
    """The value of a heap from all its options and the values below it."""
    found = set()
    for taken, digit in enumerate(game.digits[: heap + 1]):
        rest = heap - taken
        if digit & 1 and rest == 0:
            found.add(0)
        if digit & 2 and rest:
            found.add(int(values[rest]))
        if digit & TWO_LEFT and rest > 1:
            sums = values[1:rest] ^ values[1:rest][::-1]
            if not game.equal_parts and rest % 2 == 0:
                sums = np.delete(sums, rest // 2 - 1)
            found |= set(np.unique(sums).tolist())
    return naive.mex(found)


@compiled
@pytest.mark.parametrize(
    ("heaps", "name"),
    [(20_000, "grundy"), (10_000, "0.007"), (3000, "4.7"), (3000, "0.3333")],
)
def test_large_heaps_with_changing_masks(heaps: int, name: str) -> None:
    game = GRUNDY if name == "grundy" else octal_game(name)
    values = grundy_values(game, heaps)
    sample = [*range(FIRST_HEAPS - 3, FIRST_HEAPS + 4), *range(7, heaps, heaps // 150), heaps]
    assert [int(values[heap]) for heap in sample] == [plain(game, values, heap) for heap in sample]


@given(GAMES, st.integers(0, 40), st.integers(0, 60))
def test_known_values_are_kept(game: HeapGame, known: int, heaps: int) -> None:
    assert np.array_equal(grundy_values(game, heaps, grundy_values(game, known)), grundy_values(game, heaps))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=80), st.sampled_from(["0.77", "0.104", "0.0404"]))
def test_the_best_coset_leaves_fewest_rare(values: list[int], code: str) -> None:
    game = octal_game(code)
    found = best_coset(game, np.array(values, dtype=np.uint16))
    rare = {
        (place, mask): sum((v & mask).bit_count() % 2 != odd[heap % 2] for heap, v in enumerate(values))
        for place, odd in enumerate(cosets(game))
        for mask in range(1, 64)
    }
    place, mask = min(rare, key=lambda key: (rare[key], key))
    assert found == Coset(mask, cosets(game)[place])
    common = found.common(64)
    assert common.tolist() == [[((v & mask).bit_count() % 2 == 1) == odd for v in range(64)] for odd in found.odd]


@given(GAMES)
def test_two_common_parts_leave_a_rare_value(game: HeapGame) -> None:
    """For any values at all, as far as the numbers of tokens taken decide it."""
    values = np.random.default_rng(1).integers(0, 64, 40)
    for odd in cosets(game):
        common = Coset(0b110101, odd).common(64)
        for heap, taken in product(range(40), game.takes(TWO_LEFT)):
            for a in range(1, heap - taken):
                b = heap - taken - a
                if common[a % 2, values[a]] and common[b % 2, values[b]]:
                    assert not common[heap % 2, values[a] ^ values[b]]


def test_common_values_that_alternate() -> None:
    """0.104 and 0.106 have few rare heaps only if the parity of the heap counts."""
    for code, expected in (("0.104", 20), ("0.106", 15)):
        values = grundy_values(octal_game(code), 10_000)
        coset = best_coset(octal_game(code), values)
        rare = ~coset.common()[np.arange(10_001) % 2, values]
        assert (coset.odd, int(rare[1:].sum())) == ((False, True), expected)


def test_values_that_do_not_fit() -> None:
    values = np.zeros(30, dtype=np.uint16)
    # in Kayles heap 5 is the first of value 4
    assert _grundy_values(octal_game("0.77"), values, 1, 4, Steps()) == 5
    assert _grundy_values(octal_game("0.77"), values, 1, 16, Steps()) == 30
    # a subtraction set 1..t gives values up to t
    assert _grundy_values(octal_game("0." + "3" * 20), values, 1, 16, Steps()) == 16


def test_steps() -> None:
    for game, heaps in ((GRUNDY, 3000), (octal_game("0.77"), 500), (octal_game("0.007"), 3000)):
        steps = Steps()
        whole = grundy_values(game, heaps, steps=steps)
        assert 0 < steps.taken <= most_steps(game, heaps)
        enough = Steps(steps.taken)
        assert grundy_values(game, heaps, steps=enough).tolist() == whole.tolist()
        few = Steps(steps.taken // 3)
        stopped = grundy_values(game, heaps, steps=few)
        # the heap that was begun is finished
        assert steps.taken // 3 < few.taken < steps.taken
        assert 0 < len(stopped) <= heaps
        assert stopped.tolist() == whole[: len(stopped)].tolist()


def test_most_steps() -> None:
    assert most_steps(octal_game("0.33"), 1000) == 3000
    assert most_steps(octal_game("0.77"), 1000) == 2 * 750_000 + 3000
    for heap in (-1, 2.5):
        with pytest.raises(InputError, match="heap"):
            most_steps(GRUNDY, heap)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="heap"):
            grundy_values(GRUNDY, heap)  # type: ignore[arg-type]


SUMMED = [
    GRUNDY,
    octal_game("0.77"),
    octal_game("0.137"),
    octal_game("4.2"),
    octal_game("0.006"),
    subtraction_game([1, 3]),
]
PLAY = Play(misere=False)


@given(st.lists(st.tuples(st.sampled_from(SUMMED), st.integers(0, 7)), max_size=3))
def test_winning_moves_by_play(heaps: list[tuple[HeapGame, int]]) -> None:
    solved = solve_sum(heaps)
    assert solved.won == PLAY.won(tuple(sorted(heaps, key=lambda one: (one[0].name, one[1]))))
    assert solved.won == (solved.value != 0) == (solved.moves != ())
    moves = [(move.place, move.left) for move in solved.moves]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY.winning(heaps)


def test_sums_by_hand() -> None:
    """The lecture notes' example 2.3: seven tokens are lost; heap 8 has value 2."""
    assert solve_sum([]) == SolvedSum(0, False, ())
    assert solve_sum([(GRUNDY, 7)]) == SolvedSum(0, False, ())
    assert solve_sum([(GRUNDY, 8)]) == SolvedSum(2, True, (SumMove(0, (1, 7)),))


def test_values_known_before() -> None:
    kayles = octal_game("0.77")
    heaps = [(kayles, 30), (GRUNDY, 25), (kayles, 12)]
    expected = solve_sum(heaps)
    for upto in (5, 100):
        known = {kayles: grundy_values(kayles, upto), GRUNDY: grundy_values(GRUNDY, upto)}
        assert solve_sum(heaps, known) == expected
    assert all(sum(move.left) in (28, 29, 25, 10, 11) for move in expected.moves)


@given(st.sampled_from(SUMMED), st.integers(0, 40), st.integers(0, 6))
def test_options_of_a_value(game: HeapGame, heap: int, value: int) -> None:
    values = grundy_values(game, 40)
    found = options_of_value(game, values, heap, value)
    assert set(found) == {left for left in lefts(game, heap) if np.bitwise_xor.reduce(values[list(left)]) == value}
    assert found == [left for left in game.options(heap) if left in set(found)]


def test_what_cannot_be_summed() -> None:
    with pytest.raises(InputError, match="heap"):
        solve_sum([(GRUNDY, -1)])
    # Kayles takes a token at least: values to 9 are enough for heap 10
    kayles = octal_game("0.77")
    values = grundy_values(kayles, 9)
    assert options_of_value(kayles, values, 10, 0) == options_of_value(kayles, grundy_values(kayles, 10), 10, 0)
    with pytest.raises(InputError, match="values"):
        options_of_value(kayles, values, 11, 0)


CODES = ["0.77", "0.07", "0.137", "4.0", "4.7", "0.6", "0.3", "0.1203", "0.007"]
MISERE = [GRUNDY, *map(octal_game, CODES), subtraction_game([2, 3])]
PLAY_MISERE = Play(misere=True)


def won_heaps(game: HeapGame, largest: int) -> list[int]:
    """Single heaps that the player to move wins."""
    table = MisereGame(game)
    return [heap for heap in range(largest + 1) if table.wins([heap])]


@given(st.sampled_from(MISERE), st.lists(st.integers(0, 9), max_size=3))
def test_outcomes_and_moves_by_play(game: HeapGame, heaps: list[int]) -> None:
    table = MisereGame(game)
    position = tuple((game, heap) for heap in heaps)
    assert table.wins(heaps) == PLAY_MISERE.won(tuple(sorted(position, key=lambda one: one[1])))
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY_MISERE.winning(position)


def test_misere_nim() -> None:
    """Bouton, Nim, a game with a complete mathematical theory (1901): as under normal play, unless all heaps are 1."""
    table = MisereGame(subtraction_game(range(1, 9)))
    for heaps in combinations_with_replacement(range(9), 3):
        large = max(heaps) > 1
        assert table.wins(heaps) == ((reduce(xor, heaps) != 0) if large else sum(heaps) % 2 == 0)


@given(st.sets(st.integers(1, 8), min_size=1), st.lists(st.integers(1, 14), min_size=1, max_size=4))
def test_periods_decide_misere_play_of_subtraction_games(numbers: set[int], heaps: list[int]) -> None:
    game = subtraction_game(sorted(numbers))
    table = MisereGame(game)
    known = PeriodicValues(game, grundy_values(game, 14).tolist(), 1, 13)
    assert known.wins(heaps, misere=True) == table.wins(heaps)
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert list(known.winning(heaps, misere=True).moves) == moves


def test_misere_kayles() -> None:
    """The single rows that lose in misere Kayles are 1, 4, 9, 12 and 20 (W. L. Sibert and J. H. Conway, Mathematical
    Kayles, International Journal of Game Theory 20 (1992))."""
    assert sorted(set(range(41)) - set(won_heaps(octal_game("0.77"), 40))) == [1, 4, 9, 12, 20]


def test_ends() -> None:
    table = MisereGame(GRUNDY)
    assert table.wins([])
    assert table.winning_moves([1, 2]) == []
    assert table.wins([1, 2, 2])
    assert not table.wins([3])
    assert table.wins([3, 3])
    assert table.positions < 10


def test_what_cannot_be_played_misere() -> None:
    table = MisereGame(GRUNDY)
    for heaps in ([-1], [LARGEST_MISERE, 1], [2.5]):
        with pytest.raises(InputError, match="heap"):
            table.wins(heaps)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="heap"):
            table.winning_moves(heaps)  # type: ignore[arg-type]


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


def test_what_cannot_be_searched_for_periods() -> None:
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
        ([3, 5, 11], Period(8, -1, 19, True)),
        ([3, 17, 40, 51, 64], Period(67, 221, 352, True)),
    ],
)
def test_periods(moves: list[int], period: Period) -> None:
    """1..t has period t + 1, {a, b} with b an odd multiple of a has 2a, else one of a + b or 2a b (Winning Ways, chapter 4)."""
    assert subtraction(moves).period == period
    assert subtraction(list(reversed(moves))).period == period


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


@compiled
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


@compiled
def test_published_sparse_periods() -> None:
    result = sparse_period(octal_game("0.16"), 1 << 20)
    assert result is not None
    assert (result.period, result.last_exception) == SPARSE_PERIODS["0.16"]


@compiled
def test_what_has_no_finite_sparse_space(monkeypatch: pytest.MonkeyPatch) -> None:
    # rare heaps go on as far as the period of 0.165 begins
    monkeypatch.setattr(sparse_periods, "LAST", sparse_periods.FIRST)
    assert sparse_period(octal_game("0.165"), 1 << 19) is None
    for game in (GRUNDY, subtraction_game("1,2"), octal_game("0.3")):
        with pytest.raises(InputError, match="two heaps"):
            sparse_period(game, 1 << 19)


@compiled
def test_wrong_rows_are_found() -> None:
    game = octal_game("0.156")
    result = sparse_period(game, 1 << 19)
    assert result is not None
    good = row(result)
    assert fault(game, good) == ""
    changes: list[dict[str, Any]] = [
        {"period": 2 * good.period},
        {"period": good.period - 1},
        {"last_exception": good.last_exception - 1},
        {"last_exception": good.last_exception + 1},
        {"reach": max(good.rare_heaps)},
        {"mask": good.mask ^ 1},
        {"alternating": True},
        {"rare_heaps": good.rare_heaps[:-1]},
        {"rare_heaps": (*good.rare_heaps, 500)},
    ]
    for change in changes:
        changed = replace(good, **change)
        assert fault(game, replace(changed, checked_to=changed.last_exception + changed.period + changed.reach)), change
    assert fault(game, replace(good, checked_to=good.checked_to + 1))
