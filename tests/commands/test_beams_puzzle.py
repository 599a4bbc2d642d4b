"""Puzzles, and boards as pictures."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from program import call, on_terminal

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


def test_boards_as_pictures(none: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    for words, title in (
        (("puzzle", *THREE, "--seed", "1"), "a puzzle of"),
        (("next", *THREE, "--history", "1@2 1,2"), "112 codes are left"),
    ):
        done = call("beams", *words, "-o", file, "--book", none)
        assert (done.returncode, done.stderr) == (0, f"{file} written\n")
        assert title in file.read_text()
        assert done.stdout == call("beams", *words, "--book", none).stdout
    shown = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("beams", "puzzle", *THREE, "--seed", 1, columns=80, book=none))
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert all(re.search(rf"(?<!\d){number}(?!\d)", shown) for number in range(1, 16))
