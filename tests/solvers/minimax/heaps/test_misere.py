"""Misere play: against play without any reduction, and what is published."""

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import Play

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.heaps import GRUNDY, LARGEST_MISERE, HeapGame, octal_game, subtraction_game
from tafelwerk.rules.minimax.periodic import PeriodicValues
from tafelwerk.solvers.minimax.heaps.misere import MisereGame
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values

CODES = ["0.77", "0.07", "0.137", "4.0", "4.7", "0.6", "0.3", "0.1203", "0.007"]
GAMES = [GRUNDY, *map(octal_game, CODES), subtraction_game([2, 3])]
PLAY = Play(misere=True)


def won_heaps(game: HeapGame, largest: int) -> list[int]:
    """Single heaps that the player to move wins."""
    table = MisereGame(game)
    return [heap for heap in range(largest + 1) if table.won([heap])]


@given(st.sampled_from(GAMES), st.lists(st.integers(0, 9), max_size=3))
def test_outcomes_and_moves_by_play(game: HeapGame, heaps: list[int]) -> None:
    table = MisereGame(game)
    position = tuple((game, heap) for heap in heaps)
    assert table.won(heaps) == PLAY.won(tuple(sorted(position, key=lambda one: one[1])))
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert len(moves) == len(set(moves))
    assert set(moves) == PLAY.winning(position)


def test_single_heaps_by_play() -> None:
    for game, largest in ((GRUNDY, 30), (octal_game("0.07"), 20), *((game, 12) for game in GAMES)):
        assert won_heaps(game, largest) == [heap for heap in range(largest + 1) if PLAY.won(((game, heap),))], game


def test_misere_nim() -> None:
    """Bouton, Nim, a game with a complete mathematical theory (1901): as under normal play, unless all heaps are 1."""
    table = MisereGame(subtraction_game(range(1, 9)))
    for heaps in combinations_with_replacement(range(9), 3):
        large = max(heaps) > 1
        assert table.won(heaps) == ((reduce(xor, heaps) != 0) if large else sum(heaps) % 2 == 0)


@given(st.sets(st.integers(1, 8), min_size=1), st.lists(st.integers(1, 14), min_size=1, max_size=4))
def test_periods_decide_misere_play_of_subtraction_games(numbers: set[int], heaps: list[int]) -> None:
    game = subtraction_game(sorted(numbers))
    table = MisereGame(game)
    known = PeriodicValues(game, grundy_values(game, 14).tolist(), 1, 13)
    assert known.won(heaps, misere=True) == table.won(heaps)
    moves = [(move.place, move.left) for move in table.winning_moves(heaps)]
    assert list(known.winning(heaps, misere=True).moves) == moves


def test_misere_kayles() -> None:
    """The single rows that lose in misere Kayles are 1, 4, 9, 12 and 20 (W. L. Sibert and J. H. Conway, Mathematical
    Kayles, International Journal of Game Theory 20 (1992))."""
    assert sorted(set(range(41)) - set(won_heaps(octal_game("0.77"), 40))) == [1, 4, 9, 12, 20]


def test_ends() -> None:
    table = MisereGame(GRUNDY)
    assert table.won([])
    assert table.winning_moves([1, 2]) == []
    assert table.won([1, 2, 2])
    assert not table.won([3])
    assert table.won([3, 3])
    assert table.positions < 10


def test_what_cannot_be() -> None:
    table = MisereGame(GRUNDY)
    for heaps in ([-1], [LARGEST_MISERE, 1], [2.5]):
        with pytest.raises(InputError, match="heap"):
            table.won(heaps)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="heap"):
            table.winning_moves(heaps)  # type: ignore[arg-type]
