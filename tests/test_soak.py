"""Short runs of what `make soak` does at length."""

from pathlib import Path

import pytest
from golden.questions import POCKET
from soak.fuzz import fuzz
from soak.kills import kill_many
from soak.lookups import look_up
from soak.values import fuzz_values

from tafelwerk.build.catalogue import FAMILIES


@pytest.mark.slow
def test_builds_killed_at_random_resume(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found = kill_many(8, 5, tmp_path, log)
    assert not found.wrong
    assert found.resumed == 8
    assert len(log.read_text().splitlines()) == 8


@pytest.mark.slow
def test_look_ups_beside_a_build_do_not_fail(quick_book: Path) -> None:
    found = look_up(quick_book, rate=20.0, seconds=3.0, processes=2)
    assert found.failed == ()
    assert found.asked == 60


def test_random_lines_of_one_command(quick_book: Path, tmp_path: Path) -> None:
    found = fuzz("search free", "short", 20, quick_book, tmp_path)
    assert found.wrong == ()
    assert sum(found.exits.values()) == found.inputs == 20


def test_books_with_one_odd_value_are_answered_or_refused(tmp_path: Path) -> None:
    asked = fuzz_values([("dresher", POCKET), ("search", POCKET)], 6, "short", tmp_path, every=8)
    assert asked.wrong == ()
    assert asked.books == 6


@pytest.mark.slow
def test_books_of_every_family_with_odd_values(tmp_path: Path) -> None:
    books = [(family, POCKET) for family in FAMILIES]
    assert fuzz_values(books, 200, "check", tmp_path, every=3).wrong == ()
