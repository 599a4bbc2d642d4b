"""Tic-tac-toe and its relatives: whole games against plain recursion, the readable searches, published counts.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

from functools import cache

import pytest
from naive import minimax_boards as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.evaluation import LINES_OPEN
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.tictactoe import (
    RULES,
    TICTACTOE,
    WILD,
    board_rank,
    board_text,
    check_board,
    open_lines,
)
from tafelwerk.solvers.minimax.ranked.games import solve
from tafelwerk.solvers.minimax.ranked.retrograde import Solution
from tafelwerk.solvers.minimax.ranked.tictactoe import SYMMETRIES, evaluations, tictactoe

by_name = pytest.mark.parametrize("name", ["tictactoe-misere", "tictactoe-wild"])


@cache
def solution(name: str) -> Solution:
    return solve(GAMES[name])


@cache
def plain(name: str) -> naive.ThreeInARow:
    return naive.ThreeInARow(RULES[name].misere, RULES[name].wild)


@by_name
def test_every_position(name: str) -> None:
    """Value, distance and all moves that keep the value."""
    game, solved, twin = GAMES[name], solution(name), plain(name)
    boards = {"".join(board) for board in twin.reachable()}
    assert boards == {game.text(rank) for rank in solved.ranks.tolist()}
    for place, rank in enumerate(solved.ranks.tolist()):
        board = tuple(game.text(rank))
        value, distance = twin.solve(board)
        assert (solved.values[place], solved.distances[place]) == (value, distance)
        kept = {f"{mark}{field}" for field, mark, after in twin.moves(board) if twin.solve(after)[0] == -value}
        labels = [label for label in range(32) if solved.moves[place] >> label & 1]
        marks = "XO"[board.count(".") % 2 == 0]
        names = {game.move_name(rank, label) for label in labels}
        assert (names if RULES[name].wild else {f"{marks}{field}" for field in names}) == kept
        if value == 0:
            # a draw fills the board
            assert distance == board.count(".")


@by_name
def test_classes(name: str) -> None:
    game, solved = tictactoe(GAMES[name]), solution(name)
    values = dict(zip(solved.ranks.tolist(), zip(solved.values, solved.distances, strict=True), strict=True))
    # of wild games, which have four times the positions, some
    for rank, known in list(values.items())[:: 7 if RULES[name].wild else 1]:
        images = game.images(rank)
        assert len(images) == (16 if RULES[name].wild else 8)
        assert rank in images
        assert {values[image] for image in images} == {known}


def test_published_counts() -> None:
    """5,478 positions, 765 up to symmetry, drawn."""
    for name in ("tictactoe", "tictactoe-misere"):
        ranks = solution(name).ranks.tolist()
        assert len(ranks) == 5478
        assert len({min(tictactoe(TICTACTOE).images(rank)) for rank in ranks}) == 765
        assert solution(name).values[0] == 0
        assert solution(name).distances[0] == 9
    # the first player takes the centre in misere play, and wins the wild game from there
    assert solution("tictactoe-misere").moves[0] == 1 << 4
    assert solution("tictactoe-wild").values[0] == 1
    assert solution("tictactoe-wild").moves[0] == 3 << 8
    assert len(set(SYMMETRIES)) == 8
    for name in RULES:
        assert (solution(name).values[0], solution(name).distances[0]) == plain(name).solve(naive.EMPTY)


def test_evaluation() -> None:
    """The lecture's example 2.4: 6 open lines for X and 5 for O, E = 6 - 5 = 1, as with X in a corner and O beside it."""
    assert (open_lines("XO.......", "X"), open_lines("XO.......", "O"), LINES_OPEN("XO.......")) == (6, 5, 1)
    assert LINES_OPEN(".........") == 0
    assert LINES_OPEN("....X....") == 8 - 4
    assert (LINES_OPEN("XXXOO...."), LINES_OPEN("XX.OOO..X")) == (9, -9)
    assert LINES_OPEN("XOXXOOOXX") == 0
    boards = ["X........", "XO.......", "XXXOO...."]
    assert evaluations([board_rank(board) for board in boards]).tolist() == [-3, 1, -9]


@by_name
def test_what_cannot_be(name: str) -> None:
    """Of all 3^9 boards exactly those that play leads to are taken."""
    rank = GAMES[name].rank
    reachable = set(solution(name).ranks.tolist())
    for number in range(3**9):
        if number in reachable:
            assert board_rank(check_board(board_text(number), RULES[name].wild)) == number
        else:
            with pytest.raises(InputError, match=r"^[XO.]{9}: "):
                rank(board_text(number))


def test_why_not() -> None:
    for game, board, reason in (
        (TICTACTOE, "X.O.....", "nine of the characters"),
        (TICTACTOE, "X.O....._", "nine of the characters"),
        (TICTACTOE, "O........", "as many X as O, or one more, not 0 X and 1 O"),
        (TICTACTOE, "XX.......", "not 2 X and 0 O"),
        (TICTACTOE, "XXXOOO...", "over before the last mark was set, with a line of X"),
        (TICTACTOE, "XXXOOO..X", "over before the last mark was set, with a line of O"),
        (WILD, "XXXOOO...", "with a line"),
    ):
        with pytest.raises(InputError, match=reason):
            game.rank(board)
        assert game.rank(" x.o...... ") == game.rank("X.O......") == 1 + 2 * 9
