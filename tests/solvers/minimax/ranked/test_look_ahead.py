"""The recursion over all positions and depths, against the search of single ones."""

import random

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.evaluation import LINES_OPEN
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.rules.minimax.tictactoe import TICTACTOE, TicTacToe, board_text
from tafelwerk.solvers.minimax.ranked.games import solve
from tafelwerk.solvers.minimax.ranked.look_ahead import look_ahead_accuracy
from tafelwerk.solvers.minimax.ranked.tictactoe import evaluations
from tafelwerk.solvers.minimax.search.alpha_beta import Search
from tafelwerk.solvers.minimax.search.horizon import Horizon


def test_looking_ahead() -> None:
    """Deep enough, the choice is always right: six moves are enough everywhere."""
    rules, solved = TicTacToe(), solve(TICTACTOE)
    ranks = solved.ranks.tolist()
    accuracy = look_ahead_accuracy(TICTACTOE, solved, evaluations(ranks), 9)
    free = np.array([board_text(rank).count(".") for rank in ranks])
    over = solved.moves == 0
    assert accuracy.every[0].all()
    assert accuracy.some[0].all()
    assert accuracy.values[0].tolist() == evaluations(ranks).tolist()
    for depth in range(1, 10):
        assert accuracy.every[depth, (free <= depth) | over].all()
        assert (accuracy.every[depth] <= accuracy.some[depth]).all()
    # the counts of docs/minimax.md for one move and two
    wrong = [int((~accuracy.every[depth]).sum()) for depth in range(1, 10)]
    assert wrong[:2] == [738, 314]
    assert not any(wrong[5:])
    for place in random.Random(9).sample(np.flatnonzero((free <= 6) & ~over).tolist(), 15):
        board = board_text(ranks[place])
        sign = 1 if rules.to_move(board) is Turn.MAX else -1
        for depth in (1, 2, 3, 4):
            search = Search(Horizon(rules, LINES_OPEN, depth, board))
            keeps = [bool(int(solved.moves[place]) >> move & 1) for move in search.best()]
            assert sign * search.root().known_value == accuracy.values[depth, place]
            assert (all(keeps), any(keeps)) == (accuracy.every[depth, place], accuracy.some[depth, place])
    with pytest.raises(InputError, match="depth"):
        look_ahead_accuracy(TICTACTOE, solved, evaluations(ranks), 0)
