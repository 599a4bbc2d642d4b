"""Rules: names and moves of heaps against the definition, evaluations of tic-tac-toe by weighted features."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_heaps import GAMES, lefts
from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import MOST_HEAPS, MOST_PLAYED_HEAPS, MOST_TOKENS, game_of_two, read_heaps
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    LONGEST_CODE,
    MOST_NUMBERS,
    MOST_TAKEN,
    NOTHING_LEFT,
    OCTAL_HEAPS,
    ONE_LEFT,
    SUBTRACTION_HEAPS,
    TWO_LEFT,
    HeapGame,
    checked_heaps,
    heap_game,
    octal_game,
    subtraction_game,
    subtraction_games,
)
from fractions import Fraction
from tafelwerk.families.minimax.rules.games import FEATURES, LINES_OPEN, Evaluation, parse_evaluation, parse_swing


@given(GAMES, st.integers(0, 14))
def test_options_are_those_of_the_definition(game: HeapGame, heap: int) -> None:
    options = list(game.options(heap))
    assert len(options) == len(set(options))
    assert set(options) == lefts(game, heap)
    # fewest tokens taken first, then fewer heaps, then smaller parts
    assert options == sorted(options, key=lambda left: (-sum(left), len(left), left))
    assert game.breaks == any(digit >= 4 for digit in game.digits)


def test_digits_that_cannot_be() -> None:
    for digits in [(), (0,), (0, 7, 0), (0, 8), (0, -1), (1, 3), (2,), (6, 7), (0,) * (MOST_TAKEN + 1) + (3,)]:
        with pytest.raises(InputError, match="digits"):
            HeapGame("none", digits)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
def test_a_set_has_one_name(numbers: list[int]) -> None:
    found = subtraction_game(numbers)
    assert found.name == f"subtraction {','.join(map(str, sorted(numbers)))}"
    assert [found.takes(kind) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT)] == [sorted(numbers), sorted(numbers), []]
    assert subtraction_game(" , ".join(map(str, numbers))) == found == heap_game(found.name)


def test_limits_are_reached() -> None:
    assert octal_game("0." + "7" * LONGEST_CODE).most_taken == LONGEST_CODE
    assert subtraction_game([MOST_TAKEN]).most_taken == MOST_TAKEN
    assert len(subtraction_game(range(1, MOST_NUMBERS + 1)).takes(ONE_LEFT)) == MOST_NUMBERS
    with pytest.raises(InputError, match="at most 100 numbers, not 101"):
        subtraction_game(range(1, MOST_NUMBERS + 2))
    assert len(read_heaps("1 " * MOST_HEAPS)) == MOST_HEAPS
    with pytest.raises(InputError, match="at most 100 heaps, not 101"):
        read_heaps("1 " * (MOST_HEAPS + 1))
    for heaps in (f"{MOST_TOKENS - 1}+1", "+".join("1" * MOST_PLAYED_HEAPS)):
        assert isinstance(game_of_two(f"grundy:{heaps}"), tuple)
        with pytest.raises(InputError, match=r"at most (1,000 tokens together, not 1,001|12 heaps, not 13)"):
            game_of_two(f"grundy:{heaps}+1")


def test_what_a_period_needs() -> None:
    kayles, sets = octal_game("0.77"), subtraction_games(3)
    assert (kayles.most_taken, kayles.breaks, kayles.has_provable_period) == (2, True, True)
    assert (GRUNDY.takes(TWO_LEFT), GRUNDY.has_provable_period) == ([0], False)
    assert [game.code for game in sets] == ["1", "2", "3", "1,2", "1,3", "2,3", "1,2,3"]
    assert not any(game.breaks for game in sets)
    assert (kayles.searched_heaps, sets[0].searched_heaps) == (OCTAL_HEAPS, SUBTRACTION_HEAPS)


def test_what_is_no_heap() -> None:
    for heap in [-1, 0, LARGEST_HEAP + 1, 2.0, "3", True, None]:
        for misere in (False, True):
            with pytest.raises(InputError, match="a heap must have 1 to 10,000,000 tokens"):
                checked_heaps([3, heap], misere)
        if heap != 0:
            with pytest.raises(InputError, match="a heap must have 0 to"):
                list(GRUNDY.options(heap))


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
