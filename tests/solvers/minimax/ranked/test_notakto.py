"""Notakto against plain recursion, and the published outcomes.

Source: T. E. Plambeck and G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.
"""

import random

import numpy as np
import pytest
from naive import minimax_boards as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.notakto import FINISHED, notakto
from tafelwerk.rules.minimax.ranked import RankedGame
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax.ranked.games import compiled_game, solve
from tafelwerk.solvers.minimax.ranked.retrograde import Solution

compiled = pytest.mark.skipif(INTERPRETED, reason="too long without compiled kernels")


def boards_of(text: str) -> tuple[naive.Board, ...]:
    return tuple(tuple(board) for board in text.split("/"))


def assert_solved(game: RankedGame, solved: Solution, place: int) -> None:
    """Value, distance and moves of a position; they are those of its images."""
    rank = int(solved.ranks[place])
    boards, value = boards_of(game.text(rank)), solved.values[place]
    assert game.rank(game.text(rank)) == rank
    assert (value, solved.distances[place]) == naive.notakto(naive.living(*boards))
    after = naive.notakto_moves(boards)
    kept = sum(1 << 9 * board + field for (board, field), left in after.items() if naive.notakto(left)[0] == -value)
    assert solved.moves[place] == kept
    images = compiled_game(game).images(rank)
    for image in images[:50]:
        found = solved.place(image)
        assert found is not None
        assert (solved.values[found], solved.distances[found]) == (value, solved.distances[place])


def test_one_board() -> None:
    """The first player wins, in the centre alone."""
    game = notakto()
    solved = solve(game)
    for place in range(len(solved.ranks)):
        assert_solved(game, solved, place)
    assert (solved.values[0], solved.moves[0]) == (1, 1 << 4)
    # every set of fields without a line, and the finished board
    assert len(solved.ranks) == 1 + sum(
        not naive.has_line(tuple(".X"[mask >> field & 1] for field in range(9))) for mask in range(512)
    )
    assert len({min(compiled_game(game).images(rank)) for rank in range(512)}) == 102


@compiled
def test_two_boards() -> None:
    """They are won by the second player. Solving another number of boards in between changes nothing."""
    game, one_board = notakto(2), solve(notakto())
    solved = solve(game)
    assert solved.values[0] == -1
    assert len(solved.ranks) == len(one_board.ranks) ** 2
    for place in (0, *random.Random(2).sample(range(len(solved.ranks)), 300)):
        assert_solved(game, solved, place)
    assert solve(notakto()).moves.tolist() == one_board.moves.tolist()


def test_three_boards_move_by_move() -> None:
    game = notakto(3)
    text = "XX......./........./X...X..X."
    rank = game.rank(text)
    assert game.text(rank) == text
    after = {game.move_name(rank, label): game.text(to) for label, to in game.after(rank).items()}
    assert len(after) == 7 + 9 + 6
    successors, labels = np.zeros(27, np.int64), np.zeros(27, np.int64)
    count = compiled_game(game).moves(rank, successors, labels, 3)
    assert dict(zip(labels[:count].tolist(), successors[:count].tolist(), strict=True)) == game.after(rank)
    assert after["a2"] == "XXXXXXXXX/........./X...X..X."
    assert after["b4"] == "XX......./....X..../X...X..X."
    assert after["c8"] == "XX......./........./XXXXXXXXX"
    # eight images of the first board, one of the empty one, eight of the last, in any order of the three
    assert len(set(compiled_game(game).images(rank))) == len(compiled_game(game).images(rank)) == 8 * 1 * 8 * 6
    full = "/".join(["XXXXXXXXX"] * 3)
    assert game.ended(game.rank(full)) == 1
    assert game.rank(full) == FINISHED * (1 + 512 + 512**2)


def test_bad_input() -> None:
    for boards in (0, 4):
        with pytest.raises(InputError, match="1 to 3 boards"):
            notakto(boards)
    assert notakto().rank("xxx......") == FINISHED
    assert notakto(2).rank("XXX....../.........") == FINISHED
    for boards, text, reason in (
        (1, "XO.......", "nine of the characters"),
        (2, ".........", "2 times separated by a slash"),
        (1, "XXX...XXX", "finished before its last mark"),
    ):
        with pytest.raises(InputError, match=reason):
            notakto(boards).rank(text)
