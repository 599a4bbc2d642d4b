"""Heaps, Memory and positions on the command line: from the book, computed, refused; and their builds."""

from pathlib import Path
from typing import Any

import pytest
from program import answered, build_here, call, refused


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


def test_a_proved_period_answers_for_any_heap(tmp_path: Path) -> None:
    """From the pocket book, and where nothing is stored."""
    huge = 10**15
    for env in ({}, {"TAFELWERK_POCKET": ""}):
        found = answered("minimax", "octal", "0.77", "--heap", huge, book=tmp_path, **env)
        assert (found["heap"], found["grundy"], found["won"]) == (huge, 1, True)
        assert (len(found["moves"]), found["winning_moves"]) == (100, 83_333_333_333_338)
        assert found["moves"][0] == [1, huge - 3]
    far = answered("minimax", "subtraction", "1,2,5", "--heap", 10**27, book=tmp_path)
    near = answered("minimax", "subtraction", "1,2,5", "--heap", 10**6, book=tmp_path)
    assert (far["won"], far["grundy"], far["moves"]) == (near["won"], near["grundy"], [[10**27 - 1]])


def test_a_heap_with_too_many_moves_to_list_is_answered_by_the_period(tmp_path: Path) -> None:
    found = answered("minimax", "octal", "0.77", "--heap", 9_000_000, book=tmp_path)
    assert (found["grundy"], found["winning_moves"]) == (4, 749_999)


def test_without_a_proved_period_there_is_an_end(tmp_path: Path) -> None:
    line = ("minimax", "octal", "0.16", "--heap", "100000000000", "--book", tmp_path)
    assert "the values up to heap 200,000 prove no period, so a heap may have at most 10,000,000 tokens" in refused(
        call(*line, "--compute"), 2
    )
