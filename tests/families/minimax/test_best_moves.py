"""The best moves are the same wherever they are marked: greatest value, then the fastest win or the longest defence."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.minimax_boards import EMPTY, Board, ThreeInARow

from tafelwerk.book import Book, open_book
from tafelwerk.families.minimax.explanation import Explain
from tafelwerk.families.minimax.play import playable
from tafelwerk.families.minimax.positions import Solve, Tictactoe
from tafelwerk.families.minimax.rules.games import TICTACTOE
from tafelwerk.rules.preference import best_moves, mark
from tafelwerk.web.atlas import game_strategies as atlas

NAIVE = ThreeInARow(misere=False, wild=False)
OUTCOMES = st.dictionaries(st.integers(0, 20), st.tuples(st.integers(-2, 2), st.none() | st.integers(0, 9)), min_size=1)


@given(OUTCOMES)
def test_the_definition(outcomes: dict[int, tuple[int, int | None]]) -> None:
    value = max(value for value, _ in outcomes.values())
    plies = {move: float("inf") if after is None else after for move, (one, after) in outcomes.items() if one == value}
    wanted = min(plies.values()) if value > 0 else max(plies.values())
    assert best_moves(outcomes) == [move for move, after in plies.items() if not value or after == wanted]


@pytest.mark.parametrize(
    ("best", "value", "of", "word"),
    [
        (True, 1, 1, "best"),
        (False, 1, 1, "also wins"),
        (False, 0, 1, ""),
        (False, -1, -1, "loses sooner"),
        (False, Fraction(5), Fraction(5), "the same, later"),
        (False, -2, -2, "the same, sooner"),
        (False, -1, 0, ""),
        (True, 0, 0, "best"),
    ],
)
def test_marks(best: bool, value: Any, of: Any, word: str) -> None:
    assert mark(best, value, of) == word


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


def naive_best(board: Board) -> set[int]:
    value, _ = NAIVE.solve(board)
    after = {field: NAIVE.solve(following) for field, _, following in NAIVE.moves(board)}
    kept = {field: plies for field, (lost, plies) in after.items() if -lost == value}
    wanted = min(kept.values()) if value > 0 else max(kept.values())
    return {field for field, plies in kept.items() if not value or plies == wanted}


@pytest.fixture(scope="module")
def book(small_book: Path) -> Iterator[Book]:
    with open_book(small_book, pocket=False) as opened:
        yield opened


class TicTacToe:
    """Three of your own in a row win."""

    def start(self) -> Board:
        return EMPTY

    def moves(self, board: Board) -> list[int]:
        return [field for field, _, _ in NAIVE.moves(board)]

    def after(self, board: Board, move: int) -> Board:
        return next(after for field, _, after in NAIVE.moves(board) if field == move)

    def outcome(self, board: Board) -> int | None:
        return None if NAIVE.moves(board) else NAIVE.solve(board)[0]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_book(tmp_path_factory.mktemp("own")) as opened:
        yield opened.solve(TicTacToe())


@given(boards())
def test_everywhere(book: Book, own: Any, board: Board) -> None:
    """Look-ups, explanations, play with its hints and prices, and games of the user's own."""
    text, wanted = "".join(board), naive_best(board)
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
    assert {int(move) for move in own.position(board).moves} == wanted
    assert {int(one.move) for one in own.explain(board).moves if one.best} == wanted
    game = playable("tictactoe")
    state = game.read_state(text)
    assert {int(game.move_name(state, move)) for move in game.best(state)} == wanted
    assert {
        int(word) for word in next(iter(game.hint(state))).partition(": ")[2].replace(" and", ",").split(", ")
    } == wanted


def test_on_pages(book: Book) -> None:
    """A frame marks the best moves of every position of the atlas."""
    (page,) = [page for page in atlas.tictactoe_pages(book) if page.name == "minimax-tictactoe"]
    positions = [one for _, group in page.values["groups"] for one in group]
    assert len(positions) > 700
    for one in positions:
        if any(field.sign for field in one.fields):
            framed = {place for place, field in enumerate(one.fields) if field.is_best}
            assert framed == naive_best(tuple(TICTACTOE.text(one.rank)))


def test_sums_of_heaps_tie(book: Book) -> None:
    """In a lost sum all moves are best: how long each of them lasts is not known."""
    for game in ("grundy:7", "grundy:8", "grundy:3+4"):
        found: Any = Explain(game).look_up(book)
        most = max((one.value for one in found.moves), default=0)
        assert all(one.best == (one.value == most) for one in found.moves)
