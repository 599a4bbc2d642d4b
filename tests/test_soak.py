"""Short runs of what `make soak` does at length; what it does with processes only it does."""

from pathlib import Path

from golden.questions import POCKET
from soak.fuzz import fuzz
from soak.values import fuzz_values


def test_random_lines_of_one_command(quick_book: Path, tmp_path: Path) -> None:
    found = fuzz("search free", "short", 20, quick_book, tmp_path)
    assert found.wrong == ()
    assert sum(found.exits.values()) == found.inputs == 20


def test_books_with_one_odd_value_are_answered_or_refused(tmp_path: Path) -> None:
    asked = fuzz_values([("dresher", POCKET), ("search", POCKET)], 6, "short", tmp_path, every=8)
    assert asked.wrong == ()
    assert asked.books == 6
