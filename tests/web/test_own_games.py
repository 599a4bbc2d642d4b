"""Games of the user's own in the browser: from files named at the start alone, and harmless where they fail."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from program import call
from starlette.testclient import TestClient
from web.conftest import PORT
from web.test_play import moves, shown

from tafelwerk.web.app import application
from tafelwerk.web.boards.own import squares

GRID = '''
from tafelwerk.games import DRAW, LOSS

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class TicTacToe:
    """Three of your own in a row win."""

    def start(self):
        return "." * 9

    def moves(self, board):
        return [field for field in range(9) if board[field] == "."]

    def after(self, board, field):
        mark = "XO"[board.count(".") % 2 == 0]
        return board[:field] + mark + board[field + 1 :]

    def outcome(self, board):
        if any(board[int(a)] == board[int(b)] == board[int(c)] != "." for a, b, c in LINES):
            return LOSS
        return None if "." in board else DRAW

    def board(self, board):
        return "\\n".join(board[row : row + 3] for row in (0, 3, 6))
'''

WORTH = '''
from fractions import Fraction


class Worth:
    """Take one or two of five; the last takes all."""

    def start(self):
        return 5

    def moves(self, left):
        return [taken for taken in (1, 2) if taken <= left]

    def after(self, left, taken):
        return left - taken

    def outcome(self, left):
        return None if left else Fraction(-3, 2)
'''

BROKEN = {
    "raises.py": "class Raises:\n    def start(self): return 1\n    def moves(self, p): raise ValueError('no')\n"
    "    def after(self, p, m): return p\n    def outcome(self, p): return None\n",
    "leaves.py": "import os\nos._exit(3)\n",
    "reads.py": "open('/etc/passwd')\n",
    "syntax.py": "class\n",
}


@contextmanager
def served(book: Path, *games: Path) -> Iterator[TestClient]:
    """A server of a book that was given games."""
    with TestClient(
        application(book, PORT, games=list(map(str, games))), base_url=f"http://127.0.0.1:{PORT}"
    ) as client:
        yield client


def done(site: TestClient, name: str) -> Any:
    """The page of a game's beginning, once its work is done."""
    for _ in range(40):
        found = site.get(f"/play/{name}", params={"seed": "1"})
        if "refresh" not in found.headers:
            return found
    raise AssertionError("still at work")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games, and a book that holds them."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in {"tictactoe.py": GRID, "worth.py": WORTH, "unsolved.py": GRID, **BROKEN}.items():
        (folder / name).write_text(text)
    for name in ("tictactoe.py", "worth.py"):
        assert call("games", "solve", folder / name, "--book", folder / "book").returncode == 0
    return folder


def test_games_of_files_are_played_to_the_end_by_their_links(solved: Path) -> None:
    with served(solved / "book", solved / "tictactoe.py", solved / "worth.py") as site:
        assert "tictactoe.py" in site.get("/play").text
        for name in ("tictactoe.py", "worth.py"):
            pairs = [("seed", "3")]
            text = shown(site, f"/play/{name}", pairs)
            for _ in range(9):
                if not moves(text):
                    break
                pairs.append(("turn", moves(text)[0]))
                text = shown(site, f"/play/{name}", pairs)
            assert re.search(r'<p class="(good|fair|bad)">', text)


def test_a_grid_has_a_spot_per_square_and_prices_on_request(solved: Path) -> None:
    with served(solved / "book", solved / "tictactoe.py", solved / "worth.py") as site:
        text = shown(site, "/play/tictactoe.py", [("seed", "3"), ("turn", "4")])
        assert text.count('class="spot ') == 7
        assert '<pre class="board">' not in text.partition("<section")[2]
        hinted = shown(site, "/play/tictactoe.py", [("seed", "3"), ("turn", "4"), ("hint", "1")])
        assert re.search(r'class="spot fair" aria-label="\d: draws"', hinted)
        worth = unescape(shown(site, "/play/worth.py", [("seed", "3"), ("hint", "1")]))
        assert "3/2" in worth


def test_a_page_names_no_file_but_those_given(solved: Path) -> None:
    with served(solved / "book", solved / "tictactoe.py") as site:
        for named in ("worth.py", f"{solved}/worth.py", str(solved / "tictactoe.py"), "tictactoe.py:TicTacToe"):
            assert done(site, named).status_code in (400, 404)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("raises.py", "ValueError: no"),
        ("leaves.py", "ended its process"),
        ("reads.py", "a page cannot reach this file"),
        ("syntax.py", "SyntaxError"),
        ("unsolved.py", "tafelwerk games solve unsolved.py"),
    ],
)
def test_a_game_that_fails_is_told_and_harms_nothing(solved: Path, name: str, told: str) -> None:
    with served(solved / "empty", solved / name) as site:
        found = done(site, name)
        assert found.status_code in (400, 404, 422)
        assert told in unescape(found.text)
        assert site.get("/play").status_code == 200


def test_a_file_that_is_no_game_is_refused_at_the_start(solved: Path) -> None:
    for named, told in (("none.py", "does not exist"), (solved / "book", "is not a Python file")):
        ended = call("serve", "--game", named, "--book", solved / "book")
        assert ended.returncode == 2
        assert told in ended.stderr


def test_what_is_a_grid() -> None:
    assert squares("X.O\n...\n..X") == [["X", ".", "O"], [".", ".", "."], [".", ".", "X"]]
    assert squares("1 2\n3 10") == [["1", "2"], ["3", "10"]]
    assert squares("abc") is None
    assert squares("ab\nabc") is None
    assert squares("long words\nare none") is None
