"""Rules: names and moves of heaps against the definition, evaluations of tic-tac-toe by weighted features."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_boards import EMPTY, ThreeInARow, has_line
from naive.minimax_heaps import GAMES, lefts

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules import heaps
from tafelwerk.families.minimax.rules.games import (
    FEATURES,
    LINES_OPEN,
    Evaluation,
    parse_evaluation,
    parse_swing,
)


@given(GAMES, st.integers(0, 14))
def test_options_are_those_of_the_definition(game: heaps.HeapGame, heap: int) -> None:
    options = list(game.options(heap))
    assert len(options) == len(set(options))
    assert set(options) == lefts(game, heap)
    # fewest tokens taken first, then fewer heaps, then smaller parts
    assert options == sorted(options, key=lambda left: (-sum(left), len(left), left))
    assert game.breaks == any(digit >= 4 for digit in game.digits)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
def test_a_set_has_one_name(numbers: list[int]) -> None:
    found = heaps.subtraction_game(numbers)
    assert found.name == f"subtraction {','.join(map(str, sorted(numbers)))}"
    assert [found.takes(kind) for kind in (heaps.NOTHING_LEFT, heaps.ONE_LEFT, heaps.TWO_LEFT)] == [
        sorted(numbers),
        sorted(numbers),
        [],
    ]
    assert heaps.subtraction_game(" , ".join(map(str, numbers))) == found == heaps.heap_game(found.name)


def test_what_a_period_needs() -> None:
    kayles, sets = heaps.octal_game("0.77"), heaps.subtraction_games(3)
    assert (kayles.most_taken, kayles.breaks, kayles.has_provable_period) == (2, True, True)
    assert (heaps.GRUNDY.takes(heaps.TWO_LEFT), heaps.GRUNDY.has_provable_period) == ([0], False)
    assert [game.code for game in sets] == ["1", "2", "3", "1,2", "1,3", "2,3", "1,2,3"]
    assert not any(game.breaks for game in sets)
    assert (kayles.searched_heaps, sets[0].searched_heaps) == (heaps.OCTAL_HEAPS, heaps.SUBTRACTION_HEAPS)


NAIVE = ThreeInARow(misere=False, wild=False)
WEIGHTS = st.dictionaries(st.sampled_from(list(FEATURES)), st.fractions(-9, 9, max_denominator=7), min_size=1)


def test_boards_counted_by_hand() -> None:
    """The first board is that of example 2.4: six lines open to X, five to O."""
    for board, text, value in [
        ("XO.......", "open=1", "1"),
        ("X...O....", "open=1", "-1"),
        ("XX.OO....", "threats=1", "0"),
        ("XX.O.....", "threats=3,corners=1/2", "7/2"),
        ("....X...O", "centre=2,corners=1", "1"),
        (".O..X....", "edges=-1", "1"),
        ("XX.OOOX..", "open=1,threats=2", "-25"),
    ]:
        assert parse_evaluation(text)(board) == Fraction(value)
    assert parse_evaluation("open=1") == LINES_OPEN
    assert LINES_OPEN.win_value == 9
    assert (parse_swing("1/2"), parse_swing("0")) == (Fraction(1, 2), 0)
    with pytest.raises(InputError, match="--swing must be"):
        parse_swing("-1")


@given(st.permutations(range(9)), st.integers(0, 9), WEIGHTS)
def test_no_sum_reaches_a_win(fields: list[int], count: int, weights: dict[str, Fraction]) -> None:
    """And a text is read as it is written."""
    board, weighed = EMPTY, Evaluation(tuple(weights.items()))
    for field in fields[:count]:
        board = {move: after for move, _, after in NAIVE.moves(board)}.get(field, board)
    value = weighed("".join(board))
    if has_line(board):
        assert value == weighed.win_value * (1 if board.count("X") > board.count("O") else -1)
    else:
        assert abs(value) < weighed.win_value
    assert parse_evaluation(str(weighed)) == weighed
