"""Heaps, Memory and positions on the command line: from the book, computed, refused; and their builds."""

from pathlib import Path
from typing import Any

import pytest
from program import answered, build_here, call


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(line: str, book: Path) -> Any:
    return answered("minimax", *line.split(), book=book)


@pytest.mark.slow
def test_a_period_that_takes_many_heaps(none: Path) -> None:
    """0.127: period 4 after 46,577 (A. Gangolli and T. Plambeck, A note on periodicity in some octal games, 1989)."""
    assert ask("octal 0.127", none)["source"] == "computed"
    found = ask("octal 0.127 --keep", none)
    assert (found["period"], found["last_exception"], found["source"]) == (4, 46_577, "computed")
    assert ask("octal 0.127", none)["source"] == "book"


def test_builds(none: Path) -> None:
    asked = {
        "grundy --heap 300": "grundy 300",
        "grundy --heap 15 --misere": "grundy 15 --misere",
        "octal 0.137": "octal 0.137",
        "octal .770 --heap 50": "octal 0.77 --heap 50",
        "subtraction 2,1": "subtraction 1,2",
        "subtraction --largest 2": "subtraction 2",
        "memory --pairs 5": "memory 5 1",
        "memory --pairs 3 --rule forced --objective win": "memory 3 1 --rule forced --objective win --lead 1",
        "tictactoe": "tictactoe",
        "game nim-passes": "solve nim-passes",
    }
    for line, question in asked.items():
        done = build_here("build", "minimax", *line.split(), "--book", none)
        assert done.returncode == 0, done.stderr
        assert ask(question, none)["source"] == "book"
    # a short search is no answer where a longer one would find more
    found = ask("octal 0.77", none)
    assert (found["source"], found["period"]) == ("computed", 12)
    done = call("verify", "minimax", "--book", none)
    assert done.returncode == 0, done.stderr
