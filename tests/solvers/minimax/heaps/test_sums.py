"""Sums of heaps, against play without theory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import Play, lefts

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, HeapGame, octal_game, subtraction_game
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values
from tafelwerk.solvers.minimax.heaps.sums import SolvedSum, SumMove, options_of_value, solve_sum

GAMES = [
    GRUNDY,
    octal_game("0.77"),
    octal_game("0.137"),
    octal_game("4.2"),
    octal_game("0.006"),
    subtraction_game([1, 3]),
]
PLAY = Play(misere=False)


@given(st.lists(st.tuples(st.sampled_from(GAMES), st.integers(0, 7)), max_size=3))
def test_winning_moves_by_play(heaps: list[tuple[HeapGame, int]]) -> None:
    solved = solve_sum(heaps)
    assert solved.won == PLAY.won(tuple(sorted(heaps, key=lambda one: (one[0].name, one[1]))))
    assert solved.won == (solved.value != 0) == (solved.moves != ())
    moves = [(move.place, move.left) for move in solved.moves]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY.winning(heaps)


def test_by_hand() -> None:
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


@given(st.sampled_from(GAMES), st.integers(0, 40), st.integers(0, 6))
def test_options_of_a_value(game: HeapGame, heap: int, value: int) -> None:
    values = grundy_values(game, 40)
    found = options_of_value(game, values, heap, value)
    assert set(found) == {left for left in lefts(game, heap) if np.bitwise_xor.reduce(values[list(left)]) == value}
    assert found == [left for left in game.options(heap) if left in set(found)]


def test_what_cannot_be() -> None:
    with pytest.raises(InputError, match="heap"):
        solve_sum([(GRUNDY, -1)])
    # Kayles takes a token at least: values to 9 are enough for heap 10
    kayles = octal_game("0.77")
    values = grundy_values(kayles, 9)
    assert options_of_value(kayles, values, 10, 0) == options_of_value(kayles, grundy_values(kayles, 10), 10, 0)
    with pytest.raises(InputError, match="values"):
        options_of_value(kayles, values, 11, 0)
