"""Heaps of any size by a proved period, against the values and moves of heaps that are computed one by one."""

from functools import reduce
from operator import xor

import pytest

from tafelwerk.families.minimax.rules import heaps as periodic
from tafelwerk.families.minimax.rules.heaps import MOST_MOVES, HeapGame, PeriodicValues, octal_game, subtraction_game
from tafelwerk.solvers.minimax.heap_games import solve_heaps, solve_sum

GAMES = [
    *(octal_game(code) for code in ("0.77", "0.137", "0.33", "4.3", "0.055", "0.26")),
    *(subtraction_game(numbers) for numbers in ("1,2", "3,5,7", "4")),
]


def known_values(game: HeapGame) -> PeriodicValues:
    solved = solve_heaps(game, 5000)
    period, last = solved.period.period, solved.period.last_exception
    assert period is not None
    assert last is not None
    return PeriodicValues(game, solved.values[: last + period + 1].tolist(), period, last)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_and_moves_are_those_of_single_heaps(game: HeapGame, monkeypatch: pytest.MonkeyPatch) -> None:
    known = known_values(game)
    far = 3 * (known.last + known.period + game.most_taken)
    heaps = [*range(1, 20), *range(far, far + 2 * known.period + 5, 3 + known.period // 10)]
    monkeypatch.setattr(periodic, "MOST_MOVES", 10**6)
    for heap in heaps:
        for others in ((), (7,), (far + 1, 12)):
            total = (heap, *others)
            solved = solve_sum([(game, size) for size in total])
            assert reduce(xor, map(known.value, total)) == solved.value
            found = known.winning(total)
            assert list(found.moves) == [(move.place, move.left) for move in solved.moves]
            assert found.count == len(solved.moves)
    # two periods more, by steps to heaps of 30 digits: the number of winning moves grows evenly
    monkeypatch.undo()
    step = 2 * known.period
    for heap in range(far, far + 5):
        first, second, third = (known.winning([heap + step * times]).count for times in (0, 1, 10**28))
        assert third == first + 10**28 * (second - first)
        assert known.value(heap + step * 10**28) == known.value(heap)


def test_no_more_moves_than_can_be_read_are_listed() -> None:
    known = known_values(octal_game("0.77"))
    found = known.winning([10**15])
    assert len(found.moves) == MOST_MOVES < found.count
    for place, left in found.moves:
        assert place == 0
        assert 10**15 - sum(left) in (1, 2)
        assert known.value(left[0]) == known.value(left[1])
