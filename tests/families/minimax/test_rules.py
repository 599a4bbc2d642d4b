"""Rules: names and moves of heaps against the definition, evaluations of tic-tac-toe by weighted features."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_boards import EMPTY, ThreeInARow, has_line
from naive.minimax_heaps import GAMES, lefts

from tafelwerk.families.minimax.rules import heaps
from tafelwerk.families.minimax.rules.games import (
    FEATURES,
    Evaluation,
    parse_evaluation,
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


NAIVE = ThreeInARow(misere=False, wild=False)
WEIGHTS = st.dictionaries(st.sampled_from(list(FEATURES)), st.fractions(-9, 9, max_denominator=7), min_size=1)


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
