"""The games of docs/games.md are solved, explained, asked and proved as the page says; its first one has 25 lines."""

import re
import subprocess
import sys
from pathlib import Path
from shlex import split

import pytest
from program import environment, run

PAGE = Path(__file__).parent.parent / "docs" / "games.md"
FILES = dict(re.findall(r"\*\*(\w+\.py)\*\*\n\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
TAKEN = re.compile(r"solved in [\d.]+ s")


def shown() -> list[tuple[str, str]]:
    """Every command line of the page, and what stands below it."""
    found: list[tuple[str, list[str]]] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif found and (line.startswith("    ") or not line):
            found[-1][1].append(line[4:])
        elif line and found:
            found.append(("", []))
    return [(line, "\n".join(said).strip()) for line, said in found if line]


def words(text: str) -> list[list[str]]:
    """Lines as words, without the seconds that a solution took."""
    lines = (line.split() for line in TAKEN.sub("solved", text).splitlines())
    return [line for line in lines if line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("games")
    for name, text in FILES.items():
        (found / name).write_text(text, encoding="utf-8")
    return found


def test_the_first_game_has_25_lines() -> None:
    assert list(FILES) == ["tictactoe.py", "thirteen.py", "cram.py", "ask.py"]
    assert len(FILES["tictactoe.py"].splitlines()) == 25


def test_the_page_shows_what_comes(folder: Path) -> None:
    lines = shown()
    assert len(lines) == 8
    book = str(folder / "book")
    for line, said in lines:
        program, *arguments = split(line)
        if program == "python":
            env = environment(TAFELWERK_BOOK=book)
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=folder,
                env=env,
                capture_output=True,
                text=True,
                timeout=120,
                check=True,
            )
        else:
            done = run(*arguments, cwd=folder, TAFELWERK_BOOK=book)
        assert done.returncode == 0, done.stderr
        # the book is not the default one
        assert words(done.stdout.replace(f" --book {book}", "")) == words(said)
    proved = run("games", "verify", "tictactoe.py", "thirteen.py", "cram.py", cwd=folder, TAFELWERK_BOOK=book)
    assert proved.returncode == 0
    assert "cram, values by those of the successors: all 778 rows" in proved.stderr


@pytest.mark.slow
def test_a_game_of_100_000_positions(tmp_path: Path) -> None:
    """Solved, proved, asked and played, in at most 10 seconds of solving and storing."""
    from time import process_time

    from solvers.games.test_solving import Nim

    from tafelwerk import open_book

    with open_book(tmp_path) as book:
        begin = process_time()
        game = book.solve(Nim(9, 9, 9, 9, 9))
        assert process_time() - begin < 10
        assert (game.positions, game.value) == (100_000, 1)
        assert book.sql("SELECT count(*) AS n FROM games.positions WHERE value < 0")["n"][0] == 6736
        assert all(check.ok for check in book.verify("games"))
