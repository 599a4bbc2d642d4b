"""Evaluations of tic-tac-toe by weighted features: against counting by hand, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import FEATURES, LINES_OPEN, Evaluation, parse_evaluation, parse_swing

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WEIGHTS = st.dictionaries(st.sampled_from(list(FEATURES)), st.fractions(-9, 9, max_denominator=7), min_size=1)


def winner(board: str) -> str:
    """The mark that has a line, or "."."""
    return next(
        (board[line[0]] for line in LINES if board[line[0]] != "." and len({board[at] for at in line}) == 1), "."
    )


@st.composite
def boards(draw: st.DrawFn) -> str:
    """A board that play leads to."""
    board, fields = "." * 9, draw(st.permutations(range(9)))
    for number, field in enumerate(fields[: draw(st.integers(0, 9))]):
        if winner(board) == ".":
            board = board[:field] + "XO"[number % 2] + board[field + 1 :]
    return board


BOARDS = boards()


def evaluation(weights: dict[str, Fraction]) -> Evaluation:
    return Evaluation(tuple(weights.items()))


def test_boards_counted_by_hand() -> None:
    """The second board is of the kind of example 2.4: six lines open to X, five to O."""
    for board, text, value in [
        ("XO.......", "open=1", "1"),
        ("X......O.", "open=1", "1"),
        ("X...O....", "open=1", "-1"),
        ("XX.OO....", "threats=1", "0"),
        ("XX.O.....", "threats=3,corners=1/2", "7/2"),
        ("....X...O", "centre=2,corners=1", "1"),
        (".O..X....", "edges=-1", "1"),
        ("XXXOO....", "open=1", "9"),
        ("XX.OOOX..", "open=1,threats=2", "-25"),
    ]:
        assert parse_evaluation(text)(board) == Fraction(value)


@given(BOARDS, WEIGHTS)
def test_no_sum_reaches_a_win(board: str, weights: dict[str, Fraction]) -> None:
    weighed, won = evaluation(weights), {"X": 1, "O": -1, ".": 0}[winner(board)]
    if won:
        assert weighed(board) == won * weighed.win_value
    else:
        assert abs(weighed(board)) < weighed.win_value


@given(WEIGHTS)
def test_a_text_is_read_as_it_is_written(weights: dict[str, Fraction]) -> None:
    assert parse_evaluation(str(evaluation(weights))) == evaluation(weights)


def test_the_default() -> None:
    assert parse_evaluation("open=1") == LINES_OPEN
    assert LINES_OPEN.win_value == 9
    assert (parse_swing("1/2"), parse_swing("0")) == (Fraction(1, 2), 0)
    with pytest.raises(InputError, match="--swing must be"):
        parse_swing("-1")
