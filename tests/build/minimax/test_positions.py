"""Whole games in the book: rows and look-ups."""

from pathlib import Path

import pytest
from sharing import made_once

from tafelwerk.build import runner
from tafelwerk.build.minimax.position_answers import position, positions, solved
from tafelwerk.build.minimax.positions import game_build
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.solvers.minimax.games import GAMES, entry
from tafelwerk.solvers.minimax.nim_passes import NIM_PASSES
from tafelwerk.tables.book import open_book
from tafelwerk.tables.minimax import positions as tables

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
        game = tables.probe_game(opened, "tictactoe")
        assert (game.positions, game.classes, game.value, game.distance, game.start) == (5478, 765, 0, 9, 0)
        stacks = tables.probe_game(opened, "burnt-pancakes-4")
        assert (stacks.positions, stacks.classes, stacks.greatest) == (384, 0, 8)
        assert [found.name for found in tables.get_games(opened)] == sorted(NAMES, key=lambda name: GAMES[name].number)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_was_solved(book: Path, name: str) -> None:
    solution, number = solved(name), entry(name).number
    with open_book(book) as opened:
        rows = tables.get_positions(opened, number, solution.ranks[::7].tolist())
        for place in range(0, len(solution.ranks), 7):
            row = rows[int(solution.ranks[place])]
            assert (row.value, row.distance) == (solution.values[place], solution.distances[place])
            assert sum(1 << label for label in row.moves) == solution.moves[place]
        assert tables.get_positions(opened, number, []) == {}
        assert tables.probe_position(opened, name, int(solution.ranks[-1])) == rows.get(
            int(solution.ranks[-1]), tables.get_position(opened, number, int(solution.ranks[-1]))
        )


def test_tictactoe_by_its_board(book: Path) -> None:
    """The contract's example: X to move wins in five plies by three of the fields."""
    with open_book(book) as opened:
        found = tables.get_tictactoe(opened, "X.O......")
        assert found is not None
        assert (found.value, found.distance, found.moves) == (1, 5, (3, 6, 8))
        assert tables.get_tictactoe(opened, "XX.......") is None
        statement = "SELECT board FROM minimax.boards WHERE game = 'tictactoe' AND rank = ?"
        assert opened.rows("minimax", statement, found.rank) == [("X.O......",)]


def test_what_is_not_stored(book: Path, tmp_path: Path) -> None:
    with open_book(tmp_path) as opened:
        assert tables.get_game(opened, "tictactoe") is None
        assert tables.get_games(opened) == []
        assert tables.get_tictactoe(opened, ".........") is None
        with pytest.raises(MissingTableError) as missing:
            tables.probe_game(opened, "notakto-2")
        assert missing.value.build == "tafelwerk build minimax game notakto-2"
    with open_book(book) as opened, pytest.raises(MissingTableError) as missing:
        tables.probe_position(opened, "tictactoe", 2)
    assert missing.value.build == "tafelwerk build minimax tictactoe"
    with pytest.raises(InputError, match="no game of the list"):
        game_build("go")


def test_what_is_computed() -> None:
    start = NIM_PASSES.start
    assert position("nim-passes", start).run() == positions("nim-passes", (start, 2047)).run()[start]
    assert 2047 not in positions("nim-passes", (start, 2047)).run()


@pytest.mark.parametrize("name", [*NAMES, "tictactoe-wild", "notakto-2", "burnt-pancakes-6"])
def test_rows_that_are_expected(name: str) -> None:
    for task in game_build(name).tasks[:1]:
        rows = task.run()
        assert task.expected_rows() == sum(len(next(iter(columns.values()))) for columns in rows.values())
