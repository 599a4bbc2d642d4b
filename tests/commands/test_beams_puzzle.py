"""Puzzles, and boards as pictures."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from program import call, on_terminal, run

THREE = ("--variant", "3c6p")


def fields(board: list[str]) -> list[str]:
    """The signs of the fields of a board, without the numbers of diagonals around them."""
    rows = [re.sub(r"^ *\S+ -|[/\\]\S+$", "", line) for line in board]
    return [sign.strip("()") for row in rows for sign in row.split()]


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def puzzle(*words: str, book: Path) -> Any:
    done = call("beams", "puzzle", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_puzzle_for_people(none: Path) -> None:
    words = (*THREE, "--seed", "6", "--beams", "4")
    found = puzzle(*words, book=none)
    assert found["beams"] == 4
    shown = call("beams", "puzzle", *words, "--book", none).stdout
    assert "Beams 3c6p: a puzzle of 4 beams (--seed 6)" in shown
    assert found["history"] in shown
    assert found["solution"] not in shown
    for query, _ in (beam.split() for beam in found["history"].split("; ")):
        assert query in shown.partition(found["history"])[0]  # at the edge
    solved = call("beams", "puzzle", *words, "--solution", "--book", none).stdout
    assert f"Solution: {found['solution']}" in solved
    assert "".join(fields(solved.splitlines()[4:9])) == found["solution"]


def test_a_puzzle_on_a_terminal(none: Path) -> None:
    shown = on_terminal("beams", "puzzle", *THREE, "--seed", "1", columns=80, book=none)
    assert "\x1b[" in shown
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert all(len(line) <= 80 for line in plain.splitlines())
    for number in range(1, 16):
        assert re.search(rf"(?<!\d){number}(?!\d)", plain)


@pytest.mark.parametrize("words", [("puzzle", *THREE, "--seed", "1"), ("next", *THREE, "--history", "1@2 1,2")])
def test_boards_as_pictures(words: tuple[str, ...], none: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = call("beams", *words, "-o", file, "--book", none)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    text = file.read_text()
    assert text.startswith("<svg")
    title = "a puzzle of" if words[0] == "puzzle" else "112 codes are left"
    assert title in text
    assert done.stdout == call("beams", *words, "--book", none).stdout


@pytest.mark.slow
def test_the_standard_game(tmp_path: Path) -> None:
    done = run("beams", "play", "--variant", "6c6p", "--seed", "5", "--book", tmp_path, stdin="1@4\n1@4\nhint\n")
    assert done.returncode == 0
    assert done.stderr == (
        "computing: about 1.7 s for the 4,234,462 patterns of 6c6p; to store them: tafelwerk build beams --variant 6c6p\n"
    )
    assert "one of 3,048,812,640 codes is hidden" in done.stdout
    assert "diagonal 4 was used" in done.stdout
    found = puzzle("--variant", "6c6p", "--seed", "1", book=tmp_path)
    done = call("beams", "next", "--variant", "6c6p", "--history", found["history"], "--json", "--book", tmp_path)
    assert json.loads(done.stdout)["solved"] == found["solution"]
