"""`verify` compares stored rows with print: a difference needs a reason, and a reason a difference."""

from itertools import product
from pathlib import Path

import pytest

from tafelwerk import places
from tafelwerk.families import FAMILIES
from tafelwerk.families.search import published as search
from tafelwerk.proofs.frame import printed_checks
from tafelwerk.tables import published
from tafelwerk.tables.book import Book
from tafelwerk.tables.published import Number

POCKET = Path(places.__file__).parent / "pocket"
QUERY = "SELECT total FROM search.root_totals WHERE strategy = 'optimal' AND size = 15"


def numbers(monkeypatch: pytest.MonkeyPatch, *found: Number) -> None:
    monkeypatch.setattr(search, "published", lambda: iter(found))


def test_sound_books(small_book: Path) -> None:
    """One with all rows that numbers need, and one with some."""
    for book, family in (*product([POCKET], FAMILIES), (small_book, "search"), (small_book, "dresher")):
        for check in printed_checks(Book(book), family):
            assert check.ok, check.detail
            assert check.proved == check.of


def test_differences_and_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, reason, faults in (
        ("68", "", ""),
        ("69", "another rule", ""),
        ("69", "", "WRONG here: printed 69, stored 68"),
        ("68", "another rule", "WRONG here: stored 68 as printed, though a reason is given why not"),
    ):
        numbers(monkeypatch, Number(published.Source.LECTURE, "here", text, QUERY, reason))
        (check,) = printed_checks(Book(POCKET), "search")
        assert check.ok == (not faults)
        assert check.detail.endswith(faults)


def test_numbers_that_no_row_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    lecture = published.Source.LECTURE
    numbers(
        monkeypatch,
        Number(lecture, "no row", "1", f"{QUERY} AND false"),
        Number(lecture, "no table", "1", "SELECT a FROM search.b"),
        Number(lecture, "asked", "1", "search.free(1000, 10).total"),
    )
    assert list(printed_checks(Book(POCKET), "search")) == []
