"""The best moves are the same wherever they are marked: greatest value, then the fastest win or the longest defence.
Rules: names and moves of heaps against the definition, evaluations of tic-tac-toe by weighted features.
Heaps of any size by a proved period, against the values and moves of heaps that are computed one by one.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_boards import EMPTY, Board, ThreeInARow, has_line
from naive.minimax_heaps import GAMES, lefts

from tafelwerk.book import Book, open_book
from tafelwerk.families.minimax.explanation import Explain
from tafelwerk.families.minimax.play import playable
from tafelwerk.families.minimax.positions import Puzzle, Solve, Tictactoe
from tafelwerk.families.minimax.rules import heaps
from tafelwerk.families.minimax.rules import heaps as periodic
from tafelwerk.families.minimax.rules.games import FEATURES, Evaluation, parse_evaluation
from tafelwerk.families.minimax.rules.heaps import MOST_MOVES, HeapGame, PeriodicValues, octal_game, subtraction_game
from tafelwerk.rules.game_trees import best_moves
from tafelwerk.solvers.minimax.heap_games import solve_heaps, solve_sum

NAIVE = ThreeInARow(misere=False, wild=False)
OUTCOMES = st.dictionaries(st.integers(0, 20), st.tuples(st.integers(-2, 2), st.none() | st.integers(0, 9)), min_size=1)


@given(OUTCOMES)
def test_the_definition(outcomes: dict[int, tuple[int, int | None]]) -> None:
    value = max(value for value, _ in outcomes.values())
    plies = {move: float("inf") if after is None else after for move, (one, after) in outcomes.items() if one == value}
    wanted = min(plies.values()) if value > 0 else max(plies.values())
    assert best_moves(outcomes) == [move for move, after in plies.items() if not value or after == wanted]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of tic-tac-toe that play leads to, not over."""
    board = EMPTY
    for _ in range(draw(st.integers(0, 8))):
        after = draw(st.sampled_from([after for _, _, after in NAIVE.moves(board)]))
        if not NAIVE.moves(after):
            break
        board = after
    return board


@pytest.fixture(scope="module")
def book(small_book: Path) -> Iterator[Book]:
    with open_book(small_book, pocket=False) as opened:
        yield opened


@given(boards())
def test_everywhere(book: Book, board: Board) -> None:
    """Look-ups, explanations, and play with its hints and prices."""
    text, wanted = "".join(board), NAIVE.best(board)
    value, _ = NAIVE.solve(board)
    looked_up = Tictactoe(text).look_up(book)
    assert looked_up is not None
    kept = [field for field, _, after in NAIVE.moves(board) if -NAIVE.solve(after)[0] == value]
    assert looked_up.best == tuple(sorted(wanted))
    assert looked_up.moves == (*sorted(wanted), *(field for field in kept if field not in wanted))
    solved = Solve("tictactoe", text).look_up(book)
    assert solved is not None
    assert {int(one.move) for one in solved.replies if one.best} == wanted
    assert [int(move) for move in solved.moves] == list(looked_up.moves)
    explained: Any = Explain("tictactoe", text).look_up(book)
    assert {int(one.move) for one in explained.moves if one.best} == wanted
    assert [one.best for one in explained.moves] == sorted((one.best for one in explained.moves), reverse=True)
    assert int(explained.line[0]) in wanted
    game = playable("tictactoe")
    state = game.read_state(text)
    assert {int(game.move_name(state, move)) for move in game.best(state)} == wanted
    hinted = next(iter(game.hint(state))).partition(": ")[2].replace(" and", ",")
    moves = {field for field, _, _ in NAIVE.moves(board)}
    assert wanted == (moves if hinted == "every move" else set(map(int, hinted.split(", "))))


@pytest.mark.parametrize("task", ["win", "save"])
def test_a_puzzle_is_as_hard_as_its_end_is_far(task: str) -> None:
    """The win, or the loss after the wrong move that delays it longest."""
    for seed in (1, 2, 79):
        puzzle = Puzzle(seed=seed, task=task).solve()
        value = 1 if task == "win" else -1
        replies = Solve("tictactoe", puzzle.position).solve().replies
        assert puzzle.difficulty == 1 + max(reply.distance for reply in replies if reply.value == value)


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


PERIODIC = [
    *(octal_game(code) for code in ("0.77", "0.137", "0.33", "4.3", "0.055", "0.26")),
    *(subtraction_game(numbers) for numbers in ("1,2", "3,5,7", "4")),
]


def known_values(game: HeapGame) -> PeriodicValues:
    solved = solve_heaps(game, 5000)
    period, last = solved.period.period, solved.period.last_exception
    assert period is not None
    assert last is not None
    return PeriodicValues(game, solved.values[: last + period + 1].tolist(), period, last)


@pytest.mark.parametrize("game", PERIODIC, ids=str)
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
