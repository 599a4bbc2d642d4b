"""`tafelwerk minimax tictactoe, solve` and their builds, run as the installed program or called."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import build_here, call, refused


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("minimax") / "book"
    for words in (("tictactoe",), ("game", "burnt-pancakes-3"), ("game", "nim-passes")):
        done = build_here("build", "minimax", *words, "--book", path)
        assert done.returncode == 0, done.stderr
    return path


def ask(*words: str, book: Path) -> Any:
    done = call("minimax", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_contract(book: Path, tmp_path: Path) -> None:
    for path, source in ((book, "book"), (tmp_path / "none", "computed")):
        found = ask("tictactoe", "X.O......", book=path)
        assert {key: found[key] for key in ("value", "distance", "moves")} == {
            "value": 1,
            "distance": 5,
            "moves": [3, 6, 8],
        }
        assert (found["to_move"], found["source"], found["certainty"]) == ("X", source, "exact")


@pytest.mark.parametrize(
    ("board", "value", "distance", "moves"),
    [
        (".........", 0, 9, list(range(9))),
        ("x........", 0, 8, [4]),
        ("X...O...X", 0, 6, [1, 3, 5, 7]),
        ("XX.OO....", 1, 1, [2]),
        ("XX.OO...X", -1, 1, [2, 5]),
        ("XXXOO....", 1, 0, []),
        ("XOXXOOOXX", 0, 0, []),
    ],
)
def test_boards(book: Path, board: str, value: int, distance: int, moves: list[int]) -> None:
    found = ask("tictactoe", board, book=book)
    assert (found["value"], found["distance"], found["moves"]) == (value, distance, moves)
    assert found["decided"] == (distance == 0)


def test_boards_for_people(book: Path) -> None:
    done = call("minimax", "tictactoe", "X.O......", "--book", book)
    assert [line.split() for line in done.stdout.splitlines()[:3]] == [
        ["X", "1", "O"],
        ["[3]", "4", "5"],
        ["[6]", "7", "[8]"],
    ]
    assert "X to move: a win for X, in 5 plies (book)." in done.stdout
    done = call("minimax", "tictactoe", "XXXOO....", "--book", book)
    assert "The game is over: won by X (book)." in done.stdout
    done = call("minimax", "tictactoe", "--book", book)
    assert "X to move: drawn, 9 plies to a full board (book)." in done.stdout


def test_any_stored_game(book: Path) -> None:
    found = ask("solve", "burnt-pancakes-3", "-1 -2 -3", book=book)
    assert (found["position"], found["distance"], found["source"]) == ("-1 -2 -3", 6, "book")
    assert [reply["move"] for reply in found["replies"]] == ["flip 1", "flip 2", "flip 3"]
    assert [reply["move"] for reply in found["replies"] if reply["distance"] == 5] == found["moves"]
    nim = ask("solve", "nim-passes", "0 0 1 p-", book=book)
    assert (nim["value"], nim["distance"], nim["moves"]) == (1, 1, ["1 from heap 3"])
    assert {reply["move"]: reply["value"] for reply in nim["replies"]} == {"1 from heap 3": 1, "pass": -1}
    assert ask("solve", "tictactoe", book=book)["position"] == "........."
    shown = call("minimax", "solve", "nim-passes", "0 0 1 p-", "--book", book)
    assert "won for the player to move, in 1 ply (book)" in shown.stdout


def test_boards_that_are_stored_as_one(tmp_path: Path) -> None:
    found = ask("solve", "notakto", "XXX......", book=tmp_path / "none")
    assert (found["position"], found["stored_as"], found["replies"]) == ("XXX......", "XXXXXXXXX", [])
    shown = call("minimax", "solve", "notakto", "XXX......", "--book", tmp_path / "none")
    assert "XXX......, stored as XXXXXXXXX: the game is over, won for the player to move" in shown.stdout
    assert "stored_as" not in ask("solve", "notakto", "X........", book=tmp_path / "none")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tictactoe", "XX......."), "X begins"),
        (("tictactoe", "XXXOOO..."), "over before the last mark"),
        (("tictactoe", "X.O"), "nine of the characters"),
        (("solve", "chess"), "no game of the list"),
        (("solve", "burnt-pancakes-3", "1 2"), "each of 1 to 3 once"),
        (("solve", "nim-passes", "1 3 5"), "three heaps"),
        (("solve", "nim-passes", "7 7 7 pp"), "only positions that play from '1 3 5 pp' reaches are stored"),
    ],
)
def test_bad_input(book: Path, words: tuple[str, ...], told: str) -> None:
    assert told in refused(call("minimax", *words, "--book", book), 2)


def test_a_large_game_is_built_first(book: Path) -> None:
    told = refused(call("minimax", "solve", "burnt-pancakes-8", "--book", book), 3)
    assert "tafelwerk build minimax game burnt-pancakes-8" in told
