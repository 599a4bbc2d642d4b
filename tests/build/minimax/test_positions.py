"""Whole games in the book: rows and look-ups."""

from pathlib import Path

import pytest
from sharing import made_once

from tafelwerk.build import runner
from tafelwerk.build.minimax import computed
from tafelwerk.build.minimax.position_rows import positions, solved
from tafelwerk.build.minimax.positions import game_build
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.solvers.minimax.games import GAMES, entry
from tafelwerk.solvers.minimax.nim_passes import NIM_PASSES
from tafelwerk.tables.book import open_book
from tafelwerk.tables.minimax import questions
from tafelwerk.rules.minimax.ranked import ENDLESS

NAMES = ("tictactoe", "nim-passes", "notakto", "burnt-pancakes-4")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [game_build(name) for name in NAMES]
    return made_once(
        tmp_path_factory, "minimax-positions", lambda path: runner.run(path, builds, executor="inline"), "minimax"
    )


def test_published_counts(book: Path) -> None:
    """5,478 positions of tic-tac-toe, 765 up to symmetry, drawn; 384 stacks of four burnt pancakes, at most 8 flips."""
    with open_book(book) as opened:
        rows = opened.rows(
            "minimax",
            "SELECT name, positions, classes, value, distance, start, greatest FROM minimax.games ORDER BY game",
        )
    games = {row[0]: row[1:] for row in rows}
    assert games["tictactoe"][:5] == (5478, 765, 0, 9, 0)
    positions, classes, *_, greatest = games["burnt-pancakes-4"]
    assert (positions, classes, greatest) == (384, 0, 8)
    assert list(games) == sorted(NAMES, key=lambda name: GAMES[name].number)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_was_solved(book: Path, name: str) -> None:
    solution, game = solved(name), entry(name).make()
    with open_book(book) as opened:
        for place in range(0, len(solution.ranks), len(solution.ranks) // 50 + 1):
            rank = int(solution.ranks[place])
            found = questions.solve.probe(opened, game, game.text(rank))
            distance = int(solution.distances[place])
            assert (found.rank, found.value) == (rank, solution.values[place])
            assert found.distance == (None if distance == ENDLESS else distance)
            best = [label for label in range(32) if int(solution.moves[place]) >> label & 1]
            assert list(found.moves) == [game.move_name(rank, label) for label in best]
            assert found.moves == tuple(reply.move for reply in found.replies if reply.best)


def test_tictactoe_by_its_board(book: Path) -> None:
    """The contract's example: X to move wins in five plies by three of the fields."""
    with open_book(book) as opened:
        found = questions.tictactoe(opened, "X.O......")
        assert found is not None
        assert (found.value, found.distance, found.moves) == (1, 5, (3, 6, 8))
        assert questions.tictactoe(opened, "XX.......") is None
        statement = "SELECT board FROM minimax.boards WHERE game = 'tictactoe' AND rank = ?"
        rank = questions.solve.probe(opened, entry("tictactoe").make(), "X.O......").rank
        assert opened.rows("minimax", statement, rank) == [("X.O......",)]


def test_what_is_not_stored(book: Path, tmp_path: Path) -> None:
    two = entry("notakto-2").make()
    with open_book(tmp_path) as opened:
        assert questions.solve(opened, two) is None
        assert questions.tictactoe(opened) is None
        with pytest.raises(MissingTableError) as missing:
            questions.solve.probe(opened, two)
        assert missing.value.build == "tafelwerk build minimax game notakto-2"
        with pytest.raises(MissingTableError) as missing:
            questions.tictactoe.probe(opened)
        assert missing.value.build == "tafelwerk build minimax tictactoe"
    with open_book(book) as opened, pytest.raises(InputError, match="only positions that play from"):
        questions.solve(opened, NIM_PASSES, "7 7 7 pp")
    with pytest.raises(InputError, match="no game of the list"):
        game_build("go")


def test_what_is_computed(book: Path) -> None:
    with open_book(book) as opened:
        for position in ("1 3 5 pp", "0 0 1 p-"):
            wanted = computed.solve(NIM_PASSES, position)
            assert wanted.run() == questions.solve(opened, NIM_PASSES, position)
    assert 2047 not in positions("nim-passes", (NIM_PASSES.start, 2047)).run()


@pytest.mark.parametrize("name", [*NAMES, "tictactoe-wild", "notakto-2", "burnt-pancakes-6"])
def test_rows_that_are_expected(name: str) -> None:
    for task in game_build(name).tasks[:1]:
        rows = task.run()
        assert task.expected_rows() == sum(len(next(iter(columns.values()))) for columns in rows.values())
